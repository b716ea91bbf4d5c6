#include "app/ui/compare_bar.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/ui/differences.hpp"
#include "app/ui/kind_entry.hpp"

namespace tcviz {
namespace {

// Points.
constexpr float gap = 8, least_list = 96, most_source = 170, most_kind = 232, rows_shown = 12;

float text_width(const Ui& ui, std::string_view text) { return text_size(ui, ui.fonts.sans, 13, text).x; }
float button_width(const Ui& ui, std::string_view text) {
  return text_width(ui, text) + 2 * ImGui::GetStyle().FramePadding.x;
}

// In the words of a person: what the other side is where nothing was chosen.
const char* kind_shown(const Document& d) { return d.other_kind.empty() ? "the same kind" : d.other_kind.c_str(); }

}  // namespace

void CompareBar::draw(const Ui& ui, const ShownLayouts& shown, bool layouts_changed) {
  if (layouts_changed) {
    count_ = shown.empty() ? 0 : static_cast<int>(differences(*shown.layouts()[0], *shown.layouts()[1]).size());
    count_text_ = count_ == 0 ? "no difference" : fmt::format("{} {}", count_, count_ == 1 ? "differs" : "differ");
  }
  ImGui::PushFont(ui.fonts.sans, 13);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(4)});
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float walk = shown.empty() ? 0
                                   : text_width(ui, count_text_) + button_width(ui, "Previous") +
                                         button_width(ui, "Next") + ui.px(3 * gap);  // with a gap before each
  const float fixed = text_width(ui, "with") + button_width(ui, "Swap") + ui.px(5 * gap);
  const float room = ImGui::GetContentRegionAvail().x - fixed - walk;
  const bool walk_fits = room >= 2 * ui.px(least_list);
  const float lists = walk_fits ? room : room + walk;
  const float source = std::clamp(lists * 0.42F, ui.px(least_list * 0.6F), ui.px(most_source));
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, "with");
  ImGui::SameLine(0, ui.px(gap));
  draw_source(ui, source);
  ImGui::SameLine(0, ui.px(gap));
  draw_kind(ui, std::clamp(lists - source, ui.px(least_list * 0.6F), ui.px(most_kind)));
  ImGui::SameLine(0, ui.px(gap));
  if (ImGui::Button("Swap")) ui.push(SwapSides{});
  ImGui::SetItemTooltip("Left and right change places (X)");
  if (walk_fits && !shown.empty()) draw_walk(ui, right - walk + ui.px(gap));
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::Dummy({0, ui.px(1)});
}

void CompareBar::draw_source(const Ui& ui, float width) const {
  const Document& d = ui.document;
  const char* shown = d.source_of(1).info.name.c_str();
  if (!begin_choice(ui, "##other_source", shown, width, ImGuiComboFlags_HeightLarge)) {
    return ImGui::SetItemTooltip("The source of the right side");
  }
  for (std::size_t s = 0; s < d.sources.size(); ++s) {
    const bool chosen = s == d.other_source.value_or(d.source);
    if (ImGui::Selectable(d.sources[s].info.name.c_str(), chosen)) ui.push(CompareWith{s, d.other_kind});
    ImGui::SetItemTooltip("%s", d.sources[s].info.description.c_str());
  }
  ImGui::EndCombo();
}

void CompareBar::draw_kind(const Ui& ui, float width) {
  const Document& d = ui.document;
  if (!begin_choice(ui, "##other_kind", kind_shown(d), width, ImGuiComboFlags_HeightLargest)) {
    return ImGui::SetItemTooltip("The kind of the right side");
  }
  if (ImGui::IsWindowAppearing()) {
    search_[0] = '\0';
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(ui.px(most_kind));
  ImGui::InputTextWithHint("##search", "Search: acc f32", search_.data(), search_.size());
  if (ImGui::BeginChild("##kinds", {ui.px(most_kind), rows_shown * ImGui::GetTextLineHeightWithSpacing()})) {
    const std::string_view search = search_.data();
    std::string chosen;
    bool picked = search.empty() && ImGui::Selectable("the same kind", d.other_kind.empty());
    for (const KindEntry& entry : d.kinds) {
      if (!matches(entry, search)) continue;
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
  ImGui::SameLine(0, ui.px(gap));
  if (ImGui::Button("Previous")) ui.push(StepDifference{-1});
  ImGui::SetItemTooltip("Pin the difference before (Shift+N)");
  ImGui::SameLine(0, ui.px(gap));
  if (ImGui::Button("Next")) ui.push(StepDifference{1});
  ImGui::SetItemTooltip("Pin the next difference (N)");
  ImGui::EndDisabled();
}

}  // namespace tcviz
