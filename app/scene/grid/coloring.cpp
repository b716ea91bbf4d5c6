#include "app/scene/grid/coloring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/scene/easel/palette.hpp"

namespace tcviz::inline app_scene {
namespace {

// The number of classes above which a swatch with a number for each takes more room than it is worth.
constexpr int most_numbered = 128;
constexpr int most_long_numbered = 16;  // the same for numbers of more than this many characters
constexpr std::size_t long_number = 8;
constexpr std::int64_t spelt_out = 10'000'000'000'000;

// Returns a number in at most 14 characters.
std::string short_number(std::int64_t n) {
  return n > -spelt_out && n < spelt_out ? fmt::format("{}", n) : fmt::format("{:.6e}", static_cast<double>(n));
}

bool fits_numbered(const std::vector<std::string>& numbers) {
  const auto is_long = [](const std::string& number) { return number.size() > long_number; };
  const int most = std::ranges::any_of(numbers, is_long) ? most_long_numbered : most_numbered;
  return static_cast<int>(numbers.size()) <= most;
}

// The rule of a ColorBy: the class of a slot, the number of classes, and their looks.
struct Rule {
  ColorBy by;
  std::string_view name;
  int (*class_of)(const Layout&, Slot, Element);
  int (*count)(const Layout&);
  Paint (*paint)(Palette, int n, int count);
  int (*step)(const Layout&) = [](const Layout&) { return 1; };  // from the number of a class to the next one's
};

// Returns the registers of a value: values of 64 bits occupy two registers, and are numbered by the first.
int registers_of_value(const Layout& layout) { return std::max(1, layout.element_bits() / 32); }

int quads_of(const Layout& layout) { return (layout.threads() + 3) / 4; }

constexpr std::array rules{
    Rule{ColorBy::Thread, "tid", [](const Layout&, Slot slot, Element) { return slot.tid; },
         [](const Layout& layout) { return layout.threads(); }, thread_paint},
    Rule{ColorBy::Value, "x[i]", [](const Layout&, Slot slot, Element) { return slot.i; },
         [](const Layout& layout) { return layout.values(); }, scale_paint},
    Rule{ColorBy::Quad, "tid/4", [](const Layout&, Slot slot, Element) { return slot.tid / 4; }, quads_of, quad_paint},
    Rule{ColorBy::InQuad, "tid%4", [](const Layout&, Slot slot, Element) { return slot.tid % 4; },
         [](const Layout& layout) { return std::min(layout.threads(), 4); },
         [](Palette palette, int n, int) { return category_paint(palette, n); }},
    Rule{ColorBy::Word, "R",
         [](const Layout& layout, Slot slot, Element) {
           return layout.register_of(slot.i).first / registers_of_value(layout);
         },
         [](const Layout& layout) {
           return layout.register_of(layout.values() - 1).first / registers_of_value(layout) + 1;
         },
         scale_paint, registers_of_value},
    Rule{ColorBy::Row, "row", [](const Layout&, Slot, Element element) { return element.row; },
         [](const Layout& layout) { return layout.rows(); }, scale_paint},
    Rule{ColorBy::Col, "col", [](const Layout&, Slot, Element element) { return element.col; },
         [](const Layout& layout) { return layout.cols(); }, scale_paint},
};

const Rule& rule_for(ColorBy by) {
  const auto found = std::ranges::find(rules, by, &Rule::by);
  return found != rules.end() ? *found : rules.front();
}

template <class Visit>
void for_each_slot(const Layout& layout, Visit visit) {
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    if (const std::optional<Element> element = layout.element(slot))
      visit(static_cast<std::size_t>(number), slot, *element);
  }
}

CellLook look_of(const Paint& paint) { return {paint.fill, label_color(paint.fill), paint.hatch}; }

Coloring by_rule(const Layout& layout, const Rule& rule, Palette palette) {
  Coloring coloring;
  coloring.name = rule.name;
  coloring.class_of.assign(static_cast<std::size_t>(layout.slots()), 0);
  for_each_slot(layout, [&](std::size_t number, Slot slot, Element element) {
    coloring.class_of[number] = rule.class_of(layout, slot, element);
  });
  const int count = rule.count(layout);
  for (int n = 0; n < count; ++n) {
    coloring.looks.push_back(look_of(rule.paint(palette, n, count)));
    coloring.numbers.push_back(fmt::format("{}", n * rule.step(layout)));
  }
  // The shades of a hue are seen best side by side.
  const bool strip = rule.by == ColorBy::Thread && palette != Palette::Print;
  coloring.numbered = !strip && fits_numbered(coloring.numbers);
  return coloring;
}

// Makes a class of each different value, in the order of the values.
Coloring by_value(const Layout& layout, const SceneStyle& style) {
  Coloring coloring;
  coloring.name = style.value_name.empty() ? "value" : style.value_name;
  coloring.class_of.assign(static_cast<std::size_t>(layout.slots()), 0);
  std::vector<std::int64_t> values(coloring.class_of.size(), 0), all;
  for_each_slot(layout, [&](std::size_t number, Slot slot, Element element) {
    all.push_back(values[number] = style.value(slot, element));
  });
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for_each_slot(layout, [&](std::size_t number, Slot, Element) {
    coloring.class_of[number] = static_cast<std::int32_t>(std::ranges::lower_bound(all, values[number]) - all.begin());
  });
  const int count = static_cast<int>(all.size());
  for (int n = 0; n < count; ++n) {
    coloring.looks.push_back(
        look_of(count <= category_count ? category_paint(style.palette, n) : scale_paint(style.palette, n, count)));
    coloring.numbers.push_back(short_number(all[static_cast<std::size_t>(n)]));
  }
  coloring.numbered = fits_numbered(coloring.numbers);
  return coloring;
}

}  // namespace

ColorBy resolved(ColorBy by, Channel channel) {
  if (by != ColorBy::Automatic) return by;
  return channel == Channel::Register ? ColorBy::Value : ColorBy::Thread;
}

Coloring make_coloring(const Layout& layout, ColorBy by, const SceneStyle& style) {
  const bool expression = by == ColorBy::Expression && style.value;
  Coloring coloring = expression ? by_value(layout, style) : by_rule(layout, rule_for(by), style.palette);
  coloring.lined = style.palette == Palette::Print;
  return coloring;
}

}  // namespace tcviz::inline app_scene
