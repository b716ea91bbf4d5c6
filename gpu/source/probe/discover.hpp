// Finds all sources of layouts on this machine: GPUs, the files shipped in assets/layouts/ and those in the user's
// folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/source/probe/source.hpp"
#include "gpu/source/probe/tensor_prober.hpp"

namespace tcviz::inline gpu_probe {

// A layout file that is embedded in the program.
struct EmbeddedFile {
  std::string_view name;  // "sm_90", "published_sm_70"
  std::string_view bytes;
};

struct DiscoverOptions {
  std::vector<EmbeddedFile> shipped;
  std::filesystem::path user_folder;  // folder with layout files: NAME.json is the source recorded:NAME; need not exist
  bool look_for_gpus = true;
  // The command of a program that serves a probe device (remote_device.hpp); the number of the GPU is appended. If a
  // fault makes the GPU unusable for this process, probing continues in that one. Empty: it does not continue.
  std::vector<std::string> fresh_process = {};
  // True: the assembler is opened, if there is one, to offer architectures that are newer than the embedded file. Takes
  // 10 ms.
  bool look_for_assembler = false;
  // Layouts that a document states for mma and wgmma, which their probes need (tensor_prober.hpp).
  StatedLayouts stated = {};
};
// Returns all sources that `options` allow.
Sources discover_sources(const DiscoverOptions& options);

// Implements the command `fresh_process`: answers requests of another process with GPU `ordinal` until `input` ends.
// `break_kind` as in CudaProbeOptions.
Status serve_gpu(int ordinal, const std::string& break_kind, int input, int output);

}  // namespace tcviz::inline gpu_probe
