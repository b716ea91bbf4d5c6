// What stands in a cell: one line or two, by channel and choice.
#pragma once

#include <array>
#include <string>

#include "app/scene/scene.hpp"

namespace tcviz {

class Labels {
 public:
  Labels(const Layout& layout, Channel channel, LabelBy by);

  struct Lines {
    std::array<std::string, 2> text;
    int count = 1;  // 0: nothing
  };
  Lines lines(Slot slot, Element element) const;
  int line_count() const;
  // As long as the longest line of any cell, for measuring.
  const std::string& widest() const { return widest_; }

 private:
  const Layout* layout_;
  LabelBy by_;
  std::string widest_;
};

}  // namespace tcviz
