// Kernels are CUDA files that travel inside the program. Here a file and those that it includes become one text, which
// needs no other file of ours: people paste it, NVRTC compiles it. Knows nothing of what the kernels do.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_device {

struct KernelFile {
  std::string_view name, text;
};

// The text of the file `name`; each line `#include "other"` gives way to the text of that file, and to nothing where it
// was included before. So that the compiler names what is not among `files`, its line stays. A header in <> is included
// once, `#pragma once` means nothing any more, and of several empty lines one is left.
std::string one_text(std::string_view name, std::span<const KernelFile> files);

}  // namespace tcviz::inline gpu_device
