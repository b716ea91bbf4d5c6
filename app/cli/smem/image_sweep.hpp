// `tcviz image --cross-check`: runs experiments with shared memory on a GPU, and compares the results with the model in
// gpu/smem.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

struct SweepOptions {
  bool cross_check = false;
  std::string seed, count, limit, record, device;
  // True if an option is set that only --cross-check understands.
  bool any() const { return !(seed + count + limit + record + device).empty(); }
};
void add_sweep_options(CLI::App& app, SweepOptions& options);
Status cross_check_image(const SweepOptions& options, bool json, Context& context);

}  // namespace tcviz::inline app_cli
