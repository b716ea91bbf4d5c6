// Reads the compiler's messages: "FILE(LINE): error: TEXT", "FILE(LINE): warning #177-D: TEXT", "nvrtc: error: TEXT".
#include <charconv>
#include <sstream>
#include <string_view>

#include "gpu/source/device/nvrtc.hpp"

namespace tcviz::inline gpu_device {
namespace {

// The beginnings of a message after its place.
constexpr std::string_view kinds[] = {"error", "catastrophic error", "fatal error", "internal error", "warning",
                                      "remark"};

// Splits "FILE(12)" into its two parts; a place without a line is a file alone.
void read_place(std::string_view place, CompileLogLine& line) {
  line.file = place;
  const std::size_t open = place.rfind('(');
  if (open == place.npos || !place.ends_with(")")) return;
  const std::string_view digits = place.substr(open + 1, place.size() - open - 2);
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), line.line);
  if (problem == std::errc() && end == digits.data() + digits.size())
    line.file = place.substr(0, open);
  else
    line.line = 0;
}

// Reads `rest`, which is "error: TEXT" or "error #20: TEXT"; false if it is no message.
bool read_message(std::string_view rest, CompileLogLine& line) {
  for (const std::string_view kind : kinds) {
    if (!rest.starts_with(kind)) continue;
    const std::size_t colon = rest.find(": ", kind.size());
    const bool numbered = colon != rest.npos && (colon == kind.size() || rest.substr(kind.size(), 2) == " #");
    if (!numbered) continue;
    line.error = kind.find("error") != kind.npos;
    line.message = rest.substr(colon + 2);
    return true;
  }
  return false;
}

}  // namespace

std::vector<CompileLogLine> parse_compile_log(const std::string& log) {
  std::vector<CompileLogLine> lines;
  std::istringstream stream(log);
  for (std::string text; std::getline(stream, text);) {
    // A file's name may hold ": ", so each of them is tried.
    for (std::size_t at = text.find(": "); at != text.npos; at = text.find(": ", at + 1)) {
      CompileLogLine line;
      if (!read_message(std::string_view(text).substr(at + 2), line)) continue;
      read_place(std::string_view(text).substr(0, at), line);
      lines.push_back(std::move(line));
      break;
    }
  }
  return lines;
}

}  // namespace tcviz::inline gpu_device
