// tcviz kinds --multiply: second opinions on layouts. Those on WMMA come from executed machine code, those on the PTX
// manual's instructions from the register machine.
#include <fmt/format.h>

#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/layouts/groups.hpp"
#include "gpu/prove/second_opinion.hpp"
#include "gpu/prove/tensor_opinion.hpp"
#include "gpu/source/probe/compiled/recompute.hpp"
#include "nlohmann/json.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Opinion opinion) {
  constexpr std::string_view names[] = {"agrees", "not executed", "DIFFERS"};
  return names[static_cast<std::size_t>(opinion)];
}

constexpr unsigned seed_of_products = 20261123;

std::vector<LayoutSource*> stated_and_recorded(const Sources& sources) {
  std::vector<LayoutSource*> chosen;
  for (const auto& source : sources.all()) {
    const SourceClass type = source->info().type;
    if (type != SourceClass::Documented && type != SourceClass::Recorded) continue;
    const std::vector<std::string> ids = source->kinds();
    const auto is_operand = [](const std::string& id) {
      const Kind* kind = find_kind(id);
      return kind != nullptr && multiplies(*kind);
    };
    if (std::ranges::any_of(ids, is_operand)) chosen.push_back(source.get());
  }
  return chosen;
}

void say_what_it_is(std::span<LayoutSource* const> sources, Context& context) {
  std::vector<std::string> names;
  for (const LayoutSource* source : sources) names.push_back(source->info().name);
  context.notes << fmt::format(
      "mma, mma.sp, wgmma, wgmma.sp: whole products on the CPU, packed and read by the layouts of {}; the register "
      "machine between them knows blocks of 8 rows by 4 words, and no formula. No tensor core took part, and a "
      "renaming of m, n or k that is alike in all operands would not show.\n",
      fmt::join(names, " and "));
}

std::vector<std::string> line_of(const std::string& name, int kinds, const KindOpinion& sum) {
  return {name, kinds == 1 ? "" : fmt::format("{} kinds", kinds), fmt::format("{} of {}", sum.agree, sum.products),
          std::string(name_of(sum.opinion)), sum.why};
}

// The longest list in which each kind has a line.
constexpr std::size_t most_opinions = 40;

Result<std::vector<KindOpinion>> ask_register_machine(std::span<const Kind* const> kinds, const std::string& device,
                                                      Context& context) {
  if (kinds.empty()) return std::vector<KindOpinion>{};
  if (!device.empty()) {
    const Result<OpenedSource> opened = open_source(context, device);
    TCVIZ_TRY(opened);
    const std::array one{opened.value().source};
    say_what_it_is(one, context);
    return tensor_opinions(kinds, one, seed_of_products);
  }
  const Sources sources = context.backends.sources(LookFor::Files);
  const std::vector<LayoutSource*> chosen = stated_and_recorded(sources);
  say_what_it_is(chosen, context);
  return tensor_opinions(kinds, chosen, seed_of_products);
}

Table table_of(std::span<const KindOpinion> opinions) {
  Table table{{"kind", "", "products", "A B + C", "why not"}, {false, true, true, false, false}, {}};
  const bool folds = opinions.size() > most_opinions;
  for (std::size_t first = 0, end = 0; first < opinions.size(); first = end) {
    const KindOpinion& begin = opinions[first];
    KindOpinion sum = begin;
    end = first + 1;
    while (folds && begin.opinion == Opinion::Agrees && end < opinions.size() &&
           opinions[end].opinion == Opinion::Agrees && fold_key(*opinions[end].kind) == fold_key(*begin.kind)) {
      sum.products += opinions[end].products;
      sum.agree += opinions[end++].agree;
    }
    const int kinds = static_cast<int>(end - first);
    table.rows.push_back(line_of(kinds == 1 ? std::string(begin.kind->id) : fold_key(*begin.kind), kinds, sum));
  }
  return table;
}

Json json_of(std::span<const KindOpinion> opinions) {
  Json list = Json::array();
  for (const KindOpinion& each : opinions) {
    list.push_back({{"kind", each.kind->id},
                    {"opinion", name_of(each.opinion)},
                    {"products", each.products},
                    {"agree", each.agree},
                    {"why", each.why}});
  }
  return list;
}

// Asks, for each architecture, the newest assembler that knows it.
Result<std::vector<SecondOpinion>> ask_all(const std::string& only, Context& context) {
  const auto assemblers = find_assemblers(assembler_paths());
  if (assemblers.empty()) return no_assembler();
  std::vector<SecondOpinion> all;
  std::set<ComputeCapability> done;
  for (const auto& assembler : assemblers) {
    for (const ComputeCapability architecture : assembler->architectures()) {
      if (!only.empty() && only != "compiled:" + architecture_name(architecture)) continue;
      if (!done.insert(architecture).second) continue;
      auto opinion = second_opinion(*assembler, architecture);
      TCVIZ_TRY(opinion);
      all.push_back(std::move(opinion).value());
      context.notes << fmt::format("sm_{} multiplied with the code of nvJitLink {}\n", architecture,
                                   assembler->version());
    }
  }
  if (all.empty()) return unavailable(fmt::format("no nvJitLink here knows {}: `tcviz devices` lists what is.", only));
  std::ranges::sort(all, {}, &SecondOpinion::architecture);
  return all;
}

