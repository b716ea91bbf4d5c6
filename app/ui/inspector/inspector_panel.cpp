#include "app/ui/inspector/inspector_panel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/base/differences.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/selection.hpp"
#include "app/session/whole/selection_text.hpp"
#include "app/ui/kit/buttons.hpp"
#include "app/ui/kit/grid_picture.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float row_height = 23;  // points
constexpr float name_column = 66;
constexpr float copy_width = 22, narrow_list = 230;
constexpr float least_rows = 8;  // of a fragment, in sight

// Puts a quiet text at the end of this line, or below it if there is no room.
void beside(const Ui& ui, std::string_view text) {
  const float left = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x - ui.px(copy_width);
  const bool fits = left + text_size(ui, ui.fonts.mono, 13.5F, text).x <= right;
  if (fits) ImGui::SameLine();
  if (!fits) ImGui::SetCursorPosX(ui.px(name_column));
  mono(ui, ui.colors.dim, text);
}

void row_name(const Ui& ui, std::string_view name) {
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, name);
  ImGui::SameLine(ui.px(name_column));
}

void big(const Ui& ui, ImU32 color, std::string_view text) {
  ImGui::PushFont(ui.fonts.mono, 16.5F);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

// Draws the cross that closes the inspector, but not in a lesson, which decides if it is open. Tab passes it by: the
// keys have Panels > Inspector.
void put_close(const Ui& ui) {
  if (ui.document.learn.lesson) return;
  const ImVec2 low = ImGui::GetItemRectMin();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::PushItemFlag(ImGuiItemFlags_NoNav | ImGuiItemFlags_NoTabStop, true);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.dim);
  if (ImGui::CloseButton(ImGui::GetID("##close"), {right - ImGui::GetFontSize(), low.y}))
    ui.push(ShowView{ViewId::Inspector, false});
  ImGui::PopStyleColor();
  ImGui::PopItemFlag();
  explain(ui, "Close it. Panels > Inspector opens it again.");
}

}  // namespace

void InspectorPanel::draw(const Ui& ui) {
  if (begin_panel(ui, "Inspector###inspector")) {
    prepare(ui.document);
    heading(ui, "Inspector");
    put_close(ui);
    ImGui::Dummy({0, ui.px(2)});
    if (ui.document.formulae.hide_answer) {
      wrapped(ui, ui.colors.dim, "The answer is hidden until the formula is right, or it is revealed.");
    } else if (ImGui::BeginChild("##body")) {
      if (!band_.empty()) band_.draw(ui, shown_);
      if (!pick_) draw_nothing(ui);
      if (pick_) draw_pick(ui);
      if (pick_ && !terms_.empty()) terms_.draw(ui);
      if (pick_) draw_thread(ui);
      if (layout_ != nullptr) draw_provenance(ui);
    }
    if (!ui.document.formulae.hide_answer) ImGui::EndChild();
  }
  end_panel();
}

void InspectorPanel::prepare(const Document& d) {
  const bool changed = shown_.follow(d);
  // Pointing at a row of this panel lights its cell in the grids, but turns no page here.
  const bool ours = pointed_ && d.hover == pointed_;
  pointed_.reset();
  const std::optional<Pick> marked = shown_.empty() ? std::nullopt : ours ? d.pin : d.marked();
  band_.follow(d, shown_, changed);
  terms_.follow(marked, shown_, changed);
  if (!changed && marked == pick_) return;
  pick_ = marked;
  const Layout* layout = shown_.empty() ? nullptr : pick_ ? shown_.of(*pick_) : shown_.layouts().front();
  if (changed || layout != layout_) {
    layout_ = layout;
    tid_ = -1;
    methods_.clear();
    facts_.clear();
    if (layout_ != nullptr) prepare_provenance(*layout_);
    if (layout_ != nullptr) prepare_reason(d, pick_ ? pick_->layout : 0);
    if (layout_ != nullptr) bits_.follow(*layout_);
  }
  if (!pick_ || layout_ == nullptr) return;
  prepare_pick(*layout_, *pick_);
  bits_.show(*layout_, pick_->slot, pick_->element);
  if (tid_ != pick_->slot.tid) prepare_thread(*layout_, pick_->slot.tid);
}

