// tcviz kinds --recompute: computes the compiled layouts again.
#include <fmt/format.h>

#include <ostream>

#include "app/cli/kit/output.hpp"
#include "app/cli/kit/suffix.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/layouts/groups.hpp"
#include "gpu/layout/provenance.hpp"
#include "gpu/source/probe/compiled/compiled_file.hpp"
#include "gpu/source/probe/compiled/recompute_all.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

std::optional<Map> shipped_map(const Sources& sources, const std::string& architecture, const std::string& kind) {
  const auto shipped = sources.find("compiled:" + architecture);
  const auto known = shipped ? layout_of(*shipped.value(), kind) : unavailable("");
  if (!known) return std::nullopt;
  return Map(known.value().map().begin(), known.value().map().end());
}

Table table_of(const std::vector<Compared>& all) {
  Table table{{"architecture", "nvJitLink", "kinds", "equal", "differ", "new", "refused", "assemble ms", "read ms", ""},
              std::vector<bool>(10, true),
              {}};
  for (const Compared& fresh : all) {
    const Recomputed& found = fresh.found;
    table.rows.push_back({architecture_name(found.architecture), found.assembler, std::to_string(found.kinds.size()),
                          std::to_string(fresh.equal), std::to_string(fresh.differ), std::to_string(fresh.added),
                          std::to_string(fresh.refused), fmt::format("{:.0f}", found.assemble_ms),
                          fmt::format("{:.1f}", found.trace_ms), fresh.first_refusal});
  }
  return table;
}

Json json_of(const std::vector<Compared>& all) {
  Json json = {{"architectures", Json::array()}};
  for (const Compared& fresh : all) {
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

std::string file_of(const std::vector<Compared>& all) {
  CompiledTable table;
  table.date = today();
  for (const Compared& fresh : all) add_to(table, fresh.found);  // in rising order, as the file is
  return to_json(table);
}

}  // namespace

Status recompute_all(const std::string& output, bool json, Context& context) {
  TCVIZ_TRY(check_suffix(output, FigureFormat::Json));
  const Sources sources = context.backends.sources(LookFor::Files);
  const auto known = [&](const std::string& architecture, const std::string& kind) {
    return shipped_map(sources, architecture, kind);
  };
  const auto tell = [&](const RecomputeProgress& at) {
    if (at.kinds_done == 0) context.notes << fmt::format("reading {}\n", at.architecture);
    return true;
  };
  const auto all = recompute_every(known, tell);
  TCVIZ_TRY(all);
  context.out << (json ? print_json(json_of(all.value())) : to_text(table_of(all.value()), context));
  if (!output.empty()) {
    const Status written = deliver(file_of(all.value()), output, context);
    if (!written) return written;
  }
  int wrong = 0;
  for (const Compared& fresh : all.value()) wrong += fresh.differ + fresh.refused;
  return wrong == 0 ? Status(Nothing{}) : negative(fmt::format("{} layouts differ or are not known.", wrong));
}

}  // namespace tcviz::inline app_cli
