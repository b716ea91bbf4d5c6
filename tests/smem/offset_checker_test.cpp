// The checker of offsets: its verdict is that of comparing element by element, whatever the text and the image.
#include "gpu/smem/offset_checker.hpp"

#include <random>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

OperandImage image_of(std::string_view name, int rows = 64, int cols = 64, std::int64_t start = 0) {
  const ImageId id = read_image_id(name).value();
  const Strides strides = packed_strides(id, rows, cols);
  return {rows, cols, id.element_bits, id.swizzle, id.major, start, strides.lbo, strides.sbo, 0};
}

struct Judged {
  Formula formula;
  OffsetVerdict verdict;
};

Judged judge(const OperandImage& image, std::string_view text) {
  OffsetChecker checker(offsets_of(image));
  Parsed<Formula> read = read_offset(text, checker);
  EXPECT_TRUE(read) << text << ": " << (read ? "" : read.diagnostics.front().message);
  if (!read) return {};
  const OffsetVerdict verdict = checker.check(*read.value).value();
  EXPECT_EQ(verdict.ok(), checker.holds(*read.value)) << text;
  return {std::move(*read.value), verdict};
}

bool is_right(const OperandImage& image, std::string_view text) { return judge(image, text).verdict.ok(); }

// Every way in which people write the same offsets.
TEST(OffsetChecker, ReadsAllNotations) {
  const OperandImage image = image_of("smem.128b.k.b16");
  for (const char* const text :
       {"row * 128 + ((col * 2) ^ ((row & 7) << 4))",
        "m * 128 + (k * 2 ^ m % 8 * 16)",
        "offset = row * 128 + col * 2; offset ^= offset >> 3 & 0x70;",
        "const int atom = row % 8; int linear = row * 128 + col * 2; int swizzled = linear ^ (atom << 4);",
        "int swz(int byte) { return byte ^ ((byte & 0x380) >> 3); }\n"
        "__device__ int smem_offset(int r, int c) { return swz(r * 128 + c * 2); }",
        "void place(int row, int col, int& offset) { offset = (row * 128 + col * 2) ^ (row % 8 * 16); }",
        "template <int Pitch> int at(int row, int col) { return row * Pitch + ((col / 8 ^ row % 8) * 8 + col % 8) * 2; "
        "}\n"
        "int offset(int row, int col) { return at<128>(row, col); }",
        "constexpr int per = 16 / sizeof(__nv_bfloat16);\n"
        "uint32_t idx(uint32_t smem_base, int r, int c) { return smem_base + r * 128 + (c / per ^ r % 8) * 16 + c % "
        "per * 2; }",
        "smem[row * 64 + (col ^ (row & 7) << 3)] = x;",
        "&As[m * 64 + (k ^ (m & 7) << 3)]",
        "bytes[row * 128 + (col * 2 ^ (row & 7) << 4)]",
        "def offset(row, col):\n    chunk = col // 8 ^ row % 8\n    return row * 128 + chunk * 16 + col % 8 * 2",
        "offset = lambda row, col: (row * 128 + col * 2) ^ (row % 8 * 16)",
        "row: 144 288 576 1024 2048 4096; col: 2 4 8 16 32 64",
        "row: 0x90, 0x120, 576, 1024, 2048, 4096 col: 2 4 8 16 32 64",
        "Swizzle<3,3,3> o (64,64):(64,1)",
        "Swizzle<3,4,3> o (64,64):(128,2)",
        "Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_64):(_64,_1)",
        "Sw<3,4,3>_smem_ptr[16b](0x7f2a00000400) o ((_8,_8),_64):((_64,_512),_1)",
        "ComposedLayout<Swizzle<3,4,3>, smem_ptr_flag_bits<16>, Layout<Shape<_64,_64>, Stride<_64,_1>>>",
        "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64,_64>{})",
        "using Atom = GMMA::Layout_K_SW128_Atom<T>; auto sA = tile_to_shape(Atom{}, make_shape(Int<64>{}, Int<64>{}));",
        "composition(Swizzle<3,3,3>{}, make_layout(make_shape(64, 64), make_stride(64, 1)))"})
    EXPECT_TRUE(is_right(image, text)) << text;
}

