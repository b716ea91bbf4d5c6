#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

ImageId id_of(const SmemImage& image) { return {image.swizzle, image.major, image.bits}; }

OperandImage operand_image(const SmemImage& image) {
  const Strides packed = packed_strides(id_of(image), image.rows, image.cols);
  OperandImage out;
  out.rows = image.rows;
  out.cols = image.cols;
  out.element_bits = image.bits;
  out.swizzle = image.swizzle;
  out.major = image.major;
  out.start = image.start;
  out.lbo = image.lbo.value_or(packed.lbo);
  out.sbo = image.sbo.value_or(packed.sbo);
  out.base_offset = image.base;
  return out;
}

OperandUse use_of(const SmemDescriptor& d) { return {descriptor_types()[d.type], d.is_a, d.major, d.n, d.sparse}; }

Result<OperandImage> shown_image(const SmemLook& look) {
  if (look.page == SmemPage::Descriptor)
    return read_operand(look.descriptor.bits, look.descriptor.form, use_of(look.descriptor));
  const OperandImage image = operand_image(look.image);
  TCVIZ_TRY(check_image(image));
  return image;
}

}  // namespace tcviz::inline app_session
