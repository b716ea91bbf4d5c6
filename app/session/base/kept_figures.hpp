// The fields of the figure options that were last used for each kind (the map's key is the kind's id), in the file of
// settings. When reading, a value that is unknown or out of range is replaced by the default.
#pragma once

#include <map>
#include <string>

#include "app/export/figure/paper.hpp"
#include "app/scene/grid/names.hpp"
#include "app/session/base/figure_choice.hpp"
#include "app/session/base/read_range.hpp"

namespace tcviz::inline app_session {

inline constexpr std::size_t most_kept_figures = 100;

using KeptFigures = std::map<std::string, FigureChoice>;
inline KeptFigures few_figures(KeptFigures figures) {
  while (figures.size() > most_kept_figures) figures.erase(std::prev(figures.end()));
  return figures;
}

inline std::string_view format_word(FigureFormat format) { return row_of(format).word; }
inline std::optional<FigureFormat> format_of_word(std::string_view word) {
  for (const FormatRow& row : figure_formats())
    if (row.word == word) return row.format;
  return std::nullopt;
}

template <class V>
void fields(V& v, FigurePaper& t) {
  field_within(v, "width_mm", t.width_mm, least_paper_mm, most_paper_mm);
  field_within(v, "height_mm", t.height_mm, 0.0, most_paper_mm);
  field_within(v, "font_pt", t.font_pt, least_font_pt, most_font_pt);
  field_within(v, "dpi", t.dpi, least_dpi, most_dpi);
  field_within(v, "margin", t.margin, 0.0, 100.0);
}

template <class V>
void fields(V& v, FigureChoice& t) {
  v.as("format", t.format, format_word, format_of_word);
  field_within(v, "cell", t.cell, least_figure_cell, most_figure_cell);
  field_within(v, "png_scale", t.png_scale, least_figure_scale, most_figure_scale);
  field_within(v, "size", t.size, least_figure_scale, most_figure_scale);
  v("labels", t.label_by);
  v("palette", t.palette);
  v("theme", t.theme);
  v("arrangement", t.arrangement);
  v("title", t.title);
  v("caption", t.caption);
  v("axes", t.axes);
  v("legend", t.legend);
  v("marks", t.marks);
  v("transparent", t.transparent);
  v("panels", t.panels);
  v("checks", t.checks);
  v.maybe("also", t.also);
  v("title_text", t.title_text);
  v("caption_text", t.caption_text);
  v("path", t.path);
  v.maybe("paper", t.paper);
}

}  // namespace tcviz::inline app_session
