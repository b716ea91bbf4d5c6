#include <gtest/gtest.h>

#include <array>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/nearest.hpp"

namespace tcviz {
namespace {

using Words = std::vector<std::string_view>;
constexpr std::array<std::string_view, 4> formats{"text", "json", "csv", "svg"};

struct Meant {
  const char* typed;
  const char* nearest;
};

// Words that a person types, and the word that the person meant.
constexpr Meant meant[] = {
    {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f32"},
    {"wmma.m16n16k16.acc.fp32", "wmma.m16n16k16.acc.f32"},
    {"WMMA.M16N16K16.ACC.F32", "wmma.m16n16k16.acc.f32"},
    {"wmma.m16n16k16.c.f32", "wmma.m16n16k16.acc.f32"},
    {"wmma.m16n16k16.acc.f23", "wmma.m16n16k16.acc.f32"},
    {"m16n16k16.a.f16.row", "wmma.m16n16k16.a.f16.row"},
    {"m16n16k16.f16.a.row", "wmma.m16n16k16.a.f16.row"},
    {"wmma.m16n16k16.f16.col.b", "wmma.m16n16k16.b.f16.col"},
    {"acc.f32.m32n8k16", "wmma.m32n8k16.acc.f32"},
    {"m16n16k8 tf32 b col", "wmma.m16n16k8.b.tf32.col"},
    {"wmma.m16n16k16.a.f16", "wmma.m16n16k16.a.f16.row"},
    {"wmma.m8n32k16.b.s8.colum", "wmma.m8n32k16.b.s8.col"},
    {"b1.row", "wmma.m8n8k128.a.b1.row"},
    {"sgemm128", "sgemm128.c"},
    {"sgemm64.d", "sgemm64.c"},
};

TEST(Nearest, FirstIsWhatWasMeant) {
  for (const Meant& row : meant) EXPECT_EQ(nearest_kinds(row.typed, 1), Words{row.nearest}) << row.typed;
}

TEST(Nearest, AsManyAsAskedFor) {
  EXPECT_EQ(nearest_kinds("wmma", 0).size(), 0u);
  EXPECT_EQ(nearest_kinds("wmma", 5).size(), 5u);
  EXPECT_EQ(nearest_words("wmma", formats, 5).size(), formats.size());
}

TEST(Nearest, AnythingMayBeTyped) {
  EXPECT_TRUE(nearest_kinds("").empty());
  EXPECT_TRUE(nearest_kinds("....").empty());
  EXPECT_TRUE(nearest_kinds("\xff\xfe\0").empty());
  EXPECT_TRUE(nearest_kinds(std::string(100000, 'w')).empty());
}

TEST(Nearest, OtherWords) {
  EXPECT_EQ(nearest_words("jsn", formats, 1), Words{"json"});
  EXPECT_EQ(nearest_words("SVG", formats, 1), Words{"svg"});
  EXPECT_EQ(nearest_words("t", formats, 1), Words{"text"});
  EXPECT_TRUE(nearest_words("x", {}, 3).empty());
  const std::array<std::string_view, 3> devices{"cuda:0", "recorded:sm_90", "published:sm_70"};
  EXPECT_EQ(nearest_words("sm_90", devices, 1), Words{"recorded:sm_90"});
  EXPECT_EQ(nearest_words("cuda:1", devices, 1), Words{"cuda:0"});
}

TEST(Nearest, AtMostTwoLettersAreForgiven) {
  const std::array<std::string_view, 4> commands{"show", "at", "demo", "formula"};
  EXPECT_EQ(meant_words("shwo", commands), Words{"show"});  // two letters in each other's place: one mistake
  EXPECT_EQ(meant_words("fromula", commands), Words{"formula"});
  EXPECT_EQ(meant_words("formulae", commands), Words{"formula"});
  EXPECT_EQ(meant_words("fmla", commands), Words{});  // three
}

TEST(Nearest, FewerThanHalfOfTheLettersAreForgiven) {
  const std::array<std::string_view, 3> words{"for", "font", "at"};
  EXPECT_EQ(meant_words("fot", words), (Words{"for", "font"}));
  EXPECT_EQ(meant_words("fa", words), Words{});
  EXPECT_EQ(meant_words("--fx", std::array<std::string_view, 1>{"--for"}), Words{});  // dashes are no letters
}

TEST(Nearest, ABeginningIsMeantForTheWhole) {
  const std::array<std::string_view, 4> words{"hopper:still", "load_hop", "shop", "formula"};
  EXPECT_EQ(meant_words("hop", words), (Words{"hopper:still", "load_hop", "shop"}));  // the last is one letter away
  EXPECT_EQ(meant_words("hoppe", words), (Words{"hopper:still", "load_hop"}));
  EXPECT_EQ(meant_words("FORM", words), Words{"formula"});
  EXPECT_EQ(meant_words("rmu", words), Words{});  // it stands in the middle of a word
  EXPECT_EQ(meant_words("fo", words), Words{});   // two letters begin too much
}

TEST(Nearest, WhatIsLikeNothingIsMeantForNothing) {
  for (const char* const typed : {"nope", "zzz", "foo", "bogus", "hello world"})
    EXPECT_TRUE(nearest_kinds(typed).empty()) << typed;
}

}  // namespace
}  // namespace tcviz
