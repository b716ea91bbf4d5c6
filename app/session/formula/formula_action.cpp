#include "app/session/formula/formula_action.hpp"

#include <algorithm>
#include <utility>

#include "app/session/formula/formula_judge.hpp"

namespace tcviz::inline app_session {
namespace {

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

bool fits(const FormulaText& text) {
  return text.row.size() + text.col.size() + text.text.size() <= most_formula_bytes;
}

auto find_saved(KeptFormulae& kept, const std::string& name) {
  return std::find_if(kept.saved.begin(), kept.saved.end(), [&](const SavedFormula& f) { return f.name == name; });
}

class FormulaActionApply {
 public:
  explicit FormulaActionApply(const FormulaPart& part) : part_(part), state_(part.state) {}

  void operator()(const SetFormula& a) {
    if (fits(a.text)) part_.text = a.text;
    state_.news.clear();
  }
  void operator()(const UseFormula& a) {
    if (!fits(a.text)) return;
    if (a.text != part_.text) remember(state_.kept, part_.kind, part_.text);
    part_.text = a.text;
    state_.news.clear();
  }
  void operator()(const HideAnswer&) {
    if (state_.judged && state_.judged->judgement == Judgement::Right) {
      remember(state_.kept, part_.kind, part_.text);
      part_.text = {part_.text.one_text, "", "", ""};
      state_.judged.reset();
    }
    state_.hide_answer = true;
  }
  void operator()(const RevealAnswer&) { state_.hide_answer = false; }
  void operator()(const SaveFormula& a) {
    if (is_blank(a.name) || a.name.size() > most_formula_name || part_.text.empty()) return;
    const SavedFormula entry{a.name, part_.kind, part_.text};
    const auto at = find_saved(state_.kept, a.name);
    const bool fresh = at == state_.kept.saved.end();
    if (!fresh) *at = entry;
    if (fresh && state_.kept.saved.size() < most_saved_formulae) state_.kept.saved.push_back(entry);
    remember(state_.kept, part_.kind, part_.text);
    (*this)(TellFormula{"Saved as \"" + a.name + "\".", false});
  }
  void operator()(const DropFormula& a) {
    const auto at = find_saved(state_.kept, a.name);
    if (at != state_.kept.saved.end()) state_.kept.saved.erase(at);
  }
  void operator()(const AskFormulaName&) { ++state_.saves_asked; }
  void operator()(const RestoreFormulae& a) { state_.kept = a.kept; }
  void operator()(const TakeVerdict& a) {
    const bool right = a.judged && a.judged->judgement == Judgement::Right;
    if (right && state_.hide_answer) state_.hide_answer = false;
    if (right) remember(state_.kept, part_.kind, part_.text);
    state_.judged = a.judged;
  }
  void operator()(const TakeRepairs& a) {
    if (!a.of || a.of != state_.judged) return;
    auto judged = std::make_shared<Judged>(*a.of);
    judged->repairs = a.repairs;
    state_.judged = std::move(judged);
  }
  void operator()(const CompileFormula&) {
    if (state_.judged && state_.judged->may_compile) state_.compiling.want();
  }
  void operator()(const TakeCompiled& a) {
    state_.compiling.end();
    if (a.text == part_.text && part_.layout != nullptr && part_.layout->same_map(*a.layout))
      (*this)(TakeVerdict{a.judged});
  }
  void operator()(const TellFormula& a) {
    state_.news = a.text;
    state_.failed = a.failed;
  }

 private:
  const FormulaPart& part_;
  FormulaState& state_;
};

}  // namespace

bool FormulaText::empty() const { return one_text ? is_blank(text) : is_blank(row) && is_blank(col); }

void keep_draft(FormulaDrafts& drafts, const std::string& kind, const FormulaText& text) {
  if (text.empty()) {
    drafts.erase(kind);
  } else {
    drafts.insert_or_assign(kind, text);
  }
}

FormulaText draft_of(const FormulaDrafts& drafts, const std::string& kind, const FormulaText& like) {
  const auto at = drafts.find(kind);
  return at == drafts.end() ? FormulaText{like.one_text, "", "", ""} : at->second;
}

void remember(KeptFormulae& kept, const std::string& kind, const FormulaText& text) {
  if (text.empty()) return;
  const SavedFormula entry{"", kind, text};
  std::erase(kept.history, entry);
  kept.history.insert(kept.history.begin(), entry);
  if (kept.history.size() > most_formula_history) kept.history.pop_back();
}

void apply_formula(FormulaPart part, const FormulaAction& action) { std::visit(FormulaActionApply(part), action); }

}  // namespace tcviz::inline app_session
