#include <gtest/gtest.h>

#include <array>

#include "gpu/layout/kind.hpp"

namespace tcviz {
namespace {

struct Meant {
  const char* typed;
  const char* nearest;
};

// Words that a person types, and the word that the person meant.
constexpr Meant meant[] = {
    {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f32"},
    {"wmma.m16n16k16.acc.fp32", "wmma.m16n16k16.acc.f32"},
    {"WMMA.M16N16K16.ACC.F32", "wmma.m16n16k16.acc.f32"},
    {"wmma.m16n16k16.acc.float32", "wmma.m16n16k16.acc.f32"},
    {"wmma.m16n16k16.c.f32", "wmma.m16n16k16.acc.f32"},
    {"m16n16k16.a.f16.row", "wmma.m16n16k16.a.f16.row"},
    {"m16n16k16.f16.a.row", "wmma.m16n16k16.a.f16.row"},
    {"wmma.m16n16k16.f16.col.b", "wmma.m16n16k16.b.f16.col"},
    {"acc.f32.m32n8k16", "wmma.m32n8k16.acc.f32"},
    {"m16n16k8 tf32 b col", "wmma.m16n16k8.b.tf32.col"},
    {"wmma.m16n16k16.a.f16", "wmma.m16n16k16.a.f16.row"},
    {"wmma.m8n8k4.acc.double", "wmma.m8n8k4.acc.f64"},
    {"wmma.m8n32k16.b.s8.colum", "wmma.m8n32k16.b.s8.col"},
    {"b1.row", "wmma.m8n8k128.a.b1.row"},
    {"sgemm128", "sgemm128.c"},
    {"sgemm64.d", "sgemm64.c"},
    {"SGEMM.64", "sgemm64.c"},
};

TEST(Nearest, FirstIsWhatWasMeant) {
  for (const Meant& row : meant) EXPECT_EQ(nearest_kinds(row.typed).front(), row.nearest) << row.typed;
}

TEST(Nearest, AsManyAsAskedFor) {
  EXPECT_EQ(nearest_kinds("wmma", 0).size(), 0u);
  EXPECT_EQ(nearest_kinds("wmma", 5).size(), 5u);
  EXPECT_EQ(nearest_kinds("wmma", 1000).size(), catalogue().size());
}

TEST(Nearest, AnythingMayBeTyped) {
  EXPECT_EQ(nearest_kinds("").size(), 3u);
  EXPECT_EQ(nearest_kinds("....").size(), 3u);
  EXPECT_EQ(nearest_kinds("\xff\xfe\0").size(), 3u);
  EXPECT_EQ(nearest_kinds(std::string(100000, 'w')).size(), 3u);
}

TEST(Nearest, OtherWords) {
  const std::array<std::string_view, 4> formats{"text", "json", "csv", "svg"};
  EXPECT_EQ(nearest_words("jsn", formats, 1).front(), "json");
  EXPECT_EQ(nearest_words("SVG", formats, 1).front(), "svg");
  EXPECT_EQ(nearest_words("t", formats, 1).front(), "text");
  EXPECT_TRUE(nearest_words("x", {}, 3).empty());
  const std::array<std::string_view, 3> devices{"cuda:0", "recorded:sm_90", "published:sm_70"};
  EXPECT_EQ(nearest_words("sm_90", devices, 1).front(), "recorded:sm_90");
  EXPECT_EQ(nearest_words("cuda:1", devices, 1).front(), "cuda:0");
}

}  // namespace
}  // namespace tcviz
