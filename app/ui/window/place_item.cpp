// Places in the search: a cell, a thread, a register, rows and columns, also as a question.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/ui/window/command_list.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/place.hpp"

namespace tcviz::inline app_ui {
namespace {

// Words around a place in a question: "which thread holds row 3?".
constexpr std::array<std::string_view, 24> question_words = {
    "which", "what", "who",   "where", "whose", "is",   "are",     "does", "do",  "thread", "threads", "lane",
    "lanes", "hold", "holds", "has",   "have",  "owns", "element", "cell", "the", "of",     "in",      "holding"};

// A rectangle of elements, or a register of every thread.
struct Area {
  std::array<int, 2> rows{0, -1}, cols{0, -1};  // the first and the last; -1: to the end
  std::optional<int> reg = {};
};

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; });
  return low;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '?')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '?' || text.back() == '.')) text.remove_suffix(1);
  return text;
}

// Reads 5 or 5..7 or 5-7; none is below 0.
std::optional<std::array<int, 2>> read_span(std::string_view text) {
  text = trimmed(text);
  std::size_t at = text.find(".."), dots = 2;
  if (at == std::string_view::npos) at = text.find('-'), dots = 1;
  const auto first = number_in<int>(text.substr(0, at), 10);
  const auto last = at == std::string_view::npos ? first : number_in<int>(text.substr(at + dots), 10);
  if (!first || !last || *first < 0 || *last < 0) return std::nullopt;
  return std::array{*first, *last};
}

// Returns the text behind one of the words; none if it begins with none of them.
std::optional<std::string_view> behind(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    if (text.starts_with(word) && text.size() > word.size() && !is_letter(text[word.size()]))
      return trimmed(text.substr(word.size()));
  return std::nullopt;
}

// Reads "row 3", "columns 4..7", "5..7,9", "R2".
std::optional<Area> read_area(std::string_view text) {
  Area area;
  if (const auto rows = behind(text, {"rows", "row"})) {
    const auto span = read_span(*rows);
    if (span) area.rows = *span;
    return span ? std::optional(area) : std::nullopt;
  }
  if (const auto cols = behind(text, {"columns", "column", "cols", "col"})) {
    const auto span = read_span(*cols);
    if (span) area.cols = *span;
    return span ? std::optional(area) : std::nullopt;
  }
  if (const auto reg = behind(text, {"register", "reg", "r"})) {
    area.reg = number_in<int>(*reg, 10);
    return area.reg ? std::optional(area) : std::nullopt;
  }
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto rows = read_span(text.substr(0, comma)), cols = read_span(text.substr(comma + 1));
  if (!rows || !cols) return std::nullopt;
  return Area{*rows, *cols};
}

// Returns "T4 to T7, T12" and so on; at most `most` runs.
std::string thread_runs(const std::set<int>& threads) {
  constexpr int most = 6;
  std::string text;
  int runs = 0;
  for (auto at = threads.begin(); at != threads.end();) {
    const int first = *at;
    int last = first;
    for (; at != threads.end() && *at <= last + 1; ++at) last = *at;
    if (++runs > most) return text + ", ...";
    text += (text.empty() ? "" : ", ") +
            (first == last ? fmt::format("T{}", first) : fmt::format("T{} to T{}", first, last));
  }
  return text;
}

std::string beyond(std::string_view what, int count) {
  return fmt::format("This fragment has {} 0 to {}.", what, count - 1);
}

std::string span_words(std::string_view one, std::array<int, 2> span) {
  return span[0] == span[1] ? fmt::format("{} {}", one, span[0]) : fmt::format("{}s {} to {}", one, span[0], span[1]);
}

