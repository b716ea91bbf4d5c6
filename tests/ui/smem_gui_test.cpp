// The workspace of shared memory as a person uses it.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/session/shared_memory/smem_action.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gpu/source/probe/source.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class SmemGui : public Gui {
 protected:
  using Gui::Gui;
  const SmemState& state() const { return document().task<SmemState>(); }
  static void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_9);
    ctx->Yield(4);
  }
  void show(SmemPage page) {
    headless_->session().actions().push_back(SmemAction(SetSmemPage{page}));
    headless_->run_idle();
  }
  static ImGuiID in_page(ImGuiTestContext* ctx, const char* item) {
    return ctx->ItemInfo((std::string("//###smem/**/") + item).c_str()).ID;
  }
};

TEST_F(SmemGui, TheKeyOpensItAndEscLeaves) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    EXPECT_EQ(document().workspace, Workspace::SharedMemory);
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(3);
    EXPECT_EQ(state().chosen, (Element{0, 0}));
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->Yield(3);
    EXPECT_EQ(state().chosen, (Element{1, 1}));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(state().chosen);
    EXPECT_EQ(document().workspace, Workspace::SharedMemory);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
  });
  EXPECT_EQ(document().workspace, Workspace::Layout);
}

// The first cell of the lines: gutter and head of 50 and 36 points, margins of 4.
TEST_F(SmemGui, APressChoosesTheElementAndTheWheelScrolls) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    const ImRect image = ctx->ItemInfo("//###smem/##image").RectFull;
    ctx->MouseTeleportToPos({image.Min.x + 60, image.Min.y + 46});
    ctx->Yield(3);
    EXPECT_TRUE(state().hover && state().hover->row == 0);
    EXPECT_FALSE(state().chosen);
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_TRUE(state().chosen && state().chosen->row == 0 && state().chosen->col < 8);
    ctx->MouseWheelY(-2);
    ctx->Yield(3);
    EXPECT_EQ(state().first_line, 6);
    EXPECT_EQ(state().first_row, 6) << "a line has a row, and both grids show the same";
    EXPECT_EQ(state().hover->row, 6);
  });
}

// Lines of core matrices have eight rows each; at the end of the lines, which all fit, the rows go on.
TEST_F(SmemGui, TheWheelScrollsBothGridsToTheSameElements) {
  SmemImage image;
  image.swizzle = Swizzle::None;
  image.rows = 512, image.cols = 16;
  headless_->session().actions().push_back(SmemAction(SetSmemImage{image}));
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    const ImRect room = ctx->ItemInfo("//###smem/##image").RectFull;
    ctx->MouseTeleportToPos({room.Min.x + 60, room.Min.y + 46});
    ctx->MouseWheelY(-1);
    ctx->Yield(3);
    ASSERT_EQ(state().first_line, 3);
    const OperandImage tile = operand_image(state().image);
    int first = 512;
    for (int row = 0; row < 512; ++row)
      for (int col = 0; col < 16; ++col)
        if (tile.address(row, col) / 128 == 3) first = std::min(first, row);
    EXPECT_EQ(state().first_row, first);
    ctx->MouseWheelY(-200);
    ctx->Yield(3);
    const int last_line = state().first_line;
    const int row = state().first_row;
    ctx->MouseWheelY(-1);
    ctx->Yield(3);
    EXPECT_EQ(state().first_line, last_line);
    EXPECT_EQ(state().first_row, row + 3);
  });
}

// Rows beyond the largest are no other number: the field says why, and the rows stay.
TEST_F(SmemGui, ANumberThatIsTooLargeIsSaidAndNotTaken) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemClick(in_page(ctx, "##rows"));
    ctx->KeyCharsReplace("60000");
    ctx->Yield(3);
    EXPECT_EQ(state().image.rows, 64);
    ASSERT_NE(tip(), nullptr);
    EXPECT_NE(words(ctx).find("Too large: at most 512. 64 is kept."), std::string::npos);
    ctx->KeyCharsReplace("512");
    ctx->Yield(3);
    EXPECT_EQ(state().image.rows, 512);
    ctx->KeyPress(ImGuiKey_Enter);
  });
  EXPECT_EQ(state().image.rows, 512);
}

TEST_F(SmemGui, AnElementChosenByKeysComesIntoSight) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    for (int n = 0; n < 50; ++n) ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(4);
    EXPECT_GT(state().first_line, 0);
    EXPECT_GT(state().first_row, 0);
    EXPECT_LE(state().first_row, state().chosen->row);
  });
}

TEST_F(SmemGui, ABitIsTurnedOverAndTheImageFollows) {
  show(SmemPage::Descriptor);
  const std::uint64_t before = state().descriptor.bits;
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ctx->ItemClick("//###smem/**/bits/$$63/##bit");
    ctx->Yield(3);
    EXPECT_EQ(state().descriptor.bits, before ^ std::uint64_t{1} << 63);
    EXPECT_EQ(state().image.swizzle, Swizzle::B32);
  });
}

