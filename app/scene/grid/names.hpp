// The names of the choices of a picture (view, colours, labels, ...): the word that users type on the command line and
// in files, and the label that lists show.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_scene {

template <class Choice>
struct Named {
  Choice value;
  std::string_view word;   // typed; lower case, no blanks
  std::string_view label;  // shown: "by thread"
};

// Returns all values of the type with their names, in the order of the lists that the window shows.
template <class Choice>
std::span<const Named<Choice>> names();
template <>
std::span<const Named<ViewMode>> names();
template <>
std::span<const Named<ColorBy>> names();
template <>
std::span<const Named<Palette>> names();
template <>
std::span<const Named<LabelBy>> names();
template <>
std::span<const Named<Theme>> names();
template <>
std::span<const Named<Arrangement>> names();

// Returns the words for reading and writing files. Those of ColorBy also have the spelling of older files, "in quad",
// last.
std::span<const Named<ColorBy>> record_words(ColorBy);
inline std::span<const Named<ViewMode>> record_words(ViewMode) { return names<ViewMode>(); }
inline std::span<const Named<Palette>> record_words(Palette) { return names<Palette>(); }
inline std::span<const Named<LabelBy>> record_words(LabelBy) { return names<LabelBy>(); }
inline std::span<const Named<Theme>> record_words(Theme) { return names<Theme>(); }
inline std::span<const Named<Arrangement>> record_words(Arrangement) { return names<Arrangement>(); }

template <class Choice>
const Named<Choice>& name_row(Choice value) {
  for (const Named<Choice>& row : names<Choice>())
    if (row.value == value) return row;
  return names<Choice>().front();
}
template <class Choice>
std::string_view word_of(Choice value) {
  return name_row(value).word;
}
template <class Choice>
std::string_view label_of(Choice value) {
  return name_row(value).label;
}

template <class Choice>
std::vector<std::string_view> words_of() {
  std::vector<std::string_view> words;
  for (const Named<Choice>& row : names<Choice>()) words.push_back(row.word);
  return words;
}

// Returns the error "palette 'saef' is unknown: it is safe, vivid or print.", the most similar word first. `what` names
// the choice.
Error unknown_word(std::string_view what, std::string_view word, std::span<const std::string_view> legal);

// Returns the value whose word is `word`.
template <class Choice>
Result<Choice> parse_word(std::string_view what, std::string_view word) {
  for (const Named<Choice>& row : names<Choice>())
    if (row.word == word) return row.value;
  return unknown_word(what, word, words_of<Choice>());
}

}  // namespace tcviz::inline app_scene
