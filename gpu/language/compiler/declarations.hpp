// Finds the declarations in a C++ text: its functions with their parameters, and the items between them. Leaves bodies
// and templates to the compiler. Pure.
#pragma once

#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_compiler {

struct DeclaredParameter {
  std::string name;
  bool gives_result = false;  // returns a value: int& row, int* row
  bool is_memory = false;     // is no integer: float* C, const half& x
  bool has_default = false;
};

// A function of the text.
struct DeclaredFunction {
  std::string name, scope;  // name "row", scope "ns::Tile::"
  bool is_kernel = false, is_member = false, is_static = false, is_lambda = false;
  bool needs_arguments = false;  // a template whose arguments a call does not determine
  std::vector<DeclaredParameter> parameters;
  std::size_t body_begin = 0, body_end = 0;  // range of tokens
};

// A declaration or statement at file scope.
struct DeclaredItem {
  TextRange range;
  std::size_t token_begin = 0, token_end = 0;
  std::vector<std::string> variables;  // variables that it sets
  bool is_statement = false;           // it may be moved into a function
  bool declares = false;               // it declares the variable: int row = ...; rather than row = ...;
};

// All declarations of one text.
struct Declarations {
  std::pmr::monotonic_buffer_resource memory;
  std::vector<Token> tokens;  // after preprocessing
  std::vector<DeclaredFunction> functions;
  std::vector<DeclaredItem> items;
};

// Fills `found` from a text.
void read_declarations(std::string_view text, int cuda_arch, Declarations& found);

}  // namespace tcviz::inline gpu_compiler
