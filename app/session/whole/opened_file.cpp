#include "app/session/whole/opened_file.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/asked/named_file.hpp"
#include "app/session/base/folder_entries.hpp"
#include "app/session/whole/tasks.hpp"

namespace tcviz::inline app_session {

Result<OpenedFile> open_any_file(const std::string& path) {
  const std::string whole = without_tilde(path);
  std::error_code none;
  if (std::filesystem::is_directory(whole, none))
    return bad_input(fmt::format("{} is a folder: name a file in it.", path));
  Result<NamedFile> named = read_named_file(whole);
  TCVIZ_TRY(named);
  OpenedFile file{whole, std::filesystem::path(whole).filename().string(), {}, std::nullopt};
  if (auto opened = opened_by_task({path, file.name, named.value()})) {
    TCVIZ_TRY(*opened);
    file.action = std::move(*opened).value();
    return file;
  }
  Result<std::vector<FigureLayout>> figure = layouts_in(named.value());
  TCVIZ_TRY(figure);
  for (FigureLayout& part : figure.value()) file.layouts.push_back(std::move(part.layout));
  return file;
}

}  // namespace tcviz::inline app_session
