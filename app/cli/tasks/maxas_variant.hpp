// The options that choose the order, the register map and the reuse caches of a maxas kernel: `tcviz maxas` has them as
// --order, --map and --entries, `tcviz capture` as --maxas-order and so on.
#pragma once

#include <string>
#include <string_view>

#include "gpu/kernel/maxas/collector.hpp"
#include "gpu/layout/result.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The words as a person typed them; an empty one means the published variant.
struct VariantWords {
  std::string order, map, entries;
  bool empty() const { return order.empty() && map.empty() && entries.empty(); }
};

// Adds the options; `prefix` is "--" or "--maxas-".
void add_variant(CLI::App& app, VariantWords& words, std::string_view prefix);
Result<maxas::Variant> read_variant(const VariantWords& words, std::string_view prefix);

}  // namespace tcviz::inline app_cli
