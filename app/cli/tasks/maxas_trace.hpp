// Lists the work of the maxas SGEMM kernel as a table: its FFMAs in order, the loads of A and B into registers, or the
// stores of C.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/kit/table.hpp"
#include "gpu/kernel/maxas/collector.hpp"

namespace tcviz::inline app_cli {

enum class TraceOf { Ffma, Load, Store };

struct TraceRequest {
  TraceOf what = TraceOf::Ffma;
  SgemmKernel kernel = sgemm64;
  maxas::Variant variant;
  int line = 0;               // for FFMAs: the k line
  std::optional<int> thread;  // for loads and stores: only of this thread; none: of all
};

// Returns the table; its cells are empty, or numbers or words without commas and quotes.
Result<Table> trace(const TraceRequest& request);

std::string to_csv(const Table& table);

}  // namespace tcviz::inline app_cli
