#include "app/ui/formula/formula_inverse.hpp"

#include "app/session/whole/document.hpp"
#include "app/ui/kit/buttons.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float copy_room = 24;  // points, left of a text

struct StyleRow {
  const char* name;
  Style style;
  std::string_view tip;
};
constexpr StyleRow styles[] = {{"C", Style::C, "Masks and shifts."},
                               {"/ and %", Style::DivMod, "Division and remainder."},
                               {"bases", Style::Bases, "What each bit of row, col and r adds, as (tid, i)."},
                               {"C++", Style::Function, "Functions for host and device."},
                               {"Python", Style::Python, "Functions."}};

}  // namespace

void FormulaInverse::draw(const Ui& ui) {
  const Document& d = ui.document;
  const bool can = d.layout() != nullptr && !d.formulae.hide_answer;
  ImGui::BeginDisabled(!can);
  if (ImGui::Button("owner of (row, col)###inverse")) ImGui::OpenPopup("##inverse");
  ImGui::EndDisabled();
  explain(ui, "tid and i from row and col.");
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::SetNextWindowPos({low.x, high.y + ui.px(4)}, ImGuiCond_Appearing);
  const ImVec2 most = ImGui::GetMainViewport()->WorkSize;
  ImGui::SetNextWindowSizeConstraints({ui.px(320), 0}, {most.x * 0.9F, most.y * 0.6F});
  if (!ImGui::BeginPopup("##inverse", ImGuiWindowFlags_HorizontalScrollbar)) {
    shown_.reset();  // another layout may come to lie where this one was
    return;
  }
  if (!can) ImGui::CloseCurrentPopup();
  if (can) {
    draw_styles(ui);
    prepare(*d.layout());
    if (!*shown_) label(ui, ui.colors.warn, shown_->error().message);
    if (*shown_) {
      for (const InversePart& part : shown_->value().parts) draw_part(ui, part);
      label(ui, ui.colors.dim, shown_->value().note);
    }
  }
  ImGui::EndPopup();
}

void FormulaInverse::prepare(const Layout& layout) {
  if (shown_ && layout_ == &layout && made_ == style_) return;
  layout_ = &layout;
  made_ = style_;
  shown_ = write_inverse(layout, style_);
}

void FormulaInverse::draw_styles(const Ui& ui) {
  for (const StyleRow& row : styles) {
    const bool on = style_ == row.style;
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ui.colors.selection);
    if (ImGui::Button(row.name)) style_ = row.style;
    if (on) ImGui::PopStyleColor();
    explain(ui, row.tip);
    ImGui::SameLine(0, ui.px(4));
  }
  ImGui::NewLine();
  ImGui::Dummy({0, ui.px(3)});
}

void FormulaInverse::draw_part(const Ui& ui, const InversePart& part) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (put_copy_button(ui, part.name.c_str(), at.x + ui.px(copy_room - 6), at.y + ui.px(9), "Copies this."))
    ImGui::SetClipboardText(part.copied.c_str());
  ImGui::SetCursorScreenPos(at);
  ImGui::Indent(ui.px(copy_room));
  for (const std::string& line : part.lines) mono(ui, ui.colors.text, line);
  ImGui::Unindent(ui.px(copy_room));
  ImGui::Dummy({0, ui.px(3)});
}

}  // namespace tcviz::inline app_ui
