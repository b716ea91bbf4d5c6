// Actions of a person and of the runner on the panel of whole products.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/products/products_state.hpp"

namespace tcviz::inline app_session {

// Brings the view to the front, at a page.
struct ShowProductsPage {
  ProductsPage page = ProductsPage::Speed;
};
struct SetProductsPage {
  ProductsPage page = ProductsPage::Speed;
};
struct ToggleKernel {
  std::string kernel;
};
// Shows the group's kernels in colour, or grey
struct ShowGroup {
  GemmGroup group = GemmGroup::F16;
  bool on = true;
};
struct ShowUsual {};  // the few that tell the story
struct SetOfCublas {
  bool on = true;
};
struct SetProductsTable {
  ProductsTableChoice table;
};
struct ChooseProductsRun {
  std::size_t run = 0;
};
struct OverlayProductsRun {
  std::size_t run = 0;
  bool shown = true;
};
struct SetProductsSizes {
  std::string sizes;
  int spread = 0;
};
struct RunProducts {};  // the kernels that are shown, on the GPU
struct StopProducts {};
// A file of runs
struct OpenProducts {
  std::string path;
};
// The plot of the page or its numbers, as the suffix says
struct SaveProducts {
  std::string path;
};
struct SetTiles {
  std::string kernel;
  ComputeCapability architecture = 90;
  GemmShape shape;
};
struct PickTile {
  TilePlace place;
};
struct SetPhase {
  int phase = 0;
};
// Round and round
struct StepPhase {
  int steps = 1;
};
struct PlayPhases {
  bool on = true;
};
// Messages of the runner and the session.
struct ProductsProgress {
  std::string doing;
  int done = 0, all = 0;
};
// A run that has ended or that was read from a file; it is chosen. Null: there is none, and the news say why.
struct AddProductsRun {
  std::shared_ptr<const GemmRun> run;
  bool ended = false;  // of the wish
  bool choose = true;
};
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
