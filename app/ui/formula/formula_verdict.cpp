#include "app/ui/formula/formula_verdict.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/session/whole/formula_marks.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float headline_size = 15.5F, sign = 16;  // points

// Draws a tick, a cross or a dot: verdicts differ by shape, not by colour alone.
void put_sign(const Ui& ui, Judgement judgement, ImU32 color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 middle(at.x + ui.px(6), at.y + ui.px(10));
  const float arm = ui.px(4);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (judgement == Judgement::Right) {
    put_check(ui, middle, color);
  } else if (judgement == Judgement::Half) {
    put_dot(ui, middle, Dot::Ring, color);
  } else {
    draw.AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, color, 2 * ui.scale);
    draw.AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, color, 2 * ui.scale);
  }
  ImGui::SetCursorScreenPos({at.x + ui.px(sign + 4), at.y});
}

ImU32 color_of(const Ui& ui, Judgement judgement) {
  if (judgement == Judgement::Right) return ui.colors.good;
  return judgement == Judgement::Half ? ui.colors.warn : ui.colors.bad;
}

// Draws a text that can be pressed like a button.
bool link(const Ui& ui, const char* id, std::string_view text, ImU32 color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const ImVec2 size = text_size(ui, ui.fonts.mono, 13.5F, text);
  const bool pressed =
      ImGui::InvisibleButton(id, {std::max(1.0F, std::min(size.x, room)), size.y}, ImGuiButtonFlags_EnableNav);
  put_text_cut(ui, ui.fonts.mono, 13.5F, at, room, color, text);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const float y = ImGui::GetItemRectMax().y;
    ImGui::GetWindowDrawList()->AddLine({at.x, y}, {ImGui::GetItemRectMax().x, y}, color, ui.line());
  }
  return pressed;
}

void draw_first(const Ui& ui, const Judged& judged) {
  const Document& d = ui.document;
  const bool hidden = d.formulae.hide_answer;
  const std::string& words = hidden ? judged.first_got : judged.first;
  if (words.empty()) return;
  if (hidden) return mono(ui, ui.colors.text, words);
  if (link(ui, "##first", words, ui.colors.accent)) {
    if (const auto pick = counterexample(d)) ui.push(SetPin{pick});
    ImGui::SetWindowFocus("###grids");
  }
  explain(ui, "The first slot that is wrong: a click pins its cell.");
}

// Draws "1 of 128  <  >", which goes from one counter-example to the next.
void draw_stepper(const Ui& ui, const Judged& judged) {
  if (judged.verdict.mismatches == 0 || ui.document.formulae.hide_answer) return;
  const MistakeCount all = count_mistakes(ui.document);
  if (all.count == 0) return;
  std::array<char, 48> words{};
  const auto end = all.at > 0 ? fmt::format_to_n(words.data(), words.size(), "{} of {}", all.at, all.count)
                              : fmt::format_to_n(words.data(), words.size(), "{} wrong", all.count);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(1)});
  ImGui::AlignTextToFramePadding();
  mono(ui, ui.colors.text, {words.data(), end.out});
  for (const int steps : {-1, 1}) {
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button(steps < 0 ? "<##mistake" : ">##mistake")) ui.push(StepMistake{steps});
    explain(ui, steps < 0 ? "Pins the previous counter-example." : "Pins the next counter-example.");
  }
  ImGui::PopStyleVar();
}

const FormulaRepair* draw_repairs(const Ui& ui, const Judged& judged) {
  constexpr std::size_t most_shown = 3;
  const FormulaRepair* shown = judged.repairs.empty() ? nullptr : &judged.repairs.front();
  for (std::size_t n = 0; n < std::min(judged.repairs.size(), most_shown); ++n) {
    const FormulaRepair& repair = judged.repairs[n];
    ImGui::PushID(static_cast<int>(n));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(1)});
    if (ImGui::Button("Apply")) ui.push(FormulaAction(UseFormula{repair.text}));
    ImGui::PopStyleVar();
    explain(ui, "Then this text is right for every slot.");
    ImGui::SameLine(0, ui.px(8));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 low(ImGui::GetWindowPos().x, at.y), high(at.x + ImGui::GetContentRegionAvail().x, at.y + ui.px(20));
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high)) shown = &repair;
    put_text_cut(ui, ui.fonts.mono, 13, {at.x, at.y + ui.px(2)}, ImGui::GetContentRegionAvail().x, ui.colors.text,
                 repair.change);
    ImGui::NewLine();
    ImGui::PopID();
  }
  return shown;
}

void draw_meant(const Ui& ui, const Judged& judged) {
  if (judged.right_for.empty()) return;
  wrapped(ui, ui.colors.warn, "This is another kind's layout:");
  constexpr std::size_t most_shown = 3;
  for (std::size_t n = 0; n < std::min(judged.right_for.size(), most_shown); ++n)
    mono(ui, ui.colors.text, judged.right_for[n]);
}

// Draws the button that compiles a refused text: never without a press, since the text is executed.
void draw_compile(const Ui& ui, const Judged& judged) {
  if (!judged.may_compile) return;
  const bool busy = ui.document.formulae.compiling.busy();
  ImGui::BeginDisabled(busy);
  if (ImGui::Button(busy ? "Compiling...###compile" : "Compile and run###compile"))
    ui.push(FormulaAction(CompileFormula{}));
  ImGui::EndDisabled();
  explain(ui,
          "This machine's C++ compiler compiles the text, and it is executed for every slot: in a process of its own, "
          "which writes no file and ends after seconds.");
}

void draw_nothing_typed(const Ui& ui) {
  wrapped(ui, ui.colors.dim,
          "Type a formula for row and col from tid and i: every cell turns right or wrong as you type.");
  if (ui.document.formulae.hide_answer)
    wrapped(ui, ui.colors.warn, "The answer is hidden until the formula is right, or it is revealed.");
}

}  // namespace

const FormulaRepair* draw_verdict(const Ui& ui, const Judged* judged) {
  const bool hidden = ui.document.formulae.hide_answer;
  if (judged == nullptr) wrapped(ui, ui.colors.dim, "There is no layout to check a formula against.");
  if (judged != nullptr && judged->judgement == Judgement::Empty) draw_nothing_typed(ui);
  if (judged == nullptr || judged->judgement == Judgement::Empty) return nullptr;
  const ImU32 color = color_of(ui, judged->judgement);
  put_sign(ui, judged->judgement, color);
  wrapped(ui, color, judged->headline, headline_size);
  if (!judged->apart.empty()) wrapped(ui, ui.colors.text, judged->apart);
  draw_compile(ui, *judged);
  draw_first(ui, *judged);
  draw_stepper(ui, *judged);
  if (!judged->undefined.empty()) wrapped(ui, ui.colors.warn, judged->undefined);
  if (!hidden) draw_meant(ui, *judged);
  const FormulaRepair* const repair = hidden ? nullptr : draw_repairs(ui, *judged);
  if (hidden) wrapped(ui, ui.colors.dim, "The answer is hidden.");
  if (!judged->operators.empty()) wrapped(ui, ui.colors.dim, judged->operators, 12.5F);
  return repair;
}

}  // namespace tcviz::inline app_ui
