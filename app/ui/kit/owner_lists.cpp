#include "app/ui/kit/owner_lists.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/scene/grid/product_parts.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/buttons.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float owner_lists_row_height = 21, place_width = 84;
constexpr float narrow_k = 34, wide_k = 70;  // "15", "124..127"
constexpr int most_rows = 9;                 // in sight

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Begins a list as high as its rows, but at most as high as most_rows of them.
bool begin_list(const Ui& ui, const char* id, std::size_t rows) {
  const int lines = std::min(static_cast<int>(rows), most_rows);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  return ImGui::BeginChild(id, {0, ui.px(owner_lists_row_height) * static_cast<float>(lines)});
}

void end_list() {
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

template <class DrawRow>
void clipped_rows(const Ui& ui, std::size_t count, const DrawRow& draw_row) {
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), ui.px(owner_lists_row_height));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) draw_row(static_cast<std::size_t>(row));
  }
}

// Puts a button over a part of the row, with a ground while the pointer is on it.
bool row_button(const Ui& ui, const char* id, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  const ImVec2 size(std::max(width, 1.0F), ui.px(owner_lists_row_height));
  const bool pressed = ImGui::InvisibleButton(id, size);
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui.colors.selection_soft, ui.px(3));
  }
  return pressed;
}

void cell(const Ui& ui, ImVec2 at, float x, float width, ImU32 color, std::string_view text) {
  const float y = at.y + (ui.px(owner_lists_row_height) - text_size(ui, ui.fonts.mono, 13, text).y) / 2;
  put_text_cut(ui, ui.fonts.mono, 13, {x, y}, width, color, text);
}

std::string owners_short(const std::vector<Slot>& owners) {
  const std::string first = slot_text(owners.front());
  return owners.size() == 1 ? first : fmt::format("{} +{}", first, owners.size() - 1);
}

std::string owners_all(const Layout& layout, const char* name, Element element) {
  return fmt::format("{} {}", name, element_text(layout, element));
}

}  // namespace

void BandList::follow(const Document& d, const ShownLayouts& shown, bool layouts_changed) {
  if (!layouts_changed && band_ == d.band) return;
  band_ = d.band;
  cells_.clear();
  rows_.clear();
  const Layout* layout = band_ ? shown.of(Pick{{}, {}, band_->layout}) : nullptr;
  if (layout == nullptr) return;
  cells_ = band_cells(d.view, *layout, *band_);
  const BandCount count = count_of(cells_);
  summary_ = fmt::format("{} · {} · {}", counted(count.elements, "element", "elements"),
                         counted(count.threads, "thread", "threads"), counted(count.slots, "slot", "slots"));
  for (const BandCell& chosen : cells_) {
    for (const Slot& slot : chosen.owners) {
      const bool first = slot == chosen.owners.front();
      rows_.push_back({Pick{chosen.element, slot, band_->layout}, first ? place_text(chosen.element) : "",
                       slot_text(slot), describe(layout->register_of(slot.i))});
    }
  }
}

void BandList::draw(const Ui& ui, const ShownLayouts& shown) {
  label(ui, ui.colors.text, "Chosen elements");
  const Layout* layout = shown.of(rows_.front().pick);
  copy_button(ui, "##copy_band", "Copy the chosen elements with their owners",
              [&] { return band_text(*layout, cells_); });
  wrapped(ui, ui.colors.dim, summary_);
  if (begin_list(ui, "##band", rows_.size())) {
    clipped_rows(ui, rows_.size(), [&](std::size_t r) {
      const Row& row = rows_[r];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x, slot_x = at.x + ui.px(place_width);
      ImGui::PushID(static_cast<int>(r));
      if (row_button(ui, "##owner", at, width)) ui.push(SetPin{row.pick});
      ImGui::PopID();
      cell(ui, at, at.x + ui.px(4), ui.px(place_width), ui.colors.text, row.place);
      const float slot_width = text_size(ui, ui.fonts.mono, 13, row.slot).x;
      cell(ui, at, slot_x, at.x + width - slot_x, ui.colors.text, row.slot);
      const float span_x = slot_x + std::max(slot_width, ui.px(72)) + ui.px(12);
      cell(ui, at, span_x, at.x + width - span_x, ui.colors.dim, row.span);
    });
  }
  end_list();
  rule(ui);
}

