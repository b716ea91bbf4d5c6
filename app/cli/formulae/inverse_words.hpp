// Puts the verdict of an inverse, as tid and i from row and col, into JSON and into lines of text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gpu/language/formula/check_inverse.hpp"

namespace tcviz::inline app_cli {

nlohmann::ordered_json json_of(const InverseVerdict& verdict);
// Returns the first wrong element with its owners, and the first undefined one; a line each.
std::string text_of(const InverseVerdict& verdict, const Layout& layout);

}  // namespace tcviz::inline app_cli
