#include "app/asked/named_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "gpu/kernel/live/live_file.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/run/gemm/gemm_report.hpp"

namespace tcviz::inline app_asked {
namespace {

// The first words of a lesson: they alone make a file one, so that its own mistakes are named.
constexpr std::string_view lesson_format = "tcviz-lesson/";

// Recognises {"grid": [2, 2], "block": 128, "args": [...]}: no other file of ours has both of these keys at its top.
bool looks_like_launch(const std::string& text) {
  if (text.size() > (std::size_t{1} << 20)) return false;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  return json.is_object() && json.contains("block") && json.contains("args") && !json.contains("format");
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

FileHolds content_of(const std::string& text) {
  if (looks_live(text)) return FileHolds::Live;
  if (text.substr(0, 4096).find(lesson_format) != std::string::npos) return FileHolds::Lesson;
  if (looks_like_launch(text)) return FileHolds::Launch;
  return read_gemm(text).ok() ? FileHolds::Products : FileHolds::Layouts;
}

}  // namespace

Result<NamedFile> read_named_file(const std::string& path) {
  Result<std::string> bytes = read_file(path);
  TCVIZ_TRY(bytes);
  NamedFile file{path, std::move(bytes).value()};
  const std::string suffix = lower(std::filesystem::path(path).extension().string());
  file.is_cuda = suffix == ".cu" || suffix == ".cuh";
  file.holds = file.is_cuda || suffix == ".ptx" ? FileHolds::Kernel : content_of(file.bytes);
  return file;
}

Result<std::vector<FigureLayout>> layouts_in(const NamedFile& file) {
  Result<std::vector<FigureLayout>> layouts = figure_in_text(file.bytes);
  if (layouts) return layouts;
  return Error{layouts.error().fault, file.path + ": " + layouts.error().message};
}

}  // namespace tcviz::inline app_asked
