#include "app/ui/architectures/architectures_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/scene/easel/palette.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/segments.hpp"
#include "gpu/layout/known_gpus.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float line_height = 23, cell_width = 66, least_cell = 34, names_width = 128, history_gap = 14,
                header_height = 40;
constexpr float foot_height = 24, square_width = 34, square = 21;
constexpr std::size_t least_alike = 3;  // fewer are not folded

ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }

// Returns a well-known GPU of an architecture: "A100" for sm_80, "Xavier" for "Jetson Xavier".
std::string gpu_of(std::string_view architecture) {
  const std::size_t digits = std::min(architecture.find_first_of("0123456789"), architecture.size());
  std::string_view gpus = known_gpus(read_architecture(architecture.substr(digits)).value_or(0));
  gpus.remove_prefix(std::min(gpus.size(), gpus.find(": ") + 2));
  gpus = gpus.substr(0, gpus.find(','));
  if (gpus.starts_with("Jetson ")) gpus.remove_prefix(7);
  return std::string(gpus.substr(0, gpus.find(" in ")));
}

}  // namespace

void ArchitecturesPanel::draw(const Ui& ui) {
  focused_ = false;
  subject_ = {};
  if (begin_panel(ui, "Architectures###groups")) draw_inside(ui);
  end_panel();
}

void ArchitecturesPanel::draw_inside(const Ui& ui) {
  if (!asked_) ui.push(AskCompiled{});
  asked_ = true;
  focused_ = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  if (!unchanged(ui.document)) prepare(ui.document);
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

bool ArchitecturesPanel::unchanged(const Document& d) const {
  const auto same = [](const std::shared_ptr<const Answers>& a, const SourceState& s) { return a == s.answers; };
  return inputs_.kinds == d.kinds.size() && inputs_.answers.size() == d.sources.size() &&
         std::equal(inputs_.answers.begin(), inputs_.answers.end(), d.sources.begin(), same);
}

void ArchitecturesPanel::prepare(const Document& d) {
  inputs_ = {{}, d.kinds.size()};
  for (const SourceState& source : d.sources) inputs_.answers.push_back(source.answers);
  table_ = make_architecture_table(d);
  fold();
  lines_.clear();
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

bool ArchitecturesPanel::are_alike(std::size_t column, std::size_t other) const {
  return std::all_of(table_.rows.begin(), table_.rows.end(), [&](const ArchitectureRow& row) {
    return row.groups[column] == row.groups[other] && row.groups[column] != not_read;
  });
}

void ArchitecturesPanel::fold() {
  columns_.clear();
  for (std::size_t first = 0, count = 1; first < table_.columns.size(); first += count) {
    for (count = 1; first + count < table_.columns.size() && are_alike(first, first + count);) ++count;
    const std::string& from = table_.columns[first].architecture;
    const bool folds = count >= least_alike && !opened_.contains(first);
    if (folds) {
      const std::string to = table_.columns[first + count - 1].architecture.substr(3);
      columns_.push_back({first, count, fmt::format("{} alike", count), fmt::format("{}-{}", from, to)});
      continue;
    }
    for (std::size_t n = first; n < first + count; ++n)
      columns_.push_back({n, 1, gpu_of(table_.columns[n].architecture), table_.columns[n].architecture});
  }
}

void ArchitecturesPanel::draw_title(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const Segments tabs = compare_tabs(ui.document);
  if (const auto pressed = draw_segments(ui, at, tabs, false)) ui.push(compare_tab_action(*pressed));
  const float x = at.x + segments_width(ui, tabs, false) + ui.px(14);
  put_text_cut(ui, ui.fonts.sans, 13, {x, at.y + ui.px(4)}, right - ui.px(opened_.empty() ? 250 : 330) - x,
               ui.colors.dim, count_);
  if (!opened_.empty()) {
    ImGui::SetCursorScreenPos({right - ui.px(328), at.y});
    if (ImGui::Button("Fold", {ui.px(72), ui.px(24)})) {
      opened_.clear();
      first_.reset();
      cursor_.reset();
      fold();
    }
    explain(ui, "Architectures that are alike in all rows become one column again.");
  }
  draw_recompute(ui, right, at.y + ui.px(3));
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(32)});
  const RecomputeState& recompute = ui.document.recompute;
  if (recompute.outcome.empty() || recompute.busy()) return;
  wrapped(ui,
          recompute.stage == Stage::Stopped ? ui.colors.dim
          : recompute.good                  ? ui.colors.good
                                            : ui.colors.warn,
          recompute.outcome);
  ImGui::Dummy({0, ui.px(2)});
}

