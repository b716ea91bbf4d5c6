// Numbers of 4 bits and of one: products of them, unpacking by shifts and masks, and faults in both.
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/step/packed_moves.hpp"
#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"
#include "tests/xray/styles.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

KernelCase case_of(const std::string& entry, const std::string& type, int rows, int k, int bytes_of_line) {
  KernelCase made;
  made.name = entry, made.file = "packed.ptx", made.entry = entry, made.architecture = 80;
  const std::string m = std::to_string(rows), depth = std::to_string(k);
  made.arguments = {"A=" + type + "[m:" + m + ",k:" + depth + "]", "B=" + type + "[k:" + depth + ",n:8]:col",
                    "C=out s32[m:" + m + ",n:8]", std::to_string(bytes_of_line)};
  return made;
}

XrayReport report_of(const KernelCase& of) { return run_case(of, ptx_text(of)); }

// The sum over k of a function of the two factors.
template <class Function>
std::vector<double> host_sums(const XrayReport& report, int rows, int k, Function function) {
  const std::vector<double>&a = given(report, "A"), &b = given(report, "B");
  std::vector<double> sums(static_cast<std::size_t>(rows) * 8);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < 8; ++col)
      for (int at = 0; at < k; ++at) sums[row * 8 + col] += function(a[row * k + at], b[col * k + at]);
  return sums;
}

TEST(Packed, SmallProductsAreThoseOfTheHost) {
  for (const auto& [entry, type, k] : {std::tuple("of_s4_small", "s4", 64), std::tuple("of_b1_small", "b1", 256)}) {
    const XrayReport report = report_of(case_of(entry, type, 8, k, 32));
    EXPECT_EQ(report.verdict, VerdictState::Right) << entry << report.refused.value_or("");
    EXPECT_EQ(report.outputs.at(0).values, host_sums(report, 8, k, std::multiplies<>())) << entry;
  }
}

TEST(Packed, XorCountsBitsThatDiffer) {
  KernelCase of = case_of("of_b1_xor", "b1", 16, 512, 64);
  const XrayReport unasked = report_of(of);
  EXPECT_EQ(unasked.verdict, VerdictState::Unjudged);
  EXPECT_EQ(unasked.outputs.at(0).values, host_sums(unasked, 16, 512, std::not_equal_to<>()));
  of.expect = {"C = sum(k: A + B - 2 * A * B)"};
  EXPECT_EQ(report_of(of).verdict, VerdictState::Right);
}

TEST(Packed, InputsHaveAllNumbersOfTheirType) {
  const XrayReport report = report_of(case_of("of_s4_u4", "s4", 16, 64, 32));
  const auto& numbers = given(report, "A");
  EXPECT_EQ(numbers.size(), 16U * 64U);
  EXPECT_EQ(*std::ranges::min_element(numbers), -8);
  EXPECT_EQ(*std::ranges::max_element(numbers), 7);
  const XrayReport of_bits = report_of(case_of("of_b1_small", "b1", 8, 256, 32));
  EXPECT_GT(std::ranges::count(given(of_bits, "A"), 0), 800);
  EXPECT_GT(std::ranges::count(given(of_bits, "A"), 1), 800);
}

void expect_pairing(const std::string& name, const std::string& from, const std::string& to, std::size_t number = 0) {
  const XrayReport report = run_changed(name, from, to, number);
  EXPECT_EQ(report.verdict, VerdictState::Wrong) << name << ": " << to;
  EXPECT_NE(finding_of(report, FindingKind::Pairing), nullptr) << name << ": " << to;
}

// The registers of a list of the product, as the compiler has named them.
std::vector<std::string> registers_in(const std::string& name, std::size_t list) {
  const std::string text = entry_text(name);
  std::size_t at = text.find("mma.sync");
  for (std::size_t skipped = 0; skipped <= list; ++skipped) at = text.find('{', at) + 1;
  std::vector<std::string> found;
  std::string all = text.substr(at, text.find('}', at) - at);
  for (std::size_t comma = all.find(','); comma != std::string::npos; comma = all.find(',')) {
    found.push_back(all.substr(0, comma));
    all.erase(0, comma + 1);
  }
  found.push_back(all);
  return found;
}

