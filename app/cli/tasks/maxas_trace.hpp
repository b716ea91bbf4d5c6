// The work of a maxas kernel as rows: its FFMAs one by one, the way of A and B into the registers, the way of C out.
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
  int line = 0;               // FFMAs: the k line
  std::optional<int> thread;  // loads and stores: this thread only
};

// Returns rows whose cells are numbers, words without commas or quotes, or empty.
Result<Table> trace(const TraceRequest& request);

std::string to_csv(const Table& table);

}  // namespace tcviz::inline app_cli
