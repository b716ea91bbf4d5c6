// Which bits a row or column is made of, against the layouts themselves; the texts of a selection.
#include "app/session/base/bit_sources.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "app/session/whole/selection_text.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* bit_sources_acc = "wmma.m16n16k16.acc.f32";

Layout layout_of(int rows, int cols, int threads, int values, std::vector<std::int32_t> map) {
  LayoutData data{"test.kind", rows, cols, threads, values, 32, sample_provenance(), std::move(map)};
  return Layout::make(std::move(data)).value();
}

int value_of(const std::vector<BitSum>& sums, Slot slot) {
  int value = 0;
  for (std::size_t bit = 0; bit < sums.size(); ++bit) {
    int one = sums[bit].flipped ? 1 : 0;
    for (const BitName& source : sums[bit].sources) {
      one ^= (source.of == BitName::Of::Tid ? slot.tid : slot.i) >> source.bit & 1;
    }
    value |= one << bit;
  }
  return value;
}

void expect_every_slot(const Layout& layout) {
  const BitTable table = bit_table(layout);
  ASSERT_EQ(table.reason, "");
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    EXPECT_EQ((Element{value_of(table.row, slot), value_of(table.col, slot)}), layout.element(slot)) << number;
  }
}

TEST(Bits, GiveTheElementOfEverySlot) {
  for (const char* kind : {bit_sources_acc, "wmma.m16n16k16.a.f16.row", "wmma.m8n8k128.a.b1.row"}) {
    expect_every_slot(sample_layout(kind, sample_provenance()));
  }
}

// As in the published figure of this accumulator: row = i1 t4 t3 t2, col = i2 t1 t0 i0.
TEST(Bits, HaveTheNamesOfTheFigure) {
  const BitTable table = bit_table(sample_layout(bit_sources_acc, sample_provenance()));
  std::vector<std::string> row, col;
  for (const BitSum& sum : table.row) row.push_back(describe(sum));
  for (const BitSum& sum : table.col) col.push_back(describe(sum));
  EXPECT_EQ(row, (std::vector<std::string>{"t2", "t3", "t4", "i1"}));
  EXPECT_EQ(col, (std::vector<std::string>{"i0", "t0", "t1", "i2"}));
}

TEST(Bits, AreSumsWhereALayoutIsSwizzled) {
  std::vector<std::int32_t> map;
  for (int tid = 0; tid < 4; ++tid) {
    for (int i = 0; i < 2; ++i) map.push_back((tid >> 1) * 4 + (((tid & 1) << 1 | i) ^ 1 ^ (tid >> 1 & 1)));
  }
  const Layout layout = layout_of(2, 4, 4, 2, std::move(map));
  expect_every_slot(layout);
  EXPECT_EQ(describe(bit_table(layout).col[0]), "t1^i0^1");
}

TEST(Bits, SayWhyThereAreNone) {
  const Layout three = layout_of(1, 3, 3, 1, {0, 1, 2});
  EXPECT_NE(bit_table(three).reason, "");
  EXPECT_TRUE(bit_table(three).row.empty());
  // 1 and 2 go to 1 and 2, so 3 had to go to 3; and if 0 is left out there is nothing to begin with.
  const Layout bent = layout_of(2, 2, 8, 1, {0, 1, 2, 3, 0, 1, 3, 2});
  EXPECT_NE(bit_table(bent).reason, "");
  const Layout with_hole = layout_of(1, 3, 4, 1, {0, 1, 2, no_element});
  EXPECT_NE(bit_table(with_hole).reason, "");
}

TEST(Texts, OfAnElementAndAFragment) {
  const Layout layout = sample_layout(bit_sources_acc, sample_provenance());
  EXPECT_EQ(element_text(layout, {9, 6}), "(9, 6) linear 150: T7 x[2] R2 [31:0]");
  const std::string table = fragment_text(layout, 7);
  EXPECT_NE(table.find("x[2]    R2 [31:0]     (9, 6)\n"), std::string::npos) << table;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 8);
  EXPECT_EQ(provenance_text(layout).rfind(bit_sources_acc, 0), 0U);
}

TEST(Texts, ABandListsEveryOwner) {
  const Layout layout = sample_layout("wmma.m16n16k16.a.f16.row", sample_provenance());
  const Band band{{2, 3}, {4, 5}};
  const std::vector<BandCell> cells = band_cells(ViewMode::Grids, layout, band);
  std::set<int> threads;
  int slots = 0;
  std::size_t at = 0;
  for (int row = 2; row <= 4; ++row) {
    for (int col = 3; col <= 5; ++col) {
      ASSERT_EQ(cells[at].element, (Element{row, col}));
      for (std::int32_t number = 0; number < layout.slots(); ++number) {
        if (layout.element(layout.slot(number)) != Element{row, col}) continue;
        ++slots;
        threads.insert(layout.slot(number).tid);
      }
      ++at;
    }
  }
  const BandCount count = count_of(cells);
  EXPECT_EQ(count.elements, 9);
  EXPECT_EQ(count.slots, slots);
  EXPECT_EQ(count.threads, static_cast<int>(threads.size()));
  const std::string text = band_text(layout, cells);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 9);
}

