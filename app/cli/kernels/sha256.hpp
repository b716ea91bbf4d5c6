// SHA-256 (FIPS 180-4), as sha256sum prints it.
#pragma once

#include <string>
#include <string_view>

namespace tcviz::inline app_cli {

std::string sha256(std::string_view bytes);

}  // namespace tcviz::inline app_cli
