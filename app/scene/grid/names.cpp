#include "app/scene/grid/names.hpp"

#include <fmt/format.h>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr std::array views{
    Named<ViewMode>{ViewMode::Grids, "grids", "Threads and registers"},
    Named<ViewMode>{ViewMode::Combined, "combined", "Combined"},
    Named<ViewMode>{ViewMode::Product, "product", "Product A \u00b7 B"},
    Named<ViewMode>{ViewMode::Threads, "threads", "Values of the threads"},
    Named<ViewMode>{ViewMode::Comparison, "comparison", "Comparison"},
};

constexpr std::array color_choices{
    Named<ColorBy>{ColorBy::Automatic, "automatic", "What the grid shows"},
    Named<ColorBy>{ColorBy::Thread, "thread", "Thread: hue tid/4, shade tid%4"},
    Named<ColorBy>{ColorBy::Value, "value", "Value i"},
    Named<ColorBy>{ColorBy::Quad, "quad", "Quad tid/4"},
    Named<ColorBy>{ColorBy::InQuad, "in-quad", "Place in the quad tid%4"},
    Named<ColorBy>{ColorBy::Word, "word", "32-bit register"},
    Named<ColorBy>{ColorBy::Row, "row", "Row"},
    Named<ColorBy>{ColorBy::Col, "col", "Column"},
    Named<ColorBy>{ColorBy::Expression, "expression", "An expression"},
    Named<ColorBy>{ColorBy::InQuad, "in quad", ""},  // in older files
};

constexpr std::array palettes{
    Named<Palette>{Palette::Safe, "safe", "Safe for the colour-blind"},
    Named<Palette>{Palette::Vivid, "vivid", "Vivid"},
    Named<Palette>{Palette::Print, "print", "Grey with hatching, for print"},
};

constexpr std::array label_choices{
    Named<LabelBy>{LabelBy::Automatic, "automatic", "What the grid shows"},
    Named<LabelBy>{LabelBy::Thread, "thread", "Thread tid"},
    Named<LabelBy>{LabelBy::Value, "value", "Value i"},
    Named<LabelBy>{LabelBy::Slot, "slot", "Thread and value: T5 x[3]"},
    Named<LabelBy>{LabelBy::Word, "word", "Register and bits: R1 [31:16]"},
    Named<LabelBy>{LabelBy::Element, "element", "Row and column: 9,6"},
    Named<LabelBy>{LabelBy::Linear, "linear", "Linear index"},
    Named<LabelBy>{LabelBy::None, "none", "Nothing"},
};

constexpr std::array themes{
    Named<Theme>{Theme::Light, "light", "Light"},
    Named<Theme>{Theme::Dark, "dark", "Dark"},
    Named<Theme>{Theme::Contrast, "contrast", "High contrast"},
};

constexpr std::array arrangements{
    Named<Arrangement>{Arrangement::Fitting, "fitting", "As it fits"},
    Named<Arrangement>{Arrangement::SideBySide, "side-by-side", "Side by side"},
    Named<Arrangement>{Arrangement::Stacked, "stacked", "One below the other"},
};

}  // namespace

template <>
std::span<const Named<ViewMode>> names() {
  return views;
}
template <>
std::span<const Named<ColorBy>> names() {
  return std::span(color_choices).first(color_choices.size() - 1);
}
std::span<const Named<ColorBy>> record_words(ColorBy) { return color_choices; }
template <>
std::span<const Named<Palette>> names() {
  return palettes;
}
template <>
std::span<const Named<LabelBy>> names() {
  return label_choices;
}
template <>
std::span<const Named<Theme>> names() {
  return themes;
}
template <>
std::span<const Named<Arrangement>> names() {
  return arrangements;
}

Error unknown_word(std::string_view what, std::string_view word, std::span<const std::string_view> legal) {
  std::string list;
  const std::vector<std::string_view> nearest = nearest_words(word, legal, legal.size());
  for (std::size_t at = 0; at < nearest.size(); ++at)
    list += fmt::format("{}{}", at == 0 ? "" : at + 1 == nearest.size() ? " or " : ", ", nearest[at]);
  return bad_input(fmt::format("{} '{}' is unknown: it is {}.", what, word, list));
}

}  // namespace tcviz::inline app_scene
