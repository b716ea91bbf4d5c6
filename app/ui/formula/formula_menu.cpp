#include "app/ui/formula/formula_menu.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "app/session/formula/formula_judge.hpp"
#include "app/session/formula/formula_spell.hpp"
#include "app/session/whole/action.hpp"
#include "gpu/language/formula/published_formulae.hpp"

namespace tcviz::inline app_ui {
namespace {

void tell(const Ui& ui, std::string text, bool failed = false) {
  ui.push(FormulaAction(TellFormula{std::move(text), failed}));
}

void write(const Ui& ui, Style style) {
  const Result<WrittenFormula> written = write_deduced(*ui.document.layout(), style, ui.document.formula.one_text);
  if (!written) return tell(ui, written.error().message, true);
  ui.push(FormulaAction(UseFormula{written.value().text}));
  tell(ui, written.value().news);
}

bool is_right(const Document& d) { return d.formulae.judged && d.formulae.judged->judgement == Judgement::Right; }
bool is_open(const Document& d) { return d.layout() != nullptr && !d.formulae.hide_answer; }
bool has_repair(const Document& d) { return is_open(d) && d.formulae.judged && !d.formulae.judged->repairs.empty(); }
bool is_typed(const Document& d) { return !d.formula.empty(); }

struct ButtonRow {
  const char* name;
  std::string_view tip;
  bool (*can)(const Document&);
  void (*press)(const Ui&);
};
constexpr ButtonRow buttons[] = {
    {"Deduce", "Writes a formula of this layout into the editor, proved on every slot.", is_open,
     [](const Ui& ui) { write(ui, Style::C); }},
    {"Simplify", "The same layout with the fewest operators of those searched, if your formula is right.", is_right,
     [](const Ui& ui) { write(ui, Style::Fewest); }},
    {"Repair",
     "Applies the nearest single change that makes row or col right. Grey: there is none; Deduce finds a formula.",
     has_repair,
     [](const Ui& ui) { ui.push(FormulaAction(UseFormula{ui.document.formulae.judged->repairs.front().text})); }},
};

// Puts the next button beside the last one, or on a line of its own if there is no room.
void flow(const Ui& ui, const char* name) {
  const float width = ImGui::CalcTextSize(name, nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + ui.px(6) + width <= right) ImGui::SameLine(0, ui.px(6));
}

// Draws a button that opens a list above itself.
bool begin_list(const Ui& ui, const char* name, const char* id, std::string_view tip, bool enabled) {
  flow(ui, name);
  ImGui::BeginDisabled(!enabled);
  if (ImGui::Button(name)) ImGui::OpenPopup(id);
  ImGui::EndDisabled();
  explain(ui, tip);
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 most(ui.px(560), ImGui::GetMainViewport()->WorkSize.y * 0.6F);
  ImGui::SetNextWindowPos({low.x, low.y - ui.px(4)}, ImGuiCond_Appearing, {0, 1});
  ImGui::SetNextWindowSizeConstraints({ui.px(180), 0}, most);
  return ImGui::BeginPopup(id);
}

void use(const Ui& ui, const std::string& kind, const FormulaText& text) {
  const auto& kinds = ui.document.kinds;
  const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const KindEntry& e) { return e.id == kind; });
  if (known) ui.push(ChooseKind{kind});
  ui.push(FormulaAction(UseFormula{text}));
}

// Chooses a source of one of these architectures that knows the kind, if the chosen source belongs to none of them.
void choose_claimed(const Ui& ui, const PublishedFormula& claim) {
  const auto claimed = [&](const SourceState& source) {
    const std::string& name = source.info.name;
    const std::string architecture = name.substr(name.find(':') + 1);
    return fmt::format(" {} ", claim.architectures).find(fmt::format(" {} ", architecture)) != std::string::npos;
  };
  const auto& sources = ui.document.sources;
  if (claimed(ui.document.chosen())) return;
  const auto knows = [&](const SourceState& s) { return claimed(s) && s.can_answer(std::string(claim.asked_kind())); };
  const auto at = std::find_if(sources.begin(), sources.end(), knows);
  if (at != sources.end()) ui.push(ChooseSource{static_cast<std::size_t>(at - sources.begin())});
}

// Returns the beginning of a formula on one line.
std::string summary(const FormulaText& text) {
  std::string line = text.one_text ? text.text : text.row + "  |  " + text.col;
  std::replace(line.begin(), line.end(), '\n', ' ');
  constexpr std::size_t most = 64;
  return line.size() > most ? line.substr(0, most) + "..." : line;
}

}  // namespace

float FormulaMenu::height(const Ui& ui, float width) {
  constexpr std::array names = {"Deduce",  "Simplify", "Repair",  "Copy as",        "Published",
                                "History", "Saved",    "Save...", "Hide the answer"};
  float x = 0;
  int lines = 1;
  for (const char* const name : names) {
    const float button = ImGui::CalcTextSize(name).x + 2 * ImGui::GetStyle().FramePadding.x;
    const bool fits = x == 0 || x + ui.px(6) + button <= width;
    lines += fits ? 0 : 1;
    x = fits && x > 0 ? x + ui.px(6) + button : button;
  }
  const float line = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  return ui.px(6) + line * static_cast<float>(lines);
}

