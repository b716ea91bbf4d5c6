#include "app/session/whole/figure_saver.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/session/base/picture_clipboard.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {
namespace {

TellFigure saved(const FigureSaver::Bytes& make, const std::string& path) {
  const Result<std::string> bytes = make();
  if (!bytes) return {bytes.error().message, true};
  if (path.empty()) {
    const Status copied = copy_picture(bytes.value());
    if (!copied) return {copied.error().message, true};
    return {"The picture is on the clipboard."};
  }
  if (Status written = write_file(path, bytes.value()); !written) return {written.error().message, true};
  return {fmt::format("Saved: {}", path), false, false, path};
}

}  // namespace

FigureSaver::FigureSaver(std::function<void()> wake)
    : thread_([](const Job& job, const auto& context) { context.tell(saved(job.bytes, job.path)); },
              [](const Job&, const char* why) {
                return TellFigure{why, true};
              },
              [](const Action&, const Action&) { return false; }, std::move(wake)) {}

}  // namespace tcviz::inline app_session
