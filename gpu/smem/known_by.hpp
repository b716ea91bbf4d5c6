// Says how the rules of this room are known: asked of a GPU, or as documented. For pictures and answers.
#pragma once

#include <string_view>

#include "gpu/smem/descriptor.hpp"

namespace tcviz::inline gpu_smem {

// Returns "asked of an NVIDIA H200, ...", as assets/images/sm_90.json has it; a test holds the two together.
std::string_view images_known_by();
// Says how an image is known; wgmma reads no MN-major types but those of 16 bits.
std::string_view image_known_by(Major major, int element_bits);
std::string_view descriptor_known_by(DescriptorForm form);

}  // namespace tcviz::inline gpu_smem
