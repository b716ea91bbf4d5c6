// The names that a text declares: variables, functions and lambdas, records, and aliases of types.
#pragma once

#include <memory_resource>
#include <string_view>
#include <vector>

#include "gpu/language/c/emitter.hpp"

namespace tcviz::inline gpu_c {

// The most cells (registers) of one variable, and the number of cells for the result of `auto f()`.
inline constexpr std::uint32_t most_cells = 4096, result_cells = 4;

// A variable or constant of the text.
struct Local {
  std::string_view name{};
  std::string_view scope{};  // for a constant of an enum class: the enum, as it is visible as scope::name only
  TypeForm form{};
  Spot place{};
  // True if it is declared without a value: then a flag for each cell, from `flags` on, says at run time whether it has
  // one.
  bool is_checked = false;
  Spot flags{};  // of float acc[8] one: value i of a fragment was copied to it
  bool is_const = false;
  bool is_alias = false;      // a reference to another variable, or a field of one
  bool is_pointer = false;    // a parameter int* p; `place` is that of *p
  bool is_assigned = false;   // somewhere in the text; an array of fractions is a copy, or has first values
  bool is_made = false;       // its first values were taken from an array: float e[2] = {d[1], d[0]}
  std::string_view memory{};  // for float* p = C + 8: C; `place` holds the 8
  int guard = 0;              // number of conditions around its declaration
  TextRange range{};
};

// A function, as ranges of tokens: it is translated again at every call, as if inlined.
struct Function {
  std::string_view name{};
  std::size_t type = 0, parameters = 0, body = 0;  // indices of the first token of its type, of its "(" and of its "{"
  std::size_t trailing_type = 0;                   // token after "->"; 0: none
  std::size_t template_head = 0;                   // the "<" after `template`; 0: none
  std::int16_t record = -1;                        // number of the record whose member it is; -1: none
  bool is_static = false, is_kernel = false, is_lambda = false;
  bool copies = false;                         // a lambda [=], whose copies of variables have its name as their scope
  std::size_t outer_begin = 0, outer_end = 0;  // range of locals that a lambda sees
  TextRange range{};
};

struct RecordField {
  std::string_view name{};
  TypeForm form{};
  std::uint32_t offset = 0;  // in cells
  std::size_t initial = 0;   // token after "="; 0: none
};

struct Record {
  std::string_view name{};
  std::size_t first_field = 0, fields = 0;
  std::uint32_t cells = 0;
  std::size_t first_constant = 0, constants = 0;  // range in the constants of all records
  std::size_t first_alias = 0, aliases = 0;       // range in the aliases of all records
  std::size_t template_head = 0, at = 0;  // for a template: the tokens "<" and `struct`; template_head 0: no template
};

// A record template with given arguments: declared by the text as a specialisation, or made when it is used.
struct Instance {
  std::string_view name;
  std::size_t first_argument = 0, arguments = 0;
  std::int16_t record = -1;
};

struct TypeAlias {
  std::string_view name{};
  TypeForm form{};
};

// The function being translated, and the names visible in it: those declared since its beginning, those that its lambda
// sees, and those at file scope.
struct Frame {
  std::size_t own = 0, outer_begin = 0, outer_end = 0, aliases = 0;
  std::string_view captures{};  // the scope of the copies that a lambda captured
  std::int16_t record = -1;     // number of the record whose member function is translated; -1: none
  Value receiver{};             // the object of that member function
  std::size_t result = 0;       // number of the local that `return` sets
  bool returns_auto = false, is_file = true, returned_early = false;
  std::uint32_t changes = ~std::uint32_t{};  // the first register that it, or a function that it calls, changes
  std::size_t returns = 0;                   // its first jump in Parser::returns_
  int guard = 0;
};

}  // namespace tcviz::inline gpu_c
