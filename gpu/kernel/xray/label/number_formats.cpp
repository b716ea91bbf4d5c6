#include "gpu/kernel/xray/label/number_formats.hpp"

#include <algorithm>

namespace tcviz::inline gpu_xray {

std::optional<ElementType> format_named(std::string_view name) {
  const std::optional<ElementType> format = element_type_named(name);
  return format && std::ranges::find(number_formats, *format) != number_formats.end() ? format : std::nullopt;
}

double from_bits(ElementType format, std::uint64_t bits) {
  if (format == ElementType::F16) return number_of_half(bits);
  if (format == ElementType::TF32) bits &= 0xFFFFE000U;
  return decode(format, bits);
}

}  // namespace tcviz::inline gpu_xray
