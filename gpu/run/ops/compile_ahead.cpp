#include "gpu/run/ops/compile_ahead.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "gpu/source/device/nvrtc.hpp"

namespace tcviz::inline gpu_ops {
namespace {

class Tally {
 public:
  explicit Tally(const NvrtcPlaces& places, ComputeCapability capability) : places_(places), capability_(capability) {}

  void compile(const Kind& kind, const std::string& text) {
    const CompileRequest request{text, "kernel", capability_, compile_options(kind)};
    const auto compiled = compile_kernel(places_, request, default_kernel_cache());
    const std::lock_guard lock(mutex_);
    if (const auto* fine = std::get_if<Compiled>(&compiled)) {
      ++(fine->from_cache ? tally_.from_cache : tally_.compiled);
    } else {
      fail(std::get<CompileFailure>(compiled).error.message);
    }
  }
  void refuse(const std::string& message) {
    const std::lock_guard lock(mutex_);
    fail(message);
  }
  const CompileTally& result() const { return tally_; }

 private:
  void fail(const std::string& message) {
    if (tally_.failed++ == 0) tally_.first_failure = message;
  }

  const NvrtcPlaces& places_;
  ComputeCapability capability_;
  std::mutex mutex_;
  CompileTally tally_;
};

void compile_one(const RunRequest& request, Tally& tally) {
  const auto texts = texts_of(request);
  if (!texts) return tally.refuse(texts.error().message);
  const Kind& kind = *find_kind(request.layout->kind());
  tally.compile(kind, texts.value().check);
  if (!request.batches.empty() && texts.value().untimed.empty()) tally.compile(kind, texts.value().timing);
}

}  // namespace

Result<CompileTally> compile_ahead(std::span<const RunRequest> requests, ComputeCapability capability,
                                   const RunProgress& progress) {
  const auto places = find_nvrtc();
  if (!places) return places.error();
  Tally tally(places.value(), capability);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  const auto work = [&] {
    for (std::size_t n = next++; n < requests.size() && !stopped; n = next++) compile_one(requests[n], tally);
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned n = 1; n < std::max(2u, std::thread::hardware_concurrency()); ++n) threads.emplace_back(work);
    for (std::size_t n = next++; n < requests.size() && !stopped; n = next++) {
      if (!progress("compiling", static_cast<int>(n), static_cast<int>(requests.size()))) stopped = true;
      compile_one(requests[n], tally);
    }
  }
  if (stopped) return negative("stopped");
  return tally.result();
}

}  // namespace tcviz::inline gpu_ops
