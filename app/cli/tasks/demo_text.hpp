// Writes the result of an operation (`tcviz demo`) as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/kit/context.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline app_cli {

// A finished run.
struct DemoAnswer {
  RunResult result;
  std::string device;  // the source of the layout: "cuda:0"
};

// Returns the result as JSON, with the timing that headline() returns.
nlohmann::ordered_json demo_json(const DemoAnswer& answer, bool with_values);
// Returns the matrix before and after with marks at the changed elements, the verdict and the timings. `path`: the
// value of -o.
std::string demo_text(const DemoAnswer& answer, const std::string& path, const Context& context);

// Returns the timing of the largest batch in `setting`; null if nothing was timed.
const Timing* headline(const RunResult& result, Setting setting = Setting::Chain);

}  // namespace tcviz::inline app_cli
