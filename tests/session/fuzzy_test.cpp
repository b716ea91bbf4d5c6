#include "app/session/base/fuzzy.hpp"

#include <algorithm>

#include "app/session/base/kind_entry.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

using Words = std::vector<std::string>;

TEST(SearchWords, WhatBelongsTogetherBecomesOne) {
  EXPECT_EQ(search_words("acc float 16"), (Words{"acc", "float16"}));
  EXPECT_EQ(search_words("  16 8  32 "), (Words{"16x8x32"}));
  EXPECT_EQ(search_words("Tensor Float 32"), (Words{"tensorfloat32"}));
  EXPECT_EQ(search_words("wmma.m16n16k16.A"), (Words{"wmma", "m16n16k16", "a"}));
  EXPECT_EQ(search_words("a 16"), (Words{"a", "16"}));
  EXPECT_EQ(search_words(" .,"), Words{});
}

// All words at one edit of this one, by brute force over the letters.
bool at_one_edit(const std::string& word, const std::string& term) {
  const auto begins = [&](const std::string& w) { return std::string_view(term).starts_with(w); };
  for (std::size_t at = 1; at <= word.size(); ++at) {
    if (at < word.size() && begins(word.substr(0, at) + word.substr(at + 1))) return true;
    for (char c = '-'; c <= 'z'; ++c) {
      if (begins(word.substr(0, at) + c + word.substr(at))) return true;
      if (at < word.size() && begins(word.substr(0, at) + c + word.substr(at + 1))) return true;
    }
    if (at + 1 < word.size()) {
      std::string swapped = word;
      std::swap(swapped[at], swapped[at + 1]);
      if (begins(swapped)) return true;
    }
  }
  return begins(word);
}

TEST(OneSlip, AgreesWithAllEditsTried) {
  const Words terms = {"double", "accumulator", "float16", "row-major", "tensorfloat32", "half", "16x16x16"};
  Words tried;
  for (const std::string& term : terms) {  // two edits away at most: some within reach, some not
    for (std::size_t at = 0; at <= term.size(); ++at) {
      tried.push_back(term.substr(0, at) + "q" + term.substr(at));
      tried.push_back(term.substr(0, at) + "qz" + term.substr(at));
      if (at == term.size()) continue;
      tried.push_back(term.substr(0, at) + term.substr(at + 1));
      tried.push_back(term.substr(0, at) + "z" + term.substr(at + 1));
      if (at + 1 < term.size()) {
        tried.push_back(term);
        std::swap(tried.back()[at], tried.back()[at + 1]);
      }
    }
  }
  int yes = 0, no = 0;
  for (const std::string& word : tried) {
    for (const std::string& term : terms) {
      const bool expected = word.size() >= 4 && at_one_edit(word, term);
      EXPECT_EQ(one_slip(word, term), expected) << word << " " << term;
      ++(expected ? yes : no);
    }
  }
  EXPECT_GT(yes, 100);
  EXPECT_GT(no, 100);
}

// A letter of an operand stands for a whole word in a run, too.
TEST(FindWords, ALetterOfAnOperandIsNoBeginningOfAWord) {
  const auto finds = [](const char* text, const char* word) {
    return find_words(terms_of(text), Words{word}, Tolerance::Strict).has_value();
  };
  for (const char* const gpu : {"a100", "a10", "b100", "b200", "c100", "d100"}) {
    EXPECT_FALSE(finds("Grids at 100 %", gpu)) << gpu;
    EXPECT_FALSE(finds("Bars come and divide 100 200 10", gpu)) << gpu;
  }
  EXPECT_TRUE(finds("Grids at 100 %", "at100"));
  EXPECT_TRUE(finds("wmma.m16n16k16.a.f16.row", "af16"));
  EXPECT_FALSE(finds("wmma.m16n16k16.acc.f16", "af16"));
}

TEST(FindWords, LightsUpWhatWasTyped) {
  const std::vector<Term> terms = terms_of("wmma.m16n16k16.acc.f16");
  const auto found = find_words(terms, Words{"m16", "f16"}, Tolerance::Strict);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->lit, (std::vector<Lit>{{1, 3}, {3}}));
  const auto run = find_words(terms, Words{"accf16"}, Tolerance::Strict);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->lit, (std::vector<Lit>{{2, 3}, {3, 3}}));
  EXPECT_FALSE(find_words(terms, Words{"f16acc"}, Tolerance::Strict));
  EXPECT_LT(found->cost, run->cost);
}

