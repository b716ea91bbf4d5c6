// The panel of operations: the list and its knobs at the left, before and after in the middle, the kernel, the timings
// and earlier runs below.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/scene/value_view.hpp"
#include "app/ui/panel.hpp"
#include "app/ui/theatre_action.hpp"

class TextEditor;

namespace tcviz {

class TheatrePanel {
 public:
  TheatrePanel();
  ~TheatrePanel();
  void draw(const Ui& ui);
  // Whether keys are typed into a field of this panel.
  bool typing() const { return typing_; }

 private:
  void draw_inside(const Ui& ui);
  void draw_list(const Ui& ui);
  void draw_choice(const Ui& ui);
  void draw_knobs(const Ui& ui);
  void draw_body(const Ui& ui);
  void draw_buttons(const Ui& ui);
  void draw_progress(const Ui& ui);
  void draw_result(const Ui& ui, float height);
  void draw_verdict(const Ui& ui);
  void draw_steps(const Ui& ui);
  void draw_grids(const Ui& ui, const Rect& room);
  void draw_tooltip(const Ui& ui, const ValueHit& hit) const;
  void draw_lower(const Ui& ui);
  void draw_source(const Ui& ui);
  void draw_timings(const Ui& ui);
  void draw_runs(const Ui& ui);
  void prepare(const Ui& ui, bool stacked);
  std::vector<bool> lit(const TheatreState& theatre) const;

  // What the scene was made from.
  struct Inputs {
    std::shared_ptr<const TheatreRun> run;
    StepBy by = StepBy::None;
    int step = 0;
    Theme theme = Theme::Dark;
    bool stacked = false;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  Inputs inputs_;
  Scene scene_;
  std::vector<std::string> rows_;  // of the list of runs
  std::unique_ptr<TextEditor> source_, body_;
  std::shared_ptr<const TheatreRun> source_of_;
  std::string body_text_;
  Theme editor_theme_ = Theme::Contrast;
  int focuses_served_ = 0;
  bool typing_ = false;
};

}  // namespace tcviz
