// Text as it must be spelled inside LaTeX. Knows nothing of TikZ or layouts.
#pragma once

#include <string>
#include <string_view>

namespace tcviz::inline app_export {

// Escapes running text for any encoding and font of LaTeX. A character that plain LaTeX lacks becomes a question mark.
std::string tex_escaped(std::string_view text);

// Escapes text for a comment of TeX or C++ that ends with its line: no control characters, and no backslash, which at a
// line's end would let a C++ comment go on.
std::string comment_escaped(std::string_view text);

}  // namespace tcviz::inline app_export
