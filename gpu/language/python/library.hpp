// The table of functions and constants that a Python text may use without defining them: Python's own, and those of
// NumPy, PyTorch, Triton and Numba that formulae need.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tcviz::inline gpu_python {

enum class PythonCall : std::uint8_t {
  Abs,
  Min,
  Max,
  Sum,
  Len,
  Range,
  DivMod,
  Int,
  Bool,
  List,
  Tuple,
  Enumerate,
  Zip,
  Reversed,
  Sorted,
  Any,
  All,
  Power,
  Floor,
  Ceil,
  Truncate,
  Integer32,  // constants: types of arrays
  Integer64,
  Truth,
  Arange,
  ArangeTriton,
  Where,
  ArrayOf,
  Zeros,
  Ones,
  Full,
  Minimum,
  Maximum,
  Absolute,
  FloorDivide,
  Remainder,
  LeftShift,
  RightShift,
  BitAnd,
  BitOr,
  BitXor,
  Invert,
  LogicalNot,
  BroadcastTo,
};

struct PythonLibraryRow {
  std::string_view module;  // "" for Python's own
  std::string_view name;
  PythonCall call;
};

// Returns the function `name` of a module; none if it is not followed here.
std::optional<PythonCall> find_python_function(std::string_view module, std::string_view name);
// Returns the module that a name means without an import, as snippets do: np is numpy. Empty: it means none.
std::string_view usual_python_module(std::string_view name);

}  // namespace tcviz::inline gpu_python
