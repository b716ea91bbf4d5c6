#include "app/ui/kit/segments.hpp"

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float segment_padding = 10, segment_text = 13;  // points

const char* name_of(const Segment& segment, bool short_names) {
  return short_names ? segment.short_name : segment.name;
}

}  // namespace

float segments_width(const Ui& ui, std::span<const Segment> segments, bool short_names) {
  float width = 0;
  for (const Segment& segment : segments) {
    const float text = text_size(ui, ui.fonts.sans, segment_text, name_of(segment, short_names)).x;
    width += text + 2 * ui.px(segment_padding);
  }
  return width;
}

std::optional<std::size_t> draw_segments(const Ui& ui, ImVec2 at, std::span<const Segment> segments, bool short_names) {
  std::optional<std::size_t> pressed;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float height = ui.px(segments_height), all = segments_width(ui, segments, short_names);
  draw.AddRectFilled(at, {at.x + all, at.y + height}, ui.colors.field, ui.px(5));
  for (std::size_t n = 0; n < segments.size(); ++n) {
    const Segment& segment = segments[n];
    const char* const name = name_of(segment, short_names);
    const ImVec2 text = text_size(ui, ui.fonts.sans, segment_text, name);
    const ImVec2 size(text.x + 2 * ui.px(segment_padding), height), end(at.x + size.x, at.y + height);
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(static_cast<int>(n));
    if (ImGui::InvisibleButton("##segment", size, ImGuiButtonFlags_EnableNav)) pressed = n;
    ImGui::PopID();
    explain(ui, segment.tip);
    const bool hot = ImGui::IsItemHovered();
    if (segment.chosen || hot)
      draw.AddRectFilled(at, end, segment.chosen ? ui.colors.selection : ui.colors.field_hover, ui.px(5));
    put_text(ui, ui.fonts.sans, segment_text, {at.x + ui.px(segment_padding), at.y + (height - text.y) / 2},
             segment.chosen ? ui.colors.text : ui.colors.dim, name);
    at.x = end.x;
  }
  draw.AddRect({at.x - all, at.y}, {at.x, at.y + height}, ui.colors.border, ui.px(5), ui.line());
  return pressed;
}

Segments compare_tabs(const Document& document) {
  const bool all = document.views[ViewId::Architectures].open;
  Segments tabs;
  tabs.add({"Two layouts", "Two", "Two sources or two kinds beside each other (5)", !all});
  tabs.add({"All architectures", "All", "Which architectures share a layout, of every kind (6)", all});
  return tabs;
}

Action compare_tab_action(std::size_t tab) {
  if (tab == 0) return SetViewMode{ViewMode::Comparison};
  return ShowView{ViewId::Architectures};
}

}  // namespace tcviz::inline app_ui
