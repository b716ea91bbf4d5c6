// A check that a figure's bytes are those that tcviz writes for its carried data, so that no cell changes behind the
// layout's back.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/drawn_figure.hpp"
#include "app/export/figure/named_things.hpp"
#include "app/export/figure/readers.hpp"
#include "app/export/figure/writers.hpp"
#include "app/export/ink/png_text.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr std::string_view shown_byte_order_mark = "\xEF\xBB\xBF";

// Removes the differences that Git and editors make to line ends; they change nothing that is seen.
std::string with_plain_lines(std::string_view bytes) {
  if (bytes.starts_with(shown_byte_order_mark)) bytes.remove_prefix(shown_byte_order_mark.size());
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); ++at)
    if (bytes[at] != '\r' || at + 1 == bytes.size() || bytes[at + 1] != '\n') text += bytes[at];
  text.erase(text.find_last_not_of('\n') + 1);
  return text + "\n";
}

// Removes the text between two marks, both included, once.
void cut(std::string& text, std::string_view begin, std::string_view end) {
  const std::size_t first = text.find(begin);
  if (first == std::string::npos) return;
  const std::size_t last = text.find(end, first);
  if (last != std::string::npos) text.erase(first, last + end.size() - first);
}

// Returns a file without the data of an SVG.
std::string without_data(std::string_view svg) {
  std::string text = with_plain_lines(svg);
  cut(text, "<metadata id=\"tcviz-figure\">", "</metadata>");
  return text;
}

// Returns the drawn part of an SVG, without the parts that no eye sees.
std::string drawn(std::string_view svg) {
  std::string text = without_data(svg);
  cut(text, "<desc id=\"tcviz-desc\">", "</desc>");
  return text;
}

