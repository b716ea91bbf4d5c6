// The workspace Learn as a person uses it: by clicks, and by Enter and Esc alone.
#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/window/command_list.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class LearnGui : public Gui {
 protected:
  const LearnState& learn() const { return document().learn; }
  void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_8);
    await_frames(ctx, [&] { return learn().lessons != nullptr; });
    ctx->Yield(3);
  }
};

// In the lecture room the card is what is taught from.
TEST_F(LearnGui, FullScreenKeepsTheLesson) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->KeyPress(ImGuiKey_F11);
    ctx->Yield(3);
    EXPECT_TRUE(document().full_screen);
    const ImGuiWindow* const card = ImGui::FindWindowByName("Learn###learn");
    ASSERT_NE(card, nullptr);
    EXPECT_TRUE(card->WasActive);
    const int before = learn().step;
    ctx->KeyPress(ImGuiKey_Enter);
    EXPECT_EQ(learn().step, before + 1);
  });
}

// The first lesson: two steps by Enter, the question by a click on its cell, Esc back to where it began.
TEST_F(LearnGui, ALessonIsAnsweredByAClickAndLeftByEsc) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    for (int step = 0; step < 3; ++step) ctx->KeyPress(ImGuiKey_Enter);
    ASSERT_EQ(learn().step, 2);
    point_at(ctx, {5, 8});
    ctx->MouseClick();
    EXPECT_FALSE(learn().solved);
    point_at(ctx, {5, 9});
    ctx->MouseClick();
    EXPECT_TRUE(learn().solved);
    ctx->KeyPress(ImGuiKey_Enter);
    EXPECT_EQ(learn().step, 3);
    for (int step = 0; step < 5; ++step) ctx->KeyPress(ImGuiKey_Escape);
  });
  EXPECT_EQ(document().workspace, Workspace::Layout);
  EXPECT_EQ(learn().steps_done("fragment"), 3);
}

// The search box looks into cells, too: not while it would give away what is asked.
TEST_F(LearnGui, TheSearchBoxKeepsTheAnswerOfAQuiz) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    const auto before = place_item(document(), "5,9");
    EXPECT_TRUE(before && before->action);
    headless_->session().actions().push_back(LearnAction(StartQuiz{1}));
    ctx->Yield(3);
    const auto during = place_item(document(), "5,9");
    ASSERT_TRUE(during.has_value());
    EXPECT_EQ(during->action, nullptr);
    EXPECT_EQ(during->text, "The answer is hidden until it is given or revealed.");
  });
}

TEST_F(LearnGui, AQuizIsAnsweredByTyping) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###learn/##card").ID);
    ctx->ItemClick("Start the quiz");
    ctx->Yield(3);
    ASSERT_TRUE(learn().quiz.has_value());
    const Element place = learn().quiz->question.element;
    ctx->KeyCharsAppend((std::to_string(place.row) + "," + std::to_string(place.col)).c_str());
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(2);
    EXPECT_TRUE(learn().quiz->told_right) << learn().quiz->told << learn().typed;
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    EXPECT_EQ(learn().quiz->number, 1);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->KeyPress(ImGuiKey_Escape);
  });
  EXPECT_FALSE(learn().quiz.has_value());
}

}  // namespace
}  // namespace tcviz
