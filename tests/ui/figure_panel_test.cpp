// The figure panel as a person uses it, by mouse and by keys alone.
#include <unistd.h>

#include <filesystem>

#include "app/export/figure/figure.hpp"
#include "gpu/layout/file.hpp"
#include "imgui_internal.h"
#include "tests/export/one_layout.hpp"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class FigureWindow : public Gui {
 protected:
  FigureWindow()
      : path_(std::filesystem::temp_directory_path() / ("tcviz-panel-" + std::to_string(getpid()) + ".svg")) {}
  ~FigureWindow() override { std::filesystem::remove(path_); }
  static void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    ctx->Yield(3);
    ctx->SetRef(ctx->WindowInfo("//###figure/##controls").ID);
  }
  // Until what was saved is told.
  void wait_for_news(ImGuiTestContext* ctx) const {
    await_frames(ctx, [&] { return !document().figure_news.empty(); });
  }
  std::filesystem::path path_;
};

TEST_F(FigureWindow, CtrlSOpensEscCloses) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    EXPECT_TRUE(document().figure_open);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(document().figure_open);
  });
}

TEST_F(FigureWindow, IsSavedFromTheKeyboardAlone) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemInput("//###figure/**/##path");
    ctx->KeyCharsReplaceEnter(path_.c_str());
    wait_for_news(ctx);
  });
  EXPECT_FALSE(document().figure_failed) << document().figure_news;
  EXPECT_NE(document().figure_news.find(path_.string()), std::string::npos) << document().figure_news;
  const auto figure = figure_in_file(path_);
  ASSERT_TRUE(figure) << figure.error().message;
  EXPECT_EQ(figure.value()[0].layout.kind(), document().kind);
}

TEST_F(FigureWindow, SaysWhyAFileCannotBeWritten) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemInputValue("//###figure/**/##path", "/nowhere/at/all.svg");
    ctx->ItemClick("//###figure/**/Save");
    wait_for_news(ctx);
  });
  EXPECT_TRUE(document().figure_failed);
  EXPECT_NE(document().figure_news.find("/nowhere/at/all.svg"), std::string::npos);
}

TEST_F(FigureWindow, EveryTextFormatIsCopied) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    for (const FormatRow& row : figure_formats()) {
      ctx->ItemClick("##format");
      ctx->ItemClick(("//$FOCUSED/" + std::string(row.label)).c_str());
      ctx->Yield(2);
      ASSERT_EQ(document().figure.format, row.format);
      ImGui::SetClipboardText("nothing");
      if (row.format == FigureFormat::Png) {  // by a program of the desktop, if there is one
        ctx->ItemClick("//###figure/**/Copy");
        wait_for_news(ctx);
        EXPECT_NE(document().figure_news.find("clipboard"), std::string::npos) << document().figure_news;
      }
      if (!row.text) continue;
      ctx->ItemClick("//###figure/**/Copy");
      ctx->Yield(2);
      const auto figure = figure_in_text(ImGui::GetClipboardText());
      ASSERT_TRUE(figure) << row.word;
      EXPECT_EQ(figure.value()[0].layout.kind(), document().kind);
    }
  });
}

TEST_F(FigureWindow, ChoicesChangeTheFigureAndNotTheView) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemUncheck("Legend");
    ctx->ItemUncheck("Title");
    ctx->ItemCheck("Transparent");
    ctx->ItemCheck("Letters a, b, c");
    ctx->ItemInputValue("##caption", "Below");
    ctx->ComboClick("##palette/Grey with hatching, for print");
    ctx->ComboClick("##theme/Dark");
    ctx->Yield(2);
  });
  const FigureChoice& choice = document().figure;
  EXPECT_FALSE(choice.legend);
  EXPECT_FALSE(choice.title);
  EXPECT_TRUE(choice.transparent);
  EXPECT_TRUE(choice.panels);
  EXPECT_EQ(choice.caption_text, "Below");
  EXPECT_EQ(choice.palette, Palette::Print);
  EXPECT_EQ(choice.theme, Theme::Dark);
  EXPECT_EQ(document().palette, Palette::Safe);
}

// A list that is open takes Escape; the next one closes the window.
TEST_F(FigureWindow, EscClosesAnOpenListFirst) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    for (const char* list : {"##format", "##place", "##palette"}) {
      ctx->ItemClick(list);
      ctx->Yield(2);
      ASSERT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) << list;
      ctx->KeyPress(ImGuiKey_Escape);
      ctx->Yield(2);
      ASSERT_TRUE(document().figure_open) << list;
      ASSERT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) << list;
    }
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(document().figure_open);
  });
}

TEST_F(FigureWindow, APlaceGivesWidthAndLetters) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ComboClick("##place/Column, 8.5 cm");
    ctx->Yield(2);
    ASSERT_TRUE(document().figure.paper);
    EXPECT_EQ(document().figure.paper->width_mm, 85);
    ctx->ItemInputValue("##width", 12.0F);
    ctx->ItemInputValue("##font", 6.0F);
    ctx->Yield(2);
    EXPECT_EQ(document().figure.paper->width_mm, 120);
    EXPECT_EQ(document().figure.paper->font_pt, 6);
    ctx->ItemInputValue("//###figure/**/##path", path_.c_str());
    ctx->ItemClick("//###figure/**/Save");
    wait_for_news(ctx);
  });
  const Result<std::string> svg = read_file(path_);
  ASSERT_TRUE(svg) << document().figure_news;
  EXPECT_NE(svg.value().find("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120mm\""), std::string::npos);
}

