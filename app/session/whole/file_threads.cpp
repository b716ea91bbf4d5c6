#include "app/session/whole/file_threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/session/base/folder_entries.hpp"
#include "app/session/base/picture_clipboard.hpp"
#include "app/session/whole/figure_of.hpp"
#include "app/session/whole/opened_file.hpp"
#include "app/session/whole/tasks.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {
namespace {

Action opened(const std::string& path) {
  Result<OpenedFile> file = open_any_file(path);
  if (!file) return WindowAction(FailOpening{file.error().message});
  return WindowAction(TakeFile{std::make_shared<const OpenedFile>(std::move(file).value())});
}

TellFigure saved(const FigureToSave& job) {
  const Result<std::string> bytes = job.bytes();
  if (!bytes) return {bytes.error().message, true};
  if (job.path.empty()) {
    const Status copied = copy_picture(bytes.value());
    if (!copied) return {copied.error().message, true};
    return {"The picture is on the clipboard."};
  }
  if (Status written = write_file(job.path, bytes.value()); !written) return {written.error().message, true};
  return {fmt::format("Saved: {}", job.path), false, false, job.path};
}

bool none_outdated(const Action&, const Action&) { return false; }

Result<FigureBytes> fragment_bytes(const Document& d, bool as_png) {
  Result<Figure> figure = figure_of(d);
  if (!figure) return figure.error();
  if (as_png) figure.value().format = FigureFormat::Png;
  return FigureBytes([made = std::move(figure).value()] { return write_figure(made); });
}

std::string figure_path_of(const Document& d) {
  const std::string path = figure_path_of_task(d);
  return path.empty() ? full_figure_path(d) : full_path(path);
}

// Returns the figure's bytes. An empty path: as a PNG, to the clipboard.
Result<FigureBytes> figure_bytes(const Document& d, const TaskParts& works, const std::string& path) {
  std::optional<Result<FigureBytes>> made = figure_of_task(d, {path, d.figure.theme, d.palette}, works);
  return made ? *std::move(made) : fragment_bytes(d, path.empty());
}

}  // namespace

JobThread<std::string, Action> opener_thread(Wake wake) {
  return {[](const std::string& path, const auto& context) { context.tell(opened(path)); },
          [](const std::string&, const char* why) -> Action { return WindowAction(FailOpening{why}); }, none_outdated,
          std::move(wake)};
}

FigureSaver::FigureSaver(Wake wake)
    : JobThread([](const FigureToSave& job, const auto& context) { context.tell(saved(job)); },
                [](const FigureToSave&, const char* why) -> Action {
                  return TellFigure{why, true};
                },
                none_outdated, std::move(wake)) {}

namespace {

void copy_figure(Document& d, const TaskParts& works, FigureSaver& saver) {
  Result<FigureBytes> bytes = figure_bytes(d, works, {});
  if (!bytes) return apply_action(d, TellFigure{bytes.error().message, true});
  saver.start({std::move(bytes).value(), {}});
}

void save_figure(Document& d, const TaskParts& works, FigureSaver& saver) {
  const std::string path = figure_path_of(d);
  Result<FigureBytes> bytes = figure_bytes(d, works, path);
  if (!bytes) return apply_action(d, TellFigure{bytes.error().message, true});
  std::error_code none;
  if (!d.figure_replaces && path != d.figure_saved && std::filesystem::exists(path, none))
    return apply_action(d, TellFigure{fmt::format("There is a file already: {}", path), true, true});
  saver.start({std::move(bytes).value(), path});
}

}  // namespace

void serve_figures(Document& document, const TaskParts& works, FigureSaver& saver) {
  if (std::exchange(document.figure_wanted, false)) save_figure(document, works, saver);
  if (std::exchange(document.figure_copy_wanted, false)) copy_figure(document, works, saver);
}

}  // namespace tcviz::inline app_session
