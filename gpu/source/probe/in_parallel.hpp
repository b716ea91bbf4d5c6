// Distributes independent work over the threads of the machine.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace tcviz::inline gpu_probe {

// Calls work(at) for each `at` below `count`, in any order and from several threads; returns when all calls are done.
// `work` must not throw. A thread takes about 0.05 ms to start, so `count` / `least_share` threads are started at most.
template <class Work>
void in_parallel(std::size_t count, std::size_t least_share, const Work& work) {
  constexpr std::size_t most_threads = 16;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = std::min({cores, most_threads, count / least_share + 1});
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t at = next++; at < count; at = next++) work(at);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t n = 1; n < threads; ++n) helpers.emplace_back(run);
  run();
}

}  // namespace tcviz::inline gpu_probe
