// The figure panel as a person uses it, by mouse and by keys alone.
#include <unistd.h>

#include <filesystem>

#include "app/export/figure.hpp"
#include "imgui_internal.h"
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
    ctx->ItemInput("##path");
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
    ctx->ItemInputValue("##path", "/nowhere/at/all.svg");
    ctx->ItemClick("Save");
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
      if (!row.text) continue;
      ctx->ItemClick("Copy");
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
    ctx->ItemCheck("No ground");
    ctx->ItemInputValue("##caption", "Below");
    ctx->ComboClick("##palette/Grey with hatching, for print");
    ctx->ComboClick("##theme/Dark");
    ctx->Yield(2);
  });
  const FigureChoice& choice = document().figure;
  EXPECT_FALSE(choice.legend);
  EXPECT_FALSE(choice.title);
  EXPECT_TRUE(choice.transparent);
  EXPECT_EQ(choice.caption_text, "Below");
  EXPECT_EQ(choice.palette, Palette::Print);
  EXPECT_EQ(choice.theme, Theme::Dark);
  EXPECT_EQ(document().palette, Palette::Safe);
}

TEST_F(FigureWindow, IsDrawnAgainOnlyWhereSomethingChanged) {
  run([&](ImGuiTestContext* ctx) { open(ctx); });
  headless_->run_idle();
  EXPECT_EQ(headless_->run_idle(), 0) << "an idle window draws no frames";
}

}  // namespace
}  // namespace tcviz
