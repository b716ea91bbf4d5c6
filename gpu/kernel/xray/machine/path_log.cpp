#include "gpu/kernel/xray/machine/path_log.hpp"

#include <algorithm>
#include <bit>

#include "gpu/kernel/xray/label/packed_bits.hpp"

namespace tcviz::inline gpu_xray {

namespace {

// Returns the place of the last element of a byte, the first of which has place 0.
std::int64_t last_of(const LabelShape& shape) {
  return (std::bit_width(shape.packed.kept) - 1 + shape.packed.first) / element_bits(shape.format);
}

}  // namespace

PathLog::PathLog(LabelSpace& labels, std::vector<std::pair<int, std::int64_t>> points, std::vector<Label> also)
    : labels_(labels), points_(std::move(points)), also_(std::move(also)) {}

bool PathLog::wants(Label label) {
  if (label == 0) return false;
  if (label == last_) return last_wanted_;
  last_ = label;
  const LabelShape& shape = labels_.shape(label);
  if (shape.finding >= 0) return last_wanted_ = true;
  bool any = false, all = true;
  for (const auto& [dimension, index] : points_) {
    if (shape.dimensions[dimension].state != DimensionState::Point) continue;
    const std::int64_t beyond = index - labels_.point(label, dimension);
    const bool same = shape.packed.along == dimension ? beyond >= 0 && beyond <= last_of(shape) : beyond == 0;
    any = any || same, all = all && same;
  }
  return last_wanted_ = (any && all) || is_also(label);
}

bool PathLog::is_also(Label label) const {
  return std::ranges::any_of(also_, [&](Label element) { return holds_element(labels_, label, element); });
}

void PathLog::add(const PathEntry& entry) {
  if (!is_full()) entries.push_back(entry);
}

void PathLog::add(const PathProduct& product) {
  if (products.size() < most_entries) products.push_back(product);
}

}  // namespace tcviz::inline gpu_xray
