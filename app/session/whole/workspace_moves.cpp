#include "app/session/whole/workspace_moves.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <tuple>

#include "app/session/base/differences.hpp"
#include "app/session/formula/formula_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/products/products_state.hpp"
#include "app/session/whole/learning.hpp"
#include "app/session/whole/selection.hpp"

namespace tcviz::inline app_session {
namespace {

// Asks the sources that answer at once, so that one of them may be the other side.
void ask_quick_sources(Document& d) {
  for (SourceState& source : d.sources) {
    const bool quick = source.info.type == SourceClass::Compiled && !source.info.slow;
    if (quick && source.stage == Stage::NotAsked) source.want();
  }
}

// Returns the source of the nearest architecture that has another layout of the chosen kind; one about no architecture
// is farther than all others.
std::optional<std::size_t> other_source_of(const Document& d, const Layout& ours) {
  constexpr int farthest = std::numeric_limits<int>::max();
  const auto here = architecture_of(d.chosen());
  std::optional<std::size_t> found;
  int least = farthest;
  for (std::size_t s = 0; s < d.sources.size(); ++s) {
    const Layout* const layout = s == d.source ? nullptr : best_layout(d.sources, s, d.kind);
    if (layout == nullptr || layout->same_map(ours)) continue;
    const auto there = architecture_of(d.sources[s]);
    const int distance = here && there ? std::abs(*here - *there) : farthest;
    if (distance < least || least == farthest) found = s, least = distance;
  }
  return found;
}

// Returns a kind of the same operand with another layout, of the same type, family and size as far as there is one.
std::string other_kind_of(const Document& d, const Layout& ours) {
  const Kind* const kind = find_kind(d.kind);
  if (kind == nullptr) return {};
  std::string found;
  std::tuple least{true, true, std::numeric_limits<int>::max()};
  for (const KindEntry& entry : d.kinds) {
    const Kind* const other = find_kind(entry.id);
    const Layout* const layout = other != nullptr && other->operand == kind->operand && other != kind
                                     ? best_layout(d.sources, d.source, entry.id)
                                     : nullptr;
    if (layout == nullptr || layout->threads() != ours.threads()) continue;
    const std::tuple far{other->type != kind->type, other->family != kind->family,
                         std::abs(layout->elements() - ours.elements())};
    if (far >= least || differences(ours, *layout).empty()) continue;
    least = far;
    found = entry.id;
  }
  return found;
}

// True if the source of the right side has another layout, or has yet to answer, as after a restart.
bool may_differ(const Document& d, const Layout& ours) {
  const std::size_t right = d.other_source.value_or(d.source);
  const Layout* const theirs = best_layout(d.sources, right, d.kind);
  if (theirs == nullptr) return d.sources[right].busy() && !d.sources[right].answers;
  return !differences(ours, *theirs).empty();
}

}  // namespace

void find_other_side(Document& d) {
  const Layout* const ours = d.layout();
  const bool chosen = (d.other_source || !d.other_kind.empty()) && !d.other_found;
  if (d.view != ViewMode::Comparison || chosen || ours == nullptr) return;
  ask_quick_sources(d);
  if (d.other_found && d.other_kind.empty() && may_differ(d, *ours)) return;
  d.other_found = true;
  d.other_source = other_source_of(d, *ours);
  d.other_kind = d.other_source ? "" : other_kind_of(d, *ours);
}

namespace {

// Changes the view. The pin goes along if it is one of the chosen kind: one selection in all views.
void set_view(Document& d, ViewMode view) {
  if (view == d.view) return;
  const bool ours = d.pin && d.pin->layout == place_of_kind(d);
  d.view = view;
  find_other_side(d);
  if (view != ViewMode::Comparison) d.layout_view = view;
  d.camera = {};
  d.band.reset();
  if (!ours) d.pin.reset();
  if (ours) d.pin->layout = place_of_kind(d);
  layout_changed(d);
}

void leave(Document& d) {
  if (d.workspace == Workspace::Learn) leave_learn(d);
  if (d.workspace != Workspace::Maxas) return;
  apply_maxas(d.task<MaxasState>(), RestMaxas{});
  apply_maxas(d.task<MaxasState>(), SetMaxasPage{});
}

// Enters the workspace. If a maxas tile is on screen, the maxas view begins with its kernel.
void enter(Document& d) {
  if (d.workspace == Workspace::Learn) enter_learn(d);
  const bool tiles = d.task<ProductsState>().page == ProductsPage::Tiles;
  if (d.workspace == Workspace::Tiles) d.task<ProductsState>().page = ProductsPage::Tiles;
  if (d.workspace == Workspace::Products && tiles) d.task<ProductsState>().page = ProductsPage::Speed;
  if (d.workspace != Workspace::Maxas) return;
  const SgemmKernel* const kernel = sgemm_of_kind(d.kind);
  if (kernel != nullptr) apply_maxas(d.task<MaxasState>(), SetMaxasKernel{*kernel});
  apply_maxas(d.task<MaxasState>(), RestMaxas{});
}

// Opens or closes the inspector. It may be opened before the width of the window is known: then it is open in any.
void ask_inspector(Document& d, bool open) {
  if (open || inspector_has_a_place(d)) d.inspector_stands = open;
  if (open || !inspector_has_a_place(d)) d.inspector_asked = open;
}

// Returns the row of the view that has the keys there.
const ViewRow& view_with_keys(const Document& d) {
  const bool architectures = d.workspace == Workspace::Compare && d.views[ViewId::Architectures].open;
  return *std::find_if(std::begin(view_rows), std::end(view_rows), [&](const ViewRow& row) {
    if (d.workspace == Workspace::Tiles) return row.view == ViewId::Products;
    return architectures ? row.view == ViewId::Architectures : row.workspace == d.workspace;
  });
}

// Returns the row of a view; of the grids, that of their first mode.
const ViewRow& row_of_view(ViewId view) { return *std::ranges::find(view_rows, view, &ViewRow::view); }

}  // namespace

ViewId subject_of(LessonView panel) {
  switch (panel) {
    case LessonView::Operations:
      return ViewId::Operations;
    case LessonView::Architectures:
      return ViewId::Architectures;
    case LessonView::Maxas:
      return ViewId::Maxas;
    case LessonView::SharedMemory:
      return ViewId::SharedMemory;
    case LessonView::Xray:
      return ViewId::Xray;
    default:
      return ViewId::Grids;
  }
}

std::string_view why_no_figure(const Document& d) {
  return d.workspace == Workspace::Learn ? row_of_view(subject_of(d.learn.panel())).no_figure
                                         : view_with_keys(d).no_figure;
}

int place_of_kind(const Document& d) {
  if (d.view != ViewMode::Product) return 0;
  const std::vector<std::string> kinds = d.kinds_shown();
  const auto at = std::find(kinds.begin(), kinds.end(), d.kind);
  return at == kinds.end() ? 0 : static_cast<int>(at - kinds.begin());
}

namespace {

// Returns the same element of another layout, with the first thread that holds it there: a lesson asks about it in
// both.
std::optional<Pick> same_element(const Document& d, const Pick& pin) {
  const std::vector<const Layout*> shown = d.layouts();
  if (pin.layout < 0 || static_cast<std::size_t>(pin.layout) >= shown.size()) return std::nullopt;
  const Layout& layout = *shown[static_cast<std::size_t>(pin.layout)];
  const bool inside = pin.element.row < layout.rows() && pin.element.col < layout.cols();
  const std::vector<Slot> owners = inside ? layout.owners(pin.element) : std::vector<Slot>();
  return owners.empty() ? std::nullopt : std::optional(Pick{pin.element, owners.front(), pin.layout});
}

}  // namespace

void layout_changed(Document& document) {
  document.hover.reset();
  if (document.layouts().empty()) return;
  if (document.pin && !holds(document, *document.pin))
    document.pin = document.workspace == Workspace::Learn ? same_element(document, *document.pin) : std::nullopt;
  if (document.band && !holds(document, *document.band)) document.band.reset();
}

void set_kind(Document& d, const std::string& kind) {
  keep_draft(d.formulae.drafts, d.kind, d.formula);
  d.kind = kind;
  d.formula = draft_of(d.formulae.drafts, kind, d.formula);
}

void go_to(Document& d, Workspace workspace) {
  d.views[ViewId::Kinds].open = false;  // the list lies over the workspace that is left, and over the one that is shown
  if (d.workspace != workspace) {
    leave(d);
    d.came_from = d.workspace;
    d.workspace = workspace;
    enter(d);
  }
  const bool any = workspace == Workspace::Learn && d.learn.lesson.has_value();  // a lesson shows what it likes
  if (!any)
    set_view(d, workspace == Workspace::Compare  ? ViewMode::Comparison
                : d.view == ViewMode::Comparison ? d.layout_view
                                                 : d.view);
  ++d.views[view_with_keys(d).view].focuses;
}

void go_back(Document& d) {
  const bool again = d.came_from == d.workspace;
  go_to(d, again ? Workspace::Layout : d.came_from);
  d.came_from = Workspace::Layout;
}

void show_mode(Document& d, ViewMode view) {
  if (d.workspace == Workspace::Learn) return set_view(d, view);
  d.views[ViewId::Architectures].open = false;
  if (view != ViewMode::Comparison) d.layout_view = view;
  if (d.workspace == Workspace::Formula && view != ViewMode::Comparison) return set_view(d, view);  // it has grids too
  go_to(d, view == ViewMode::Comparison ? Workspace::Compare : Workspace::Layout);
  set_view(d, view);
}

bool inspector_has_a_place(const Document& d) { return d.workspace == Workspace::Layout && !d.narrow; }

void place_inspector(Document& d) {
  d.views[ViewId::Inspector].open = inspector_has_a_place(d) ? d.inspector_stands : d.inspector_asked;
}

void show_view(Document& d, ViewId view, bool open) {
  const auto* const row =
      std::find_if(std::begin(view_rows), std::end(view_rows), [&](const ViewRow& r) { return r.view == view; });
  const bool beside = !row->workspace.has_value();
  if (beside || view == ViewId::Architectures) d.views[view].open = open;
  if (view == ViewId::Inspector) ask_inspector(d, open);
  if (beside) {
    d.views[view].focuses += open ? 1 : 0;
    d.tour_done = d.tour_done || (view == ViewId::Start && !open);  // it does not come by itself again
    return;
  }
  if (open) return go_to(d, *row->workspace);
  if (d.workspace == *row->workspace) go_back(d);
}

void follow_view(Document& d) {
  if (d.workspace == Workspace::Learn) return;
  const bool comparison = d.view == ViewMode::Comparison;
  if (!comparison) d.layout_view = d.view;
  if (comparison && d.workspace != Workspace::Compare) d.workspace = Workspace::Compare;
  if (!comparison && d.workspace == Workspace::Compare) d.workspace = Workspace::Layout;
}

void swap_sides(Document& d) {
  if (d.view != ViewMode::Comparison) return;
  const std::size_t right = d.other_source.value_or(d.source);
  const std::string kind = d.other_kind.empty() ? d.kind : d.other_kind;
  d.other_source = d.source;
  d.other_kind = d.kind;
  d.other_found = false;
  d.source = right;
  set_kind(d, kind);
  if (d.pin) d.pin->layout = 1 - d.pin->layout;  // the pin stays
  if (d.band) d.band->layout = 1 - d.band->layout;
  layout_changed(d);
}

void bring_back(Document& d, std::vector<Look>& from, std::vector<Look>& to) {
  if (from.empty()) return;
  const bool same_picture = from.back().kind == d.kind && from.back().view == d.view;
  to.push_back(d);
  keep_draft(d.formulae.drafts, d.kind, d.formula);
  static_cast<Look&>(d) = std::move(from.back());
  from.pop_back();
  if (!same_picture) d.camera = {};
  follow_view(d);
  layout_changed(d);
}

Workspace shown_workspace(const Document& d) {
  if (d.workspace != Workspace::Learn) return d.workspace;
  switch (d.learn.panel()) {
    case LessonView::Operations:
      return Workspace::Operations;
    case LessonView::SharedMemory:
      return Workspace::SharedMemory;
    case LessonView::Xray:
      return Workspace::Xray;
    default:
      return Workspace::Learn;
  }
}

}  // namespace tcviz::inline app_session