TEST(Packed, ExchangedRegistersAreFound) {
  for (const char* name : {"packed_of_s4", "packed_of_b1"}) {
    const auto a = registers_in(name, 1), b = registers_in(name, 2);
    expect_pairing(name, a[1] + "," + a[2], a[2] + "," + a[1]);
    expect_pairing(name, "{" + b[0] + "," + b[1] + "}", "{" + b[1] + "," + b[0] + "}");
    expect_pairing(name, "{" + b[0] + "," + b[1] + "}", "{" + b[0] + "," + b[0] + "}");
  }
}

TEST(Packed, AWrongOrderOfTheNibblesIsFound) {
  expect_pairing("packed_unpack_to_s8", ", 20800;", ", 16465;");  // 0x5140 to 0x4051: odd numbers first
  expect_pairing("packed_unpack_to_f16", "0x000f000f", "0x00f000f0");
  expect_pairing("packed_turn_u4", "%r24, %r21, 4, 4", "%r21, %r24, 4, 4");
}

TEST(Packed, ReversedBitsAndExchangedHalvesOfAWordAreFound) {
  const std::string begin = "// begin inline asm";
  for (const char* name : {"packed_of_s4", "packed_of_b1"}) {
    const std::string b = registers_in(name, 2)[0];
    expect_pairing(name, begin, "prmt.b32 " + b + ", " + b + ", 0, 0x1032;");
  }
  const std::string b = registers_in("packed_of_b1", 2)[0];
  expect_pairing("packed_of_b1", begin, "brev.b32 " + b + ", " + b + ";");
}

// Expects a doubt about a conversion of `reg`, at the line of the source that has it.
void expect_doubt(const XrayReport& report, const std::string& reg, const std::string& text) {
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  ASSERT_EQ(report.findings.size(), 1U);
  const XrayFinding& found = report.findings.front();
  EXPECT_EQ(found.kind, FindingKind::Doubt);
  EXPECT_EQ(found.weight, FindingWeight::Warning);
  EXPECT_EQ(found.opcode, "cvt.rn.f32.s16");
  EXPECT_EQ(found.register_name, reg);
  EXPECT_THAT(found.text, HasSubstr(text));
  ASSERT_FALSE(report.outputs.at(0).classes.empty());
  EXPECT_THAT(report.outputs.at(0).classes.front().text, HasSubstr("at line " + std::to_string(found.line)));
  EXPECT_THAT(entry_text("packed_unpack_with_sign"), HasSubstr(".loc\t1 " + std::to_string(found.line) + " 5\n\tcvt"));
}

TEST(Packed, ADoubtNamesItsLineItsRegisterAndTheElements) {
  const std::string both = "the bits of A[m=0, k=0] and A[m=0, k=1] that are read here make one number of 16 bits";
  expect_doubt(run_changed("packed_unpack_with_sign", "%rs1, 4;", "%rs1, 0;"), "%rs4", both);
  expect_doubt(run_changed("packed_unpack_with_sign", "shr.s16", "shr.u16"), "%rs3", "A[m=0, k=0]");
}

TEST(Packed, AMissingSignOrADifferentTypeIsADoubt) {
  EXPECT_EQ(run_changed("packed_unpack_with_sign", "shr.s16", "shr.u16").verdict, VerdictState::Unjudged);
  KernelCase other = kernel_case("packed_of_s4");
  other.arguments[0] = "A=u4[m:16,k:128]";
  EXPECT_EQ(report_of(other).verdict, VerdictState::Unjudged);
  other.arguments[0] = "A=s8[m:16,k:64]";
  EXPECT_EQ(report_of(other).verdict, VerdictState::Unjudged);
}

TEST(Packed, WhatNoByteCanHoldIsRefused) {
  const auto why = [](const std::string& text) { return read_xray_argument(text).error().message; };
  EXPECT_THAT(why("A=s4[m:16,k:15]"), HasSubstr("a byte holds 2 elements of s4: k and the pitch are multiples of 2"));
  EXPECT_THAT(why("A=b1[m:16,k:12]"), HasSubstr("multiples of 8"));
  EXPECT_THAT(why("A=u4[m:15,k:16]:col"), HasSubstr("m and the pitch"));
  EXPECT_THAT(why("A=u4[m:16,k:16]@17"), HasSubstr("multiples of 2"));
  EXPECT_THAT(why("C=out s4[m:16,k:16]"), HasSubstr("an array of s4 is an input"));
  EXPECT_TRUE(read_xray_argument("A=i4[m:16,k:16]@18").ok());
}

