#include "app/ui/shared_memory/smem_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/shared_memory/smem_figure.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/views.hpp"
#include "app/ui/kit/buttons.hpp"
#include "app/ui/kit/segments.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float smem_side = 288, smem_head = 32, smem_words = 20, smem_gap = 12;

struct SmemPageRow {
  SmemPage page;
  const char *name, *short_name, *tip;
  const char *figure, *about_figure;  // words of its figure's dialog
};
constexpr const char* about_grids = "All of its lines and elements, to a file: .svg, .png, .pdf or .tex (TikZ).";
constexpr std::array<SmemPageRow, smem_pages> smem_page_rows = {
    {{SmemPage::Image, "Image", "Image", "Where the elements of a tile lie", "Figure of this image###smem_figure",
      about_grids},
     {SmemPage::Descriptor, "Descriptor", "Desc.", "The 64 bits that name it, and what one instruction reads",
      "Figure of this image###smem_figure", about_grids},
     {SmemPage::Banks, "Banks", "Banks", "What an access of a warp costs", "Figure of this access###smem_figure",
      "Its lanes and the banks that they touch, to a file: .svg, .png, .pdf or .tex (TikZ)."},
     {SmemPage::Journey, "Journey", "Way", "The path of one element through a kernel",
      "Figure of this journey###smem_figure", "All of its hops, to a file: .svg, .png, .pdf or .tex (TikZ)."}}};
constexpr std::array<Segment, 3> smem_grid_rows = {{{"Both", "Both", "Lines of memory and elements"},
                                                    {"Lines", "Lines", "Lines of 128 bytes alone"},
                                                    {"Elements", "Elem.", "Elements alone"}}};
constexpr std::array<Segment, 3> smem_color_rows = {
    {{"k", "k", "Coloured by k"}, {"row", "row", "Coloured by row"}, {"bank", "bank", "Coloured by bank"}}};
constexpr std::array<Segment, 2> smem_detail_rows = {
    {{"16 bytes", "16 B", "A cell for each 16 bytes, which no swizzle divides"},
     {"elements", "el.", "A cell for each element"}}};

// Draws a row of choices.
template <std::size_t Count>
std::optional<std::size_t> smem_choice(const Ui& ui, const char* id, ImVec2 at, std::array<Segment, Count> rows,
                                       std::size_t now, bool narrow) {
  rows.at(now).chosen = true;
  ImGui::PushID(id);
  const auto pressed = draw_segments(ui, at, rows, narrow);
  ImGui::PopID();
  return pressed;
}

}  // namespace

void SmemPanel::draw(const Ui& ui) {
  subject_ = {};
  if (begin_panel(ui, "Shared memory###smem")) draw_inside(ui);
  end_panel();
  draw_figure_dialog(ui);
}

void SmemPanel::draw_inside(const Ui& ui) {
  view_.prepare(ui.document.task<SmemState>());
  draw_head(ui);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float side = std::min(ui.px(smem_side), std::round(room.x * 0.45F));
  subject_ = {at.x, at.y, room.x - side - ui.px(smem_gap), room.y};
  const float words = draw_words(ui, subject_);
  const Rect room_below{subject_.x, subject_.y + words, subject_.w, subject_.h - words};
  if (room_below.w > ui.px(40) && room_below.h > ui.px(40)) {
    if (view_.look().page == SmemPage::Journey)
      cards_.draw(ui, view_, room_below);
    else
      canvas_.draw(ui, view_, room_below);
  }
  ImGui::SetCursorScreenPos({at.x + subject_.w + ui.px(smem_gap), at.y});
  if (ImGui::BeginChild("##page", {side, room.y})) {
    if (view_.look().page == SmemPage::Image) draw_image_page(ui);
    if (view_.look().page == SmemPage::Descriptor) draw_descriptor_page(ui);
    if (view_.look().page == SmemPage::Banks) draw_banks_page(ui);
    if (view_.look().page == SmemPage::Journey) draw_journey_page(ui);
  }
  ImGui::EndChild();
  covered_ = open_dialog(ui.document) != nullptr;
  if (!covered_) press_keys(ui);
}

// Draws pages at the left and the look of the grids at the right, as far as there is room.
void SmemPanel::draw_head(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  std::array<Segment, smem_pages> pages;
  for (std::size_t n = 0; n < pages.size(); ++n)
    pages[n] = {smem_page_rows[n].name, smem_page_rows[n].short_name, smem_page_rows[n].tip, false};
  const auto now = static_cast<std::size_t>(view_.look().page);
  if (const auto pressed = smem_choice(ui, "pages", at, pages, now, false))
    ui.push(SmemAction(SetSmemPage{smem_page_rows[*pressed].page}));
  const float x = at.x + segments_width(ui, pages, false) + ui.px(16);
  draw_choices(ui, {x, at.y}, right);
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(smem_head)});
}