// Answers with the threads that hold the rectangle; Enter chooses its elements.
void answer_rectangle(const Document& d, const Layout& layout, Area area, CommandItem& item) {
  const bool all_rows = area.rows[1] < 0, all_cols = area.cols[1] < 0;
  if (all_rows) area.rows[1] = layout.rows() - 1;
  if (all_cols) area.cols[1] = layout.cols() - 1;
  const auto within = [](std::array<int, 2> span, int count) { return span[0] <= span[1] && span[1] < count; };
  if (!within(area.rows, layout.rows())) return void(item.text = beyond("rows", layout.rows()));
  if (!within(area.cols, layout.cols())) return void(item.text = beyond("columns", layout.cols()));
  std::set<int> threads;
  for (int row = area.rows[0]; row <= area.rows[1]; ++row)
    for (int col = area.cols[0]; col <= area.cols[1]; ++col)
      for (const Slot& slot : layout.owners({row, col})) threads.insert(slot.tid);
  const std::string rows = span_words("row", area.rows), cols = span_words("column", area.cols);
  const std::string what = all_cols ? rows : all_rows ? cols : rows + ", " + cols;
  item.text = fmt::format("{}: {}", what, thread_runs(threads));
  const Element first{area.rows[0], area.cols[0]}, last{area.rows[1], area.cols[1]};
  if (row_of(d.workspace).of_kind)
    item.action = std::make_shared<const Action>(SetBand{Band{first, last, place_of_kind(d)}});
  else if (const auto owners = layout.owners(first); !owners.empty())
    item.action = std::make_shared<const Action>(WindowAction(PinPlace{first, owners.front()}));
}

// Answers with the values in a register of every thread; Enter pins the first.
void answer_register(const Layout& layout, int reg, CommandItem& item) {
  std::string values;
  for (int i = 0; i < layout.values(); ++i) {
    const RegisterSpan span = layout.register_of(i);
    if (reg < span.first || reg > span.last) continue;
    values += fmt::format("{}x[{}]", values.empty() ? "" : ", ", i);
    const auto element = item.action ? std::nullopt : layout.element({0, i});
    if (element) item.action = std::make_shared<const Action>(WindowAction(PinPlace{*element, {0, i}}));
  }
  const int count = layout.register_of(layout.values() - 1).last + 1;
  item.text = values.empty() ? beyond("registers", count) : fmt::format("R{} of each thread: {}", reg, values);
}

// Returns a text of several lines as one: "T13 holds 4 values: x[0] R0 (3, 2); x[1] R1 (3, 3)".
std::string in_one_line(const std::string& lines) {
  std::string text;
  bool first = true;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line = trimmed(std::string_view(lines).substr(at, end - at));
    if (!text.empty()) text += first ? " " : "; ";
    first = text.empty();
    for (std::size_t c = 0; c < line.size(); ++c)
      if (line[c] != ' ' || line[c - 1] != ' ') text += line[c];
    at = end + 1;
  }
  return text;
}

void answer_place_in(const Layout& layout, const Place& place, CommandItem& item) {
  const Result<PlaceAnswer> answer = answer_place(layout, place);
  if (!answer) return void(item.text = answer.error().message);
  item.text = in_one_line(describe(layout, answer.value()));
  for (const PlaceSlot& slot : answer.value().slots) {
    if (!slot.element || item.action) continue;
    item.action = std::make_shared<const Action>(WindowAction(PinPlace{*slot.element, slot.slot}));
  }
}

struct AskedPlace {
  std::optional<Place> place;
  std::optional<Area> area;
};

// Reads the text as a place, or what is behind the words of a question.
AskedPlace read_asked(std::string_view typed) {
  const std::string low = lower(trimmed(typed));
  std::string_view text = low;
  while (!text.empty()) {
    if (const auto place = read_place(text)) return {place, std::nullopt};
    if (const auto area = read_area(text)) return {std::nullopt, area};
    const std::size_t blank = text.find(' ');
    const bool asks =
        std::find(question_words.begin(), question_words.end(), text.substr(0, blank)) != question_words.end();
    if (!asks || blank == std::string_view::npos) return {};
    text = trimmed(text.substr(blank));
  }
  return {};
}

}  // namespace

std::optional<CommandItem> place_item(const Document& d, std::string_view typed) {
  const AskedPlace asked = read_asked(typed);
  if (!asked.place && !asked.area) return std::nullopt;
  CommandItem item{"cell", {}, {}, {}, {}, nullptr};
  const Layout* const layout = d.layout();
  if (layout == nullptr) {
    item.text = "There is no layout on screen to look into.";
    return item;
  }
  if (d.formulae.hide_answer) {  // a quiz or an exercise asks for just this
    item.text = "The answer is hidden until it is given or revealed.";
    return item;
  }
  item.detail = d.kind;
  if (asked.place) answer_place_in(*layout, *asked.place, item);
  if (asked.area && asked.area->reg) answer_register(*layout, *asked.area->reg, item);
  if (asked.area && !asked.area->reg) answer_rectangle(d, *layout, *asked.area, item);
  return item;
}

}  // namespace tcviz::inline app_ui
