#include "tests/xray/ptxas_trial.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/assets/texts.hpp"

namespace tcviz {
namespace {

// Returns the numbers of the lines of a text that ptxas names with an error; none if it gives up without one.
std::optional<std::set<int>> refused_lines(const std::string& output) {
  std::set<int> lines;
  for (const std::string& line : lines_of(output)) {
    const std::size_t at = line.find(", line ");
    if (at != std::string::npos && line.find("error") != std::string::npos)
      lines.insert(std::atoi(line.c_str() + at + 7));
    if (line.find("fatal") != std::string::npos && line.find("due to errors") == std::string::npos) return std::nullopt;
  }
  return lines;
}

// One run of ptxas over the lines that are still taken.
class Trial {
 public:
  Trial(std::string ptxas, std::string architecture, const std::vector<std::string>& lines)
      : ptxas_(std::move(ptxas)), architecture_(std::move(architecture)), lines_(lines), taken_(lines.size(), true) {}

  // Later phases of ptxas look only at texts that have passed the earlier ones.
  std::vector<bool> run() {
    while (strike()) {
    }
    return taken_;
  }

 private:
  // Strikes out the lines that ptxas refuses; false if it takes them all.
  bool strike() {
    std::vector<std::size_t> tried;
    for (std::size_t at = 0; at < lines_.size(); ++at)
      if (taken_[at]) tried.push_back(at);
    return strike(tried);
  }

  bool strike(const std::vector<std::size_t>& tried) {
    if (tried.size() > most_lines) return strike_halves(tried);
    const std::string head = ptxas_head(architecture_);
    std::string text = head;
    for (const std::size_t at : tried) text += lines_[at] + "\n";
    const auto refused = refused_lines(output_of_ptxas(text + "ret;\n}\n"));
    if (!refused && tried.size() > 1) return strike_halves(tried);
    if (!refused) taken_[tried.front()] = false;
    const auto before = static_cast<int>(std::ranges::count(head, '\n')) + 1;
    for (const int line : refused.value_or(std::set<int>()))
      taken_[tried.at(static_cast<std::size_t>(line - before))] = false;
    return !refused || !refused->empty();
  }

  bool strike_halves(const std::vector<std::size_t>& tried) {
    const auto middle = tried.begin() + static_cast<std::ptrdiff_t>(tried.size() / 2);
    const bool first = strike({tried.begin(), middle}), second = strike({middle, tried.end()});
    return first || second;
  }

  std::string output_of_ptxas(const std::string& text) const {
    const auto file = std::filesystem::temp_directory_path() / fmt::format("tcviz_lines_{}.ptx", getpid());
    std::ofstream(file) << text;
    const std::string output =
        output_of(fmt::format("{} -arch {} -O0 -o /dev/null {} 2>&1", ptxas_, architecture_, file.string()));
    std::filesystem::remove(file);
    return output;
  }

  static constexpr std::size_t most_lines = 2000;  // an error that names no line costs no more than these
  std::string ptxas_, architecture_;
  const std::vector<std::string>& lines_;
  std::vector<bool> taken_;
};

}  // namespace

std::string ptxas_head(const std::string& architecture) {
  return fmt::format(
      ".version 9.0\n.target {}\n.address_size 64\n.visible .entry f(.param .u64 C)\n{{\n"
      ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .f64 %d<9>;\n",
      architecture);
}

std::optional<std::string> ptxas_here() {
  for (const std::string ptxas : {"ptxas", "/usr/local/cuda/bin/ptxas"})
    if (output_of(ptxas + " --version 2>/dev/null").find("release 13.0") != std::string::npos) return ptxas;
  return std::nullopt;
}

std::vector<bool> taken_by_ptxas(const std::string& ptxas, const std::string& architecture,
                                 const std::vector<std::string>& lines) {
  return Trial(ptxas, architecture, lines).run();
}

}  // namespace tcviz
