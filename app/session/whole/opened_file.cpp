#include "app/session/whole/opened_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/export/figure/figure.hpp"
#include "app/session/learn/lesson_file.hpp"
#include "gpu/kernel/live/live_file.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/run/gemm/gemm_report.hpp"

namespace tcviz::inline app_session {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 400;
// A lesson is told by its first words, so that its own mistakes are named.
constexpr std::string_view lesson_format = "tcviz-lesson/";
constexpr std::array<std::string_view, 13> suffixes = {".json", ".live", ".svg", ".png", ".pdf", ".tex", ".hpp",
                                                       ".md",   ".txt",  ".csv", ".cu",  ".cuh", ".ptx"};
constexpr std::array<std::string_view, 2> cuda_suffixes = {".cu", ".cuh"};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

Result<Lesson> lesson_of(const std::string& path, const std::string& text) {
  LessonReading reading = read_lesson(text);
  if (reading.mistakes.empty()) return std::move(reading.lesson);
  return bad_input(fmt::format("{}: {}; `tcviz learn --check {}` lists all mistakes.", path,
                               describe(reading.mistakes.front()), path));
}

// {"grid": [2, 2], "block": 128, "args": [...]}: no other file of ours has both of these keys at its top.
bool looks_like_launch(const std::string& text) {
  if (text.size() > (std::size_t{1} << 20)) return false;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  return json.is_object() && json.contains("block") && json.contains("args") && !json.contains("format");
}

// "~/a": as a shell reads it.
std::string without_tilde(const std::string& typed) {
  const char* const home = std::getenv("HOME");
  return typed.starts_with("~/") && home != nullptr ? home + typed.substr(1) : typed;
}

bool is_one_of(std::span<const std::string_view> all, const fs::path& path) {
  return std::find(all.begin(), all.end(), lower(path.extension().string())) != all.end();
}

bool may_be_opened(const fs::path& path) { return is_one_of(suffixes, path); }

}  // namespace

Result<OpenedFile> open_any_file(const std::string& path) {
  const std::string whole = without_tilde(path);
  std::error_code none;
  if (fs::is_directory(whole, none)) return bad_input(fmt::format("{} is a folder: name a file in it.", path));
  OpenedFile file;
  file.path = whole, file.name = fs::path(whole).filename().string();
  const Result<std::string> text = read_file(whole);
  TCVIZ_TRY(text);
  file.is_cuda = is_one_of(cuda_suffixes, whole);
  if (file.is_cuda || lower(fs::path(whole).extension().string()) == ".ptx") {
    if (text.value().empty()) return bad_input(fmt::format("{} is empty.", path));
    file.kernel = text.value();
    return file;
  }
  if (looks_live(text.value())) {
    const Result<LiveFile> live = read_live(text.value());
    if (!live) return bad_input(fmt::format("{}: {}", path, live.error().message));
    if (live.value().snapshots.empty()) return bad_input(fmt::format("{} holds no snapshot.", path));
    file.live = true;
    return file;
  }
  if (text.value().substr(0, 4096).find(lesson_format) != std::string::npos) {
    Result<Lesson> lesson = lesson_of(whole, text.value());
    TCVIZ_TRY(lesson);
    file.lesson = std::move(lesson).value();
    return file;
  }
  if (looks_like_launch(text.value())) {
    file.launch = text.value();
    return file;
  }
  file.products = read_gemm(text.value()).ok();
  if (file.products) return file;
  Result<std::vector<FigureLayout>> figure = figure_in_file(whole);
  TCVIZ_TRY(figure);
  for (FigureLayout& part : figure.value()) file.layouts.push_back(std::move(part.layout));
  return file;
}

std::vector<FolderEntry> entries_for(const std::string& typed) {
  const std::string whole = without_tilde(typed);
  const std::size_t cut = whole.rfind('/');
  const std::string folder = cut == std::string::npos ? "" : whole.substr(0, cut + 1);
  const std::string begun = lower(cut == std::string::npos ? whole : whole.substr(cut + 1));
  std::vector<FolderEntry> entries;
  std::error_code problem;
  fs::directory_iterator at(folder.empty() ? fs::path(".") : fs::path(folder), problem);
  for (; !problem && at != fs::directory_iterator() && entries.size() < most_entries; at.increment(problem)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    const bool is_folder = at->is_directory(ignored);
    const bool hidden = name.starts_with('.') && !begun.starts_with('.');
    if (hidden || !lower(name).starts_with(begun) || (!is_folder && !may_be_opened(at->path()))) continue;
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
