// The text of a cell's label, in one line or broken in two. Knows nothing of positions and colours.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/measure.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// The meaning of Automatic in a grid.
LabelBy resolved(LabelBy by, Channel channel);

class Labels {
 public:
  // `by` is not Automatic.
  Labels(const Layout& layout, LabelBy by);
  // "T5 [7:6]": of metadata, a thread's register e has 16 fields of two bits.
  static Labels bits(const Layout& metadata);

  bool empty() const { return by_ == LabelBy::None; }
  bool breakable() const { return by_ == LabelBy::Slot || by_ == LabelBy::Word; }
  // Characters of the longest line of any label.
  int longest(bool broken) const { return longest(broken ? LabelForm::Broken : LabelForm::Whole); }
  int longest(LabelForm form) const;
  // The one that says most first.
  std::span<const LabelForm> forms() const;
  bool has(LabelForm form) const;

  // "T5 x[3]"; broken, line 0 is "T5" and line 1 is "x[3]".
  std::string whole(Slot slot, Element element) const;
  std::string line(int n, Slot slot, Element element) const;
  // On one line: "T5 x[3]", "5:3" or "5".
  std::string text(LabelForm form, Slot slot, Element element) const;

 private:
  LabelBy by_;
  int rows_, cols_;
  std::vector<std::string> first_, second_;  // by tid or by i: formatted once, drawn thousands of times
};

// "x2"
std::string copies_text(int owners);

}  // namespace tcviz::inline app_scene
