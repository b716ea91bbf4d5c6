// The panel of the workspace Learn: the list of lessons, a step of a lesson, or the quiz.
#pragma once

#include <string>
#include <vector>

#include "app/session/learn/learn_state.hpp"
#include "app/ui/kit/button_walk.hpp"
#include "app/ui/kit/typed_field.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class LearnPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return walk_.has_keys() ? PanelKeys::All : PanelKeys::None; }

 private:
  void prepare(const Document& document);
  void draw_list(const Ui& ui);
  void draw_row(const Ui& ui, std::size_t lesson);
  void draw_step(const Ui& ui, const Lesson& lesson, const LessonStep& step);
  void draw_progress(const Ui& ui, const Lesson& lesson) const;
  void draw_question(const Ui& ui, const LessonQuestion& question);
  void draw_step_buttons(const Ui& ui, const LessonStep& step) const;
  void draw_quiz(const Ui& ui, const Quiz& quiz);
  void press_enter(const Ui& ui) const;

  // The input of the texts done_, count_, score_ and seed_, which are made again only if it changes.
  const std::vector<Lesson>* lessons_ = nullptr;
  LearnProgress progress_;
  std::optional<std::size_t> lesson_;
  int step_ = -1;
  std::optional<Quiz> quiz_;
  std::vector<std::string> done_;  // for each lesson: "3 of 7" steps done
  std::string count_, score_, seed_;
  TypedField answer_;
  ButtonWalk walk_;
  int focused_question_ = -1;
};

}  // namespace tcviz::inline app_ui