void ArchitecturesPanel::draw_recompute(const Ui& ui, float right, float top) {
  const RecomputeState& recompute = ui.document.recompute;
  const ImVec2 button(ui.px(104), ui.px(24));
  ImGui::SetCursorScreenPos({right - button.x, top - ui.px(3)});
  if (!recompute.busy()) {
    if (ImGui::Button("Recompute", button)) ui.push(AskRecompute{});
    button_has_keys_ = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    explain(ui,
            "Assemble the probe kernels of every architecture with the nvJitLink\n"
            "at hand, read the layouts from the machine code, and compare.");
    return;
  }
  ImGui::BeginDisabled(recompute.stop_wanted);
  if (ImGui::Button("Stop", button)) ui.push(StopRecompute{});
  button_has_keys_ = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  ImGui::EndDisabled();
  const RecomputeProgress& p = recompute.progress;
  const float kinds = p.kinds == 0 ? 0 : static_cast<float>(p.kinds_done) / static_cast<float>(p.kinds);
  const float all = static_cast<float>(std::max(p.architectures, 1));
  const ImVec2 size(ui.px(132), button.y);
  ImGui::SetCursorScreenPos({right - button.x - size.x - ui.px(8), top - ui.px(3)});
  ImGui::ProgressBar((static_cast<float>(p.architectures_done) + kinds) / all, size, p.architecture.c_str());
}

ArchitecturesPanel::Places ArchitecturesPanel::places_of(const Ui& ui) const {
  Places places{ui.px(names_width), ui.px(cell_width), ui.px(line_height), 0};
  const auto columns = static_cast<float>(columns_.size());
  // If not all columns fit, they move closer together.
  const float room = ImGui::GetContentRegionAvail().x - places.names - ImGui::GetStyle().ScrollbarSize;
  places.cell = std::max(std::floor(std::min(places.cell, room / columns)), ui.px(least_cell));
  places.table = places.names + places.cell * columns;
  return places;
}

void ArchitecturesPanel::draw_header(const Ui& ui, const Places& places) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (std::size_t n = 0; n < columns_.size(); ++n) {
    const float x = at.x + places.names + places.cell * static_cast<float>(n);
    ImGui::PushID(static_cast<int>(n));
    draw_head(ui, columns_[n], {x, at.y, places.cell, ui.px(header_height)});
    ImGui::PopID();
  }
  if (std::exchange(refold_, false)) fold();
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(header_height)});
}

// Draws the head of a column; a press makes it the source, or unfolds columns that are alike.
void ArchitecturesPanel::draw_head(const Ui& ui, const Column& column, const Rect& place) {
  bool chosen = false;
  for (std::size_t n = column.first; n < column.first + column.count; ++n)
    chosen = chosen || table_.columns[n].source == ui.document.source;
  ImGui::SetCursorScreenPos({place.x, place.y});
  const bool pressed = ImGui::InvisibleButton("##head", {place.w, place.h - ui.px(4)}, ImGuiButtonFlags_EnableNav);
  const bool hot = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 low(place.x + ui.px(1), place.y), high(place.x + place.w - ui.px(1), place.y + place.h - ui.px(4));
  if (hot || chosen) draw.AddRectFilled(low, high, hot ? ui.colors.field_hover : ui.colors.selection, ui.px(4));
  const auto centered = [&](ImFont* font, float size, float y, ImU32 color, const std::string& text) {
    const float width = text_size(ui, font, size, text).x, room = place.w - ui.px(2);
    const float x = place.x + std::max(ui.px(1), (place.w - width) / 2);
    put_text_cut(ui, font, size, {x, place.y + y}, room, color, text);
  };
  centered(ui.fonts.sans, 13, ui.px(1), chosen || column.count > 1 ? ui.colors.accent : ui.colors.text, column.gpu);
  centered(ui.fonts.mono, place.w < ui.px(46) ? 10.0F : 11.5F, ui.px(18), chosen ? ui.colors.accent : ui.colors.dim,
           column.name);
  const std::size_t source = table_.columns[column.first].source;
  const bool folds = column.count > 1;
  explain(ui, folds ? "Alike in all rows. A click shows them one by one."
                    : fmt::format("{}. A click makes it the source.", ui.document.sources[source].info.description));
  if (!pressed) return;
  if (!folds) return ui.push(ChooseSource{source});
  opened_.insert(column.first);
  first_.reset();
  cursor_.reset();
  refold_ = true;
}

void ArchitecturesPanel::draw_table(const Ui& ui, const Places& places) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float width = std::max(places.table + bar, ImGui::GetContentRegionAvail().x);
  ImGui::SetNextWindowContentSize({width, 0});
  const float height = ImGui::GetContentRegionAvail().y - ui.px(foot_height);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  subject_ = {corner.x, corner.y, ImGui::GetContentRegionAvail().x, height};
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

