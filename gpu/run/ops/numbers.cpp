#include "gpu/run/ops/numbers.hpp"

#include <array>
#include <cmath>

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_ops {
namespace {

double wrap(ElementType type, double value) {
  const auto whole = static_cast<std::int64_t>(value);
  switch (type) {
    case ElementType::S8:
      return static_cast<std::int8_t>(whole & 0xff);
    case ElementType::U8:
      return static_cast<double>(whole & 0xff);
    default:
      return static_cast<std::int32_t>(whole & 0xffffffff);
  }
}

}  // namespace

Compute compute_of(ElementType type) {
  if (type == ElementType::F64) return Compute::Double;
  return float_format(type) != nullptr ? Compute::Float : Compute::Int;
}

std::string_view c_name(Compute compute) {
  constexpr std::array<std::string_view, 3> names{"float", "double", "int"};
  return names[static_cast<std::size_t>(compute)];
}

double round_to(ElementType type, double value) {
  if (compute_of(type) == Compute::Int) return wrap(type, value);
  return std::isnan(value) ? value : decode(type, encode(type, value));
}

double round_to(Compute compute, double value) {
  if (compute == Compute::Double) return value;
  return round_to(compute == Compute::Float ? ElementType::F32 : ElementType::S32, value);
}

}  // namespace tcviz::inline gpu_ops
