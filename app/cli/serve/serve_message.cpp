#include "app/cli/serve/serve_message.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline app_cli {
namespace {

// Returns the deepest nesting of a line. Brackets in texts do not count.
std::size_t depth_of(std::string_view line) {
  std::size_t depth = 0, deepest = 0;
  bool text = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (text && c == '\\') ++at;
    if (c == '"') text = !text;
    if (text) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return deepest;
}

}  // namespace

Result<ServeJson> read_message(std::string_view line) {
  if (line.size() > most_line_bytes)
    return bad_input(
        fmt::format("a line has at most {} bytes: this one is longer, and was left out.", most_line_bytes));
  if (depth_of(line) > most_line_depth)
    return bad_input(fmt::format("a line is nested at most {} deep: this one is deeper.", most_line_depth));
  // The parser takes a zero byte for the end of its input, and would not read the text behind it.
  const bool zero = line.find('\0') != std::string_view::npos;
  ServeJson message = zero ? ServeJson(ServeJson::value_t::discarded) : ServeJson::parse(line, nullptr, false);
  if (message.is_discarded()) return bad_input("the line is not JSON: send one object on each line.");
  return message;
}

std::optional<std::string> read_id(const ServeJson& message) {
  constexpr std::size_t most_id_bytes = 200;
  const auto id = message.find("id");
  if (!message.is_object() || id == message.end()) return std::nullopt;
  if (id->is_string() && id->get_ref<const std::string&>().size() > most_id_bytes) return std::nullopt;
  if (!id->is_string() && !id->is_number_integer()) return std::nullopt;
  return id->dump();
}

std::string as_json_text(std::string_view text) {
  return ServeJson(text).dump(-1, ' ', false, ServeJson::error_handler_t::replace);
}

std::string with_more(std::string object, std::string_view more) {
  object.insert(object.size() - 1, more);
  return object;
}

std::string_view serve_fault(Fault fault) {
  switch (fault) {
    case Fault::Negative:
      return "no";
    case Fault::BadInput:
      return "bad_input";
    case Fault::Unavailable:
      return "unavailable";
  }
  return "bad_input";
}

std::string serve_error(const Error& error) {
  return fmt::format(R"({{"message":{},"fault":"{}"}})", as_json_text(error.message), serve_fault(error.fault));
}

std::string error_answer(const Error& error) { return fmt::format(R"({{"error":{}}})", serve_error(error)); }

}  // namespace tcviz::inline app_cli
