#include "app/ui/formula/formula_panel.hpp"

#include <algorithm>

#include "app/session/whole/action.hpp"
#include "app/ui/formula/formula_verdict.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float formula_name_width = 34, gap = 16;
constexpr float ways_width = 300, room_for_ways = 960, low_body = 260, most_fields = 190;

}  // namespace

void FormulaPanel::draw(const Ui& ui) {
  if (begin_panel(ui, "Formula###formula", typing())) {
    prepare(ui);
    draw_title(ui);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool tall = room.y > ui.px(low_body);
    const float height = room.y - FormulaMenu::height(ui, room.x);
    if (tall) draw_fields(ui, {room.x, std::floor(std::min(ui.px(most_fields), room.y * 0.36F))});
    if (tall) menu_.draw(ui);
    draw_body(ui, tall ? ImGui::GetContentRegionAvail().y : std::max(height, ui.px(40)), tall);
    if (!tall) menu_.draw(ui);
    if (typing()) press_keys(ui);
  }
  end_panel();
}

// Prepares the drawing, only if its inputs have changed.
void FormulaPanel::prepare(const Ui& ui) {
  const Document& d = ui.document;
  const Layout* const layout = d.layout();
  const bool hidden = d.formulae.hide_answer;
  const bool same = judged_ == d.formulae.judged && layout == layout_ && theme_ == d.theme && hidden_ == hidden;
  if (followed_ && same && shown_ == d.formula) return;
  followed_ = true;
  shown_ = d.formula;
  judged_ = d.formulae.judged;
  layout_ = layout;
  theme_ = d.theme;
  hidden_ = hidden;
  // The fields may be drawn before the verdict, which says which repair is pointed at.
  repair_ = judged_ && !hidden && !judged_->repairs.empty() ? &judged_->repairs.front() : nullptr;
  ways_.follow(judged_.get(), hidden ? nullptr : layout);
  first_.follow(d.formula.one_text ? d.formula.text : d.formula.row);
  if (!d.formula.one_text) second_.follow(d.formula.col);
  const std::vector<TextProblem> none;
  const std::vector<TextProblem>& problems = judged_ ? judged_->problems : none;
  first_.mark(ui, problems, 0);
  second_.mark(ui, problems, 1);
}

void FormulaPanel::draw_title(const Ui& ui) {
  const Document& d = ui.document;
  heading(ui, "Formula");
  ImGui::SameLine(0, ui.px(14));
  struct Way {
    const char* name;
    bool one_text;
    std::string_view tip;
  };
  static constexpr Way ways[] = {{"row, col", false, "Two expressions, of tid and i."},
                                 {"one text", true,
                                  "C, Python, the PTX manual's style, a CuTe or Triton layout, linear bases, or an "
                                  "inverse: the text shows which."}};
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(1)});
  for (const Way& way : ways) {
    const bool on = d.formula.one_text == way.one_text;
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ui.colors.selection);
    if (ImGui::Button(way.name) && !on) {
      FormulaText text = d.formula;
      text.one_text = way.one_text;
      ui.push(FormulaAction(SetFormula{text}));
      first_.focus();
    }
    if (on) ImGui::PopStyleColor();
    explain(ui, way.tip);
    ImGui::SameLine(0, ui.px(4));
  }
  ImGui::SameLine(0, ui.px(14));
  inverse_.draw(ui);
  ImGui::SameLine(0, ui.px(4));
  ImGui::PopStyleVar();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  if (judged_ && !judged_->notation.empty() && room > ui.px(90)) {
    put_text(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(10), at.y + ui.px(2)}, ui.colors.faint, "read as");
    put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(58), at.y + ui.px(2)}, room - ui.px(58), ui.colors.dim,
                 judged_->notation);
  }
  ImGui::NewLine();
  ImGui::Dummy({0, ui.px(1)});
}

