// The layouts that were recorded on an H200, compared with what documents say.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/layout/layout_file.hpp"
#include "gpu/source/probe/prober.hpp"

namespace tcviz {
namespace {

std::vector<Layout> shipped(const std::string& name) {
  auto layouts = read_layouts(std::string(TCVIZ_LAYOUTS) + "/" + name);
  EXPECT_TRUE(layouts.ok()) << layouts.error().message;
  return std::move(layouts).value();
}

const Layout* find(const std::vector<Layout>& layouts, std::string_view kind) {
  for (const Layout& layout : layouts) {
    if (layout.kind() == kind) return &layout;
  }
  return nullptr;
}

TEST(Recorded, HopperKnowsEveryKindByAllItsProbes) {
  const auto layouts = shipped("sm_90.json");
  std::size_t known = 0;
  for (const Kind& kind : catalogue()) {
    if (!has_kind(90, kind)) continue;
    ++known;
    const Layout* layout = find(layouts, kind.id);
    ASSERT_NE(layout, nullptr) << kind.id;
    const auto& methods = layout->provenance().methods;
    const auto wanted = probe_methods(kind);
    EXPECT_TRUE(std::equal(methods.begin(), methods.end(), wanted.begin(), wanted.end())) << kind.id;
    EXPECT_EQ(layout->provenance().compute_capability, "9.0");
    const bool by_product = is_tensor(kind) && !is_move(kind);
    EXPECT_EQ(layout->provenance().reference.has_value(), by_product) << kind.id;
  }
  EXPECT_EQ(layouts.size(), known);
  EXPECT_EQ(known, 352u);
}

// PTX ISA 9.0, "Matrix Fragments for mma.m16n8k16 with floating point type", accumulator C/D: groupID = laneid >> 2,
// threadID_in_group = laneid % 4; row = groupID for i < 2 and groupID + 8 for i >= 2; col = threadID_in_group * 2 + (i
// & 1). Two of them side by side make the 16x16 accumulator of WMMA.
TEST(Recorded, TheF32AccumulatorIsTwoOfTheManualsMmaAccumulators) {
  const auto layouts = shipped("sm_90.json");
  const Layout& layout = *find(layouts, "wmma.m16n16k16.acc.f32");
  for (int tid = 0; tid < 32; ++tid) {
    for (int i = 0; i < 8; ++i) {
      const int group = tid >> 2, in_group = tid % 4, mma_i = i % 4, tile = i / 4;
      const int row = mma_i < 2 ? group : group + 8;
      const int col = tile * 8 + in_group * 2 + (mma_i & 1);
      EXPECT_EQ(layout.element({tid, i}), (Element{row, col})) << tid << " " << i;
    }
  }
}

// The same document, "mma.m16n8k16", operand A: row = groupID for a0,a1,a4,a5 and groupID + 8 for the others;
// col = threadID_in_group * 2 + (i & 1) for i < 4 and 8 more for i >= 4.
TEST(Recorded, Bf16AIsTheManualsMmaA) {
  const auto layouts = shipped("sm_90.json");
  for (const char* kind : {"wmma.m16n16k16.a.bf16.row", "wmma.m16n16k16.a.bf16.col"}) {
    const Layout& layout = *find(layouts, kind);
    for (int tid = 0; tid < 32; ++tid) {
      for (int i = 0; i < 8; ++i) {
        const int group = tid >> 2, in_group = tid % 4;
        const int row = (i < 2 || (i >= 4 && i < 6)) ? group : group + 8;
        const int col = in_group * 2 + (i & 1) + (i >= 4 ? 8 : 0);
        EXPECT_EQ(layout.element({tid, i}), (Element{row, col})) << kind << " " << tid << " " << i;
      }
    }
  }
}

TEST(Recorded, TheAccumulatorIsWhatTheReadmeSaysOfTuringAndAmpere) {
  const auto hopper = shipped("sm_90.json");
  for (const char* file : {"published_sm_75.json", "published_sm_80.json"}) {
    const auto published = shipped(file);
    const Layout* layout = find(published, "wmma.m16n16k16.acc.f32");
    ASSERT_NE(layout, nullptr);
    EXPECT_TRUE(layout->same_map(*find(hopper, "wmma.m16n16k16.acc.f32"))) << file;
  }
}

TEST(Recorded, VoltaIsAnother) {
  const auto hopper = shipped("sm_90.json"), volta = shipped("published_sm_70.json");
  EXPECT_FALSE(find(volta, "wmma.m16n16k16.acc.f32")->same_map(*find(hopper, "wmma.m16n16k16.acc.f32")));
}

TEST(Recorded, EightKindsAreReplicatedOnHopper) {
  int replicated = 0;
  for (const Layout& layout : shipped("sm_90.json")) {
    EXPECT_TRUE(layout.uniform());
    replicated += layout.replication() > 1;
    const bool square = layout.rows() == layout.cols();
    if (layout.replication() > 1) {
      EXPECT_EQ(layout.replication(), square ? 2 : 4) << layout.kind();
    }
  }
  EXPECT_EQ(replicated, 8);  // the field's survey counts the same
}

}  // namespace
}  // namespace tcviz
