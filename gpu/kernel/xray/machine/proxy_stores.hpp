// The bytes of shared memory that instructions of threads (the generic proxy) stored with no fence.proxy.async since: a
// wgmma or a bulk copy (the async proxy) that reads them may find the bytes that were there before. PTX ISA 9.0,
// "Proxies" and "wgmma.mma_async". Any later fence counts, by whatever thread: so some missing fences are not reported.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tcviz::inline gpu_xray {

class ProxyStores {
 public:
  void store(std::size_t at, std::size_t count, std::size_t all) {
    if (stored_.empty()) stored_.resize(all);
    std::fill_n(stored_.begin() + static_cast<std::ptrdiff_t>(at), count, epoch_);
  }
  // Forgets stores to these bytes: bytes that a copy brings are no such stores.
  void forget(std::size_t at, std::size_t count) {
    if (!stored_.empty()) std::fill_n(stored_.begin() + static_cast<std::ptrdiff_t>(at), count, 0U);
  }
  void fence() { ++epoch_; }
  bool is_fenced(std::size_t at) const { return stored_.empty() || stored_[at] != epoch_; }

 private:
  std::uint32_t epoch_ = 1;            // fences so far
  std::vector<std::uint32_t> stored_;  // of each byte: the epoch of its last store; 0: there was none
};

}  // namespace tcviz::inline gpu_xray
