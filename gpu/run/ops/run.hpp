// Runs one operation on one fragment and judges it: on the CPU over any layout, or on a GPU. The window and the command
// line show the result.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpu/run/ops/judge.hpp"
#include "gpu/run/ops/kernel_text.hpp"
#include "gpu/run/ops/problem.hpp"

namespace tcviz::inline gpu_ops {

struct RunRequest {
  const Operation* operation = nullptr;
  std::optional<Layout> layout;  // of the kind; always there
  std::string own_body;          // of the operation `body`, or instead of another operation's text; may be empty
  Scalars scalars;
  std::uint64_t seed = 1;
  int ordinal = 0;           // of the GPU
  std::vector<int> batches;  // fragments to be timed together; empty: no timing
  int repetitions = 20;      // of each timed kernel
};

enum class Setting : std::uint8_t { Alone, Chain };
std::string_view name_of(Setting setting);  // "alone", "chain"
constexpr Setting last_of(Setting) { return Setting::Chain; }

// The times of the same work both ways, interleaved, for one fragment.
struct Timing {
  Setting setting = Setting::Alone;
  int batch = 0;
  double registers_ns = 0, staged_ns = 0;           // medians
  double ratio = 0, ratio_low = 0, ratio_high = 0;  // staged / registers: median and quartiles of the pairs
  bool same_results = true;                         // both ways wrote the same
  std::string skipped;                              // the reason that there is no figure; empty if there is one
};

struct RunResult {
  std::string operation, kind;
  std::string executor;  // "NVIDIA H200 (9.0)", "simulated on the CPU"
  bool on_gpu = false;
  std::string placed_by;  // on a GPU: the means by which it told the element of each slot
  OperationVerdict judgement;
  std::vector<double> before, after, second;  // matrices, row-major; `second` of Form::Split
  std::vector<double> out;                    // of Form::Store
  std::vector<double> after_by_slot;
  std::string compiler;  // "NVRTC 13.0"; empty on the CPU
  double compile_ms = 0;
  bool compiled_before = false;
  std::vector<Timing> timings;
};

// Tells the part of the work that goes on now; returns false to end it.
using RunProgress = std::function<bool(std::string_view doing, int done, int all)>;

// Returns an error if something speaks against a request before anything is run.
Status check_request(const RunRequest& request);
Result<KernelTexts> texts_of(const RunRequest& request);

Result<RunResult> run_on_cpu(const RunRequest& request);
// Compiles for this machine's GPU, launches, and judges by the element of every slot that the GPU itself tells. A
// kernel that never ends never returns: callers that run a person's text do so in a process that they can end
// (remote_run.hpp).
Result<RunResult> run_on_gpu(const RunRequest& request, const RunProgress& progress);

// Makes the result's parts that both ways share.
RunResult judged(const RunRequest& request, const Body& body, const Problem& problem, Fragments fragments);

}  // namespace tcviz::inline gpu_ops
