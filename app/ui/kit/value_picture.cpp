#include "app/ui/kit/value_picture.hpp"

#include "app/scene/easel/palette.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline app_ui {
namespace {

ImU32 value_picture_packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }

struct SheetPlace {
  float x, y, zoom;
  ImVec2 at(float sx, float sy) const { return {std::round(x + sx * zoom), std::round(y + sy * zoom)}; }
};

void draw_rect(ImDrawList& draw, const SheetPlace& place, const Rect& rect, Color color) {
  draw.AddRectFilled(place.at(rect.x, rect.y), place.at(rect.x + rect.w, rect.y + rect.h), value_picture_packed(color));
}

void draw_text(const Ui& ui, const SheetPlace& place, const Text& text) {
  constexpr float smallest = 6;  // pixels
  ImFont* const font = text.face == Face::Mono ? ui.fonts.mono : ui.fonts.sans;
  const float size = text.size * place.zoom;
  if (size < smallest) return;
  const char *begin = text.text.data(), *end = begin + text.text.size();
  const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, begin, end);
  const float shift = text.align == Align::Center ? extent.x / 2 : text.align == Align::Right ? extent.x : 0;
  ImVec2 at(place.x + text.x * place.zoom - shift, place.y + text.y * place.zoom - extent.y / 2);
  ImGui::GetWindowDrawList()->AddText(font, size, {std::round(at.x), std::round(at.y)},
                                      value_picture_packed(text.color), begin, end);
}

void draw_change(ImDrawList& draw, const SheetPlace& place, const CellPart& cell) {
  const auto mark = difference_mark(cell.rect);
  draw.AddTriangleFilled(place.at(mark[0].x, mark[0].y), place.at(mark[1].x, mark[1].y), place.at(mark[2].x, mark[2].y),
                         value_picture_packed(label_color(cell.fill)));
}

}  // namespace

std::optional<ValueHit> draw_values(const Ui& ui, const Scene& scene, const Rect& room, float most) {
  const float zoom = std::min({room.w / scene.width, room.h / scene.height, most});
  const SheetPlace place{room.x + std::max(0.0F, (room.w - scene.width * zoom) / 2), room.y, zoom};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect({room.x, room.y}, {room.x + room.w, room.y + room.h}, true);
  for (const GridFrame& grid : scene.grids) draw_rect(draw, place, grid.lines, scene.grid_line);
  for (const Swatch& swatch : scene.swatches) draw_rect(draw, place, swatch.rect, swatch.fill);
  const ImVec2 clip_low = draw.GetClipRectMin(), clip_high = draw.GetClipRectMax();
  const auto in_sight = [&](float x, float y) {  // some cells more than are
    const ImVec2 at = place.at(x, y);
    const float air = ui.px(64);
    return at.x > clip_low.x - air && at.x < clip_high.x + air && at.y > clip_low.y - air && at.y < clip_high.y + air;
  };
  for (const CellPart& cell : scene.cells) {
    if (!in_sight(cell.rect.x, cell.rect.y)) continue;
    draw_rect(draw, place, cell.rect, cell.fill);
    if (cell.framed) draw_change(draw, place, cell);
  }
  for (const Text& text : scene.texts) {
    if (in_sight(text.x, text.y)) draw_text(ui, place, text);
  }
  draw.PopClipRect();
  ImGui::SetCursorScreenPos({room.x, room.y});
  ImGui::InvisibleButton("##values", {room.w, room.h});
  if (!ImGui::IsItemHovered()) return std::nullopt;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return hit_value(scene, (mouse.x - place.x) / zoom, (mouse.y - place.y) / zoom);
}

}  // namespace tcviz::inline app_ui
