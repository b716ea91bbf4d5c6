#include "app/ui/learn/learn_panel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/views.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float foot = 42, text_size_of_lesson = 14.5F;  // points

void air(const Ui& ui, float points) { ImGui::Dummy({0, ui.px(points)}); }

// Draws a bar of colour along the left of the items since `top`.
void put_bar(const Ui& ui, ImVec2 top, ImU32 color) {
  const float x = top.x - ui.px(9);
  ImGui::GetWindowDrawList()->AddRectFilled({x, top.y}, {x + ui.px(3), ImGui::GetCursorScreenPos().y - ui.px(4)}, color,
                                            ui.px(1.5F));
}

// Begins the card's body. `buttons`: the buttons have the keys.
void begin_body(const Ui& ui, bool buttons) {
  ImGui::BeginChild("##card", {0, -ui.px(foot)}, buttons ? ImGuiChildFlags_NavFlattened : ImGuiChildFlags_None,
                    buttons ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoNavInputs);
}

bool main_button(const Ui& ui, const char* text) {
  ImGui::PushStyleColor(ImGuiCol_Button, ui.colors.selection);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ui.colors.selection);
  const bool pressed = ImGui::Button(text);
  ImGui::PopStyleColor(2);
  return pressed;
}

}  // namespace

void LearnPanel::draw(const Ui& ui) {
  const bool buttons = walk_.follow(ui, "###learn");
  if (begin_panel(ui, "Learn###learn", !buttons)) {
    walk_.begin();
    prepare(ui.document);
    const LearnState& learn = ui.document.learn;
    const LessonStep* const step = learn.open_step();
    if (learn.quiz) draw_quiz(ui, *learn.quiz);
    if (!learn.quiz && step != nullptr) draw_step(ui, *learn.open_lesson(), *step);
    if (!learn.quiz && step == nullptr) draw_list(ui);
    press_enter(ui);
  }
  end_panel();
}

void LearnPanel::prepare(const Document& d) {
  const LearnState& learn = d.learn;
  const bool same = lessons_ == learn.lessons.get() && lesson_ == learn.lesson && step_ == learn.step &&
                    quiz_ == learn.quiz && progress_ == learn.progress;
  if (same) return;
  lessons_ = learn.lessons.get();
  lesson_ = learn.lesson;
  step_ = learn.step;
  quiz_ = learn.quiz;
  progress_ = learn.progress;
  done_.clear();
  for (std::size_t n = 0; lessons_ != nullptr && n < lessons_->size(); ++n) {
    const Lesson& lesson = (*lessons_)[n];
    const int done = learn.steps_done(lesson.id), all = static_cast<int>(lesson.steps.size());
    done_.push_back(done >= all ? "done"
                    : done == 0 ? fmt::format("{} steps", all)
                                : fmt::format("{} of {}", done, all));
  }
  const Lesson* const open = learn.open_lesson();
  if (open != nullptr) count_ = fmt::format("{} / {}", learn.step + 1, open->steps.size());
  if (!quiz_) focused_question_ = -1;
  if (!quiz_) return;
  count_ = fmt::format("{} / {}", quiz_->number + 1, quiz_round);
  score_ = fmt::format("{} right so far", quiz_->right);
  seed_ = fmt::format("The same places again: tcviz learn quiz --kind {} --seed {}", d.kind, quiz_->seed);
}

void LearnPanel::draw_list(const Ui& ui) {
  begin_body(ui, walk_.on());
  heading(ui, "Learn");
  wrapped(ui, ui.colors.dim,
          "Short lessons on the real views. Questions are answered by doing: pin a cell, type a "
          "term, choose a source. Enter goes on, and Esc goes back.",
          13.5F);
  air(ui, 6);
  for (std::size_t n = 0; n < done_.size(); ++n) draw_row(ui, n);
  rule(ui);
  label(ui, ui.colors.text, "Quiz");
  wrapped(ui, ui.colors.dim, "Ten places of the kind on screen, without labels: point at them or type them.");
  if (!ui.document.learn.news.empty()) wrapped(ui, ui.colors.text, ui.document.learn.news);
  air(ui, 2);
  if (ImGui::Button("Start the quiz")) ui.push(LearnAction(StartQuiz{new_quiz_seed()}));
  ImGui::EndChild();
  if (main_button(ui, "Begin")) ui.push(LearnAction(GoOnLearning{}));
  explain(ui, "The first lesson that is not done.", "Enter");
  ImGui::SameLine();
  if (ImGui::Button("Leave")) ui.push(LearnAction(GoBackLearning{}));
  explain(ui, "Back to what was on screen before.", "Esc");
}

