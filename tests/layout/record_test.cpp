#include "gpu/layout/record.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/layout/filled.hpp"

namespace tcviz {
namespace {

enum class Colour : std::uint8_t { Red, Green };
std::string_view name_of(Colour colour) { return colour == Colour::Red ? "red" : "green"; }
constexpr Colour last_of(Colour) { return Colour::Green; }

enum class Spot : std::uint8_t { Quad, InQuad };
struct SpotWord {
  Spot value;
  std::string_view word;
};
// The last is how older files spell it.
std::array<SpotWord, 3> record_words(Spot) {
  return {{{Spot::Quad, "quad"}, {Spot::InQuad, "in-quad"}, {Spot::InQuad, "in quad"}}};
}

struct Leaf {
  int number = 0;
  Colour colour = Colour::Red;
};
template <class V>
void fields(V& v, Leaf& leaf) {
  v("number", leaf.number);
  v("colour", leaf.colour);
}

constexpr std::array<int, 2> numbered = {10, 20};
int number_of(const int* number) { return number == nullptr ? 0 : *number; }
const int* find_number(int wanted) { return wanted == 10 ? &numbered[0] : wanted == 20 ? &numbered[1] : nullptr; }

enum class Plain : std::uint8_t { One, Two };  // without words
constexpr Plain last_of(Plain) { return Plain::Two; }

struct Either {
  std::variant<int, Leaf> held;
};
template <class V>
void fields(V& v, Either& e) {
  v.one_of({"number", "leaf"}, e.held);
}

struct Tree {
  bool flag = false;
  double real = 0;
  std::uint8_t small = 0;
  std::uint64_t large = 0;
  std::string text;
  Spot spot = Spot::Quad;
  Leaf leaf;
  std::vector<Leaf> leaves;
  std::array<float, 2> pair{};
  std::optional<Leaf> perhaps;
  std::vector<std::uint8_t> bytes;
  std::map<std::string, int> counts;
  int low = 0, high = 0;
  std::string remedy;
  int lane = -1;
  const int* number = nullptr;
  Plain plain = Plain::One;
};
template <class V>
void fields(V& v, Tree& t) {
  v("flag", t.flag);
  v("real", t.real);
  v("small", t.small);
  v("large", t.large);
  v("text", t.text);
  v("spot", t.spot);
  v("leaf", t.leaf);
  v("leaves", t.leaves);
  v("pair", t.pair);
  v("perhaps", t.perhaps);
  v("bytes", t.bytes);
  v("counts", t.counts);
  v.row("range", t.low, t.high);
  v.maybe("remedy", t.remedy);
  v.null("lane", t.lane, -1);
  v.as("number", t.number, number_of, find_number);
  v("plain", t.plain);
}

TEST(Record, EveryFieldSurvivesThereAndBack) {
  expect_survives<Leaf>();
  Tree tree;
  tree.number = &numbered[1];
  expect_survives(tree);
}

TEST(Record, AVariantSurvivesWithEachOfItsAlternatives) {
  expect_survives(Either{});
  expect_survives(Either{Leaf{}});
  EXPECT_EQ(write_record(Either{Leaf{3, Colour::Green}}).dump(), R"({"leaf":{"colour":"green","number":3}})");
  Either either;
  const Status read = read_record(nlohmann::json::object(), either);
  EXPECT_EQ(read.error().message, "none of number, leaf is here");
}

TEST(Record, InfinitiesAndNumbersThatAreNoneSurvive) {
  Tree tree;
  tree.real = -HUGE_VAL;
  tree.pair = {NAN, 1};
  const Result<Tree> read = from_cbor<Tree>(to_cbor(tree));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().real, -HUGE_VAL);
  EXPECT_TRUE(std::isnan(read.value().pair[0]));
}

TEST(Record, TheTextKeepsTheOrderOfItsFields) {
  EXPECT_EQ(write_record<nlohmann::ordered_json>(Leaf{3, Colour::Green}).dump(), R"({"number":3,"colour":"green"})");
}

TEST(Record, WhatIsUsualIsLeftOutOrNull) {
  const auto json = write_record(Tree{});
  EXPECT_FALSE(json.contains("remedy"));
  EXPECT_TRUE(json.at("lane").is_null());
  EXPECT_TRUE(json.at("perhaps").is_null());
}

std::string complaint_about(const char* key, const nlohmann::json& value) {
  nlohmann::json json = write_record(Tree{});
  json["leaves"] = {{{"number", 1}, {"colour", "red"}}};
  json[nlohmann::json::json_pointer(key)] = value;
  Tree tree;
  const Status read = read_record(json, tree);
  return read ? "" : read.error().message;
}

TEST(Record, AMistakeIsToldWithItsPlace) {
  EXPECT_EQ(complaint_about("/flag", 1), "flag: this is neither true nor false");
  EXPECT_EQ(complaint_about("/real", "1"), "real: this is no number");
  EXPECT_EQ(complaint_about("/small", 256), "small: this is no whole number from 0 to 255");
  EXPECT_EQ(complaint_about("/small", -1), "small: this is no whole number from 0 to 255");
  EXPECT_EQ(complaint_about("/text", 1), "text: this is no text");
  EXPECT_EQ(complaint_about("/leaf", 1), "leaf: this is no object");
  EXPECT_EQ(complaint_about("/leaves", 1), "leaves: this is no list");
  EXPECT_EQ(complaint_about("/leaves/0/colour", "blue"), "leaves[0].colour: \"blue\" is not known");
  EXPECT_EQ(complaint_about("/leaves/0", nlohmann::json::object()), "leaves[0].number: this is missing");
  EXPECT_EQ(complaint_about("/pair", {1}), "pair: this is no list of 2");
  EXPECT_EQ(complaint_about("/range", {1, "2"}), "range[1]: this is no whole number from -2147483648 to 2147483647");
  EXPECT_EQ(complaint_about("/bytes", {1}), "bytes: these are no bytes");
  EXPECT_EQ(complaint_about("/counts", 1), "counts: this is no object");
  EXPECT_EQ(complaint_about("/counts", {{"a", "b"}}),
            "counts.a: this is no whole number from -2147483648 to 2147483647");
  EXPECT_EQ(complaint_about("/number", 11), "number: 11 is not known");
  EXPECT_EQ(complaint_about("/plain", 2), "plain: 2 is not known");
  EXPECT_EQ(complaint_about("/spot", true), "spot: this is no word");
}

TEST(Record, BytesThatAreNoRecordAreRefused) {
  EXPECT_FALSE(from_cbor<Leaf>("garbage"));
  EXPECT_FALSE(from_cbor<Leaf>(""));
  const std::string whole = to_cbor(Leaf{3, Colour::Green});
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(from_cbor<Leaf>(whole.substr(0, size))) << size;
}

constexpr std::array<std::string_view, 3> sizes = {"small", "medium", "large"};
struct Listed {
  int size = 0;
  std::set<std::string> names;
  std::optional<Leaf> leaf;
  std::string text;
};
template <class V>
void fields(V& v, Listed& t) {
  v.word("size", t.size, sizes);
  v("names", t.names);
  if (v.has("leaf", t.leaf)) v.row("leaf", t.leaf->number, t.leaf->colour);
  if (v.has("text", t.text.size() < 9)) v("text", t.text);
}

TEST(Record, AListOfWordsASetAndARowThatMayBeMissing) {
  expect_survives<Listed>({}, -1);  // the leaf is a row of two
  EXPECT_EQ(write_record(Listed{1, {"b", "a"}, Leaf{3, Colour::Green}, "longer than nine"}),
            nlohmann::json({{"size", "medium"}, {"names", {"a", "b"}}, {"leaf", {3, "green"}}}));
  Listed read{2, {}, Leaf{}, "as it was"};
  ASSERT_TRUE(read_record(nlohmann::json{{"size", 1}, {"names", nlohmann::json::array()}}, read).ok());
  EXPECT_EQ(read.size, 1);
  EXPECT_TRUE(read.leaf) << "it stays as it was";
  EXPECT_EQ(read_record(nlohmann::json{{"size", "huge"}}, read).error().message, "size: \"huge\" is not known");
  ASSERT_TRUE(read_record(nlohmann::json{{"size", "huge"}}, read, Missing::Kept).ok());
  EXPECT_EQ(read.size, 1);
}

TEST(Record, WhatIsMissingOrNotKnownCanBeKept) {
  Leaf leaf{7, Colour::Green};
  ASSERT_TRUE(read_record(nlohmann::json{{"colour", "mauve"}}, leaf, Missing::Kept).ok());
  EXPECT_EQ(leaf.number, 7);
  EXPECT_EQ(leaf.colour, Colour::Green);
  EXPECT_FALSE(read_record(nlohmann::json{{"number", "seven"}}, leaf, Missing::Kept).ok());
  ASSERT_TRUE(read_record(nlohmann::json{{"number", 1e3}}, leaf, Missing::Kept).ok());
  EXPECT_EQ(leaf.number, 1000);
  for (const double number : {1e10, -1e300})
    EXPECT_FALSE(read_record(nlohmann::json{{"number", number}}, leaf, Missing::Kept).ok()) << number;
  EXPECT_FALSE(read_record(nlohmann::json{{"number", 1e3}}, leaf).ok());
}

TEST(Record, AChoiceIsReadByItsWordAnOlderWordAndItsNumber) {
  for (const nlohmann::json& spelled : {nlohmann::json("in-quad"), nlohmann::json("in quad"), nlohmann::json(1)}) {
    Spot spot = Spot::Quad;
    ASSERT_TRUE(read_record(spelled, spot).ok()) << spelled;
    EXPECT_EQ(spot, Spot::InQuad) << spelled;
  }
  EXPECT_EQ(write_record(Spot::InQuad), "in-quad");
  Spot spot = Spot::Quad;
  EXPECT_FALSE(read_record(nlohmann::json(2), spot).ok());
}

}  // namespace
}  // namespace tcviz
