#include "app/ui/grids/cell_menu.hpp"

#include <fmt/format.h>

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_ui {

std::string slot_words(const Pick& pick) { return fmt::format("T{} x[{}]", pick.slot.tid, pick.slot.i); }

std::string slot_in_c(const Pick& pick) {
  return fmt::format("if (tid == {}) x[{}] = value;  // row {}, col {}", pick.slot.tid, pick.slot.i, pick.element.row,
                     pick.element.col);
}

void CellMenu::open(const Pick& pick) {
  pick_ = pick;
  words_ = "Copy " + slot_words(pick);
  place_ = fmt::format("({}, {})", pick.element.row, pick.element.col);
  in_c_ = slot_in_c(pick);
  ImGui::OpenPopup("##cell_menu");
}

void CellMenu::draw(const Ui& ui) const {
  if (!ImGui::BeginPopup("##cell_menu")) return;
  mono(ui, ui.colors.dim, place_);
  if (ImGui::MenuItem(words_.c_str())) ImGui::SetClipboardText(words_.c_str() + std::string_view("Copy ").size());
  if (ImGui::MenuItem("Copy as C")) ImGui::SetClipboardText(in_c_.c_str());
  explain(ui, in_c_);
  const bool pinned = ui.document.pin == pick_;
  if (ImGui::MenuItem(pinned ? "Unpin" : "Pin")) ui.push(SetPin{pinned ? std::nullopt : std::optional(pick_)});
  const bool compares = ui.document.view == ViewMode::Comparison;
  if (!compares && ImGui::MenuItem("Compare here")) {
    ui.push(SetPin{pick_});
    ui.push(SetViewMode{ViewMode::Comparison});
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Figure...", "Ctrl+S")) ui.push(ShowFigure{true});
  ImGui::EndPopup();
}

}  // namespace tcviz::inline app_ui
