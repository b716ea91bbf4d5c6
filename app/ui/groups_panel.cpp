#include "app/ui/groups_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/scene/palette.hpp"
#include "imgui_internal.h"

namespace tcviz {
namespace {

// Points.
constexpr float line_height = 23, cell_width = 27, names_width = 128, history_gap = 14, header_height = 24;
constexpr float foot_height = 24, square = 21;

ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }

}  // namespace

void GroupsPanel::draw(const Ui& ui) {
  focused_ = false;
  if (!ui.document.groups_open) {
    asked_ = false;
    return;
  }
  // A window takes the focus once it is there, a frame after it was opened.
  if (focuses_served_ != ui.document.groups_focuses && ImGui::FindWindowByName("###groups") != nullptr) {
    focuses_served_ = ui.document.groups_focuses;
    ImGui::SetWindowFocus("###groups");
  }
  if (begin_panel(ui, "Architectures###groups")) draw_inside(ui);
  end_panel();
}

void GroupsPanel::draw_inside(const Ui& ui) {
  if (!asked_) ui.push(AskCompiled{});
  asked_ = true;
  focused_ = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  if (!unchanged(ui.document)) prepare(ui.document);
  follow_view(ui);
  draw_title(ui);
  if (table_.columns.empty()) {
    wrapped(ui, ui.colors.dim, "No compiled source is here: this build carries no assets/layouts/compiled.json.");
    return;
  }
  const Places places = places_of(ui);
  draw_table(ui, places);
  draw_foot(ui);
  if (focused_) press_keys(ui);
}

bool GroupsPanel::unchanged(const Document& d) const {
  const auto same = [](const std::shared_ptr<const Answers>& a, const SourceState& s) { return a == s.answers; };
  return inputs_.kinds == d.kinds.size() && inputs_.answers.size() == d.sources.size() &&
         std::equal(inputs_.answers.begin(), inputs_.answers.end(), d.sources.begin(), same);
}

void GroupsPanel::prepare(const Document& d) {
  inputs_ = {{}, d.kinds.size()};
  for (const SourceState& source : d.sources) inputs_.answers.push_back(source.answers);
  table_ = make_groups(d);
  lines_.clear();
  numbers_.clear();
  for (const GroupColumn& column : table_.columns) numbers_.push_back(column.architecture.substr(3));
  for (std::size_t row = 0; row < table_.rows.size(); ++row) {
    const KindEntry& kind = d.kinds[table_.rows[row].entry];
    if (table_.rows[row].heading) lines_.push_back({kind.family + "  " + kind.shape, std::nullopt});
    lines_.push_back({kind.label, row});
  }
  count_ = fmt::format("{} architectures, {} kinds, {} different layouts", table_.columns.size(), table_.rows.size(),
                       table_.layouts);
  first_.reset();
  if (cursor_ && cursor_->row >= table_.rows.size()) cursor_.reset();
}

// A view that is chosen while this panel is in front is to be seen.
void GroupsPanel::follow_view(const Ui& ui) {
  if (view_ && *view_ != ui.document.view) ImGui::SetWindowFocus("###grids");
  view_ = ui.document.view;
}

void GroupsPanel::draw_title(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  heading(ui, "Architectures");
  const ImVec2 high = ImGui::GetItemRectMax();
  const float x = high.x + ui.px(14);
  put_text_cut(ui, ui.fonts.sans, 13, {x, at.y + ui.px(1)}, right - ui.px(250) - x, ui.colors.dim, count_);
  draw_reread(ui, right, at.y);
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(28)});
  const RereadState& reread = ui.document.reread;
  if (reread.outcome.empty() || reread.busy()) return;
  wrapped(ui,
          reread.stage == Stage::Stopped ? ui.colors.dim
          : reread.good                  ? ui.colors.good
                                         : ui.colors.warn,
          reread.outcome);
  ImGui::Dummy({0, ui.px(2)});
}

