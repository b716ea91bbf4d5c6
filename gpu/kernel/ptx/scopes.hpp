// The names of a PTX function: registers and labels are visible in the { } that declare them, and inner declarations
// hide outer ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"

namespace tcviz::inline gpu_ptx {

// The open scopes at the place that is being read, the innermost last.
class PtxScopes {
 public:
  // Begins a scope at a "{".
  void open() { scopes_.emplace_back(); }
  // Ends the innermost scope. Sets the targets of the branches whose label it declares; the other branches are passed
  // on to the outer scope.
  void close(PtxFunction& function);
  std::size_t depth() const { return scopes_.size(); }

  // Declares one register: `reg` is its number in the function.
  // Declares a name in the innermost scope; false if it is declared there already.
  bool declare(std::string_view name, std::int32_t reg);
  bool declare_variable(std::string_view name) { return scopes_.back().variables.insert(name).second; }
  // Declares %r<count>: the registers %r0 to %r(count - 1), whose numbers begin at `first`.
  bool declare(std::string_view prefix, std::int32_t first, std::int32_t count);
  // Returns the number of the register of this name in the innermost scope that declares it; none if no scope does.
  std::optional<std::int32_t> find(std::string_view name) const;

  // Declares a label at an instruction.
  bool label(std::string_view name, std::int32_t instruction) {
    return scopes_.back().labels.try_emplace(name, instruction).second;
  }
  // Notes a branch of `instruction` to the label `name`, which may be declared later.
  void branch(std::string_view name, std::uint32_t instruction) {
    scopes_.back().branches.push_back({name, instruction});
  }
  // Returns the label of a branch that no scope declares; empty if there is no such branch.
  std::string_view missing() const { return missing_; }

 private:
  struct Range {
    std::int32_t first = 0, count = 0;
  };
  struct Branch {
    std::string_view label;
    std::uint32_t instruction = 0;
  };
  struct Scope {
    std::unordered_map<std::string_view, std::int32_t> registers;  // with exactly this name
    std::unordered_map<std::string_view, Range> ranges;            // by prefix: %p and %p<5> are six registers
    std::unordered_map<std::string_view, std::int32_t> labels;
    std::unordered_set<std::string_view> variables;
    std::vector<Branch> branches;
  };
  std::vector<Scope> scopes_;
  std::string_view missing_;
};

}  // namespace tcviz::inline gpu_ptx
