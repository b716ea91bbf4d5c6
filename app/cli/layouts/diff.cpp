// tcviz diff: one kind, or all of them, from two sources, slot by slot.
#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/layout/kind_search.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/layout_groups.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct DiffOptions {
  std::string kind, device, with;
  bool all = false, json = false;
};

// Both sources of one survey, so that each keeps the layouts that it has already found.
struct Pair {
  Sources sources;
  LayoutSource *from = nullptr, *to = nullptr;  // owned by sources
};

Result<Pair> open_pair(const DiffOptions& options, const Context& context) {
  if (options.with.empty()) return bad_input("nothing to compare with: give --with, as in `--with compiled:sm_80`.");
  if (const std::optional<Error> image = image_instead(options.with)) return *image;
  if (!search_kinds(options.with).kinds.empty())
    return bad_input(
        fmt::format("{} is a kind, and diff compares one kind on two devices or sources: `tcviz show KIND --with KIND "
                    "-o both.svg` draws two kinds side by side.",
                    options.with));
  auto opened = open_source(context, options.device, options.kind);
  TCVIZ_TRY(opened);
  OpenedSource first = std::move(opened).value();
  const std::string name = first.source->info().name;
  Pair pair;
  pair.sources = where_to_look(options.with) == LookFor::Files ? std::move(first.sources)
                                                               : context.backends.sources(LookFor::FilesAndGpus);
  const auto from = pair.sources.find(name), to = find_source(pair.sources, options.with, options.kind, context);
  TCVIZ_TRY(from);
  TCVIZ_TRY(to);
  pair.from = from.value();
  pair.to = to.value();
  return pair;
}

struct Comparison {
  std::string kind;
  Result<LayoutDiff> diff;
};

// Compares the layouts of a kind; an error says which source has none.
Comparison compare_kind(const Pair& pair, const std::string& kind) {
  const Result<Layout> from = layout_of(*pair.from, kind), to = layout_of(*pair.to, kind);
  if (!from) return {kind, from.error()};
  if (!to) return {kind, to.error()};
  return {kind, compare(from.value(), to.value())};
}

Json element_json(std::int32_t element, const Layout& layout) {
  if (element == no_element) return nullptr;
  return Json::array({element / layout.cols(), element % layout.cols()});
}

std::string element_text(std::int32_t element, const Layout& layout) {
  if (element == no_element) return "none";
  return fmt::format("({}, {})", element / layout.cols(), element % layout.cols());
}

Json json_of(const MovedSlot& moved, const Layout& layout) {
  return {{"tid", moved.slot.tid},
          {"i", moved.slot.i},
          {"device", element_json(moved.from, layout)},
          {"with", element_json(moved.to, layout)}};
}

Json json_of(const Pair& pair, const Layout& layout, const Layout& other, const LayoutDiff& diff,
             const std::string& history) {
  Json json = {{"kind", layout.kind()},
               {"device", pair.from->info().name},
               {"with", pair.to->info().name},
               {"provenance", {{"device", describe(layout.provenance())}, {"with", describe(other.provenance())}}},
               {"equal", diff.equal()},
               {"slots", diff.slots},
               {"differing_slots", diff.moved.size()},
               {"first", nullptr},
               {"history", history},
               {"moved", Json::array()}};
  if (!diff.equal()) json["first"] = json_of(diff.moved.front(), layout);
  for (const MovedSlot& moved : diff.moved) json["moved"].push_back(json_of(moved, layout));
  return json;
}

// Returns "T4:0", with a star if the other source has another owner there. Copies follow a bar.
std::string cell_text(const Layout& layout, const Layout& other, Element element) {
  std::string text;
  for (const Slot slot : layout.owners(element)) {
    const bool stays = other.element(slot) == element;
    text += fmt::format("{}T{}:{}{}", text.empty() ? "" : "|", slot.tid, slot.i, stays ? "" : "*");
  }
  return text;
}

Table grid_of(const Layout& layout, const Layout& other) {
  Table table{{""}, {true}, {}};
  for (int col = 0; col < layout.cols(); ++col) table.header.push_back(std::to_string(col));
  for (int row = 0; row < layout.rows(); ++row) {
    table.rows.push_back({std::to_string(row)});
    for (int col = 0; col < layout.cols(); ++col) table.rows.back().push_back(cell_text(layout, other, {row, col}));
  }
  return table;
}

Table moves_of(const Layout& layout, const LayoutDiff& diff) {
  Table table{{"slot", "row, col", "to"}, {}, {}};
  for (const MovedSlot& moved : diff.moved) {
    table.rows.push_back({fmt::format("T{} x[{}]", moved.slot.tid, moved.slot.i), element_text(moved.from, layout),
                          element_text(moved.to, layout)});
  }
  return table;
}

void print_diff(const Pair& pair, const Layout& from, const Layout& to, const LayoutDiff& diff, Context& context) {
  if (diff.equal()) {
    context.out << fmt::format("{}: {} and {} have the same layout, all {} slots.\n", from.kind(),
                               pair.from->info().name, pair.to->info().name, diff.slots);
    return;
  }
  context.out << fmt::format("{}: {} of {} slots hold another element in {} than in {}.\n", from.kind(),
                             diff.moved.size(), diff.slots, pair.to->info().name, pair.from->info().name);
  context.out << fmt::format("\n{} (Tthread:index; * has moved)\n", pair.from->info().name)
              << to_text(grid_of(from, to), context);
  context.out << fmt::format("\n{}\n", pair.to->info().name) << to_text(grid_of(to, from), context);
  context.out << "\nMoved\n" << to_text(moves_of(from, diff), context);
}

