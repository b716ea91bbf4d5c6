#include "app/ui/window/places.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/session/whole/document.hpp"
#include "app/session/whole/workspace_moves.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points, but for shares of the window's width.
constexpr float gap = 6, foot_height = 38, drawer_width = 320, list_width = 330, list_height = 620;

// The panel that has the keys of the workspace, and the panels that may stand beside it.
struct PlaceRow {
  Workspace workspace;
  ViewId subject;
  std::optional<ViewId> side;
  bool side_at_left;
  bool side_always;  // it is part of the task; the others are opened and closed
  float points, most_share, least_points;
  bool foot;
};
constexpr PlaceRow place_rows[] = {
    {Workspace::Layout, ViewId::Grids, ViewId::Inspector, false, false, 318, 0.28F, 236, true},
    {Workspace::Compare, ViewId::Grids, ViewId::Inspector, false, false, 318, 0.28F, 236, false},
    {Workspace::Formula, ViewId::Grids, ViewId::Formula, true, true, 620, 0.42F, 300, false},
    {Workspace::Operations, ViewId::Operations, {}, false, false, 0, 0, 0, false},
    {Workspace::Products, ViewId::Products, {}, false, false, 0, 0, 0, false},
    {Workspace::Tiles, ViewId::Products, {}, false, false, 0, 0, 0, false},
    {Workspace::Maxas, ViewId::Maxas, {}, false, false, 0, 0, 0, false},
    {Workspace::Learn, ViewId::Grids, ViewId::Learn, false, true, 360, 0.36F, 300, false},
    {Workspace::SharedMemory, ViewId::SharedMemory, {}, false, false, 0, 0, 0, false},
    {Workspace::Xray, ViewId::Xray, {}, false, false, 0, 0, 0, false},
};

const PlaceRow& place_row(Workspace workspace) {
  return *std::find_if(std::begin(place_rows), std::end(place_rows),
                       [&](const PlaceRow& row) { return row.workspace == workspace; });
}

// A panel of a step of a lesson that has a second one beside or below its subject.
struct LessonPlaceRow {
  LessonView panel;
  ViewId more;
  bool below;
  float share;  // of the subject's width or height
};
constexpr LessonPlaceRow lesson_places[] = {
    {LessonView::Inspector, ViewId::Inspector, false, 0.33F},
    {LessonView::Formula, ViewId::Formula, true, 0.45F},
};

// Returns the row of the lesson's step; null if its subject stands alone.
const LessonPlaceRow* lesson_place(const Document& d) {
  const auto* const row = std::ranges::find(lesson_places, d.learn.panel(), &LessonPlaceRow::panel);
  return row == std::end(lesson_places) ? nullptr : row;
}

ViewId subject_of(const Document& d, const PlaceRow& row) {
  if (d.workspace == Workspace::Learn) return subject_of(d.learn.panel());
  const bool table = d.workspace == Workspace::Compare && d.views[ViewId::Architectures].open;
  return table ? ViewId::Architectures : row.subject;
}

// Returns the view at the side: the first steps stand in the inspector's place.
ViewId side_of(const Document& d, const PlaceRow& row) {
  const bool start = d.workspace == Workspace::Layout && d.views[ViewId::Start].open;
  return start ? ViewId::Start : *row.side;
}

// True if a side panel has no room beside the subject. A lesson needs its card beside the grids, on a projector too.
bool is_stacked(const Document& d, const Rect& room, float scale) {
  constexpr float width_for_a_lesson = 720;  // points
  return d.workspace == Workspace::Learn ? room.w < width_for_a_lesson * scale : is_narrow(room, scale);
}

// Adds the lesson's second view, cut off the subject. A narrow window has room for one beside the card.
void add_lesson_view(const Document& d, const Rect& room, float scale, Places& places) {
  const LessonPlaceRow* const row = lesson_place(d);
  Rect& subject = places.subject().rect;
  if (row == nullptr || (!row->below && is_stacked(d, room, scale))) return;
  Rect more = subject;
  if (row->below) {
    more.h = std::round(subject.h * row->share);
    more.y = subject.y + subject.h - more.h;
    subject.h -= more.h;
  } else {
    more.w = std::round(subject.w * row->share);
    more.x = subject.x + subject.w - more.w;
    subject.w -= more.w;
  }
  places.add({row->more, more, false});
}

