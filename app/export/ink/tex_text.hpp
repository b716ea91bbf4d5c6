// Escapes text for LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace tcviz::inline app_export {

// Escapes text for a paragraph, for any encoding and font. A character that plain LaTeX lacks becomes a question mark.
std::string tex_escaped(std::string_view text);

// Escapes text for a one-line comment in TeX or C++: removes control characters, and backslashes, which at the end of a
// line would continue a C++ comment.
std::string comment_escaped(std::string_view text);

}  // namespace tcviz::inline app_export
