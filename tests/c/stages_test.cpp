// Every stage of the C engine for one text, as the files of tests/c/stages hold it: words, steps, results.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/preprocessor.hpp"
#include "gpu/language/formula/formula.hpp"

namespace tcviz {
namespace {

constexpr std::array<const char*, 40> stage_opcodes = {
    "Move",  "Truth",   "Not",     "Neg",   "Flip", "Abs",  "Popc",    "Clz",     "Ffs", "Brev",
    "ToI8",  "ToU8",    "ToI16",   "ToU16", "Add",  "Sub",  "Mul",     "Div",     "Mod", "Shl",
    "Shr",   "And",     "Xor",     "Or",    "Lt",   "Le",   "Eq",      "Ne",      "Min", "Max",
    "Bound", "Require", "Convert", "Call",  "Load", "Save", "Element", "Foreign", "Put", "Jump"};

std::string words_of(const std::string& text) {
  std::vector<Token> tokens;
  std::vector<Diagnostic> diagnostics;
  read_tokens(text, tokens, diagnostics, Fractions::Read);
  const auto plain = preprocess({text, tokens, 900, std::pmr::get_default_resource()}, diagnostics);
  std::string said;
  for (const Token& token : plain) said += fmt::format("{} ", token.text);
  return said;
}

std::string steps_of(const Program& program) {
  std::string said;
  for (std::size_t at = 0; at < program.steps.size(); ++at) {
    const Step& step = program.steps[at];
    const bool jumps = step.op >= Opcode::Jump;
    const char* const name = step.op == Opcode::JumpIfZero   ? "JumpIfZero"
                             : step.op == Opcode::JumpIfNot0 ? "JumpIfNot0"
                                                             : stage_opcodes[static_cast<std::size_t>(step.op)];
    said += jumps ? fmt::format("{}: {} r{} to {}\n", at, name, step.a, step.b)
                  : fmt::format("{}: r{} = {} {} r{} r{}\n", at, step.to, name, name_of(step.type), step.a, step.b);
  }
  return said;
}

std::string results_of(const Formula& formula) {
  std::string said;
  Interpreter interpreter(formula.program);
  for (int tid = 0; tid < 4; ++tid)
    for (int i = 0; i < 4; ++i) {
      Variables variables;
      variables[Variable::Tid] = tid;
      variables[Variable::I] = i;
      const bool done = interpreter.run(variables) == RunState::Done;
      said += fmt::format("T{} x[{}]:", tid, i);
      for (std::size_t output = 0; output < formula.targets.size(); ++output)
        said +=
            done ? fmt::format(" {} {}", name_of(formula.targets[output]), interpreter.output(output)) : " undefined";
      said += "\n";
    }
  return said;
}

std::string stages_of(const std::string& text) {
  ReadOptions options;
  options.cuda_arch = 900;
  const auto formula = read_formula(text, options);
  if (!formula) return fmt::format("== refused\n{}\n", formula.diagnostics.front().message);
  return fmt::format("== words\n{}\n== steps\n{}== results\n{}", words_of(text), steps_of(formula.value->program),
                     results_of(*formula.value));
}

std::string read_all(const std::filesystem::path& path) {
  std::ostringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  return all.str();
}

// NAME.txt and what becomes of it, NAME.stages. TCVIZ_APPROVE=1 writes the latter: read what changed before it is kept.
TEST(Stages, EveryStageIsAsItsFileSays) {
  int texts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TCVIZ_C_STAGES)) {
    if (entry.path().extension() != ".txt") continue;
    ++texts;
    const std::string said = stages_of(read_all(entry.path()));
    const std::filesystem::path golden = std::filesystem::path(entry.path()).replace_extension(".stages");
    if (std::getenv("TCVIZ_APPROVE") != nullptr) std::ofstream(golden, std::ios::binary) << said;
    EXPECT_EQ(said, read_all(golden)) << entry.path();
  }
  EXPECT_GE(texts, 3);
}

}  // namespace
}  // namespace tcviz