struct Asked {
  const char* typed;
  const char* has;    // in every kind that is found, and every kind of the catalogue with it is found
  const char* lacks;  // in none
};
// Words that people type, with the part of the id that they mean.
constexpr Asked asked[] = {
    {"acc float 16", ".acc.f16", "bf16"},
    {"int8 A row major", ".a.s8.row", "b.s8"},
    {"half", ".f16", "bf16"},
    {"bfloat", ".bf16", ".f16"},
    {"double", ".f64", "f32"},
    {"tensorfloat", ".tf32", ".acc"},
    {"tensor float 32", ".tf32", ".acc"},
    {"matrix b", ".b.", ".a."},
    {"16 16 16", ".m16n16k16.", "m8n"},
    {"16x16x8", ".m16n16k8.", "k16"},
    {"m8n32", ".m8n32", "m16"},
    {"uint 4", ".u4", "s4"},
    {"bit col", ".b1.col", "row"},
    {"accf32", ".acc.f32", ".a."},
    {"duoble", ".f64", "f32"},
    {"acumulator", ".acc.", ".a."},
    {"tensroflot", nullptr, nullptr},  // two slips
    {"bfloaf", ".bf16", ".f16"},
    {"flota16 acc", ".acc.f16", "bf16"},
};

TEST(FindWords, PlainWordsFindTheKindsThatAreMeant) {
  const std::vector<KindEntry> entries = make_entries(catalogue(), {});
  for (const Asked& ask : asked) {
    std::vector<std::string> found;
    for (const KindRow& row : build_rows(entries, ask.typed, {}).rows) {
      if (row.type == RowType::Kind) found.push_back(entries[row.entry].id);
    }
    const auto means = [&](const std::string& id) { return ask.has != nullptr && id.find(ask.has) != id.npos; };
    for (const std::string& id : found) {
      EXPECT_TRUE(means(id)) << ask.typed << " finds " << id;
      if (ask.lacks == nullptr) continue;
      EXPECT_EQ(id.find(ask.lacks), id.npos) << ask.typed << " finds " << id;
    }
    const auto all = std::count_if(entries.begin(), entries.end(), [&](const KindEntry& e) { return means(e.id); });
    EXPECT_EQ(std::ssize(found), all) << ask.typed;
    EXPECT_EQ(found.empty(), ask.has == nullptr) << ask.typed;
  }
}

TEST(Rows, TheBestFitComesFirst) {
  const std::vector<KindEntry> entries = make_entries(catalogue(), {});
  const auto first = [&](std::string_view typed, const std::set<std::string>& favourites = {}) {
    const KindRows built = build_rows(entries, typed, {}, favourites);
    const auto at = std::find_if(built.rows.begin(), built.rows.end(),
                                 [](const KindRow& row) { return row.type == RowType::Kind; });
    return at == built.rows.end() ? "" : entries[at->entry].id;
  };
  EXPECT_EQ(first("float"), "wmma.m16n16k16.acc.f32");  // the word itself before float16
  EXPECT_EQ(first("acc m8n32k16 f16"), "wmma.m8n32k16.acc.f16");
  EXPECT_EQ(first("acc f32", {"wmma.m32n8k16.acc.f32"}), "wmma.m32n8k16.acc.f32");
  EXPECT_FALSE(build_rows(entries, "acc", {}).guessed);
  EXPECT_TRUE(build_rows(entries, "acumulator", {}).guessed);
}

TEST(Rows, FavouritesAndRecentStandOnTop) {
  const std::vector<KindEntry> entries = make_entries(catalogue(), {});
  const std::set<std::string> favourites = {"wmma.m8n8k4.acc.f64", "wmma.m16n16k16.acc.f32"};
  const std::vector<std::string> recent = {"wmma.m8n8k4.a.f64.row", "gone"};
  const KindRows built = build_rows(entries, "", {}, favourites, recent);
  ASSERT_GE(built.rows.size(), 6U);
  EXPECT_EQ(built.rows[0].type, RowType::Favourites);
  EXPECT_EQ(entries[built.rows[1].entry].id, "wmma.m16n16k16.acc.f32");  // in the catalogue's order
  EXPECT_EQ(entries[built.rows[2].entry].id, "wmma.m8n8k4.acc.f64");
  EXPECT_EQ(built.rows[3].type, RowType::Recent);
  EXPECT_EQ(built.rows[3].count, 1);  // what is not here any more is left out
  EXPECT_EQ(built.rows[5].type, RowType::Family);
  EXPECT_EQ(build_rows(entries, "", {"*favourites"}, favourites, recent).rows[1].type, RowType::Recent);
  EXPECT_NE(build_rows(entries, "acc", {}, favourites, recent).rows[0].type, RowType::Favourites);
}

}  // namespace
}  // namespace tcviz