void TermList::follow(const std::optional<Pick>& pick, const ShownLayouts& shown, bool layouts_changed) {
  if (!layouts_changed && pick_ == pick) return;
  pick_ = pick;
  title_.clear();
  terms_.clear();
  rows_.clear();
  if (!pick || shown.view() != ViewMode::Product || shown.empty()) return;
  const SceneLayouts layouts = shown.layouts();
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  const Element c = pick->element;
  k_width_ = parts.metadata == no_part ? narrow_k : wide_k;
  a_layout_ = parts.a;
  b_layout_ = parts.b;
  if (pick->layout != parts.accumulator) {
    title_ = operand_text(layouts, pick->layout, c);
    return;
  }
  terms_ = product_terms(layouts, c);
  const bool sparse = parts.metadata != no_part, no_b = parts.b == no_part;
  title_ = fmt::format("C({}, {}) is the sum over k", c.row, c.col);
  a_name_ = fmt::format("A({}, {})", c.row, sparse ? "packed" : "k");
  b_name_ = fmt::format("B(k, {})", terms_.front().at_b.col);
  if (no_b) b_name_ = fmt::format("B(k, {})", c.col);
  for (const ProductTerm& term : terms_) {
    const std::string unknown = no_b ? "shared memory" : "where e says";
    const std::string all_b =
        term.b.empty() ? "" : "\n" + owners_all(*layouts[static_cast<std::size_t>(parts.b)], "B", term.at_b);
    rows_.push_back({k_text(term), owners_short(term.a), term.b.empty() ? unknown : owners_short(term.b),
                     owners_all(*layouts[static_cast<std::size_t>(parts.a)], "A", term.at_a) + all_b});
  }
}

void TermList::draw(const Ui& ui) {
  if (rows_.empty()) {
    wrapped(ui, ui.colors.text, title_);
    return rule(ui);
  }
  label(ui, ui.colors.text, title_);
  copy_button(ui, "##copy_terms", "Copy the sum with all owners", [&] { return product_text(terms_, pick_->element); });
  draw_head(ui);
  if (begin_list(ui, "##terms", rows_.size())) {
    clipped_rows(ui, rows_.size(), [&](std::size_t row) { draw_row(ui, row); });
  }
  end_list();
  rule(ui);
}

// Draws the heads of the columns: "k  A(9, k)  B(k, 6)".
void TermList::draw_head(const Ui& ui) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(k_width_)) / 2), a_x = at.x + ui.px(k_width_);
  cell(ui, at, at.x + ui.px(4), ui.px(k_width_), ui.colors.dim, "k");
  cell(ui, at, a_x + ui.px(4), half - ui.px(8), ui.colors.dim, a_name_);
  cell(ui, at, a_x + half + ui.px(4), half - ui.px(8), ui.colors.dim, b_name_);
  ImGui::Dummy({0, ui.px(owner_lists_row_height)});
}

void TermList::draw_row(const Ui& ui, std::size_t index) const {
  const Row& row = rows_[index];
  const ProductTerm& term = terms_[index];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float all = ImGui::GetContentRegionAvail().x, half = std::floor((all - ui.px(k_width_)) / 2);
  const float a_x = at.x + ui.px(k_width_), b_x = a_x + half;
  ImGui::PushID(static_cast<int>(index));
  if (row_button(ui, "##a", {a_x, at.y}, half)) ui.push(SetPin{Pick{term.at_a, term.a.front(), a_layout_}});
  explain(ui, row.all);
  const bool b_chosen = row_button(ui, "##b", {b_x, at.y}, half);
  if (b_chosen && !term.b.empty()) ui.push(SetPin{Pick{term.at_b, term.b.front(), b_layout_}});
  explain(ui, row.all);
  ImGui::PopID();
  cell(ui, at, at.x + ui.px(4), ui.px(k_width_), ui.colors.dim, row.k);
  cell(ui, at, a_x + ui.px(4), half - ui.px(8), ui.colors.text, row.a);
  cell(ui, at, b_x + ui.px(4), half - ui.px(8), ui.colors.text, row.b);
}

}  // namespace tcviz::inline app_ui
