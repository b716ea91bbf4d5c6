#include "app/cli/published.hpp"

#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/table.hpp"
#include "gpu/formula/check.hpp"
#include "gpu/formula/published_formulae.hpp"

namespace tcviz {
namespace {

using Json = nlohmann::ordered_json;

// What one source says of a claim; of no source: nobody here knows the kind for what is claimed.
struct Held {
  const PublishedFormula* claim = nullptr;
  std::string source;
  int slots = 0, mismatches = 0;
  bool known() const { return !source.empty(); }
};

std::optional<std::vector<Formula>> read(const PublishedFormula& claim) {
  std::vector<Formula> formulae;
  const auto add = [&](std::string_view text, Quantity value) {
    Parsed<Formula> parsed = read_formula(text, {Inputs::Slot, value});
    if (parsed) formulae.push_back(std::move(*parsed.value));
    return parsed.value.has_value();
  };
  const bool all = claim.text.empty() ? add(claim.row, Quantity::Row) && add(claim.col, Quantity::Col)
                                      : add(claim.text, Quantity::Linear);
  return all ? std::optional(std::move(formulae)) : std::nullopt;
}

bool is_claimed(const PublishedFormula& claim, const std::string& source) {
  const std::string architecture = source.substr(source.find(':') + 1);
  return fmt::format(" {} ", claim.architectures).find(fmt::format(" {} ", architecture)) != std::string::npos;
}

Result<Held> hold(const PublishedFormula& claim, const Layout& layout, const std::string& source) {
  const auto formulae = read(claim);
  if (!formulae) return bad_input(fmt::format("'{}' cannot be read.", claim.name));
  std::vector<const Formula*> pointers;
  for (const Formula& formula : *formulae) pointers.push_back(&formula);
  Verdict verdict;
  if (const Status checked = Checker(layout).check(pointers, verdict); !checked) return checked.error();
  return Held{&claim, source, verdict.slots, verdict.mismatches};
}

Result<std::vector<Held>> hold_all(const Sources& sources) {
  std::vector<Held> all;
  for (const PublishedFormula& claim : published_formulae()) {
    const std::size_t before = all.size();
    for (const auto& source : sources.all()) {
      if (!is_claimed(claim, source->info().name)) continue;
      const Result<Layout> asked = layout_of(*source, std::string(claim.asked_kind()));
      if (!asked) continue;
      const Result<Layout> layout = described_layout(claim, asked.value());
      if (!layout) continue;
      Result<Held> held = hold(claim, layout.value(), source->info().name);
      if (!held) return held.error();
      all.push_back(std::move(held).value());
    }
    if (all.size() == before) all.push_back({&claim, "", 0, 0});
  }
  return all;
}

std::string verdict_of(const Held& held) {
  if (!held.known()) return fmt::format("not held: no source here knows the kind for {}", held.claim->architectures);
  const LeadingPart& part = held.claim->part;
  const std::string where = part.of.empty() ? "" : ", " + part.text();
  if (held.mismatches == 0) return fmt::format("right: all {} slots{}", held.slots, where);
  return fmt::format("wrong for {} of {} slots{}", held.mismatches, held.slots, where);
}

Json json_of(const std::vector<Held>& all) {
  Json list = Json::array();
  for (const Held& held : all) {
    const PublishedFormula& claim = *held.claim;
    Json row = {{"name", claim.name}, {"document", claim.document}, {"kind", claim.kind}};
    row["source"] = held.known() ? Json(held.source) : Json(nullptr);
    row["ok"] = held.known() ? Json(held.mismatches == 0) : Json(nullptr);
    if (!claim.part.of.empty()) row["part_of"] = claim.part.of;
    row["slots"] = held.slots;
    row["mismatches"] = held.mismatches;
    if (!claim.note.empty()) row["note"] = claim.note;
    if (!claim.text.empty()) row["text"] = claim.text;
    if (claim.text.empty()) row["row"] = claim.row, row["col"] = claim.col;
    list.push_back(std::move(row));
  }
  return {{"published", list}};
}

Table table_of(const std::vector<Held>& all) {
  Table table{{"formula", "kind", "source", "verdict"}, {}, {}};
  for (const Held& held : all)
    table.rows.push_back({std::string(held.claim->name), std::string(held.claim->kind),
                          held.known() ? held.source : "-", verdict_of(held)});
  return table;
}

}  // namespace

Status print_published(bool json, Context& context) {
  const Sources sources = context.backends.sources(false);
  const Result<std::vector<Held>> all = hold_all(sources);
  if (!all) return all.error();
  if (json) {
    context.out << print_json(json_of(all.value()));
    return Nothing{};
  }
  context.out << to_text(table_of(all.value()), context.color);
  for (const PublishedFormula& claim : published_formulae())
    if (!claim.note.empty()) context.notes << fmt::format("{}: {}\n", claim.name, claim.note);
  return Nothing{};
}

}  // namespace tcviz
