// Which colour a slot has in a grid, and what the legend says of it: a number of every slot, and a paint of every
// number.
#pragma once

#include <string>
#include <vector>

#include "app/scene/palette.hpp"

namespace tcviz {

class Coloring {
 public:
  // `channel` decides where the style leaves it open.
  Coloring(const Layout& layout, Channel channel, const SceneStyle& style);

  struct Look {
    Paint paint;
    Color label;  // black or white
  };
  const Look& look(Slot slot, Element element) const { return looks_[number(slot, element)]; }

  // The legend: "tid", and a word for every number, in order.
  const std::string& name() const { return name_; }
  const std::vector<Look>& looks() const { return looks_; }
  std::string word(std::size_t number) const;
  // The legend shows a strip of colours with its ends, where it cannot show a word for each.
  bool strip() const { return strip_; }

 private:
  std::size_t number(Slot slot, Element element) const;
  void number_expression(const Layout& layout);

  ColorBy by_;
  int element_bits_;
  std::string name_;
  std::vector<Look> looks_;
  std::vector<std::int64_t> values_;  // of an expression: every one that occurs, in order
  std::function<std::int64_t(Slot, Element)> value_;
  bool strip_ = false;
};

}  // namespace tcviz
