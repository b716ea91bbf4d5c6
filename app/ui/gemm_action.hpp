// What a person and the runner can do to the panel of whole products.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/ui/gemm_state.hpp"

namespace tcviz {

struct ShowProducts {
  bool open = true;
};  // in front
// In front, at a page.
struct ShowProductsPage {
  GemmPage page = GemmPage::Speed;
};
struct SetGemmPage {
  GemmPage page = GemmPage::Speed;
};
struct ToggleKernel {
  std::string kernel;
};
struct ShowKernels {
  bool all = true;
};
struct ChooseGemmRun {
  std::size_t run = 0;
};
struct OverlayGemmRun {
  std::size_t run = 0;
  bool shown = true;
};
struct SetGemmSizes {
  std::string sizes;
  int spread = 0;
};
struct RunProducts {};  // the kernels that are shown, on the GPU
struct StopProducts {};
struct OpenProducts {
  std::string path;
};  // a file of runs
struct SaveProducts {
  std::string path;
};  // the plot of the page or its numbers, as the suffix says
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
struct StepPhase {
  int steps = 1;
};  // round and round
struct PlayPhases {
  bool on = true;
};
// What the runner and the session tell.
struct ProductsProgress {
  std::string doing;
  int done = 0, all = 0;
};
// A run that has ended or that was read from a file; it is chosen. Null: there is none, and the news say why.
struct AddGemmRun {
  std::shared_ptr<const GemmRun> run;
  bool ended = false;  // of the wish
  bool choose = true;
};
struct TellProducts {
  std::string text;
  bool failed = false, ended = false;
};

using GemmAction =
    std::variant<ShowProducts, ShowProductsPage, SetGemmPage, ToggleKernel, ShowKernels, ChooseGemmRun, OverlayGemmRun,
                 SetGemmSizes, RunProducts, StopProducts, OpenProducts, SaveProducts, SetTiles, PickTile, SetPhase,
                 StepPhase, PlayPhases, ProductsProgress, AddGemmRun, TellProducts>;

void apply_gemm(GemmState& gemm, const GemmAction& action);

}  // namespace tcviz