// WMMA, by one word for each thread and factor.
std::string wmma_text(const std::string& load_b) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f(.param .u64 A, .param .u64 B, .param .u64 "
         "C)\n"
         "{\n.reg .b32 %r<9>; .reg .b64 %rd<4>;\n"
         "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [B]; ld.param.u64 %rd3, [C];\n"
         "mov.u32 %r5, 32; mov.u32 %r6, 64; mov.u32 %r7, 8; mov.u32 %r3, 0; mov.u32 %r4, 0;\n"
         "wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {%r1}, [%rd1], %r5;\n" +
         load_b +
         "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%r3,%r4}, {%r1}, {%r2}, {%r3,%r4};\n"
         "wmma.store.d.sync.aligned.row.m8n8k32.global.s32 [%rd3], {%r3,%r4}, %r7;\nret;\n}\n";
}

TEST(Packed, WmmaLoadsTwoNumbersAByte) {
  KernelCase of;
  of.entry = "f", of.architecture = 80;
  of.arguments = {"A=s4[m:8,k:32]", "B=s4[k:32,n:8]:col", "C=out s32[m:8,n:8]"};
  const std::string load = "wmma.load.b.sync.aligned.col.m8n8k32.global.s4 {%r2}, [%rd2], ";
  const XrayReport right = run_case(of, wmma_text(load + "%r5;\n"));
  EXPECT_EQ(right.verdict, VerdictState::Right) << right.refused.value_or("");
  EXPECT_EQ(right.outputs.at(0).values, host_sums(right, 8, 32, std::multiplies<>()));
  EXPECT_EQ(run_case(of, wmma_text(load + "%r6;\n")).verdict, VerdictState::Wrong);
}

// Moves of the bits of a word that holds eight elements, on labels and on the word itself.
struct MovedWord {
  RegisterCodes codes{};
  std::uint32_t value = 0;
};
struct BitMove {
  // 0 to 2: and, or, xor with `number`; 3 to 5: shl, shr.u32, shr.s32 by it; 6: prmt by it; 7: numbers exchanged in
  // pairs
  int what = 0;
  std::uint32_t number = 0;
};

std::uint32_t moved(const BitMove& move, std::uint32_t word) {
  switch (move.what) {
    case 0:
      return word & move.number;
    case 1:
      return word | move.number;
    case 2:
      return word ^ move.number;
    case 3:
      return word << move.number;
    case 4:
      return word >> move.number;
    case 5:
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(word) >> move.number);
    case 7:
      return (word & 0x0F0F0F0F) << 4 | (word >> 4 & 0x0F0F0F0F);
    default:
      break;
  }
  std::uint32_t made = 0;
  for (int at = 0; at < 4; ++at) {
    const std::uint32_t select = move.number >> (4 * at), byte = word >> (8 * (select & 3)) & 0xFF;
    made |= ((select & 8) != 0 ? (byte >> 7) * 0xFF : byte) << (8 * at);
  }
  return made;
}

std::optional<RegisterCodes> moved_codes(LabelSpace& labels, const BitMove& move, const MovedWord& word) {
  constexpr std::array<std::uint8_t, 3> tables = {0xC0, 0xFC, 0x3C};
  if (move.what < 3)
    return logic_codes(labels, tables[static_cast<std::size_t>(move.what)],
                       {{word.codes, {}}, {word.value, move.number}}, 4);
  const int by = static_cast<int>(move.number);
  return picked_codes(labels, {word.codes}, 4, [&](int at) {
    if (move.what == 3) return at >= by ? at - by : -1;
    if (move.what == 4) return at + by < 32 ? at + by : -1;
    if (move.what == 5) return std::min(at + by, 31);
    if (move.what == 7) return at ^ 4;
    const auto select = static_cast<int>(move.number >> (4 * (at / 8)));
    return 8 * (select & 3) + ((select & 8) != 0 ? 7 : at % 8);
  });
}

