// Converts UTF-8 to Unicode characters.
#pragma once

#include <string_view>
#include <vector>

namespace tcviz::inline app_render {

// Replaces the contents of `characters` by the characters of `text`. An invalid byte becomes U+FFFD.
void decode_utf8(std::string_view text, std::vector<char32_t>& characters);

}  // namespace tcviz::inline app_render
