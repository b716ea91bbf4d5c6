// The arrangement of the panels of a workspace in the window. Each workspace has a main panel (its subject); others are
// beside it, or over it in a narrow window.
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

// The width, in points, below which side panels are drawn over the subject.
inline constexpr float width_for_sides = 1000;

struct PlacedPanel {
  ViewId view = ViewId::Grids;
  Rect rect;          // pixels
  bool over = false;  // it is drawn over the others
};

struct Places {
  std::array<PlacedPanel, 4> all = {};  // the subject first, those over others last
  std::size_t count = 0;
  std::optional<Rect> divider;  // the edge between subject and side panel, which can be dragged; none: no side panel
  bool side_at_left = false;
  std::optional<Rect> foot;  // the line below the subject for a formula; none: no line

  void add(const PlacedPanel& panel) { all.at(count++) = panel; }
  std::span<const PlacedPanel> panels() const { return {all.data(), count}; }
  PlacedPanel& subject() { return all.front(); }
  const PlacedPanel& subject() const { return all.front(); }
};

// Returns the additional scale of texts in full screen, for a screen of this size in points: less than the most where a
// side panel stays and a small screen would leave the grids no room.
float full_screen_scale(const Document& d, float width, float height);
// True if the area is too narrow for side panels.
bool is_narrow(const Rect& room, float scale);

// Returns the rectangles of the panels. `room`: the window without its bars, in pixels; `scale`: pixels of a point;
// `list_left`: x of the left edge of the list of kinds, which drops down. In full screen the subject fills `room`.
Places place_panels(const Document& document, const Rect& room, float scale, float list_left);

// Returns the width of the side panel, as a fraction of the window's, if the divider is dragged to `x`.
float side_share(const Places& places, const Rect& room, float x);

}  // namespace tcviz::inline app_ui
