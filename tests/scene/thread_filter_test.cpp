// Filters of threads, in both directions, and the tables of words.
#include "app/scene/grid/thread_filter.hpp"

#include <gtest/gtest.h>

#include <set>

#include "app/scene/grid/names.hpp"

namespace tcviz {
namespace {

std::set<int> shown(std::string_view text, int threads) {
  const Result<std::vector<bool>> parsed = parse_threads(text, threads);
  if (!parsed) {
    ADD_FAILURE() << parsed.error().message;
    return {};
  }
  EXPECT_EQ(parsed.value().size(), static_cast<std::size_t>(threads));
  std::set<int> numbers;
  for (int tid = 0; tid < threads; ++tid)
    if (parsed.value()[static_cast<std::size_t>(tid)]) numbers.insert(tid);
  return numbers;
}

std::string refusal(std::string_view text) {
  const Result<std::vector<bool>> parsed = parse_threads(text, 32);
  return parsed ? "no error" : parsed.error().message;
}

TEST(ThreadFilter, NumbersAndRangesInAnyOrder) {
  EXPECT_EQ(shown("0-7,16", 32), (std::set{0, 1, 2, 3, 4, 5, 6, 7, 16}));
  EXPECT_EQ(shown("31", 32), (std::set{31}));
  EXPECT_EQ(shown(" 5 , 2 - 3,5 ", 8), (std::set{2, 3, 5}));
  EXPECT_EQ(shown("4-4", 8), (std::set{4}));
  EXPECT_EQ(shown("100-127", 128).size(), 28u);
}

TEST(ThreadFilter, BlankMeansAll) {
  for (const std::string_view text : {"", " ", "\t"}) {
    const Result<std::vector<bool>> parsed = parse_threads(text, 32);
    ASSERT_TRUE(parsed);
    EXPECT_TRUE(parsed.value().empty());
  }
}

TEST(ThreadFilter, RefusalsQuoteWhatIsWrong) {
  EXPECT_NE(refusal("0-7,x").find("'x'"), std::string::npos);
  EXPECT_NE(refusal("7-0").find("write 0-7"), std::string::npos);
  EXPECT_NE(refusal("32").find("no thread 32: tid goes from 0 to 31"), std::string::npos);
  EXPECT_NE(refusal("3,").find("missing beside a comma"), std::string::npos);
  EXPECT_NE(refusal(",").find("missing beside a comma"), std::string::npos);
  for (const std::string_view text : {"-1", "1-", "--", "1-2-3", "0x1", "1.5", "99999999999", "1 2", "+1", "1;2"})
    EXPECT_NE(refusal(text), "no error") << text;
}

TEST(ThreadFilter, EverySubsetOfEightIsPrintedAndReadBack) {
  for (unsigned subset = 1; subset < 255; ++subset) {
    std::vector<bool> threads(8);
    for (std::size_t tid = 0; tid < 8; ++tid) threads[tid] = (subset >> tid & 1) != 0;
    const Result<std::vector<bool>> again = parse_threads(print_threads(threads), 8);
    ASSERT_TRUE(again) << print_threads(threads);
    EXPECT_EQ(again.value(), threads);
  }
  EXPECT_EQ(print_threads(std::vector<bool>(8, true)), "");
  EXPECT_EQ(print_threads({}), "");
  EXPECT_EQ(print_threads({true, true, true, false, true}), "0-2,4");
}

template <class Choice>
void every_word_names_its_value(std::size_t values) {
  std::set<std::string_view> words;
  std::set<Choice> found;
  for (const Named<Choice>& row : names<Choice>()) {
    words.insert(row.word);
    found.insert(row.value);
    EXPECT_FALSE(row.label.empty());
    const Result<Choice> parsed = parse_word<Choice>("it", row.word);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed.value(), row.value);
    EXPECT_EQ(word_of(row.value), row.word);
  }
  EXPECT_EQ(words.size(), values);
  EXPECT_EQ(found.size(), values);
}

TEST(Names, EveryValueHasAWordOfItsOwn) {
  every_word_names_its_value<ViewMode>(5);
  every_word_names_its_value<ColorBy>(9);
  every_word_names_its_value<Palette>(3);
  every_word_names_its_value<LabelBy>(8);
  every_word_names_its_value<Theme>(3);
  every_word_names_its_value<Arrangement>(3);
}

TEST(Names, AnUnknownWordGetsTheNearestFirst) {
  const Result<Palette> palette = parse_word<Palette>("--palette", "vivd");
  ASSERT_FALSE(palette);
  EXPECT_EQ(palette.error().fault, Fault::BadInput);
  EXPECT_TRUE(palette.error().message.starts_with("--palette 'vivd' is unknown: it is vivid,"))
      << palette.error().message;
}

}  // namespace
}  // namespace tcviz
