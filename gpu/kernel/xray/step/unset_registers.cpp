#include "gpu/kernel/xray/step/unset_registers.hpp"

#include <algorithm>
#include <map>

namespace tcviz::inline gpu_xray {
namespace {

// One bit for each register.
class RegisterSet {
 public:
  RegisterSet(std::size_t registers, bool all) : words_((registers + 63) / 64, all ? ~std::uint64_t{0} : 0) {}

  bool has(std::int32_t reg) const { return (words_[index(reg) / 64] >> index(reg) % 64 & 1) != 0; }
  void add(std::int32_t reg) { words_[index(reg) / 64] |= std::uint64_t{1} << index(reg) % 64; }
  // Removes what `other` lacks; true if that changed anything.
  bool keep(const RegisterSet& other) {
    bool changed = false;
    for (std::size_t at = 0; at < words_.size(); ++at) {
      changed = changed || (words_[at] & ~other.words_[at]) != 0;
      words_[at] &= other.words_[at];
    }
    return changed;
  }

 private:
  static std::size_t index(std::int32_t reg) { return static_cast<std::size_t>(reg); }
  std::vector<std::uint64_t> words_;
};

bool ends_the_way(const XrayStep& step) {
  return step.line->predicate < 0 && (step.name == "bra" || step.name == "ret" || step.name == "exit");
}

// The registers that are written on every way to a step. Ways meet at the targets of branches, so only the sets of
// those are kept.
class WaysOf {
 public:
  explicit WaysOf(const XrayProgram& program) : program_(program) {
    const std::size_t registers = program.bytes.size();
    for (const XrayStep& step : program.steps)
      if (step.name == "bra" && step.line->target >= 0)
        at_target_.try_emplace(step.line->target, RegisterSet(registers, true));
    while (pass([](const XrayStep&, const RegisterSet&) {})) {
    }
  }

  // Calls `visit(step, written)` with every step, in their order; true if a set of a target became smaller.
  template <class Visit>
  bool pass(Visit visit) {
    RegisterSet written(program_.bytes.size(), false);
    for (const BornRegister& born : program_.born) written.add(born.reg);
    bool changed = false;
    for (std::size_t at = 0; at < program_.steps.size(); ++at) {
      const XrayStep& step = program_.steps[at];
      if (const auto target = at_target_.find(static_cast<std::int32_t>(at)); target != at_target_.end()) {
        changed = target->second.keep(written) || changed;
        written = target->second;
      }
      visit(step, written);
      if (step.name == "bra" && step.line->target >= 0)
        changed = at_target_.at(step.line->target).keep(written) || changed;
      if (ends_the_way(step)) written = RegisterSet(program_.bytes.size(), true);
      if (step.line->predicate < 0) add_results(step, written);
    }
    return changed;
  }

 private:
  void add_results(const XrayStep& step, RegisterSet& written) const {
    if (!step.has_result || step.arguments.empty()) return;
    for (const std::int32_t reg : program_.registers(step.arguments[0]))
      if (reg >= 0) written.add(reg);
  }

  const XrayProgram& program_;
  std::map<std::int32_t, RegisterSet> at_target_;
};

}  // namespace

void find_unset(XrayProgram& program) {
  program.may_be_unset.assign(program.bytes.size(), 0);
  WaysOf ways(program);
  ways.pass([&](const XrayStep& step, const RegisterSet& written) {
    program.each_source(step, [&](std::int32_t reg) {
      if (!written.has(reg)) program.may_be_unset[static_cast<std::size_t>(reg)] = 1;
    });
  });
  for (XrayStep& step : program.steps)
    program.each_source(step, [&](std::int32_t reg) {
      step.reads_unset = step.reads_unset || program.may_be_unset[static_cast<std::size_t>(reg)] != 0;
    });
}

}  // namespace tcviz::inline gpu_xray
