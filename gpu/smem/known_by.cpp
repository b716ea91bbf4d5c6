#include "gpu/smem/known_by.hpp"

namespace tcviz::inline gpu_smem {

std::string_view images_known_by() { return "asked of an NVIDIA H200, driver 580.159.04, 2026-11-23"; }

std::string_view image_known_by(Major major, int element_bits) {
  if (major == Major::MN && element_bits != 16) return "by the rule of 16 bits: no wgmma reads other types MN-major";
  return images_known_by();
}

std::string_view descriptor_known_by(DescriptorForm form) {
  if (form == DescriptorForm::Sm100) return "sm_100 as documented, PTX ISA 9.0: no such GPU has been asked";
  return images_known_by();
}

}  // namespace tcviz::inline gpu_smem
