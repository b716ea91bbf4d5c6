// tcviz kinds --multiply: the second opinion on compiled layouts.
#include <fmt/format.h>

#include <map>
#include <ostream>
#include <set>

#include "app/cli/groups.hpp"
#include "app/cli/json.hpp"
#include "app/cli/table.hpp"
#include "gpu/probe/recompute.hpp"
#include "gpu/probe/second_opinion.hpp"

namespace tcviz {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Opinion opinion) {
  constexpr std::string_view names[] = {"agrees", "not executed", "DIFFERS"};
  return names[static_cast<std::size_t>(opinion)];
}

// The newest assembler that knows an architecture speaks for it.
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
      if (!opinion) return opinion.error();
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

// What several architectures say alike of one kind is one row.
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

}  // namespace

Status print_second_opinion(std::span<const Kind* const> kinds, const std::string& device, bool json,
                            Context& context) {
  const auto all = ask_all(device, context);
  if (!all) return all.error();
  context.out << (json ? print_json(json_of(all.value(), kinds))
                       : to_text(table_of(all.value(), kinds), context.color));
  int counts[3] = {};
  for (const SecondOpinion& opinion : all.value()) {
    for (const KindOpinion& each : opinion.kinds) counts[static_cast<int>(each.opinion)] += is_wanted(each, kinds);
  }
  context.notes << fmt::format("{} layouts agree, {} are not executed, {} differ\n", counts[0], counts[1], counts[2]);
  return counts[2] == 0 ? Status(Nothing{}) : negative(fmt::format("{} layouts do not multiply rightly.", counts[2]));
}

}  // namespace tcviz
