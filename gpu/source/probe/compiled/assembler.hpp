// NVIDIA's assembler as a library, nvJitLink, opened at run time if it is installed: PTX -> machine code.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_probe {

class Assembler {
 public:
  virtual ~Assembler() = default;
  // Returns the version: "13.0".
  virtual const std::string& version() const = 0;
  virtual const std::string& path() const = 0;
  // Returns the supported architectures from sm_70 on, in rising order. Reads the library's file once, which takes
  // about 0.1 s.
  virtual const std::vector<ComputeCapability>& architectures() = 0;
  // Assembles PTX text to a cubin. May be called from several threads at once. The architecture must be one that
  // architectures() returns: any other has been seen to end the process.
  virtual Result<std::string> assemble(const std::string& ptx, ComputeCapability architecture, bool optimise) const = 0;
};

// Opens the library with this path, or with this name in the folders of the system's loader.
Result<std::unique_ptr<Assembler>> open_assembler(const std::string& path);

// Returns the error for a machine without an assembler, with advice.
Error no_assembler();

// Returns the paths in the environment variable TCVIZ_NVJITLINK, which are separated by colons.
std::vector<std::string> assembler_paths();

// Opens every assembler on this machine and returns them, the newest first. Searches in `paths` first, then in the
// folders of the loader and of the toolkit.
std::vector<std::unique_ptr<Assembler>> find_assemblers(const std::vector<std::string>& paths);

}  // namespace tcviz::inline gpu_probe
