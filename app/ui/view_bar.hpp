// The head of the grids' panel: the kind, the tabs of the views, and what colours, labels and threads are shown. Where
// there is no room the controls go into a list of their own, "View options".
#pragma once

#include <string>

#include "app/ui/panel.hpp"
#include "app/ui/shown_style.hpp"
#include "app/ui/typed_field.hpp"

namespace tcviz {

class ViewBar {
 public:
  void draw(const Ui& ui, const ShownStyle& style);
  // What is wrong with a field, below it and over what is drawn there: after all else of the panel.
  void draw_problem(const Ui& ui) const;

 private:
  // How the head is laid out, decided anew in every frame from plain widths.
  enum class Place { TitleLine, SecondLine, List };
  struct Plan {
    float id = 0, tabs = 0, controls = 0;  // widths
    bool short_names = false;
    bool tabs_below = false;  // in a line of their own
    Place place = Place::TitleLine;
  };
  Plan plan(const Ui& ui, ImVec2 room) const;

  void draw_kind(const Ui& ui, ImVec2 at, float right) const;
  void draw_tabs(const Ui& ui, ImVec2 at, bool short_names) const;
  void draw_controls(const Ui& ui, const ShownStyle& style, bool in_list);
  void draw_list(const Ui& ui, const ShownStyle& style, ImVec2 at);
  void draw_expression(const Ui& ui, const ShownStyle& style, float width);
  void draw_filter(const Ui& ui, const ShownStyle& style, float width);

  TypedField expression_, filter_;
  int expression_focuses_served_ = 0, filter_focuses_served_ = 0;
  // Of the field with a problem in this frame.
  const std::string* problem_ = nullptr;
  ImVec2 problem_at_;
};

}  // namespace tcviz
