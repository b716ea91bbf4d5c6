// Kernels are CUDA files that travel inside the program. The function below makes one text of a file and those that it
// includes. The text needs no other file of ours: people paste it, NVRTC compiles it. Knows nothing of what the kernels
// do.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_device {

struct KernelFile {
  std::string_view name, text;
};

// Returns the text of the file `name`, in which the text of the file "other" replaces each line `#include "other"`, or
// nothing does if that file was included before. A line that includes something not among `files` stays, so that the
// compiler names it. A header in <> is included once, `#pragma once` goes, and one of several empty lines is left.
std::string one_text(std::string_view name, std::span<const KernelFile> files);

}  // namespace tcviz::inline gpu_device
