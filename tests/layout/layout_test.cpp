#include "gpu/layout/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "samples.hpp"

namespace tcviz {
namespace {

using samples::Sizes;

// The inverse the slow way: ask every slot.
std::vector<Slot> owners_by_search(const LayoutData& data, Element element) {
  std::vector<Slot> owners;
  for (int tid = 0; tid < data.threads; ++tid)
    for (int i = 0; i < data.values; ++i)
      if (data.map[tid * data.values + i] == element.row * data.cols + element.col) owners.push_back({tid, i});
  return owners;
}

void expect_inverse(const LayoutData& data) {
  const Layout layout = samples::make(data);
  std::size_t most = 0, fewest = data.map.size();
  const int step = data.rows * data.cols > 1024 ? 37 : 1;  // the search is slow; 37 is prime to every size here
  for (int linear = 0; linear < data.rows * data.cols; linear += step) {
    const Element element{linear / data.cols, linear % data.cols};
    const std::vector<Slot> expected = owners_by_search(data, element);
    ASSERT_EQ(layout.owners(element), expected) << element.row << ", " << element.col;
    most = std::max(most, expected.size());
    fewest = std::min(fewest, expected.size());
  }
  if (step > 1) return;
  EXPECT_EQ(static_cast<std::size_t>(layout.replication()), most);
  EXPECT_EQ(layout.uniform(), most == fewest);
}

TEST(Layout, InverseIsWhatASearchFinds) {
  std::mt19937 random(20261120);
  for (const Sizes& sizes : samples::shapes())
    for (int round = 0; round < 4; ++round) expect_inverse(samples::data_of(sizes, samples::random_map(sizes, random)));
}

TEST(Layout, MapIsWhatItWasMadeFrom) {
  std::mt19937 random(3);
  for (const Sizes& sizes : samples::shapes()) {
    const LayoutData data = samples::data_of(sizes, samples::random_map(sizes, random));
    const Layout layout = samples::make(data);
    for (std::int32_t number = 0; number < layout.slots(); ++number) {
      const auto element = layout.element(layout.slot(number));
      ASSERT_EQ(element ? element->row * data.cols + element->col : no_element, data.map[number]);
    }
  }
}

// Every slot that holds an element is among that element's owners, and there are no other owners.
TEST(Layout, OwnersAndMapAgreeOnAWarpgroup) {
  const Layout layout = samples::of_formula({64, 256, 128, 128}, [](int tid, int i) {
    const int row = tid / 32 * 16 + tid % 32 / 4 + i / 2 % 2 * 8, col = i / 4 * 8 + tid % 4 * 2 + i % 2;
    return row * 256 + col;
  });
  EXPECT_EQ(layout.replication(), 1);
  EXPECT_TRUE(layout.uniform());
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const auto owners = layout.owner_slots(*layout.element(layout.slot(number)));
    ASSERT_EQ(owners.size(), 1u);
    ASSERT_EQ(owners.front(), number);
  }
}

TEST(Layout, UnequalOwnersAndEmptySlots) {
  const Layout layout = samples::make(samples::data_of({1, 2, 3, 2}, {1, no_element, 0, 1, no_element, 1}));
  EXPECT_EQ(layout.replication(), 3);
  EXPECT_FALSE(layout.uniform());
  EXPECT_EQ(layout.element({0, 1}), std::nullopt);
  EXPECT_EQ(layout.owners({0, 0}), (std::vector<Slot>{{1, 0}}));
  EXPECT_EQ(layout.owners({0, 1}), (std::vector<Slot>{{0, 0}, {1, 1}, {2, 1}}));
}

struct Refused {
  const char* message;
  void (*spoil)(LayoutData&);
};

TEST(Layout, RefusesWithThePlace) {
  const Refused rows[] = {
      {"rows: 0 is outside 1..4096", [](LayoutData& d) { d.rows = 0; }},
      {"cols: -3 is outside 1..4096", [](LayoutData& d) { d.cols = -3; }},
      {"threads: 1025 is outside 1..1024", [](LayoutData& d) { d.threads = 1025; }},
      {"values: 2147483647 is outside 1..4096", [](LayoutData& d) { d.values = 2147483647; }},
      {"element_bits: 65 is outside 1..64", [](LayoutData& d) { d.element_bits = 65; }},
      {"element_bits: 24 is none of 1, 2, 4, 8, 16, 32, 64", [](LayoutData& d) { d.element_bits = 24; }},
      {"values: 1024 threads x 4096 values are more than 1048576 slots",
       [](LayoutData& d) { d.threads = 1024, d.values = 4096; }},
      {"rows: the 4x2 matrix has more elements than 2 threads x 2 values can own", [](LayoutData& d) { d.rows = 4; }},
      {"map: has 3 entries, but 2 threads x 2 values need 4", [](LayoutData& d) { d.map.pop_back(); }},
      {"map: has 5 entries, but 2 threads x 2 values need 4", [](LayoutData& d) { d.map.push_back(0); }},
      {"map[2]: element 4 is outside the 2x2 matrix", [](LayoutData& d) { d.map[2] = 4; }},
      {"map[3]: element -2 is outside the 2x2 matrix", [](LayoutData& d) { d.map[3] = -2; }},
      {"map: element 2 (row 1, col 0) has no owner", [](LayoutData& d) { d.map[2] = 1; }},
      {"map: element 3 (row 1, col 1) has no owner", [](LayoutData& d) { d.map[3] = no_element; }},
      {"kind: an id is 1 to 64 lower case letters, digits, dots, dashes or underscores",
       [](LayoutData& d) { d.kind = "a kind"; }},
      {"kind: an id is 1 to 64 lower case letters, digits, dots, dashes or underscores",
       [](LayoutData& d) { d.kind.clear(); }},
  };
  for (const Refused& row : rows) {
    LayoutData data = samples::data_of({2, 2, 2, 2}, {0, 1, 2, 3});
    row.spoil(data);
    const Result<Layout> layout = Layout::make(data);
    ASSERT_FALSE(layout.ok()) << row.message;
    EXPECT_EQ(layout.error().message, row.message);
    EXPECT_EQ(layout.error().fault, Fault::BadInput);
  }
}

TEST(Layout, SameMapLooksAtSizesAndMapOnly) {
  const LayoutData data = samples::data_of({2, 2, 2, 2}, {0, 1, 2, 3});
  const Layout layout = samples::make(data);
  LayoutData elsewhere = data;
  elsewhere.provenance.device = "another";
  EXPECT_TRUE(layout.same_map(samples::make(elsewhere)));
  LayoutData swapped = data;
  std::swap(swapped.map[0], swapped.map[1]);
  EXPECT_FALSE(layout.same_map(samples::make(swapped)));
  LayoutData narrow = data;
  narrow.element_bits = 16;
  EXPECT_FALSE(layout.same_map(samples::make(narrow)));
  LayoutData flat = data;
  flat.rows = 1, flat.cols = 4;
  EXPECT_FALSE(layout.same_map(samples::make(flat)));
}

// Lay the values' bits out one by one over 32-bit registers and see where the first and the last one fell.
TEST(RegisterSpan, IsWhereTheBitsFall) {
  for (const int width : {1, 2, 4, 8, 16, 32, 64}) {
    int reg = 0, bit = 0;
    for (int i = 0; i < 256; ++i) {
      const int first = reg, low = bit;
      int last = reg, high = bit;
      for (int b = 0; b < width; ++b) {
        last = reg, high = bit + (reg - first) * 32;
        if (++bit == 32) bit = 0, ++reg;
      }
      EXPECT_EQ(register_span(i, width), (RegisterSpan{first, last, low, high})) << width << " " << i;
    }
  }
}

TEST(RegisterSpan, Described) {
  EXPECT_EQ(describe(register_span(3, 16)), "R1 [31:16]");
  EXPECT_EQ(describe(register_span(1, 64)), "R2..R3 [63:0]");
  EXPECT_EQ(describe(register_span(37, 1)), "R1 [5]");
  EXPECT_EQ(describe(register_span(2, 32)), "R2 [31:0]");
}

}  // namespace
}  // namespace tcviz
