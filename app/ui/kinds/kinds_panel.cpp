#include "app/ui/kinds/kinds_panel.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "app/session/whole/action.hpp"
#include "app/ui/kinds/kind_tooltip.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float kinds_row_height = 25;  // points
constexpr float legend_height = 26;

bool is_known(Standing standing) { return standing <= Standing::Documented; }

}  // namespace

void KindsPanel::draw(const Ui& ui) {
  const bool searched = std::exchange(searching_, false);
  focused_ = false;
  if (begin_panel(ui, "Kinds###kinds", true)) {
    focused_ = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
    const bool anew = list_.follow(ui.document);
    draw_title(ui);
    draw_search(ui);
    press_keys(ui, searched);
    if (anew && std::exchange(searched_for_, ui.document.search) != ui.document.search) scrolled_to_.clear();
    draw_rows(ui);
    draw_legend(ui);
    const bool away = !ImGui::IsWindowAppearing() && !focused_ &&
                      !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) &&
                      ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (away) ui.push(ShowView{ViewId::Kinds, false});
  }
  end_panel();
}

void KindsPanel::draw_title(const Ui& ui) {
  heading(ui, "Kinds");
  const ImVec2 size = text_size(ui, ui.fonts.sans, 13, list_.count());
  const ImVec2 low = ImGui::GetItemRectMin();
  const float right = low.x + ImGui::GetContentRegionAvail().x;
  put_text(ui, ui.fonts.sans, 13, {right - size.x, low.y + ui.px(1)}, ui.colors.dim, list_.count());
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
                                               ImGuiInputTextFlags_EscapeClearsAll | ImGuiInputTextFlags_AutoSelectAll);
  if (edited) ui.push(SetSearch{search_.data()});
  searching_ = ImGui::IsItemActive();
  const ImVec2 high = ImGui::GetItemRectMax(), low = ImGui::GetItemRectMin();
  if (!searching_)
    explain(ui, "Words, shapes, mnemonics or machine code: acc float 16, int8 A row, mma.m16n8k16, HMMA.16816.",
            "Ctrl+F");
  if (!searching_ && search.empty() && high.x - low.x > ui.px(180)) {
    const ImVec2 size = text_size(ui, ui.fonts.mono, 12, "Ctrl+F");
    put_text(ui, ui.fonts.mono, 12, {high.x - size.x - ui.px(9), (low.y + high.y - size.y) / 2}, ui.colors.dim,
             "Ctrl+F");
  }
  ImGui::Dummy({0, ui.px(1)});
}

