// The window's words for views, colours, labels and palettes, as rows: tabs, lists, tooltips and keys all read these.
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

// `shown` is the text of a closed list, `name` its row, `tip` its meaning.
template <class T>
struct ChoiceWord {
  T value;
  const char *name, *shown, *tip;
};
std::span<const ChoiceWord<ColorBy>> color_words();
std::span<const ChoiceWord<LabelBy>> label_words();
std::span<const ChoiceWord<Palette>> palette_words();

// Returns the row after (1) or before (-1) a value's, wrapping around.
template <class T>
T step_choice(std::span<const ChoiceWord<T>> words, T from, int steps) {
  const auto count = static_cast<int>(words.size());
  int at = 0;
  while (at + 1 < count && words[static_cast<std::size_t>(at)].value != from) ++at;
  return words[static_cast<std::size_t>(((at + steps) % count + count) % count)].value;
}

}  // namespace tcviz::inline app_session
