// The bar above the grids: tabs of the views, and the choices of colours, labels and threads. In a narrow panel the
// choices are in a drop-down list, "View options".
#pragma once

#include <string>

#include "app/session/whole/shown_style.hpp"
#include "app/ui/kit/panel.hpp"
#include "app/ui/kit/segments.hpp"
#include "app/ui/kit/typed_field.hpp"

namespace tcviz::inline app_ui {

class ViewBar {
 public:
  void draw(const Ui& ui, const ShownStyle& style);
  // Draws the error of a field below it, over the grids; to be called after all else of the panel.
  void draw_problem(const Ui& ui) const;

 private:
  // The arrangement of the bar, chosen in every frame by its width.
  struct Plan {
    float tabs = 0, controls = 0;  // widths
    bool short_names = false;
    bool as_list = false;  // the controls are behind a button
  };
  Plan plan(const Ui& ui, std::span<const Segment> tabs, float room) const;

  void draw_controls(const Ui& ui, const ShownStyle& style, bool in_list);
  void draw_list(const Ui& ui, const ShownStyle& style, ImVec2 at);
  void draw_expression(const Ui& ui, const ShownStyle& style, float width);
  void draw_filter(const Ui& ui, const ShownStyle& style, float width);

  TypedField expression_, filter_;
  int expression_focuses_served_ = 0, filter_focuses_served_ = 0;
  // The error of a field in this frame, and its position.
  const std::string* problem_ = nullptr;
  ImVec2 problem_at_;
};

}  // namespace tcviz::inline app_ui
