// The data files typed from documents say what the documents' formulae say, wherever a document has both.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

// The formulae of the README "Cuda tensorcores register mapping", as printed there.
int volta_float_row(int tid, int i) { return (i & 2) + (tid & 1) + ((tid & 4) << 1) + ((tid & 16) >> 2); }
int volta_float_col(int tid, int i) { return (i & 5) + (tid & 10); }
int volta_half_row(int tid, int) { return (tid & 3) + ((tid & 4) << 1) + ((tid & 16) >> 2); }
int volta_half_col(int tid, int i) { return (i & 7) + (tid & 8); }
int turing_row(int tid, int i) { return ((i & 2) << 2) + ((tid & 28) >> 2); }
int turing_col(int tid, int i) { return (i & 1) + ((i & 4) << 1) + ((tid & 3) << 1); }

// The paper's source code 2: an index into memory, of a column-major matrix with leading dimension 16.
int get_m_table(int tid, int i) {
  return (((tid >> 2) & 0b1) << 3) + ((tid >> 4) << 2) + ((tid & 0b11) << 4) + ((i >> 2) << 6) + (i & 0b11);
}
int paper_row(int tid, int i) { return get_m_table(tid, i) % 16; }
int paper_col(int tid, int i) { return get_m_table(tid, i) / 16; }

struct Claim {
  const char* file;
  const char* kind;
  int (*row)(int tid, int i);
  int (*col)(int tid, int i);
};

constexpr Claim claims[] = {
    {"published_sm_70.json", "wmma.m16n16k16.a.f16.col", paper_row, paper_col},
    {"published_sm_70.json", "wmma.m16n16k16.acc.f16", volta_half_row, volta_half_col},
    {"published_sm_70.json", "wmma.m16n16k16.acc.f32", volta_float_row, volta_float_col},
    {"published_sm_75.json", "wmma.m16n16k16.acc.f16", turing_row, turing_col},
    {"published_sm_75.json", "wmma.m16n16k16.acc.f32", turing_row, turing_col},
    {"published_sm_80.json", "wmma.m16n16k16.acc.f16", turing_row, turing_col},
    {"published_sm_80.json", "wmma.m16n16k16.acc.f32", turing_row, turing_col},
};

std::vector<Layout> read(const fs::path& file) {
  auto layouts = read_layouts(file);
  EXPECT_TRUE(layouts.ok()) << layouts.error().message;
  return layouts.ok() ? std::move(layouts).value() : std::vector<Layout>{};
}

TEST(Published, TablesAgreeWithTheFormulaeOfTheirDocuments) {
  for (const Claim& claim : claims) {
    const std::vector<Layout> layouts = read(fs::path(TCVIZ_PUBLISHED_FILES) / claim.file);
    const auto layout = std::ranges::find(layouts, claim.kind, &Layout::kind);
    ASSERT_NE(layout, layouts.end()) << claim.file << " " << claim.kind;
    for (int tid = 0; tid < 32; ++tid)
      for (int i = 0; i < layout->values(); ++i)
        EXPECT_EQ(layout->element({tid, i}), (Element{claim.row(tid, i), claim.col(tid, i)}))
            << claim.file << " " << claim.kind << " T" << tid << " x[" << i << "]";
  }
}

// Every published file names its documents, and every layout in one is compared with a formula above.
TEST(Published, EveryLayoutIsChecked) {
  std::size_t layouts = 0;
  for (const auto& entry : fs::directory_iterator(TCVIZ_PUBLISHED_FILES)) {
    if (!entry.path().filename().string().starts_with("published_")) continue;
    for (const Layout& layout : read(entry.path())) {
      ++layouts;
      EXPECT_EQ(layout.provenance().source, Source::Published);
      EXPECT_TRUE(layout.provenance().reference);
    }
  }
  EXPECT_EQ(layouts, std::size(claims));
}

}  // namespace
}  // namespace tcviz
