#include "app/ui/kit/flat_scene.hpp"

#include <cmath>

namespace tcviz::inline app_ui {
namespace {

ImU32 flat_color(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }

class FlatScene {
 public:
  FlatScene(const Ui& ui, ImVec2 at)
      : ui_(ui),
        at_(at),
        draw_(*ImGui::GetWindowDrawList()),
        low_(draw_.GetClipRectMin()),
        high_(draw_.GetClipRectMax()) {}

  void swatch(const Swatch& of) {
    const ImVec2 low = place(of.rect.x, of.rect.y), high = place(of.rect.x + of.rect.w, of.rect.y + of.rect.h);
    if (!is_seen(low, high)) return;
    draw_.AddRectFilled(low, high, flat_color(of.fill));
    if (of.hatch != Hatch::None)
      draw_.AddLine({low.x, high.y}, {high.x, low.y}, flat_color(hatch_color(of.fill)), ui_.line());
    if (of.framed) draw_.AddRect(low, high, ui_.colors.bad, 0, 0, 2 * ui_.scale);
  }

  void stroke(const Stroke& of) {
    draw_.AddLine(place(of.from.x, of.from.y), place(of.to.x, of.to.y), flat_color(of.color), of.thickness * ui_.scale);
  }

  void text(const Text& of) {
    ImFont* const font = of.face == Face::Mono ? ui_.fonts.mono : ui_.fonts.sans;
    const float size = of.size * ui_.scale, y = at_.y + of.y * ui_.scale;
    if (y + size < low_.y || y - size > high_.y) return;
    const char *begin = of.text.data(), *end = begin + of.text.size();
    const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, begin, end);
    const float shift = of.align == Align::Center ? extent.x / 2 : of.align == Align::Right ? extent.x : 0;
    const ImVec2 low(std::round(at_.x - shift + of.x * ui_.scale), std::round(y - extent.y / 2));
    if (is_seen(low, {low.x + extent.x, low.y + extent.y}))
      draw_.AddText(font, size, low, flat_color(of.color), begin, end);
  }

  void outline(const Outline& of) {
    const ImVec2 low = place(of.rect.x, of.rect.y), high = place(of.rect.x + of.rect.w, of.rect.y + of.rect.h);
    if (is_seen(low, high)) draw_.AddRect(low, high, flat_color(of.color), 0, 0, of.thickness * ui_.scale);
  }

 private:
  ImVec2 place(float x, float y) const {
    return {std::round(at_.x + x * ui_.scale), std::round(at_.y + y * ui_.scale)};
  }
  bool is_seen(ImVec2 low, ImVec2 high) const {
    return high.x >= low_.x && high.y >= low_.y && low.x <= high_.x && low.y <= high_.y;
  }

  const Ui& ui_;
  const ImVec2 at_;
  ImDrawList& draw_;
  const ImVec2 low_, high_;
};

}  // namespace

void draw_flat_scene(const Ui& ui, const Scene& scene, ImVec2 at) {
  FlatScene flat(ui, at);
  for (const Swatch& swatch : scene.swatches) flat.swatch(swatch);
  for (const Stroke& stroke : scene.strokes) flat.stroke(stroke);
  for (const Text& text : scene.texts) flat.text(text);
  for (const Outline& outline : scene.outlines) flat.outline(outline);
}

}  // namespace tcviz::inline app_ui