// Quotes at most this much of a line, and nothing that a terminal would obey.
std::string quoted_near(std::string_view line, std::size_t at) {
  constexpr std::size_t before = 24, most = 60;
  std::size_t begin = at > before ? at - before : 0;
  while (begin > 0 && begin < line.size() && (line[begin] & 0xC0) == 0x80) --begin;
  std::string_view part = line.substr(std::min(begin, line.size()), most);
  while (!part.empty() && begin + part.size() < line.size() && (line[begin + part.size()] & 0xC0) == 0x80)
    part.remove_suffix(1);
  std::string text(part);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return "`" + text + "`";
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

Status same_text(std::string_view there, std::string_view wanted) {
  const auto [a, b] = std::ranges::mismatch(there, wanted);
  if (a == there.end() && b == wanted.end()) return Nothing{};
  const auto at = static_cast<std::size_t>(a - there.begin());
  const std::size_t line_begin = at == 0 ? 0 : there.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  const auto line = std::ranges::count(there.substr(0, line_begin), '\n') + 1;
  return negative(fmt::format("line {} is {}, where tcviz writes {}", line,
                              quoted_near(line_at(there, line_begin), at - line_begin),
                              quoted_near(line_at(wanted, line_begin), at - line_begin)));
}

// Recognises Markdown, TeX, C++ and text by the characters before the carried letters.
std::optional<FigureFormat> armored_format(std::string_view before) {
  struct Front {
    std::string_view text;
    FigureFormat format;
  };
  constexpr std::array fronts{Front{"<!--\n", FigureFormat::Markdown}, Front{"% ", FigureFormat::Tikz},
                              Front{"// ", FigureFormat::Cpp}, Front{"\n", FigureFormat::Text}};
  if (before.starts_with("%PDF")) return FigureFormat::Pdf;
  for (const Front& front : fronts)
    if (before.ends_with(front.text)) return front.format;
  return std::nullopt;
}

// Returns cairo's own words, "cairo 1.16.0 (https://cairographics.org)": another version may draw otherwise.
std::string_view producer_of(std::string_view pdf) {
  constexpr std::string_view key = "/Producer (";
  const std::size_t at = pdf.find(key);
  return at == std::string_view::npos ? std::string_view() : line_at(pdf, at);
}

Status same_pdf(std::string_view there, std::string_view wanted) {
  if (there == wanted) return Nothing{};
  if (producer_of(there) != producer_of(wanted))
    return unavailable("it cannot be told here whether the PDF shows that: another version of cairo drew it");
  return negative("the PDF is not the one that tcviz draws");
}

Status same_pixels(std::string_view there, PngSides sides, std::span<const std::uint8_t> wanted) {
  const Result<std::vector<std::uint8_t>> pixels = png_pixels(there, sides);
  TCVIZ_TRY(pixels);
  const auto [a, b] = std::ranges::mismatch(pixels.value(), wanted);
  if (a == pixels.value().end()) return Nothing{};
  const auto number = static_cast<std::uint32_t>((a - pixels.value().begin()) / 4);
  return negative(fmt::format("its pixels are not those that tcviz draws here: the first is at {},{}",
                              number % sides.width, number / sides.width));
}

Status same_pixels(std::string_view there, const Figure& figure) {
  const Result<Raster> drawn = figure_pixels(figure);
  if (!drawn) return negative("it carries a layout that cannot be drawn: " + drawn.error().message);
  const Raster& raster = drawn.value();
  return same_pixels(there, {static_cast<std::uint32_t>(raster.width), static_cast<std::uint32_t>(raster.height)},
                     raster.rgba);
}

// Returns the texts of a PNG except its data.
std::vector<std::string> plain_texts(std::string_view png) {
  std::vector<std::string> plain;
  if (const Result<std::vector<PngText>> texts = png_texts(png); texts.ok())
    for (const PngText& text : texts.value())
      if (text.key != png_key) plain.push_back(text.key + ": " + text.text);
  return plain;
}

Status same_png(std::string_view there, std::string_view wanted) {
  const Result<std::vector<std::uint8_t>> pixels = png_pixels(wanted, png_sides(wanted));
  TCVIZ_TRY(pixels);
  TCVIZ_TRY(same_pixels(there, png_sides(wanted), pixels.value()));
  if (plain_texts(there) == plain_texts(wanted)) return Nothing{};
  return negative("the title or the description in its data is another");
}

Status same_written(std::string_view bytes, const Figure& figure) {
  if (figure.format == FigureFormat::Png) return same_pixels(bytes, figure);
  const Result<std::string> again = write_figure(figure);
  if (!again) return negative("it carries a layout that cannot be drawn: " + again.error().message);
  if (figure.format == FigureFormat::Pdf) return same_pdf(bytes, again.value());
  if (figure.format == FigureFormat::Svg) return same_text(drawn(bytes), drawn(again.value()));
  return same_text(with_plain_lines(bytes), with_plain_lines(again.value()));
}

// Reads the figure. One that carries a plain layout, as a hand may write it, has the style that every figure begins
// with.
Result<Figure> figure_from(const Result<std::string>& carried, FigureFormat format) {
  if (!carried) return carried.error();
  Result<Figure> figure = parse_carried_figure(carried.value(), format);
  if (figure) return figure;
  Result<std::vector<FigureLayout>> layouts = figure_in_json(carried.value());
  if (!layouts || carried.value().find(figure_format) != std::string::npos) return figure.error();
  Figure plain;
  plain.layouts = std::move(layouts).value();
  plain.format = format;
  return plain;
}

Result<Figure> armored_figure(std::string_view bytes) {
  const Result<Armored> found = find_armored(bytes);
  if (!found) return found.error();
  const std::optional<FigureFormat> format = armored_format(bytes.substr(0, found.value().at));
  if (!format) return negative("its layout does not lie where tcviz puts it");
  return figure_from(found.value().text, *format);
}

Result<Figure> csv_figure(std::string_view bytes) {
  Result<std::vector<FigureLayout>> layouts = figure_in_csv(bytes);
  if (!layouts) return layouts.error();
  Figure figure;
  figure.layouts = std::move(layouts).value();
  figure.format = FigureFormat::Csv;
  return figure;
}

std::string_view after_front_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
}