std::vector<BitMove> random_moves(std::mt19937& random) {
  constexpr std::array<std::uint32_t, 10> masks = {0x0F0F0F0F, 0x000F000F, 0x00F000F0, 0xF0F0F0F0, 0x00FF00FF,
                                                   0x64006400, 0x08080808, 0x80808080, 0x43004300, 0x88888888};
  constexpr std::array<std::uint32_t, 6> distances = {4, 8, 12, 24, 28, 1};
  std::vector<BitMove> moves(1 + random() % 4);
  for (BitMove& move : moves) {
    move.what = static_cast<int>(random() % 8);
    move.number = move.what < 3   ? masks[random() % masks.size()]
                  : move.what < 6 ? distances[random() % distances.size()]
                                  : static_cast<std::uint32_t>(random() & (random() % 2 == 0 ? 0x3333 : 0xBBBB));
  }
  return moves;
}

double number_in(ElementType format, std::uint32_t word, int first_byte) {
  return from_bits(format, word >> (8 * first_byte));
}

// The number for each value of one element, while the others are by chance; none if they matter.
std::optional<std::array<double, 16>> numbers_by_element(const std::vector<BitMove>& moves, std::int64_t element,
                                                         ElementType format, int first_byte, std::mt19937& random) {
  std::array<double, 16> found{};
  for (int round = 0; round < 3; ++round)
    for (std::uint32_t value = 0; value < 16; ++value) {
      auto word = static_cast<std::uint32_t>(random());
      word = (word & ~(0xFU << (4 * element))) | value << (4 * element);
      for (const BitMove& move : moves) word = moved(move, word);
      const double number = number_in(format, word, first_byte);
      const bool is_same = number == found[value] || (std::isnan(number) && std::isnan(found[value]));
      if (round > 0 && !is_same) return std::nullopt;
      found[value] = number;
    }
  return found;
}

// True if the number is a constant and a constant times the element.
bool is_linear(const std::array<double, 16>& numbers, ElementType element) {
  const double step = numbers[1] - numbers[0];
  for (int value = 0; value < 16; ++value) {
    const int of = element == ElementType::S4 && value > 7 ? value - 16 : value;
    if (numbers[static_cast<std::size_t>(value)] != numbers[0] + of * step) return false;
  }
  return step != 0;
}

// A word of eight elements, and moves of its bits by chance.
struct BitTrial {
  LabelSpace labels;
  ElementType type;
  std::vector<BitMove> moves;
  MovedWord word;
  bool is_known = true;  // its labels are

  BitTrial(ElementType of, std::mt19937& random) : type(of), moves(random_moves(random)) {
    EXPECT_TRUE(labels.set_dimensions({{"k", 8}}).ok());
    LabelShape shape;
    shape.format = type, shape.bytes = 1, shape.arrays = 1;
    shape.dimensions[0].state = DimensionState::Point;
    for (int byte = 0; byte < 4; ++byte)
      word.codes[static_cast<std::size_t>(byte)] =
          code_of(label_of_packed(labels, shape, 0, labels.placed(2 * byte, 0)), 0);
    word.value = static_cast<std::uint32_t>(random());
    for (const BitMove& move : moves) {
      const auto codes = moved_codes(labels, move, word);
      is_known = is_known && codes;
      if (is_known) word = {*codes, moved(move, word.value)};
    }
  }
};

// Returns the numbers that labels call an element; each is linear in it, and depends on no other.
int elements_in(BitTrial& trial, ElementType format, std::mt19937& random) {
  int elements = 0;
  for (int first = 0; first < 4; first += bytes_of(format)) {
    const Label label = joined(trial.labels, trial.word.codes.data() + first, format);
    if (label == 0 || trial.labels.shape(label).doubt != Doubt::None) continue;
    const auto numbers = numbers_by_element(trial.moves, trial.labels.point(label, 0), format, first, random);
    EXPECT_TRUE(numbers) << "another element matters";
    const bool are_numbers = numbers && std::ranges::all_of(*numbers, [](double one) { return std::isfinite(one); });
    EXPECT_TRUE(!are_numbers || is_linear(*numbers, trial.type));
    ++elements;
  }
  return elements;
}

TEST(Packed, LabelsOfMovedBitsAreThoseOfTheNumbers) {
  std::mt19937 random(5);
  int elements = 0;
  for (int number = 0; number < 1500; ++number) {
    BitTrial trial(number % 2 == 0 ? ElementType::U4 : ElementType::S4, random);
    for (const ElementType format : {ElementType::U8, ElementType::S8, ElementType::S32, ElementType::F16})
      if (trial.is_known) elements += elements_in(trial, format, random);
  }
  EXPECT_GT(elements, 300);
}

}  // namespace
}  // namespace tcviz
