// The text of a cell's label, in one line or broken in two. Knows nothing of positions and colours.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/measure.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Returns the meaning of Automatic in a grid, and every other choice as it is.
LabelBy resolved(LabelBy by, Channel channel);

class Labels {
 public:
  // Spells every thread and value once; `by` is not Automatic.
  Labels(const Layout& layout, LabelBy by);
  // Returns labels as "T5 [7:6]" for metadata: a thread's register e has 16 fields of two bits.
  static Labels bits(const Layout& metadata);

  bool empty() const { return by_ == LabelBy::None; }
  bool breakable() const { return by_ == LabelBy::Slot || by_ == LabelBy::Word; }
  // Returns the number of characters in the longest line of any label.
  int longest(bool broken) const { return longest(broken ? LabelForm::Broken : LabelForm::Whole); }
  int longest(LabelForm form) const;
  // Returns the forms that the labels have, the one that says most first.
  std::span<const LabelForm> forms() const;
  bool has(LabelForm form) const;

  // Returns "T5 x[3]" as a whole; broken, line 0 is "T5" and line 1 is "x[3]".
  std::string whole(Slot slot, Element element) const;
  std::string line(int n, Slot slot, Element element) const;
  // Returns the label on one line: "T5 x[3]", "5:3" or "5".
  std::string text(LabelForm form, Slot slot, Element element) const;

 private:
  LabelBy by_;
  int rows_, cols_;
  std::vector<std::string> first_, second_;  // by tid or by i: formatted once, drawn thousands of times
};

// Returns "x2" for two owners.
std::string copies_text(int owners);

}  // namespace tcviz::inline app_scene
