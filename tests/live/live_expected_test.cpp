// What is expected of a matrix: expressions, CSV and .npy.
#include "gpu/kernel/live/live_expected.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace tcviz {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

std::string why_not(const Result<ExpectedMatrix>& matrix) { return matrix ? "it was read" : matrix.error().message; }

TEST(Expected, ByExpression) {
  const Result<ExpectedMatrix> matrix = expected_by_expression("row * COLS + col - 1", 2, 3);
  ASSERT_TRUE(matrix.ok()) << matrix.error().message;
  EXPECT_THAT(matrix.value().values, ElementsAre(-1.0, 0.0, 1.0, 2.0, 3.0, 4.0));
  EXPECT_THAT(why_not(expected_by_expression("row * 16 + ", 2, 2)), HasSubstr("^"));
  EXPECT_THAT(why_not(expected_by_expression("row + x", 2, 2)), HasSubstr("only row, col, ROWS and COLS"));
  EXPECT_THAT(why_not(expected_by_expression("row + lane_of_mine", 2, 2)), HasSubstr("lane_of_mine"));
  EXPECT_THAT(why_not(expected_by_expression("u[0]", 2, 2)), HasSubstr("no value in C"));
  EXPECT_FALSE(expected_by_expression("x = 3", 2, 2).ok());
  EXPECT_FALSE(expected_by_expression("row += 1", 2, 2).ok());
  EXPECT_THAT(why_not(expected_by_expression(std::string(5000, '1'), 2, 2)), HasSubstr("4096 are the most"));
  EXPECT_THAT(expected_by_expression("row * 0.5 + col / 2 - 0.25f", 2, 2).value().values,
              ElementsAre(-0.25, -0.25, 0.25, 0.25));
  EXPECT_THAT(expected_by_expression("row >= col ? sqrtf(4.0f) : -INFINITY", 1, 2).value().values,
              ElementsAre(2.0, -HUGE_VAL));
  EXPECT_THAT(why_not(expected_by_expression("row + tid", 2, 2)), HasSubstr("only row, col, ROWS and COLS"));
  EXPECT_THAT(why_not(expected_by_expression("4 / col", 2, 2)), HasSubstr("no value in C at row 0, column 0"));
}

TEST(Expected, InCsv) {
  const Result<ExpectedMatrix> commas = expected_in_csv("# a comment\n1, 2.5,-3e2\r\n\n nan,,inf\n");
  ASSERT_TRUE(commas.ok()) << commas.error().message;
  EXPECT_EQ(commas.value().rows, 2);
  EXPECT_EQ(commas.value().cols, 3);
  EXPECT_THAT(commas.value().values[1], Optional(2.5));
  EXPECT_THAT(commas.value().values[2], Optional(-300));
  EXPECT_TRUE(std::isnan(*commas.value().values[3]));
  EXPECT_EQ(commas.value().values[4], std::nullopt);
  EXPECT_TRUE(std::isinf(*commas.value().values[5]));
  const Result<ExpectedMatrix> spaces = expected_in_csv("1   2\t3\n- ? 6");
  ASSERT_TRUE(spaces.ok()) << spaces.error().message;
  EXPECT_EQ(spaces.value().values[3], std::nullopt);
  EXPECT_THAT(spaces.value().values[5], Optional(6));
  EXPECT_THAT(expected_in_csv("1;2\n3;4").value().values[3], Optional(4));
}

TEST(Expected, CsvErrorsNameTheLine) {
  EXPECT_THAT(why_not(expected_in_csv("1,2\n3,x\n")), HasSubstr("line 2: column 1: 'x' is no number"));
  EXPECT_THAT(why_not(expected_in_csv("1,2\n\n3\n")), HasSubstr("line 3: 1 columns, and the first row has 2"));
  EXPECT_THAT(why_not(expected_in_csv("")), HasSubstr("no row of numbers"));
  EXPECT_THAT(why_not(expected_in_csv(std::string(5000, ','))), HasSubstr("4096 are the most"));
  EXPECT_THAT(why_not(expected_in_csv(std::string(100, '1'))), HasSubstr("is no number"));
  EXPECT_THAT(why_not(expected_in_file("1,2\n", 2, 1)), HasSubstr("transpose it"));
  EXPECT_THAT(why_not(expected_in_file("1,2\n", 16, 8)),
              HasSubstr("1 rows of 2 numbers, and the fragment is of a 16 x 8"));
}

