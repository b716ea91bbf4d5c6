// The manual's layouts against a construction that shares nothing with its formulae. Tensor cores see a matrix as 8x8
// blocks of words: eight rows, of which each has four words of 32 bits (of 64 for f64), one for each thread of a group
// of four, and eight such groups. A value wider or narrower changes how many elements lie in a word, and nothing else.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "gpu/source/manual/manual.hpp"

namespace tcviz {
namespace {

struct Place {
  int row, col;
  auto operator<=>(const Place&) const = default;
};
using Words = std::vector<std::vector<Place>>;  // of one thread: for each register, its elements from the low bits up

// Blocks one after the other: downwards first, then along the depth.
Words words_of(const Kind& kind, int lane) {
  const int per_word = std::max(1, 32 / kind.bits()), wide = 4 * per_word;
  const int line = lane / 4, word = lane % 4;
  Words words;
  for (int deep = 0; deep < kind.cols(); deep += wide)
    for (int down = 0; down < kind.rows(); down += 8) {
      std::vector<Place> elements;
      for (int e = 0; e < per_word; ++e) elements.push_back({down + line, deep + word * per_word + e});
      words.push_back(elements);
    }
  return words;
}

// B is seen column by column: the same with its sides exchanged.
Words transposed_words(Kind kind, int lane) {
  std::swap(kind.shape.k, kind.shape.n);
  kind.operand = Operand::Accumulator;
  kind.shape.m = kind.shape.k;
  Words words = words_of(kind, lane);
  for (auto& word : words)
    for (Place& place : word) std::swap(place.row, place.col);
  return words;
}

// An accumulator's row of eight elements is two for each thread of the group, however wide they are.
Words sum_words(const Kind& kind, int lane) {
  Words words;
  for (int right = 0; right < kind.cols(); right += 8)
    for (int down = 0; down < kind.rows(); down += 8)
      for (int e = 0; e < 2; ++e) words.push_back({{down + lane / 4, right + lane % 4 * 2 + e}});
  return words;
}

std::vector<Place> in_one_line(const Words& words) {
  std::vector<Place> all;
  for (const auto& word : words) all.insert(all.end(), word.begin(), word.end());
  return all;
}

// Four products, each of 4 + 4 threads, those of the upper half holding rows (of B: columns) 4..7.
std::vector<Place> quad_pair(const Kind& kind, int lane) {
  const int product = lane / 4 % 4, own = lane % 4, half = lane / 16 * 4;
  std::vector<Place> all;
  for (int i = 0; i < kind.values; ++i) {
    const bool along = (kind.operand == Operand::A) == (kind.order == MemoryOrder::Row);  // the values lie along k
    const int k = along ? i : own, other = (along ? own : i) + half;
    if (kind.operand == Operand::A) all.push_back({8 * product + other, k});
    if (kind.operand == Operand::B) all.push_back({k, 8 * product + other});
    if (kind.operand != Operand::Accumulator) continue;
    // f16: a thread has a whole row. f32: 2x2 corners, of which threads 0 and 2 have the first row, in 2-wide columns.
    const bool whole = kind.type == ElementType::F16;
    const int row = whole ? own : own % 2 + i / 2 % 2 * 2, col = whole ? i : i / 4 * 4 + own / 2 * 2 + i % 2;
    all.push_back({8 * product + half + row, col});
  }
  return all;
}

// Indices of a row in the order of the elements they belong to, 16 to a register or 8 to each of its halves. With
// 8-bit and narrower elements a register is one row's, with wider ones it is half of each of two rows.
std::vector<std::optional<Place>> metadata(const Kind& kind, int lane) {
  const int line = lane / 4, own = lane % 4, fields = kind.cols();
  const bool halves = element_bits(kind.type) >= 16;
  const int lanes_read = fields / 8;  // 1, 2 or 4 of a group
  std::vector<std::optional<Place>> all(16);
  if (own / lanes_read != kind.selector) return all;
  const int part = own % lanes_read;
  for (int v = 0; v < 16; ++v)
    all[static_cast<std::size_t>(v)] =
        halves ? Place{line + v / 8 * 8, part * 8 + v % 8} : Place{line + part % 2 * 8, part / 2 * 16 + v};
  return all;
}

std::vector<Place> memory_rows(const Kind& kind, int lane) {
  const bool turned = kind.transposed && !(kind.family == Family::Movmatrix && kind.operand == Operand::A);
  std::vector<Place> all;
  for (int i = 0; i < kind.values; ++i) {
    const int line = lane / 4, at = lane % 4 * 2 + i % 2;
    all.push_back(turned ? Place{i / 2 * 8 + at, line} : Place{i / 2 * 8 + line, at});
  }
  return all;
}

std::vector<std::optional<Place>> expected(const Kind& kind, int tid) {
  const int lane = tid % 32, down = tid / 32 * 16;
  Kind of_warp = kind;
  if (kind.threads == 128) of_warp.shape.m = 16;
  std::vector<std::optional<Place>> all;
  std::vector<Place> full;
  if (kind.operand == Operand::Metadata)
    all = metadata(of_warp, lane);
  else if (kind.stack == 4 && kind.family == Family::Mma)
    full = quad_pair(kind, lane);
  else if (kind.type == ElementType::B16)
    full = memory_rows(kind, lane);
  else if (kind.operand == Operand::B)
    full = in_one_line(transposed_words(of_warp, lane));
  else
    full = in_one_line(kind.operand == Operand::A ? words_of(of_warp, lane) : sum_words(of_warp, lane));
  for (const Place& place : full) all.push_back(place);
  for (auto& place : all)
    if (place) place->row += down;
  return all;
}

std::vector<const Kind*> documented_kinds() {
  std::vector<const Kind*> kinds;
  for (const Kind& kind : catalogue())
    if (kind.family != Family::Wmma && kind.family != Family::Sgemm) kinds.push_back(&kind);
  return kinds;
}

TEST(Manual, EveryRuleIsTheTileRule) {
  for (const Kind* kind : documented_kinds()) {
    const Result<Layout> layout = manual_layout(*kind);
    ASSERT_TRUE(layout.ok()) << kind->id << ": " << layout.error().message;
    for (int tid = 0; tid < kind->threads; ++tid) {
      const auto places = expected(*kind, tid);
      ASSERT_EQ(places.size(), static_cast<std::size_t>(kind->values)) << kind->id;
      for (int i = 0; i < kind->values; ++i) {
        const std::optional<Element> element = layout.value().element({tid, i});
        const auto& place = places[static_cast<std::size_t>(i)];
        ASSERT_EQ(element.has_value(), place.has_value()) << kind->id << " T" << tid << " x[" << i << "]";
        if (!place) continue;
        const Element wanted{place->row, place->col};
        ASSERT_EQ(*element, wanted) << kind->id << " T" << tid << " x[" << i << "]";
      }
    }
  }
}

TEST(Manual, EachElementHasOneOwner) {
  for (const Kind* kind : documented_kinds()) {
    const Result<Layout> layout = manual_layout(*kind);
    ASSERT_TRUE(layout.ok()) << kind->id;
    EXPECT_EQ(layout.value().replication(), 1) << kind->id;
    EXPECT_TRUE(layout.value().uniform()) << kind->id;
  }
}

TEST(Manual, CountsByFamily) {
  std::map<std::string_view, int> counts;
  for (const std::string& id : make_manual_source()->kinds()) ++counts[name_of(find_kind(id)->family)];
  EXPECT_EQ(counts, (std::map<std::string_view, int>{{"mma", 83},
                                                     {"mma.sp", 74},
                                                     {"ldmatrix", 6},
                                                     {"stmatrix", 6},
                                                     {"movmatrix", 2},
                                                     {"wgmma", 90},
                                                     {"wgmma.sp", 17}}));
}

TEST(Manual, SaysItsVersionAndSection) {
  const Layout layout = manual_layout(*find_kind("mma.m16n8k256.a.b1")).value();
  EXPECT_EQ(layout.provenance().source, Source::Documented);
  EXPECT_EQ(layout.provenance().reference, "PTX ISA 9.0, 9.7.14.5.13. Matrix Fragments for mma.m16n8k256");
  ASSERT_TRUE(layout.provenance().note.has_value());  // a misprint
  EXPECT_FALSE(manual_layout(*find_kind("wmma.m16n16k16.acc.f32")).ok());
  for (const Kind* kind : documented_kinds()) EXPECT_FALSE(manual_section(*kind).ends_with(". ")) << kind->id;
}

// Metadata: for every selector, the lanes that are not read own nothing, and together the selectors read all lanes.
TEST(Manual, SelectorsShareTheLanes) {
  std::map<std::string, std::set<int>> lanes;
  for (const Kind* kind : documented_kinds()) {
    if (kind->operand != Operand::Metadata) continue;
    const Layout layout = manual_layout(*kind).value();
    const std::string all_selectors(kind->id.substr(0, kind->id.rfind('.')));
    for (int tid = 0; tid < kind->threads; ++tid)
      EXPECT_TRUE(!layout.element({tid, 0}) || lanes[all_selectors].insert(tid).second) << kind->id;
  }
  for (const auto& [kinds, read] : lanes) EXPECT_EQ(read.size(), kinds.starts_with("wgmma") ? 128u : 32u) << kinds;
}

}  // namespace
}  // namespace tcviz
