#include "app/scene/grid/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tcviz::inline app_scene {
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

// Returns the part of "R1 [31:16]" before the blank, or the part after it.
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

Labels Labels::bits(const Layout& metadata) {
  Labels labels(metadata, LabelBy::Slot);
  labels.second_ = listed(metadata.values(), [&](int i) { return half_of(describe(metadata.register_of(i)), 1); });
  return labels;
}

std::span<const LabelForm> Labels::forms() const {
  static constexpr std::array all{LabelForm::Whole, LabelForm::Broken, LabelForm::Short, LabelForm::First};
  static constexpr std::array of_words{LabelForm::Whole, LabelForm::Broken, LabelForm::First};
  if (by_ == LabelBy::None) return {};
  if (by_ == LabelBy::Slot) return all;
  return by_ == LabelBy::Word ? std::span<const LabelForm>(of_words) : std::span<const LabelForm>(all).first(1);
}

bool Labels::has(LabelForm form) const { return std::ranges::find(forms(), form) != forms().end(); }

int Labels::longest(LabelForm form) const {
  if (by_ == LabelBy::None) return 0;
  if (by_ == LabelBy::Element) return static_cast<int>(number(rows_ - 1).size() + 1 + number(cols_ - 1).size());
  if (by_ == LabelBy::Linear) return static_cast<int>(number(rows_ * cols_ - 1).size());
  const int first = longest_of(first_), second = longest_of(second_);
  if (second == 0) return first;
  const int short_first = by_ == LabelBy::Slot ? first - 1 : first;  // without the T
  if (form == LabelForm::First) return short_first;
  if (form == LabelForm::Short) return short_first + 1 + second - 3;  // without x[]
  return form == LabelForm::Broken ? std::max(first, second) : first + 1 + second;
}

std::string Labels::line(int n, Slot slot, Element element) const {
  if (by_ == LabelBy::None) return {};
  if (by_ == LabelBy::Element) return number(element.row) + ',' + number(element.col);
  if (by_ == LabelBy::Linear) return number(element.row * cols_ + element.col);
  const bool by_tid = by_ == LabelBy::Thread || (by_ == LabelBy::Slot && n == 0);
  return (n == 0 ? first_ : second_)[static_cast<std::size_t>(by_tid ? slot.tid : slot.i)];
}

std::string Labels::text(LabelForm form, Slot slot, Element element) const {
  if (second_.empty() || form == LabelForm::Whole || form == LabelForm::Broken) return whole(slot, element);
  if (by_ == LabelBy::Word) return line(0, slot, element);
  return form == LabelForm::First ? number(slot.tid) : number(slot.tid) + ':' + number(slot.i);
}

std::string copies_text(int owners) { return 'x' + number(owners); }

std::string Labels::whole(Slot slot, Element element) const {
  return second_.empty() ? line(0, slot, element) : line(0, slot, element) + ' ' + line(1, slot, element);
}

}  // namespace tcviz::inline app_scene
