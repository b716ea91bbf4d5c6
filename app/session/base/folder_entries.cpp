#include "app/session/base/folder_entries.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace tcviz::inline app_session {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 400;
constexpr std::array<std::string_view, 13> suffixes = {".json", ".live", ".svg", ".png", ".pdf", ".tex", ".hpp",
                                                       ".md",   ".txt",  ".csv", ".cu",  ".cuh", ".ptx"};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool may_be_opened(const fs::path& path) {
  return std::find(suffixes.begin(), suffixes.end(), lower_case(path.extension().string())) != suffixes.end();
}

}  // namespace

std::string without_tilde(const std::string& typed) {
  const char* const home = std::getenv("HOME");
  return typed.starts_with("~/") && home != nullptr ? home + typed.substr(1) : typed;
}

std::string full_path(const std::string& path) {
  std::error_code none;
  const fs::path full = fs::absolute(path, none);
  return none ? path : full.lexically_normal().string();
}

std::vector<FolderEntry> entries_for(const std::string& typed) {
  const std::string whole = without_tilde(typed);
  const std::size_t cut = whole.rfind('/');
  const std::string folder = cut == std::string::npos ? "" : whole.substr(0, cut + 1);
  const std::string begun = lower_case(cut == std::string::npos ? whole : whole.substr(cut + 1));
  std::vector<FolderEntry> entries;
  std::error_code problem;
  fs::directory_iterator at(folder.empty() ? fs::path(".") : fs::path(folder), problem);
  for (; !problem && at != fs::directory_iterator() && entries.size() < most_entries; at.increment(problem)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    const bool is_folder = at->is_directory(ignored);
    const bool hidden = name.starts_with('.') && !begun.starts_with('.');
    if (hidden || !lower_case(name).starts_with(begun) || (!is_folder && !may_be_opened(at->path()))) continue;
    entries.push_back({name, folder + name + (is_folder ? "/" : ""), is_folder});
  }
  std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
  });
  return entries;
}

std::string completed_path(const std::string& typed, const std::vector<FolderEntry>& entries) {
  if (entries.empty()) return typed;
  std::string common = entries.front().path;
  for (const FolderEntry& entry : entries) {
    const auto end = std::mismatch(common.begin(), common.end(), entry.path.begin(), entry.path.end());
    common.erase(end.first, common.end());
  }
  return common.size() >= without_tilde(typed).size() ? common : typed;
}

}  // namespace tcviz::inline app_session
