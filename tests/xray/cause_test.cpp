// The cause that is told of a wrong product, for faults that are planted in a right one.
#include <gmock/gmock.h>

#include <array>
#include <numeric>
#include <vector>

#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// The registers that the first mma of the kernel has for an operand: 1 for a, 2 for b.
struct RegisterList {
  std::size_t begin = 0, end = 0;  // the text between the braces
  std::vector<std::string> names;
};

RegisterList registers_in(const std::string& text, int operand) {
  std::size_t open = text.find("mma.sync");
  for (int brace = 0; brace <= operand; ++brace) open = text.find('{', open + 1);
  RegisterList list{open + 1, text.find('}', open), {}};
  for (std::size_t at = list.begin; at < list.end;) {
    const std::size_t comma = std::min(text.find(',', at), list.end);
    const std::size_t word = text.find('%', at);
    list.names.push_back(text.substr(word, comma - word));
    at = comma + 1;
  }
  return list;
}

// The kernel whose first product takes the registers in another order.
std::string reordered(const std::string& text, int operand, const std::vector<int>& order) {
  const RegisterList list = registers_in(text, operand);
  std::string words;
  for (const int at : order) words += (words.empty() ? "" : ",") + list.names[static_cast<std::size_t>(at)];
  return text.substr(0, list.begin) + words + text.substr(list.end);
}

std::string cause_in(const XrayReport& report) {
  for (const XrayFinding& finding : report.findings)
    if (!finding.cause.empty()) return finding.cause;
  return "";
}

XrayReport run_naive(const std::string& text) { return run_case(kernel_case("mma_naive"), text); }

// Registers of one half of k, or of one half of the rows, may as well be the other two.
TEST(Cause, OfEveryExchangeOfTwoRegisters) {
  struct Exchange {
    int operand, one, two;
    const char* other;
  };
  const std::array<Exchange, 7> all = {{{1, 0, 1, "a[2] and a[3]"},
                                        {1, 2, 3, "a[0] and a[1]"},
                                        {1, 0, 2, ""},
                                        {1, 1, 3, ""},
                                        {1, 0, 3, ""},
                                        {1, 1, 2, ""},
                                        {2, 0, 1, ""}}};
  const std::string text = ptx_text(kernel_case("mma_naive"));
  for (const Exchange& each : all) {
    std::vector<int> order(each.operand == 1 ? 4 : 2);
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[static_cast<std::size_t>(each.one)], order[static_cast<std::size_t>(each.two)]);
    const XrayReport report = run_naive(reordered(text, each.operand, order));
    EXPECT_EQ(report.verdict, VerdictState::Wrong);
    const std::string letter = each.operand == 1 ? "a" : "b";
    const RegisterList list = registers_in(text, each.operand);
    const std::string pair = letter + "[" + std::to_string(each.one) + "] and " + letter + "[" +
                             std::to_string(each.two) + "] (" + list.names[static_cast<std::size_t>(each.two)] + ", " +
                             list.names[static_cast<std::size_t>(each.one)] + ")";
    EXPECT_THAT(cause_in(report), StartsWith("exchanged: "));
    EXPECT_THAT(cause_in(report), HasSubstr(pair));
    EXPECT_THAT(cause_in(report), HasSubstr(each.other));
    EXPECT_EQ(cause_in(report).find(", or ") != std::string::npos, *each.other != 0) << cause_in(report);
  }
}

TEST(Cause, OfOneRegisterInTwoPlaces) {
  const std::string text = ptx_text(kernel_case("mma_naive"));
  const XrayReport report = run_naive(reordered(text, 1, {0, 1, 1, 3}));
  EXPECT_EQ(cause_in(report), "a[1] and a[2] are one register, " + registers_in(text, 1).names[1] + ".");
}

// The kernel whose a[2] comes from the lane beside, but for lane 0, which keeps it or has a zero.
XrayReport with_strange_register(bool zero) {
  const std::string text = ptx_text(kernel_case("mma_naive"));
  const std::string reg = registers_in(text, 1).names[2];
  const std::size_t at = text.rfind('\n', text.find("mma.sync"));
  const std::string change =
      "{ .reg .pred q; .reg .b32 l, o; mov.u32 l, %tid.x; and.b32 l, l, 31; shfl.sync.bfly.b32 o, " + reg +
      ", 1, 31, -1; setp.eq.u32 q, l, 0; selp.b32 " + reg + ", " + (zero ? "0" : reg) + ", o, q; }";
  return run_naive(text.substr(0, at + 1) + change + text.substr(at));
}

// A zero meets anything: the lane that is named holds an element, and what belongs there is one, too.
TEST(Cause, OfOneRegisterNamesALaneThatDiffers) {
  for (const bool zero : {false, true}) {
    const std::string cause = cause_in(with_strange_register(zero));
    EXPECT_THAT(cause, StartsWith("a[2] ("));
    EXPECT_THAT(cause, HasSubstr("alone does not fit: lane 1 holds A["));
    EXPECT_EQ(cause.find("-1"), std::string::npos) << cause;
  }
}

// Rows and columns of every 8x8 matrix; lanes that have the values of others.
TEST(Cause, OfWholeOperands) {
  const std::string text = ptx_text(kernel_case("mma_naive"));
  const std::size_t at = text.rfind('\n', text.find("mma.sync"));
  const auto with = [&](const std::string& change) {
    return cause_in(run_naive(text.substr(0, at + 1) + change + text.substr(at)));
  };
  std::string turned;
  std::string crossed =
      "{ .reg .b32 l, t; mov.u32 l, %tid.x; and.b32 l, l, 31; shr.u32 t, l, 2; xor.b32 t, t, l; and.b32 t, t, 1; "
      "mul.lo.u32 t, t, 5; xor.b32 t, t, l; ";
  for (const std::string& reg : registers_in(text, 2).names) {
    turned += "movmatrix.sync.aligned.m8n8.trans.b16 " + reg + ", " + reg + ";";
    crossed += "shfl.sync.idx.b32 " + reg + ", " + reg + ", t, 31, -1; ";
  }
  crossed += "}";
  EXPECT_EQ(with(turned),
            "the 8x8 matrices of b are transposed: .trans is missing or too much, or rows are stored as columns.");
  EXPECT_EQ(with(crossed), "b is in the wrong lanes: bits 0 and 2 of the lane are exchanged.");
}

// The first product of a loop takes b from where the second one should.
TEST(Cause, OfAKOneTileOff) {
  std::string text = ptx_text(kernel_case("mma_naive"));
  const std::vector<std::string> names = registers_in(text, 2).names;
  text = replaced(text, names[0] + ", [%rd15]", names[0] + ", [%rd15+32]");
  text = replaced(text, names[1] + ", [%rd15+16]", names[1] + ", [%rd15+48]");
  EXPECT_EQ(cause_in(run_naive(text)), "a holds k 0 to 15 where b holds k 16 to 31: one of them is 16 k off.");
}

// What is right has no cause, and neither has what no single mistake explains.
TEST(Cause, IsSaidOfNothingElse) {
  const std::string text = ptx_text(kernel_case("mma_naive"));
  EXPECT_EQ(cause_in(run_naive(text)), "");
  EXPECT_EQ(cause_in(run_naive(reordered(text, 1, {1, 2, 0, 3}))), "");
}

}  // namespace
}  // namespace tcviz
