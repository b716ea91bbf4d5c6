#include "app/scene/labels.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tcviz {
namespace {

LabelBy resolved(LabelBy by, Channel channel) {
  if (by != LabelBy::Automatic) return by;
  switch (channel) {
    case Channel::Thread:
      return LabelBy::Thread;
    case Channel::Register:
      return LabelBy::Value;
    case Channel::Both:
      return LabelBy::Slot;
    case Channel::Slots:
      return LabelBy::Element;
  }
  return by;
}

// "R1" and "[31:16]".
Labels::Lines word_lines(const RegisterSpan& span) {
  const std::string whole = describe(span);
  const std::size_t blank = whole.find(' ');
  return {{whole.substr(0, blank), whole.substr(blank + 1)}, 2};
}

}  // namespace

Labels::Labels(const Layout& layout, Channel channel, LabelBy by) : layout_(&layout), by_(resolved(by, channel)) {
  const auto consider = [&](Slot slot, Element element) {
    const Lines found = lines(slot, element);
    for (int line = 0; line < found.count; ++line) {
      const std::string& text = found.text[static_cast<std::size_t>(line)];
      if (text.size() > widest_.size()) widest_ = text;
    }
  };
  // Numbers grow with what they count: the last of everything is the longest, but for spans of bits.
  const Element last{layout.rows() - 1, layout.cols() - 1};
  for (int i = 0; i < layout.values(); ++i) consider({layout.threads() - 1, i}, last);
}

int Labels::line_count() const {
  if (by_ == LabelBy::None) return 0;
  return by_ == LabelBy::Slot || by_ == LabelBy::Word ? 2 : 1;
}

Labels::Lines Labels::lines(Slot slot, Element element) const {
  switch (by_) {
    case LabelBy::Automatic:
    case LabelBy::Thread:
      return {{fmt::format("{}", slot.tid), {}}, 1};
    case LabelBy::Value:
      return {{fmt::format("{}", slot.i), {}}, 1};
    case LabelBy::Slot:
      return {{fmt::format("T{}", slot.tid), fmt::format("x[{}]", slot.i)}, 2};
    case LabelBy::Word:
      return word_lines(layout_->register_of(slot.i));
    case LabelBy::Element:
      return {{fmt::format("{},{}", element.row, element.col), {}}, 1};
    case LabelBy::Linear:
      return {{fmt::format("{}", element.row * layout_->cols() + element.col), {}}, 1};
    case LabelBy::None:
      return {{}, 0};
  }
  return {{}, 0};
}

}  // namespace tcviz
