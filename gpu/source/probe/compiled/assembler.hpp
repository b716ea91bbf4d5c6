// NVIDIA's assembler as a library, nvJitLink, opened at run time if there is one. Knows nothing of what is
// assembled.
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
  virtual const std::string& version() const = 0;  // "13.0"
  virtual const std::string& path() const = 0;
  // The architectures from sm_70 on, in rising order. Reads the library's file once, about 0.1 s.
  virtual const std::vector<ComputeCapability>& architectures() = 0;
  // PTX text -> cubin. May be called from several threads at once. The architecture must be among those above: asking
  // for another one has been seen to end the process.
  virtual Result<std::string> assemble(const std::string& ptx, ComputeCapability architecture, bool optimise) const = 0;
};

// The library at this path, or of this name where the system's loader looks.
Result<std::unique_ptr<Assembler>> open_assembler(const std::string& path);

// The advice if none is here.
Error no_assembler();

// The libraries named in TCVIZ_NVJITLINK, colons between them.
std::vector<std::string> assembler_paths();

// Every assembler here, the newest first. `paths` are looked at first, then the loader's folders and the toolkit's.
std::vector<std::unique_ptr<Assembler>> find_assemblers(const std::vector<std::string>& paths);

}  // namespace tcviz::inline gpu_probe
