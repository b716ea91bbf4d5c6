// Reads the file of a kernel as PTX: a .ptx file directly, a .cu file after compiling it with nvcc, or if there is no
// nvcc, with NVRTC.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/propose/propose.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

struct KernelFiles {
  std::string source;  // path of the kernel
  std::string ptx;     // for .cu: path of its PTX; read if the file exists, else written; empty: not kept
  std::vector<std::string> flags = {};  // for the compiler, as typed: -I, -D, -std
};
// True for the name of a source in CUDA C++, which is compiled.
bool is_cuda_source(std::string_view name);
// A source with the headers in front of it that it includes by name.
struct SourceWithHeaders {
  HostSource host;
  std::vector<std::string> folders = {};  // in which headers were found that no flag led to
};
// Returns `source`, the text of the file `path`, with the files in front of it that it includes in quotation marks, and
// those that they include; one that is not there is looked for in the folders above, and else left out. `flags`: of the
// compiler, for the folders of -I.
SourceWithHeaders with_headers(const std::string& path, const std::string& source,
                               const std::vector<std::string>& flags);

// Returns the PTX, or the error Unavailable if there is no compiler for a .cu file.
Result<std::string> ptx_of(const KernelFiles& files, const std::string& arch);

}  // namespace tcviz::inline app_cli