void GroupsPanel::draw_reread(const Ui& ui, float right, float top) {
  const RereadState& reread = ui.document.reread;
  const ImVec2 button(ui.px(104), ui.px(24));
  ImGui::SetCursorScreenPos({right - button.x, top - ui.px(3)});
  if (!reread.busy()) {
    if (ImGui::Button("Read afresh", button)) ui.push(AskReread{});
    button_has_keys_ = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    ImGui::SetItemTooltip(
        "Assemble the probe kernels of every architecture with the nvJitLink\n"
        "at hand, read the layouts from the machine code, and compare.");
    return;
  }
  ImGui::BeginDisabled(reread.stop_wanted);
  if (ImGui::Button("Stop", button)) ui.push(StopReread{});
  button_has_keys_ = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  ImGui::EndDisabled();
  const RereadProgress& p = reread.progress;
  const float kinds = p.kinds == 0 ? 0 : static_cast<float>(p.kinds_done) / static_cast<float>(p.kinds);
  const float all = static_cast<float>(std::max(p.architectures, 1));
  const ImVec2 size(ui.px(132), button.y);
  ImGui::SetCursorScreenPos({right - button.x - size.x - ui.px(8), top - ui.px(3)});
  ImGui::ProgressBar((static_cast<float>(p.architectures_done) + kinds) / all, size, p.architecture.c_str());
}

GroupsPanel::Places GroupsPanel::places_of(const Ui& ui) const {
  Places places{ui.px(names_width), ui.px(cell_width), ui.px(line_height), 0};
  const auto columns = static_cast<float>(table_.columns.size());
  // Where all columns do not fit they come nearer to each other, down to two thirds.
  const float room = ImGui::GetContentRegionAvail().x - places.names - ImGui::GetStyle().ScrollbarSize;
  places.cell = std::max(std::floor(std::min(places.cell, room / columns)), ui.px(cell_width * 0.72F));
  places.table = places.names + places.cell * columns;
  return places;
}

void GroupsPanel::draw_header(const Ui& ui, const Places& places) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + ui.px(4);
  put_text(ui, ui.fonts.mono, 12, {at.x + ui.px(6), y}, ui.colors.faint, "sm_");
  for (std::size_t column = 0; column < numbers_.size(); ++column) {
    const bool chosen = table_.columns[column].source == ui.document.source;
    const float middle = at.x + places.names + places.cell * (static_cast<float>(column) + 0.5F);
    const float width = text_size(ui, ui.fonts.mono, 12, numbers_[column]).x;
    put_text(ui, ui.fonts.mono, 12, {middle - width / 2, y}, chosen ? ui.colors.accent : ui.colors.dim,
             numbers_[column]);
    ImGui::SetCursorScreenPos({middle - places.cell / 2, at.y});
    ImGui::Dummy({places.cell, ui.px(header_height)});
    ImGui::SetItemTooltip("%s", ui.document.sources[table_.columns[column].source].info.description.c_str());
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(header_height)});
}

