#include "app/export/figure/carried_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/export/figure/slot_value.hpp"
#include "app/scene/grid/names.hpp"
#include "app/scene/grid/thread_filter.hpp"

namespace tcviz::inline app_export {
namespace {

using Json = nlohmann::ordered_json;

// Switches that are written only if they are not as usual.
struct Switch {
  std::string_view key;
  bool SceneStyle::*flag;
};
constexpr std::array switches{
    Switch{"show_title", &SceneStyle::title},        Switch{"show_caption", &SceneStyle::caption},
    Switch{"legend", &SceneStyle::legend},           Switch{"axes", &SceneStyle::axes},
    Switch{"transparent", &SceneStyle::transparent}, Switch{"panels", &SceneStyle::panels},
    Switch{"hide_cells", &SceneStyle::hide_cells},   Switch{"only_differences", &SceneStyle::only_differences}};

constexpr std::string_view mark_letters = ".+-";  // by CellMark

std::string letters_of(const std::vector<CellMark>& marks) {
  std::string letters;
  for (const CellMark mark : marks) letters += mark_letters[static_cast<std::size_t>(mark)];
  return letters;
}

std::array<std::string, 2> usual_sides(const Figure& figure) {
  const bool two = figure.style.view == ViewMode::Comparison && figure.layouts.size() == 2;
  return two ? side_names(figure.layouts[0], figure.layouts[1]) : std::array<std::string, 2>{};
}

// Keys of the place that a figure is made for.
struct PaperKey {
  std::string_view key;
  double FigurePaper::*length;
};
constexpr std::array paper_keys{PaperKey{"width_mm", &FigurePaper::width_mm},
                                PaperKey{"height_mm", &FigurePaper::height_mm},
                                PaperKey{"font_pt", &FigurePaper::font_pt}, PaperKey{"dpi", &FigurePaper::dpi},
                                PaperKey{"margin", &FigurePaper::margin}};

Json paper_json(const FigurePaper& paper) {
  Json json;
  for (const PaperKey& row : paper_keys) json[std::string(row.key)] = paper.*row.length;
  return json;
}

// Adds the keys that old readers did not know, only where a value differs from the one that such a reader takes for
// granted.
void add_unusual(const Figure& figure, Json& json) {
  const SceneStyle &style = figure.style, usual;
  // An expression may read like the name of a colouring.
  if (style.color_by == ColorBy::Expression && parse_word<ColorBy>("", style.value_name).ok())
    json["expression"] = style.value_name;
  if (style.arrangement != usual.arrangement) json["arrangement"] = word_of(style.arrangement);
  if (style.cell != usual.cell) json["cell"] = style.cell;
  for (const Switch& row : switches)
    if (style.*row.flag != usual.*row.flag) json[std::string(row.key)] = style.*row.flag;
  if (!style.marks.empty()) json["checks"] = letters_of(style.marks);
  if (!style.marks.empty() && style.checked != 0) json["checked"] = style.checked;
  if (style.side_names != usual_sides(figure)) json["sides"] = style.side_names;
  if (figure.paper) json["paper"] = paper_json(*figure.paper);
  if (figure.scale && *figure.scale != row_of(figure.format).scale) json["scale"] = *figure.scale;
}

// Returns a key's text; "" if the key is not there.
Result<std::string> text_at(const nlohmann::json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::string();
  if (!found->is_string()) return bad_input(fmt::format("{}: must be a text", key));
  return found->get<std::string>();
}

template <class Choice>
Status take_word(const nlohmann::json& object, std::string_view key, Choice& into) {
  const Result<std::string> word = text_at(object, key);
  if (!word) return word.error();
  if (word.value().empty()) return Nothing{};
  const Result<Choice> choice = parse_word<Choice>(key, word.value());
  if (!choice) return choice.error();
  into = choice.value();
  return Nothing{};
}

Status take_number(const nlohmann::json& object, std::string_view key, double least, double most, auto& into) {
  const auto found = object.find(key);
  if (found == object.end()) return Nothing{};
  if (!found->is_number() || found->get<double>() < least || found->get<double>() > most)
    return bad_input(fmt::format("{}: must be a number from {} to {}", key, least, most));
  into = static_cast<std::remove_reference_t<decltype(into)>>(found->get<double>());
  return Nothing{};
}

Status take_switches(const nlohmann::json& object, SceneStyle& style) {
  for (const Switch& row : switches) {
    const auto found = object.find(row.key);
    if (found == object.end()) continue;
    if (!found->is_boolean()) return bad_input(fmt::format("{}: must be true or false", row.key));
    style.*row.flag = found->get<bool>();
  }
  return Nothing{};
}

Status take_expression(const std::string& text, Figure& figure) {
  std::vector<const Layout*> layouts;
  for (const FigureLayout& part : figure.layouts) layouts.push_back(&part.layout);
  Result<SlotValue> value = slot_value(text, layouts);
  if (!value) return bad_input(fmt::format("color_by: '{}': {}", text, value.error().message));
  figure.style.color_by = ColorBy::Expression;
  figure.style.value = std::move(value).value();
  figure.style.value_name = text;
  return Nothing{};
}

Status take_coloring(const nlohmann::json& object, Figure& figure) {
  const Result<std::string> word = text_at(object, "color_by"), expression = text_at(object, "expression");
  if (!word) return word.error();
  if (!expression) return expression.error();
  if (!expression.value().empty()) return take_expression(expression.value(), figure);
  const Result<ColorBy> named = parse_word<ColorBy>("color_by", word.value());
  if (!named) return word.value().empty() ? Status(Nothing{}) : take_expression(word.value(), figure);
  figure.style.color_by = named.value();
  return Nothing{};
}

Status take_threads(const nlohmann::json& object, Figure& figure) {
  const Result<std::string> text = text_at(object, "threads");
  if (!text) return text.error();
  int threads = 0;
  for (const FigureLayout& part : figure.layouts) threads = std::max(threads, part.layout.threads());
  Result<std::vector<bool>> shown = parse_threads(text.value(), threads);
  if (!shown) return bad_input("threads: " + shown.error().message);
  figure.style.threads = std::move(shown).value();
  return Nothing{};
}

Status take_mark(const nlohmann::json& object, SceneStyle& style) {
  const auto found = object.find("mark");
  if (found == object.end()) return Nothing{};
  const auto fits = [](const nlohmann::json& number) {
    return number.is_number_integer() && std::abs(number.get<double>()) <= Layout::max_slots;
  };
  if (!found->is_array() || found->size() != 2 || !fits((*found)[0]) || !fits((*found)[1]))
    return bad_input("mark: must be a slot, [tid, i]");
  style.marked = Slot{(*found)[0].get<int>(), (*found)[1].get<int>()};  // write_figure refuses a slot outside
  return Nothing{};
}

Status take_checks(const nlohmann::json& object, Figure& figure) {
  const Result<std::string> letters = text_at(object, "checks");
  if (!letters) return letters.error();
  if (letters.value().empty()) return Nothing{};
  SceneStyle& style = figure.style;
  const auto last = static_cast<double>(figure.layouts.size() - 1);
  if (Status taken = take_number(object, "checked", 0, last, style.checked); !taken) return taken;
  const std::int32_t slots = figure.layouts[static_cast<std::size_t>(style.checked)].layout.slots();
  if (letters.value().size() != static_cast<std::size_t>(slots))
    return bad_input(fmt::format("checks: {} letters for {} slots", letters.value().size(), slots));
  for (const char letter : letters.value()) {
    const std::size_t mark = mark_letters.find(letter);
    if (mark == std::string_view::npos) return bad_input(fmt::format("checks: only {} are known", mark_letters));
    style.marks.push_back(static_cast<CellMark>(mark));
  }
  return Nothing{};
}

Status take_sides(const nlohmann::json& object, Figure& figure) {
  figure.style.side_names = usual_sides(figure);
  const auto found = object.find("sides");
  if (found == object.end()) return Nothing{};
  if (!found->is_array() || found->size() != 2 || !(*found)[0].is_string() || !(*found)[1].is_string())
    return bad_input("sides: must be two names");
  figure.style.side_names = {(*found)[0].get<std::string>(), (*found)[1].get<std::string>()};
  return Nothing{};
}

Status take_texts(const nlohmann::json& object, SceneStyle& style) {
  const Result<std::string> title = text_at(object, "title"), caption = text_at(object, "caption");
  if (!title) return title.error();
  if (!caption) return caption.error();
  style.title_text = title.value();
  style.caption_text = caption.value();
  return Nothing{};
}

Status take_scale(const nlohmann::json& object, Figure& figure) {
  if (!object.contains("scale")) return Nothing{};
  figure.scale = 1;
  return take_number(object, "scale", smallest_scale, largest_scale, *figure.scale);
}

// Reads the paper; write_figure says which sizes are possible.
Status take_paper(const nlohmann::json& object, Figure& figure) {
  const auto found = object.find("paper");
  if (found == object.end()) return Nothing{};
  if (!found->is_object()) return bad_input("paper: must be an object");
  figure.paper.emplace();
  constexpr double longest = 1e6;
  for (const PaperKey& row : paper_keys)
    if (Status taken = take_number(*found, row.key, 0, longest, (*figure.paper).*row.length); !taken)
      return bad_input("paper." + taken.error().message);
  return Nothing{};
}

}  // namespace

nlohmann::ordered_json style_json(const Figure& figure) {
  const SceneStyle& style = figure.style;
  Json json = {{"view", word_of(style.view)},
               {"color_by",
                style.color_by == ColorBy::Expression ? std::string_view(style.value_name) : word_of(style.color_by)},
               {"palette", word_of(style.palette)},
               {"labels", word_of(style.label_by)},
               {"theme", word_of(style.theme)}};
  if (const std::string threads = print_threads(style.threads); !threads.empty()) json["threads"] = threads;
  if (style.marked) json["mark"] = {style.marked->tid, style.marked->i};
  if (!style.title_text.empty()) json["title"] = style.title_text;
  if (!style.caption_text.empty()) json["caption"] = style.caption_text;
  add_unusual(figure, json);
  return json;
}

Status read_carried_style(const nlohmann::json& object, Figure& figure) {
  SceneStyle& style = figure.style;
  const auto choices = {take_word(object, "view", style.view), take_word(object, "palette", style.palette),
                        take_word(object, "labels", style.label_by), take_word(object, "theme", style.theme),
                        take_word(object, "arrangement", style.arrangement)};
  for (const Status& choice : choices)
    if (!choice) return choice;
  constexpr double smallest_cell = 1, largest_cell = 1000;
  if (Status taken = take_number(object, "cell", smallest_cell, largest_cell, style.cell); !taken) return taken;
  const auto rest = {take_switches(object, style), take_texts(object, style),     take_mark(object, style),
                     take_threads(object, figure), take_coloring(object, figure), take_checks(object, figure),
                     take_sides(object, figure),   take_scale(object, figure),    take_paper(object, figure)};
  for (const Status& part : rest)
    if (!part) return part;
  return Nothing{};
}

}  // namespace tcviz::inline app_export
