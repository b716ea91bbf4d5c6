#include "gpu/kernel/xray/label/roundings.hpp"

#include <algorithm>

#include "gpu/kernel/xray/label/number_formats.hpp"

namespace tcviz::inline gpu_xray {

bool is_narrow(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16 || type == ElementType::TF32 ||
         type == ElementType::E4M3 || type == ElementType::E5M2;
}

void Roundings::convert(ElementType to, double before, double after) {
  if (!is_narrow(to)) return;
  Count& count = converted_[to];
  ++count.all;
  if (is_inexact(before, after)) ++count.inexact;
}

void Roundings::cut_to_tf32(std::uint64_t factor) {
  compute(from_bits(ElementType::F32, factor), from_bits(ElementType::TF32, factor));
}

void Roundings::add(const Roundings& more) {
  for (const auto& [type, count] : more.converted_) {
    converted_[type].all += count.all;
    converted_[type].inexact += count.inexact;
  }
  is_arithmetic_ = is_arithmetic_ || more.is_arithmetic_;
}

// Counts exact conversions too, together with inexact ones: the zeros that a relu stores must not make room for as many
// roundings elsewhere.
bool Roundings::are_between(ElementType output, std::int64_t stored) const {
  return is_arithmetic_ || std::ranges::any_of(converted_, [&](const auto& one) {
           const auto& [type, count] = one;
           return count.inexact > 0 && !(type == output && count.all == stored);
         });
}

}  // namespace tcviz::inline gpu_xray
