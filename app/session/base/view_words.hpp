// The names that the window shows for views, colours, labels and palettes. Tabs, lists and tooltips are made from these
// tables.
#pragma once

#include <span>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_session {

struct ViewWord {
  ViewMode view;
  const char *name, *short_name;
  const char* tip;
};
std::span<const ViewWord> view_words();

// A choice of a drop-down list: `name` is its row in the open list, `shown` the text while the list is closed, `tip`
// its tooltip.
template <class T>
struct ChoiceWord {
  T value;
  const char *name, *shown, *tip;
};
std::span<const ChoiceWord<ColorBy>> color_words();
std::span<const ChoiceWord<LabelBy>> label_words();
std::span<const ChoiceWord<Palette>> palette_words();

// Returns the value `steps` rows after `from` (negative: before it), with wrap-around.
template <class T>
T step_choice(std::span<const ChoiceWord<T>> words, T from, int steps) {
  const auto count = static_cast<int>(words.size());
  int at = 0;
  while (at + 1 < count && words[static_cast<std::size_t>(at)].value != from) ++at;
  return words[static_cast<std::size_t>(((at + steps) % count + count) % count)].value;
}

}  // namespace tcviz::inline app_session
