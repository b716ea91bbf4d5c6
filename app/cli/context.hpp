// What every command works with: where its answer goes, and the parts of the program that only main can name. Knows
// nothing of windows, exit codes or the process's own streams, so that a test runs commands in its own process.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.hpp"
#include "gpu/maxas/collector.hpp"
#include "gpu/ops/gemm_report.hpp"
#include "gpu/ops/run.hpp"
#include "gpu/probe/source.hpp"

namespace tcviz {

// What the window is opened with.
struct WindowRequest {
  std::string kind;                   // empty: the window's own choice
  std::string source;                 // a name of Sources; empty: the default
  std::optional<Layout> file_layout;  // the layout of a file, instead of a kind
};

struct CaptureRequest {
  WindowRequest window;
  int width = 1400, height = 840;  // pixels at scale 1
  double scale = 1;
  Theme theme = Theme::Dark;
  std::optional<Slot> select;
  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::string expression;  // of ColorBy::Expression
  std::string threads;     // "0-7,16"; empty: all
  std::string with;        // the right side of a comparison: a source or a kind
  bool full_screen = false;
  std::string show;                             // what is open besides the panels: "palette", "architectures", ...
  std::string row, col;                         // in the window's editor
  std::string formula;                          // instead of both: one text
  bool hide_answer = false;                     // the grids show only axes
  std::string maxas;                            // the maxas view at a step: "S3:17"
  std::string maxas_tour;                       // or at a page of a tour: "1:2"
  std::optional<maxas::Variant> maxas_variant;  // instead of the published one; alone it shows the view as well
};

struct Backends {
  // Every source of this machine. Looking for GPUs starts the driver, so it is asked only where a GPU may be needed.
  std::function<Sources(bool look_for_gpus)> sources;
  std::function<Status(Sources&, const WindowRequest&)> window;
  std::function<Result<std::string>(Sources&, const CaptureRequest&)> capture;  // PNG bytes
  // On a GPU, in a process that can be ended.
  std::function<Result<RunResult>(const RunRequest&, const RunProgress&)> run_kernels;
};

struct Context {
  std::ostream& out;    // the answer
  std::ostream& notes;  // what a person should know beside it
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();  // the program
  bool out_is_terminal = false;
  bool color = false;                     // ANSI colours in the answer
  std::string_view version = {};          // "0.1.0"
  std::string_view bash_completion = {};  // the script that `completion bash` prints
  std::vector<GemmFile> recorded_products = {};
  Backends backends = {};
};

}  // namespace tcviz
