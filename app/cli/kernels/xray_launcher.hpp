// Finds the host code that launches a kernel, if that is in another file than the kernel.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/propose/propose.hpp"

namespace tcviz::inline app_cli {

// True if the text has a call `kernel<<<...>>>` or `kernel<64, 32><<<...>>>`.
bool launches(std::string_view text, std::string_view kernel);
// Adds to `source`, unless it launches one of `kernels`, the first file beside it or in the folder above that does.
void add_launcher(const std::filesystem::path& folder, const std::vector<std::string>& kernels, HostSource& source);

}  // namespace tcviz::inline app_cli