TEST(OffsetChecker, SaysHowACuteLayoutWasRead) {
  const OperandImage image = image_of("smem.128b.k.b16");
  EXPECT_EQ(describe_convention(judge(image, "Swizzle<3,3,3> o (64,64):(64,1)").formula),
            "its numbers counting elements");
  EXPECT_EQ(describe_convention(judge(image, "Swizzle<3,4,3> o (64,64):(128,2)").formula),
            "its numbers counting bytes");
  EXPECT_EQ(describe_convention(judge(image, "Sw<3,4,3> o smem_ptr[16b](unset) o (64,64):(64,1)").formula),
            "its strides counting elements, its swizzle taking bits of byte addresses");
  EXPECT_EQ(describe_convention(judge(image, "As[row * 64 + (col ^ (row & 7) << 3)]").formula),
            "its numbers counting elements");
  EXPECT_EQ(describe_convention(judge(image, "As[row * 128 + (col * 2 ^ (row & 7) << 4)]").formula),
            "its numbers counting bytes");
  // Elements of 8 bits are bytes: there is nothing to say.
  EXPECT_EQ(judge(image_of("smem.128b.k.b8"), "Swizzle<3,4,3> o (64,64):(128,1)").formula.conventions, 1);
}

// A pointer's swizzle takes the bits of the address: with an unaligned start it differs from that of an index.
TEST(OffsetChecker, APointersSwizzleIsOfTheAddress) {
  const OperandImage image = image_of("smem.128b.k.b16", 8, 64, 0x480);
  EXPECT_TRUE(is_right(image, "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"));
  EXPECT_FALSE(is_right(image, "Swizzle<3,3,3> o (8,64):(64,1)"));
  EXPECT_TRUE(is_right(image, "((1152 + row * 128 + col * 2) ^ ((row + 1 & 7) << 4)) - 1152"));
}

// CUTLASS's names of the atoms that wgmma reads are the images of these names, tiled as CUTLASS tiles them.
TEST(OffsetChecker, CutlassAtomsAreTheImages) {
  constexpr std::array<std::string_view, 4> atoms = {"INTER", "SW32", "SW64", "SW128"};
  for (const Swizzle swizzle : swizzles)
    for (const Major major : {Major::K, Major::MN})
      for (const auto& [bits, type] :
           {std::pair{8, "float_e4m3_t"}, std::pair{16, "bfloat16_t"}, std::pair{32, "float"}}) {
        const ImageId id{swizzle, major, bits};
        const std::string atom = std::string("GMMA::Layout_") + (major == Major::K ? "K_" : "MN_") +
                                 std::string(atoms[static_cast<std::size_t>(swizzle)]) + "_Atom<" + type + ">{}";
        const Strides rows = packed_strides(id, 128, 128), cols = packed_by_columns(id, 128, 128);
        OperandImage image{128, 128, bits, swizzle, major, 0, rows.lbo, rows.sbo, 0};
        EXPECT_TRUE(is_right(image, "tile_to_shape(" + atom + ", Shape<_128,_128>{})")) << atom;
        image.lbo = cols.lbo;
        image.sbo = cols.sbo;
        EXPECT_TRUE(is_right(image, "tile_to_shape(" + atom + ", Shape<_128,_128>{}, Step<_2,_1>{})")) << atom;
      }
}

