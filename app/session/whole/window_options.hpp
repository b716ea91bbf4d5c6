// The options with which the window starts, and those of `tcviz capture`, which draws the window to a picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/task_parts.hpp"
#include "app/session/whole/link.hpp"
#include "app/session/whole/recomputer.hpp"
#include "gpu/kernel/maxas/collector.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

// The base class has the functions that tasks need from outside (to run kernels, for example):
// options.task<XrayWorks>().
struct WindowOptions : TaskParts {
  std::string kind;                        // empty: wmma.m16n16k16.acc.f32
  std::string source;                      // name of a source; empty: the default
  std::optional<Layout> file_layout;       // the layout of a file that was named instead of a kind
  std::string file_name;                   // name of that file, which becomes the name of a source
  std::string open_file;                   // a file with several layouts, opened as by File > Open
  std::string kernel_file;                 // a kernel, or live registers, named instead of a kind; empty: none
  std::string products_file;               // a file of measured products named instead of a kind; empty: none
  std::filesystem::path config_folder;     // for settings; empty: none are read or written
  std::optional<Link> link;                // the view to open, instead of all else
  bool fresh = false;                      // do not restore the last view
  std::string lesson;                      // id of a lesson to open; empty: none
  std::optional<Lesson> lesson_file;       // a lesson of the user's own, which is opened and comes before the others
  bool quiz = false;                       // start a quiz on the kind
  std::optional<std::uint64_t> quiz_seed;  // its seed; none: a new one
  std::optional<int> close_after_frames;   // for tests: draws this many frames and closes
  // Called after the window has closed if a source hangs. Must end the process without destructors, because the hanging
  // thread uses the sources. If it is empty, closing waits for the source.
  std::function<void()> leave_at_once;
  RecomputeWork recompute = recompute_here;  // computes compiled layouts again; replaced in tests
};

struct CaptureOptions {
  WindowOptions window;
  int width = 1400, height = 840;  // in pixels at scale 1
  double scale = 1;                // 0.5 to 4
  Theme theme = Theme::Dark;
  std::optional<Slot> select;  // slot to pin, in the last layout of the view (of a product the accumulator)
  // The appearance. Empty texts: the default.
  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::string expression;
  std::string threads;  // "0-7,16"
  std::string with;     // the right side of a comparison: a source or a kind
  bool full_screen = false;
  std::string show;          // a word of capture_extras(): what else is open; empty: nothing
  std::string row, col;      // the formula in the editor
  std::string formula;       // or as one text, instead of both
  bool hide_answer = false;  // the grids show only axes
  // Opens the view of the maxas SGEMM, at a step ("S3:17") or at a page of a tour ("1:2"); if both are given, at the
  // step. Empty: not shown. The kernel is that of the kind, or sgemm64.
  std::string maxas, maxas_tour;
  std::optional<maxas::Variant> maxas_variant;  // none: the published one; it also opens the view
};
}  // namespace tcviz::inline app_session