// Enter saves, and the news come some frames later: whoever presses Save at that moment presses it.
TEST_F(FigureWindow, NewsMoveNoButton) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    const ImRect save = ctx->ItemInfo("//###figure/**/Save").RectFull;
    const auto stays = [&] {
      const ImRect now = ctx->ItemInfo("//###figure/**/Save").RectFull;
      return now.Min.x == save.Min.x && now.Min.y == save.Min.y && now.Max.x == save.Max.x && now.Max.y == save.Max.y;
    };
    for (const char* path : {path_.c_str(), path_.c_str(), "/nowhere/at/all/of/a/name/that/takes/two/lines.svg"}) {
      ctx->ItemInputValue("//###figure/**/##path", path);
      await_frames(ctx, [&] { return !document().figure_news.empty() || !stays(); });
      for (int frame = 0; frame < 4; ++frame) {
        EXPECT_TRUE(stays()) << path << " " << document().figure_news;
        ctx->Yield();
      }
    }
    EXPECT_TRUE(document().figure_failed);
  });
}

TEST_F(FigureWindow, AsksBeforeItReplacesAFile) {
  ASSERT_TRUE(write_file(path_, "somebody's"));
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemInputValue("//###figure/**/##path", path_.c_str());
    ctx->ItemClick("//###figure/**/Save");
    wait_for_news(ctx);
    EXPECT_TRUE(document().figure_asks);
    EXPECT_EQ(read_file(path_).value(), "somebody's");
    ctx->ItemClick("//###figure/**/Keep it");
    ctx->Yield(2);
    EXPECT_FALSE(document().figure_asks);
    EXPECT_EQ(read_file(path_).value(), "somebody's");
    ctx->ItemClick("//###figure/**/Save");
    wait_for_news(ctx);
    ctx->ItemClick("//###figure/**/Replace it");
    await_frames(ctx, [&] { return !document().figure_saved.empty(); });
    // Its own file of a moment ago is no question.
    ctx->ItemUncheck("Legend");
    ctx->ItemClick("//###figure/**/Save");
    wait_for_news(ctx);
    EXPECT_FALSE(document().figure_asks) << document().figure_news;
  });
  EXPECT_TRUE(figure_in_file(path_));
}

TEST_F(FigureWindow, RemembersItsChoicesForEveryKind) {
  const std::string first = document().kind, second = "wmma.m16n16k16.a.f16.row";
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ComboClick("##place/Page, 17.5 cm");
    ctx->ItemInputValue("##title", "The accumulator");
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    ASSERT_FALSE(document().figure_open);
    headless_->session().actions().push_back(ChooseKind{second});
    ctx->Yield(2);
    open(ctx);
    EXPECT_EQ(document().figure.title_text, "");
    ctx->ComboClick("##place/README");
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    headless_->session().actions().push_back(ChooseKind{first});
    ctx->Yield(2);
    open(ctx);
  });
  ASSERT_EQ(document().kind, first);
  EXPECT_EQ(document().figure.title_text, "The accumulator");
  EXPECT_EQ(document().figure.paper->width_mm, 175);
}

TEST_F(FigureWindow, IsDrawnAgainOnlyWhereSomethingChanged) {
  run([&](ImGuiTestContext* ctx) { open(ctx); });
  headless_->run_idle();
  EXPECT_EQ(headless_->run_idle(), 0) << "an idle window draws no frames";
}

// At any size, also one that the window gets while the dialog is open, all of it is in sight, and Save is.
TEST_F(FigureWindow, FollowsAWindowThatBecomesSmaller) {
  run([&](ImGuiTestContext* ctx) {
    ImGui::GetIO().DisplaySize = {1280, 900};
    ctx->Yield(3);
    open(ctx);
    for (const ImVec2 size : {ImVec2(1280, 900), ImVec2(800, 600), ImVec2(640, 400), ImVec2(1280, 720)}) {
      ImGui::GetIO().DisplaySize = size;
      ctx->Yield(4);
      const ImRect all({0, 0}, size);
      const ImGuiWindow* const dialog = ImGui::FindWindowByName("###figure");
      EXPECT_TRUE(all.Contains(dialog->Rect())) << size.x << 'x' << size.y;
      const ImGuiTestItemInfo save = ctx->ItemInfo("//###figure/**/Save");
      EXPECT_TRUE(dialog->Rect().Contains(save.RectFull)) << size.x << 'x' << size.y;
      EXPECT_GT(save.RectClipped.GetHeight(), 15) << size.x << 'x' << size.y;
    }
  });
}

TEST_F(FigureWindow, NoTooltipCoversIt) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    for (const char* item : {"##format", "##cell", "Transparent", "Letters a, b, c", "//###figure/**/Save"}) {
      ctx->MouseMove(item);
      ctx->SleepNoSkip(1.2F, 1.0F / 30);
      EXPECT_EQ(tip(), nullptr) << item;
    }
  });
}

}  // namespace
}  // namespace tcviz
