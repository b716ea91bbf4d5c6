// The panel of the workspace Operations: the list of operations at the left; the fragment before and after the
// operation, its parameters and steps in the middle; the kernel at the right, or in a narrow window in a tab.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pictures/value_view.hpp"
#include "app/session/operations/operations_action.hpp"
#include "app/ui/kit/code_field.hpp"
#include "app/ui/kit/code_sheet.hpp"
#include "app/ui/kit/plot_view.hpp"
#include "app/ui/kit/view_panel.hpp"
#include "app/ui/operations/way_on.hpp"

namespace tcviz::inline app_ui {

// The plot of the speed-up of an operation in registers over one through shared memory, by the number of fragments,
// with buttons that export it.
class TimingPlot {
 public:
  // Draws the timings of `run`, which must have a result.
  void draw(const Ui& ui, const std::shared_ptr<const OperationsRun>& run);

 private:
  std::shared_ptr<const OperationsRun> run_;
  ShownPlot shown_;  // made from run_
};

class OperationsPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return typing_ ? PanelKeys::All : PanelKeys::None; }
  std::vector<Rect> subjects() const override { return subjects_; }

 private:
  void draw_inside(const Ui& ui);
  void press_keys(const Ui& ui);
  void step(const Ui& ui, int by) const;
  void draw_list(const Ui& ui);
  void draw_choice(const Ui& ui);
  void draw_buttons(const Ui& ui);
  void draw_progress(const Ui& ui);
  void draw_result(const Ui& ui);
  void draw_verdict(const Ui& ui);
  void draw_formula(const Ui& ui);
  static float knobs_width(const Ui& ui, const Operation& operation);
  void draw_knobs(const Ui& ui, const Operation& operation);
  void draw_body(const Ui& ui);
  void draw_steps(const Ui& ui);
  void draw_place(const Ui& ui) const;
  void draw_grids(const Ui& ui, const Rect& room);
  void draw_tooltip(const Ui& ui, const ValueHit& hit) const;
  void draw_tabs(const Ui& ui, bool values);
  void draw_source(const Ui& ui);
  void draw_timings(const Ui& ui);
  void draw_runs(const Ui& ui);
  void find_ways_on(const std::string& kind);
  static std::string verdict_text(const OperationsRun& run);
  void prepare(const Ui& ui, const Rect& room);
  std::vector<bool> lit(const OperationsState& operations) const;

  // The input of the scene.
  struct Inputs {
    std::shared_ptr<const OperationsRun> run;
    StepBy by = StepBy::None;
    int step = 0;
    Theme theme = Theme::Dark;
    float width = 0, height = 0;  // of the area, in points
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  Inputs inputs_;
  std::shared_ptr<const OperationsRun> verdict_of_;  // the run that verdict_ is about
  std::string verdict_;
  std::optional<std::string> ways_of_;         // the kind that ways_on_ is about
  std::vector<std::optional<WayOn>> ways_on_;  // by operation: why it cannot run on the kind; none: it can
  Scene scene_;
  std::vector<std::string> rows_;  // lines of the list of runs
  std::array<char, 64> search_{};
  CodeSheet code_;
  CodeField body_;
  TimingPlot timings_;
  ImVec2 copy_at_;  // position of the copy button, at the end of the tabs
  std::vector<Rect> subjects_;
  bool typing_ = false;
};

}  // namespace tcviz::inline app_ui
