// The texts of the labels of cells, in one line or in two.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/measure.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Returns `by`, or for Automatic the quantity that labels a grid of this content.
LabelBy resolved(LabelBy by, Channel channel);

class Labels {
 public:
  // Prepares the labels of `layout`; `by` must not be Automatic.
  Labels(const Layout& layout, LabelBy by);
  // Returns labels like "T5 [7:6]" for the metadata of a sparse A: the bits of the thread's 32-bit register.
  static Labels bits(const Layout& metadata);

  bool empty() const { return by_ == LabelBy::None; }
  // True if labels can be written in two lines.
  bool breakable() const { return by_ == LabelBy::Slot || by_ == LabelBy::Word; }
  // Returns the length of the longest line of any label, in characters.
  int longest(bool broken) const { return longest(broken ? LabelForm::Broken : LabelForm::Whole); }
  int longest(LabelForm form) const;
  // Returns the forms that the labels have, from the longest to the shortest.
  std::span<const LabelForm> forms() const;
  bool has(LabelForm form) const;

  // Returns the label in one line, "T5 x[3]", or line `n` of two: "T5", "x[3]".
  std::string whole(Slot slot, Element element) const;
  std::string line(int n, Slot slot, Element element) const;
  // Returns the label in a form of one line: "T5 x[3]", "5:3" or "5".
  std::string text(LabelForm form, Slot slot, Element element) const;

 private:
  LabelBy by_;
  int rows_, cols_;
  std::vector<std::string> first_, second_;  // texts by tid, and by i
};

// Returns "x2" for two owners.
std::string copies_text(int owners);

}  // namespace tcviz::inline app_scene