void ArchitecturesPanel::draw_line(const Ui& ui, const Places& places, const Line& line, ImVec2 at, float width) const {
  const float text_y = at.y + (places.line - text_size(ui, ui.fonts.sans, 13, "A").y) / 2;
  if (!line.row) return put_text(ui, ui.fonts.sans, 13, {at.x + ui.px(6), text_y}, ui.colors.dim, line.text);
  const ArchitectureRow& row = table_.rows[*line.row];
  const bool chosen = ui.document.kinds[row.entry].id == ui.document.kind;
  if (chosen) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + places.line}, ui.colors.selection, ui.px(3));
  }
  put_text_cut(ui, ui.fonts.sans, 13, {at.x + ui.px(18), text_y}, places.names - ui.px(22), ui.colors.text, line.text);
  for (std::size_t n = 0; n < columns_.size(); ++n)
    draw_cell(ui, {at.x + places.names + places.cell * static_cast<float>(n), at.y}, places.cell,
              row.groups[columns_[n].first]);
  const float x = at.x + places.table + ui.px(history_gap);
  const float room = at.x + width - x;
  if (room > ui.px(60)) put_text_cut(ui, ui.fonts.sans, 12.5F, {x, text_y}, room, ui.colors.dim, row.history);
}

void ArchitecturesPanel::draw_cell(const Ui& ui, ImVec2 at, float width, int group) const {
  const float side = std::min(ui.px(square_width), width - ui.px(2)), height = ui.px(square - 2);
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

// Outlines the cell that was chosen first, the one at the keyboard, and the two that are compared now.
void ArchitecturesPanel::draw_marks(const Ui& ui, const Places& places, ImVec2 origin) const {
  const auto outline = [&](const Cell& cell, ImU32 color, float thickness) {
    const float x = origin.x + places.names + places.cell * static_cast<float>(cell.column);
    const float y = origin.y + places.line * static_cast<float>(line_of(cell.row));
    ImGui::GetWindowDrawList()->AddRect({x + ui.line(), y}, {x + places.cell - ui.line(), y + places.line}, color,
                                        ui.px(4), 0, thickness * ui.scale);
  };
  if (cursor_ && focused_) outline(*cursor_, ui.colors.dim, 1.2F);
  if (first_) outline(*first_, ui.colors.mark, 2);
}

std::size_t ArchitecturesPanel::line_of(std::size_t row) const {
  std::size_t line = row;
  while (line < lines_.size() && lines_[line].row != row) ++line;
  return line;
}

std::optional<ArchitecturesPanel::Cell> ArchitecturesPanel::cell_at(const Places& places, ImVec2 offset) const {
  const auto line = static_cast<std::size_t>(std::max(offset.y, 0.0F) / places.line);
  const auto column = static_cast<std::size_t>(std::max(offset.x - places.names, 0.0F) / places.cell);
  const bool inside = offset.x >= places.names && column < columns_.size() && line < lines_.size();
  if (!inside || !lines_[line].row) return std::nullopt;
  return Cell{*lines_[line].row, column};
}

void ArchitecturesPanel::draw_tooltip(const Ui& ui, const Cell& cell) const {
  if (!begin_tip(ui)) return;
  const ArchitectureRow& row = table_.rows[cell.row];
  const SourceInfo& info = ui.document.sources[column_of(cell).source].info;
  const int group = group_of(cell);
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

void ArchitecturesPanel::draw_foot(const Ui& ui) const {
  const char* text = first_ ? "Now another architecture in this row: the two are shown beside each other. Esc lets go."
                            : "Equal letters of a row are equal layouts. Click two cells of a row to compare them, a "
                              "head to make it the source.";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(6), at.y + ui.px(8)}, ImGui::GetContentRegionAvail().x,
               ui.colors.dim, text);
}

void ArchitecturesPanel::choose(const Ui& ui, const Cell& cell) {
  cursor_ = cell;
  const ArchitectureRow& row = table_.rows[cell.row];
  const std::size_t source = column_of(cell).source;
  if (group_of(cell) == not_read) ui.push(ChooseSource{source});
  if (group_of(cell) < 0) return;
  if (first_ == cell) return first_.reset();
  if (!first_ || first_->row != cell.row) {
    first_ = cell;
    return;
  }
  ui.push(CompareSources{column_of(*first_).source, source, ui.document.kinds[row.entry].id});
  first_.reset();
}

void ArchitecturesPanel::press_keys(const Ui& ui) {
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

void ArchitecturesPanel::move_cursor(int rows, int columns) {
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
  cursor_ = {moved(cursor_->row, rows, table_.rows.size()), moved(cursor_->column, columns, columns_.size())};
}

}  // namespace tcviz::inline app_ui
