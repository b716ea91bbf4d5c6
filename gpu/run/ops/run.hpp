// Runs an operation on a fragment and judges the result: on the CPU with any layout, or on a GPU.
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

// An operation to be run, and how.
struct RunRequest {
  const Operation* operation = nullptr;
  std::optional<Layout> layout;  // layout of the fragment; never none
  // The user's text, for the operation `body` or in place of another operation's text; empty: none.
  std::string own_body;
  Scalars scalars;
  std::uint64_t seed = 1;
  int ordinal = 0;           // number of the GPU
  std::vector<int> batches;  // numbers of fragments that are timed together; empty: no timing
  int repetitions = 20;      // samples of each timed kernel
};

// The timed work. Alone: the operation only. Chain: products, each with the operation.
enum class Setting : std::uint8_t { Alone, Chain };
std::string_view name_of(Setting setting);  // "alone", "chain"
constexpr Setting last_of(Setting) { return Setting::Chain; }

// The times of the same work in registers and through shared memory (staged), measured in turn, per fragment.
struct Timing {
  Setting setting = Setting::Alone;
  int batch = 0;
  double registers_ns = 0, staged_ns = 0;           // medians of the times per fragment
  double ratio = 0, ratio_low = 0, ratio_high = 0;  // staged / registers: median and quartiles over pairs of samples
  bool same_results = true;                         // both kernels wrote the same results
  std::string skipped;                              // the reason why there are no figures; empty: there are
};

// The result of a run.
struct RunResult {
  std::string operation, kind;
  std::string executor;  // "NVIDIA H200 (9.0)", "simulated on the CPU"
  bool on_gpu = false;
  std::string placed_by;  // on a GPU: how it showed the element of each slot
  OperationVerdict judgement;
  std::vector<double> before, after, second;  // row-major matrices; `second` only for Form::Split
  std::vector<double> out;                    // for Form::Store
  std::vector<double> after_by_slot;
  std::string compiler;  // "NVRTC 13.0"; empty on the CPU
  double compile_ms = 0;
  bool compiled_before = false;  // the kernels were in the cache
  std::vector<Timing> timings;
};

// Reports the current part of the work; returns false to stop.
using RunProgress = std::function<bool(std::string_view doing, int done, int all)>;

// Returns an error if a request is not valid.
Status check_request(const RunRequest& request);
Result<KernelTexts> texts_of(const RunRequest& request);

Result<RunResult> run_on_cpu(const RunRequest& request);
// Compiles the kernels for this machine's GPU, launches them, and judges the result by the element of every slot as the
// GPU shows it. Does not return if a kernel never ends: for a user's text, use remote_run.hpp.
Result<RunResult> run_on_gpu(const RunRequest& request, const RunProgress& progress);

// Returns a result with the parts that CPU and GPU have in common.
RunResult judged(const RunRequest& request, const Body& body, const Problem& problem, Fragments fragments);

}  // namespace tcviz::inline gpu_ops
