#include "app/session/base/kept_figures.hpp"

#include <nlohmann/json.hpp>

#include "app/export/figure/paper.hpp"
#include "app/scene/grid/names.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

struct FlagRow {
  const char* key;
  bool FigureChoice::*flag;
};
constexpr FlagRow flag_rows[] = {{"title", &FigureChoice::title},   {"caption", &FigureChoice::caption},
                                 {"axes", &FigureChoice::axes},     {"legend", &FigureChoice::legend},
                                 {"marks", &FigureChoice::marks},   {"transparent", &FigureChoice::transparent},
                                 {"panels", &FigureChoice::panels}, {"checks", &FigureChoice::checks}};

struct WordsRow {
  const char* key;
  std::string FigureChoice::*words;
};
constexpr WordsRow words_rows[] = {{"title_text", &FigureChoice::title_text},
                                   {"caption_text", &FigureChoice::caption_text},
                                   {"path", &FigureChoice::path}};

template <class Choice>
void take_word(const json& object, const char* key, Choice& into) {
  if (!object.contains(key)) return;
  if (const auto read = parse_word<Choice>(key, object.at(key).get<std::string>())) into = read.value();
}

template <class Number>
void take_number(const json& object, const char* key, Number least, Number most, Number& into) {
  if (!object.contains(key)) return;
  const auto value = object.at(key).get<Number>();
  if (value >= least && value <= most) into = value;
}

json write_paper(const FigurePaper& paper) {
  return {{"width_mm", paper.width_mm},
          {"height_mm", paper.height_mm},
          {"font_pt", paper.font_pt},
          {"dpi", paper.dpi},
          {"margin", paper.margin}};
}

FigurePaper read_paper(const json& object) {
  FigurePaper paper;
  take_number(object, "width_mm", least_paper_mm, most_paper_mm, paper.width_mm);
  take_number(object, "height_mm", 0.0, most_paper_mm, paper.height_mm);
  take_number(object, "font_pt", least_font_pt, most_font_pt, paper.font_pt);
  take_number(object, "dpi", least_dpi, most_dpi, paper.dpi);
  take_number(object, "margin", 0.0, 100.0, paper.margin);
  return paper;
}

json write_choice(const FigureChoice& choice) {
  json object = {{"format", row_of(choice.format).word},
                 {"cell", choice.cell},
                 {"png_scale", choice.png_scale},
                 {"size", choice.size},
                 {"labels", app_scene::word_of(choice.label_by)},
                 {"palette", app_scene::word_of(choice.palette)},
                 {"theme", app_scene::word_of(choice.theme)},
                 {"arrangement", app_scene::word_of(choice.arrangement)}};
  for (const FlagRow& row : flag_rows) object[row.key] = choice.*row.flag;
  for (const WordsRow& row : words_rows) object[row.key] = choice.*row.words;
  if (choice.paper) object["paper"] = write_paper(*choice.paper);
  return object;
}

FigureChoice read_choice(const json& object) {
  FigureChoice choice;
  const std::string format = object.value("format", "");
  for (const FormatRow& row : figure_formats())
    if (row.word == format) choice.format = row.format;
  take_number(object, "cell", least_figure_cell, most_figure_cell, choice.cell);
  take_number(object, "png_scale", least_figure_scale, most_figure_scale, choice.png_scale);
  take_number(object, "size", least_figure_scale, most_figure_scale, choice.size);
  take_word(object, "labels", choice.label_by);
  take_word(object, "palette", choice.palette);
  take_word(object, "theme", choice.theme);
  take_word(object, "arrangement", choice.arrangement);
  for (const FlagRow& row : flag_rows) choice.*row.flag = object.value(row.key, choice.*row.flag);
  for (const WordsRow& row : words_rows) choice.*row.words = object.value(row.key, "");
  if (object.contains("paper")) choice.paper = read_paper(object.at("paper"));
  return choice;
}

}  // namespace

json write_kept_figures(const std::map<std::string, FigureChoice>& figures) {
  json object = json::object();
  for (const auto& [kind, choice] : figures)
    if (object.size() < most_kept_figures) object[kind] = write_choice(choice);
  return object;
}

std::map<std::string, FigureChoice> read_kept_figures(const json& object) {
  std::map<std::string, FigureChoice> figures;
  for (const auto& [kind, choice] : object.items())
    if (figures.size() < most_kept_figures) figures[kind] = read_choice(choice);
  return figures;
}

}  // namespace tcviz::inline app_session
