#include "app/cli/formulae/published.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <ostream>
#include <set>

#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "gpu/language/formula/published_formulae.hpp"
#include "gpu/source/manual/stated_formulae.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

// The verdict of one source on a claim. There is no source if none here knows the kind for the claim's architectures.
struct Held {
  const PublishedFormula* claim = nullptr;
  std::string source;
  StatedVerdict verdict;
  bool known() const { return !source.empty(); }
  bool is_right() const { return known() && verdict.ok(); }
};

// Returns the formulae typed from documents first, then CUTLASS's traits and the manual's rules.
std::vector<PublishedFormula> all_claims() {
  const auto typed = published_formulae();
  std::vector<PublishedFormula> all(typed.begin(), typed.end());
  for (const std::vector<PublishedFormula>& more : {stated_by_cutlass(), stated_by_manual()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool is_claimed(const PublishedFormula& claim, const std::string& source) {
  const std::string architecture = source.substr(source.find(':') + 1);
  return fmt::format(" {} ", claim.architectures).find(fmt::format(" {} ", architecture)) != std::string::npos;
}

// The sources that a claim may be about, each with the kinds that it knows.
struct Knowing {
  LayoutSource* source;
  std::set<std::string, std::less<>> kinds;
  std::map<std::string, Result<Layout>, std::less<>> read = {};  // several documents speak of one kind

  const Result<Layout>& layout(std::string_view kind) {
    const auto found = read.find(kind);
    if (found != read.end()) return found->second;
    return read.emplace(kind, layout_of(*source, std::string(kind))).first->second;
  }
};

std::vector<Knowing> knowing(const Sources& sources) {
  std::vector<Knowing> all;
  for (const auto& source : sources.all()) {
    const std::vector<std::string> kinds = source->kinds();
    all.push_back({source.get(), {kinds.begin(), kinds.end()}});
  }
  return all;
}

// Compares a claim with a source; none if the source lacks the kind, or its fragment has another shape.
std::optional<Held> hold(const PublishedFormula& claim, Knowing& by) {
  const std::string& name = by.source->info().name;
  if (!is_claimed(claim, name) || !by.kinds.contains(claim.asked_kind())) return std::nullopt;
  const Result<Layout>& asked = by.layout(claim.asked_kind());
  if (!asked) return std::nullopt;
  Result<StatedVerdict> verdict = judge_stated(claim, asked.value());
  if (!verdict) return std::nullopt;
  verdict.value().mismatches += unread_mismatches(claim, asked.value());
  return Held{&claim, name, std::move(verdict).value()};
}

std::vector<Held> hold_all(std::span<const PublishedFormula> claims, const Sources& sources) {
  std::vector<Knowing> all_sources = knowing(sources);
  std::vector<Held> all;
  for (const PublishedFormula& claim : claims) {
    const std::size_t before = all.size();
    for (Knowing& source : all_sources)
      if (auto held = hold(claim, source)) all.push_back(std::move(*held));
    if (all.size() == before) all.push_back({&claim, "", {}});
  }
  return all;
}

std::string verdict_of(const Held& held) {
  if (!held.known()) return fmt::format("no source here knows the kind for {}", held.claim->architectures);
  const auto& [slots, mismatches, unreadable] = held.verdict;
  if (!unreadable.empty()) return "cannot be read: " + unreadable;
  std::string where = held.claim->part.of.empty() ? "" : ", " + held.claim->part.text();
  if (const std::string view = held.claim->view.text(); !view.empty()) where += ", " + view;
  if (mismatches == 0) return fmt::format("right: all {} slots{}", slots, where);
  return fmt::format("wrong for {} of {} slots{}", mismatches, slots, where);
}

Json json_of(const Held& held) {
  const PublishedFormula& claim = *held.claim;
  Json row = {{"name", claim.name}, {"document", claim.document}, {"kind", claim.kind}};
  row["source"] = held.known() ? Json(held.source) : Json(nullptr);
  row["ok"] = held.known() && held.verdict.unreadable.empty() ? Json(held.verdict.ok()) : Json(nullptr);
  if (!claim.part.of.empty()) row["part_of"] = claim.part.of;
  row["slots"] = held.verdict.slots;
  row["mismatches"] = held.verdict.mismatches;
  if (!held.verdict.unreadable.empty()) row["unreadable"] = held.verdict.unreadable;
  if (!claim.note.empty()) row["note"] = claim.note;
  if (!claim.view.text().empty()) row["view"] = claim.view.text();
  if (claim.document.starts_with("CUTLASS")) row["index"] = claim.view.index();
  if (!claim.text.empty()) row["text"] = claim.text;
  if (claim.text.empty()) row["row"] = claim.row, row["col"] = claim.col;
  return row;
}

// Returns every statement about one kind.
Table table_of_kind(const std::vector<Held>& all) {
  Table table{{"document", "formula", "source", "verdict"}, {}, {}};
  for (const Held& held : all)
    table.rows.push_back({std::string(held.claim->document), std::string(held.claim->name),
                          held.known() ? held.source : "-", verdict_of(held)});
  return table;
}

bool has_line(const Held& held, std::size_t typed_claims, std::size_t claim) {
  return claim < typed_claims || !held.is_right();
}

Table table_of(const std::vector<Held>& all, std::span<const PublishedFormula> claims) {
  Table table{{"formula", "kind", "source", "verdict"}, {}, {}};
  const std::size_t typed = published_formulae().size();
  for (const Held& held : all)
    if (has_line(held, typed, static_cast<std::size_t>(held.claim - claims.data())))
      table.rows.push_back({std::string(held.claim->name), std::string(held.claim->kind),
                            held.known() ? held.source : "-", verdict_of(held)});
  return table;
}

// Returns a table that counts the right statements of each document and source.
Table folded(const std::vector<Held>& all, std::span<const PublishedFormula> claims) {
  Table table{{"document", "source", "statements", "right"}, {false, false, true, true}, {}};
  std::map<std::pair<std::string_view, std::string>, std::pair<int, int>> counts;
  std::vector<std::pair<std::string_view, std::string>> order;
  for (const Held& held : all) {
    if (static_cast<std::size_t>(held.claim - claims.data()) < published_formulae().size() || !held.known()) continue;
    const std::pair key{held.claim->document, held.source};
    if (!counts.contains(key)) order.push_back(key);
    ++counts[key].first;
    counts[key].second += held.is_right() ? 1 : 0;
  }
  for (const auto& key : order)
    table.rows.push_back(
        {std::string(key.first), key.second, std::to_string(counts[key].first), std::to_string(counts[key].second)});
  return table;
}

// Prints the notes of claims that have a line of their own, each once.
void print_notes(const std::vector<Held>& all, std::span<const PublishedFormula> claims, Context& context) {
  const std::size_t typed = published_formulae().size();
  std::set<const PublishedFormula*> said;
  for (const Held& held : all) {
    const auto claim = static_cast<std::size_t>(held.claim - claims.data());
    if (held.claim->note.empty() || !has_line(held, typed, claim) || !said.insert(held.claim).second) continue;
    context.notes << fmt::format("{}: {}\n", held.claim->name, held.claim->note);
  }
}

}  // namespace

Status print_published(const std::string& of_kind, bool json, Context& context) {
  const std::string kind = of_kind.empty() ? of_kind : meant_kind(of_kind, context);
  if (!kind.empty() && find_kind(kind) == nullptr) return unknown_kind(kind);
  std::vector<PublishedFormula> claims = all_claims();
  if (!kind.empty())
    std::erase_if(claims, [&](const auto& claim) { return claim.kind != kind && claim.asked_kind() != kind; });
  if (claims.empty()) return negative(fmt::format("no document here states the layout of {}.", kind));
  const Sources sources = context.backends.sources(LookFor::Files);
  const std::vector<Held> all = hold_all(claims, sources);
  if (json) {
    Json list = Json::array();
    for (const Held& held : all) list.push_back(json_of(held));
    context.out << print_json({{"published", list}});
    return Nothing{};
  }
  if (kind.empty())
    context.out << to_text(table_of(all, claims), context) << "\n" << to_text(folded(all, claims), context);
  else
    context.out << to_text(table_of_kind(all), context);
  print_notes(all, claims, context);
  context.notes << "The records of mma and wgmma were found by products, which take the names of m, n and k from the "
                   "manual: a kind's provenance says so.\n";
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
