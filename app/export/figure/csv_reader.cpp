// CSV as write_csv writes it -> layouts. Sizes follow from the rows: every element has an owner, every slot a row.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/export/figure/readers.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/json_reader.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline app_export {
namespace {

enum Column : std::size_t { Tid, I, Register, LowBit, HighBit, Row, Col, Linear, KindId, ProvenanceCell, Columns };
using Fields = std::vector<std::string>;

// Splits a line into fields; a quoted one may hold commas, a quote in it is doubled. tcviz writes no field that spans
// lines.
Fields fields_of(std::string_view line) {
  Fields fields(1);
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool doubled = quoted && line.substr(at, 2) == "\"\"";
    if (doubled)
      fields.back() += line[++at];
    else if (line[at] == '"')
      quoted = !quoted;
    else if (line[at] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[at];
  }
  return fields;
}

// Reads a number of a slot, a bit, a row or a column: none of a layout is larger.
std::optional<int> index_in(std::string_view text) {
  const auto number = number_in<int>(text);
  return number && *number >= 0 && *number <= Layout::max_slots ? number : std::nullopt;
}

// A layout while its rows are read: rows of slots in their order, elements as row and column.
struct Draft {
  std::string kind, provenance;
  int bits = 0;
  std::vector<Slot> slots;
  std::vector<std::optional<Element>> elements;
};

Error at_line(std::size_t line, std::string_view what) { return bad_input(fmt::format("line {}: {}", line, what)); }

Status read_row(const Fields& fields, std::size_t line, Draft& draft) {
  const auto tid = index_in(fields[Tid]), i = index_in(fields[I]);
  const auto low = index_in(fields[LowBit]), high = index_in(fields[HighBit]);
  if (!tid || !i || !low || !high || *high < *low)
    return at_line(line, fmt::format("tid, i and the bits must be whole numbers from 0 to {}", Layout::max_slots));
  if (draft.slots.size() >= static_cast<std::size_t>(Layout::max_slots)) return at_line(line, "too many slots");
  const auto row = index_in(fields[Row]), col = index_in(fields[Col]);
  if (row.has_value() != col.has_value() || (!row && !(fields[Row].empty() && fields[Col].empty())))
    return at_line(line,
                   fmt::format("row and col must be whole numbers from 0 to {}, or both empty", Layout::max_slots));
  if (draft.slots.empty()) draft.bits = *high - *low + 1;
  draft.slots.push_back({*tid, *i});
  draft.elements.push_back(row ? std::optional(Element{*row, *col}) : std::nullopt);
  return Nothing{};
}

int count_of(const std::vector<Slot>& slots, int Slot::*member) {
  int count = 0;
  for (const Slot& slot : slots) count = std::max(count, slot.*member + 1);
  return count;
}

Status check_order(const Draft& draft, int values) {
  for (std::size_t n = 0; n < draft.slots.size(); ++n) {
    const auto number = static_cast<std::int64_t>(draft.slots[n].tid) * values + draft.slots[n].i;
    if (number != static_cast<std::int64_t>(n))
      return bad_input(fmt::format("{}: its slots are not complete or not in the order of tid and i", draft.kind));
  }
  return Nothing{};
}

// Returns the source's name, which only the provenance of a figure has.
std::string source_in(const nlohmann::json& provenance) {
  if (!provenance.is_object()) return {};
  const auto name = provenance.find("source_name");
  return name != provenance.end() && name->is_string() ? name->get<std::string>() : std::string();
}

// Makes the layout by the reader of layout files, which checks everything.
Result<FigureLayout> finish(const Draft& draft) {
  const int threads = count_of(draft.slots, &Slot::tid), values = count_of(draft.slots, &Slot::i);
  TCVIZ_TRY(check_order(draft, values));
  int rows = 0, cols = 0;
  for (const auto& element : draft.elements)
    if (element) rows = std::max(rows, element->row + 1), cols = std::max(cols, element->col + 1);
  if (rows > Layout::max_side || cols > Layout::max_side)
    return bad_input(fmt::format("{}: a matrix of {}x{} is too large", draft.kind, rows, cols));
  Result<nlohmann::json> provenance = read_json(draft.provenance);
  if (!provenance) return bad_input("the provenance: " + provenance.error().message);
  nlohmann::json map = nlohmann::json::array();
  std::vector<int> owners(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (const auto& element : draft.elements) {
    map.push_back(element ? nlohmann::json(element->row * cols + element->col) : nlohmann::json());
    if (element) ++owners[static_cast<std::size_t>(element->row * cols + element->col)];
  }
  const nlohmann::json object = {{"format", layout_format},
                                 {"kind", draft.kind},
                                 {"rows", rows},
                                 {"cols", cols},
                                 {"threads", threads},
                                 {"values", values},
                                 {"element_bits", draft.bits},
                                 {"replication", owners.empty() ? 0 : *std::ranges::max_element(owners)},
                                 {"provenance", provenance.value()},
                                 {"map", map}};
  Result<std::vector<Layout>> layout =
      parse_layouts(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  TCVIZ_TRY(layout);
  return FigureLayout{std::move(layout).value().front(), source_in(provenance.value())};
}

Result<std::vector<Draft>> read_drafts(std::string_view csv, std::size_t columns) {
  std::vector<Draft> drafts;
  for (std::size_t line = 1, begin = 0; begin < csv.size(); ++line) {
    const std::size_t end = std::min(csv.find('\n', begin), csv.size());
    std::string_view text = csv.substr(begin, end - begin);
    begin = end + 1;
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (line == 1 || text.empty()) continue;
    Fields fields = fields_of(text);
    if (fields.size() != columns) return at_line(line, fmt::format("{} fields instead of {}", fields.size(), columns));
    if (!fields[ProvenanceCell].empty()) drafts.push_back({fields[KindId], fields[ProvenanceCell], 0, {}, {}});
    if (drafts.empty()) return at_line(line, "the first slot of a layout must tell its provenance");
    TCVIZ_TRY(read_row(fields, line, drafts.back()));
  }
  return drafts;
}

}  // namespace

Result<std::vector<FigureLayout>> figure_in_csv(std::string_view csv) {
  csv.remove_prefix(csv.find_first_not_of(" \t\r\n"));
  const std::string_view header = csv.substr(0, csv.find_first_of("\r\n"));
  const bool address = header == std::string(csv_header) + std::string(csv_address);  // follows from the kind
  if (!address && header != csv_header)
    return bad_input(fmt::format("this CSV holds no layout: its first line must be {}", csv_header));
  Result<std::vector<Draft>> drafts = read_drafts(csv, Columns + (address ? 1U : 0U));
  TCVIZ_TRY(drafts);
  if (drafts.value().empty()) return bad_input("this CSV holds no slots");
  std::vector<FigureLayout> parts;
  for (const Draft& draft : drafts.value()) {
    Result<FigureLayout> part = finish(draft);
    TCVIZ_TRY(part);
    parts.push_back(std::move(part).value());
  }
  return parts;
}

}  // namespace tcviz::inline app_export
