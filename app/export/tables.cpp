// Layouts -> text, CSV, Markdown and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "app/export/carried.hpp"
#include "app/export/export.hpp"
#include "app/export/writers.hpp"
#include "app/scene/words.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

using Out = std::back_insert_iterator<std::string>;

// What Markdown or HTML would read as markup.
std::string markdown_escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (std::string_view("\\`*_[]<>|#&~").find(c) != std::string_view::npos) escaped += '\\';
    escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return escaped;
}

// "3", or "3, 19" where the element has several owners.
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
  fmt::format_to(out, "\n## {}\n\n| {} \\\\ {} |", markdown_escaped(grid_title(channel)), axes.row, axes.col);
  for (int col = 0; col < layout.cols(); ++col) fmt::format_to(out, " {} |", col);
  fmt::format_to(out, "\n|---:|");
  for (int col = 0; col < layout.cols(); ++col) fmt::format_to(out, "---:|");
  fmt::format_to(out, "\n");
  for (int row = 0; row < layout.rows(); ++row) {
    fmt::format_to(out, "| **{}** |", row);
    for (int col = 0; col < layout.cols(); ++col) {
      fmt::format_to(out, " {} |", owners_text(layout, channel, {row, col}));
    }
    fmt::format_to(out, "\n");
  }
}

// A field of CSV that may hold anything: quoted, with quotes doubled.
std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_field(const std::string& text) {
  return text.find_first_of(",\"") == std::string::npos ? text : csv_quoted(text);
}

// What a layout's own object says beside the map and its sizes, and the source's name.
std::string provenance_cell(const FigureLayout& part) {
  using Json = nlohmann::ordered_json;
  Json json = Json::parse(to_json(part.layout))["provenance"];
  if (!part.source.empty()) json["source_name"] = part.source;
  return csv_quoted(json.dump());
}

void write_rows(Out out, const FigureLayout& part) {
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
    fmt::format_to(out, "{},{}\n", kind, number == 0 ? provenance_cell(part) : "");
  }
}

bool has_a_kind_twice(const Figure& figure) {
  std::set<std::string_view> kinds;
  return std::ranges::any_of(figure.layouts,
                             [&](const FigureLayout& part) { return !kinds.insert(part.layout.kind()).second; });
}

}  // namespace

Result<std::string> write_csv(const Figure& figure) {
  std::string csv = "tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance\n";
  for (const FigureLayout& part : figure.layouts) write_rows(Out(csv), part);
  return csv;
}

// A layout file; where a kind is there twice, as in a comparison, what such files have no place for is a figure's own
// object.
Result<std::string> write_json(const Figure& figure) {
  if (has_a_kind_twice(figure)) return nlohmann::ordered_json::parse(carried_json(figure)).dump(1) + "\n";
  std::vector<Layout> layouts;
  for (const FigureLayout& part : figure.layouts) layouts.push_back(part.layout);
  return to_json(layouts);
}

Result<std::string> write_markdown(const Figure& figure) {
  std::string markdown;
  for (const FigureLayout& part : figure.layouts) markdown += (markdown.empty() ? "" : "\n") + to_markdown(part.layout);
  return markdown + "\n<!--\n" + armored_lines(carried_json(figure), "") + "-->\n";
}

Result<std::string> write_text(const Figure& figure) {
  std::string text;
  for (const FigureLayout& part : figure.layouts)
    text += (text.empty() ? "" : "\n") + to_text(part.layout, TextOptions{figure.color});
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
  write_markdown_table(out, layout, Channel::Register);
  write_markdown_table(out, layout, Channel::Thread);
  return markdown;
}

}  // namespace tcviz