// Reads the figure from the file's bytes, or from its `text`, which has plain lines and no blanks in front.
Result<Figure> figure_again(std::string_view bytes, std::string_view text) {
  if (is_png(bytes)) return figure_from(carried_in_png(bytes), FigureFormat::Png);
  if (bytes.starts_with("%PDF")) return armored_figure(bytes);
  if (text.starts_with('<')) return figure_from(carried_in_svg(bytes), FigureFormat::Svg);
  return text.starts_with(csv_header) ? csv_figure(text) : armored_figure(text);
}

void add_words(std::vector<AuthorWords>& words, std::string_view what, std::string_view text,
               std::span<const FigureLayout> layouts) {
  if (!text.empty()) words.push_back({what, named_otherwise(text, layouts)});
}

std::string png_text(std::string_view png, std::string_view key) {
  const Result<std::vector<PngText>> texts = png_texts(png);
  if (!texts) return {};
  const auto found = std::ranges::find(texts.value(), key, &PngText::key);
  return found == texts.value().end() ? std::string() : found->text;
}

// Adds the words that no eye sees: for readers of the screen, and for those who search files.
void add_hidden_words(std::vector<AuthorWords>& words, std::string_view bytes, const Figure& figure) {
  const auto add = [&](std::string_view what, const std::string& there, const std::string& ours) {
    if (there != ours) add_words(words, what, there, figure.layouts);
  };
  if (figure.format == FigureFormat::Svg)
    if (const Result<std::string> ours = write_figure(figure); ours.ok())
      add("description", description_in_svg(bytes), description_in_svg(ours.value()));
  if (figure.format != FigureFormat::Png) return;
  const Scene scene = drawn_figure(figure).scene;
  add("title in the file's data", png_text(bytes, "Title"), scene.title);
  add("description", png_text(bytes, "Description"), scene.description);
}

// Adds the names of the sides of a comparison, each of which stands above one layout.
void add_sides(std::vector<AuthorWords>& words, const Figure& figure) {
  if (figure.style.view != ViewMode::Comparison || figure.layouts.size() != 2) return;
  const std::array<std::string, 2> usual = side_names(figure.layouts[0], figure.layouts[1]);
  for (std::size_t side = 0; side < usual.size(); ++side)
    if (const std::string& name = figure.style.side_names.at(side); name != usual.at(side))
      add_words(words, "name of a side", name, std::span(figure.layouts).subspan(side, 1));
}

}  // namespace

Status check_same_picture(std::string_view bytes, std::string_view again) {
  if (is_png(again)) return same_png(bytes, again);
  if (again.starts_with("%PDF")) return same_pdf(bytes, again);
  return same_text(without_data(bytes), without_data(again));
}

std::vector<AuthorWords> author_words(std::string_view bytes) {
  const std::string plain = with_plain_lines(bytes);
  const Result<Figure> figure = figure_again(bytes, after_front_blanks(plain));
  std::vector<AuthorWords> words;
  if (!figure || !row_of(figure.value().format).picture) return words;
  const SceneStyle& style = figure.value().style;
  add_words(words, "title", style.title_text, figure.value().layouts);
  add_words(words, "caption", style.caption_text, figure.value().layouts);
  add_sides(words, figure.value());
  add_hidden_words(words, bytes, figure.value());
  return words;
}

Status check_shown(std::string_view bytes) {
  const std::string plain = with_plain_lines(bytes);
  const std::string_view text = after_front_blanks(plain);
  if (text.starts_with('{')) return Nothing{};
  const Result<Figure> figure = figure_again(bytes, text);
  return figure ? same_written(bytes, figure.value()) : Status(negative(figure.error().message));
}

}  // namespace tcviz::inline app_export
