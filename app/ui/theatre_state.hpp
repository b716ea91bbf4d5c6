// What the panel of operations shows, as plain values. Knows nothing of Dear ImGui, threads or GPUs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/ops/run.hpp"

namespace tcviz {

// What is to be run.
struct TheatreChoice {
  std::string operation = "upper";
  double a = 1, b = 0;
  int d = 0;
  std::string body;  // of the operation `body`
  friend bool operator==(const TheatreChoice&, const TheatreChoice&) = default;
};

// A run that is over. Immutable: the runner makes it, panels read it.
struct TheatreRun {
  TheatreChoice choice;
  std::string source;  // of the layout: "cuda:0"
  Layout layout;
  Result<RunResult> result;
  std::string text;  // the kernel; empty where there is none
};

enum class TheatreStage : std::uint8_t { Idle, Wanted, Running };
// Walks the threads or the values one by one: which elements does each touch?
enum class StepBy : std::uint8_t { None, Thread, Value };

inline constexpr std::size_t most_runs = 30;

struct TheatreState {
  bool open = false;
  TheatreChoice choice;
  std::shared_ptr<const TheatreRun> shown;              // null: nothing has been run
  std::vector<std::shared_ptr<const TheatreRun>> runs;  // on a GPU, the latest first
  StepBy step_by = StepBy::None;
  int step = 0;

  TheatreStage stage = TheatreStage::Idle;
  bool stop_wanted = false;
  std::string doing;  // "compiling"
  int done = 0, all = 0;
  // Counted up: the runner serves a wish once. What is wanted of the last one.
  int wishes = 0, focuses = 0;
  bool wish_timing = false;

  bool busy() const { return stage != TheatreStage::Idle; }
};

}  // namespace tcviz