void SmemPanel::draw_choices(const Ui& ui, ImVec2 at, float right) const {
  const SmemLook& look = view_.look();
  const float gap = ui.px(10), grids = segments_width(ui, smem_grid_rows, true),
              colors = segments_width(ui, smem_color_rows, true), details = segments_width(ui, smem_detail_rows, true);
  float x = right - colors;
  const bool grids_alone = look.page != SmemPage::Banks && look.page != SmemPage::Journey;  // these have own colours
  if (x < at.x || !grids_alone) return;
  if (const auto n = smem_choice(ui, "color", {x, at.y}, smem_color_rows, static_cast<std::size_t>(look.color), true))
    ui.push(SmemAction(SetSmemColor{static_cast<SmemColor>(*n)}));
  x -= gap + details;
  if (x < at.x) return;
  if (const auto n = smem_choice(ui, "detail", {x, at.y}, smem_detail_rows, look.every_element ? 1 : 0, true))
    ui.push(SmemAction(SetSmemDetail{*n == 1}));
  x -= gap + grids;
  if (x < at.x) return;
  if (const auto n = smem_choice(ui, "grids", {x, at.y}, smem_grid_rows, static_cast<std::size_t>(look.grids), true))
    ui.push(SmemAction(SetSmemGrids{static_cast<SmemGrids>(*n)}));
}

// Draws "smem.128b.k.b16   64 x 64 · ...        asked of an NVIDIA H200", on two lines if one is too short. Returns the
// height.
float SmemPanel::draw_words(const Ui& ui, const Rect& room) const {
  const float y = room.y + ui.px(1), right = room.x + room.w, left = room.x + ui.px(4);
  float x = left;
  const bool banks_alone = view_.look().page == SmemPage::Banks && !view_.look().access.of_image;
  if (!banks_alone && !view_.id().empty()) {
    put_text_cut(ui, ui.fonts.mono, 13.5F, {x, y}, right - x, ui.colors.accent, view_.id());
    x += text_size(ui, ui.fonts.mono, 13.5F, view_.id()).x + ui.px(12);
  }
  const float known = text_size(ui, ui.fonts.sans, 12.5F, view_.provenance()).x;
  const bool both = x + text_size(ui, ui.fonts.sans, 12.5F, view_.about()).x + known + ui.px(30) < right;
  put_text_cut(ui, ui.fonts.sans, 12.5F, {x, y + ui.px(1)}, right - x, ui.colors.text, view_.about());
  if (both) {
    put_text(ui, ui.fonts.sans, 12.5F, {right - known - ui.px(4), y + ui.px(1)}, ui.colors.dim, view_.provenance());
    return ui.px(smem_words);
  }
  put_text_cut(ui, ui.fonts.sans, 12.5F, {left, y + ui.px(smem_words - 2)}, right - left, ui.colors.dim,
               view_.provenance());
  return ui.px(2 * smem_words - 2);
}

// Moves the chosen element on arrows, frees it on Escape, which then leaves; letters choose the look.
void SmemPanel::press_keys(const Ui& ui) const {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  const SmemState& state = ui.document.task<SmemState>();
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    if (ui.document.tour_step || ui.document.full_screen) return;
    if (state.chosen) return ui.push(SmemAction(ChooseSmem{}));
    return ui.push(ShowWorkspace{Workspace::SharedMemory, false});
  }
  if (io.NavVisible || io.KeyCtrl) return;
  const ImGuiID owner = ImGui::GetID("##keys");
  const auto pressed = [&](ImGuiKey key) {
    ImGui::SetKeyOwner(key, owner);
    return ImGui::IsKeyPressed(key, true);
  };
  if (state.page == SmemPage::Journey) {
    if (pressed(ImGuiKey_UpArrow)) step_hop(ui, -1);
    if (pressed(ImGuiKey_DownArrow)) step_hop(ui, 1);
    if (pressed(ImGuiKey_Enter)) open_chosen_hop(ui);
    return;
  }
  if (pressed(ImGuiKey_LeftArrow)) ui.push(SmemAction(MoveSmem{0, -1}));
  if (pressed(ImGuiKey_RightArrow)) ui.push(SmemAction(MoveSmem{0, 1}));
  if (pressed(ImGuiKey_UpArrow)) ui.push(SmemAction(MoveSmem{-1, 0}));
  if (pressed(ImGuiKey_DownArrow)) ui.push(SmemAction(MoveSmem{1, 0}));
}

// Draws the dialog of the figure; the suffix of the path is the format.
void SmemPanel::draw_figure_dialog(const Ui& ui) {
  const SmemState& state = ui.document.task<SmemState>();
  const auto words = [&] {
    const SmemPageRow& page = smem_page_rows[static_cast<std::size_t>(state.page)];
    return PathDialogWords{page.figure, page.about_figure, default_smem_path(state)};
  };
  figure_.draw(ui, words, state.figure_path,
               [&](std::string path) { ui.push(SmemAction(SetSmemFigurePath{std::move(path)})); });
}

}  // namespace tcviz::inline app_ui
