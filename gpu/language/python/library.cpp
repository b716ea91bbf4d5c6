#include "gpu/language/python/library.hpp"

#include <algorithm>
#include <array>

namespace tcviz::inline gpu_python {
namespace {

using enum PythonCall;

constexpr auto python_functions = std::to_array<PythonLibraryRow>({
    {"", "abs", Abs},
    {"", "min", Min},
    {"", "max", Max},
    {"", "sum", Sum},
    {"", "len", Len},
    {"", "range", Range},
    {"", "divmod", DivMod},
    {"", "int", Int},
    {"", "bool", Bool},
    {"", "list", List},
    {"", "tuple", Tuple},
    {"", "enumerate", Enumerate},
    {"", "zip", Zip},
    {"", "reversed", Reversed},
    {"", "sorted", Sorted},
    {"", "any", Any},
    {"", "all", All},
    {"", "pow", Power},
    {"math", "floor", Floor},
    {"math", "ceil", Ceil},
    {"math", "trunc", Truncate},
    {"numpy", "arange", Arange},
    {"numpy", "where", Where},
    {"numpy", "array", ArrayOf},
    {"numpy", "asarray", ArrayOf},
    {"numpy", "zeros", Zeros},
    {"numpy", "ones", Ones},
    {"numpy", "full", Full},
    {"numpy", "minimum", Minimum},
    {"numpy", "maximum", Maximum},
    {"numpy", "abs", Absolute},
    {"numpy", "absolute", Absolute},
    {"numpy", "floor_divide", FloorDivide},
    {"numpy", "mod", Remainder},
    {"numpy", "remainder", Remainder},
    {"numpy", "left_shift", LeftShift},
    {"numpy", "right_shift", RightShift},
    {"numpy", "bitwise_and", BitAnd},
    {"numpy", "bitwise_or", BitOr},
    {"numpy", "bitwise_xor", BitXor},
    {"numpy", "bitwise_not", Invert},
    {"numpy", "invert", Invert},
    {"numpy", "logical_not", LogicalNot},
    {"numpy", "broadcast_to", BroadcastTo},
    {"numpy", "int32", Integer32},
    {"numpy", "int64", Integer64},
    {"numpy", "bool_", Truth},
    {"torch", "arange", Arange},
    {"torch", "where", Where},
    {"torch", "tensor", ArrayOf},
    {"torch", "minimum", Minimum},
    {"torch", "maximum", Maximum},
    {"torch", "abs", Absolute},
    {"torch", "remainder", Remainder},
    {"torch", "bitwise_and", BitAnd},
    {"torch", "bitwise_or", BitOr},
    {"torch", "bitwise_xor", BitXor},
    {"torch", "broadcast_to", BroadcastTo},
    {"torch", "int32", Integer32},
    {"torch", "int64", Integer64},
    {"torch", "long", Integer64},
    {"triton.language", "arange", ArangeTriton},
    {"triton.language", "where", Where},
    {"triton.language", "minimum", Minimum},
    {"triton.language", "maximum", Maximum},
    {"triton.language", "abs", Absolute},
    {"triton.language", "int32", Integer32},
    {"triton.language", "int64", Integer64},
});

struct ModuleRow {
  std::string_view name, module;
};
constexpr auto usual_modules = std::to_array<ModuleRow>({{"np", "numpy"},
                                                         {"numpy", "numpy"},
                                                         {"torch", "torch"},
                                                         {"tl", "triton.language"},
                                                         {"math", "math"},
                                                         {"cuda", "numba.cuda"}});

}  // namespace

std::optional<PythonCall> find_python_function(std::string_view module, std::string_view name) {
  for (const PythonLibraryRow& row : python_functions)
    if (row.module == module && row.name == name) return row.call;
  return std::nullopt;
}

std::string_view usual_python_module(std::string_view name) {
  const auto* const row = std::ranges::find(usual_modules, name, &ModuleRow::name);
  return row == usual_modules.end() ? std::string_view() : row->module;
}

}  // namespace tcviz::inline gpu_python
