// Formulae that are found for the offsets of tiles: each passes the checker, and what a style cannot say is refused.
#include "gpu/smem/deduce_offset.hpp"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

constexpr OffsetStyle all_styles[] = {OffsetStyle::C, OffsetStyle::Cute, OffsetStyle::Bases, OffsetStyle::Function,
                                      OffsetStyle::Python};

struct Choice {
  int rows, cols;
  std::int64_t lbo, sbo, start;  // strides below 0: those of packed atoms
  int base_offset;
};
constexpr Choice choices[] = {
    {64, 64, -1, -1, 0, 0},   {64, 64, -1, -1, 1024, 0},    {64, 64, -1, -1, 0x480, 0},  {64, 64, -1, -1, 0x90, 0},
    {64, 64, -1, -1, 0, 3},   {16, 32, 0, 0, 0, 0},         {16, 32, 2048, 1040, 0, 0},  {40, 24, 48, 4096, 16, 5},
    {12, 20, -1, -1, 0, 0},   {1, 1, -1, -1, 0x90, 2},      {1, 100, -1, -1, 0x1b0, 0},  {100, 1, -1, -1, 0, 0},
    {7, 9, 16, 16, 0x7f0, 7}, {128, 16, 4096, 512, 512, 0}, {33, 65, 112, 240, 4080, 1},
};

OperandImage image_of(const ImageId& id, const Choice& choice) {
  const Strides packed = packed_strides(id, choice.rows, choice.cols);
  return {choice.rows,
          choice.cols,
          id.element_bits,
          id.swizzle,
          id.major,
          choice.start,
          choice.lbo < 0 ? packed.lbo : choice.lbo,
          choice.sbo < 0 ? packed.sbo : choice.sbo,
          choice.base_offset};
}

std::vector<ImageId> all_ids() {
  std::vector<ImageId> ids;
  for (const Swizzle swizzle : swizzles)
    for (const Major major : {Major::K, Major::MN})
      for (const int bits : {8, 16, 32}) ids.push_back({swizzle, major, bits});
  return ids;
}

// Held against the image itself, not against the tile that was deduced from.
void expect_right(const OperandImage& image, const std::string& text, const std::string& what) {
  OffsetChecker checker(offsets_of(image));
  const Parsed<Formula> read = read_offset(text, checker);
  ASSERT_TRUE(read) << what << "\n" << text << "\n" << (read ? "" : read.diagnostics.front().message);
  const Result<OffsetVerdict> verdict = checker.check(*read.value);
  ASSERT_TRUE(verdict) << what << "\n" << text;
  EXPECT_TRUE(verdict.value().ok()) << what << "\n" << text;
  EXPECT_EQ(verdict.value().elements, image.rows * image.cols);
}

TEST(DeduceOffset, EveryStyleOfEveryImagePassesTheCourt) {
  int said = 0, refused = 0;
  for (const ImageId& id : all_ids())
    for (const Choice& choice : choices) {
      const OperandImage image = image_of(id, choice);
      if (!check_image(image)) continue;
      for (const OffsetStyle style : all_styles) {
        const std::string what = spell(id) + " choice " + std::to_string(&choice - choices) + " in " +
                                 std::string(offset_style_names[static_cast<std::size_t>(style)]);
        const Result<OffsetDeduction> found = deduce_offset(offsets_of(image), style, "a tile");
        if (!found) {
          ++refused;
          EXPECT_TRUE(style == OffsetStyle::Cute || style == OffsetStyle::Bases)
              << what << ": " << found.error().message;
          EXPECT_TRUE(found.error().message.ends_with(": the styles c, function and python can."))
              << found.error().message;
          continue;
        }
        ++said;
        expect_right(image, found.value().text, what);
        EXPECT_EQ(found.value().proved_elements, image.rows * image.cols) << what;
      }
    }
  EXPECT_GT(said, 1500);
  EXPECT_GT(refused, 100);
}

// What hardware is given most often can be said in every style.
TEST(DeduceOffset, AlignedTilesOfWholeAtomsAreSaidInEveryStyle) {
  for (const ImageId& id : all_ids())
    for (const std::int64_t start : {0, 0x2000})
      for (const OffsetStyle style : all_styles) {
        const OperandImage image = image_of(id, {64, 128, -1, -1, start, 0});
        const Result<OffsetDeduction> found = deduce_offset(offsets_of(image), style, "a tile");
        ASSERT_TRUE(found) << spell(id) << ": " << found.error().message;
        EXPECT_EQ(found.value().rule.swizzle.bits, static_cast<int>(id.swizzle)) << spell(id);
        EXPECT_FALSE(found.value().rule.of_address);
        EXPECT_EQ(found.value().rule.base_offset, 0);
      }
}