void LearnPanel::draw_row(const Ui& ui, std::size_t n) {
  const Lesson& lesson = (*lessons_)[n];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, room = width - ui.px(12);
  const float height = ui.px(25) + wrapped_height(ui, ui.fonts.sans, 12.5F, room, lesson.about);
  ImGui::PushID(lesson.id.c_str());
  if (ImGui::InvisibleButton("##lesson", {width, height})) ui.push(LearnAction(OpenLesson{lesson.id}));
  ImGui::PopID();
  const bool hot = ImGui::IsItemHovered();
  explain(ui, lesson.about);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (hot) draw.AddRectFilled(at, {at.x + width, at.y + height - ui.px(2)}, ui.colors.field_hover, ui.px(5));
  const bool done = ui.document.learn.steps_done(lesson.id) >= static_cast<int>(lesson.steps.size());
  const ImVec2 size = text_size(ui, ui.fonts.sans, 12.5F, done_[n]);
  const float right = at.x + width - size.x - ui.px(6);
  if (done) put_check(ui, {right - ui.px(10), at.y + ui.px(10)}, ui.colors.good);
  put_text(ui, ui.fonts.sans, 12.5F, {right, at.y + ui.px(2)}, done ? ui.colors.good : ui.colors.dim, done_[n]);
  put_text_cut(ui, ui.fonts.sans, 14, {at.x + ui.px(6), at.y + ui.px(1)}, right - at.x - ui.px(30), ui.colors.text,
               lesson.title);
  put_text_wrapped(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(6), at.y + ui.px(19)}, room, ui.colors.dim, lesson.about);
}

void LearnPanel::draw_step(const Ui& ui, const Lesson& lesson, const LessonStep& step) {
  begin_body(ui, walk_.on());
  draw_progress(ui, lesson);
  heading(ui, step.title);
  air(ui, 2);
  for (const std::string& paragraph : step.text) {
    wrapped(ui, ui.colors.text, paragraph, text_size_of_lesson);
    air(ui, 5);
  }
  if (!step.fact.empty()) wrapped(ui, ui.colors.faint, step.fact, 12);
  air(ui, 6);
  if (step.question) draw_question(ui, *step.question);
  ImGui::EndChild();
  draw_step_buttons(ui, step);
}

// Draws the lesson's name and a bar of its steps.
void LearnPanel::draw_progress(const Ui& ui, const Lesson& lesson) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 size = text_size(ui, ui.fonts.sans, 12.5F, count_);
  put_text_cut(ui, ui.fonts.sans, 12.5F, at, width - size.x - ui.px(8), ui.colors.dim, lesson.title);
  put_text(ui, ui.fonts.sans, 12.5F, {at.x + width - size.x, at.y}, ui.colors.dim, count_);
  const float y = at.y + ui.px(19), each = width / static_cast<float>(lesson.steps.size());
  for (std::size_t n = 0; n < lesson.steps.size(); ++n) {
    const float x = at.x + each * static_cast<float>(n);
    const bool reached = static_cast<int>(n) <= ui.document.learn.step;
    ImGui::GetWindowDrawList()->AddRectFilled({x, y}, {x + each - ui.px(2), y + ui.px(3)},
                                              reached ? ui.colors.accent : ui.colors.border);
  }
  air(ui, 28);
}

void LearnPanel::draw_question(const Ui& ui, const LessonQuestion& question) {
  const LearnState& learn = ui.document.learn;
  ImGui::Indent(ui.px(11));
  const ImVec2 top = ImGui::GetCursorScreenPos();
  wrapped(ui, ui.colors.text, question.ask, text_size_of_lesson);
  air(ui, 3);
  for (int n = 0; n < std::min(learn.hints, static_cast<int>(question.hints.size())); ++n) {
    wrapped(ui, ui.colors.dim, question.hints[static_cast<std::size_t>(n)], 13.5F);
    air(ui, 3);
  }
  if (!learn.astray.empty()) wrapped(ui, ui.colors.warn, learn.astray, text_size_of_lesson);
  if (learn.solved) {
    label(ui, ui.colors.good, learn.told ? "This is it." : "Right.");
    wrapped(ui, ui.colors.text, question.answer, text_size_of_lesson);
    air(ui, 3);
  }
  put_bar(ui, top, learn.solved ? ui.colors.good : ui.colors.accent);
  ImGui::Unindent(ui.px(11));
}

