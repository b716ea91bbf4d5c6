#include "app/ui/xray/live_pane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/flat_scene.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float live_line = 18, live_pad = 6;  // points

std::string words_of_cell(const LiveRun& run, Element element) {
  const LiveCell& cell = run.grid.cells[static_cast<std::size_t>(element.row * run.grid.cols + element.col)];
  for (const LiveWrong& wrong : run.wrong)
    if (wrong.element == element) return describe_wrong(wrong);
  std::string text = fmt::format("({}, {}) is held by thread {}", element.row, element.col, cell.tid);
  text += cell.found.empty() ? ", which did not reach TCVIZ" : fmt::format(": {}", cell.found);
  return run.grid.has_expected && !cell.expected.empty() ? text + fmt::format(", expected {}", cell.expected) : text;
}

}  // namespace

void LivePane::prepare(const LiveLook& live) {
  if (said_of_ == live.run) return;
  said_of_ = live.run;
  verdict_.clear(), first_.clear(), takes_.clear();
  if (live.run == nullptr) return;
  verdict_ = fmt::format("{} · layout of {}", describe_live(*live.run), live.run->source);
  if (!live.run->wrong.empty()) first_ = "First: " + describe_wrong(live.run->wrong.front());
  for (std::size_t n = 0; n < live.run->takes.size(); ++n)
    takes_.push_back(describe_take(live.run->takes[n], static_cast<int>(n)));
}

void LivePane::draw(const Ui& ui) {
  const LiveLook& live = *ui.document.task<XrayState>().live;
  prepare(live);
  draw_head(ui, live);
  draw_verdict(ui, live);
  if (live.run == nullptr) return;
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const auto lines = static_cast<float>(1 + std::min<std::size_t>(live.run->hints.size(), 2));
  const float below = ui.px(live_line * lines + 4);
  if (room.y < below + ui.px(40)) return;
  draw_grids(ui, live, {room.x, room.y - below});
  say(ui, live, {at.x, at.y + room.y - below + ui.px(4)}, room.x);
}

void LivePane::draw_head(const Ui& ui, const LiveLook& live) {
  if (ImGui::Button("Open")) ui.push(WindowAction(ShowOpenFile{}));
  explain(ui, "Another file; or drop it on the window.", "Ctrl+O");
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::Button("Close###close_live")) ui.push(XrayAction(CloseLive{}));
  explain(ui, "Back to the kernel.", "Esc");
  ImGui::SameLine(0, ui.px(10));
  ImGui::AlignTextToFramePadding();
  mono(ui, ui.colors.accent, live.name);
  ImGui::SameLine(0, ui.px(10));
  draw_takes(ui, live, ImGui::GetContentRegionAvail().x - ui.px(2));
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, "expected");
  ImGui::SameLine(0, ui.px(8));
  const float width = ImGui::GetContentRegionAvail().x - ui.px(2);
  if (expect_.draw(ui, "##expect", "row * 16 + col, or the path of a .csv or .npy", live.expect, width,
                   !live.problem.empty() && !live.expect.empty()))
    ui.push(XrayAction(ExpectLive{expect_.text()}));
}

