// Finds the host code that launches a kernel, if that is in another file than the kernel.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gpu/kernel/xray/propose/propose.hpp"

namespace tcviz::inline app_cli {

// Adds to `source`, unless it launches one of `kernels`, the first file in the folder or the one above that
// launches one without having a kernel of that name itself.
void add_launcher(const std::filesystem::path& folder, const std::vector<std::string>& kernels, HostSource& source);

}  // namespace tcviz::inline app_cli
