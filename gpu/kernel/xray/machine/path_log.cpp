#include "gpu/kernel/xray/machine/path_log.hpp"

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/label/packed_bits.hpp"

namespace tcviz::inline gpu_xray {

PathLog::PathLog(LabelSpace& labels, std::vector<std::pair<int, std::int64_t>> points, std::vector<Label> also)
    : labels_(labels), points_(std::move(points)), also_(std::move(also)) {}

bool PathLog::wants(Label label) {
  if (label == 0) return false;
  if (label == last_) return last_wanted_;
  last_ = label;
  const LabelShape& shape = labels_.shape(label);
  if (shape.finding >= 0) return last_wanted_ = true;
  if (shape.packed.along < 0) return last_wanted_ = is_at_points(label) || is_also(label);
  const std::vector<Label> elements = elements_in(labels_, std::array{code_of(label, 0)});
  const auto is_wanted = [this](Label element) { return is_at_points(element); };
  return last_wanted_ = std::ranges::any_of(elements, is_wanted) || is_also(label);
}

bool PathLog::is_at_points(Label label) const {
  bool any = false, all = true;
  for (const auto& [dimension, index] : points_) {
    if (labels_.shape(label).dimensions[dimension].state != DimensionState::Point) continue;
    const bool same = labels_.point(label, dimension) == index;
    any = any || same, all = all && same;
  }
  return any && all;
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