void KindsPanel::draw_rows(const Ui& ui) {
  const float height = ImGui::GetContentRegionAvail().y - ui.px(legend_height);
  const float page = std::max(1.0F, std::floor(height / ui.px(kinds_row_height)) - 1);
  if (std::exchange(page_, page) != page) scrolled_to_.clear();  // the rows in sight may not be so any more
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("##rows", {0, height}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    keep_in_place(ui);
    if (!list_.missing().empty()) wrapped(ui, ui.colors.warn, list_.missing());
    if (list_.rows().empty() && list_.missing().empty()) {
      wrapped(ui, ui.colors.dim, "No kind has all these words. Try fewer, such as \"f16 row\"; Esc shows all.");
    }
    if (list_.guessed()) {
      wrapped(ui, ui.colors.warn, "No exact match; similar:");
      ImGui::Dummy({0, ui.px(4)});
    }
    for (std::size_t at = 0; at < list_.rows().size(); ++at) draw_row(ui, at);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

// Scrolls so that rows that come or go above the tree do not move the one under the pointer.
void KindsPanel::keep_in_place(const Ui& ui) {
  const auto in_group = [](const ListedRow& row) { return row.row.section != RowType::Family; };
  const auto now = static_cast<std::size_t>(std::count_if(list_.rows().begin(), list_.rows().end(), in_group));
  const auto grown = static_cast<float>(now) - static_cast<float>(grouped_);
  const bool in_tree = ImGui::GetScrollY() > 0 || focused_;
  if (drawn_ && grown != 0 && in_tree && ui.document.search.empty())
    ImGui::SetScrollY(std::max(0.0F, ImGui::GetScrollY() + grown * ui.px(kinds_row_height)));
  grouped_ = now;
  drawn_ = true;
}

void KindsPanel::draw_row(const Ui& ui, std::size_t at) {
  const ListedRow& row = list_.rows()[at];
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high(low.x + ImGui::GetContentRegionAvail().x, low.y + ui.px(kinds_row_height));
  ImGui::PushID(row.id.c_str());
  const bool pressed = ImGui::InvisibleButton(row.is_kind() ? "##kind" : "##heading", {high.x - low.x, high.y - low.y});
  const bool hot = ImGui::IsItemHovered(), visible = ImGui::IsItemVisible();
  if (row.is_kind() && ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) {
    draw_kind_tooltip(ui, row.key, row.standing);
  }
  ImGui::PopID();
  const bool on_star = hot && row.is_kind() && ImGui::GetIO().MousePos.x > high.x - ui.px(22);
  if (pressed && on_star) ui.push(ToggleFavourite{row.key});
  if (pressed && !on_star) {
    put_cursor(ui, at);
    if (!row.is_kind()) ui.push(ToggleHeading{row.key});
  }
  if (row.id == cursor_ && scrolled_to_ != cursor_) {
    scrolled_to_ = cursor_;
    const float top = ImGui::GetWindowPos().y;
    if (low.y < top || high.y > top + ImGui::GetWindowSize().y) ImGui::SetScrollHereY();
  }
  if (!visible) return;
  if (row.is_kind()) draw_kind(ui, row, low, high, hot);
  if (!row.is_kind()) draw_heading(ui, row, low, high, hot);
  if (focused_ && !searching_ && row.id == cursor_ && ImGui::GetCurrentContext()->NavCursorVisible)
    ImGui::GetWindowDrawList()->AddRect(low, high, ui.colors.accent, ui.px(4), ui.line());
}

void KindsPanel::draw_heading(const Ui& ui, const ListedRow& row, ImVec2 low, ImVec2 high, bool hot) {
  const bool top = row.row.type != RowType::Shape;
  const float middle = (low.y + high.y) / 2, x = low.x + ui.px(top ? 7 : 23);
  const bool on = row.id == cursor_ && focused_;
  const ImU32 color = hot || on ? ui.colors.accent : top ? ui.colors.text : ui.colors.dim;
  put_chevron(ui, {x, middle}, row.row.open, color);
  const ImVec2 size = text_size(ui, ui.fonts.sans, 14, row.text);
  put_lit_text(ui, {x + ui.px(10), middle - size.y / 2}, high.x - x - ui.px(40), color, row.text, row.bright);
  const ImVec2 number = text_size(ui, ui.fonts.sans, 12, row.count);
  put_text(ui, ui.fonts.sans, 12, {high.x - number.x - ui.px(6), middle - number.y / 2}, ui.colors.dim, row.count);
}

void KindsPanel::draw_kind(const Ui& ui, const ListedRow& row, ImVec2 low, ImVec2 high, bool hot) {
  const bool chosen = row.key == ui.document.kind;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (chosen || hot) {
    draw.AddRectFilled(low, high, chosen ? ui.colors.selection : ui.colors.selection_soft, ui.px(4));
  }
  if (chosen) draw.AddRectFilled(low, {low.x + ui.px(3), high.y}, ui.colors.accent, ui.px(2));
  const float middle = (low.y + high.y) / 2;
  const bool grouped = row.row.section != RowType::Family;
  const ImVec2 dot(low.x + ui.px(grouped ? 13 : 25), middle);
  put_dot(ui, dot, dot_of(row.standing), chosen ? ui.colors.accent : ui.colors.dim);
  const float right = draw_right(ui, row, low, high, hot);
  const float x = dot.x + ui.px(13);
  const float y = middle - text_size(ui, ui.fonts.sans, 14, row.text).y / 2;
  const bool quiet = !is_known(row.standing) && !chosen;
  put_lit_text(ui, {x, y}, right - ui.px(4) - x, quiet ? ui.colors.dim : ui.colors.text, row.text, row.bright);
}

// Draws the star and the badge. Returns the left end of their room.
float KindsPanel::draw_right(const Ui& ui, const ListedRow& row, ImVec2 low, ImVec2 high, bool hot) {
  const float middle = (low.y + high.y) / 2;
  float right = high.x - ui.px(4);
  if (hot || row.favourite) {
    const bool on_star = hot && ImGui::GetIO().MousePos.x > high.x - ui.px(22);
    put_star(ui, {high.x - ui.px(12), middle}, row.favourite, on_star ? ui.colors.text : ui.colors.warn);
    right -= ui.px(18);
  }
  if (!row.badge.empty()) right -= put_badge(ui, {right - ui.px(2), middle}, row.badge) + ui.px(2);
  return right;
}

// Draws the signs that stand in the list now.
void KindsPanel::draw_legend(const Ui& ui) {
  bool there[standings] = {};
  for (const ListedRow& row : list_.rows()) {
    if (row.is_kind()) there[static_cast<std::size_t>(row.standing)] = true;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  ImGui::InvisibleButton("##legend", {std::max(1.0F, right - at.x), ui.px(legend_height)});
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) draw_standings_tooltip(ui);
  const float middle = at.y + ui.px(legend_height) - ui.px(8);
  float x = at.x + ui.px(5);
  for (std::size_t s = 0; s < standings; ++s) {
    const std::string_view name = words_of(static_cast<Standing>(s)).name;
    const ImVec2 size = text_size(ui, ui.fonts.sans, 12, name);
    if (!there[s] || x + ui.px(8) + size.x > right) continue;
    put_dot(ui, {x, middle}, dot_of(static_cast<Standing>(s)), ui.colors.dim);
    put_text(ui, ui.fonts.sans, 12, {x + ui.px(8), middle - size.y / 2}, ui.colors.dim, name);
    x += size.x + ui.px(22);
  }
}

// Returns the row of the cursor; if that is gone, the chosen kind's in the tree, or else the first.
std::size_t KindsPanel::cursor_row(const Document& document) const {
  const auto& rows = list_.rows();
  const auto at = [&](const std::string& id) {
    return static_cast<std::size_t>(
        std::find_if(rows.begin(), rows.end(), [&](const ListedRow& r) { return r.id == id; }) - rows.begin());
  };
  const std::size_t there = at(cursor_), chosen = at(document.kind);
  if (there < rows.size()) return there;
  return chosen < rows.size() ? chosen : 0;
}

void KindsPanel::put_cursor(const Ui& ui, std::size_t row, bool walking) {
  if (row >= list_.rows().size()) return;
  const ListedRow& to = list_.rows()[row];
  cursor_ = to.id;
  if (!to.is_kind()) return;
  followed_ = to.key;
  ui.push(ChooseKind{to.key, walking});
}

void KindsPanel::step(const Ui& ui, int by, bool over_headings) {
  const auto last = static_cast<int>(list_.rows().size()) - 1;
  const auto from = static_cast<int>(cursor_row(ui.document));
  int to = std::clamp(from + by, 0, std::max(0, last));
  const int one = by < 0 ? -1 : 1;
  const auto is_kind = [&](int row) { return list_.rows()[static_cast<std::size_t>(row)].is_kind(); };
  while (!over_headings && to > 0 && to < last && !is_kind(to)) to += one;
  if (last >= 0 && (over_headings || is_kind(to))) put_cursor(ui, static_cast<std::size_t>(to), true);
}

// Opens a heading on Right and closes it on Left, which goes from a kind to its heading first.
void KindsPanel::open_or_close(const Ui& ui, bool open) {
  if (list_.rows().empty()) return;
  std::size_t at = cursor_row(ui.document);
  const ListedRow& row = list_.rows()[at];
  if (!row.is_kind() && row.row.open != open && ui.document.search.empty()) return ui.push(ToggleHeading{row.key});
  if (open) return step(ui, 1, true);
  const bool shape = row.row.type == RowType::Shape;
  while (at > 0) {
    const RowType above = list_.rows()[--at].row.type;
    if (above != RowType::Kind && (!shape || above != RowType::Shape)) return put_cursor(ui, at);
  }
}

// Chooses, on Enter in the search, the kind at the cursor, or else the best fit.
void KindsPanel::choose_best(const Ui& ui) {
  const std::size_t at = cursor_row(ui.document);
  if (at < list_.rows().size() && list_.rows()[at].id == cursor_) return put_cursor(ui, at);
  cursor_.clear();
  for (std::size_t row = 0; row < list_.rows().size(); ++row) {
    if (list_.rows()[row].is_kind()) return put_cursor(ui, row);
  }
}

void KindsPanel::press_keys(const Ui& ui, bool searched) {
  if (followed_ != ui.document.kind) {  // chosen elsewhere
    followed_ = cursor_ = ui.document.kind;
  }
  if (!focused_ || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) || ImGui::GetIO().KeyCtrl) return;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
  if (pressed(ImGuiKey_UpArrow)) step(ui, -1, !searching_);
  if (pressed(ImGuiKey_DownArrow)) step(ui, 1, !searching_);
  if (pressed(ImGuiKey_PageUp)) step(ui, -static_cast<int>(page_), true);
  if (pressed(ImGuiKey_PageDown)) step(ui, static_cast<int>(page_), true);
  const bool enter = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter);
  if (enter && searched) return choose_best(ui);
  if (searching_) return;
  if (pressed(ImGuiKey_Home)) step(ui, -1'000'000, true);
  if (pressed(ImGuiKey_End)) step(ui, 1'000'000, true);
  if (pressed(ImGuiKey_LeftArrow)) open_or_close(ui, false);
  if (pressed(ImGuiKey_RightArrow)) open_or_close(ui, true);
  if (!enter || list_.rows().empty()) return;
  const ListedRow& row = list_.rows()[cursor_row(ui.document)];
  if (row.is_kind()) return ui.push(ChooseKind{row.key});
  ui.push(ToggleHeading{row.key});
}

}  // namespace tcviz::inline app_ui