void InspectorPanel::prepare_provenance(const Layout& layout) {
  const Provenance& p = layout.provenance();
  for (const std::string& method : p.methods) {
    methods_.push_back(p.source == Source::Probed ? method + " probe" : method);
  }
  const auto add = [&](const char* name, const std::optional<std::string>& text) {
    if (text && !text->empty()) facts_.push_back({name, *text});
  };
  facts_.push_back({"source", std::string(name_of(p.source))});
  add("device", p.device);
  add("capability", p.compute_capability);
  add("driver", p.driver);
  add("CUDA", p.cuda);
  add("date", p.date);
  add("reference", p.reference);
  add("note", p.note);
}

// Says why this source tells of the architecture that was chosen, if another was.
void InspectorPanel::prepare_reason(const Document& d, int shown) {
  const std::size_t chosen = d.chosen_of(shown);
  const std::string why = why_best(d.sources, chosen, layout_->kind());
  if (!why.empty()) facts_.insert(facts_.begin(), {"for", fmt::format("{}, {}", title_of(d.sources[chosen]), why)});
}

void InspectorPanel::prepare_pick(const Layout& layout, const Pick& pick) {
  name_ = operand_name(shown_.view(), shown_.layouts(), pick.layout);
  element_ = place_text(pick.element);
  linear_ = fmt::format("linear {}", pick.element.row * layout.cols() + pick.element.col);
  owners_.clear();
  for (const Slot& slot : layout.owners(pick.element)) {
    owners_.push_back(
        {slot, fmt::format("T{}", slot.tid), fmt::format("x[{}]", slot.i), describe(layout.register_of(slot.i))});
  }
  other_side_.clear();
  if (shown_.view() != ViewMode::Comparison) return;
  const Layout& other = *shown_.layouts()[pick.layout == 0 ? 1 : 0];
  other_side_differs_ = differs(layout, other, pick.element);
  if (!inside(other, pick.element)) other_side_ = "has no such element";
  if (!other_side_.empty()) return;
  for (const Slot& slot : other.owners(pick.element))
    other_side_ += (other_side_.empty() ? "" : ", ") + slot_text(slot);
}

void InspectorPanel::prepare_thread(const Layout& layout, int tid) {
  tid_ = tid;
  thread_title_ = fmt::format("Fragment of thread {}", tid);
  values_.clear();
  for (int i = 0; i < layout.values(); ++i) {
    const Slot slot{tid, i};
    const std::optional<Element> element = layout.element(slot);
    values_.push_back({slot, element, fmt::format("x[{}]", i), describe(layout.register_of(i)),
                       element ? place_text(*element) : "none"});
  }
}

void InspectorPanel::draw_nothing(const Ui& ui) const {
  wrapped(ui, ui.colors.dim,
          layout_ != nullptr ? "Point at a cell to see who owns it. Click to pin it, Shift+drag to choose several."
                             : "No layout to look into.");
  rule(ui);
}

void InspectorPanel::draw_pick(const Ui& ui) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(14), ui.px(1)});
  row_name(ui, name_.empty() ? "element" : name_);
  big(ui, ui.colors.text, element_);
  beside(ui, linear_);
  copy_button(ui, "##copy_element", "Copy the element with all its owners",
              [&] { return element_text(*layout_, pick_->element); });
  for (const Owner& owner : owners_) draw_owner(ui, owner, &owner == owners_.data());
  if (!other_side_.empty()) {
    row_name(ui, pick_->layout == 0 ? "right" : "left");
    mono(ui, other_side_differs_ ? ui.colors.warn : ui.colors.good, other_side_);
  }
  ImGui::PopStyleVar();
  rule(ui);
  bits_.draw(ui);
  rule(ui);
}

// Draws an owner of the element, which a click pins.
void InspectorPanel::draw_owner(const Ui& ui, const Owner& owner, bool first) const {
  const bool picked = owner.slot == pick_->slot;
  row_name(ui, !first ? "" : owners_.size() > 1 ? "owners" : "owner");
  ImGui::BeginGroup();
  big(ui, picked ? ui.colors.accent : ui.colors.text, owner.thread);
  ImGui::SameLine();
  big(ui, picked ? ui.colors.accent : ui.colors.text, owner.value);
  beside(ui, owner.span);
  ImGui::EndGroup();
  if (owners_.size() > 1) explain(ui, "Click to pin this owner (Tab)");
  if (ImGui::IsItemClicked()) ui.push(SetPin{Pick{pick_->element, owner.slot, pick_->layout}});
  if (!picked) return;
  copy_button(ui, "##copy_owner", "Copy this owner", [&] { return owner_text(*layout_, owner.slot); });
}

