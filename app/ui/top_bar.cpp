#include "app/ui/top_bar.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/menus.hpp"

namespace tcviz {
namespace {

constexpr float search_width = 400, least_search = 120;  // points

std::string device_of(const SourceState& source, const Layout* layout) {
  if (layout == nullptr || !layout->provenance().device) return source.info.description;
  const Provenance& p = layout->provenance();
  return p.compute_capability ? fmt::format("{} · {}", *p.device, *p.compute_capability) : *p.device;
}

std::string stamp_of(const SourceState& source, const Layout* layout) {
  if (source.stage == Stage::Wanted) return "waiting";
  if (source.stage == Stage::Running) {
    return source.all > 0 ? fmt::format("asking, {} of {}", source.done, source.all) : "asking";
  }
  return layout != nullptr ? stamp(layout->provenance()) : "not known here";
}

}  // namespace

void TopBar::draw(const Ui& ui) {
  prepare(ui.document);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(9), ui.px(9)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  if (ImGui::BeginMainMenuBar()) {
    ImGui::PopStyleVar(2);
    ImGui::SetCursorPosX(ui.px(16));
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.accent);
    ImGui::TextUnformatted("tcviz");
    ImGui::PopStyleColor();
    ImGui::SetCursorPosX(ui.px(70));
    draw_menus(ui);
    const float begin = ImGui::GetCursorScreenPos().x + ui.px(12), bar = ImGui::GetWindowPos().x;
    const float end = bar + ImGui::GetWindowSize().x - ui.px(7);
    const float selector = selector_width(ui, end - begin);
    draw_search(ui, begin, end - selector - ui.px(12));
    draw_selector(ui, selector);
    ImGui::EndMainMenuBar();
    return;
  }
  ImGui::PopStyleVar(2);
}

void TopBar::prepare(const Document& d) {
  const SourceState& source = d.chosen();
  const bool same = prepared_ && answers_ == source.answers && layout_ == d.layout() && source_ == d.source &&
                    stage_ == source.stage && done_ == source.done && all_ == source.all;
  if (same) return;
  prepared_ = true;
  answers_ = source.answers;
  layout_ = d.layout();
  source_ = d.source;
  stage_ = source.stage;
  done_ = source.done;
  all_ = source.all;
  name_ = source.info.name;
  device_ = device_of(source, layout_);
  stamp_ = stamp_of(source, layout_);
}

float TopBar::selector_width(const Ui& ui, float room) const {
  const float wanted = text_size(ui, ui.fonts.sans, 14, name_).x + text_size(ui, ui.fonts.sans, 14, device_).x +
                       text_size(ui, ui.fonts.sans, 13, stamp_).x + ui.px(84);
  const float leave = room > ui.px(560) ? ui.px(least_search) : 0;  // the search gives way first
  return std::max(ui.px(60), std::min(wanted, room - leave));
}

// Looks like a field and opens the palette.
void TopBar::draw_search(const Ui& ui, float left, float right) {
  const ImVec2 bar = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float width = std::min(ui.px(search_width), right - left), height = ui.px(26);
  if (width < ui.px(least_search)) return;
  const float middle = std::clamp(bar.x + size.x / 2, left + width / 2, right - width / 2);
  const ImVec2 low(std::round(middle - width / 2), bar.y + std::round((size.y - height) / 2));
  const ImVec2 high(low.x + width, low.y + height);
  ImGui::SetCursorScreenPos(low);
  if (ImGui::InvisibleButton("##palette", {width, height})) ui.push(ShowPalette{true});
  const bool hot = ImGui::IsItemHovered();
  explain(ui, "Search commands, kinds and sources.", "Ctrl+Shift+P");
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, hot ? ui.colors.field_hover : ui.colors.panel, ui.px(5));
  draw.AddRect(low, high, ui.colors.border, ui.px(5), ui.line());
  const float y = (low.y + high.y - text_size(ui, ui.fonts.sans, 13.5F, "K").y) / 2;
  const float keys = text_size(ui, ui.fonts.mono, 12, "Ctrl+Shift+P").x;
  const bool both = width > keys + ui.px(170);
  if (both) put_text(ui, ui.fonts.mono, 12, {high.x - keys - ui.px(10), y + ui.px(1)}, ui.colors.dim, "Ctrl+Shift+P");
  put_text_cut(ui, ui.fonts.sans, 13.5F, {low.x + ui.px(11), y}, width - ui.px(20) - (both ? keys + ui.px(10) : 0),
               ui.colors.dim, "Search kinds, commands, sources");
}

void TopBar::draw_selector(const Ui& ui, float width) {
  const ImVec2 bar = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float height = ui.px(26);
  low_ = {bar.x + size.x - width - ui.px(7), bar.y + std::round((size.y - height) / 2)};
  high_ = {low_.x + width, low_.y + height};
  ImGui::SetCursorScreenPos(low_);
  const bool pressed = ImGui::InvisibleButton("##source", {width, height});
  if (pressed || lists_served_ != ui.document.source_lists) list_.open();
  lists_served_ = ui.document.source_lists;
  explain(ui, sign_of(ui, ui.document.chosen()).meaning, "Ctrl+L");
  draw_selected(ui, low_, high_);
  list_.draw(ui, {high_.x, high_.y + ui.px(6)});
}

void TopBar::draw_selected(const Ui& ui, ImVec2 low, ImVec2 high) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ImGui::IsMouseHoveringRect(low, high) ? ui.colors.field_hover : ui.colors.panel,
                     ui.px(5));
  draw.AddRect(low, high, ui.colors.border, ui.px(5), ui.line());
  const float middle = (low.y + high.y) / 2, text_y = middle - text_size(ui, ui.fonts.sans, 14, name_).y / 2;
  const SourceSign sign = sign_of(ui, ui.document.chosen());
  put_dot(ui, {low.x + ui.px(14), middle}, sign.dot, sign.color);
  put_chevron(ui, {high.x - ui.px(14), middle}, true, ui.colors.dim);
  float x = low.x + ui.px(26), right = high.x - ui.px(26);
  put_text(ui, ui.fonts.sans, 14, {x, text_y}, ui.colors.text, name_);
  x += text_size(ui, ui.fonts.sans, 14, name_).x + ui.px(10);
  // The device gives way before the stamp does.
  const float stamp_width = std::min(text_size(ui, ui.fonts.sans, 13, stamp_).x, right - x);
  put_text_cut(ui, ui.fonts.sans, 13, {right - stamp_width, text_y + ui.px(1)}, stamp_width, ui.colors.dim, stamp_);
  put_text_cut(ui, ui.fonts.sans, 14, {x, text_y}, right - stamp_width - ui.px(14) - x, ui.colors.text, device_);
  const SourceState& source = ui.document.chosen();
  if (!source.busy() || source.all == 0) return;
  const float share = static_cast<float>(source.done) / static_cast<float>(source.all);
  draw.AddRectFilled({low.x, high.y - ui.px(2)}, {low.x + (high.x - low.x) * share, high.y}, ui.colors.accent,
                     ui.px(2));
}

}  // namespace tcviz
