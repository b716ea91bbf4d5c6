#include "app/session/whole/window_action.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/asked/asked.hpp"
#include "app/session/formula/formula_action.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/learning.hpp"
#include "app/session/whole/opened_file.hpp"
#include "app/session/whole/tasks.hpp"
#include "app/session/whole/workspace_moves.hpp"

namespace tcviz::inline app_session {
namespace {

std::optional<std::size_t> source_called(const Document& d, const std::string& name) {
  const auto at = std::find_if(d.sources.begin(), d.sources.end(), [&](auto& s) { return s.info.name == name; });
  if (name.empty() || at == d.sources.end()) return std::nullopt;
  return static_cast<std::size_t>(at - d.sources.begin());
}

// Takes what was typed; a formula that gives way to another goes into the history.
void restore_typed(Document& d, const Kept& kept) {
  FormulaDrafts& drafts = d.formulae.drafts;
  keep_draft(drafts, d.kind, d.formula);
  for (const auto& [kind, text] : kept.drafts) keep_draft(drafts, kind, text);
  const FormulaText before = draft_of(drafts, kept.at.kind, kept.at.formula);
  if (!kept.at.formula.empty() && before != kept.at.formula) {
    remember(d.formulae.kept, kept.at.kind, before);
    keep_draft(drafts, kept.at.kind, kept.at.formula);
  }
  d.formula = draft_of(drafts, d.kind, kept.at.formula);
  if (!kept.at.expression.empty()) d.expression = kept.at.expression;
}

// Says of a kind or a source that is gone what is shown instead.
void tell_missing(Document& d, const KeptPlace& at) {
  const auto listed = [&](const KindEntry& entry) { return entry.id == at.kind; };
  if (!at.kind.empty() && std::none_of(d.kinds.begin(), d.kinds.end(), listed))
    d.problems.push_back(fmt::format("{} {} is shown.", unknown_kind(at.kind).message, d.kind));
  if (!at.source.empty() && !source_called(d, at.source))
    d.problems.push_back(fmt::format("{} is not here: {} is shown.", at.source, d.chosen().info.name));
}

// Kinds and sources that are gone are left as the window begins. The pin may stand before its layout; it is dropped
// when that comes and does not hold it.
void restore_place(Document& d, const Kept& kept) {
  const KeptPlace& at = kept.at;
  if (d.workspace == Workspace::Learn) go_to(d, Workspace::Layout);
  restore_typed(d, kept);
  d.learn.lesson.reset();
  apply_action(d, ChooseKind{at.kind});
  if (const auto source = source_called(d, at.source)) apply_action(d, ChooseSource{*source});
  const auto other = source_called(d, at.other_source);
  if (other || !at.other_kind.empty()) {
    apply_action(d, CompareWith{other, at.other_kind});
    d.other_found = at.other_found;
  }
  d.filter = at.threads;
  const bool learning = at.workspace == Workspace::Learn;  // which puts the pin aside
  if (at.slot && learning) d.pin = Pick{at.element, *at.slot, at.layout};
  go_to(d, at.workspace);
  if (learning && !at.lesson.empty()) apply_learn(d, OpenLesson{at.lesson, at.lesson_step});
  d.came_from = Workspace::Layout;
  if (at.slot && !learning) d.pin = Pick{at.element, *at.slot, at.layout};
  tell_missing(d, at);
  layout_changed(d);
}

// Adds a source of its own, which has answered already; the same file opened again takes the place of the one before.
void add_file_source(Document& d, const OpenedFile& file) {
  auto answers = std::make_shared<Answers>();
  SourceState state;
  state.stage = Stage::Answered;
  state.info.name = file.name;
  state.info.type = SourceClass::Recorded;
  state.info.description = file.path;
  state.from_file = true;
  for (const Layout& layout : file.layouts) {
    state.kinds.push_back(layout.kind());
    answers->results.push_back({layout.kind(), layout});
  }
  state.answers = std::move(answers);
  std::vector<std::string> others;
  for (const KindEntry& entry : d.kinds) others.push_back(entry.id);
  others.insert(others.end(), state.kinds.begin(), state.kinds.end());
  d.kinds = make_entries(catalogue(), others);
  const auto same = [&](const SourceState& s) { return s.from_file && s.info.description == file.path; };
  auto at = std::find_if(d.sources.begin(), d.sources.end(), same);
  if (at == d.sources.end()) at = d.sources.insert(at, state);
  *at = std::move(state);
  apply_action(d, ChooseSource{static_cast<std::size_t>(at - d.sources.begin())});
  apply_action(d, ChooseKind{file.layouts.front().kind()});
  if (!row_of(d.workspace).of_kind) go_to(d, Workspace::Layout);
}

void take_file(Document& d, const OpenedFile& file) {
  if (!file.action) return add_file_source(d, file);
  apply_action(d, *file.action);
}

// Follows the grids of a link. The chosen elements stand before their layout may be there, as the pin does.
void follow_grids(Document& d, const LinkGrids& grids) {
  const bool learning = d.workspace == Workspace::Learn;  // it has put aside the chosen elements
  if (!learning) d.only_differences = grids.only_differences;
  if (const auto& b = grids.band; b && !learning) d.band = Band{{(*b)[0], (*b)[1]}, {(*b)[2], (*b)[3]}, (*b)[4]};
  d.camera = {};
  if (const auto& c = grids.camera) {
    const auto part = [](float x) { return std::clamp(x, 0.0F, 1.0F); };
    d.camera = {false, std::clamp((*c)[0], min_zoom, max_zoom), {part((*c)[1]), part((*c)[2])}};
  }
  layout_changed(d);
}

void follow_link(Document& d, const Link& link) {
  const std::vector<std::string> recent = d.recent, recent_files = d.recent_files;
  const std::set<std::string> favourites = d.favourites;
  const LearnProgress progress = d.learn.progress;
  reset_tasks(d, link);
  apply_action(d, WindowAction(Restore{link.kept, true}));
  d.recent = recent;
  d.recent_files = recent_files;
  d.favourites = favourites;
  d.learn.progress = progress;
  d.views[ViewId::Architectures].open = link.architectures;
  d.formulae.hide_answer = link.hidden_answer;
  d.full_screen = link.full_screen;
  follow_grids(d, link.grids);
  follow_in_task(d, link);
}

class WindowActionApply {
 public:
  explicit WindowActionApply(Document& document) : d_(document) {}

