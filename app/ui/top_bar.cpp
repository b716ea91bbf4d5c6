#include "app/ui/top_bar.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tcviz {
namespace {

constexpr float list_width = 460;  // points

struct Group {
  SourceClass type;
  std::string_view title;
};
constexpr Group groups[] = {{SourceClass::Gpu, "GPUs"},
                            {SourceClass::Recorded, "Recorded probes"},
                            {SourceClass::Compiled, "Compilers"},
                            {SourceClass::Published, "Published tables"}};

void draw_view_menu(const Ui& ui) {
  const bool dark = ui.document.theme == Theme::Dark;
  if (ImGui::MenuItem("Dark", nullptr, dark)) ui.push(SetTheme{Theme::Dark});
  if (ImGui::MenuItem("Light", nullptr, !dark)) ui.push(SetTheme{Theme::Light});
  ImGui::Separator();
  if (ImGui::MenuItem("Larger", "Ctrl +")) ui.push(StepUiScale{1});
  if (ImGui::MenuItem("Smaller", "Ctrl -")) ui.push(StepUiScale{-1});
  if (ImGui::MenuItem("Normal size", "Ctrl 0", ui.document.ui_percent == 100)) ui.push(StepUiScale{0});
  ImGui::Separator();
  if (ImGui::MenuItem("Fit grids", "F")) ui.push(SetCamera{});
  if (ImGui::MenuItem("Reset layout")) ui.push(ResetPanels{});
}

void draw_menus(const Ui& ui) {
  if (ImGui::BeginMenu("File")) {
    if (ImGui::MenuItem("Quit", "Ctrl+Q")) ui.push(Quit{});
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("View")) {
    draw_view_menu(ui);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Help")) {
    if (ImGui::MenuItem("Keys", "F1")) ui.push(ShowHelp{true});
    if (ImGui::MenuItem("About tcviz")) ui.push(ShowAbout{true});
    ImGui::EndMenu();
  }
}

struct State {
  Dot dot = Dot::Ring;
  ImU32 color = 0;
};

State state_of(const Ui& ui, const SourceState& source) {
  if (source.busy()) return {Dot::Full, ui.colors.warn};
  if (source.stage == Stage::Stopped) return {Dot::Ring, ui.colors.warn};
  if (source.stage == Stage::NotAsked) return {Dot::Ring, ui.colors.dim};
  return {Dot::Full, ui.colors.good};
}

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
    draw_selector(ui);
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

void TopBar::draw_selector(const Ui& ui) {
  const ImVec2 bar = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float wanted = text_size(ui, ui.fonts.sans, 14, name_).x + text_size(ui, ui.fonts.sans, 14, device_).x +
                       text_size(ui, ui.fonts.sans, 13, stamp_).x + ui.px(84);
  const float width = std::min(wanted, size.x - ui.px(270)), height = ui.px(26);
  const ImVec2 low(bar.x + size.x - width - ui.px(7), bar.y + std::round((size.y - height) / 2));
  const ImVec2 high(low.x + width, low.y + height);
  ImGui::SetCursorScreenPos(low);
  if (ImGui::InvisibleButton("##source", {width, height})) ImGui::OpenPopup("##sources");
  draw_selected(ui, low, high);
  ImGui::SetNextWindowPos({high.x, high.y + ui.px(6)}, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowSize({ui.px(list_width), 0});
  if (ImGui::BeginPopup("##sources")) {
    draw_list(ui);
    ImGui::EndPopup();
  }
}

void TopBar::draw_selected(const Ui& ui, ImVec2 low, ImVec2 high) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ImGui::IsItemHovered() ? ui.colors.field_hover : ui.colors.panel, ui.px(5));
  draw.AddRect(low, high, ui.colors.border, ui.px(5), ui.line());
  const float middle = (low.y + high.y) / 2, text_y = middle - text_size(ui, ui.fonts.sans, 14, name_).y / 2;
  const State state = state_of(ui, ui.document.chosen());
  put_dot(ui, {low.x + ui.px(14), middle}, state.dot, state.color);
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

void TopBar::draw_list(const Ui& ui) {
  for (const Group& group : groups) draw_group(ui, group.type, group.title);
  for (const std::string& problem : ui.document.problems) wrapped(ui, ui.colors.bad, problem);
}

void TopBar::draw_group(const Ui& ui, SourceClass type, std::string_view title) {
  const auto& sources = ui.document.sources;
  const auto in_group = [&](const SourceState& s) { return s.info.type == type; };
  const bool any = std::any_of(sources.begin(), sources.end(), in_group);
  const bool why = type == SourceClass::Gpu && !ui.document.gpu_absence.empty();
  if (!any && !why) return;
  label(ui, ui.colors.dim, title);
  if (why) wrapped(ui, ui.colors.text, ui.document.gpu_absence);
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (in_group(sources[s])) draw_source(ui, s);
  }
  ImGui::Dummy({0, ui.px(3)});
}

void TopBar::draw_source(const Ui& ui, std::size_t index) {
  const SourceState& source = ui.document.sources[index];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, ui.px(40));
  ImGui::PushID(source.info.name.c_str());
  if (ImGui::Selectable("##choose", index == ui.document.source, ImGuiSelectableFlags_AllowOverlap, size)) {
    ui.push(ChooseSource{index});
  }
  const ImVec2 next = ImGui::GetCursorScreenPos();
  const State state = state_of(ui, source);
  put_dot(ui, {at.x + ui.px(12), at.y + ui.px(12)}, state.dot, state.color);
  float right = at.x + size.x - ui.px(8);
  const bool can_stop = source.busy() && index == ui.document.source && !source.stop_wanted;
  const bool can_ask = source.info.type == SourceClass::Gpu && !source.busy() && index == ui.document.source;
  if (can_stop || can_ask) {
    right -= ui.px(64);
    ImGui::SetCursorScreenPos({right, at.y + ui.px(6)});
    if (can_stop && ImGui::Button("Stop")) ui.push(StopSource{});
    if (can_ask && ImGui::Button("Probe")) ui.push(AskSource{});
    ImGui::SetCursorScreenPos(next);
    ImGui::Dummy({0, 0});
  }
  ImGui::PopID();
  const float x = at.x + ui.px(26);
  put_text_cut(ui, ui.fonts.sans, 14, {x, at.y + ui.px(3)}, right - x, ui.colors.text, source.info.name);
  put_text_cut(ui, ui.fonts.sans, 13, {x, at.y + ui.px(21)}, right - x, ui.colors.dim, source.info.description);
}

}  // namespace tcviz