TEST(OffsetChecker, RefusesWhatIsNoOffset) {
  OffsetChecker checker(offsets_of(image_of("smem.128b.k.b16")));
  const struct {
    const char *text, *why;
  } wrong[] = {
      {"row * tid", "unknown name"},
      {"tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_60,_64>{})", "60 rows are no whole number of 8"},
      {"tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64,_64,_3>{})", "leave the stages out"},
      {"tile_to_shape(GMMA::Layout_K_SW128_Atom<float>{}, Shape<_64,_64>{})", "have 16 bits, not 32"},
      {"tile_to_shape(Layout<Shape<_8,_64>, Stride<_128,_1>>{}, Shape<_64,_64>{})", "a block with gaps"},
      {"smem[row * 64 + tid]", "unknown name"},
      {"smem[row * 64 + col", "unknown name `smem`"},
      {"(64,64,2):(64,1,4096)", "expected two modes, (row, col)"},
      {"Sw<3,4,3> o smem_ptr[8b](unset) o (64,64):(64,1)", "have 16 bits, not 8"},
      {"(64,64):(1@0,1@1)", "count coordinates"},
      {"int a(int row, int col) { return row; } int b(int row, int col) { return col; }", "is not clear"},
      {"register = [[0, 1]]; lane = [[1, 0]]; warp = []; block = []", "says who holds an element"},
      {"row: (0,1) (0,2)", "expected"},
      {"row: 4294967296", "no offset has that many bits"},
      {"", ""}};
  for (const auto& [text, why] : wrong) {
    const Parsed<Formula> read = read_offset(text, checker);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.diagnostics.front().message.find(why), std::string::npos) << read.diagnostics.front().message;
  }
  const Parsed<Formula> atom = read_offset("Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)", checker);
  ASSERT_TRUE(atom);
  EXPECT_NE(checker.check(*atom.value).error().message.find("--rows 8 --cols 64"), std::string::npos);
}

TEST(OffsetChecker, FirstMismatchAndUndefinedAreThoseOfTheOrderOfElements) {
  const OperandImage image = image_of("smem.128b.k.b16");
  const OffsetVerdict wrong = judge(image, "row * 128 + col * 2").verdict;
  EXPECT_EQ(wrong.mismatches, 56 * 64);
  ASSERT_TRUE(wrong.first);
  EXPECT_EQ(wrong.first->row, 1);
  EXPECT_EQ(wrong.first->col, 0);
  EXPECT_EQ(wrong.first->expected, 144);
  EXPECT_EQ(wrong.first->got, 128);
  const OffsetVerdict undefined =
      judge(image, "col == 3 ? 1 / (row - 2) : (row * 128 + col * 2) ^ (row % 8 * 16)").verdict;
  ASSERT_TRUE(undefined.undefined);
  EXPECT_EQ(undefined.undefined->row, 2);
  EXPECT_EQ(undefined.undefined->col, 3);
  EXPECT_EQ(undefined.undefined->message, "division by zero");
  // 4294967280 is not -16.
  EXPECT_FALSE(is_right(image_of("smem.32b.k.b16", 1, 1, 0x90), "(row - 16) * 1u"));
}

struct Mended {
  const char *id, *wrong, *right;
};

TEST(OffsetChecker, KnowsWhatWouldBeRight) {
  const Mended cases[] = {
      {"smem.128b.k.b16", "row * 128 + col * 2", "(row * 128 + col * 2) ^ ((row & 7) << 4)"},
      {"smem.128b.k.b16", "row * 128 + ((col * 2) ^ ((row & 7) << 3))", "row * 128 + ((col * 2) ^ ((row & 7) << 4))"},
      {"smem.64b.k.b16", "row * 64 + ((col * 2) ^ ((row & 7) << 4))", "row * 64 + ((col * 2) ^ ((row & 6) << 3))"},
      {"smem.128b.k.b16", "row * 64 + (col ^ ((row & 7) << 3))", "(row * 64 + (col ^ ((row & 7) << 3))) * 2"},
      {"smem.128b.k.b16", "col * 128 + ((row * 2) ^ ((col & 7) << 4))", "row * 128 + ((col * 2) ^ ((row & 7) << 4))"},
      {"smem.128b.k.b16", "Swizzle<3,4,3> o (64,64):(64,1)", "Swizzle<3,4,3> o smem_ptr[16b](unset) o (64,64):(64,1)"},
      {"smem.128b.k.b8", "Swizzle<3,3,4> o (64,64):(128,1)", "Swizzle<3,4,3> o (64,64):(128,1)"},
      {"smem.128b.k.b16", "row: 144 288 576 1024 2048 4096; col: 2 4 8 16 32 66",
       "row: 144 288 576 1024 2048 4096; col: 2 4 8 16 32 64"}};
  for (const Mended& each : cases) {
    const OperandImage image = image_of(each.id, 64, each.id == std::string_view("smem.64b.k.b16") ? 32 : 64);
    OffsetChecker checker(offsets_of(image));
    const Parsed<Formula> read = read_offset(each.wrong, checker);
    ASSERT_TRUE(read) << each.wrong;
    const std::vector<Repair> repairs = offset_repairs(checker, each.wrong, *read.value, std::chrono::seconds(2), 20);
    const auto is_it = [&](const Repair& repair) { return repair.text == each.right; };
    EXPECT_TRUE(std::ranges::any_of(repairs, is_it)) << each.wrong;
    for (const Repair& repair : repairs) EXPECT_TRUE(is_right(image, repair.text)) << repair.text;
  }
}

