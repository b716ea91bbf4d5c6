// Compares the suffix of -o with the format that is written.
#pragma once

#include <string>
#include <string_view>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_cli {

// Returns an error if the file's suffix is that of another format than `written`. `option`: the one that has chosen the
// format, to be left out; empty: none has. Any suffix that is no format's is fine.
Status check_suffix(const std::string& path, FigureFormat written, std::string_view option = {});

}  // namespace tcviz::inline app_cli
