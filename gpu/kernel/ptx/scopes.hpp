// The names inside a function: registers and labels live in the { } that declare them, and inner ones hide outer ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"

namespace tcviz::inline gpu_ptx {

class PtxScopes {
 public:
  void open() { scopes_.emplace_back(); }
  // Resolves the branches whose label is declared here; the others wait for an outer scope.
  void close(PtxFunction& function);
  std::size_t depth() const { return scopes_.size(); }

  void declare(std::string_view name, std::int32_t reg) { scopes_.back().registers[name] = {reg, -1}; }
  // Declares %r<count>: %r0 to %r(count - 1).
  void declare(std::string_view prefix, std::int32_t first, std::int32_t count) {
    scopes_.back().registers[prefix] = {first, count};
  }
  std::optional<std::int32_t> find(std::string_view name) const;

  void label(std::string_view name, std::int32_t instruction) { scopes_.back().labels[name] = instruction; }
  void branch(std::string_view name, std::uint32_t instruction) {
    scopes_.back().branches.push_back({name, instruction});
  }
  // Returns the label of a branch that no scope has declared; empty if there is none.
  std::string_view missing() const { return missing_; }

 private:
  struct Range {
    std::int32_t first = 0, count = -1;  // -1: one register of exactly this name
  };
  struct Branch {
    std::string_view label;
    std::uint32_t instruction = 0;
  };
  struct Scope {
    std::unordered_map<std::string_view, Range> registers;
    std::unordered_map<std::string_view, std::int32_t> labels;
    std::vector<Branch> branches;
  };
  std::vector<Scope> scopes_;
  std::string_view missing_;
};

}  // namespace tcviz::inline gpu_ptx
