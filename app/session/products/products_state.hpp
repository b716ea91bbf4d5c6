// The state of the workspaces Products and Tiles, a plain value. A run is a set of measured matrix products (GEMM).
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

// A run of the list. `shown`: it is drawn over the chosen one.
struct ProductsRunRow {
  std::shared_ptr<const GemmRun> run;
  bool shown = false;
};

// The product whose tiling (the division into blocks, warps and fragments) is shown, and the selected part of it.
struct TileChoice {
  std::string kernel = "staged_wmma";
  ComputeCapability architecture = 90;
  GemmShape shape{300, 420, 100};
  TilePlace place;       // the chosen block, warp and fragment
  int phase = 0;         // number of the phase (step along k) that is shown
  bool playing = false;  // the phases are animated

  // Returns the tiling; none if the kernel is unknown or has no description of its tiles.
  std::optional<GemmTiling> tiling() const;
};
inline constexpr ComputeCapability tile_architectures[] = {75, 80, 86, 90, 100, 120};

inline constexpr std::size_t most_product_runs = 30;

// Returns the default selection: a few kernels in colour, the others grey.
GemmLook usual_look();

// The table below the plot.
struct ProductsTableChoice {
  double share = 0;  // height, as a fraction of the view's; 0: folded to one line
  std::string size;  // the size of the product that the table is about; empty: the largest
  bool all = false;  // the table has all sizes
  friend bool operator==(const ProductsTableChoice&, const ProductsTableChoice&) = default;
};
inline constexpr double usual_table_share = 0.42, most_table_share = 0.75;

// The base class Task is about the run on the GPU.
struct ProductsState : Task {
  ProductsPage page = ProductsPage::Speed;
  std::vector<ProductsRunRow> runs;  // those of the program last, the others before them, the latest first
  std::size_t chosen = 0;            // index of the run that the tables show
  GemmLook look = usual_look();      // kernels in colour, which RunProducts runs; the others are thin and grey
  ProductsTableChoice table;
  std::string sizes;  // sizes that RunProducts runs: "128, 1000x512x77"; empty: the default ones
  int spread = 0;     // spread of the exponents of the test data; 0: none

  TileChoice tiles;
  // Requests that the session takes: files to be read, and the path to save the page to.
  std::vector<std::string> open_wanted;
  std::optional<std::string> save_wanted;
  std::string news;     // message about the last run, file or picture
  bool failed = false;  // `news` is about a failure

  // Returns the run that the page describes: the chosen one; on the page Spread, if that has no such measurements, the
  // first run that has. Null if there are no runs.
  std::shared_ptr<const GemmRun> told_run() const;
  // Returns the runs in the plot: told_run() first.
  std::vector<std::shared_ptr<const GemmRun>> shown_runs() const;
  // True if `some` equals shown_runs(); cheap, for use in every frame.
  bool shows(const std::vector<std::shared_ptr<const GemmRun>>& some) const;
};

// Returns the plot of a page.
GemmView view_of(ProductsPage page);

}  // namespace tcviz::inline app_session
