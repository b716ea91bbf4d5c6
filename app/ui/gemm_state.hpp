// What the panel of whole products shows, as plain values. Knows nothing of Dear ImGui, threads or GPUs.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/export/gemm_plots.hpp"
#include "gpu/ops/gemm_tiling.hpp"

namespace tcviz {

enum class GemmPage : std::uint8_t { Speed, Residual, SpeedUp, Spread, Tiles };

// A run of the list; those that are shown lie over the chosen one.
struct GemmRunRow {
  std::shared_ptr<const GemmRun> run;
  bool shown = false;
};

// How a kernel cuts a product, and where one looks.
struct TileChoice {
  std::string kernel = "staged_wmma";
  ComputeCapability architecture = 90;
  GemmShape shape{300, 420, 100};
  TilePlace place;
  int phase = 0;
  bool playing = false;

  // None: no such kernel, or one that does not tell.
  std::optional<GemmTiling> tiling() const;
};
inline constexpr ComputeCapability tile_architectures[] = {75, 80, 86, 90, 100, 120};

enum class GemmStage : std::uint8_t { Idle, Wanted, Running };

inline constexpr std::size_t most_gemm_runs = 30;

struct GemmState {
  bool open = false;
  GemmPage page = GemmPage::Speed;
  std::vector<GemmRunRow> runs;  // recorded ones last, others the latest first
  std::size_t chosen = 0;        // the run that tables tell of
  std::set<std::string> hidden;  // ids of kernels that are neither shown nor run
  std::string sizes;             // to be run: "128, 1000x512x77"; empty: the usual ones
  int spread = 0;                // of the exponents

  GemmStage stage = GemmStage::Idle;
  bool stop_wanted = false;
  std::string doing;  // "staged_wmma 4096x4096x4096"
  int done = 0, all = 0;
  TileChoice tiles;
  std::vector<std::string> open_paths;  // files wished for, the latest last
  std::string save_path;                // of the last wish
  std::string news;                     // how the last run, file or picture ended; a sentence
  bool failed = false;
  // Counted up: a wish is served once.
  int wishes = 0, focuses = 0, saves = 0;

  bool busy() const { return stage != GemmStage::Idle; }
  // The run that the page tells of: the chosen one, but where that knows nothing of spread exponents the first that
  // does. None: null.
  std::shared_ptr<const GemmRun> told_run() const;
  // The one that is told of first.
  std::vector<std::shared_ptr<const GemmRun>> shown_runs() const;
};

// The view that a page plots.
GemmView view_of(GemmPage page);

}  // namespace tcviz
