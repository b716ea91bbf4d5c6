// Finds every source that this machine has: GPUs, the files shipped in assets/layouts/ and those in the user's folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/probe/source.hpp"

namespace tcviz {

// A layout file that travels inside the program.
struct EmbeddedFile {
  std::string_view name;  // "sm_90", "published_sm_70"
  std::string_view bytes;
};

struct DiscoverOptions {
  std::vector<EmbeddedFile> shipped;
  std::filesystem::path user_folder;  // *.json in it are recorded:<stem>; may not exist
  bool look_for_gpus = true;
};
Sources discover_sources(const DiscoverOptions& options);

}  // namespace tcviz