  void operator()(const ShowSources& a) {
    if (a.right) show_mode(d_, ViewMode::Comparison);
    ++(a.right ? d_.other_source_lists : d_.source_lists);
  }
  void operator()(const SetNarrow& a) { d_.narrow = a.narrow; }
  void operator()(const PinPlace& a) {
    if (!row_of(d_.workspace).of_kind) go_to(d_, Workspace::Layout);
    apply_action(d_, SetPin{Pick{a.element, a.slot, place_of_kind(d_)}});
  }
  void operator()(const SearchFor& a) {
    d_.search_text = a.text;
    d_.commands_open = true;
  }
  void operator()(const ShowOpenFile& a) {
    d_.open_file_open = a.open;
    d_.open_failed.clear();
  }
  void operator()(const OpenFile& a) {
    d_.open_failed.clear();
    d_.open_wanted.push_back(a.path);
  }
  void operator()(const FailOpening& a) {
    d_.open_failed = a.why;
    if (!d_.open_file_open) d_.problems.push_back(a.why);
  }
  void operator()(const TakeFile& a) {
    d_.open_file_open = false;
    std::erase(d_.recent_files, a.file->path);
    d_.recent_files.insert(d_.recent_files.begin(), a.file->path);
    if (d_.recent_files.size() > most_recent) d_.recent_files.resize(most_recent);
    take_file(d_, *a.file);
  }
  void operator()(const FollowLink& a) { follow_link(d_, a.link); }
  void operator()(const CopyCommand& a) { d_.copy_wanted = a.picture ? CopyWanted::Picture : CopyWanted::Window; }
  void operator()(const CopiedCommand&) { d_.copy_wanted = CopyWanted::None; }
  void operator()(const AddProblem& a) { d_.problems.push_back(a.sentence); }
  void operator()(const ClearProblems&) { d_.problems.clear(); }

  // Kinds that are not here any more are kept all the same: the file that holds them may come back.
  void operator()(const Restore& a) {
    const Kept& k = a.kept;
    d_.theme = k.theme;
    apply_action(d_, SetUiScale{k.ui_percent});
    d_.layout_view = k.view;
    if (d_.workspace != Workspace::Compare) d_.view = k.view;
    d_.color_by = k.color_by;
    d_.label_by = k.label_by;
    d_.palette = k.palette;
    d_.favourites = k.favourites;
    d_.tour_done = k.tour_done;
    d_.inspector_stands = k.inspector;
    d_.inspector_asked = k.inspector_asked;
    d_.side = k.side;
    d_.learn.progress = k.learn;
    d_.figures = k.figures;
    d_.recent_files = k.recent_files;
    if (d_.recent_files.size() > most_recent) d_.recent_files.resize(most_recent);
    a.place ? restore_place(d_, k) : restore_typed(d_, k);
    d_.recent = k.recent;
    if (d_.recent.size() > most_recent) d_.recent.resize(most_recent);
    d_.undo.clear();  // the user has done nothing yet
  }

 private:
  Document& d_;
};

// Returns the place that is kept: in a lesson not its picture, but the one that it put aside, and which step is open.
KeptPlace place_of(const Document& d) {
  const Look& look = d.learn.before ? d.learn.before->look : d;
  KeptPlace at{d.workspace,
               look.kind,
               d.sources[look.source].info.name,
               look.other_kind,
               {},
               look.filter,
               look.expression,
               look.formula,
               {},
               {},
               0,
               {},
               0,
               look.other_found};
  if (look.other_source && *look.other_source < d.sources.size())
    at.other_source = d.sources[*look.other_source].info.name;
  if (const Lesson* const lesson = d.learn.open_lesson()) at.lesson = lesson->id;
  at.lesson_step = d.learn.step;
  if (!look.pin) return at;
  at.slot = look.pin->slot;
  at.element = look.pin->element;
  at.layout = look.pin->layout;
  return at;
}

FormulaDrafts drafts_of(const Document& d) {
  const BeforeLearn* const before = d.learn.before.get();
  FormulaDrafts drafts = before != nullptr ? before->drafts : d.formulae.drafts;
  drafts.erase(before != nullptr ? before->look.kind : d.kind);
  return drafts;
}

}  // namespace

void apply_window_action(Document& document, const WindowAction& action) {
  std::visit(WindowActionApply(document), action);
}

Kept kept_of(const Document& d) {
  const BeforeLearn* const before = d.learn.before.get();
  const Look& look = before != nullptr ? before->look : d;
  return {d.theme,       d.ui_percent,       before != nullptr ? before->layout_view : d.layout_view,
          look.color_by, look.label_by,      look.palette,
          d.favourites,  d.recent,           d.recent_files,
          d.tour_done,   d.inspector_stands, d.inspector_asked,
          d.side,        d.learn.progress,   d.figures,
          drafts_of(d),  place_of(d)};
}

}  // namespace tcviz::inline app_session