bool is_wanted(const KindOpinion& opinion, std::span<const Kind* const> kinds) {
  return std::ranges::find(kinds, opinion.kind) != kinds.end();
}

// Returns a table in which architectures with the same answer for a kind share a row.
Table table_of(const std::vector<SecondOpinion>& all, std::span<const Kind* const> kinds) {
  Table table{{"kind", "products", "A B + C", "architectures", "why not"}, {false, true, false, false, false}, {}};
  for (const Kind* kind : kinds) {
    std::map<std::vector<std::string>, std::vector<std::string>> rows;
    std::vector<std::vector<std::string>> order;
    for (const SecondOpinion& opinion : all) {
      for (const KindOpinion& each : opinion.kinds) {
        if (each.kind != kind) continue;
        std::vector<std::string> said{fmt::format("{} of {}", each.agree, each.products),
                                      std::string(name_of(each.opinion)), each.why};
        if (rows[said].empty()) order.push_back(said);
        rows[said].push_back(architecture_name(opinion.architecture).substr(3));
      }
    }
    for (const auto& said : order) {
      table.rows.push_back(
          {std::string(kind->id), said[0], said[1], fmt::format("{}", fmt::join(rows[said], " ")), said[2]});
    }
  }
  return table;
}

Json json_of(const std::vector<SecondOpinion>& all, std::span<const Kind* const> kinds) {
  Json json = {{"architectures", Json::array()}};
  for (const SecondOpinion& opinion : all) {
    Json list = Json::array();
    for (const KindOpinion& each : opinion.kinds) {
      if (!is_wanted(each, kinds)) continue;
      list.push_back({{"kind", each.kind->id},
                      {"opinion", name_of(each.opinion)},
                      {"products", each.products},
                      {"agree", each.agree},
                      {"why", each.why}});
    }
    json["architectures"].push_back({{"name", architecture_name(opinion.architecture)},
                                     {"assembler", opinion.assembler},
                                     {"assemble_ms", opinion.assemble_ms},
                                     {"execute_ms", opinion.execute_ms},
                                     {"kinds", list}});
  }
  return json;
}

constexpr std::string_view of_code = "compiled:";

// Asks about WMMA, which needs an assembler; without one, the other kinds of the question still get their answer.
Result<std::vector<SecondOpinion>> ask_wmma(std::span<const Kind* const> kinds, const std::string& device,
                                            bool others_follow, Context& context) {
  const bool is_wanted_at_all = device.empty() || device.starts_with(of_code);
  if (kinds.empty() || !is_wanted_at_all) return std::vector<SecondOpinion>{};
  auto all = ask_all(device, context);
  if (all || !others_follow) return all;
  context.notes << fmt::format("WMMA is left out: {}\n", all.error().message);
  return std::vector<SecondOpinion>{};
}

using Counts = std::array<int, 3>;  // by Opinion

Status in_words(const Counts& counts, Context& context) {
  context.notes << fmt::format("{} layouts agree, {} are not executed, {} differ\n", counts[0], counts[1], counts[2]);
  return counts[2] == 0 ? Status(Nothing{}) : negative(fmt::format("{} layouts give a wrong product.", counts[2]));
}

Counts count(const std::vector<SecondOpinion>& wmma, const std::vector<KindOpinion>& others,
             std::span<const Kind* const> kinds) {
  Counts counts{};
  for (const SecondOpinion& opinion : wmma)
    for (const KindOpinion& each : opinion.kinds)
      counts[static_cast<std::size_t>(each.opinion)] += is_wanted(each, kinds) ? 1 : 0;
  for (const KindOpinion& each : others) ++counts[static_cast<std::size_t>(each.opinion)];
  return counts;
}

}  // namespace

Status print_second_opinion(std::span<const Kind* const> kinds, const std::string& device, bool json,
                            Context& context) {
  std::vector<const Kind*> wmma, others;
  for (const Kind* kind : kinds)
    if (kind->family == Family::Wmma || multiplies(*kind)) (multiplies(*kind) ? others : wmma).push_back(kind);
  if (device.starts_with(of_code)) others.clear();
  if (!device.empty() && !device.starts_with(of_code)) wmma.clear();
  if (wmma.empty() && others.empty())
    return negative(
        "no product of these kinds is executed for that device: WMMA's are for compiled:sm_80 and the "
        "like, the others' for documented:ptx and recorded:sm_90.");
  const auto code = ask_wmma(wmma, device, !others.empty(), context);
  TCVIZ_TRY(code);
  const auto registers = ask_register_machine(others, device, context);
  TCVIZ_TRY(registers);
  if (json) {
    Json answer = json_of(code.value(), wmma);
    answer["register_machine"] = json_of(registers.value());
    context.out << print_json(answer);
  } else {
    if (!code.value().empty()) context.out << to_text(table_of(code.value(), wmma), context);
    if (!code.value().empty() && !others.empty()) context.out << "\n";
    if (!others.empty()) context.out << to_text(table_of(registers.value()), context);
  }
  return in_words(count(code.value(), registers.value(), wmma), context);
}

}  // namespace tcviz::inline app_cli
