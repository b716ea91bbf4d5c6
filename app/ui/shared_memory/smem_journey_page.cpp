// The journey of an element: the choice of a kernel, an element and a hop.
#include <algorithm>
#include <array>

#include "app/session/shared_memory/smem_journey.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/hop_actions.hpp"
#include "app/ui/kit/flat_scene.hpp"
#include "app/ui/kit/segments.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr std::array<Segment, 3> matrix_rows = {{{"A", "A", "An element of A, m x k"},
                                                 {"B", "B", "An element of B, k x n"},
                                                 {"C", "C", "An element of C and D, m x n"}}};
constexpr std::string_view matrices = "ABC";

}  // namespace

void JourneyCanvas::draw(const Ui& ui, const SmemView& view, const Rect& room) {
  if (view.way() == nullptr)
    return put_text_wrapped(ui, ui.fonts.sans, 14, {room.x + ui.px(6), room.y + ui.px(20)}, room.w - ui.px(20),
                            ui.colors.warn, view.way_problem());
  const float scroll_bar = ImGui::GetStyle().ScrollbarSize;
  const SmemInputs inputs{room.w, 0, ui.scale, ui.document.theme, ui.document.palette, view.version()};
  if (inputs != inputs_) {
    JourneyView picture;
    picture.journey = view.way();
    picture.theme = ui.document.theme;
    picture.palette = ui.document.palette;
    picture.width = (room.w - scroll_bar) / ui.scale;
    picture.chosen = view.hop();
    scene_ = build_journey_scene(picture);
  }
  inputs_ = inputs;
  ImGui::SetCursorScreenPos({room.x, room.y});
  if (ImGui::BeginChild("##cards", {room.w, room.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_flat_scene(ui, scene_.scene, at);
    press(ui, view, at);
    follow(view.hop(), room.h, ui);
  }
  ImGui::EndChild();
}

// Scrolls to another hop, as soon as the room for scrolling is known.
void JourneyCanvas::follow(int hop, float room, const Ui& ui) {
  const bool unknown = scene_.scene.height * ui.scale > room && ImGui::GetScrollMaxY() <= 0;
  if (hop == hop_ || unknown) return;
  hop_ = hop;
  const Rect& card = scene_.cards[static_cast<std::size_t>(hop)];
  const float top = card.y * ui.scale, bottom = (card.y + card.h) * ui.scale, now = ImGui::GetScrollY();
  if (bottom > now + room) ImGui::SetScrollY(bottom - room + ui.px(8));
  if (top < now) ImGui::SetScrollY(top - ui.px(8));
}

void JourneyCanvas::press(const Ui& ui, const SmemView& view, ImVec2 at) const {
  ImGui::InvisibleButton(
      "##journey", {std::max(1.0F, scene_.scene.width * ui.scale), std::max(1.0F, scene_.scene.height * ui.scale)});
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (std::size_t hop = 0; hop < scene_.cards.size(); ++hop) {
    if (!scene_.cards[hop].contains((mouse.x - at.x) / ui.scale, (mouse.y - at.y) / ui.scale)) continue;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      for (Action& action : open_hop(view.way()->hops[hop].view)) ui.push(std::move(action));
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      SmemJourney journey = view.look().journey;
      journey.hop = static_cast<int>(hop);
      ui.push(SmemAction(SetSmemJourney{journey}));
    }
  }
}

void SmemPanel::draw_journey_page(const Ui& ui) {
  SmemJourney journey = ui.document.task<SmemState>().journey;
  const auto take = [](const std::optional<std::uint64_t>& typed, std::int64_t& into) {
    if (typed) into = static_cast<std::int64_t>(*typed);
  };
  heading(ui, "Kernel");
  if (begin_choice(ui, "##preset", journey_presets()[journey.preset].name.data(), ui.px(140), ImGuiComboFlags_None)) {
    for (std::size_t n = 0; n < journey_presets().size(); ++n) {
      if (ImGui::Selectable(journey_presets()[n].name.data(), n == journey.preset)) journey.preset = n;
      explain(ui, journey_presets()[n].about.data());
    }
    ImGui::EndCombo();
  }
  const float field = ui.px(66);
  const auto number = [&](NumberField& of, const char* name, const char* id, std::int64_t& value) {
    ImGui::AlignTextToFramePadding();
    label(ui, ui.colors.dim, name);
    ImGui::SameLine(0, ui.px(5));
    take(of.draw(ui, id, static_cast<std::uint64_t>(value), field, {false, largest_product_side}), value);
  };
  number(m_, "m", "##m", journey.sizes.m);
  ImGui::SameLine(0, ui.px(8));
  number(product_n_, "n", "##product_n", journey.sizes.n);
  ImGui::SameLine(0, ui.px(8));
  number(k_, "k", "##k", journey.sizes.k);
  ImGui::Dummy({0, ui.px(2)});
  heading(ui, "Element");
  std::array<Segment, 3> rows = matrix_rows;
  rows.at(std::min<std::size_t>(matrices.find(journey.element.matrix), 2)).chosen = true;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (const auto n = draw_segments(ui, at, rows, false)) journey.element.matrix = matrices[*n];
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(segments_height + 4)});
  number(hop_row_, "row", "##hop_row", journey.element.row);
  ImGui::SameLine(0, ui.px(8));
  number(hop_col_, "column", "##hop_col", journey.element.col);
  if (journey != ui.document.task<SmemState>().journey) ui.push(SmemAction(SetSmemJourney{journey}));
  rule(ui);
  draw_hop(ui);
}

void SmemPanel::draw_hop(const Ui& ui) const {
  if (view_.way() == nullptr) return;
  const Hop& hop = view_.way()->hops[static_cast<std::size_t>(view_.hop())];
  heading(ui, hop.stage.c_str());
  wrapped(ui, ui.colors.text, hop.place);
  if (!hop.formula.empty()) wrapped(ui, ui.colors.dim, hop.formula, 12.5F);
  for (const auto& [name, value] : hop.numbers) wrapped(ui, ui.colors.dim, name + " = " + std::to_string(value), 12.5F);
  ImGui::Dummy({0, ui.px(2)});
  const std::string_view opens = hop_opens(hop.view);
  const std::string& command = view_.hop_in_terminal();
  if (!opens.empty() && ImGui::Button(opens.data())) open_chosen_hop(ui);
  if (!opens.empty() && !command.empty()) ImGui::SameLine(0, ui.px(8));
  if (!command.empty() && ImGui::Button("Copy its command")) ImGui::SetClipboardText(command.c_str());
  if (!command.empty()) explain(ui, command.c_str());
}

void SmemPanel::step_hop(const Ui& ui, int steps) const {
  if (view_.way() == nullptr) return;
  SmemJourney journey = view_.look().journey;
  journey.hop = std::clamp(view_.hop() + steps, 0, static_cast<int>(view_.way()->hops.size()) - 1);
  ui.push(SmemAction(SetSmemJourney{journey}));
}

void SmemPanel::open_chosen_hop(const Ui& ui) const {
  if (view_.way() == nullptr) return;
  const Hop& hop = view_.way()->hops[static_cast<std::size_t>(view_.hop())];
  for (Action& action : open_hop(hop.view)) ui.push(std::move(action));
}

}  // namespace tcviz::inline app_ui
