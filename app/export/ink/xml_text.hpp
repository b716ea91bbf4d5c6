// Text as it must be spelled inside XML. Knows nothing of SVG or layouts.
#pragma once

#include <string>
#include <string_view>

namespace tcviz::inline app_export {

// Escapes text for element content and for attribute values in double quotes. Control characters, which XML has no
// spelling for, become spaces.
std::string xml_escaped(std::string_view text);

// Escapes JSON for the content of one CDATA section. The letters that would end the section occur in JSON only inside
// strings, and are spelled with \u there.
std::string json_for_cdata(std::string_view json);

}  // namespace tcviz::inline app_export