TEST(Texts, ABandOfSlotsListsTheirElementsOnce) {
  const Layout layout = sample_layout(bit_sources_acc, sample_provenance());
  const std::vector<BandCell> cells = band_cells(ViewMode::Threads, layout, {{7, 1}, {7, 2}});
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].element, (Element{1, 7}));
  EXPECT_EQ(cells[1].element, (Element{9, 6}));
}

TEST(Texts, TermsMultiplyTheRowByTheColumn) {
  const Layout a = sample_layout("wmma.m16n16k16.a.f16.row", sample_provenance());
  const Layout b = sample_layout("wmma.m16n16k16.b.f16.col", sample_provenance());
  const Layout c = sample_layout(bit_sources_acc, sample_provenance());
  const std::array<const Layout*, 3> layouts{&a, &b, &c};
  const std::vector<ProductTerm> terms = product_terms(layouts, {9, 6});
  ASSERT_EQ(terms.size(), 16U);
  for (int k = 0; k < 16; ++k) {
    const ProductTerm& term = terms[static_cast<std::size_t>(k)];
    EXPECT_EQ(term.k, k);
    for (const Slot& slot : term.a) EXPECT_EQ(a.element(slot), (Element{9, k}));
    for (const Slot& slot : term.b) EXPECT_EQ(b.element(slot), (Element{k, 6}));
    EXPECT_EQ(term.a.size(), 2U);
  }
  EXPECT_NE(product_text(terms, {9, 6}).find("C(9, 6) = sum over k"), std::string::npos);
}

// A kind's layout with slot s at element s; slots beyond hold none.
Layout plain_layout(const char* id) {
  const Kind& kind = *find_kind(id);
  LayoutData data{id, kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(), sample_provenance(), {}};
  for (int slot = 0; slot < kind.threads * kind.values; ++slot)
    data.map.push_back(slot < kind.rows() * kind.cols() ? slot : no_element);
  return Layout::make(std::move(data)).value();
}

TEST(Texts, MetadataSayOfWhichElementsTheyAreThePlace) {
  const auto text = [](const char* a, const char* c, const char* e, Element element) {
    const Layout one = plain_layout(a), sum = plain_layout(c), metadata = plain_layout(e);
    const std::array<const Layout*, 3> layouts{&one, &sum, &metadata};
    EXPECT_EQ(metadata_text(layouts, 0, {0, 0}), "");
    EXPECT_EQ(letter_of(layouts, 1), "C");
    EXPECT_EQ(letter_of(layouts, 2), "e");
    return metadata_text(layouts, 2, element);
  };
  EXPECT_EQ(text("wgmma.sp.m64k32.a.f16", "wgmma.m64n16.acc.f32", "wgmma.sp.m64k32.e.f16.sel0", {5, 3}),
            "place of A(5, 3) in k 4 to 7");
  EXPECT_EQ(text("wgmma.sp.m64k16.a.tf32", "wgmma.m64n16.acc.f32", "wgmma.sp.m64k16.e.tf32.sel0", {5, 3}),
            "high half of the place of A(5, 1) in k 2 to 3");
}

// The row of B that a stored element meets is for its metadata to say.
TEST(Texts, TermsOfASparseProductNameTheChunk) {
  const Layout a = plain_layout("mma.sp.m16n8k32.a.f16"), b = plain_layout("mma.sp.m16n8k32.b.f16");
  const Layout c = plain_layout("mma.sp.m16n8k32.acc.f32"), e = plain_layout("mma.sp.m16n8k32.e.f16.sel0");
  const std::array<const Layout*, 4> layouts{&a, &b, &c, &e};
  const std::vector<ProductTerm> terms = product_terms(layouts, {9, 6});
  ASSERT_EQ(terms.size(), 16U);
  EXPECT_EQ(k_text(terms[3]), "4..7");
  EXPECT_EQ(terms[3].at_a, (Element{9, 3}));
  EXPECT_EQ(terms[3].a, a.owners({9, 3}));
  EXPECT_TRUE(terms[3].b.empty());
}

TEST(Texts, TermsOfAQuadPairStayInTheirProduct) {
  const Layout a = plain_layout("mma.m8n8k4.a.f16.row"), b = plain_layout("mma.m8n8k4.b.f16.col");
  const Layout c = plain_layout("mma.m8n8k4.acc.f32");
  const std::array<const Layout*, 3> layouts{&a, &b, &c};
  const std::vector<ProductTerm> terms = product_terms(layouts, {13, 6});
  ASSERT_EQ(terms.size(), 4U);
  EXPECT_EQ(terms[2].a, a.owners({13, 2}));
  EXPECT_EQ(terms[2].b, b.owners({2, 14}));
  EXPECT_EQ(operand_text(layouts, 1, {2, 14}), "B(2, 14) goes into column 6 of C: C(8, 6) to C(15, 6)");
  EXPECT_EQ(operand_text(layouts, 0, {13, 2}), "A(13, 2) goes into row 13 of C: C(13, 0) to C(13, 7)");
}

}  // namespace
}  // namespace tcviz
