#include "app/ui/kinds_panel.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace tcviz {
namespace {

constexpr float row_height = 25;  // points
constexpr float legend_height = 26;

Dot dot_of(Source established) {
  if (established == Source::Probed) return Dot::Full;
  return established == Source::Compiled ? Dot::Ring : Dot::Diamond;
}

}  // namespace

void KindsPanel::draw(const Ui& ui) {
  focused_ = false;
  if (begin_panel(ui, "Kinds###kinds")) {
    focused_ = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
    if (!unchanged(ui.document)) prepare(ui.document);
    draw_title(ui);
    draw_search(ui);
    draw_rows(ui);
    draw_legend(ui);
  }
  end_panel();
}

bool KindsPanel::unchanged(const Document& d) const {
  const auto same = [](const std::shared_ptr<const Answers>& a, const SourceState& s) { return a == s.answers; };
  return inputs_.kinds == d.kinds.size() && inputs_.search == d.search && inputs_.closed == d.closed &&
         inputs_.source == d.source &&
         std::equal(inputs_.answers.begin(), inputs_.answers.end(), d.sources.begin(), d.sources.end(), same);
}

void KindsPanel::prepare(const Document& d) {
  inputs_ = {d.search, d.closed, d.source, {}, d.kinds.size()};
  for (const SourceState& source : d.sources) inputs_.answers.push_back(source.answers);
  const KindRows built = build_rows(d.kinds, d.search, d.closed);
  rows_.clear();
  for (const KindRow& row : built.rows) rows_.push_back(make_row(d, row));
  const auto all = static_cast<int>(d.kinds.size());
  count_ = built.matching == all ? fmt::format("{}", all) : fmt::format("{} of {}", built.matching, all);
}

KindsPanel::Row KindsPanel::make_row(const Document& d, const KindRow& row) const {
  const KindEntry& entry = d.kinds[row.entry];
  if (row.type != RowType::Kind) {
    return {row, std::nullopt, false, "", fmt::format("{}", row.count), heading_key(entry, row.type)};
  }
  Row result{row, std::nullopt, false, "", "", entry.id};
  const Layout* layout = d.chosen().layout(entry.id);
  if (layout != nullptr) {
    result.established = layout->provenance().source;
    if (layout->replication() > 1) result.badge = fmt::format("×{}", layout->replication());
  }
  const auto knows = [&](const SourceState& s) { return s.layout(entry.id) != nullptr; };
  result.elsewhere = layout == nullptr && (d.chosen().answers || !d.chosen().can_answer(entry.id)) &&
                     std::any_of(d.sources.begin(), d.sources.end(), knows);
  return result;
}

void KindsPanel::draw_title(const Ui& ui) {
  heading(ui, "Kinds");
  const ImVec2 size = text_size(ui, ui.fonts.sans, 13, count_);
  const ImVec2 low = ImGui::GetItemRectMin();
  const float right = low.x + ImGui::GetContentRegionAvail().x;
  put_text(ui, ui.fonts.sans, 13, {right - size.x, low.y + ui.px(1)}, ui.colors.dim, count_);
  ImGui::Dummy({0, ui.px(1)});
}

