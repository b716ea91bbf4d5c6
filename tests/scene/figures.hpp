// Layouts to draw: every shape of the catalogue, and shapes that no instruction has. Knows nothing of scenes.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tests/layout/samples.hpp"

namespace tcviz::figures {

// Slot s owns element s modulo elements: replicated if there are more slots than elements, unevenly if the number
// of slots is no multiple.
inline Layout wrapped(const samples::Sizes& sizes, std::string kind) {
  LayoutData data = samples::data_of(sizes, {});
  if (const Kind* known = find_kind(kind)) data.element_bits = known->bits();
  data.kind = std::move(kind);
  for (int slot = 0; slot < sizes.threads * sizes.values; ++slot) data.map.push_back(slot % (sizes.rows * sizes.cols));
  return samples::make(std::move(data));
}

// Element 0 has all slots but those that the others need; every third slot of the rest holds nothing.
inline Layout lopsided(const samples::Sizes& sizes) {
  LayoutData data = samples::data_of(sizes, {});
  const int elements = sizes.rows * sizes.cols;
  for (int slot = 0; slot < sizes.threads * sizes.values; ++slot) {
    data.map.push_back(slot < elements ? slot : slot % 3 == 0 ? no_element : 0);
  }
  return samples::make(std::move(data));
}

// Of the kinds that differ in nothing but their name, returns the one with the longest.
inline std::vector<const Kind*> kinds_of_every_shape() {
  std::map<std::tuple<int, int, int, int, int, Family, Operand>, const Kind*> shapes;
  for (const Kind& kind : catalogue()) {
    const Kind*& longest =
        shapes[{kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(), kind.family, kind.operand}];
    if (longest == nullptr || longest->id.size() < kind.id.size()) longest = &kind;
  }
  std::vector<const Kind*> kinds;
  for (const auto& [shape, kind] : shapes) kinds.push_back(kind);
  return kinds;
}

inline std::vector<Layout> all() {
  std::vector<Layout> layouts;
  for (const Kind* const kind : kinds_of_every_shape())
    layouts.push_back(wrapped({kind->rows(), kind->cols(), kind->threads, kind->values}, std::string(kind->id)));
  for (const samples::Sizes& sizes : samples::shapes()) layouts.push_back(wrapped(sizes, "test.wrapped"));
  layouts.push_back(wrapped({64, 256, 128, 128}, "test.warpgroup"));
  layouts.push_back(wrapped({1, 1, 32, 1}, "test.one_element"));
  layouts.push_back(wrapped({1, 1, 1024, 1}, "test.thousand_owners"));
  layouts.push_back(wrapped({300, 1, 1, 300}, "test.column_of_many_values"));
  layouts.push_back(wrapped({1, 300, 300, 1}, "test.row_of_many_threads"));
  for (int owners : {2, 3, 4, 5, 7, 8}) layouts.push_back(wrapped({3, 5, 15, owners}, "test.owners"));
  layouts.push_back(lopsided({3, 5, 8, 4}));
  layouts.push_back(lopsided({2, 9, 64, 2}));
  return layouts;
}

inline std::string describe(const Layout& layout) {
  return layout.kind() + " " + std::to_string(layout.rows()) + "x" + std::to_string(layout.cols()) + ", " +
         std::to_string(layout.threads()) + " threads, " + std::to_string(layout.values()) + " values";
}

}  // namespace tcviz::figures
