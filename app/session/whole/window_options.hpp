// The options that a session begins with, and those of a picture of the window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/whole/link.hpp"
#include "app/session/whole/recomputer.hpp"
#include "app/session/whole/task_jobs.hpp"
#include "gpu/kernel/maxas/collector.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

struct WindowOptions : TaskWorks {
  std::string kind;                        // empty: wmma.m16n16k16.acc.f32
  std::string source;                      // a name of Sources; empty: the default
  std::optional<Layout> file_layout;       // a layout file named instead of a kind
  std::string file_name;                   // of that file: the name of its source
  std::string open_file;                   // one with several layouts: opened as File > Open does
  std::string kernel_file;                 // a kernel, or its live registers, named instead of a kind: opened in front
  std::string products_file;               // a file of measured products named instead of a kind: opened in front
  std::filesystem::path config_folder;     // settings; empty: none are read or kept
  std::optional<Link> link;                // the view shown at first, instead of all else
  bool fresh = false;                      // the last run's picture does not come back
  std::string lesson;                      // opens on this one, by its id
  bool quiz = false;                       // opens on a quiz of the kind
  std::optional<std::uint64_t> quiz_seed;  // that asks the same as an earlier one
  std::optional<int> close_after_frames;   // for tests: draws this many frames and closes
  // Called after closing if a source still hangs. Must end the process at once, without destructors: the thread that
  // hangs uses the sources. Left empty, closing waits for the source.
  std::function<void()> leave_at_once;
  RecomputeWork recompute = recompute_here;  // computes compiled layouts again; tests have a way of their own
};

struct CaptureOptions {
  WindowOptions window;
  int width = 1400, height = 840;  // in pixels at scale 1
  double scale = 1;                // 0.5 to 4
  Theme theme = Theme::Dark;
  std::optional<Slot> select;  // pinned, in the last of the view's layouts: of a product the accumulator
  // The look. Empty texts: as the window begins.
  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::string expression;
  std::string threads;  // "0-7,16"
  std::string with;     // the right side of a comparison: a source or a kind
  bool full_screen = false;
  std::string show;          // the thing open besides the panels: a word of capture_extras(); empty: nothing
  std::string row, col;      // in the editor
  std::string formula;       // instead of both: one text
  bool hide_answer = false;  // the grids show only axes
  // The maxas view, at a step ("S3:17") or at a page of a tour ("1:2"); of both the step. Empty: not shown. The kernel
  // is that of the kind, or sgemm64.
  std::string maxas, maxas_tour;
  std::optional<maxas::Variant> maxas_variant;  // instead of the published one; alone it shows the view as well
};
}  // namespace tcviz::inline app_session