TEST(Expected, PartOfALargerMatrix) {
  const std::string whole = "0,1,2\n3,4,5\n6,7,8\n";
  EXPECT_THAT(expected_in_file(whole, 2, 2, Element{1, 1}).value().values, ElementsAre(4.0, 5.0, 7.0, 8.0));
  EXPECT_THAT(expected_in_file(whole, 3, 1, Element{0, 2}).value().values, ElementsAre(2.0, 5.0, 8.0));
  for (const Element origin : {Element{2, 1}, Element{1, 2}, Element{-1, 0}, Element{1 << 30, 0}})
    EXPECT_THAT(why_not(expected_in_file(whole, 2, 2, origin)), HasSubstr("does not fit there"));
  EXPECT_THAT(why_not(expected_in_file(whole, 2, 2)), HasSubstr("--origin ROW,COL"));
  EXPECT_THAT(expected_by_expression("row * 10 + col", 1, 2, {3, 4}).value().values, ElementsAre(34.0, 35.0));
}

// As NumPy writes it.
std::string npy(const std::string& head, const std::string& numbers) {
  std::string bytes = "\x93NUMPY";
  bytes += '\1';
  bytes += '\0';
  bytes += static_cast<char>(head.size());
  bytes += '\0';
  return bytes + head + numbers;
}
std::string npy_head(const std::string& type, const std::string& fortran, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

TEST(Expected, InNpy) {
  const std::string floats("\0\0\x80\x3F\0\0\0\x40\0\0\x40\x40\0\0\x80\xC0", 16);
  const Result<ExpectedMatrix> c = expected_in_npy(npy(npy_head("<f4", "False", "(2, 2)"), floats));
  ASSERT_TRUE(c.ok()) << c.error().message;
  EXPECT_THAT(c.value().values, ElementsAre(1.0, 2.0, 3.0, -4.0));
  EXPECT_THAT(expected_in_npy(npy(npy_head("<f4", "True", "(2, 2)"), floats)).value().values,
              ElementsAre(1.0, 3.0, 2.0, -4.0));
  EXPECT_THAT(expected_in_npy(npy(npy_head("|i1", "False", "(1, 3)"), "\x01\xFF\x80")).value().values,
              ElementsAre(1.0, -1.0, -128.0));
  EXPECT_THAT(
      expected_in_file(npy(npy_head("<f2", "False", "(1, 2)"), std::string("\0\x3C\0\xC0", 4)), 1, 2).value().values,
      ElementsAre(1.0, -2.0));
}

TEST(Expected, NpyErrorsSayWhatToDo) {
  EXPECT_THAT(why_not(expected_in_npy("\x93NUMPY")), HasSubstr("ends in its header"));
  EXPECT_THAT(why_not(expected_in_npy(npy(npy_head("<f4", "False", "(2, 2)"), "1234"))), HasSubstr("holds 4 bytes"));
  EXPECT_THAT(why_not(expected_in_npy(npy(npy_head(">f4", "False", "(1, 1)"), "1234"))),
              HasSubstr("'>f4' are not read"));
  EXPECT_THAT(why_not(expected_in_npy(npy(npy_head("<f4", "False", "(4,)"), "1234"))),
              HasSubstr("no matrix of two sides"));
  EXPECT_THAT(why_not(expected_in_npy(npy(npy_head("<f4", "False", "(1, 2, 3)"), ""))), HasSubstr("no matrix of two"));
  EXPECT_THAT(why_not(expected_in_npy(npy("{}", ""))), HasSubstr("names no plain type"));
}

}  // namespace
}  // namespace tcviz