void GroupsPanel::draw_table(const Ui& ui, const Places& places) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float width = std::max(places.table + bar, ImGui::GetContentRegionAvail().x);
  ImGui::SetNextWindowContentSize({width, 0});
  const float height = ImGui::GetContentRegionAvail().y - ui.px(foot_height);
  if (ImGui::BeginChild("##across", {0, height}, 0, ImGuiWindowFlags_HorizontalScrollbar)) {
    draw_header(ui, places);
    if (ImGui::BeginChild("##rows", {width, 0})) {
      const ImVec2 origin = ImGui::GetCursorScreenPos();
      const float inner = ImGui::GetContentRegionAvail().x;
      const ImVec2 size(inner, places.line * static_cast<float>(lines_.size()));
      const bool clicked = ImGui::InvisibleButton("##cells", size);
      const bool hot = ImGui::IsItemHovered();
      const ImVec2 mouse = ImGui::GetMousePos();
      const auto cell = hot ? cell_at(places, {mouse.x - origin.x, mouse.y - origin.y}) : std::nullopt;
      const ImRect clip = ImGui::GetCurrentWindowRead()->ClipRect;
      for (std::size_t line = 0; line < lines_.size(); ++line) {
        const float y = origin.y + places.line * static_cast<float>(line);
        if (y + places.line < clip.Min.y || y > clip.Max.y) continue;
        draw_line(ui, places, lines_[line], {origin.x, y}, inner);
      }
      draw_marks(ui, places, origin);
      if (cell) draw_tooltip(ui, *cell);
      if (cell && clicked) choose(ui, *cell);
      if (std::exchange(scroll_to_cursor_, false) && cursor_) {
        const float y = places.line * static_cast<float>(line_of(cursor_->row));
        ImGui::SetScrollFromPosY(origin.y + y - ImGui::GetWindowPos().y);
      }
    }
    ImGui::EndChild();
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void GroupsPanel::draw_line(const Ui& ui, const Places& places, const Line& line, ImVec2 at, float width) const {
  const float text_y = at.y + (places.line - text_size(ui, ui.fonts.sans, 13, "A").y) / 2;
  if (!line.row) return put_text(ui, ui.fonts.sans, 13, {at.x + ui.px(6), text_y}, ui.colors.dim, line.text);
  const GroupRow& row = table_.rows[*line.row];
  const bool chosen = ui.document.kinds[row.entry].id == ui.document.kind;
  if (chosen) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + places.line}, ui.colors.selection, ui.px(3));
  }
  put_text_cut(ui, ui.fonts.sans, 13, {at.x + ui.px(18), text_y}, places.names - ui.px(22), ui.colors.text, line.text);
  for (std::size_t column = 0; column < row.groups.size(); ++column) {
    draw_cell(ui, {at.x + places.names + places.cell * static_cast<float>(column), at.y}, places.cell,
              row.groups[column]);
  }
  const float x = at.x + places.table + ui.px(history_gap);
  const float room = at.x + width - x;
  if (room > ui.px(60)) put_text_cut(ui, ui.fonts.sans, 12.5F, {x, text_y}, room, ui.colors.dim, row.history);
}

void GroupsPanel::draw_cell(const Ui& ui, ImVec2 at, float width, int group) const {
  const float side = std::min(ui.px(square), width - ui.px(2)), height = ui.px(square - 2);
  const ImVec2 low(std::round(at.x + (width - side) / 2), std::round(at.y + (ui.px(line_height) - height) / 2));
  const std::string letter = group_letter(group);
  ImU32 ink = ui.colors.faint;
  if (group >= 0) {
    const Color fill = category_paint(ui.document.palette, group % category_count).fill;
    ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + side, low.y + height}, packed(fill), ui.px(3));
    ink = packed(label_color(fill));
  }
  const ImVec2 size = text_size(ui, ui.fonts.sans, 12.5F, letter);
  put_text(ui, ui.fonts.sans, 12.5F, {low.x + (side - size.x) / 2, low.y + (height - size.y) / 2}, ink, letter);
}

// Outlines: what was chosen first, where the keyboard is, and the two that are compared now.
void GroupsPanel::draw_marks(const Ui& ui, const Places& places, ImVec2 origin) const {
  const auto outline = [&](const Cell& cell, ImU32 color, float thickness) {
    const float x = origin.x + places.names + places.cell * static_cast<float>(cell.column);
    const float y = origin.y + places.line * static_cast<float>(line_of(cell.row));
    ImGui::GetWindowDrawList()->AddRect({x + ui.line(), y}, {x + places.cell - ui.line(), y + places.line}, color,
                                        ui.px(4), 0, thickness * ui.scale);
  };
  if (cursor_ && focused_) outline(*cursor_, ui.colors.dim, 1.2F);
  if (first_) outline(*first_, ui.colors.mark, 2);
}

std::size_t GroupsPanel::line_of(std::size_t row) const {
  std::size_t line = row;
  while (line < lines_.size() && lines_[line].row != row) ++line;
  return line;
}

