// The decoder, compared with nvdisasm's text; and no bit of a word may be ignored.
#include "gpu/source/sass/decoder.hpp"

#include <gtest/gtest.h>

#include <set>

#include "gpu/source/sass/describe.hpp"
#include "gpu/source/sass/forms.hpp"
#include "tests/sass/recorded_code.hpp"

namespace tcviz {
namespace {

struct Recording {
  const char* file;
  ComputeCapability architecture;
};
constexpr Recording recordings[] = {
    {"sm_70.txt", 70},          {"sm_72.txt", 72},          {"sm_7x_O0.txt", 72},
    {"sm_90.txt", 90},          {"sm_120.txt", 120},        {"products_sm_70.txt", 70},
    {"products_sm_75.txt", 75}, {"products_sm_90.txt", 90}, {"products_sm_120.txt", 120}};

class RecordedCode : public testing::TestWithParam<Recording> {};
std::string name_of(const testing::TestParamInfo<Recording>& info) {
  const std::string file = info.param.file;
  return file.substr(0, file.find('.'));
}
INSTANTIATE_TEST_SUITE_P(Code, RecordedCode, testing::ValuesIn(recordings), name_of);

TEST_P(RecordedCode, ReadsAsNvdisasmReadsIt) {
  int lines = 0;
  for (const RecordedKernel& kernel : read_recorded(GetParam().file)) {
    for (const RecordedLine& line : kernel.lines) {
      const auto instruction = decode(line.word, line.address);
      ASSERT_TRUE(instruction.ok()) << line.text << ": " << instruction.error().message;
      EXPECT_EQ(describe(instruction.value(), GetParam().architecture), line.text) << kernel.name;
      ++lines;
    }
  }
  EXPECT_GT(lines, 50);
}

// Bits 105 to 121 say when an instruction runs, 122 to 125 are operand cache hints.
bool says_what(int bit) { return bit < 105 || bit > 125; }

Word flipped(Word word, int bit) {
  (bit < 64 ? word.low : word.high) ^= std::uint64_t{1} << bit % 64;
  return word;
}

TEST_P(RecordedCode, NoBitIsIgnored) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (const RecordedKernel& kernel : read_recorded(GetParam().file)) {
    for (const RecordedLine& line : kernel.lines) {
      if (!seen.emplace(line.word.low, line.word.high).second) continue;
      for (int bit = 0; bit < 128; ++bit) {
        const auto other = decode(flipped(line.word, bit), line.address);
        if (!other || !says_what(bit)) continue;
        EXPECT_NE(describe(other.value(), GetParam().architecture), line.text) << "bit " << bit;
      }
    }
  }
}

TEST(Decoder, RefusesWithTheWordAndItsAddress) {
  const auto refused = decode({0x0000000402027fff, 0x000fe200078e00ff}, 0x40);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("/*0040*/ 000fe200078e00ff 0000000402027fff"), std::string::npos)
      << refused.error().message;
}

TEST(Decoder, CodeWithoutAnExitIsRefused) {
  EXPECT_FALSE(decode_kernel({}).ok());
  std::vector<std::uint8_t> nothing(64);
  for (std::size_t at = 0; at < 64; at += 16) nothing[at] = 0x18, nothing[at + 1] = 0x79;  // NOP
  const auto code = decode_kernel(nothing);
  ASSERT_FALSE(code.ok());
  EXPECT_NE(code.error().message.find("exit"), std::string::npos);
}

// The first form that fits is taken: if two fit one word, the one that demands more must stand first.
TEST(Forms, ASpecialOneStandsBeforeTheGeneralOne) {
  const auto forms = all_forms();
  for (std::size_t a = 0; a < forms.size(); ++a) {
    for (std::size_t b = a + 1; b < forms.size(); ++b) {
      const std::uint64_t low = forms[a].mask.low & forms[b].mask.low, high = forms[a].mask.high & forms[b].mask.high;
      const bool apart = (forms[a].sample.low & low) != (forms[b].sample.low & low) ||
                         (forms[a].sample.high & high) != (forms[b].sample.high & high);
      const bool special = low == forms[b].mask.low && high == forms[b].mask.high && forms[a].mask != forms[b].mask;
      EXPECT_TRUE(apart || special) << forms[a].text << " and " << forms[b].text;
    }
  }
}

TEST(Forms, OpcodesRise) {
  unsigned last = 0;
  for (const OpcodeForm& form : all_forms()) {
    const unsigned opcode = form.sample.low & 0xfff;
    EXPECT_GE(opcode, last) << form.text;
    last = opcode;
  }
}

}  // namespace
}  // namespace tcviz
