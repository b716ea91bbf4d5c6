#include "app/ui/window/tour.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/card.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float tour_card_width = 330, tour_card_height = 190;  // points; the height is a guess that places the card

struct Step {
  const char* window;  // null: the chosen source in the top bar; empty: the chosen kind there
  std::string_view title, text;
};
constexpr std::array<Step, tour_steps> steps = {{
    {"", "Choose a fragment",
     "A tensor core multiplies small matrices that are spread over the threads of a warp. The list behind this "
     "button has every such fragment. Type part of its name, such as acc float 16, or walk with the arrow keys."},
    {"###grids", "See who holds what",
     "Each cell is an element of the matrix. On the left its number is the thread that holds it; on the right it is "
     "the place in that thread's registers. Point at a cell: all that this thread holds lights up. The wheel zooms."},
    {"###inspector", "Ask about one element",
     "Here stand the owners of the element that you point at or pin, its register and bits, and how all this was "
     "established."},
    {nullptr, "Know where it comes from",
     "Layouts differ between GPUs. The source of what you see stands here, with its date and driver. Choose another: "
     "a GPU of this machine is probed, the others are recordings, compiled code and publications."},
    {"###grids", "One element, explained", ""},
}};

std::optional<Box> target_of(const Step& step, const Box& kind, const Box& source) {
  if (step.window == nullptr) return source;
  if (*step.window == '\0') return kind;
  const ImGuiWindow* window = ImGui::FindWindowByName(step.window);
  if (window == nullptr || !window->WasActive || window->Hidden) return std::nullopt;
  return Box{window->Pos, {window->Pos.x + window->Size.x, window->Pos.y + window->Size.y}};
}

std::string owners_in_words(const Layout& layout, const Pick& pick) {
  const std::vector<Slot> owners = layout.owners(pick.element);
  if (owners.size() == 1) return "No other thread holds it.";
  return fmt::format("It is held {} times over, so that every thread has at hand what it multiplies.", owners.size());
}

}  // namespace

std::optional<Pick> pick_to_explain(const Document& d) {
  const Layout* layout = d.layout();
  if (layout == nullptr) return std::nullopt;
  const int first = std::min(7, layout->threads() - 1);
  for (int tid = first; tid < layout->threads() + first; ++tid) {
    const Slot slot{tid % layout->threads(), std::min(2, layout->values() - 1)};
    if (const auto element = layout->element(slot)) return Pick{*element, slot};
  }
  return std::nullopt;
}

std::string explain_pick(const Document& d) {
  const Layout* layout = d.layout();
  if (layout == nullptr || !d.pin || d.pin->layout != 0) {
    return "Nothing is on screen to explain: choose a source that knows this kind, then click any cell.";
  }
  const Pick& p = *d.pin;
  return fmt::format(
      "Element ({}, {}) of {} is x[{}] of thread {}, in {} of the fragment. {} The outlined cells are all {} values "
      "of thread {}. Arrow keys walk from here; Esc lets go.",
      p.element.row, p.element.col, d.kind, p.slot.i, p.slot.tid, describe(layout->register_of(p.slot.i)),
      owners_in_words(*layout, p), layout->values(), p.slot.tid);
}

void Tour::enter(const Ui& ui, int step) {
  if (step == 2 && !ui.document.pin) ui.push(SetPin{pick_to_explain(ui.document)});  // which opens the inspector
  if (step != tour_steps - 1) return;
  if (ui.document.view != ViewMode::Grids) ui.push(SetViewMode{ViewMode::Grids});
  ui.push(SetPin{pick_to_explain(ui.document)});
}

void Tour::draw(const Ui& ui, const Box& kind, const Box& source) {
  if (!ui.document.tour_step || ui.document.full_screen) {
    entered_ = -1;
    return;
  }
  const int step = std::clamp(*ui.document.tour_step, 0, tour_steps - 1);
  if (explained_.empty() || pick_ != ui.document.pin || layout_ != ui.document.layout()) {
    pick_ = ui.document.pin;
    layout_ = ui.document.layout();
    explained_ = explain_pick(ui.document);
  }
  const ImGuiViewport& view = *ImGui::GetMainViewport();
  const Box whole{view.Pos, {view.Pos.x + view.Size.x, view.Pos.y + view.Size.y}};
  const std::optional<Box> target = target_of(steps[static_cast<std::size_t>(step)], kind, source);
  const float wide = std::min(ui.px(tour_card_width), view.Size.x - ui.px(30));
  const ImGuiWindow* old = ImGui::FindWindowByName("###tour");
  const float high = old != nullptr && old->Size.y > ui.px(60) ? old->Size.y : ui.px(tour_card_height);
  // The keys go to the card, except the last one: from there the arrows walk on.
  const bool fresh = std::exchange(entered_, step) != step;
  if (fresh) enter(ui, step);
  if (fresh && step + 1 < tour_steps) ImGui::SetNextWindowFocus();
  if (fresh && step + 1 == tour_steps) ImGui::SetWindowFocus("###grids");
  if (target) outline_target(ui, *target);
  ImGui::SetNextWindowPos(place_card(ui, target.value_or(whole), {wide, high}));
  ImGui::SetNextWindowSize({wide, 0});
  draw_card(ui, step);
}

void Tour::draw_card(const Ui& ui, int step) {
  const Step& row = steps[static_cast<std::size_t>(step)];
  begin_card(ui, "###tour");
  const bool last = step == tour_steps - 1;
  heading(ui, row.title);
  ImGui::SameLine();
  const std::array<char, 6> count = {static_cast<char>('1' + step), ' ', '/', ' ', '5', 0};
  const float right = ImGui::GetWindowSize().x - ui.px(16) - text_size(ui, ui.fonts.sans, 13, count.data()).x;
  ImGui::SetCursorPosX(right);
  label(ui, ui.colors.dim, count.data());
  ImGui::Dummy({0, ui.px(2)});
  wrapped(ui, ui.colors.text, last ? std::string_view(explained_) : row.text, 14);
  ImGui::Dummy({0, ui.px(6)});
  const auto pressed = [](ImGuiKey key) { return ImGui::IsWindowFocused() && ImGui::IsKeyPressed(key, false); };
  const bool go_on = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_Space) || pressed(ImGuiKey_RightArrow);
  if (ImGui::Button(last ? "Done" : "Next") || go_on) ui.push(SetTour{last ? std::nullopt : std::optional(step + 1)});
  explain(ui, last ? "Ends the tour; the element stays pinned." : "The next card.", last ? "Esc" : "Enter");
  ImGui::SameLine();
  ImGui::BeginDisabled(step == 0);
  const bool back = step > 0 && pressed(ImGuiKey_LeftArrow);
  if (ImGui::Button("Back") || back) ui.push(SetTour{step - 1});
  ImGui::EndDisabled();
  if (!last) {
    ImGui::SameLine();
    if (ImGui::Button("Skip the tour")) ui.push(SetTour{std::nullopt});
    explain(ui, "The Help menu shows it again.", "Esc");
  }
  ImGui::End();
}

}  // namespace tcviz::inline app_ui
