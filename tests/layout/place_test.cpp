// Places as people write them, and what stands there, held against layouts cell by cell.
#include "gpu/layout/place.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "gpu/layout/instruction.hpp"
#include "samples.hpp"

namespace tcviz {
namespace {

// The shortest spelling of what is read; "no" where nothing is.
std::string reading(std::string_view text) {
  const std::optional<Place> place = read_place(text);
  return place ? spell(*place) : "no";
}

TEST(Place, SpellingsOfAnElement) {
  for (const std::string_view text : {"5,9", " 5 , 9 ", "(5, 9)", "(5,9)", "r5c9", "R5C9", "r5 c9", "row 5 col 9",
                                      "row 5, column 9", "row=5 col=9", "element 5,9", "element (5, 9)"})
    EXPECT_EQ(reading(text), "5,9") << text;
}

TEST(Place, SpellingsOfAThread) {
  for (const std::string_view text : {"T13", "t13", "tid 13", "tid=13", "thread 13", "T 13"})
    EXPECT_EQ(reading(text), "T13") << text;
  EXPECT_EQ(reading("lane 13"), "lane 13");
  EXPECT_EQ(reading("Warp 2, lane 13"), "no");
  EXPECT_EQ(reading("warp 2 lane 13"), "warp 2 lane 13");
}

TEST(Place, SpellingsOfAValueAndOfARegister) {
  for (const std::string_view text :
       {"T13 x4", "T13x4", "T13 x[4]", "T13, x 4", "t13 i4", "thread 13 value 4", "13:4", "tid=13 i=4"})
    EXPECT_EQ(reading(text), "T13 x4") << text;
  for (const std::string_view text : {"T13 R4", "t13r4", "thread 13 register 4", "T13 reg 4"})
    EXPECT_EQ(reading(text), "T13 R4") << text;
  EXPECT_EQ(reading("lane 13 R4"), "lane 13 R4");
}

TEST(Place, WordsOfASearchAreNoPlaces) {
  for (const std::string_view text :
       {"",        " ",      "13",          "x4",          "R4",  "r5",      "5,",      ",9",     "(5,9",
        "5 9",     "-1,5",   "m16n8k16",    "ldmatrix x4", "T",   "T13 x",   "T13 x[4", "T13 y4", "acc f32",
        "5,9 T13", "warp 2", "T1234567890", "5,9;",        "5.9", "T13 xx4", "\xff"})
    EXPECT_EQ(reading(text), "no") << text;
}

TEST(Place, SeveralInALine) {
  const Result<std::vector<Place>> places = read_places("5,9 9,5; T13 x4 T13 r5c9 lane 3 R1");
  ASSERT_TRUE(places) << places.error().message;
  std::string text;
  for (const Place& place : places.value()) text += spell(place) + "; ";
  EXPECT_EQ(text, "5,9; 9,5; T13 x4; T13; 5,9; lane 3 R1; ");
  EXPECT_NE(read_places("5,9 x4").error().message.find("'x4' is not a place"), std::string::npos);
}

TEST(Place, EverySpellingIsReadBack) {
  for (const PlaceType type : {PlaceType::Thread, PlaceType::Slot, PlaceType::Register}) {
    for (const bool is_lane : {false, true}) {
      Place place{.type = type, .thread = 31, .is_lane = is_lane, .number = type == PlaceType::Thread ? 0 : 7};
      EXPECT_EQ(read_place(spell(place)), place) << spell(place);
      if (is_lane) place.warp = 3;
      EXPECT_EQ(read_place(spell(place)), place) << spell(place);
    }
  }
}

PlaceAnswer answer(const Layout& layout, std::string_view text) {
  const std::optional<Place> place = read_place(text);
  EXPECT_TRUE(place) << text;
  const Result<PlaceAnswer> found = answer_place(layout, place.value_or(Place{}));
  EXPECT_TRUE(found) << text << ": " << (found ? "" : found.error().message);
  return found ? found.value() : PlaceAnswer{};
}

TEST(Place, ElementsHaveAllTheirOwnersAndThreadsAllTheirValues) {
  std::mt19937 random(7);
  for (const samples::Sizes& sizes : samples::shapes()) {
    const Layout layout = samples::make(samples::data_of(sizes, samples::random_map(sizes, random)));
    std::map<Slot, Element> from_elements, from_threads;
    for (int row = 0; row < sizes.rows; ++row)
      for (int col = 0; col < sizes.cols; ++col)
        for (const PlaceSlot& owner : answer(layout, fmt::format("{},{}", row, col)).slots)
          from_elements[owner.slot] = {row, col};
    for (int tid = 0; tid < sizes.threads; ++tid) {
      const PlaceAnswer thread = answer(layout, fmt::format("T{}", tid));
      EXPECT_EQ(thread.slots.size(), static_cast<std::size_t>(sizes.values));
      for (const PlaceSlot& held : thread.slots)
        if (held.element) from_threads[held.slot] = *held.element;
    }
    EXPECT_EQ(from_elements, from_threads);
  }
}

TEST(Place, RegistersHoldTheValuesOfTheirBits) {
  LayoutData data = samples::data_of({4, 8, 4, 8}, {});
  for (int number = 0; number < 32; ++number) data.map.push_back(number);
  data.element_bits = 8;
  const Layout bytes = samples::make(data);
  EXPECT_EQ(describe(bytes, answer(bytes, "T2 R1")),
            "T2 R1 has:\n  x[4] in bits [7:0], (2, 4)\n  x[5] in bits [15:8], (2, 5)\n"
            "  x[6] in bits [23:16], (2, 6)\n  x[7] in bits [31:24], (2, 7)");
  data.element_bits = 64;
  const Layout doubles = samples::make(data);
  EXPECT_EQ(describe(doubles, answer(doubles, "T2 R3")), "T2 R3 has bits [63:32] of x[1], (2, 1)");
}

std::string refusal(const Layout& layout, std::string_view text) {
  const Result<PlaceAnswer> found = answer_place(layout, *read_place(text));
  return found ? "answered" : found.error().message;
}

TEST(Place, OutsideIsRefusedWithTheRange) {
  const Layout one = samples::of_formula({16, 16, 32, 8}, [](int tid, int i) { return tid * 8 + i; });
  EXPECT_EQ(refusal(one, "17,0"), "row 17: this fragment has rows 0 to 15.");
  EXPECT_EQ(refusal(one, "0,16"), "column 16: this fragment has columns 0 to 15.");
  EXPECT_EQ(refusal(one, "T32"), "thread 32: this fragment has threads 0 to 31.");
  EXPECT_EQ(refusal(one, "lane 32"), "lane 32: a warp has lanes 0 to 31.");
  EXPECT_EQ(refusal(one, "warp 1 lane 3"), "warp 1: this fragment has only warp 0.");
  EXPECT_EQ(refusal(one, "T0 x8"), "value 8: each thread has values 0 to 7.");
  EXPECT_EQ(refusal(one, "T0 R8"), "register 8: each thread has registers 0 to 7.");
  EXPECT_EQ(refusal(one, "lane 13"), "answered");
}

TEST(Place, ALaneOfAWarpgroupNeedsItsWarp) {
  const Layout four = samples::of_formula({64, 8, 128, 4}, [](int tid, int i) { return tid * 4 + i; });
  EXPECT_NE(refusal(four, "lane 13").find("4 warps, and each has such a lane: say which"), std::string::npos);
  EXPECT_EQ(answer(four, "warp 2 lane 13").tid, 77);
  EXPECT_EQ(describe(four, answer(four, "T77 x0")), "T77 x[0] is (38, 4), R0 [31:0]");
}

TEST(Place, RowsOfLdmatrixHaveAnAddress) {
  const Kind& kind = *find_kind("ldmatrix.m8n8.x4.b16");
  LayoutData data = samples::data_of({kind.rows(), kind.cols(), kind.threads, kind.values}, {});
  for (int number = 0; number < kind.rows() * kind.cols(); ++number) data.map.push_back(number);
  data.kind = std::string(kind.id);
  const Layout layout = samples::make(data);
  for (int row = 0; row < kind.rows(); ++row) {
    const PlaceAnswer element = answer(layout, fmt::format("{},3", row));
    EXPECT_EQ(element.address_tid, address_thread(kind, row));
    EXPECT_EQ(answer(layout, fmt::format("T{}", *element.address_tid)).address_row, row);
  }
  EXPECT_NE(describe(layout, answer(layout, "9,3")).find("The address of row 9 comes from T9."), std::string::npos);
}

}  // namespace
}  // namespace tcviz