// True if a side panel stays in full screen: a lesson needs its card, and the formula workspace its editor.
bool keeps_side(const Document& d) { return d.workspace == Workspace::Learn || d.workspace == Workspace::Formula; }

bool has_side(const Document& d, const PlaceRow& row) {
  if (!row.side || (d.full_screen && !keeps_side(d))) return false;
  if (side_of(d, row) != *row.side) return true;
  return row.side_always || (d.views[*row.side].open && subject_of(d, row) == row.subject);
}

float side_width(const Document& d, const PlaceRow& row, const Rect& room, float scale) {
  const float kept = d.side[row.workspace] * room.w;
  const float wanted = kept > 0 ? kept : std::min(row.points * scale, row.most_share * room.w);
  return std::round(std::clamp(wanted, std::min(row.least_points * scale, room.w / 2), room.w * most_side));
}

// Returns the height of a side that stands above its subject, which keeps the height that small grids need.
float height_above(const Document& d, const Rect& room, float scale) {
  constexpr float least_share = 0.34F, most_share = 0.46F, subject_height = 350;
  const float most = d.workspace == Workspace::Learn ? least_share : most_share;
  return std::round(std::clamp(room.h - subject_height * scale, least_share * room.h, most * room.h));
}

// Cuts the side off the subject's rectangle.
void add_side(const Document& d, const PlaceRow& row, const Rect& room, float scale, Places& places) {
  Rect& subject = places.subject().rect;
  const bool stacked = is_stacked(d, room, scale);
  if (stacked && !row.side_always) {
    const float width = std::min(drawer_width * scale, room.w * 0.9F);
    places.add({side_of(d, row), {room.x + room.w - width, room.y, width, subject.h}, true});
    return;
  }
  if (stacked) {  // one above the other
    const float height = height_above(d, room, scale);
    places.add({*row.side, {room.x, room.y, room.w, height}, false});
    subject.y += height;
    subject.h -= height;
    return;
  }
  const float width = side_width(d, row, room, scale);
  places.side_at_left = row.side_at_left;
  subject.w -= width;
  if (row.side_at_left) subject.x += width;
  const float x = row.side_at_left ? room.x : room.x + room.w - width;
  places.add({side_of(d, row), {x, room.y, width, room.h}, false});
  const float edge = row.side_at_left ? x + width : x;
  places.divider = Rect{edge - gap * scale / 2, room.y, gap * scale, room.h};
}

}  // namespace

float full_screen_scale(const Document& d, float width, float height) {
  constexpr float room_w = 1280, room_h = 720, most = 1.5F;  // points in which two grids stand beside a lesson
  return keeps_side(d) ? std::clamp(std::min(width / room_w, height / room_h), 1.0F, most) : most;
}

bool is_narrow(const Rect& room, float scale) { return room.w < width_for_sides * scale; }

Places place_panels(const Document& d, const Rect& room, float scale, float list_left) {
  const PlaceRow& row = place_row(d.workspace);
  Places places;
  places.add({subject_of(d, row), room, false});
  if (row.foot && !d.full_screen && room.h > 300 * scale) {
    const float height = std::round(foot_height * scale);
    places.subject().rect.h -= height;
    places.foot = Rect{room.x, room.y + room.h - height, room.w, height};
  }
  if (has_side(d, row)) add_side(d, row, room, scale, places);
  if (d.workspace == Workspace::Learn) add_lesson_view(d, room, scale, places);
  if (places.foot && places.divider) places.foot->w = places.subject().rect.w;
  if (!d.views[ViewId::Kinds].open || d.full_screen) return places;
  const float width = std::min(list_width * scale, room.w), height = std::min(list_height * scale, room.h);
  const float x = std::clamp(list_left, room.x, room.x + room.w - width);
  places.add({ViewId::Kinds, {x, room.y, width, height}, true});
  return places;
}

float side_share(const Places& places, const Rect& room, float x) {
  const float width = places.side_at_left ? x - room.x : room.x + room.w - x;
  return room.w > 0 ? width / room.w : 0;
}

}  // namespace tcviz::inline app_ui
