// The options for the variant of the maxas SGEMM kernel: --order (of the FFMAs), --map (register map) and --entries (of
// the reuse caches) of `tcviz maxas`; in `tcviz capture` they begin with --maxas-, as in --maxas-order.
#pragma once

#include <string>
#include <string_view>

#include "gpu/kernel/maxas/collector.hpp"
#include "gpu/layout/result.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The options as typed; empty: as in the published kernel.
struct VariantWords {
  std::string order, map, entries;
  bool empty() const { return order.empty() && map.empty() && entries.empty(); }
};

// Adds the options; `prefix` is "--" or "--maxas-".
void add_variant(CLI::App& app, VariantWords& words, std::string_view prefix);
Result<maxas::Variant> read_variant(const VariantWords& words, std::string_view prefix);

}  // namespace tcviz::inline app_cli
