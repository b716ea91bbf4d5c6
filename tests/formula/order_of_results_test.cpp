// One layout, written in every form with two results: what names say of their order holds in each form, and their
// places count only where the names say nothing, which the verdict then says.
#include <gmock/gmock.h>

#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/meaning_of_name.hpp"
#include "gpu/language/formula/meant.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

// A and B stand for two formulae, P and Q for the names of their results.
struct TwoResultsForm {
  const char* text;
  bool has_places = true;  // false: variables, which have names alone
};

const TwoResultsForm forms[] = {
    {"void f(int tid, int i, int& P, int& Q) { P = A; Q = B; }"},
    {"void f(int& P, int& Q, int tid, int i) { P = A; Q = B; }"},
    {"void f(int tid, int i, int* P, int* Q) { *P = A; *Q = B; }"},
    {"struct S { int P, Q; }; S f(int tid, int i) { return {A, B}; }"},
    {"struct S { int P; int Q; }; S f(int tid, int i) { S s; s.P = A; s.Q = B; return s; }"},
    {"struct S { int u, v; }; S f(int tid, int i) { int P = A; int Q = B; return {P, Q}; }"},
    {"struct S { int u, v; }; S f(int tid, int i) { int P = A; int Q = B; return S{P, Q}; }"},
    {"int P(int tid, int i) { return A; } int Q(int tid, int i) { return B; } int2 f(int tid, int i) { return {P(tid, "
     "i), "
     "Q(tid, i)}; }"},
    {"struct S { int P, Q; }; struct T { int u, v; }; T f(int tid, int i) { S s = {A, B}; return {s.P, s.Q}; }"},
    {"std::pair<int, int> f(int tid, int i) { int P = A; int Q = B; return {P, Q}; }"},
    {"auto f(int tid, int i) { int P = A; int Q = B; return std::make_pair(P, Q); }"},
    {"auto f(int tid, int i) { int P = A; int Q = B; return std::pair<int, int>{P, Q}; }"},
    {"int2 f(int tid, int i) { int P = A; int Q = B; return make_int2(P, Q); }"},
    {"int P = A; int Q = B; return {P, Q};"},
    {"int P(int tid, int i) { return A; } int Q(int tid, int i) { return B; }"},
    {"int get_P(int tid, int i) { return A; } int get_Q(int tid, int i) { return B; }"},
    {"def f(tid, i):\n    P = A\n    Q = B\n    return P, Q\n"},
    {"def P(tid, i):\n    return A\ndef Q(tid, i):\n    return B\n"},
    {"int P = A; int Q = B;", false},
    {"int Q = B; int P = A;", false},
    {"auto P = [](int tid, int i) { return A; }; auto Q = [](int tid, int i) { return B; };"},
    {"P = A\nQ = B\n", false},
    {"P, Q = A, B\n", false},
    {"if tid < 0:\n    P = Q = 0\nelse:\n    (P, Q) = (A, B)\n", false},
};

struct NamesOfTwo {
  const char *first, *second;
  bool says = true, is_turned = false;
};
const NamesOfTwo names[] = {{"row", "col"},
                            {"r", "c"},
                            {"y", "x"},
                            {"m", "n"},
                            {"col", "row", true, true},
                            {"c", "r", true, true},
                            {"x", "y", true, true},
                            {"n", "m", true, true},
                            {"a", "b", false},
                            {"b", "a", false},
                            {"p", "q", false},
                            {"my_row", "my_col"},
                            {"c_col", "c_row", true, true}};

std::string filled_in(std::string text, const NamesOfTwo& of, const std::string& one, const std::string& two) {
  const auto put = [&](char letter, const std::string& word) {
    std::string made;
    const auto is_part = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(text[at]) != 0 || text[at] == '_');
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool whole = text[at] == letter && !is_part(at + 1) && (at == 0 || !is_part(at - 1) || text[at - 1] == '_');
      made += whole ? word : std::string(1, text[at]);
    }
    text = made;
  };
  put('P', of.first), put('Q', of.second), put('A', one), put('B', two);
  return text;
}

