// Layout -> CSV and Markdown.
#include <fmt/format.h>

#include <iterator>

#include "app/export/export.hpp"
#include "app/scene/words.hpp"

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

}  // namespace

std::string to_csv(const Layout& layout) {
  std::string csv = "tid,i,register,low_bit,high_bit,row,col,linear\n";
  const Out out(csv);
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const RegisterSpan span = layout.register_of(slot.i);
    fmt::format_to(out, "{},{},{},{},{},", slot.tid, slot.i, span.first, span.low, span.high);
    if (const std::optional<Element> element = layout.element(slot)) {
      fmt::format_to(out, "{},{},{}\n", element->row, element->col, element->row * layout.cols() + element->col);
    } else {
      fmt::format_to(out, ",,\n");
    }
  }
  return csv;
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
