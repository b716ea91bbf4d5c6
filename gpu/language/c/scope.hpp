// The names that a text declares: variables, functions and lambdas, records, other names of types.
#pragma once

#include <memory_resource>
#include <string_view>
#include <vector>

#include "gpu/language/c/emitter.hpp"

namespace tcviz::inline gpu_c {

// The most cells of one variable, and the cells for the result of `auto f()`.
inline constexpr std::uint32_t most_cells = 4096, result_cells = 4;

struct Local {
  std::string_view name{};
  std::string_view scope{};  // of an enum class's constant: the enum; it is seen as scope::name only
  TypeForm form{};
  Spot place{};
  // True if it is declared without a value: then a flag for each cell says at run time if it has one.
  bool is_checked = false;
  Spot flags{};
  bool is_const = false;
  bool is_alias = false;      // a reference to, or the field of, another
  bool is_pointer = false;    // a parameter int* p: *p is the variable
  bool is_assigned = false;   // assigned to anywhere in the text
  std::string_view memory{};  // of float* p = C + 8: C; the place holds the 8
  int guard = 0;              // number of conditions around its declaration
  TextRange range{};
};

// A function is read anew at every call, as a compiler would inline it.
struct Function {
  std::string_view name{};
  std::size_t type = 0, parameters = 0, body = 0;  // the tokens of its type, its "(" and its "{"
  std::size_t trailing_type = 0;                   // behind "->"; 0: none
  std::size_t template_head = 0;                   // the "<" behind `template`; 0: none
  std::int16_t record = -1;                        // the record whose member it is
  bool is_static = false, is_kernel = false, is_lambda = false;
  bool copies = false;                         // a lambda [=]: its copies have its name as their scope
  std::size_t outer_begin = 0, outer_end = 0;  // the locals that a lambda sees
  TextRange range{};
};

struct RecordField {
  std::string_view name{};
  TypeForm form{};
  std::uint32_t offset = 0;  // in cells
  std::size_t initial = 0;   // the token behind "="; 0: none
};

struct Record {
  std::string_view name{};
  std::size_t first_field = 0, fields = 0;
  std::uint32_t cells = 0;
  std::size_t first_constant = 0, constants = 0;  // among the record constants
  std::size_t first_alias = 0, aliases = 0;       // among the records' names of types
  std::size_t template_head = 0, at = 0;          // of a template: its "<" and its `struct`
};

// A template's record for some arguments: made by the text, as a specialisation, or by its use.
struct Instance {
  std::string_view name;
  std::size_t first_argument = 0, arguments = 0;
  std::int16_t record = -1;
};

struct TypeAlias {
  std::string_view name{};
  TypeForm form{};
};

// The names that are seen: those declared since a function's beginning, those that its lambda sees, and the file's.
struct Frame {
  std::size_t own = 0, outer_begin = 0, outer_end = 0, aliases = 0;
  std::string_view captures{};  // the scope of a lambda's copies
  std::int16_t record = -1;     // the record whose member function is read
  Value receiver{};             // its object
  std::size_t result = 0;       // the local that `return` gives a value
  bool returns_auto = false, is_file = true, returned_early = false;
  std::uint32_t changes = ~std::uint32_t{};  // the first register that it, or what it calls, changes
  std::size_t returns = 0;                   // the first jump of its own among all jumps to an end
  int guard = 0;
};

}  // namespace tcviz::inline gpu_c