TEST(DeduceOffset, SaysTheShortestThing) {
  const auto text = [](std::string_view id, const Choice& choice, OffsetStyle style) {
    return deduce_offset(offsets_of(image_of(read_image_id(id).value(), choice)), style, "a tile").value().text;
  };
  const Choice square{64, 64, -1, -1, 0, 0};
  EXPECT_EQ(text("smem.128b.k.b16", square, OffsetStyle::C), "offset = ((row * 128) + (col * 2)) ^ ((row & 7) << 4);");
  EXPECT_EQ(text("smem.128b.k.b16", square, OffsetStyle::Cute), "Swizzle<3,3,3> o (64,64):(64,1)");
  EXPECT_EQ(text("smem.128b.k.b16", square, OffsetStyle::Bases),
            "row: 144 288 576 1024 2048 4096; col: 2 4 8 16 32 64");
  EXPECT_EQ(text("smem.128b.k.b16", {64, 64, -1, -1, 0x480, 0}, OffsetStyle::C),
            "offset = ((row * 128) + (col * 2)) ^ (((row + 1) & 7) << 4);");
  EXPECT_EQ(text("smem.none.k.b16", {8, 8, -1, -1, 0, 0}, OffsetStyle::Cute), "(8,8):(8,1)");
}

std::string why_not(std::string_view id, const Choice& choice, OffsetStyle style) {
  const auto found = deduce_offset(offsets_of(image_of(read_image_id(id).value(), choice)), style, "a tile");
  return found ? "" : found.error().message;
}

// Of several rules that are right the plainest: no chance match of a smaller swizzle or another base offset.
TEST(DeduceOffset, TakesThePlainestRule) {
  const OperandImage image = image_of(read_image_id("smem.128b.k.b16").value(), {64, 64, -1, -1, 0, 7});
  const OffsetRule rule = find_offset_rule(offsets_of(image)).value();
  EXPECT_EQ(rule.base_offset, 7);
  EXPECT_EQ(rule.linear.digits.size(), 2);
  const OperandImage two_rows = image_of(read_image_id("smem.64b.k.b8").value(), {2, 16, -1, -1, 0, 0});
  EXPECT_EQ(find_offset_rule(offsets_of(two_rows)).value().swizzle.bits, 0);
}

TEST(DeduceOffset, SaysWhyAStyleCannot) {
  EXPECT_NE(why_not("smem.128b.k.b16", {64, 64, -1, -1, 0, 3}, OffsetStyle::Cute).find("base offset 3"),
            std::string::npos);
  EXPECT_NE(
      why_not("smem.none.k.b16", {12, 12, -1, -1, 0, 0}, OffsetStyle::Cute).find("12 columns are no whole number"),
      std::string::npos);
  EXPECT_NE(why_not("smem.128b.k.b16", {64, 64, -1, -1, 0x480, 0}, OffsetStyle::Bases).find("no exclusive or"),
            std::string::npos);
  EXPECT_NE(why_not("smem.128b.k.b16", {1, 64, -1, -1, 0x90, 0}, OffsetStyle::Bases).find("bases have no sign"),
            std::string::npos);
}

// Tiles that are no operand image: any swizzle of CuTe's form is found, and what has no form is refused.
TEST(DeduceOffset, FindsSwizzlesThatNoHardwareHas) {
  for (const XorSwizzle swizzle :
       {XorSwizzle{2, 5, 2}, XorSwizzle{4, 3, 4}, XorSwizzle{1, 6, -2}, XorSwizzle{5, 2, 5}}) {
    OffsetTile tile{64, 32, 32, 0, {}};
    for (int row = 0; row < tile.rows; ++row)
      for (int col = 0; col < tile.cols; ++col) tile.offsets.push_back(swizzle.apply(row * 128 + col * 4));
    const Result<OffsetDeduction> found = deduce_offset(tile, OffsetStyle::C, "a tile");
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found.value().rule.swizzle, swizzle) << found.value().text;
  }
  OffsetTile none{8, 8, 8, 0, {}};
  for (int at = 0; at < 64; ++at) none.offsets.push_back(at * at * 7 % 61);
  EXPECT_FALSE(deduce_offset(none, OffsetStyle::C, "a tile"));
}

}  // namespace
}  // namespace tcviz
