// The line of a comparison: what stands on the right, changing sides, how much differs, and a walk from one difference
// to the next.
#pragma once

#include <array>
#include <string>

#include "app/ui/panel.hpp"
#include "app/ui/shown_layouts.hpp"

namespace tcviz {

class CompareBar {
 public:
  void draw(const Ui& ui, const ShownLayouts& shown, bool layouts_changed);

 private:
  void draw_source(const Ui& ui, float width) const;
  void draw_kind(const Ui& ui, float width);
  void draw_walk(const Ui& ui, float right) const;

  int count_ = 0;  // elements that differ
  std::string count_text_;
  std::array<char, 64> search_ = {};
};

}  // namespace tcviz
