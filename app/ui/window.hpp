// The window, and the same window drawn without a display.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.hpp"
#include "app/ui/gemm_jobs.hpp"
#include "app/ui/rereader.hpp"
#include "app/ui/theatre_runner.hpp"
#include "gpu/maxas/collector.hpp"
#include "gpu/ops/gemm_report.hpp"
#include "gpu/probe/source.hpp"

namespace tcviz {

struct WindowOptions {
  std::string kind;                       // empty: wmma.m16n16k16.acc.f32
  std::string source;                     // a name of Sources; empty: the default
  std::optional<Layout> file_layout;      // a layout file named instead of a kind
  std::filesystem::path config_folder;    // settings; empty: none are read or kept
  std::optional<int> close_after_frames;  // for tests: draws so many frames and closes
  // Called after closing where a source still hangs. Must end the process at once, without destructors: the thread that
  // hangs uses the sources. Left empty, closing waits for the source.
  std::function<void()> leave_at_once;
  std::vector<GemmFile> recorded_products;  // results that travel with the program; must outlive the window
  ProductsWork run_products;                // how products run on a GPU; empty: they do not
  RunWork run_kernels;                      // how operations run on a GPU; empty: they do not
  RereadWork reread = reread_here;          // how compiled layouts are read afresh; tests have a way of their own
};
// Opens the window and returns when it is closed. Unavailable where there is no display or no OpenGL 3.3.
Status run_window(Sources& sources, const WindowOptions& options);

struct CaptureOptions {
  WindowOptions window;
  int width = 1400, height = 840;  // in pixels at scale 1
  double scale = 1;                // 0.5 to 4
  Theme theme = Theme::Dark;
  std::optional<Slot> select;  // pinned, in the last of the view's layouts: of a product the accumulator
  // How it is drawn. Empty texts: as the window begins.
  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::string expression;
  std::string threads;  // "0-7,16"
  std::string with;     // the right side of a comparison: a source or a kind
  bool full_screen = false;
  std::string show;          // what is open besides the panels: a word of capture_extras(); empty: nothing
  std::string row, col;      // in the editor
  std::string formula;       // instead of both: one text
  bool hide_answer = false;  // the grids show only axes
  // The maxas view, at a step ("S3:17") or at a page of a tour ("1:2"); of both the step. Empty: not shown. The kernel
  // is that of the kind, or sgemm64.
  std::string maxas, maxas_tour;
  std::optional<maxas::Variant> maxas_variant;  // instead of the published one; alone it shows the view as well
};
// "palette", "architectures", "keys", "tour-1", ...
std::vector<std::string_view> capture_extras();
// The window as PNG bytes. A probe of the chosen source is waited for.
Result<std::string> capture_window(Sources& sources, const CaptureOptions& options);

}  // namespace tcviz
