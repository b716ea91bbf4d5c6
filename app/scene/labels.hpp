// What the label of a cell says, in one line or broken in two. Knows nothing of positions and colours.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.hpp"

namespace tcviz {

// What Automatic stands for in a grid.
LabelBy resolved(LabelBy by, Channel channel);

class Labels {
 public:
  // `by` is not Automatic.
  Labels(const Layout& layout, LabelBy by);

  bool empty() const { return by_ == LabelBy::None; }
  bool breakable() const { return by_ == LabelBy::Slot || by_ == LabelBy::Word; }
  // Characters of the longest line of any label.
  int longest(bool broken) const;

  // "T5 x[3]"; broken, line 0 is "T5" and line 1 is "x[3]".
  std::string whole(Slot slot, Element element) const;
  std::string line(int n, Slot slot, Element element) const;

 private:
  LabelBy by_;
  int rows_, cols_;
  std::vector<std::string> first_, second_;  // by tid or by i: formatted once, drawn thousands of times
};

}  // namespace tcviz
