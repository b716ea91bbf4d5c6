// The panel of products as a person uses it, on a machine without a GPU.
#include <fstream>
#include <sstream>

#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

const std::string& recorded_text() {
  static const std::string text = [] {
    std::ifstream file(TCVIZ_RESULTS "/gemm_h200.json");
    std::ostringstream all;
    all << file.rdbuf();
    return all.str();
  }();
  return text;
}

WindowOptions with_results() {
  WindowOptions options;
  options.recorded_products = {{"gemm_h200.json", recorded_text()}};
  return options;
}

class ProductsGui : public Gui {
 protected:
  ProductsGui() : Gui(sample_sources(), with_results()) {}
  static void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_0);
    ctx->Yield(4);
    ctx->SetRef("//###products");
  }
  const GemmState& state() const { return document().products; }
};

TEST_F(ProductsGui, TheKeyOpensItAndKernelsAreShownAndHidden) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###products/##choice/##kernels").ID);
    ctx->ItemClick("naive_wmma/##kernel");
    ctx->Yield(2);
    EXPECT_TRUE(state().hidden.contains("naive_wmma"));
    ctx->ItemClick("all");
    ctx->Yield(2);
    EXPECT_TRUE(state().hidden.empty());
  });
  EXPECT_TRUE(state().open);
  EXPECT_EQ(gemm_plot(GemmView::Speed, state().shown_runs(), state().hidden).series.size(), gemm_kernels().size());
}

TEST_F(ProductsGui, PagesAreTurned) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    for (const auto& [name, page] :
         {std::pair("Residual", GemmPage::Residual), std::pair("Speed-up", GemmPage::SpeedUp),
          std::pair("Spread", GemmPage::Spread), std::pair("Speed", GemmPage::Speed)}) {
      ctx->ItemClick(name);
      ctx->Yield(3);
      EXPECT_EQ(state().page, page);
    }
  });
}

TEST_F(ProductsGui, WithoutAGpuNothingCanBeRun) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###products/##choice").ID);
    EXPECT_TRUE(ctx->ItemInfo("Run on GPU").ItemFlags & ImGuiItemFlags_Disabled);
  });
}

TEST_F(ProductsGui, PhasesAreSteppedAndAFragmentOpensItsKind) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemClick("Tiles");
    ctx->Yield(3);
    ctx->SetRef(ctx->WindowInfo("//###products/##result").ID);
    ctx->ItemClick("##on");
    ctx->ItemClick("##on");
    EXPECT_EQ(state().tiles.phase, 2);
    ctx->ItemClick("##back");
    EXPECT_EQ(state().tiles.phase, 1);
    ctx->ItemClick("##c");  // the middle of C
    ctx->Yield(2);
    EXPECT_NE(state().tiles.place, TilePlace{});
    const TilePlace place = state().tiles.place;
    // Of 512 x 512 in blocks of 256 x 128 it is the edge of two both ways; two warps of a block lie side by side.
    EXPECT_TRUE((place.block_row == 0 && place.warp / 2 == 3) || (place.block_row == 1 && place.warp / 2 == 0));
    EXPECT_TRUE(place.block_col == 1 || place.block_col == 2);
    ctx->SetRef(ctx->WindowInfo("//###products/##choice").ID);
    ctx->ItemClick("of A");
    ctx->Yield(2);
    EXPECT_EQ(document().kind, "wmma.m16n16k16.a.f16.row");
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###products/##result").ID);
    ctx->ItemClick("##c");
    ctx->Yield(2);
  });
  EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f32");
}

}  // namespace
}  // namespace tcviz
