// The places of a workspace's panels: rows of data, and the arithmetic that makes rectangles of them. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "app/scene/easel/scene.hpp"
#include "app/session/base/view_rows.hpp"

namespace tcviz::inline app_session {
struct Document;
}
namespace tcviz::inline app_ui {

// The width, in points, below which a panel beside a subject lies over it instead.
inline constexpr float width_for_sides = 1000;

struct PlacedPanel {
  ViewId view = ViewId::Grids;
  Rect rect;          // pixels
  bool over = false;  // it lies over the others
};

struct Places {
  std::array<PlacedPanel, 4> all = {};  // the subject first, those that lie over others last
  std::size_t count = 0;
  std::optional<Rect> divider;  // between the subject and the panel beside it: it can be dragged
  bool side_at_left = false;
  std::optional<Rect> foot;  // a line below the subject, for its formula

  void add(const PlacedPanel& panel) { all.at(count++) = panel; }
  std::span<const PlacedPanel> panels() const { return {all.data(), count}; }
  PlacedPanel& subject() { return all.front(); }
  const PlacedPanel& subject() const { return all.front(); }
};

// True if a room is too narrow for a panel beside its subject.
bool is_narrow(const Rect& room, float scale);

// Places the panels. `room`: the window without its bars, in pixels; `scale`: pixels of a point; `list_left`: the left
// edge of the list of kinds that drops down. In full screen the subject has it all.
Places place_panels(const Document& document, const Rect& room, float scale, float list_left);

// Returns the share of the window that the side has if its edge is dragged to `x`.
float side_share(const Places& places, const Rect& room, float x);

}  // namespace tcviz::inline app_ui
