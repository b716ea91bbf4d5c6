// Figures of what is on screen: of the fragment, or of the task that has a figure of its own.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "app/export/figure/scene_figure.hpp"
#include "app/session/shared_memory/smem_figure.hpp"
#include "app/session/whole/figure_of.hpp"
#include "app/session/whole/session.hpp"

namespace tcviz::inline app_session {
namespace {

using Bytes = FigureSaver::Bytes;

Result<Bytes> fragment_bytes(const Document& d, bool as_png) {
  Result<Figure> figure = figure_of(d);
  if (!figure) return figure.error();
  if (as_png) figure.value().format = FigureFormat::Png;
  return Bytes([made = std::move(figure).value()] { return write_figure(made); });
}

Result<Bytes> smem_bytes(const Document& d, FigureFormat format) {
  Result<Scene> scene = smem_figure(d.smem, d.figure.theme, d.palette);
  if (!scene) return scene.error();
  return Bytes([made = std::move(scene).value(), format] { return write_scene(made, format); });
}

Result<Bytes> xray_bytes(const XrayState& xray, const XrayFigureWork& work, const std::string& suffix) {
  if (!work) return unavailable("this program cannot execute kernels.");
  if (!xray.product || *xray.product >= static_cast<int>(xray.run->products.size()))
    return bad_input("The kernel has executed no tensor-core product, and there is nothing to draw.");
  const XrayProduct& product = xray.run->products[static_cast<std::size_t>(*xray.product)];
  const XrayQuestion question{xray.run->source, xray.is_cuda, spell_product(product), {}, {}, xray.run->launch};
  return Bytes([work, question, suffix] { return work(question, suffix); });
}

std::string figure_path_of(const Document& d) {
  if (d.workspace == Workspace::SharedMemory) return full_path(smem_figure_path(d.smem));
  if (d.workspace == Workspace::Xray)
    return full_path(d.xray.figure_path.empty() ? default_xray_path(d.xray) : d.xray.figure_path);
  return full_figure_path(d);
}

}  // namespace

// An empty path: as a PNG, to the clipboard.
Result<Bytes> Session::figure_bytes(const std::string& path) const {
  const bool of_xray = document_.workspace == Workspace::Xray;
  if (!of_xray && document_.workspace != Workspace::SharedMemory) return fragment_bytes(document_, path.empty());
  if (of_xray && !document_.xray.run) return bad_input("There is no product on screen: open a kernel first.");
  const Result<FigureFormat> format = path.empty() ? FigureFormat::Png : picture_format_of(path);
  TCVIZ_TRY(format);
  if (!of_xray) return smem_bytes(document_, format.value());
  return xray_bytes(document_.xray, draw_xray_,
                    path.empty() ? ".png" : std::filesystem::path(path).extension().string());
}

void Session::serve_figure_copy() {
  if (!std::exchange(document_.figure_copy_wanted, false)) return;
  Result<Bytes> bytes = figure_bytes({});
  if (!bytes) return apply_action(document_, TellFigure{bytes.error().message, true});
  saver_.copy(std::move(bytes).value());
}

void Session::serve_figure() {
  if (!std::exchange(document_.figure_wanted, false)) return;
  const std::string path = figure_path_of(document_);
  Result<Bytes> bytes = figure_bytes(path);
  if (!bytes) return apply_action(document_, TellFigure{bytes.error().message, true});
  std::error_code none;
  if (!document_.figure_replaces && path != document_.figure_saved && std::filesystem::exists(path, none))
    return apply_action(document_, TellFigure{fmt::format("There is a file already: {}", path), true, true});
  saver_.save(std::move(bytes).value(), path);
}

}  // namespace tcviz::inline app_session
