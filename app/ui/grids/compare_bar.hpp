// The bar above a comparison of two layouts: chooses the right side, swaps the sides, shows the number of differences,
// and steps through them.
#pragma once

#include <array>
#include <string>

#include "app/session/base/kind_entry.hpp"
#include "app/session/whole/shown_layouts.hpp"
#include "app/ui/kit/source_list.hpp"

namespace tcviz::inline app_ui {

class CompareBar {
 public:
  void draw(const Ui& ui, const ShownLayouts& shown, bool layouts_changed);

 private:
  void draw_source(const Ui& ui, int side, float width);
  void draw_kind(const Ui& ui, float width);
  void draw_only(const Ui& ui) const;
  void draw_walk(const Ui& ui, float right) const;

  int count_ = 0;  // number of elements that differ
  std::string count_text_;
  std::array<std::string, 2> names_;  // names of the two sides: "V100 sm_70"
  std::array<SourceList, 2> lists_{SourceList(0), SourceList(1)};
  int lists_served_ = 0;  // the last value of WindowState::other_source_lists that was handled
  std::array<char, 64> search_ = {};
  KindRows found_;  // kinds that match search_, while the list of kinds is open
};

}  // namespace tcviz::inline app_ui
