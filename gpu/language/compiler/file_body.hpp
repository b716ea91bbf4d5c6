// Handles a text that computes the element in statements outside of functions: moves these statements into a new
// function, and leaves the declarations that they use in place. Every line keeps its number. Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gpu/language/compiler/declarations.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_compiler {

struct FileBody {
  std::string source;            // the text with a new function tcviz_statements(tid, i, answer)
  std::string row, col, linear;  // names of the variables with the result; all empty if there are no such statements
  std::vector<std::pair<std::string, std::string>> inputs;  // names of the text for inputs: "lane" for "tid"
  std::string refusal;                                      // the reason why the text is refused; empty: it is not
};

// Returns the changed text.
FileBody file_body(const Declarations& found, std::string_view text, std::string_view file, const Layout& layout);

// Returns the unchanged text, with `file` as its name for the compiler.
std::string whole_file(std::string_view text, std::string_view file);

}  // namespace tcviz::inline gpu_compiler
