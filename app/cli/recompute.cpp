// tcviz kinds --recompute: the compiled layouts read afresh.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <ostream>
#include <set>

#include "app/cli/groups.hpp"
#include "app/cli/json.hpp"
#include "app/cli/output.hpp"
#include "app/cli/table.hpp"
#include "gpu/probe/compiled_file.hpp"

namespace tcviz {
namespace {

using Json = nlohmann::ordered_json;

struct Fresh {
  Recomputed found;
  int equal = 0, differ = 0, added = 0, refused = 0;  // kinds, against what travels with the program
  std::string first_refusal;
};

Fresh against_shipped(Recomputed found, const Sources& sources) {
  Fresh fresh;
  fresh.found = std::move(found);
  const auto shipped = sources.find("compiled:" + architecture_name(fresh.found.architecture));
  for (const CompiledMap& each : fresh.found.kinds) {
    if (!each.map) {
      ++fresh.refused;
      if (fresh.first_refusal.empty()) fresh.first_refusal = each.map.error().message;
      continue;
    }
    const auto known = shipped ? layout_of(*shipped.value(), std::string(each.kind->id)) : unavailable("");
    if (!known)
      ++fresh.added;
    else
      ++(std::ranges::equal(known.value().map(), each.map.value()) ? fresh.equal : fresh.differ);
  }
  return fresh;
}

// Every architecture by the newest assembler that knows it.
Result<std::vector<Fresh>> recompute_each(const Sources& sources, Context& context) {
  const auto assemblers = find_assemblers(assembler_paths());
  if (assemblers.empty()) return no_assembler();
  std::vector<Fresh> all;
  std::set<ComputeCapability> done;
  for (const auto& assembler : assemblers) {
    for (const ComputeCapability architecture : assembler->architectures()) {
      if (!done.insert(architecture).second) continue;
      auto found = recompute(*assembler, architecture, {});
      if (!found) return found.error();
      all.push_back(against_shipped(std::move(found).value(), sources));
      context.notes << fmt::format("sm_{} read with nvJitLink {}\n", architecture, assembler->version());
    }
  }
  std::ranges::sort(all, {}, [](const Fresh& fresh) { return fresh.found.architecture; });
  return all;
}

Table table_of(const std::vector<Fresh>& all) {
  Table table{{"architecture", "nvJitLink", "kinds", "equal", "differ", "new", "refused", "assemble ms", "read ms", ""},
              std::vector<bool>(10, true),
              {}};
  for (const Fresh& fresh : all) {
    const Recomputed& found = fresh.found;
    table.rows.push_back({architecture_name(found.architecture), found.assembler, std::to_string(found.kinds.size()),
                          std::to_string(fresh.equal), std::to_string(fresh.differ), std::to_string(fresh.added),
                          std::to_string(fresh.refused), fmt::format("{:.0f}", found.assemble_ms),
                          fmt::format("{:.1f}", found.trace_ms), fresh.first_refusal});
  }
  return table;
}

Json json_of(const std::vector<Fresh>& all) {
  Json json = {{"architectures", Json::array()}};
  for (const Fresh& fresh : all) {
    json["architectures"].push_back({{"name", architecture_name(fresh.found.architecture)},
                                     {"assembler", fresh.found.assembler},
                                     {"kinds", fresh.found.kinds.size()},
                                     {"equal", fresh.equal},
                                     {"differ", fresh.differ},
                                     {"new", fresh.added},
                                     {"refused", fresh.refused},
                                     {"assemble_ms", fresh.found.assemble_ms},
                                     {"read_ms", fresh.found.trace_ms}});
  }
  return json;
}

std::string file_of(const std::vector<Fresh>& all) {
  CompiledTable table;
  table.date = fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
  for (const Fresh& fresh : all) add_to(table, fresh.found);  // in rising order, as the file is
  return to_json(table);
}

}  // namespace

Error no_assembler() {
  return unavailable(
      "no nvJitLink is here: fetch it with `app/run --with-compilers` (80 MB), install a CUDA toolkit, or name the "
      "library in TCVIZ_NVJITLINK.");
}

Status recompute_all(const std::string& output, bool json, Context& context) {
  const Sources sources = context.backends.sources(false);
  const auto all = recompute_each(sources, context);
  if (!all) return all.error();
  context.out << (json ? print_json(json_of(all.value())) : to_text(table_of(all.value()), context.color));
  if (!output.empty()) {
    const Status written = deliver(file_of(all.value()), output, context);
    if (!written) return written;
  }
  int wrong = 0;
  for (const Fresh& fresh : all.value()) wrong += fresh.differ + fresh.refused;
  return wrong == 0 ? Status(Nothing{}) : negative(fmt::format("{} layouts differ or are not known.", wrong));
}

}  // namespace tcviz
