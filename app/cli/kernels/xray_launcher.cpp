#include "app/cli/kernels/xray_launcher.hpp"

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/propose/kernel_text.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 200, most_bytes = std::size_t{1} << 20;

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

// True if the text launches one of the kernels; `others`: one that it does not define.
bool launches(const std::string& text, const std::vector<std::string>& kernels, bool others) {
  if (text.find("<<<") == std::string::npos) return false;
  const HostText read(text, 0);
  const std::vector<KernelText> own = others ? kernels_in(read) : std::vector<KernelText>();
  return std::ranges::any_of(kernels, [&](const std::string& kernel) {
    return !calls_of(read, kernel).empty() && std::ranges::find(own, kernel, &KernelText::name) == own.end();
  });
}

}  // namespace

void add_launcher(const fs::path& folder, const std::vector<std::string>& kernels, HostSource& source) {
  if (launches(source.text, kernels, false)) return;
  for (const fs::path& place : {folder, folder.parent_path()})
    for (const fs::path& path : sources_in(place)) {
      const Result<std::string> text = read_file(path.string(), most_bytes);
      if (!text || !launches(text.value(), kernels, true)) continue;
      if (!source.text.ends_with('\n')) source.text += '\n';
      source.launcher_line = 1 + static_cast<int>(std::ranges::count(source.text, '\n'));
      source.launcher = path.filename().string();
      source.text += text.value();
      return;
    }
}

}  // namespace tcviz::inline app_cli
