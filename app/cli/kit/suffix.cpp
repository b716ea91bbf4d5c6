#include "app/cli/kit/suffix.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace tcviz::inline app_cli {

Status check_suffix(const std::string& path, FigureFormat written, std::string_view option) {
  std::filesystem::path file(path);
  const FormatRow* const named = format_of_suffix(file.extension().string());
  if (named == nullptr || named->format == written) return Nothing{};
  const FormatRow& row = row_of(written);
  const std::string leave = option.empty() ? std::string() : fmt::format(", or leave out {}", option);
  return bad_input(fmt::format("-o {} has the suffix of {}, and {} is written: call it {}{}.", path, named->word,
                               row.word, file.replace_extension(row.suffix).string(), leave));
}

}  // namespace tcviz::inline app_cli
