#include "gpu/kernel/xray/step/waits.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::int64_t most_looks = 1'000'000;  // at steps on the ways through the kernel

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// True if the result holds whether a source had one value or another, or which.
bool passes_on(const XrayStep& step) {
  constexpr std::array<std::string_view, 23> names = {"mov",  "and", "or",   "xor",  "not",  "shl",   "shr", "add",
                                                      "sub",  "cvt", "selp", "bfe",  "prmt", "shfl",  "set", "setp",
                                                      "lop3", "min", "max",  "vote", "popc", "redux", "neg"};
  return step.has_result && !step.arguments.empty() && is_one_of(step.name, names);
}

// True if others see that the instruction was executed, or it meets them: a wait comes before it.
bool goes_beyond(const XrayStep& step) {
  constexpr std::array<std::string_view, 14> names = {"st",       "red",      "atom", "bar",   "barrier",
                                                      "cp",       "mma",      "wmma", "wgmma", "ldmatrix",
                                                      "stmatrix", "mbarrier", "ret",  "exit"};
  return is_one_of(step.name, names) && !(step.name == "bar" && step.has("warp"));
}

bool ends_the_kernel(const XrayStep& step) {
  const auto names_assertion = [](const StepArgument& argument) { return argument.name == "__assertfail"; };
  return step.line->predicate < 0 &&
         (step.name == "trap" || (step.name == "call" && std::ranges::any_of(step.arguments, names_assertion)));
}

class Waits {
 public:
  explicit Waits(XrayProgram& program)
      : program_(program),
        derived_(program.bytes.size()),
        definitions_(program.bytes.size()),
        jumps_to_(program.steps.size()) {
    for (std::size_t at = 0; at < program.steps.size(); ++at) note(at);
    while (derive()) {
    }
  }

  // Keeps those waits that some branch sends back to a wait that stays. Loads of what is no wait are left out first.
  // Keeps all of them if that takes too long: then nothing is known.
  void find() {
    const Steps all = waits_;
    const std::vector<Branch> branches = find_branches();
    for (const Ends ends : {Ends::AnyWait, Ends::SameWait})
      for (Steps kept = sent_back(branches, ends); kept != waits_; kept = sent_back(branches, ends))
        waits_ = std::move(kept);
    program_.has_unknown_waits = left_ < 0;
    for (const std::size_t at : program_.has_unknown_waits ? all : waits_) program_.steps[at].waits = true;
  }

 private:
  using Steps = std::set<std::size_t>;
  // The waits to which a branch may lead that has a wait on both sides.
  enum class Ends : std::uint8_t { AnyWait, SameWait };
  // A branch that the results of `waits` decide, together with the registers `others`.
  struct Branch {
    std::size_t at = 0;
    Steps waits;
    std::set<std::int32_t> others;
  };
  // The steps on the ways from a side of a branch to the next waits.
  struct Ways {
    Steps steps, ends;
  };

  static std::size_t index(std::int32_t reg) { return static_cast<std::size_t>(reg); }

  template <class Function>
  void each_result(const XrayStep& step, Function function) const {
    if (!step.has_result || step.arguments.empty()) return;
    for (const std::int32_t reg : program_.registers(step.arguments[0]))
      if (reg >= 0) function(reg);
  }

  void note(std::size_t at) {
    const XrayStep& step = program_.steps[at];
    const auto target = static_cast<std::size_t>(step.line->target);
    if (step.name == "bra" && target < jumps_to_.size()) jumps_to_[target].push_back(at);
    each_result(step, [&](std::int32_t reg) { definitions_[index(reg)].push_back(at); });
    if (!may_wait(step)) return;
    waits_.insert(at);
    each_result(step, [&](std::int32_t reg) { derived_[index(reg)] = true; });
  }

  bool reads_derived(const XrayStep& step) const {
    bool reads = false;
    program_.each_source(step, [&](std::int32_t reg) { reads = reads || derived_[index(reg)]; });
    return reads;
  }

  bool derive() {
    bool is_new = false;
    for (const XrayStep& step : program_.steps)
      if (passes_on(step) && reads_derived(step))
        each_result(step, [&](std::int32_t reg) {
          is_new = is_new || !derived_[index(reg)];
          derived_[index(reg)] = true;
        });
    return is_new;
  }

  std::vector<Branch> find_branches() {
    std::vector<Branch> found;
    for (std::size_t at = 0; at < program_.steps.size(); ++at) {
      const XrayStep& step = program_.steps[at];
      const std::int32_t predicate = step.line->predicate;
      if (step.name != "bra" || step.line->target < 0 || predicate < 0 || !derived_[index(predicate)]) continue;
      found.push_back({at, {}, {}});
      add_sources(predicate, found.back());
    }
    return found;
  }

