#include "app/scene/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz {
namespace {

template <class Format>
std::vector<std::string> listed(int count, Format format) {
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n) words.push_back(format(n));
  return words;
}

std::string number(int n) { return std::to_string(n); }

int longest_of(const std::vector<std::string>& words) {
  std::size_t longest = 0;
  for (const std::string& word : words) longest = std::max(longest, word.size());
  return static_cast<int>(longest);
}

// "R1 [31:16]" without what follows the blank, or only that.
std::string half_of(const std::string& span, int half) {
  const std::size_t blank = span.find(' ');
  return half == 0 ? span.substr(0, blank) : span.substr(blank + 1);
}

}  // namespace

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
  return LabelBy::Thread;
}

Labels::Labels(const Layout& layout, LabelBy by) : by_(by), rows_(layout.rows()), cols_(layout.cols()) {
  const auto word = [&](int half) {
    return [&layout, half](int i) { return half_of(describe(layout.register_of(i)), half); };
  };
  if (by == LabelBy::Thread) first_ = listed(layout.threads(), number);
  if (by == LabelBy::Value) first_ = listed(layout.values(), number);
  if (by == LabelBy::Slot) {
    first_ = listed(layout.threads(), [](int tid) { return fmt::format("T{}", tid); });
    second_ = listed(layout.values(), [](int i) { return fmt::format("x[{}]", i); });
  }
  if (by == LabelBy::Word) {
    first_ = listed(layout.values(), word(0));
    second_ = listed(layout.values(), word(1));
  }
}

int Labels::longest(bool broken) const {
  if (by_ == LabelBy::None) return 0;
  if (by_ == LabelBy::Element) return static_cast<int>(number(rows_ - 1).size() + 1 + number(cols_ - 1).size());
  if (by_ == LabelBy::Linear) return static_cast<int>(number(rows_ * cols_ - 1).size());
  const int first = longest_of(first_), second = longest_of(second_);
  if (second == 0) return first;
  return broken ? std::max(first, second) : first + 1 + second;
}

std::string Labels::line(int n, Slot slot, Element element) const {
  if (by_ == LabelBy::None) return {};
  if (by_ == LabelBy::Element) return number(element.row) + ',' + number(element.col);
  if (by_ == LabelBy::Linear) return number(element.row * cols_ + element.col);
  const bool by_tid = by_ == LabelBy::Thread || (by_ == LabelBy::Slot && n == 0);
  return (n == 0 ? first_ : second_)[static_cast<std::size_t>(by_tid ? slot.tid : slot.i)];
}

std::string Labels::whole(Slot slot, Element element) const {
  return second_.empty() ? line(0, slot, element) : line(0, slot, element) + ' ' + line(1, slot, element);
}

}  // namespace tcviz
