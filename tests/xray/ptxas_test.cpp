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
    const bool is_fault = taken[at] ? xray.answer == Answer::Refused : !is_old && xray.answer == Answer::Executed;
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

}  // namespace
}  // namespace tcviz
