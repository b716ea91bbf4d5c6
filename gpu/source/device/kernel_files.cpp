#include "gpu/source/device/kernel_files.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace tcviz::inline gpu_device {
namespace {

// Returns the file that a line includes in quotes, or none.
std::optional<std::string_view> included_by(std::string_view line) {
  constexpr std::string_view include = "#include \"";
  if (!line.starts_with(include)) return std::nullopt;
  const std::string_view rest = line.substr(include.size());
  return rest.substr(0, rest.find('"'));
}

class Joiner {
 public:
  explicit Joiner(std::span<const KernelFile> files) : files_(files) {}

  std::string join(std::string_view name) {
    add(name);
    return std::move(text_);
  }

 private:
  // Adds the text of the file `name`; false if there is no such file.
  bool add(std::string_view name) {
    const auto found = std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file.name == name; });
    if (found == files_.end()) return false;
    if (!first_time(name)) return true;
    for (std::string_view rest = found->text; !rest.empty();) {
      const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
      add_line(line);
      rest.remove_prefix(line.size());
    }
    return true;
  }

  void add_line(std::string_view line) {
    if (line.starts_with("#pragma once") || (line == "\n" && (text_.empty() || text_.ends_with("\n\n")))) return;
    if (line.starts_with("#include <") && !first_time(line)) return;
    const auto other = included_by(line);
    if (!other || !add(*other)) text_ += line;
    if (other) add_line("\n");
  }

  bool first_time(std::string_view name) {
    const bool first = std::find(done_.begin(), done_.end(), name) == done_.end();
    if (first) done_.push_back(name);
    return first;
  }

  std::span<const KernelFile> files_;
  std::vector<std::string_view> done_;  // files, and lines that include others' headers
  std::string text_;
};

}  // namespace

std::string one_text(std::string_view name, std::span<const KernelFile> files) { return Joiner(files).join(name); }

}  // namespace tcviz::inline gpu_device
