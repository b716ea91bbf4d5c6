// The CUDA source files inside the program. Joins a file and those that it includes to one text that needs no other
// file of ours, for users to paste and for NVRTC to compile. Knows nothing of what the kernels do.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_device {

struct KernelFile {
  std::string_view name, text;
};

// Returns the text of the file `name`, with each line `#include "other"` replaced by the text of the file "other", or
// by nothing if that file was included before. Keeps an include of a file that is not among `files`, so that the
// compiler reports it. Keeps each header in <> once, drops `#pragma once`, and reduces several empty lines to one.
std::string one_text(std::string_view name, std::span<const KernelFile> files);

}  // namespace tcviz::inline gpu_device
