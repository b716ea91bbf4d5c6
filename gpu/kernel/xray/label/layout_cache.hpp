// Caches the layouts that one execution uses. The first thread that needs a layout looks it up; all threads share the
// result.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_xray {

// Returns the layout of a kind of fragment: which element each value of each lane is.
using LayoutFunction = std::function<Result<Layout>(const std::string& kind)>;

class LayoutCache {
 public:
  explicit LayoutCache(LayoutFunction layouts) : layouts_(std::move(layouts)) {}

  // Returns the layout of `kind`, which lives as long as the cache.
  Result<const Layout*> find(const std::string& kind) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Layout>& known = known_[kind];
    if (known != nullptr) return known.get();
    Result<Layout> made = layouts_(kind);
    TCVIZ_TRY(made);
    known = std::make_unique<Layout>(std::move(made).value());
    return known.get();
  }

 private:
  LayoutFunction layouts_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<Layout>> known_;
};

}  // namespace tcviz::inline gpu_xray
