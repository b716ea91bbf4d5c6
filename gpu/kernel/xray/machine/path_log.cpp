#include "gpu/kernel/xray/machine/path_log.hpp"

#include <algorithm>

namespace tcviz::inline gpu_xray {

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
    const bool same = labels_.point(label, dimension) == index;
    any = any || same, all = all && same;
  }
  return last_wanted_ = (any && all) || std::ranges::find(also_, label) != also_.end();
}

void PathLog::add(const PathEntry& entry) {
  if (!is_full()) entries.push_back(entry);
}

void PathLog::add(const PathProduct& product) {
  if (products.size() < most_entries) products.push_back(product);
}

}  // namespace tcviz::inline gpu_xray
