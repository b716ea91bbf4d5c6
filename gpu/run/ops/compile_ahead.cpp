#include "gpu/run/ops/compile_ahead.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <set>
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

std::string without_includes(const std::string& text, std::set<std::string>& includes) {
  std::string rest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("#include")) {
      includes.insert(line);
    } else {
      rest += line + "\n";
    }
    at = end + 1;
  }
  return rest;
}

// extern "C" names are the same in every namespace.
void rename_kernels(std::string& text, std::size_t number) {
  constexpr std::array names{registers_kernel, staged_kernel, registers_chain_kernel, staged_chain_kernel,
                             check_kernel};
  for (const std::string_view name : names) {
    const std::string old = fmt::format("__global__ void {}(", name);
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + old.size())) {
      text.insert(at + old.size() - 1, fmt::format("_{}", number));
    }
  }
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

Result<std::string> joined_text(std::span<const RunRequest> requests) {
  std::set<std::string> includes;
  std::string rest;
  for (std::size_t n = 0; n < requests.size(); ++n) {
    const auto texts = texts_of(requests[n]);
    if (!texts) return texts.error();
    // The kernel that checks, and all that are timed where that is asked for.
    const std::string& check = texts.value().check;
    const std::string all =
        requests[n].batches.empty() ? check : texts.value().timing + check.substr(texts.value().shown.size());
    std::string text = without_includes(all, includes);
    rename_kernels(text, n);
    rest += fmt::format("namespace operation_{} {{\n{}\n}}\n", n, text);
  }
  std::string all;
  for (const std::string& include : includes) all += include + "\n";
  return all + rest;
}

}  // namespace tcviz::inline gpu_ops