TEST(OffsetChecker, NamesTheImageThatATextIsRightFor) {
  const OperandImage image = image_of("smem.128b.k.b16");
  const auto right_for = [&](std::string_view text, const OperandImage& asked) {
    return images_with(judge(asked, text).formula, asked);
  };
  EXPECT_EQ(right_for("col * 128 + ((row * 2) ^ ((col & 7) << 4))", image),
            std::vector<std::string>{"smem.128b.mn.b16"});
  EXPECT_EQ(right_for("(row * 128 + col * 2) ^ ((row - 1 & 7) << 4)", image),
            std::vector<std::string>{"smem.128b.k.b16 with base offset 1"});
  EXPECT_TRUE(right_for("row", image).empty());
  EXPECT_EQ(right_for("tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, Shape<_64,_128>{}, Step<_2,_1>{})",
                      image_of("smem.128b.k.b16", 64, 128)),
            std::vector<std::string>{"smem.128b.k.b16 with LBO 1024 and SBO 2048"});
}

OperandImage random_image(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  OperandImage image{1 + below(70),
                     1 + below(70),
                     8 << below(3),
                     swizzles[random() % 4],
                     below(2) ? Major::K : Major::MN,
                     below(40) * 16,
                     below(64) * 16,
                     below(64) * 16,
                     below(8)};
  return image;
}

// The image's own rule as C.
std::string text_of(const OperandImage& image) {
  const int width = width_of(image.swizzle), bytes = image.element_bits / 8;
  const bool k = image.major == Major::K, plain = image.swizzle == Swizzle::None;
  const auto blocked = [](std::string_view unit, int per, int apart, std::int64_t stride) {
    return "(" + std::string(unit) + ") % " + std::to_string(per) + " * " + std::to_string(apart) + " + (" +
           std::string(unit) + ") / " + std::to_string(per) + " * " + std::to_string(stride);
  };
  const std::string scaled_row = "row * " + std::to_string(bytes), scaled_col = "col * " + std::to_string(bytes);
  const std::string linear = k ? blocked("row", 8, width, image.sbo) + " + " + blocked(scaled_col, width, 1, image.lbo)
                               : blocked(scaled_row, width, 1, plain ? image.sbo : image.lbo) + " + " +
                                     blocked("col", 8, width, plain ? image.lbo : image.sbo);
  return "int a = " + std::to_string(image.start) + " + " + linear + "; offset = (a ^ (((a >> 7) - " +
         std::to_string(image.base_offset) + " & " + std::to_string(width / 16 - 1) + ") << 4)) - " +
         std::to_string(image.start) + ";";
}

// The verdict against a comparison of each element, for 400 random images.
TEST(OffsetChecker, IsAComparisonOfEveryElement) {
  std::mt19937 random(7);
  int wrong_ones = 0;
  for (int n = 0; n < 400; ++n) {
    const OperandImage image = random_image(random), other = random_image(random);
    ASSERT_TRUE(is_right(image, text_of(image))) << text_of(image);
    OperandImage claimed = n % 2 ? image : other;  // the right text of another image
    claimed.rows = image.rows;
    claimed.cols = image.cols;
    claimed.base_offset = (claimed.base_offset + n % 2) % 8;
    int mismatches = 0;
    for (int row = 0; row < image.rows; ++row)
      for (int col = 0; col < image.cols; ++col)
        mismatches += image.address(row, col) - image.start != claimed.address(row, col) - claimed.start;
    const OffsetVerdict verdict = judge(image, text_of(claimed)).verdict;
    EXPECT_EQ(verdict.mismatches, mismatches) << n;
    EXPECT_EQ(verdict.elements, image.rows * image.cols);
    wrong_ones += mismatches > 0;
  }
  EXPECT_GT(wrong_ones, 200);
}

}  // namespace
}  // namespace tcviz
