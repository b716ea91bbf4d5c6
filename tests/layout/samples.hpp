// Layouts to test with, made from plain formulae and from chance. Knows nothing of how layouts are stored.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::samples {

struct Sizes {
  int rows, cols, threads, values;
};

inline LayoutData data_of(const Sizes& sizes, std::vector<std::int32_t> map) {
  LayoutData data;
  data.kind = "test.sample";
  data.rows = sizes.rows;
  data.cols = sizes.cols;
  data.threads = sizes.threads;
  data.values = sizes.values;
  data.element_bits = 32;
  data.provenance.device = "a test";
  data.map = std::move(map);
  return data;
}

inline Layout make(LayoutData data) {
  Result<Layout> layout = Layout::make(std::move(data));
  if (!layout) ADD_FAILURE() << layout.error().message;
  return std::move(layout).value();
}

// The layout of a formula (tid, i) -> linear element.
inline Layout of_formula(const Sizes& sizes, const std::function<int(int, int)>& linear) {
  std::vector<std::int32_t> map;
  for (int tid = 0; tid < sizes.threads; ++tid)
    for (int i = 0; i < sizes.values; ++i) map.push_back(linear(tid, i));
  return make(data_of(sizes, std::move(map)));
}

// Every element owned at least once, the rest of the slots owning any element or none, in no order.
inline std::vector<std::int32_t> random_map(const Sizes& sizes, std::mt19937& random) {
  const int elements = sizes.rows * sizes.cols;
  std::uniform_int_distribution<std::int32_t> any(no_element, elements - 1);
  std::vector<std::int32_t> map;
  for (int slot = 0; slot < sizes.threads * sizes.values; ++slot) map.push_back(slot < elements ? slot : any(random));
  std::ranges::shuffle(map, random);
  return map;
}

// Square, tall, odd, tiny, replicated, with room to spare for slots that hold nothing, and one of a warpgroup.
inline std::vector<Sizes> shapes() {
  return {{16, 16, 32, 8}, {32, 8, 32, 16}, {3, 5, 7, 4},  {1, 1, 1, 1},
          {1, 7, 3, 5},    {8, 4, 32, 1},   {4, 4, 1, 16}, {128, 64, 128, 64}};
}

}  // namespace tcviz::samples