void LivePane::draw_takes(const Ui& ui, const LiveLook& live, float width) const {
  const bool known = live.at >= 0 && live.at < static_cast<int>(takes_.size());
  const char* const shown = known ? takes_[static_cast<std::size_t>(live.at)].c_str() : "being read";
  if (!begin_choice(ui, "##takes", shown, width, ImGuiComboFlags_HeightLarge))
    return explain(ui, "What the kernel wrote, in the order of time.", "[ ]");
  for (std::size_t n = 0; n < takes_.size(); ++n) {
    ImGui::PushID(static_cast<int>(n));
    if (ImGui::Selectable(takes_[n].c_str(), static_cast<int>(n) == live.at))
      ui.push(XrayAction(ChooseLiveTake{static_cast<int>(n)}));
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

// Draws the verdict, if the registers are as expected, with a link to the first that is not.
void LivePane::draw_verdict(const Ui& ui, const LiveLook& live) const {
  if (!live.problem.empty()) return wrapped(ui, ui.colors.bad, live.problem);
  if (live.run == nullptr) return label(ui, ui.colors.dim, "The file is being read.");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool wrong = !live.run->wrong.empty(), judged = !live.run->expect.empty();
  const ImU32 color = wrong || live.run->differing > 0 ? ui.colors.bad : judged ? ui.colors.good : ui.colors.dim;
  put_dot(ui, {at.x + ui.px(6), at.y + ui.px(9)}, judged ? Dot::Full : Dot::Ring, color);
  put_text_cut(ui, ui.fonts.sans, 14, {at.x + ui.px(18), at.y}, width - ui.px(18), color, verdict_);
  ImGui::Dummy({width, ui.px(live_line + 2)});
  if (!wrong) return;
  const ImVec2 link = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##first_wrong", false, 0, {width, ui.px(live_line)})) {
    ui.push(XrayAction(ChooseLive{live.run->wrong.front().element}));
  }
  explain(ui, "Shows where it lies; N goes on to the next one.", "N");
  put_text_cut(ui, ui.fonts.sans, 13, link, width, ui.colors.accent, first_);
}

void LivePane::draw_grids(const Ui& ui, const LiveLook& live, ImVec2 size) {
  const float bar = ImGui::GetStyle().ScrollbarSize, pad = ui.px(live_pad);
  const Inputs now{live.run, std::round((size.x - bar - pad) / ui.scale), std::round((size.y - bar - pad) / ui.scale),
                   ui.document.theme, ui.document.palette};
  if (inputs_ != now) {
    inputs_ = now;
    scene_ = live_grid_scene(live.run->grid, now.theme, now.palette, now.w, now.h);
  }
  ImGui::PushStyleColor(ImGuiCol_ChildBg, IM_COL32_BLACK_TRANS);
  if (ImGui::BeginChild(
          "##live", size, ImGuiChildFlags_None,
          static_cast<int>(ImGuiWindowFlags_HorizontalScrollbar) | static_cast<int>(ImGuiWindowFlags_NoNav))) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), mouse = ImGui::GetIO().MousePos;
    ImGui::InvisibleButton("##numbers", {scene_.scene.width * ui.scale + pad, scene_.scene.height * ui.scale + pad});
    const bool here = ImGui::IsItemHovered();
    const std::optional<Element> element =
        here ? scene_.at((mouse.x - at.x) / ui.scale, (mouse.y - at.y) / ui.scale) : std::nullopt;
    if (element != live.hover) ui.push(XrayAction(HoverLive{element}));
    if (here && ImGui::IsItemClicked()) ui.push(XrayAction(ChooseLive{element}));
    draw_flat_scene(ui, scene_.scene, at);
    for (const auto& [spot, color] : {std::pair(live.hover, ui.colors.mark), std::pair(live.chosen, ui.colors.pick)})
      for (std::size_t n = 0; spot && n < scene_.grids.size(); ++n) {
        const Rect cell = scene_.cell(n, *spot);
        ImGui::GetWindowDrawList()->AddRect(
            {std::round(at.x + cell.x * ui.scale) - ui.line(), std::round(at.y + cell.y * ui.scale) - ui.line()},
            {std::round(at.x + (cell.x + cell.w) * ui.scale) + ui.line(),
             std::round(at.y + (cell.y + cell.h) * ui.scale) + ui.line()},
            color, 0, 0, 2 * ui.scale);
      }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

void LivePane::say(const Ui& ui, const LiveLook& live, ImVec2 at, float width) {
  if (cell_ != live.marked() || cell_of_ != live.run) {
    cell_ = live.marked(), cell_of_ = live.run;
    words_ = cell_ ? words_of_cell(*live.run, *cell_) : std::string();
  }
  put_text_cut(
      ui, ui.fonts.sans, 13, at, width, cell_ ? ui.colors.text : ui.colors.dim,
      cell_ ? std::string_view(words_) : "Point at a number: who holds it. Arrows: cells. N: the next wrong one.");
  for (std::size_t n = 0; n < std::min<std::size_t>(live.run->hints.size(), 2); ++n) {
    at.y += ui.px(live_line);
    put_text_cut(ui, ui.fonts.sans, 13, at, width, ui.colors.good, live.run->hints[n]);
  }
}

void LivePane::press_keys(const Ui& ui) const {
  const ImGuiIO& io = ImGui::GetIO();
  const LiveLook& live = *ui.document.task<XrayState>().live;
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    if (ui.document.tour_step || ui.document.full_screen) return;
    if (live.chosen) return ui.push(XrayAction(ChooseLive{}));
    return ui.push(XrayAction(CloseLive{}));
  }
  if (io.WantTextInput || io.NavVisible || io.KeyCtrl || io.KeyAlt) return;
  const ImGuiID owner = ImGui::GetID("##keys");
  const auto pressed = [&](ImGuiKey key) {
    ImGui::SetKeyOwner(key, owner);
    return ImGui::IsKeyPressed(key, true);
  };
  if (pressed(ImGuiKey_LeftArrow)) ui.push(XrayAction(MoveLive{0, -1}));
  if (pressed(ImGuiKey_RightArrow)) ui.push(XrayAction(MoveLive{0, 1}));
  if (pressed(ImGuiKey_UpArrow)) ui.push(XrayAction(MoveLive{-1, 0}));
  if (pressed(ImGuiKey_DownArrow)) ui.push(XrayAction(MoveLive{1, 0}));
  if (pressed(ImGuiKey_N)) ui.push(XrayAction(StepLiveWrong{io.KeyShift ? -1 : 1}));
  if (pressed(ImGuiKey_LeftBracket)) ui.push(XrayAction(ChooseLiveTake{live.at - 1}));
  if (pressed(ImGuiKey_RightBracket)) ui.push(XrayAction(ChooseLiveTake{live.at + 1}));
}

}  // namespace tcviz::inline app_ui
