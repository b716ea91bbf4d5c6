// Says how the rules of this room are known: asked of a GPU, or as documented. For pictures and answers.
#pragma once

#include <string_view>

#include "gpu/smem/descriptor.hpp"

namespace tcviz::inline gpu_smem {

// "asked of an NVIDIA H200, ...": what assets/images/sm_90.json has; a test holds the two together.
std::string_view images_known_by();
// wgmma reads no types but those of 16 bits MN-major.
std::string_view image_known_by(Major major, int element_bits);
std::string_view descriptor_known_by(DescriptorForm form);

}  // namespace tcviz::inline gpu_smem
