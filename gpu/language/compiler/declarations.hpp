// The declarations of a text: its functions with their parameters, and the items between them. Bodies and templates are
// left to the compiler. Pure.
#pragma once

#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_compiler {

struct DeclaredParameter {
  std::string name;
  bool gives_result = false;  // int& row, int* row
  bool is_memory = false;     // float* C, const half& x: no whole number
  bool has_default = false;
};

struct DeclaredFunction {
  std::string name, scope;  // "row", "ns::Tile::"
  bool is_kernel = false, is_member = false, is_static = false, is_lambda = false;
  bool needs_arguments = false;  // of a template, which its call does not determine
  std::vector<DeclaredParameter> parameters;
  std::size_t body_begin = 0, body_end = 0;  // tokens
};

// An item at the file's own level.
struct DeclaredItem {
  TextRange range;
  std::size_t token_begin = 0, token_end = 0;
  std::vector<std::string> variables;  // those to which it gives a value
  bool is_statement = false;           // no definition: it may stand in a function
  bool declares = false;               // int row = ...;, not row = ...;
};

struct Declarations {
  std::pmr::monotonic_buffer_resource memory;
  std::vector<Token> tokens;  // behind the preprocessor
  std::vector<DeclaredFunction> functions;
  std::vector<DeclaredItem> items;
};

void read_declarations(std::string_view text, int cuda_arch, Declarations& found);

}  // namespace tcviz::inline gpu_compiler
