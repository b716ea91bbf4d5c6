#include "app/scene/grid/hits.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline app_scene {
namespace {

int part_of(std::span<const std::int32_t> owners, std::int32_t number) {
  return static_cast<int>(std::ranges::lower_bound(owners, number) - owners.begin());  // owners are in slot order
}

std::optional<Hit> hit_slot(const Layout& layout, Hit hit, Slot slot) {
  const std::optional<Element> element = layout.element(slot);
  if (!element) return std::nullopt;
  hit.element = *element;
  hit.slot = slot.tid * layout.values() + slot.i;
  hit.part = part_of(layout.owner_slots(*element), hit.slot);
  return hit;
}

// Finds the owner that is drawn; none is if the cells are hidden.
Hit hit_one(const Scene& scene, const GridFrame& frame, std::span<const std::int32_t> owners, Hit hit) {
  const auto at = static_cast<std::size_t>(frame.first_cell + (hit.element.row - frame.first_row) * frame.cols +
                                           hit.element.col - frame.first_col);
  const bool drawn = at < scene.cells.size() && scene.cells[at].grid == hit.grid;
  hit.slot = drawn ? scene.cells[at].slot : owners.front();
  hit.part = drawn ? scene.cells[at].part : 0;
  return hit;
}

// Finds the owner under a point of an element's cell. The gap belongs to the cell before it, so the point is moved back
// into the filled part.
std::optional<Hit> hit_element(const Scene& scene, const GridFrame& frame, const Layout& layout, Hit hit, float x,
                               float y) {
  const std::span<const std::int32_t> owners = layout.owner_slots(hit.element);
  if (frame.one_owner) return hit_one(scene, frame, owners, hit);
  const Rect whole = part_rect(frame, hit.element, 1, 0);
  const float in_x = std::min(x, std::nextafter(whole.x + whole.w, whole.x));
  const float in_y = std::min(y, std::nextafter(whole.y + whole.h, whole.y));
  for (const int last = static_cast<int>(owners.size()) - 1; hit.part < last; ++hit.part) {
    if (part_rect(frame, hit.element, last + 1, hit.part).contains(in_x, in_y)) break;
  }
  hit.slot = owners[static_cast<std::size_t>(hit.part)];
  return hit;
}

// Returns the cell under a point of the grid; none between its rows, where other boxes stand.
std::optional<Element> cell_at(const GridFrame& frame, float x, float y) {
  const int row = std::min(static_cast<int>((y - frame.cells.y) / frame.cell_h), frame.rows - 1);
  const int col = std::min(static_cast<int>((x - frame.cells.x) / frame.cell_w), frame.cols - 1);
  const float past = y - frame.cells.y - static_cast<float>(row) * frame.cell_h;
  if (frame.free_below > 0 && past >= frame.cell_h - frame.free_below) return std::nullopt;
  return Element{frame.first_row + row, frame.first_col + col};
}

}  // namespace

std::optional<Rect> slot_rect(const GridFrame& frame, const Layout& layout, Slot slot) {
  const std::optional<Element> element = layout.element(slot);
  if (!element) return std::nullopt;
  if (frame.channel == Channel::Slots) return part_rect(frame, {slot.tid, slot.i}, 1, 0);
  if (!frame.shows(*element)) return std::nullopt;
  if (frame.one_owner) return part_rect(frame, *element, 1, 0);
  const auto owners = layout.owner_slots(*element);
  return part_rect(frame, *element, static_cast<int>(owners.size()),
                   part_of(owners, slot.tid * layout.values() + slot.i));
}

std::optional<Hit> hit_test(const Scene& scene, SceneLayouts layouts, float x, float y) {
  for (std::size_t grid = 0; grid < scene.grids.size(); ++grid) {
    const GridFrame& frame = scene.grids[grid];
    if (!frame.cells.contains(x, y) || frame.layout >= layouts.size()) continue;
    const Layout& layout = *layouts[frame.layout];
    const std::optional<Element> cell = cell_at(frame, x, y);
    if (!cell) continue;
    const Hit hit{static_cast<int>(grid), *cell, 0, 0, frame.layout};
    if (frame.channel == Channel::Slots) return hit_slot(layout, hit, {cell->row, cell->col});
    return hit_element(scene, frame, layout, hit, x, y);
  }
  return std::nullopt;
}

std::optional<Hit> hit_test(const Scene& scene, const Layout& layout, float x, float y) {
  const Layout* const one = &layout;
  return hit_test(scene, SceneLayouts(&one, 1), x, y);
}

}  // namespace tcviz::inline app_scene
