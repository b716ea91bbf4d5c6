// Finds every source that this machine has: GPUs, the files shipped in assets/layouts/ and those in the user's folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/source/probe/source.hpp"
#include "gpu/source/probe/tensor_prober.hpp"

namespace tcviz::inline gpu_probe {

// A layout file that travels inside the program.
struct EmbeddedFile {
  std::string_view name;  // "sm_90", "published_sm_70"
  std::string_view bytes;
};

struct DiscoverOptions {
  std::vector<EmbeddedFile> shipped;
  std::filesystem::path user_folder;  // *.json in it are recorded:<stem>; may not exist
  bool look_for_gpus = true;
  // A command that serves a probe device (see remote_device.hpp); the GPU's ordinal follows it. Probing goes on in that
  // process after a fault has made the GPU unusable for this one. Empty: it does not go on.
  std::vector<std::string> fresh_process = {};
  // True to open the assembler, if there is one, and offer architectures that are newer than the built-in file: 10 ms.
  bool look_for_assembler = false;
  // A document's statements about the fragments of mma and wgmma: their probes measure against it.
  StatedLayouts stated = {};
};
Sources discover_sources(const DiscoverOptions& options);

// Does the work of the command named in `fresh_process`: answers another process's requests with this GPU until `input`
// ends. `break_kind` as in CudaProbeOptions.
Status serve_gpu(int ordinal, const std::string& break_kind, int input, int output);

}  // namespace tcviz::inline gpu_probe