struct Answered {
  std::string verdict, reading;
};

Answered judged(const std::string& text, const Layout& layout) {
  Checker checker(layout);
  const Parsed<Formula> read = read_as_meant(text, {}, checker);
  if (!read) return {"refused: " + read.diagnostics.front().message, ""};
  const Formula* const one = &*read.value;
  Verdict verdict;
  const Status done = checker.check({&one, 1}, verdict);
  if (!done) return {done.error().message, ""};
  return {verdict.ok() ? "right" : "wrong", read.value->reading};
}

TEST(OrderOfResults, IsWhatTheNamesSayInEveryForm) {
  const std::string row = "(tid // 4 + (i & 2) * 4)", col = "(tid % 4 * 2 + (i & 1) + (i & 4) * 2)";
  std::vector<std::int32_t> map;
  for (int slot = 0; slot < 256; ++slot) {
    const int tid = slot / 8, i = slot % 8;
    map.push_back((tid / 4 + (i & 2) * 4) * 16 + tid % 4 * 2 + (i & 1) + (i & 4) * 2);
  }
  const Layout layout = samples::make(samples::data_of({16, 16, 32, 8}, map));
  for (const TwoResultsForm& form : forms)
    for (const NamesOfTwo& of : names) {
      const bool python = std::string_view(form.text).find(';') == std::string_view::npos;
      const std::string r = python ? row : "(tid / 4 + (i & 2) * 4)";
      const std::string right = filled_in(form.text, of, of.is_turned ? col : r, of.is_turned ? r : col),
                        wrong = filled_in(form.text, of, of.is_turned ? r : col, of.is_turned ? col : r);
      const Answered found = judged(right, layout);
      if (!of.says && !form.has_places) {
        EXPECT_THAT(found.verdict, testing::StartsWith("refused: ")) << right;
        continue;
      }
      EXPECT_EQ(found.verdict, "right") << right;
      EXPECT_EQ(judged(wrong, layout).verdict, "wrong") << wrong;
      EXPECT_EQ(found.reading.find("by their places") != std::string::npos, !of.says) << right << "\n" << found.reading;
    }
}

// What is given to a helper is no result, and of two values that are returned both have to say what they are.
TEST(OrderOfResults, ArgumentsOfOtherCallsSayNothing) {
  std::vector<std::int32_t> map;
  for (int slot = 0; slot < 256; ++slot) map.push_back(slot);
  const Layout layout = samples::make(samples::data_of({16, 16, 32, 8}, map));
  const std::string parts = "int2 parts(int cols, int index) { return make_int2(index / cols, index % cols); }\n",
                    swapped = "int2 swapped(int a, int b) { return {b, a}; }\n",
                    place = "struct P { int u, v; }; P swapped(int a, int b) { return {b, a}; }\n";
  const std::string c = "int c = (tid * 8 + i) % 16; ", r = "int r = (tid * 8 + i) / 16; ";
  const std::string texts[] = {
      parts + "int2 f(int tid, int i) { return parts(COLS, tid * 8 + i); }",
      parts + "int2 f(int tid, int i) { int index = tid * 8 + i, cols = 16; return parts(cols, index); }",
      swapped + "int2 f(int tid, int i) { " + c + r + "return swapped(c, r); }",
      place + "P f(int tid, int i) { " + c + r + "return (swapped(c, r)); }",
      "int2 f(int tid, int i) { int index = (tid * 8 + i) / 16, cols = (tid * 8 + i) % 16; return {index, cols}; }",
      "int2 f(int tid, int i) { int col = tid * 8 + i; return {col / 16, col % 16}; }",
      "int2 f(int tid, int i) { int col = (tid * 8 + i) / 16; return {col, i % 8 + tid % 2 * 8}; }",
      "def f(tid, i):\n    cols = (tid * 8 + i) // 16\n    return cols, (tid * 8 + i) % 16\n",
      "std::pair<int, int> f(int tid, int i) { " + c + r + "return std::pair<int, int>(c, r); }",
      "struct S { int u, v; }; S f(int tid, int i) { " + c + r + "return S{c, r}; }"};
  for (const std::string& text : texts) EXPECT_EQ(judged(text, layout).verdict, "right") << text;
}