std::optional<GroupsPanel::Cell> GroupsPanel::cell_at(const Places& places, ImVec2 offset) const {
  const auto line = static_cast<std::size_t>(std::max(offset.y, 0.0F) / places.line);
  const auto column = static_cast<std::size_t>(std::max(offset.x - places.names, 0.0F) / places.cell);
  const bool inside = offset.x >= places.names && column < table_.columns.size() && line < lines_.size();
  if (!inside || !lines_[line].row) return std::nullopt;
  return Cell{*lines_[line].row, column};
}

void GroupsPanel::draw_tooltip(const Ui& ui, const Cell& cell) const {
  if (!ImGui::BeginTooltip()) return;
  const GroupRow& row = table_.rows[cell.row];
  const SourceInfo& info = ui.document.sources[table_.columns[cell.column].source].info;
  const int group = row.groups[cell.column];
  mono(ui, ui.colors.accent, ui.document.kinds[row.entry].id);
  label(ui, ui.colors.text, info.description);
  if (group >= 0) {
    label(ui, ui.colors.dim, fmt::format("Layout {}, shared by", group_letter(group)));
    const auto& members = row.members[static_cast<std::size_t>(group)];
    label(ui, ui.colors.text, fmt::format("{}", fmt::join(members, " ")));
  }
  if (group == lacks_kind) label(ui, ui.colors.dim, "This architecture does not have the kind.");
  if (group == not_read) label(ui, ui.colors.dim, "Not read yet: a click reads its machine code.");
  label(ui, ui.colors.dim, row.history);
  ImGui::EndTooltip();
}

void GroupsPanel::draw_foot(const Ui& ui) const {
  const char* text = first_ ? "Now another architecture in this row: the two are shown beside each other. Esc lets go."
                            : "Equal letters are equal layouts. Click two cells of a row to compare them.";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(6), at.y + ui.px(8)}, ImGui::GetContentRegionAvail().x,
               ui.colors.dim, text);
}

void GroupsPanel::choose(const Ui& ui, const Cell& cell) {
  cursor_ = cell;
  const GroupRow& row = table_.rows[cell.row];
  const std::size_t source = table_.columns[cell.column].source;
  if (row.groups[cell.column] == not_read) ui.push(ChooseSource{source});
  if (row.groups[cell.column] < 0) return;
  if (first_ == cell) return first_.reset();
  if (!first_ || first_->row != cell.row) {
    first_ = cell;
    return;
  }
  ui.push(CompareSources{table_.columns[first_->column].source, source, ui.document.kinds[row.entry].id});
  first_.reset();
  ImGui::SetWindowFocus("###grids");
}

void GroupsPanel::press_keys(const Ui& ui) {
  struct Key {
    ImGuiKey key;
    int rows, columns;
  };
  static constexpr Key keys[] = {
      {ImGuiKey_UpArrow, -1, 0}, {ImGuiKey_DownArrow, 1, 0}, {ImGuiKey_LeftArrow, 0, -1}, {ImGuiKey_RightArrow, 0, 1}};
  if (button_has_keys_) return;  // Tab came here: Enter presses it
  const ImGuiID owner = ImGui::GetID("##table");
  for (const ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_Space}) ImGui::SetKeyOwner(key, owner);
  for (const Key& key : keys) {
    ImGui::SetKeyOwner(key.key, owner);
    if (ImGui::IsKeyPressed(key.key)) move_cursor(key.rows, key.columns);
  }
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_Space, false);
  if (enter && cursor_) choose(ui, *cursor_);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) first_.reset();
}

void GroupsPanel::move_cursor(int rows, int columns) {
  if (table_.rows.empty()) return;
  scroll_to_cursor_ = true;
  if (!cursor_) {
    cursor_ = Cell{};
    return;
  }
  const auto moved = [](std::size_t from, int by, std::size_t count) {
    const auto last = static_cast<std::ptrdiff_t>(count) - 1;
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(from) + by, 0, last));
  };
  cursor_ = {moved(cursor_->row, rows, table_.rows.size()), moved(cursor_->column, columns, table_.columns.size())};
}

}  // namespace tcviz
