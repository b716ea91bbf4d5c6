#include "gpu/kernel/xray/label/last_places.hpp"

namespace tcviz::inline gpu_xray {
namespace {

bool same_sums(const LabelShape& a, const LabelShape& b) {
  bool any = false;
  for (std::size_t at = 0; at < most_dimensions; ++at) {
    const bool left = a.dimensions[at].state == DimensionState::Sum,
               right = b.dimensions[at].state == DimensionState::Sum;
    if (left != right || (left && a.dimensions[at].set != b.dimensions[at].set)) return false;
    any = any || left;
  }
  return any;
}

}  // namespace

LastPlace LastProducts::of(const LabelSpace& labels, Label label, int warp) const {
  LastPlace own, any;
  for (const auto& [key, place] : places_) {
    if (!same_sums(labels.shape(LabelSpace::make(static_cast<std::uint32_t>(key >> 8), 0)), labels.shape(label)))
      continue;
    if (place.step > any.step) any = place;
    if (place.warp == warp && place.step > own.step) own = place;
  }
  return own.step > 0 ? own : any;
}

}  // namespace tcviz::inline gpu_xray
