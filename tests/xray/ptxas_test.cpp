// The table of forms, held against ptxas: nothing that it takes is refused, and what it refuses is not executed.
#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/step/lower.hpp"
#include "tests/xray/ptxas_lines.hpp"
#include "tests/xray/ptxas_trial.hpp"

namespace tcviz {
namespace {

enum class Answer { Executed, Refused, NotInThisVersion };

struct XrayAnswer {
  Answer answer = Answer::Refused;
  std::string why;
};

XrayAnswer answer_to(const std::string& line, const std::string& architecture) {
  const auto module = read_ptx(ptxas_head(architecture) + line + "\nret;\n}\n");
  if (!module) return {Answer::Refused, module.error().message};
  const auto program = lower(module.value(), *module.value().entry("f"), {});
  if (!program) return {Answer::Refused, program.error().message};
  const XrayStep& step = program.value().steps.front();
  return {step.run == nullptr ? Answer::NotInThisVersion : Answer::Executed, step.refusal};
}

struct Counts {
  int taken = 0, executed = 0, refused = 0;
};

// True if ptxas takes a line alone: among others it also names lines behind one whose braces do not match.
bool is_taken_alone(const std::string& ptxas, const std::string& architecture, const std::string& line) {
  return taken_by_ptxas(ptxas, architecture, {line}).front();
}

// Compares the answers to all lines. The rules of older architectures know no operands: only what is refused counts.
Counts compare(const std::string& ptxas, const std::string& architecture, bool is_old) {
  const std::vector<std::string> lines = lines_near_legal();
  const std::vector<bool> taken = taken_by_ptxas(ptxas, architecture, lines);
  Counts counts;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const XrayAnswer xray = answer_to(lines[at], architecture);
    counts.taken += taken[at] ? 1 : 0;
    counts.executed += xray.answer == Answer::Executed ? 1 : 0;
    counts.refused += xray.answer == Answer::Refused ? 1 : 0;
    const bool is_fault =
        taken[at] ? xray.answer == Answer::Refused
                  : !is_old && xray.answer == Answer::Executed && !is_taken_alone(ptxas, architecture, lines[at]);
    EXPECT_FALSE(is_fault) << (taken[at] ? "ptxas takes " : "ptxas refuses ") << lines[at] << "\n" << xray.why;
  }
  return counts;
}

TEST(Forms, AreThoseOfPtxas) {
  const auto ptxas = ptxas_here();
  if (!ptxas) GTEST_SKIP() << "no ptxas of CUDA 13.0 here";
  const std::vector<std::pair<std::string, bool>> architectures = {
      {"sm_80", true}, {"sm_90a", false}, {"sm_100a", false}};
  for (const auto& [architecture, is_old] : architectures) {
    const Counts counts = compare(*ptxas, architecture, is_old);
    EXPECT_GT(counts.taken, 2500) << architecture;
    EXPECT_GT(counts.executed, 2500) << architecture;
    EXPECT_GT(counts.refused, 15000) << architecture;
  }
}

// Every spelling of a number as an operand of every type.
TEST(Forms, TakeTheNumbersThatPtxasTakes) {
  const auto ptxas = ptxas_here();
  if (!ptxas) GTEST_SKIP() << "no ptxas of CUDA 13.0 here";
  std::vector<std::string> lines;
  for (const char* instruction : {"mov.f32 %f1, ",          "mov.f64 %d1, ",          "mov.b32 %r1, ",
                                  "mov.b64 %rd1, ",         "mov.u32 %r1, ",          "mov.s64 %rd1, ",
                                  "add.f32 %f1, %f2, ",     "add.s32 %r1, %r2, ",     "fma.rn.f64 %d1, %d2, %d3, ",
                                  "setp.lt.f32 %p1, %f1, ", "setp.lt.s32 %p1, %r1, ", "and.b32 %r1, %r2, ",
                                  "st.global.f32 [%rd1], ", "st.global.b32 [%rd1], ", "st.global.u32 [%rd1], ",
                                  "cvt.rn.f32.f64 %f1, ",   "cvt.rzi.s32.f32 %r1, ",  "cvt.rn.f32.s32 %f1, ",
                                  "add.f16 %h1, %h2, ",     "shl.b32 %r1, %r2, "})
    for (const char* number : {"1", "-1", "010", "1U", "0x1F", "0b11", "1.0", "-1.5", "0.", ".5", "1e3", "1e-3",
                               "1.5E+2", "0f3F800000", "-0f3F800000", "0d3FF0000000000000"})
      lines.push_back(std::string(instruction) + number +
                      (std::string_view(instruction).starts_with("selp") ? ", %p1;" : ";"));
  const std::vector<bool> taken = taken_by_ptxas(*ptxas, "sm_90a", lines);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const XrayAnswer xray = answer_to(lines[at], "sm_90a");
    EXPECT_EQ(xray.answer == Answer::Executed, taken[at]) << lines[at] << "\n" << xray.why;
  }
}

}  // namespace
}  // namespace tcviz