void FormulaMenu::draw(const Ui& ui) {
  ImGui::Dummy({0, ui.px(1)});
  for (const ButtonRow& row : buttons) {
    if (&row != buttons) flow(ui, row.name);
    ImGui::BeginDisabled(!row.can(ui.document));
    if (ImGui::Button(row.name)) row.press(ui);
    ImGui::EndDisabled();
    explain(ui, row.tip);
  }
  draw_spellings(ui);
  draw_published(ui);
  draw_history(ui);
  draw_saved(ui);
  draw_name(ui);
  const bool hidden = ui.document.formulae.hide_answer;
  flow(ui, hidden ? "Reveal" : "Hide the answer");
  if (ImGui::Button(hidden ? "Reveal###hide" : "Hide the answer###hide"))
    ui.push(hidden ? FormulaAction(RevealAnswer{}) : FormulaAction(HideAnswer{}));
  explain(ui,
          hidden ? "Shows the layout again." : "For teaching: the grids show only axes until the formula is right.");
  draw_news(ui);
}

void FormulaMenu::draw_spellings(const Ui& ui) {
  if (!begin_list(ui, "Copy as", "##spellings", "Copies this layout's formula in a spelling of your choice.",
                  is_open(ui.document)))
    return;
  static constexpr std::string_view labels[] = {"C, masks and shifts", "C, fewest of those searched",
                                                "C, / and %",          "the PTX manual's style",
                                                "CuTe layout",         "linear bases",
                                                "C++ functions",       "Python functions",
                                                "Triton linear layout"};
  static_assert(std::size(labels) == style_names.size());
  for (std::size_t n = 0; n < std::size(labels); ++n) {
    if (!ImGui::Selectable(labels[n].data()) || ui.document.layout() == nullptr) continue;
    const Result<std::string> text = write_spelling(*ui.document.layout(), static_cast<Style>(n));
    if (text) ImGui::SetClipboardText(text.value().c_str());
    tell(ui, text ? fmt::format("Copied as {}.", labels[n]) : text.error().message, !text);
  }
  ImGui::EndPopup();
}

void FormulaMenu::draw_published(const Ui& ui) {
  if (!begin_list(ui, "Published", "##published",
                  "Formulae of documents, to try; each is checked against what it claims.", true))
    return;
  for (const PublishedFormula& row : published_formulae()) {
    const std::string name(row.name), kind(row.asked_kind());
    const FormulaText text{!row.text.empty(), std::string(row.row), std::string(row.col), std::string(row.text)};
    if (ImGui::Selectable(name.c_str())) {
      use(ui, kind, text);
      choose_claimed(ui, row);
    }
    if (!ImGui::IsItemHovered() || !begin_tip(ui)) continue;
    label(ui, ui.colors.text, row.document);
    label(ui, ui.colors.dim, fmt::format("claims {} of {}", row.kind, row.architectures));
    if (!row.part.of.empty()) label(ui, ui.colors.dim, "checked against " + row.part.text());
    if (!row.note.empty()) label(ui, ui.colors.warn, row.note);
    ImGui::EndTooltip();
  }
  ImGui::EndPopup();
}

void FormulaMenu::draw_history(const Ui& ui) {
  const std::vector<SavedFormula>& history = ui.document.formulae.kept.history;
  if (!begin_list(ui, "History", "##history", "Earlier formulae, the latest first.", !history.empty())) return;
  for (std::size_t n = 0; n < history.size(); ++n) {
    ImGui::PushID(static_cast<int>(n));
    if (ImGui::Selectable(summary(history[n].text).c_str())) use(ui, history[n].kind, history[n].text);
    explain(ui, history[n].kind);
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

void FormulaMenu::draw_saved(const Ui& ui) {
  const std::vector<SavedFormula>& saved = ui.document.formulae.kept.saved;
  if (!begin_list(ui, "Saved", "##saved", "Formulae that you kept under a name.", !saved.empty())) return;
  for (const SavedFormula& each : saved) {
    ImGui::PushID(each.name.c_str());
    if (ImGui::SmallButton("drop")) ui.push(FormulaAction(DropFormula{each.name}));
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Selectable(each.name.c_str())) use(ui, each.kind, each.text);
    explain_made(ui, [&] { return each.kind + ": " + summary(each.text); });
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

void FormulaMenu::draw_name(const Ui& ui) {
  const bool asked = saves_served_ != ui.document.formulae.saves_asked;
  saves_served_ = ui.document.formulae.saves_asked;
  if (asked && is_typed(ui.document)) ImGui::OpenPopup("##name");
  if (!begin_list(ui, "Save...", "##name", "Keeps this formula and its kind under a name.", is_typed(ui.document)))
    return;
  if (ImGui::IsWindowAppearing()) {
    ImGui::SetKeyboardFocusHere();
    name_[0] = '\0';
  }
  ImGui::SetNextItemWidth(ui.px(240));
  const bool entered =
      ImGui::InputTextWithHint("##text", "name", name_.data(), name_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  const std::string name = name_.data();
  const auto& saved = ui.document.formulae.kept.saved;
  const bool there = std::any_of(saved.begin(), saved.end(), [&](const SavedFormula& f) { return f.name == name; });
  const bool blank = name.find_first_not_of(' ') == std::string::npos;
  ImGui::BeginDisabled(blank);
  const bool pressed = ImGui::Button(there ? "Replace###save" : "Save###save");
  ImGui::EndDisabled();
  if (!blank && (entered || pressed)) {
    ui.push(FormulaAction(SaveFormula{name}));
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void FormulaMenu::draw_news(const Ui& ui) {
  const FormulaState& state = ui.document.formulae;
  ImGui::SameLine(0, ui.px(12));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  if (room > ui.px(30) && !state.news.empty())
    put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x, at.y + ui.px(4)}, room, state.failed ? ui.colors.bad : ui.colors.dim,
                 state.news);
  ImGui::NewLine();
}

}  // namespace tcviz::inline app_ui