void InspectorPanel::draw_thread(const Ui& ui) {
  const Layout& layout = *layout_;
  label(ui, ui.colors.text, thread_title_);
  copy_button(ui, "##copy_fragment", "Copy the fragment as a table", [&] { return fragment_text(*layout_, tid_); });
  const float all = ui.px(row_height) * static_cast<float>(layout.values());
  const float room = ImGui::GetContentRegionAvail().y - provenance_height(ui);
  const float list = std::clamp(room, std::min(all, ui.px(least_rows * row_height)), all);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("##fragment", {0, list})) {
    const bool scroll = scrolled_to_ != pick_;
    scrolled_to_ = pick_;
    if (scroll) {
      const float y = ui.px(row_height) * static_cast<float>(pick_->slot.i), height = ImGui::GetWindowHeight();
      if (y < ImGui::GetScrollY() || y + ui.px(row_height) > ImGui::GetScrollY() + height) {
        ImGui::SetScrollY(y - height / 2);
      }
    }
    ImGuiListClipper clipper;
    clipper.Begin(layout.values(), ui.px(row_height));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        draw_value(ui, values_[static_cast<std::size_t>(i)]);
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  rule(ui);
}

void InspectorPanel::draw_value(const Ui& ui, const ValueRow& row) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, ui.px(row_height));
  ImGui::PushID(row.slot.i);
  const bool clicked = ImGui::InvisibleButton("##value", size);
  const bool hot = ImGui::IsItemHovered();
  ImGui::PopID();
  if (row.element && hot) pointed_ = ui.hovered = Pick{*row.element, row.slot, pick_->layout};
  if (row.element && clicked) ui.push(SetPin{Pick{*row.element, row.slot, pick_->layout}});
  const bool picked = row.slot == pick_->slot;
  if (picked || hot) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                                              picked ? ui.colors.selection : ui.colors.selection_soft, ui.px(3));
  }
  // A narrow panel gives up empty space before it cuts text.
  const bool narrow = size.x < ui.px(narrow_list);
  const float font = narrow ? 13 : 13.5F, pad = ui.px(narrow ? 3 : 8);
  const float longest = text_size(ui, ui.fonts.mono, font, values_.back().value).x + pad + ui.px(7);
  const float y = at.y + (size.y - text_size(ui, ui.fonts.mono, font, row.value).y) / 2;
  put_text(ui, ui.fonts.mono, font, {at.x + pad, y}, picked ? ui.colors.accent : ui.colors.text, row.value);
  const float place_x = at.x + size.x - text_size(ui, ui.fonts.mono, font, row.place).x - pad;
  const float span_x = at.x + (narrow ? longest : std::max(longest, ui.px(name_column)));
  put_text_cut(ui, ui.fonts.mono, font, {span_x, y}, place_x - ui.px(4) - span_x, ui.colors.dim, row.span);
  put_text(ui, ui.fonts.mono, font, {place_x, y}, ui.colors.text, row.place);
}

float InspectorPanel::provenance_height(const Ui& ui) const {
  const float line = ui.px(20);
  return line * static_cast<float>(methods_.size() + facts_.size() + 1) + ui.px(44);
}

void InspectorPanel::draw_provenance(const Ui& ui) {
  label(ui, ui.colors.text, "Established by");
  copy_button(ui, "##copy_provenance", "Copy kind and provenance", [&] { return provenance_text(*layout_); });
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(4)});
  for (const std::string& method : methods_) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put_check(ui, {at.x + ui.px(7), at.y + ui.px(8)}, ui.colors.good);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(20));
    label(ui, ui.colors.good, method);
  }
  if (!methods_.empty()) ImGui::Dummy({0, ui.px(3)});
  for (const Fact& fact : facts_) {
    label(ui, ui.colors.dim, fact.name);
    ImGui::SameLine(ui.px(name_column));
    wrapped(ui, ui.colors.text, fact.text);
  }
  ImGui::PopStyleVar();
}

}  // namespace tcviz::inline app_ui
