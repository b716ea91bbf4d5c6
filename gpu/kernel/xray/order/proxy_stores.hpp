// Detects a missing fence.proxy.async: records which bytes of shared memory threads stored (the generic proxy) since
// the last such fence. A wgmma or a bulk copy (the async proxy) that reads these bytes may find the old ones, and a
// store may come after a bulk copy that overwrites them. PTX ISA 9.0, "Proxies" and "wgmma.mma_async". A later fence by
// any thread counts, so some missing fences are not reported.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tcviz::inline gpu_xray {

class ProxyStores {
 public:
  // Notes a store to `count` bytes from `at` on; shared memory has `all` bytes.
  void store(std::size_t at, std::size_t count, std::size_t all) {
    if (stored_.empty()) stored_.resize(all);
    std::fill_n(stored_.begin() + static_cast<std::ptrdiff_t>(at), count, epoch_);
  }
  // Forgets stores to `count` bytes, because a copy overwrites them: a copy is no store by a thread.
  void forget(std::size_t at, std::size_t count) {
    if (!stored_.empty()) std::fill_n(stored_.begin() + static_cast<std::ptrdiff_t>(at), count, 0U);
  }
  void fence() { ++epoch_; }
  // True if no store to the byte `at` lacks a fence.
  bool is_fenced(std::size_t at) const { return stored_.empty() || stored_[at] != epoch_; }

 private:
  std::uint32_t epoch_ = 1;            // 1 + number of fences so far
  std::vector<std::uint32_t> stored_;  // for each byte, `epoch_` at its last store; 0: none
};

}  // namespace tcviz::inline gpu_xray
