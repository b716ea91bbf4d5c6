#include "app/session/whole/figure_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/asked/asked.hpp"
#include "app/export/figure/slot_value.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/names.hpp"
#include "app/session/base/best_source.hpp"
#include "app/session/base/folder_entries.hpp"
#include "app/session/whole/formula_marks.hpp"
#include "app/session/whole/shown_style.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_session {
namespace {

SceneStyle chosen_style(const Document& d) {
  const FigureChoice& c = d.figure;
  SceneStyle style;
  style.theme = c.theme;
  style.arrangement = c.arrangement;
  style.cell = c.cell;
  style.title = c.title;
  style.caption = c.caption;
  style.axes = c.axes;
  style.transparent = c.transparent;
  style.panels = c.panels;
  style.title_text = c.title_text;
  style.caption_text = c.caption_text;
  style.view = d.view;
  style.color_by = d.color_by;
  style.label_by = c.label_by;
  style.palette = c.palette;
  style.hide_cells = d.formulae.hide_answer;
  style.only_differences = d.only_differences && d.view == ViewMode::Comparison;
  style.legend = c.legend && !style.hide_cells;
  if (c.checks && !style.hide_cells) style.marks = formula_marks(d);
  if (!style.marks.empty()) style.got = formula_got(d);
  style.checked = checked_layout(d).value_or(0);
  if (c.marks && !style.hide_cells && d.pin && d.pin->layout == 0) style.marked = d.pin->slot;
  return style;
}

// Returns the source's name; empty for an opened file, which is not a source that could be asked again on a later day.
std::string source_name(const SourceState& source) {
  const std::string& name = source.info.name;
  return name.find(':') == std::string::npos ? std::string() : name;
}

Status read_threads(const Document& d, std::span<const Layout* const> layouts, SceneStyle& style) {
  Result<std::vector<bool>> shown = filtered_threads(d, layouts);
  if (!shown) return bad_input("The filter of threads: " + shown.error().message);
  style.threads = std::move(shown).value();
  return Nothing{};
}

Status read_expression(const Document& d, std::span<const Layout* const> layouts, SceneStyle& style) {
  if (d.color_by != ColorBy::Expression) return Nothing{};
  Result<SlotValue> value = slot_value(d.expression, layouts);
  if (!value) return bad_input("The expression that colours: " + value.error().message);
  style.value = std::move(value).value();
  style.value_name = d.expression;
  return Nothing{};
}

// Adds a panel for each further kind, as the best source for the chosen architecture knows it.
Status add_further_kinds(const Document& d, Figure& figure) {
  if (layouts_shown(d.view) != 1) return Nothing{};
  std::string_view rest = d.figure.also;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view word = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (word.empty()) continue;
    const std::string typed(word);
    const std::string kind = find_kind(word) != nullptr ? typed : one_kind(typed).value_or("");
    if (kind.empty()) return bad_input("Further kinds: " + unknown_kind(typed).message);
    const SourceState& source = d.sources[best_source(d.sources, d.source, kind)];
    const Layout* const layout = source.layout(kind);
    if (layout == nullptr) return unavailable(fmt::format("Further kinds: no layout of {} is known here.", kind));
    figure.layouts.push_back({*layout, source_name(source)});
  }
  figure.style.panels = figure.style.panels || figure.layouts.size() > 1;
  return Nothing{};
}

}  // namespace

Result<Figure> figure_of(const Document& d) {
  const std::vector<const Layout*> layouts = d.layouts();
  if (layouts.empty()) return unavailable("There is no picture of this view: choose a source that knows its kinds.");
  Figure figure{{}, chosen_style(d), d.figure.format, {}, true, false};
  for (std::size_t n = 0; n < layouts.size(); ++n)
    figure.layouts.push_back({*layouts[n], source_name(d.source_of(static_cast<int>(n)))});
  if (Status added = add_further_kinds(d, figure); !added) return added.error();
  if (d.view == ViewMode::Comparison) figure.style.side_names = side_names(figure.layouts[0], figure.layouts[1]);
  figure.paper = d.figure.paper;
  if (!figure.paper) figure.scale = d.figure.format == FigureFormat::Png ? d.figure.png_scale : d.figure.size;
  if (Status read = read_threads(d, layouts, figure.style); !read) return read.error();
  if (Status read = read_expression(d, layouts, figure.style); !read) return read.error();
  return figure;
}

std::string default_figure_path(const Document& d) {
  const std::string view = d.view == ViewMode::Grids ? "" : "." + std::string(word_of(d.view));
  return d.kind + view + std::string(row_of(d.figure.format).suffix);
}

std::string figure_path(const Document& d) {
  if (d.figure.path.empty()) return default_figure_path(d);
  const std::filesystem::path path(d.figure.path);
  return path.has_extension() ? d.figure.path : d.figure.path + std::string(row_of(d.figure.format).suffix);
}

std::string full_figure_path(const Document& d) { return full_path(figure_path(d)); }

void begin_figure(Document& d) {
  d.figure_news.clear();
  d.figure_asks = false;
  if (const auto last = d.figures.find(d.kind); last != d.figures.end()) {
    d.figure = last->second;
    return;
  }
  d.figure.palette = d.palette;
  d.figure.label_by = d.label_by;
  d.figure.also.clear();
  d.figure.title_text.clear();
  d.figure.caption_text.clear();
  d.figure.path.clear();
}

}  // namespace tcviz::inline app_session