// Letters weigh more than y and x, wherever they stand; two pairs that weigh as much leave it open.
TEST(OrderOfResults, TheStrongestPairOfLettersIsTaken) {
  std::vector<std::int32_t> map;
  for (int slot = 0; slot < 256; ++slot) map.push_back(slot);
  const Layout layout = samples::make(samples::data_of({16, 16, 32, 8}, map));
  for (const std::string text : {"int y = i; int x = tid; int r = (tid * 8 + i) / 16; int c = (tid * 8 + i) % 16;",
                                 "int r = (tid * 8 + i) / 16; int c = (tid * 8 + i) % 16; int y = i; int x = tid;",
                                 "y = i\nx = tid\nm = (tid * 8 + i) // 16\nn = (tid * 8 + i) % 16\n",
                                 "int y(int tid, int i) { return i; } int x(int tid, int i) { return tid; } int "
                                 "get_m(int tid, int i) { return (tid * 8 + i) / 16; } int get_n(int tid, int i) { "
                                 "return (tid * 8 + i) % 16; }"})
    EXPECT_EQ(judged(text, layout).verdict, "right") << text;
  for (const std::string text : {"int m = tid; int n = i; int r = (tid * 8 + i) / 16; int c = (tid * 8 + i) % 16;",
                                 "int r = tid; int c = i; int c2 = i + 1;",
                                 "import math\nm = tid\nn = i\nr = (tid * 8 + i) // 16\nc = (tid * 8 + i) % 16\n"})
    EXPECT_EQ(judged(text, layout).verdict, "refused: several pairs of variables may be meant: keep one of them")
        << text;
}

TEST(OrderOfResults, APairOfLettersIsOfOneScope) {
  const LetterName names[] = {{"x", 0}, {"get_r", 1}, {"c", 2}, {"y", 0}, {"n", 2}, {"value", 2}};
  const LetterPair weak = pair_by_letters(names);
  EXPECT_TRUE(weak.is_found());
  EXPECT_EQ(weak.row, 3U);
  EXPECT_EQ(weak.col, 0U);
  const LetterName more[] = {{"x", 0}, {"get_r", 2}, {"c", 2}, {"y", 0}, {"n", 2}};
  EXPECT_EQ(pair_by_letters(more).row, 1U);
  EXPECT_EQ(pair_by_letters(more).col, 2U);
  const LetterName open[] = {{"r", 0}, {"c", 0}, {"m", 2}, {"n", 2}};
  EXPECT_TRUE(pair_by_letters(open).is_open());
  EXPECT_EQ(pair_by_letters({}).count, 0U);
}

// A member's own name says more than a letter that is returned, and words more than letters wherever they stand.
TEST(OrderOfResults, TheStrongerNamesDecide) {
  const auto order = [](const char* one, const char* two) {
    const NamedOrder said = order_of(one, two, NameMeaning::Row, NameMeaning::Col);
    return said.weight * (said.is_turned ? -1 : 1);
  };
  EXPECT_EQ(order("row", "col"), 3);
  EXPECT_EQ(order("the_col", "x"), -3);
  EXPECT_EQ(order("a", "row"), -3);
  EXPECT_EQ(order("row0", "row1"), 0);
  EXPECT_EQ(order("c", "r"), -2);
  EXPECT_EQ(order("i", "j"), 2);
  EXPECT_EQ(order("x", "y"), -1);
  EXPECT_EQ(order("r", "n"), 0);
  EXPECT_EQ(order("first", "second"), 0);
  EXPECT_EQ(order("", ""), 0);
  EXPECT_EQ(order_of("reg", "lane", NameMeaning::Tid, NameMeaning::I).is_turned, true);
  EXPECT_EQ(order_of("c", "r", NameMeaning::Tid, NameMeaning::I).weight, 0);
}

}  // namespace
}  // namespace tcviz
