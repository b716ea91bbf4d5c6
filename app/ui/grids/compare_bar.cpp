#include "app/ui/grids/compare_bar.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/scene/grid/words.hpp"
#include "app/session/base/differences.hpp"
#include "app/session/base/kind_entry.hpp"
#include "app/session/whole/action.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float compare_bar_gap = 8, least_list = 96, most_source = 170, most_kind = 232, rows_shown = 12;
constexpr const char* only_words = "only differences";

float text_width(const Ui& ui, std::string_view text) { return text_size(ui, ui.fonts.sans, 13, text).x; }
float button_width(const Ui& ui, std::string_view text) {
  return text_width(ui, text) + 2 * ImGui::GetStyle().FramePadding.x;
}

// Returns the kind of the other side; "the same kind" if none was chosen.
const char* kind_shown(const Document& d) { return d.other_kind.empty() ? "the same kind" : d.other_kind.c_str(); }

}  // namespace

void CompareBar::draw(const Ui& ui, const ShownLayouts& shown, bool layouts_changed) {
  if (layouts_changed) {
    count_ = shown.empty() ? 0 : static_cast<int>(differences(*shown.layouts()[0], *shown.layouts()[1]).size());
    count_text_ = count_ == 0 ? "no difference" : fmt::format("{} {}", count_, count_ == 1 ? "differs" : "differ");
  }
  if (layouts_changed) {
    for (int side = 0; side < 2; ++side) {
      const auto at = static_cast<std::size_t>(side);
      names_[at] = title_of(ui.document.sources[ui.document.chosen_of(side)]);
    }
  }
  ImGui::PushFont(ui.fonts.sans, 13);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(4)});
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, gap = ui.px(compare_bar_gap);
  const float walk =
      shown.empty() ? 0
                    : text_width(ui, count_text_) + button_width(ui, "Previous") + button_width(ui, "Next") + 3 * gap;
  const float only = text_width(ui, only_words) + ImGui::GetFrameHeight() + 2 * gap;
  const float fixed = text_width(ui, "with") + button_width(ui, "Swap") + 6 * gap;
  const float room = ImGui::GetContentRegionAvail().x - fixed;
  const bool walk_fits = room - walk >= 3 * ui.px(least_list), only_fits = room - walk - only >= 3 * ui.px(least_list);
  const float lists = room - (walk_fits ? walk : 0) - (only_fits ? only : 0);
  const float source = std::clamp(lists * 0.3F, ui.px(least_list * 0.6F), ui.px(most_source));
  draw_source(ui, 0, source);
  ImGui::SameLine(0, gap);
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, "with");
  ImGui::SameLine(0, gap);
  draw_source(ui, 1, source);
  ImGui::SameLine(0, gap);
  draw_kind(ui, std::clamp(lists - 2 * source, ui.px(least_list * 0.6F), ui.px(most_kind)));
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Swap")) ui.push(SwapSides{});
  explain(ui, "Swaps left and right (X); hold B to show both in one place, in turns");
  if (only_fits) draw_only(ui);
  if (walk_fits && !shown.empty()) draw_walk(ui, right - walk + gap);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::Dummy({0, ui.px(1)});
}

void CompareBar::draw_only(const Ui& ui) const {
  ImGui::SameLine(0, 2 * ui.px(compare_bar_gap));
  bool only = ui.document.only_differences;
  if (ImGui::Checkbox(only_words, &only)) ui.push(SetOnlyDifferences{only});
  explain(ui, "Cells that agree are dimmed (D)");
}

// Draws the list of the top bar for either side.
void CompareBar::draw_source(const Ui& ui, int side, float width) {
  const auto at = static_cast<std::size_t>(side);
  const ImVec2 low = ImGui::GetCursorScreenPos(), size(width, ImGui::GetFrameHeight());
  ImGui::PushID(side);
  const bool asked = side == 1 && lists_served_ != ui.document.other_source_lists;
  if (asked) lists_served_ = ui.document.other_source_lists;
  if (ImGui::Button("##source", size) || asked) lists_[at].open();
  explain(ui, side == 0 ? "The source of the left side (Ctrl+L)" : "The source of the right side (R)");
  lists_[at].draw(ui, {low.x + std::max(width, ui.px(480)), low.y + size.y + ui.px(4)});
  ImGui::PopID();
  put_text_cut(ui, ui.fonts.sans, 13, {low.x + ui.px(8), low.y + ui.px(4)}, width - ui.px(30), ui.colors.text,
               names_[at]);
  put_chevron(ui, {low.x + width - ui.px(12), low.y + size.y / 2}, true, ui.colors.dim);
}

void CompareBar::draw_kind(const Ui& ui, float width) {
  const Document& d = ui.document;
  if (!begin_choice(ui, "##other_kind", kind_shown(d), width, ImGuiComboFlags_HeightLargest)) {
    return explain(ui, "The kind of the right side");
  }
  const bool appears = ImGui::IsWindowAppearing();
  if (appears) {
    search_[0] = '\0';
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(ui.px(most_kind));
  const bool edited = ImGui::InputTextWithHint("##search", "Search: acc f32", search_.data(), search_.size(),
                                               ImGuiInputTextFlags_AutoSelectAll);
  if (appears || edited) found_ = build_rows(d.kinds, search_.data(), {});
  if (!found_.missing.empty()) wrapped(ui, ui.colors.warn, found_.missing);
  if (found_.guessed) label(ui, ui.colors.warn, "No exact match; similar:");
  if (ImGui::BeginChild("##kinds", {ui.px(most_kind), rows_shown * ImGui::GetTextLineHeightWithSpacing()})) {
    const std::string_view search = search_.data();
    std::string chosen;
    bool picked = search.empty() && ImGui::Selectable("the same kind", d.other_kind.empty());
    for (const KindRow& row : found_.rows) {
      if (row.type != RowType::Kind) continue;
      const KindEntry& entry = d.kinds[row.entry];
      if (!ImGui::Selectable(entry.id.c_str(), entry.id == d.other_kind)) continue;
      picked = true;
      chosen = entry.id;
    }
    if (picked) {
      ui.push(CompareWith{d.other_source, chosen});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::EndChild();
  ImGui::EndCombo();
}

void CompareBar::draw_walk(const Ui& ui, float x) const {
  ImGui::SameLine();
  ImGui::SetCursorScreenPos({x, ImGui::GetCursorScreenPos().y});
  ImGui::AlignTextToFramePadding();
  label(ui, count_ == 0 ? ui.colors.good : ui.colors.warn, count_text_);
  ImGui::BeginDisabled(count_ == 0);
  ImGui::SameLine(0, ui.px(compare_bar_gap));
  if (ImGui::Button("Previous")) ui.push(StepDifference{-1});
  explain(ui, "Pin the previous difference (Shift+N)");
  ImGui::SameLine(0, ui.px(compare_bar_gap));
  if (ImGui::Button("Next")) ui.push(StepDifference{1});
  explain(ui, "Pin the next difference (N)");
  ImGui::EndDisabled();
}

}  // namespace tcviz::inline app_ui
