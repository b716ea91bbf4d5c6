// The state of the panel of whole products, as plain values. Knows nothing of Dear ImGui, threads or GPUs.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/export/plots/gemm_plots.hpp"
#include "app/session/base/task.hpp"
#include "gpu/run/gemm/gemm_tiling.hpp"

namespace tcviz::inline app_session {

enum class ProductsPage : std::uint8_t { Speed, Residual, SpeedUp, Spread, Tiles };

// A run of the list; those that are shown lie over the chosen one.
struct ProductsRunRow {
  std::shared_ptr<const GemmRun> run;
  bool shown = false;
};

// The tiling of a product by a kernel, and the part of it that is shown.
struct TileChoice {
  std::string kernel = "staged_wmma";
  ComputeCapability architecture = 90;
  GemmShape shape{300, 420, 100};
  TilePlace place;
  int phase = 0;
  bool playing = false;

  // Returns the tiling; none: no such kernel, or one that gives no tiles.
  std::optional<GemmTiling> tiling() const;
};
inline constexpr ComputeCapability tile_architectures[] = {75, 80, 86, 90, 100, 120};

inline constexpr std::size_t most_product_runs = 30;

// Returns the look with the few kernels that tell the story in colour.
GemmLook usual_look();

// The table below the plot.
struct ProductsTableChoice {
  double share = 0;  // of the height; 0: folded to a line
  std::string size;  // the size of the product that is described; empty: the largest
  bool all = false;  // all sizes
  friend bool operator==(const ProductsTableChoice&, const ProductsTableChoice&) = default;
};
inline constexpr double usual_table_share = 0.42, most_table_share = 0.75;

// The task is a run on the GPU.
struct ProductsState : Task {
  ProductsPage page = ProductsPage::Speed;
  std::vector<ProductsRunRow> runs;  // recorded ones last, others the latest first
  std::size_t chosen = 0;            // the run that the tables show
  GemmLook look = usual_look();      // which kernels are in colour: those are run; the others are thin and grey
  ProductsTableChoice table;
  std::string sizes;  // to be run: "128, 1000x512x77"; empty: the usual ones
  int spread = 0;     // of the exponents

  TileChoice tiles;
  // Wishes that the session takes: files to be read, and the path to save the page to.
  std::vector<std::string> open_wanted;
  std::optional<std::string> save_wanted;
  std::string news;  // the outcome of the last run, file or picture; a sentence
  bool failed = false;

  // Returns the run that the page is about: the chosen one, unless it knows nothing of spread exponents; then the first
  // run that does. Null if there is none.
  std::shared_ptr<const GemmRun> told_run() const;
  // Returns the runs that are shown, the one that is described first in front.
  std::vector<std::shared_ptr<const GemmRun>> shown_runs() const;
  // True if these are the runs that are shown; asked in every frame.
  bool shows(const std::vector<std::shared_ptr<const GemmRun>>& some) const;
};

// Returns the view that a page plots.
GemmView view_of(ProductsPage page);

}  // namespace tcviz::inline app_session
