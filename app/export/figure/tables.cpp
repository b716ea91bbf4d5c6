// Layouts -> text, CSV, Markdown and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/export.hpp"
#include "app/export/figure/readers.hpp"
#include "app/export/figure/writers.hpp"
#include "app/scene/grid/difference.hpp"
#include "app/scene/grid/words.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline app_export {
namespace {

using Out = std::back_insert_iterator<std::string>;

// Escapes the characters that Markdown or HTML would read as markup.
std::string markdown_escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (std::string_view("\\`*_[]<>|#&~").find(c) != std::string_view::npos) escaped += '\\';
    escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return escaped;
}

// Returns "3", or "3, 19" if the element has several owners.
std::string owners_text(const Layout& layout, Channel channel, Element element) {
  std::string text;
  for (const Slot& slot : layout.owners(element)) {
    fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : ", ",
                   channel == Channel::Thread ? slot.tid : slot.i);
  }
  return text;
}

void write_markdown_table(Out out, const Layout& layout, Channel channel) {
  const AxisNames axes = axis_names(layout.kind());
  const std::string title = channel == Channel::Thread ? std::string(grid_title(channel)) : value_title(layout);
  const bool address = channel == Channel::Thread && address_of_row(layout, 0);
  fmt::format_to(out, "\n## {}\n\n| {} \\\\ {} |{}", markdown_escaped(title), axes.row, axes.col,
                 address ? " address |" : "");
  for (int col = 0; col < layout.cols(); ++col) fmt::format_to(out, " {} |", col);
  fmt::format_to(out, "\n|---:|{}", address ? "---:|" : "");
  for (int col = 0; col < layout.cols(); ++col) fmt::format_to(out, "---:|");
  fmt::format_to(out, "\n");
  for (int row = 0; row < layout.rows(); ++row) {
    fmt::format_to(out, "| **{}** |", row);
    if (address) fmt::format_to(out, " T{} |", address_of_row(layout, row).value_or(0));
    for (int col = 0; col < layout.cols(); ++col) {
      fmt::format_to(out, " {} |", owners_text(layout, channel, {row, col}));
    }
    fmt::format_to(out, "\n");
  }
}

// Quotes a field of CSV that may hold anything, with quotes doubled.
std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_field(const std::string& text) {
  return text.find_first_of(",\"") == std::string::npos ? text : csv_quoted(text);
}

// Returns the provenance of a layout's own object with the source's name.
std::string provenance_cell(const FigureLayout& part) {
  using Json = nlohmann::ordered_json;
  Json json = Json::parse(to_json(part.layout))["provenance"];
  if (!part.source.empty()) json["source_name"] = part.source;
  return csv_quoted(json.dump());
}

// Returns the thread that gives the address of the slot's row; empty except for ldmatrix and stmatrix.
std::string address_cell(const Layout& layout, Slot slot) {
  const std::optional<Element> element = layout.element(slot);
  const std::optional<int> tid = element ? address_of_row(layout, element->row) : std::nullopt;
  return tid ? std::to_string(*tid) : "";
}

bool has_address(const FigureLayout& part) { return address_of_row(part.layout, 0).has_value(); }

void write_rows(Out out, const FigureLayout& part, bool with_address) {
  const Layout& layout = part.layout;
  const std::string kind = csv_field(layout.kind());
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const RegisterSpan span = layout.register_of(slot.i);
    fmt::format_to(out, "{},{},{},{},{},", slot.tid, slot.i, span.first, span.low, span.high);
    if (const std::optional<Element> element = layout.element(slot)) {
      fmt::format_to(out, "{},{},{},", element->row, element->col, element->row * layout.cols() + element->col);
    } else {
      fmt::format_to(out, ",,,");
    }
    fmt::format_to(out, "{},{}", kind, number == 0 ? provenance_cell(part) : "");
    if (with_address) fmt::format_to(out, ",{}", address_cell(layout, slot));
    fmt::format_to(out, "\n");
  }
}

bool has_a_kind_twice(const Figure& figure) {
  std::set<std::string_view> kinds;
  return std::ranges::any_of(figure.layouts,
                             [&](const FigureLayout& part) { return !kinds.insert(part.layout.kind()).second; });
}

}  // namespace

Result<std::string> write_csv(const Figure& figure) {
  const bool with_address = std::ranges::any_of(figure.layouts, has_address);
  std::string csv = fmt::format("{}{}\n", csv_header, with_address ? csv_address : "");
  for (const FigureLayout& part : figure.layouts) write_rows(Out(csv), part, with_address);
  return csv;
}

// Writes a layout file; or a figure's own object if a kind is there twice, as in a comparison, since layout files have
// no place for that.
Result<std::string> write_json(const Figure& figure) {
  if (has_a_kind_twice(figure)) return nlohmann::ordered_json::parse(carried_json(figure)).dump(1) + "\n";
  std::vector<Layout> layouts;
  for (const FigureLayout& part : figure.layouts) layouts.push_back(part.layout);
  return to_json(layouts);
}

namespace {

// Returns, for a comparison, the counts, and says if the two are equal. Empty for any other view.
std::string verdict_of(const Figure& figure) {
  if (figure.style.view != ViewMode::Comparison || figure.layouts.size() != 2) return "";
  const Layout &left = figure.layouts.front().layout, &right = figure.layouts.back().layout;
  const SideNames names = side_names(left, right);
  return fmt::format("{} and {}: {}\n", names.left, names.right,
                     describe(difference_of(left, right), names.left, names.right, false));
}

}  // namespace

Result<std::string> write_markdown(const Figure& figure) {
  std::string markdown;
  for (const FigureLayout& part : figure.layouts) markdown += (markdown.empty() ? "" : "\n") + to_markdown(part.layout);
  const std::string verdict = verdict_of(figure);
  if (!verdict.empty()) markdown += "\n" + markdown_escaped(verdict.substr(0, verdict.size() - 1)) + "\n";
  return markdown + "\n<!--\n" + armored_lines(carried_json(figure), "") + "-->\n";
}

Result<std::string> write_text(const Figure& figure) {
  std::string text;
  for (const FigureLayout& part : figure.layouts)
    text +=
        (text.empty() ? "" : "\n") + to_text(part.layout, TextOptions{figure.color, figure.true_color, figure.columns});
  if (const std::string verdict = verdict_of(figure); !verdict.empty()) text += "\n" + verdict;
  if (figure.carry) text += "\n" + armored_lines(carried_json(figure), "");
  return text;
}

std::string to_csv(const Layout& layout) {
  Figure figure;
  figure.layouts.push_back({layout, {}});
  return write_csv(figure).value();
}

std::string to_markdown(const Layout& layout) {
  std::string markdown;
  const Out out(markdown);
  fmt::format_to(out, "# {}\n\n{}  \n{}\n", markdown_escaped(layout.kind()), caption(layout),
                 markdown_escaped(describe(layout.provenance())));
  write_markdown_table(out, layout, Channel::Thread);
  write_markdown_table(out, layout, Channel::Register);
  return markdown;
}

}  // namespace tcviz::inline app_export
