// The options for the variant of the maxas SGEMM kernel (order of FFMAs, register map, entries of reuse caches):
// --order,
// --map and --entries of `tcviz maxas`, --maxas-order and so on of `tcviz capture`.
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
