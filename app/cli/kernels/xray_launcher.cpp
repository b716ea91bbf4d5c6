#include "app/cli/kernels/xray_launcher.hpp"

#include <algorithm>
#include <array>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 200, most_bytes = std::size_t{1} << 20;

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

// Returns the text behind template arguments; the text itself if it has none.
std::string_view behind_arguments(std::string_view text) {
  constexpr std::size_t longest = 400;
  if (!text.starts_with('<') || text.starts_with("<<<")) return text;
  int depth = 0;
  for (std::size_t at = 0; at < std::min(text.size(), longest); ++at) {
    depth += (text[at] == '<') - (text[at] == '>');
    if (depth == 0) return text.substr(at + 1);
  }
  return text;
}

bool is_source(const fs::path& path) {
  constexpr auto endings = std::to_array<std::string_view>({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".hpp", ".h"});
  return std::ranges::find(endings, path.extension().string()) != endings.end();
}

// Returns the sources of a folder in the order of their names.
std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code none;
  for (fs::directory_iterator at(folder, none), end; !none && at != end && found.size() < most_files;
       at.increment(none))
    if (is_source(at->path()) && at->is_regular_file(none)) found.push_back(at->path());
  std::ranges::sort(found);
  return found;
}

// True if the text has a kernel of that name itself, and not only its declaration.
bool defines(std::string_view text, std::string_view kernel) {
  constexpr std::string_view word = "__global__";
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = std::min(text.find_first_of("{;", at), text.size());
    const std::string_view head = text.substr(at, end - at);
    const std::size_t name = head.find(kernel);
    if (end < text.size() && text[end] == '{' && name != std::string_view::npos && !is_name_part(head[name - 1]))
      return true;
  }
  return false;
}

// True if the text launches a kernel that is not its own.
bool launches_another(std::string_view text, const std::vector<std::string>& kernels) {
  return std::ranges::any_of(
      kernels, [&](const std::string& kernel) { return launches(text, kernel) && !defines(text, kernel); });
}

bool launches_any(std::string_view text, const std::vector<std::string>& kernels) {
  return std::ranges::any_of(kernels, [&](const std::string& kernel) { return launches(text, kernel); });
}

}  // namespace

bool launches(std::string_view text, std::string_view kernel) {
  for (std::size_t at = text.find(kernel); at != std::string_view::npos && !kernel.empty();
       at = text.find(kernel, at + 1)) {
    if (at > 0 && is_name_part(text[at - 1])) continue;
    const std::string_view behind = without_blanks(text.substr(at + kernel.size()));
    if (without_blanks(behind_arguments(behind)).starts_with("<<<")) return true;
  }
  return false;
}

void add_launcher(const fs::path& folder, const std::vector<std::string>& kernels, HostSource& source) {
  if (launches_any(source.text, kernels)) return;
  for (const fs::path& place : {folder, folder.parent_path()})
    for (const fs::path& path : sources_in(place)) {
      const Result<std::string> text = read_file(path.string(), most_bytes);
      if (!text || !launches_another(text.value(), kernels)) continue;
      if (!source.text.ends_with('\n')) source.text += '\n';
      source.launcher_line = 1 + static_cast<int>(std::ranges::count(source.text, '\n'));
      source.launcher = path.filename().string();
      source.text += text.value();
      return;
    }
}

}  // namespace tcviz::inline app_cli
