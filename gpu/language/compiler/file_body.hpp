// A text whose statements outside functions compute the place: they move into a function of ours, and the declarations
// that they use stay. Every line keeps its number. Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gpu/language/compiler/declarations.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_compiler {

struct FileBody {
  std::string source;                                       // the text with a function tcviz_statements(tid, i, answer)
  std::string row, col, linear;                             // the variables; all empty without such statements
  std::vector<std::pair<std::string, std::string>> inputs;  // "lane", "tid"
  std::string refusal;
};

FileBody file_body(const Declarations& found, std::string_view text, std::string_view file, const Layout& layout);

// Returns the text as it stands, under the name `file`.
std::string whole_file(std::string_view text, std::string_view file);

}  // namespace tcviz::inline gpu_compiler
