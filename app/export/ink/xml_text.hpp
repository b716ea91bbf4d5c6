// Escapes text for XML.
#pragma once

#include <string>
#include <string_view>

namespace tcviz::inline app_export {

// Escapes text for element content and for attribute values in double quotes. Control characters, which XML cannot
// contain, become spaces.
std::string xml_escaped(std::string_view text);

// Escapes JSON for a CDATA section: the characters "]]>", which would end it, can occur only in strings of JSON, where
// they are written with \u.
std::string json_for_cdata(std::string_view json);

}  // namespace tcviz::inline app_export
