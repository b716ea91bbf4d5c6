#include "app/scene/coloring.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tcviz {
namespace {

constexpr int quad = 4;  // threads that the documents call a group
// An expression with more values is shown as a scale, and its legend as a strip.
constexpr std::size_t most_categories = 8, most_words = 128;

ColorBy resolved(ColorBy by, Channel channel, const SceneStyle& style) {
  if (by == ColorBy::Expression && !style.value) by = ColorBy::Automatic;
  if (by != ColorBy::Automatic) return by;
  return channel == Channel::Register ? ColorBy::Value : ColorBy::Thread;
}

enum class Scheme { Threads, Categories, Scale };

// What is counted, how many there are, and how they look.
struct Row {
  ColorBy by;
  const char* name;
  int (*count)(const Layout& layout);
  Scheme scheme;
};
constexpr Row rows[] = {
    {ColorBy::Thread, "tid", [](const Layout& l) { return l.threads(); }, Scheme::Threads},
    {ColorBy::Value, "x[i]", [](const Layout& l) { return l.values(); }, Scheme::Scale},
    {ColorBy::Quad, "tid/4", [](const Layout& l) { return (l.threads() + quad - 1) / quad; }, Scheme::Categories},
    {ColorBy::InQuad, "tid%4", [](const Layout& l) { return std::min(quad, l.threads()); }, Scheme::Categories},
    {ColorBy::Word, "R", [](const Layout& l) { return l.register_of(l.values() - 1).last + 1; }, Scheme::Scale},
    {ColorBy::Row, "row", [](const Layout& l) { return l.rows(); }, Scheme::Scale},
    {ColorBy::Col, "col", [](const Layout& l) { return l.cols(); }, Scheme::Scale},
};

Paint paint_of(Scheme scheme, Palette palette, int n, int count) {
  if (scheme == Scheme::Threads) return thread_paint(palette, n, count);
  return scheme == Scheme::Categories ? category_paint(palette, n, count) : scale_paint(palette, n, count);
}

}  // namespace

Coloring::Coloring(const Layout& layout, Channel channel, const SceneStyle& style)
    : by_(resolved(style.color_by, channel, style)), element_bits_(layout.element_bits()) {
  Scheme scheme = Scheme::Scale;
  int count = 0;
  if (by_ == ColorBy::Expression) {
    name_ = style.value_name;
    value_ = style.value;
    number_expression(layout);
    count = static_cast<int>(values_.size());
    scheme = values_.size() <= most_categories ? Scheme::Categories : Scheme::Scale;
  } else {
    const Row& row = *std::ranges::find(rows, by_, &Row::by);
    name_ = row.name;
    scheme = row.scheme;
    count = row.count(layout);
  }
  strip_ = scheme == Scheme::Threads || static_cast<std::size_t>(count) > most_words;
  looks_.reserve(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n) {
    const Paint paint = paint_of(scheme, style.palette, n, count);
    looks_.push_back({paint, label_color(paint.fill)});
  }
}

void Coloring::number_expression(const Layout& layout) {
  values_.reserve(static_cast<std::size_t>(layout.slots()));
  for (std::int32_t slot = 0; slot < layout.slots(); ++slot) {
    const auto element = layout.element(layout.slot(slot));
    if (element) values_.push_back(value_(layout.slot(slot), *element));
  }
  std::ranges::sort(values_);
  values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
}

std::size_t Coloring::number(Slot slot, Element element) const {
  switch (by_) {
    case ColorBy::Quad:
      return static_cast<std::size_t>(slot.tid / quad);
    case ColorBy::InQuad:
      return static_cast<std::size_t>(slot.tid % quad);
    case ColorBy::Value:
      return static_cast<std::size_t>(slot.i);
    case ColorBy::Word:
      return static_cast<std::size_t>(register_span(slot.i, element_bits_).first);
    case ColorBy::Row:
      return static_cast<std::size_t>(element.row);
    case ColorBy::Col:
      return static_cast<std::size_t>(element.col);
    case ColorBy::Expression: {
      const auto at = std::ranges::lower_bound(values_, value_(slot, element));
      return static_cast<std::size_t>(at - values_.begin());
    }
    case ColorBy::Automatic:
    case ColorBy::Thread:
      return static_cast<std::size_t>(slot.tid);
  }
  return 0;
}

std::string Coloring::word(std::size_t number) const {
  return by_ == ColorBy::Expression ? fmt::format("{}", values_[number]) : fmt::format("{}", number);
}

}  // namespace tcviz
