// A Python text that was read: its functions and variables, and their values for one slot.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gpu/language/c/foreign.hpp"
#include "gpu/language/python/machine.hpp"

namespace tcviz::inline gpu_python {

// A question of a text in another language: a function or a variable of the module, or a part of the tuple that it
// gives. The arguments of a call are those of the function's parameters, then its inputs; for an array two numbers, its
// indices.
struct PythonEntry {
  PythonAt function = no_python;
  std::uint32_t global = 0;  // whose value it is
  std::size_t part = 0, parts = 1;
  std::vector<std::string_view> parameters{};  // names of those that are given
  std::vector<std::uint32_t> inputs{};
  bool is_array = false;  // the same array for every slot, of which the two arguments pick an element
  bool turned = false;    // an array's second dimension is that of the first index
};

class PythonModule : public ForeignText {
 public:
  // Reads a text; null after a complaint.
  static std::shared_ptr<PythonModule> read(std::string_view text, std::vector<Diagnostic>& diagnostics);

  const PythonTree& tree() const { return tree_; }
  // Returns the value of a variable, if it is the same for every slot.
  const PythonValue* fixed_value(std::uint32_t global) const;
  // Adds what may be asked for, and returns its number.
  std::size_t add(PythonEntry entry);
  // Returns the number of values that a function returns: those of its tuples; 1: it returns no tuple. Returns none if
  // one return has another number.
  std::optional<std::size_t> results_of(PythonAt function) const;
  // Returns the names of a tuple that the function returns: {"col", "row"}; empty ones where no name stands.
  std::vector<std::string_view> returned_names(PythonAt function) const;
  // Returns the number of binary operators in a function and in those that it calls.
  int operators_of(PythonAt function) const;

  ForeignAnswer call(std::size_t entry, std::span<const std::int64_t> arguments, std::int64_t& budget) const override;

 private:
  bool run_once(std::vector<Diagnostic>& diagnostics);
  void settle_functions();

  PythonTree tree_;
  PythonState state_;
  std::vector<PythonEntry> entries_;
};

}  // namespace tcviz::inline gpu_python