  // Adds what decides the value of a register at a branch.
  void add_sources(std::int32_t predicate, Branch& branch) {
    std::set<std::pair<std::int32_t, std::size_t>> seen;
    std::vector<std::pair<std::int32_t, std::size_t>> left{{predicate, branch.at}};
    while (!left.empty() && left_ >= 0) {
      const std::pair<std::int32_t, std::size_t> use = left.back();
      left.pop_back();
      if (!seen.insert(use).second) continue;
      if (!derived_[index(use.first)]) branch.others.insert(use.first);
      if (!derived_[index(use.first)]) continue;
      for (const std::size_t at : definitions_before(use.second, use.first)) {
        const XrayStep& step = program_.steps[at];
        if (may_wait(step))
          branch.waits.insert(at);
        else if (passes_on(step))
          program_.each_source(step, [&](std::int32_t source) { left.emplace_back(source, at); });
        else
          branch.others.insert(use.first);
      }
    }
  }

  bool defines(std::size_t at, std::int32_t reg) const {
    return std::ranges::binary_search(definitions_[index(reg)], at);
  }

  // Returns the steps that may have given a register the value that it has at a step.
  Steps definitions_before(std::size_t begin, std::int32_t reg) {
    Steps found, seen;
    std::vector<std::size_t> left{begin};
    while (!left.empty() && left_-- >= 0) {
      const std::size_t after = left.back();
      left.pop_back();
      each_step_before(after, [&](std::size_t at) {
        if (!seen.insert(at).second) return;
        if (defines(at, reg)) found.insert(at);
        if (!defines(at, reg) || program_.steps[at].line->predicate >= 0) left.push_back(at);
      });
    }
    return found;
  }

  template <class Function>
  void each_step_before(std::size_t at, Function function) const {
    for (const std::size_t jump : jumps_to_[at]) function(jump);
    if (at == 0) return;
    const XrayStep& before = program_.steps[at - 1];
    const bool leaves = before.name == "bra" || before.name == "ret" || before.name == "exit";
    if (!leaves || before.line->predicate >= 0) function(at - 1);
  }

  Steps sent_back(const std::vector<Branch>& branches, Ends ends) {
    Steps kept;
    for (const Branch& branch : branches)
      if (sends_back(branch, ends))
        std::ranges::set_intersection(branch.waits, waits_, std::inserter(kept, kept.end()));
    return kept;
  }

  bool sends_back(const Branch& branch, Ends ends) {
    const auto target = static_cast<std::size_t>(program_.steps[branch.at].line->target);
    const std::optional<Ways> jumps = ways_from(target), stays = ways_from(branch.at + 1);
    // If both sides come to a wait, perhaps for something else, one has to try the same again and nothing else.
    const bool is_sure = ends == Ends::AnyWait || jumps.has_value() != stays.has_value();
    return std::ranges::any_of(std::array{&jumps, &stays}, [&](const std::optional<Ways>* ways) {
      return ways->has_value() && (is_sure || tries_again(branch, (*ways)->ends)) && !is_counted(branch, **ways);
    });
  }

  static bool tries_again(const Branch& branch, const Steps& ends) { return std::ranges::includes(branch.waits, ends); }

  // True if what decides beside the waits changes from one try to the next.
  bool is_counted(const Branch& branch, const Ways& ways) const {
    return std::ranges::any_of(branch.others, [&](std::int32_t reg) {
      return std::ranges::any_of(definitions_[index(reg)], [&](std::size_t at) {
        return ways.steps.contains(at) || (at < branch.at && at > *branch.waits.begin());
      });
    });
  }

  // Returns the ways from a step to the next waits; nothing if one leads elsewhere.
  std::optional<Ways> ways_from(std::size_t begin) {
    Ways found;
    std::vector<std::size_t> left{begin};
    while (!left.empty() && left_-- >= 0) {
      const std::size_t at = left.back();
      left.pop_back();
      if (!found.steps.insert(at).second) continue;
      if (at >= program_.steps.size()) return std::nullopt;
      const XrayStep& step = program_.steps[at];
      if (waits_.contains(at)) {
        found.ends.insert(at);
        continue;
      }
      if (goes_beyond(step) && !(may_wait(step) && step.name == "mbarrier")) return std::nullopt;
      if (ends_the_kernel(step)) continue;
      if (step.name == "bra" && step.line->target >= 0) left.push_back(static_cast<std::size_t>(step.line->target));
      if (step.name != "bra" || step.line->predicate >= 0) left.push_back(at + 1);
    }
    return found;
  }

  XrayProgram& program_;
  std::vector<bool> derived_;                          // for each register: the result of a wait decides its value
  std::vector<std::vector<std::size_t>> definitions_;  // of each register
  std::vector<std::vector<std::size_t>> jumps_to_;     // for each step, the branches that lead to it
  Steps waits_;
  std::int64_t left_ = most_looks;
};

}  // namespace

bool may_wait(const XrayStep& step) {
  if (!step.has_result || step.arguments.empty()) return false;
  if (step.name == "mbarrier") return step.has("test_wait") || step.has("try_wait");
  return step.is_ordered && (step.name == "ld" || step.name == "atom");
}

void find_waits(XrayProgram& program) {
  if (std::ranges::any_of(program.steps, may_wait)) Waits(program).find();
}

}  // namespace tcviz::inline gpu_xray
