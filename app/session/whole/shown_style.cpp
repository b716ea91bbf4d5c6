#include "app/session/whole/shown_style.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/export/figure/slot_value.hpp"
#include "app/scene/grid/thread_filter.hpp"
#include "app/session/whole/document.hpp"
#include "app/session/whole/formula_marks.hpp"

namespace tcviz::inline app_session {
namespace {

// Returns the name of a comparison's side: its source, its kind or both, whichever tells it from the other side.
std::string side_name(const Document& d, int side) {
  const std::vector<std::string> kinds = d.kinds_shown();
  const SourceState& chosen = d.sources[d.chosen_of(side)];
  const bool told_apart = title_of(chosen) != title_of(d.sources[d.chosen_of(1 - side)]);
  const std::string source = told_apart ? title_of(chosen) : chosen.info.name;
  if (d.view != ViewMode::Comparison || kinds[0] == kinds[1]) return source;
  const std::string& kind = kinds[static_cast<std::size_t>(side)];
  return d.chosen_of(0) == d.chosen_of(1) ? kind : fmt::format("{} {}", source, kind);
}

}  // namespace

bool ShownStyle::follow(const Document& d, const ShownLayouts& shown, bool layouts_changed) {
  const bool expression = layouts_changed || expression_ != d.expression || color_by_ != d.color_by;
  const bool filter = layouts_changed || filter_ != d.filter;
  const bool checked = follow_check(d, layouts_changed);
  const bool same = followed_ && !expression && !filter && !checked && theme_ == d.theme &&
                    style_.only_differences == d.only_differences && label_by_ == d.label_by && palette_ == d.palette;
  if (same) return false;
  followed_ = true;
  theme_ = style_.theme = d.theme;
  style_.view = d.view;
  color_by_ = style_.color_by = d.color_by;
  label_by_ = style_.label_by = d.label_by;
  palette_ = style_.palette = d.palette;
  style_.only_differences = d.only_differences;
  style_.title = style_.caption = false;
  style_.transparent = true;
  if (layouts_changed) style_.side_names = {side_name(d, 0), side_name(d, 1)};
  if (expression) read_expression(d, shown.layouts());
  if (filter) read_filter(d, shown.layouts());
  return true;
}

// True if cells get other marks, or are hidden or shown.
bool ShownStyle::follow_check(const Document& d, bool layouts_changed) {
  const bool hidden = d.formulae.hide_answer, shown = shows_formula(d);
  const bool unchanged = judged_ == d.formulae.judged && hidden_ == hidden && checked_ == shown;
  if (followed_ && !layouts_changed && unchanged) return false;
  judged_ = d.formulae.judged;
  checked_ = shown;
  std::vector<CellMark> marks;
  if (!hidden) marks = formula_marks(d);
  std::vector<std::int32_t> got;
  if (!marks.empty()) got = formula_got(d);
  const int checked = checked_layout(d).value_or(0);
  const bool same = marks == style_.marks && got == style_.got && checked == style_.checked && hidden == hidden_;
  hidden_ = style_.hide_cells = hidden;
  style_.legend = !hidden;
  style_.checked = checked;
  style_.marks = std::move(marks);
  style_.got = std::move(got);
  return !same;
}

void ShownStyle::read_expression(const Document& d, SceneLayouts layouts) {
  expression_ = d.expression;
  expression_problem_.clear();
  if (d.color_by != ColorBy::Expression) return;
  Result<SlotValue> value = slot_value(d.expression, layouts);
  if (value.ok()) {
    style_.value = std::move(value).value();
    style_.value_name = d.expression;
  } else {
    expression_problem_ = value.error().message;
  }
  if (!style_.value) style_.color_by = ColorBy::Automatic;  // there is no last good one
}

void ShownStyle::read_filter(const Document& d, SceneLayouts layouts) {
  filter_ = d.filter;
  filter_problem_.clear();
  if (layouts.empty()) return;
  Result<std::vector<bool>> read = filtered_threads(d, layouts);
  if (read.ok()) {
    style_.threads = std::move(read).value();
  } else {
    filter_problem_ = read.error().message;
  }
}

Result<std::vector<bool>> filtered_threads(const Document& d, SceneLayouts layouts) {
  int threads = layouts.empty() ? Layout::max_threads : 0;
  for (const Layout* layout : layouts) threads = std::max(threads, layout->threads());
  return parse_threads(d.filter, threads);
}

}  // namespace tcviz::inline app_session