void KindsPanel::draw_search(const Ui& ui) {
  const std::string& search = ui.document.search;
  if (search.size() < search_.size() && std::strcmp(search_.data(), search.c_str()) != 0) {
    std::memcpy(search_.data(), search.c_str(), search.size() + 1);
  }
  if (focuses_served_ != ui.document.search_focuses) {
    focuses_served_ = ui.document.search_focuses;
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool edited = ImGui::InputTextWithHint("##search", "Search: acc f32", search_.data(), search_.size(),
                                               ImGuiInputTextFlags_EscapeClearsAll);
  if (edited) ui.push(SetSearch{search_.data()});
  const ImVec2 high = ImGui::GetItemRectMax(), low = ImGui::GetItemRectMin();
  if (!ImGui::IsItemActive() && high.x - low.x > ui.px(180)) {
    const ImVec2 size = text_size(ui, ui.fonts.mono, 12, "Ctrl+F");
    put_text(ui, ui.fonts.mono, 12, {high.x - size.x - ui.px(9), (low.y + high.y - size.y) / 2}, ui.colors.faint,
             "Ctrl+F");
  }
  ImGui::Dummy({0, ui.px(1)});
}

void KindsPanel::draw_rows(const Ui& ui) {
  const float height = ImGui::GetContentRegionAvail().y - ui.px(legend_height);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("##rows", {0, height})) {
    if (rows_.empty()) wrapped(ui, ui.colors.dim, "No kind has all these words. Try fewer, such as \"f16 row\".");
    const bool scroll = scrolled_to_ != ui.document.kind;
    for (const Row& row : rows_) {
      if (row.row.type != RowType::Kind) {
        draw_heading(ui, row);
        continue;
      }
      draw_kind(ui, row);
      if (!scroll || ui.document.kinds[row.row.entry].id != ui.document.kind) continue;
      scrolled_to_ = ui.document.kind;
      if (!ImGui::IsItemVisible()) ImGui::SetScrollHereY();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void KindsPanel::draw_heading(const Ui& ui, const Row& row) {
  const KindEntry& entry = ui.document.kinds[row.row.entry];
  const bool family = row.row.type == RowType::Family;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(row_height), middle = at.y + height / 2;
  ImGui::PushID(row.key.c_str());
  if (ImGui::InvisibleButton("##heading", {width, height})) ui.push(ToggleHeading{row.key});
  const bool hot = ImGui::IsItemHovered();
  ImGui::PopID();
  const ImU32 color = hot ? ui.colors.accent : family ? ui.colors.text : ui.colors.dim;
  const float x = at.x + ui.px(family ? 7 : 23);
  put_chevron(ui, {x, middle}, row.row.open, color);
  const std::string& name = family ? entry.family : entry.shape;
  const ImVec2 size = text_size(ui, ui.fonts.sans, 14, name);
  put_text(ui, ui.fonts.sans, 14, {x + ui.px(10), middle - size.y / 2}, color, name);
  const ImVec2 number = text_size(ui, ui.fonts.sans, 12, row.count);
  put_text(ui, ui.fonts.sans, 12, {at.x + width - number.x - ui.px(6), middle - number.y / 2}, ui.colors.faint,
           row.count);
}

void KindsPanel::draw_kind(const Ui& ui, const Row& row) {
  const KindEntry& entry = ui.document.kinds[row.row.entry];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(row_height), middle = at.y + height / 2;
  ImGui::PushID(row.key.c_str());
  if (ImGui::InvisibleButton("##kind", {width, height})) ui.push(ChooseKind{entry.id});
  const bool hot = ImGui::IsItemHovered();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) draw_known_by(ui, entry.id);
  ImGui::PopID();
  const bool chosen = entry.id == ui.document.kind;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 high(at.x + width, at.y + height);
  if (chosen || hot) {
    draw.AddRectFilled(at, high, chosen ? ui.colors.selection : ui.colors.selection_soft, ui.px(4));
  }
  if (chosen) draw.AddRectFilled(at, {at.x + ui.px(3), high.y}, ui.colors.accent, ui.px(2));
  const ImVec2 dot(at.x + ui.px(25), middle);
  if (row.established) put_dot(ui, dot, dot_of(*row.established), chosen ? ui.colors.accent : ui.colors.faint);
  if (row.elsewhere) put_dot(ui, dot, Dot::Small, ui.colors.faint);
  const bool quiet = !row.established;
  const float badge = row.badge.empty() ? 0 : put_badge(ui, {high.x - ui.px(6), middle}, row.badge);
  const float x = at.x + ui.px(38);
  const float y = middle - text_size(ui, ui.fonts.sans, 14, entry.label).y / 2;
  put_text_cut(ui, ui.fonts.sans, 14, {x, y}, high.x - badge - ui.px(8) - x, quiet ? ui.colors.faint : ui.colors.text,
               entry.label);
}

void KindsPanel::draw_known_by(const Ui& ui, const std::string& kind) {
  if (!ImGui::BeginTooltip()) return;
  mono(ui, ui.colors.accent, kind);
  bool any = false;
  for (const SourceState& source : ui.document.sources) {
    const Layout* layout = source.layout(kind);
    if (layout == nullptr) continue;
    if (!any) label(ui, ui.colors.dim, "Known to");
    any = true;
    label(ui, ui.colors.text, source.info.name);
  }
  if (!any) label(ui, ui.colors.dim, "No source at hand has shown its layout yet.");
  ImGui::EndTooltip();
}

void KindsPanel::draw_legend(const Ui& ui) {
  struct Item {
    Dot dot;
    std::string_view text;
  };
  static constexpr Item items[] = {{Dot::Full, "probed"}, {Dot::Diamond, "published"}, {Dot::Small, "elsewhere"}};
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + ui.px(legend_height) - ui.px(8);
  float x = at.x + ui.px(5);
  for (const Item& item : items) {
    const ImVec2 size = text_size(ui, ui.fonts.sans, 12, item.text);
    if (x + ui.px(8) + size.x > at.x + ImGui::GetContentRegionAvail().x) return;
    put_dot(ui, {x, middle}, item.dot, ui.colors.dim);
    put_text(ui, ui.fonts.sans, 12, {x + ui.px(8), middle - size.y / 2}, ui.colors.dim, item.text);
    x += size.x + ui.px(22);
  }
}

}  // namespace tcviz
