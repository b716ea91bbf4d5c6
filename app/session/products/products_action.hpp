// The actions of the workspaces Products (measured matrix products, GEMM) and Tiles: requests of the user, and results
// of the background thread.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/products/products_state.hpp"

namespace tcviz::inline app_session {

// Opens the workspace at a page.
struct ShowProductsPage {
  ProductsPage page = ProductsPage::Speed;
};
// Shows a page.
struct SetProductsPage {
  ProductsPage page = ProductsPage::Speed;
};
// Shows a kernel in colour, or grey if it was in colour. Kernels in colour are those that RunProducts runs.
struct ToggleKernel {
  std::string kernel;
};
// Shows all kernels of a group in colour, or grey.
struct ShowGroup {
  GemmGroup group = GemmGroup::F16;
  bool on = true;
};
// Shows the default selection of kernels in colour.
struct ShowUsual {};
// Shows speeds as a fraction of those of cuBLAS, or as they are.
struct SetOfCublas {
  bool on = true;
};
struct SetProductsTable {
  ProductsTableChoice table;
};
// Shows run number `run` of the list.
struct ChooseProductsRun {
  std::size_t run = 0;
};
// Draws run number `run` over the chosen one, or not.
struct OverlayProductsRun {
  std::size_t run = 0;
  bool shown = true;
};
// Sets what RunProducts runs; see ProductsState::sizes and spread.
struct SetProductsSizes {
  std::string sizes;
  int spread = 0;
};
// Runs the kernels in colour on the GPU.
struct RunProducts {};
struct StopProducts {};
// Opens a file of runs.
struct OpenProducts {
  std::string path;
};
// Saves the page: its plot, or its numbers if the suffix is ".csv".
struct SaveProducts {
  std::string path;
};
// Sets the product whose tiling is shown. Ignored if the kernel does not run on the architecture or has no tiles.
struct SetTiles {
  std::string kernel;
  ComputeCapability architecture = 90;
  GemmShape shape;
};
// Chooses a block, a warp and a fragment of the tiling.
struct PickTile {
  TilePlace place;
};
// Shows a phase (a step along k) of the kernel.
struct SetPhase {
  int phase = 0;
};
// Moves by phases, with wrap-around.
struct StepPhase {
  int steps = 1;
};
// Starts or stops the animation of the phases.
struct PlayPhases {
  bool on = true;
};
// Messages of the background thread.
struct ProductsProgress {
  std::string doing;
  int done = 0, all = 0;
};
// Adds a run that has ended or was read from a file; null: there is none.
struct AddProductsRun {
  std::shared_ptr<const GemmRun> run;
  bool ended = false;  // the requested run has ended
  bool choose = true;  // show the run
};
// Shows a message. `ended`: the requested run has ended.
struct TellProducts {
  std::string text;
  bool failed = false, ended = false;
};

using ProductsAction = std::variant<ShowProductsPage, SetProductsPage, ToggleKernel, ShowGroup, ShowUsual, SetOfCublas,
                                    SetProductsTable, ChooseProductsRun, OverlayProductsRun, SetProductsSizes,
                                    RunProducts, StopProducts, OpenProducts, SaveProducts, SetTiles, PickTile, SetPhase,
                                    StepPhase, PlayPhases, ProductsProgress, AddProductsRun, TellProducts>;

void apply_products(ProductsState& products, const ProductsAction& action);

}  // namespace tcviz::inline app_session