void LearnPanel::draw_step_buttons(const Ui& ui, const LessonStep& step) const {
  const LearnState& learn = ui.document.learn;
  const bool open = step.question && !learn.solved;
  const bool hints_left = open && learn.hints < static_cast<int>(step.question->hints.size());
  const bool last = learn.step + 1 == static_cast<int>(learn.open_lesson()->steps.size());
  const bool passed = learn.steps_done(learn.open_lesson()->id) > learn.step;
  const char* const word = open && !passed ? (hints_left ? "Hint" : "Show me") : last ? "Finish" : "Next";
  if (main_button(ui, word)) ui.push(LearnAction(GoOnLearning{}));
  explain(ui, open ? "It goes on once the question is answered." : "The next step.", "Enter");
  ImGui::SameLine();
  if (ImGui::Button("Back")) ui.push(LearnAction(GoBackLearning{}));
  explain(ui, "The previous step; from the first one, the list of lessons.", "Esc");
  ImGui::SameLine();
  if (ImGui::Button("Start this step again")) ui.push(LearnAction(ShowStepAgain{}));
  explain(ui, "Shows this step as it was at first.");
}

void LearnPanel::draw_quiz(const Ui& ui, const Quiz& quiz) {
  begin_body(ui, walk_.on());
  label(ui, ui.colors.dim, "Quiz");
  ImGui::SameLine();
  label(ui, ui.colors.dim, count_);
  ImGui::SameLine();
  label(ui, ui.colors.dim, score_);
  air(ui, 4);
  heading(ui, quiz.ask);
  wrapped(ui, ui.colors.dim,
          quiz.question.asks_place ? "Click the cell, or type row and column, such as 5,9."
                                   : "Each row is a thread and each column a value: click the cell, or type it, such "
                                     "as T20 x[5].");
  air(ui, 4);
  const bool asked = quiz.told.empty();
  // The field has the keys when a question begins, and keeps them after an unreadable text.
  const int turn = quiz_round * quiz.unread_count + quiz.number;
  if (asked && focused_question_ != turn) ImGui::SetKeyboardFocusHere();
  focused_question_ = asked ? turn : -1;
  if (asked && answer_.draw(ui, "##answer", quiz.question.asks_place ? "5,9" : "T20 x[5]", ui.document.learn.typed,
                            ImGui::GetContentRegionAvail().x, false))
    ui.push(LearnAction(TypeAnswer{answer_.text()}));
  if (asked && !quiz.unread.empty()) wrapped(ui, ui.colors.bad, quiz.unread);
  if (!asked) wrapped(ui, quiz.told_right ? ui.colors.good : ui.colors.bad, quiz.told, text_size_of_lesson);
  air(ui, 8);
  wrapped(ui, ui.colors.faint, seed_, 12);
  ImGui::EndChild();
  if (main_button(ui, asked ? "Answer" : quiz.over ? "Finish" : "Next")) ui.push(LearnAction(GoOnLearning{}));
  explain(ui, asked ? "Checks what was typed." : "The next place.", "Enter");
  ImGui::SameLine();
  if (ImGui::Button("Leave the quiz")) ui.push(LearnAction(EndQuiz{}));
  explain(ui, "The score so far stays.", "Esc");
}

// Goes on when Enter is pressed, whatever has the keys; while an answer is typed, only if it was right.
void LearnPanel::press_enter(const Ui& ui) const {
  const LearnState& learn = ui.document.learn;
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (!enter || walk_.has_keys() || ImGui::GetIO().KeyCtrl || open_dialog(ui.document) != nullptr) return;
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  // If the keyboard has walked to a button of another panel, Enter presses that.
  if (ImGui::GetIO().NavVisible && !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) return;
  const bool typing = ImGui::GetIO().WantTextInput && !learn.quiz;
  if (!typing || learn.solved) ui.push(LearnAction(GoOnLearning{}));
}

}  // namespace tcviz::inline app_ui