void FormulaPanel::draw_body(const Ui& ui, float height, bool tall) {
  const float width = ImGui::GetContentRegionAvail().x;
  const bool wide = width >= ui.px(room_for_ways);
  ImGui::BeginChild("##body", {0, height}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_NoScrollbar);
  const float ways = wide ? ui.px(ways_width + gap) : 0;
  if (tall) {
    ImGui::BeginChild("##verdict", {0, 0}, ImGuiChildFlags_NavFlattened);
    repair_ = draw_verdict(ui, judged_.get());
    draw_ways(ui, {0, 0});
    ImGui::EndChild();
  } else {
    const float fields = std::floor((width - ways) * 0.56F);
    draw_fields(ui, {fields, height});
    ImGui::SameLine(0, ui.px(gap));
    ImGui::BeginChild("##verdict", {width - ways - fields - ui.px(gap), height}, ImGuiChildFlags_NavFlattened);
    repair_ = draw_verdict(ui, judged_.get());
    if (!wide) draw_ways(ui, {0, 0});
    ImGui::EndChild();
    if (wide) ImGui::SameLine(0, ui.px(gap));
    if (wide) draw_ways(ui, {ui.px(ways_width), height});
  }
  ImGui::EndChild();
}

void FormulaPanel::draw_fields(const Ui& ui, ImVec2 size) {
  const FormulaText& formula = ui.document.formula;
  edited_ = false;
  ImGui::BeginGroup();
  if (formula.one_text) {
    draw_field(ui, first_, nullptr, formula.text, size);
  } else {
    const float half = std::floor((size.y - ui.px(5)) / 2);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_field(ui, first_, "row", formula.row, {size.x, half});
    ImGui::SetCursorScreenPos({at.x, at.y + half + ui.px(5)});
    draw_field(ui, second_, "col", formula.col, {size.x, half});
  }
  ways_.underline(ui, first_, second_);
  if (repair_ != nullptr) (repair_->field == 0 ? first_ : second_).mark_repair(ui, repair_->range);
  ImGui::EndGroup();
  if (!edited_) return;
  typed_ = formula;
  if (formula.one_text) typed_.text = first_.text();
  if (!formula.one_text) typed_.row = first_.text(), typed_.col = second_.text();
  ui.push(FormulaAction(SetFormula{typed_}));
}

void FormulaPanel::draw_field(const Ui& ui, CodeField& field, const char* name, const std::string& current,
                              ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = name != nullptr ? ui.px(formula_name_width) : 0;
  if (name != nullptr) put_text(ui, ui.fonts.mono, 14, {at.x, at.y + ui.px(5)}, ui.colors.dim, name);
  ImGui::SetCursorScreenPos({at.x + left, at.y});
  const bool second = &field == &second_;
  edited_ = field.draw(ui, second ? "##col" : "##row", current, {size.x - left, size.y}) || edited_;
  const bool hint = current.empty() && field.text().empty() && !field.focused();
  if (!hint) return;
  const char* const words = name == nullptr
                                ? "row = ...; col = ...;  a function, CuTe's ((4,8),(2,2)):((32,1),(16,8)), "
                            : second ? "of tid and i: (tid % 4) * 2 + ..."
                                     : "of tid and i: (tid >> 2) + ...";
  put_text_cut(ui, ui.fonts.mono, 13, {at.x + left + ui.px(12), at.y + ui.px(6)}, size.x - left - ui.px(20),
               ui.colors.faint, words);
}

void FormulaPanel::draw_ways(const Ui& ui, ImVec2 size) {
  if (ways_.empty()) return;
  const bool own = size.y > 0;
  if (own) ImGui::BeginChild("##ways", size, ImGuiChildFlags_NavFlattened);
  if (!own) ImGui::Dummy({0, ui.px(4)});
  ways_.draw(ui);
  if (own) ImGui::EndChild();
}

// Goes to the other field on Tab, and back to the grids on Escape.
void FormulaPanel::press_keys(const Ui& ui) {
  const bool pair = !ui.document.formula.one_text;
  if (pair && ImGui::IsKeyPressed(ImGuiKey_Tab, false)) (first_.focused() ? second_ : first_).focus();
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::SetWindowFocus("###grids");
}

}  // namespace tcviz::inline app_ui