std::string history_of(const Sources& sources, const std::string& id) {
  const Kind* const kind = find_kind(id);
  const bool read = kind == nullptr || kind->family == Family::Wmma || kind->family == Family::Sgemm;
  return read ? describe(group_architectures(sources, id)) : "not read from machine code: only WMMA's are";
}

Status diff_one(const DiffOptions& options, const Pair& pair, Context& context) {
  if (find_kind(options.kind) == nullptr) return unknown_kind(options.kind);
  TCVIZ_TRY(check_known(pair.sources, *pair.from, options.kind, "--device"));
  TCVIZ_TRY(check_known(pair.sources, *pair.to, options.kind, "--with"));
  const Result<Layout> from = layout_of(*pair.from, options.kind), to = layout_of(*pair.to, options.kind);
  TCVIZ_TRY(from);
  TCVIZ_TRY(to);
  const Result<LayoutDiff> diff = compare(from.value(), to.value());
  TCVIZ_TRY(diff);
  const std::string history = history_of(pair.sources, options.kind);
  if (options.json) {
    context.out << print_json(json_of(pair, from.value(), to.value(), diff.value(), history));
  } else {
    print_diff(pair, from.value(), to.value(), diff.value(), context);
    context.out << fmt::format("\nAs compiled: {}.\n", history);
  }
  if (diff.value().equal()) return Nothing{};
  return negative(fmt::format("{} of {} slots differ.", diff.value().moved.size(), diff.value().slots));
}

bool knows_family(const LayoutSource& source, Family family) {
  for (const std::string& id : source.kinds())
    if (const Kind* kind = find_kind(id); kind != nullptr && kind->family == family) return true;
  return false;
}

// Compares every kind of the families that either source knows.
std::vector<Comparison> compare_all(const Pair& pair) {
  std::vector<Comparison> found;
  for (const Family family : all_families()) {
    if (!knows_family(*pair.from, family) && !knows_family(*pair.to, family)) continue;
    for (const Kind& kind : catalogue(family)) found.push_back(compare_kind(pair, std::string(kind.id)));
  }
  return found;
}

Json json_of(const Comparison& each, const std::string& history) {
  Json json = {{"kind", each.kind}, {"equal", nullptr}, {"differing_slots", nullptr}, {"history", history}};
  if (!each.diff) {
    json["problem"] = each.diff.error().message;
    return json;
  }
  json["equal"] = each.diff.value().equal();
  json["differing_slots"] = each.diff.value().moved.size();
  return json;
}

std::string word_for(const Comparison& each) {
  if (!each.diff) return "not in both";
  return each.diff.value().equal() ? "equal" : "differs";
}

std::string count_for(const Comparison& each) {
  if (!each.diff) return "";
  return fmt::format("{} of {}", each.diff.value().moved.size(), each.diff.value().slots);
}

Status verdict(const std::vector<Comparison>& all, Context& context) {
  int equal = 0, differ = 0;
  for (const Comparison& each : all) {
    if (each.diff) ++(each.diff.value().equal() ? equal : differ);
  }
  if (equal + differ == 0) return unavailable("the two have no kind in common.");
  context.notes << fmt::format("{} kinds are equal, {} differ, {} are not in both.\n", equal, differ,
                               static_cast<int>(all.size()) - equal - differ);
  return differ == 0 ? Status(Nothing{}) : negative(fmt::format("{} kinds differ.", differ));
}

Status diff_all(const DiffOptions& options, const Pair& pair, Context& context) {
  const std::vector<Comparison> all = compare_all(pair);
  Json json = {{"device", pair.from->info().name}, {"with", pair.to->info().name}, {"kinds", Json::array()}};
  Table table{{"kind", "", "slots", "as compiled"}, {false, false, true, false}, {}};
  for (const Comparison& each : all) {
    const std::string history = history_of(pair.sources, each.kind);
    table.rows.push_back({each.kind, word_for(each), count_for(each), history});
    json["kinds"].push_back(json_of(each, history));
  }
  context.out << (options.json ? print_json(json) : to_text(table, context));
  return verdict(all, context);
}

Status diff(const DiffOptions& options, Context& context) {
  if (options.all && !options.kind.empty())
    return bad_input(fmt::format("--all compares every kind: leave it out to compare {} alone.", options.kind));
  if (!options.all && options.kind.empty()) return bad_input("name one KIND, or give --all.");
  const Result<Pair> pair = open_pair(options, context);
  TCVIZ_TRY(pair);
  return options.all ? diff_all(options, pair.value(), context) : diff_one(options, pair.value(), context);
}

}  // namespace

Runner declare_diff(CLI::App& app) {
  auto options = std::make_shared<DiffOptions>();
  add_option(app, "KIND", "KIND", options->kind, "id of a kind, as `tcviz kinds` lists them");
  add_flag(app, "--all", options->all, "every kind, a line each");
  add_option(app, "--with", "DEVICE", options->with, "the other source, as `tcviz devices` lists them");
  add_device(app, options->device);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return diff(*options, context); };
}

}  // namespace tcviz::inline app_cli
