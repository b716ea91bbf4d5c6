#include "app/ui/inspector_panel.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tcviz {
namespace {

constexpr float row_height = 23;  // points
constexpr float name_column = 66;

// A quiet text behind what stands on this line already, or below it where there is no room.
void beside(const Ui& ui, std::string_view text) {
  const float left = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const bool fits = left + text_size(ui, ui.fonts.mono, 13.5F, text).x <= right;
  if (fits) ImGui::SameLine();
  if (!fits) ImGui::SetCursorPosX(ui.px(14 + name_column));
  mono(ui, ui.colors.dim, text);
}

std::string place(Element e) { return fmt::format("({}, {})", e.row, e.col); }

}  // namespace

void InspectorPanel::draw(const Ui& ui) {
  if (begin_panel(ui, "Inspector###inspector")) {
    prepare(ui.document);
    heading(ui, "Inspector");
    ImGui::Dummy({0, ui.px(2)});
    draw_pick(ui);
    if (layout_ != nullptr) {
      if (pick_) draw_thread(ui, *layout_);
      draw_provenance(ui);
    }
  }
  end_panel();
}

void InspectorPanel::prepare(const Document& d) {
  const Layout* layout = d.layout();
  if (layout != layout_ || answers_ != d.chosen().answers) {
    answers_ = d.chosen().answers;
    layout_ = layout;
    pick_.reset();
    tid_ = -1;
    methods_.clear();
    facts_.clear();
    if (layout_ != nullptr) prepare_provenance(*layout_);
  }
  const std::optional<Pick> marked = layout_ != nullptr ? d.marked() : std::nullopt;
  if (marked == pick_) return;
  pick_ = marked;
  if (!pick_) return;
  prepare_pick(*layout_, *pick_);
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

void InspectorPanel::prepare_pick(const Layout& layout, const Pick& pick) {
  element_ = place(pick.element);
  linear_ = fmt::format("linear {}", pick.element.row * layout.cols() + pick.element.col);
  owners_.clear();
  for (const Slot& slot : layout.owners(pick.element)) {
    owners_.push_back(
        {slot, fmt::format("T{}", slot.tid), fmt::format("x[{}]", slot.i), describe(layout.register_of(slot.i))});
  }
}

void InspectorPanel::prepare_thread(const Layout& layout, int tid) {
  tid_ = tid;
  thread_title_ = fmt::format("Fragment of thread {}", tid);
  values_.clear();
  for (int i = 0; i < layout.values(); ++i) {
    const Slot slot{tid, i};
    const std::optional<Element> element = layout.element(slot);
    values_.push_back(
        {slot, element, fmt::format("x[{}]", i), describe(layout.register_of(i)), element ? place(*element) : "none"});
  }
}

void InspectorPanel::draw_pick(const Ui& ui) {
  if (!pick_) {
    wrapped(ui, ui.colors.dim,
            layout_ != nullptr ? "Point at a cell to see who owns it. Click to pin it." : "No layout to look into.");
    return rule(ui);
  }
  const auto row = [&](std::string_view name) {
    ImGui::AlignTextToFramePadding();
    label(ui, ui.colors.dim, name);
    ImGui::SameLine(ui.px(14 + name_column));
  };
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(14), ui.px(1)});
  const auto big = [&](ImU32 color, const std::string& text) {
    ImGui::PushFont(ui.fonts.mono, 16.5F);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
    ImGui::PopStyleColor();
    ImGui::PopFont();
  };
  row("element");
  big(ui.colors.text, element_);
  beside(ui, linear_);
  for (const Owner& owner : owners_) {
    const bool picked = owner.slot == pick_->slot;
    row(&owner != owners_.data() ? "" : owners_.size() > 1 ? "owners" : "owner");
    big(picked ? ui.colors.accent : ui.colors.text, owner.thread);
    ImGui::SameLine();
    big(picked ? ui.colors.accent : ui.colors.text, owner.value);
    beside(ui, owner.span);
  }
  ImGui::PopStyleVar();
  rule(ui);
}

void InspectorPanel::draw_thread(const Ui& ui, const Layout& layout) {
  label(ui, ui.colors.text, thread_title_);
  const float all = ui.px(row_height) * static_cast<float>(layout.values());
  const float room = ImGui::GetContentRegionAvail().y - provenance_height(ui);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("##fragment",
                        {0, std::clamp(room, ui.px(4 * row_height), std::max(all, ui.px(4 * row_height)))})) {
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
  if (row.element && hot) ui.hovered = Pick{*row.element, row.slot};
  if (row.element && clicked) ui.push(SetPin{Pick{*row.element, row.slot}});
  const bool picked = row.slot == pick_->slot;
  if (picked || hot) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                                              picked ? ui.colors.selection : ui.colors.selection_soft, ui.px(3));
  }
  const float y = at.y + (size.y - text_size(ui, ui.fonts.mono, 13.5F, row.value).y) / 2;
  put_text(ui, ui.fonts.mono, 13.5F, {at.x + ui.px(8), y}, picked ? ui.colors.accent : ui.colors.text, row.value);
  const float place_x = at.x + size.x - text_size(ui, ui.fonts.mono, 13.5F, row.place).x - ui.px(8);
  const float span_x = at.x + ui.px(name_column);
  put_text_cut(ui, ui.fonts.mono, 13.5F, {span_x, y}, place_x - ui.px(6) - span_x, ui.colors.dim, row.span);
  put_text(ui, ui.fonts.mono, 13.5F, {place_x, y}, ui.colors.text, row.place);
}

float InspectorPanel::provenance_height(const Ui& ui) const {
  const float line = ui.px(20);
  return line * static_cast<float>(methods_.size() + facts_.size() + 1) + ui.px(44);
}

void InspectorPanel::draw_provenance(const Ui& ui) {
  label(ui, ui.colors.text, "Established by");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(4)});
  if (ImGui::BeginChild("##provenance")) {
    for (const std::string& method : methods_) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      put_check(ui, {at.x + ui.px(7), at.y + ui.px(8)}, ui.colors.good);
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(20));
      label(ui, ui.colors.good, method);
    }
    if (!methods_.empty()) ImGui::Dummy({0, ui.px(3)});
    for (const Fact& fact : facts_) {
      label(ui, ui.colors.dim, fact.name);
      ImGui::SameLine(ui.px(name_column + 14));
      wrapped(ui, ui.colors.text, fact.text);
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace tcviz
