#include "app/ui/window/formula_line.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/session/formula/formula_judge.hpp"
#include "app/session/formula/formula_spell.hpp"
#include "app/session/whole/action.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float text_points = 13;

// Returns the words of the button: what is known about the text in the editor.
std::string words_of(const Judged* judged) {
  switch (judged != nullptr ? judged->judgement : Judgement::Empty) {
    case Judgement::Empty:
      return "Check yours";
    case Judgement::Unreadable:
      return "Yours cannot be read: open";
    case Judgement::Unfit:
      return "Yours does not fit: open";
    case Judgement::Half:
      return "Yours is half done: open";
    case Judgement::Wrong:
      return fmt::format("Yours is wrong for {}: open", judged->verdict.mismatches);
    case Judgement::Right:
      return "Yours is right: open";
  }
  return {};
}

}  // namespace

// Finds a formula once for a layout, and leaves the search for fewer operators to the editor.
void FormulaLine::prepare(const Document& d) {
  if (judged_ != d.formulae.judged || yours_.empty()) {
    yours_ = words_of(d.formulae.judged.get());
    button_ = yours_ + "###edit";
  }
  judged_ = d.formulae.judged;
  if (followed_ && layout_ == d.layout() && hidden_ == d.formulae.hide_answer) return;
  followed_ = true;
  layout_ = d.layout();
  hidden_ = d.formulae.hide_answer;
  row_.clear(), col_.clear(), verdict_.clear();
  if (layout_ == nullptr || hidden_) return;
  const Result<WrittenFormula> found = write_deduced(*layout_, Style::C, false);
  if (!found || found.value().text.one_text) return;
  row_ = found.value().text.row;
  col_ = found.value().text.col;
  verdict_ = fmt::format("proved on all {} slots", layout_->slots());
}

void FormulaLine::draw(const Ui& ui, const Rect& place) {
  prepare(ui.document);
  Ui at = ui;
  at.place = place;
  if (begin_panel(at, "###formula_line")) {
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::PushFont(ui.fonts.sans, text_points);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(2)});
    const float button = text_size(ui, ui.fonts.sans, text_points, yours_).x + ui.px(16);
    const float x = low.x + size.x - button - ui.px(11);
    ImGui::SetCursorScreenPos({x, low.y + (size.y - ImGui::GetFrameHeight()) / 2});
    if (ImGui::Button(button_.c_str())) ui.push(ShowWorkspace{Workspace::Formula});
    explain(ui, "Opens the editor: what you type is checked on every slot.", "7");
    ImGui::PopStyleVar();
    ImGui::PopFont();
    draw_text(ui, {low.x + ui.px(14), low.y + (size.y - text_size(ui, ui.fonts.mono, text_points, "x").y) / 2},
              x - ui.px(12));
  }
  end_panel();
}

void FormulaLine::draw_text(const Ui& ui, ImVec2 at, float right) const {
  if (hidden_) return put_text(ui, ui.fonts.sans, text_points, at, ui.colors.dim, "The answer is hidden.");
  if (row_.empty() && col_.empty()) {
    const char* const none = layout_ == nullptr ? "No layout, no formula." : "No short formula was found.";
    return put_text(ui, ui.fonts.sans, text_points, at, ui.colors.dim, none);
  }
  const float sign = ui.px(16), verdict = text_size(ui, ui.fonts.sans, text_points, verdict_).x;
  const bool both = right - at.x > verdict + ui.px(260);
  const float end = both ? right - verdict - sign - ui.px(18) : right;
  const float half = col_.empty() ? end - at.x : (end - at.x) / 2 - ui.px(8);
  float x = at.x;
  for (const auto& [name, text] : {std::pair<std::string_view, const std::string&>("row", row_), {"col", col_}}) {
    if (text.empty()) continue;
    put_text(ui, ui.fonts.mono, text_points, {x, at.y}, ui.colors.faint, name);
    const float from = x + ui.px(30),
                wide = std::min(text_size(ui, ui.fonts.mono, text_points, text).x, half - ui.px(30));
    put_text_cut(ui, ui.fonts.mono, text_points, {from, at.y}, wide + 1, ui.colors.text, text);
    x = from + wide + ui.px(18);
  }
  if (!both) return;
  put_check(ui, {x + ui.px(6), at.y + ui.px(8)}, ui.colors.good);
  put_text(ui, ui.fonts.sans, text_points, {x + sign, at.y}, ui.colors.good, verdict_);
}

}  // namespace tcviz::inline app_ui