TEST_F(SmemGui, ANumberThatIsPastedIsTakenApart) {
  show(SmemPage::Descriptor);
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ctx->ItemInputValue("//###smem/**/##bits", "0x4000004000010040");
    ctx->Yield(3);
    EXPECT_EQ(state().descriptor.bits, 0x4000004000010040U);
    EXPECT_EQ(state().image.start, 1024);
    ctx->ItemInputValue("//###smem/**/##bits", "0x40000zz");  // no number: nothing changes
    ctx->Yield(3);
    EXPECT_EQ(state().descriptor.bits, 0x4000004000010040U);
  });
}

TEST_F(SmemGui, AnExpressionIsJudgedAsItIsTyped) {
  show(SmemPage::Banks);
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ctx->ItemInputValue("//###smem/**/##row", "lane % 8 * 8");
    ctx->Yield(3);
    EXPECT_EQ(state().access.row, "lane % 8 * 8");
  });
}

// The figure of the workspace is that of the image, and not of the fragment behind it.
TEST_F(SmemGui, AFragmentIsChosenAndItsAccessTaken) {
  show(SmemPage::Banks);
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###smem/##page").ID);
    ctx->ComboClick("##load/mma.m16n8k8.a.f16");
    ctx->Yield(4);
  });
  EXPECT_EQ(state().access.op, "ldm2");
  EXPECT_EQ(state().access.row, "lane % 16");
  EXPECT_EQ(state().access.col, "0");
}

// The first card of the hopper journey is of global memory, which has no view; the third of TMA's image.
TEST_F(SmemGui, AHopIsChosenByAPressAndOpenedByTwo) {
  show(SmemPage::Journey);
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(3);
    EXPECT_EQ(state().journey.hop, 2);
    const ImRect cards = ctx->ItemInfo("//###smem/**/##journey").RectFull;
    ctx->MouseTeleportToPos({cards.Min.x + 60, cards.Min.y + 60});
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_EQ(state().journey.hop, 0);
    EXPECT_EQ(state().page, SmemPage::Journey);
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
  });
  EXPECT_EQ(state().page, SmemPage::Image);
  EXPECT_EQ(state().chosen, (Element{37, 12}));
  show(SmemPage::Journey);
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(3);
    EXPECT_EQ(state().journey.hop, 4);
    ctx->ItemClick("//###smem/**/Open the descriptor");
    ctx->Yield(4);
    EXPECT_EQ(state().page, SmemPage::Descriptor);
    EXPECT_EQ(state().descriptor.bits, 0x4000004000000000U);
  });
  SmemJourney journey = state().journey;
  journey.element.matrix = 'C';  // begins with the product
  journey.hop = 0;
  headless_->session().actions().push_back(SmemAction(SetSmemJourney{journey}));
  show(SmemPage::Journey);
  run([&](ImGuiTestContext* ctx) {
    const ImRect cards = ctx->ItemInfo("//###smem/**/##journey").RectFull;
    ctx->MouseTeleportToPos({cards.Min.x + 60, cards.Min.y + 60});
    ctx->MouseDoubleClick();
    ctx->Yield(4);
  });
  EXPECT_EQ(document().workspace, Workspace::Layout);
}

Sources with_wgmma() {
  Sources sources;
  sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded,
                               {manual_layout(*find_kind("wgmma.m64n128.acc.f32")).value()}));
  return sources;
}

class JourneyGui : public SmemGui {
 protected:
  JourneyGui() : SmemGui(with_wgmma()) {}
};

TEST_F(JourneyGui, AnElementIsTypedAndItsRegistersOpened) {
  show(SmemPage::Journey);
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemInputValue("//###smem/**/##m", "8");  // the element lies outside for a moment
    ctx->ItemInputValue("//###smem/**/##m", "1024");
    ctx->Yield(3);
    EXPECT_EQ(state().journey.element.row, 37);
    ctx->ItemInputValue("//###smem/**/##hop_row", "9");
    ctx->Yield(3);
    for (int hop = 0; hop < 5; ++hop) ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(3);
    ctx->ItemClick("//###smem/**/Open the layout");
    ctx->Yield(4);
  });
  EXPECT_EQ(document().workspace, Workspace::Layout);
  EXPECT_EQ(document().kind, "wgmma.m64n128.acc.f32");
  ASSERT_TRUE(document().pin);
  EXPECT_EQ(document().pin->element, (Element{9, 0}));
}

TEST_F(SmemGui, TheFigureIsSavedWhereItWasSaid) {
  const auto path = std::filesystem::temp_directory_path() / ("tcviz_smem_gui_" + std::to_string(getpid()) + ".svg");
  std::filesystem::remove(path);
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    ctx->Yield(4);
    ctx->ItemInputValue("//###smem_figure/##path", path.c_str());
    ctx->Yield(3);
    if (!std::filesystem::exists(path)) ctx->ItemClick("//###smem_figure/Save");
    await_frames(ctx, [&] { return std::filesystem::exists(path); });
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(document().figure_open);
    EXPECT_EQ(document().workspace, Workspace::SharedMemory);
  });
  const auto text = read_file(path.string());
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text.value().find("smem.128b.k.b16: 64 x 64"), std::string::npos);
  EXPECT_NE(text.value().find("H200"), std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace tcviz
