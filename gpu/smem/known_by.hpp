// States how the rules of gpu/smem are known: measured on a GPU, or only documented. For pictures and answers.
#pragma once

#include <string_view>

#include "gpu/smem/descriptor.hpp"

namespace tcviz::inline gpu_smem {

// Returns "asked of an NVIDIA H200, ..." as in assets/images/sm_90.json; a test checks that the two agree.
std::string_view images_known_by();
// Returns how an image is known; wgmma reads only 16-bit types MN-major, so other MN-major images are not measured.
std::string_view image_known_by(Major major, int element_bits);
// Returns how a descriptor format is known.
std::string_view descriptor_known_by(DescriptorForm form);

}  // namespace tcviz::inline gpu_smem
