// The panel of products as a person uses it, on a machine without a GPU.
#include <fstream>
#include <sstream>

#include "app/session/products/products_jobs.hpp"
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
  options.task<ProductsWorks>().recorded_products = {{"gemm_h200.json", recorded_text()}};
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
  const ProductsState& state() const { return document().task<ProductsState>(); }
  std::size_t in_colour() const { return gemm_kernels().size() - state().look.quiet.size(); }
};

TEST_F(ProductsGui, TheKeyOpensItAndKernelsAreShownAndHidden) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    EXPECT_EQ(in_colour(), 5u);  // from the start
    ctx->SetRef(ctx->WindowInfo("//###products/##choice/##show/##kernels").ID);
    ctx->ItemClick("naive_wmma/##kernel");
    ctx->Yield(2);
    EXPECT_TRUE(state().look.quiet.contains("naive_wmma"));
    ctx->SetRef(ctx->WindowInfo("//###products/##choice/##show").ID);
    ctx->ItemClick("f16");
    ctx->Yield(2);
    EXPECT_EQ(in_colour(), 6u);  // its five, and the library's
    ctx->ItemClick("f32 from f16");
    ctx->ItemClick("references");
    ctx->Yield(2);
    EXPECT_TRUE(state().look.quiet.empty());
    ctx->ItemClick("references");
    ctx->ItemClick("the usual five");
    ctx->Yield(2);
    EXPECT_EQ(state().look, usual_look());
    ctx->ItemClick("##units/$$1/##segment");
    ctx->Yield(2);
    EXPECT_TRUE(state().look.of_cublas);
  });
  EXPECT_EQ(document().workspace, Workspace::Products);
  EXPECT_EQ(gemm_plot(GemmView::Speed, state().shown_runs(), {}).series.size(), gemm_kernels().size());
}

TEST_F(ProductsGui, PagesAreTurned) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###products/##result").ID);
    for (const auto& [segment, page] :
         {std::pair("$$1/##segment", ProductsPage::Residual), std::pair("$$2/##segment", ProductsPage::SpeedUp),
          std::pair("$$3/##segment", ProductsPage::Spread), std::pair("$$0/##segment", ProductsPage::Speed)}) {
      ctx->ItemClick(segment);
      ctx->Yield(3);
      EXPECT_EQ(state().page, page);
    }
  });
}

TEST_F(ProductsGui, TheTableIsFoldedUntilItsLineIsPressed) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    EXPECT_EQ(state().table.share, 0);
    const ImGuiTestItemInfo line = ctx->ItemInfo(ctx->GetID("##strip", ctx->WindowInfo("//###products/##result").ID));
    ctx->MouseMoveToPos({line.RectFull.Max.x - 12, line.RectFull.GetCenter().y});
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_GT(state().table.share, 0);
    EXPECT_TRUE(ctx->WindowInfo("//###products/##result/##table").Window != nullptr);
    const ImGuiTestItemInfo edge = ctx->ItemInfo(ctx->GetID("##strip", ctx->WindowInfo("//###products/##result").ID));
    ctx->MouseMoveToPos({edge.RectFull.Max.x - 12, edge.RectFull.GetCenter().y});
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_EQ(state().table.share, 0);
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
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_6);
    ctx->Yield(4);
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
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_6);
    ctx->Yield(4);
    ctx->SetRef(ctx->WindowInfo("//###products/##result").ID);
    ctx->ItemClick("##c");
    ctx->Yield(2);
  });
  EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f32");
}

// Sides out of range are no others: the field says why, and the side stays.
TEST_F(ProductsGui, ASideOutOfRangeIsSaidAndNotTaken) {
  struct Refusal {
    const char *typed, *reason;
  };
  const Refusal refusals[] = {{"99999999", "Too large: at most 32768."},
                              {"0", "Too small: at least 1."},
                              {"-4", "Not a number: write 1024 or 0x400."},
                              {"seven", "Not a number: write 1024 or 0x400."}};
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_6);
    ctx->Yield(4);
    ctx->SetRef(ctx->WindowInfo("//###products/##choice").ID);
    const GemmShape before = state().tiles.shape;
    for (const char* const field : {"##m", "##n", "##k"}) {
      ctx->ItemClick(field);
      for (const Refusal& refusal : refusals) {
        ctx->KeyCharsReplace(refusal.typed);
        ctx->Yield(3);
        EXPECT_EQ(state().tiles.shape, before) << field << ' ' << refusal.typed;
        EXPECT_NE(tip(), nullptr) << field << ' ' << refusal.typed;
        EXPECT_NE(words(ctx).find(refusal.reason), std::string::npos) << field << ' ' << refusal.typed;
      }
      ctx->KeyPress(ImGuiKey_Escape);
      ctx->Yield(2);
    }
    ctx->ItemClick("##k");
    ctx->KeyCharsReplace("384");
    ctx->Yield(3);
    EXPECT_EQ(tip(), nullptr);
    ctx->KeyPress(ImGuiKey_Enter);
    EXPECT_EQ(state().tiles.shape, (GemmShape{before.m, before.n, 384}));
  });
}

}  // namespace
}  // namespace tcviz
