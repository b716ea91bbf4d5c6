// Sources that need no GPU, for the tests of the window: layouts by plain rules, and a "GPU" that answers only when it
// is let.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/source/probe/source.hpp"

namespace tcviz {

// The accumulator m16n16k16 as the README of the origin and the PTX manual draw it, the other kinds by counting slots
// through the matrix. Replicated if a kind has more slots than elements.
Layout sample_layout(const std::string& kind, const Provenance& provenance);
Provenance sample_provenance();

// A gate that a source waits at, and that a test opens.
class Gate {
 public:
  void open();
  void wait();                                            // until it is open
  bool wait_for_visitor(std::chrono::milliseconds most);  // until somebody waits or has passed

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false, visited_ = false;
};

// Returns once `holds`, which is asked again and again. False after a minute: what is waited for does not come.
bool await(const std::function<bool()>& holds);

// A GPU that knows `kinds`. Before the kind at `gate_at` it waits at the gate; it reports progress before each kind.
class FakeGpu : public LayoutSource {
 public:
  FakeGpu(std::string name, std::vector<std::string> kinds, std::shared_ptr<Gate> gate = nullptr, int gate_at = 0);
  const SourceInfo& info() const override { return info_; }
  std::vector<std::string> kinds() const override { return kinds_; }
  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress& progress) override;
  void wait_until_done() { done_.wait(); }  // with layouts(), once

 private:
  SourceInfo info_;
  std::vector<std::string> kinds_;
  std::shared_ptr<Gate> gate_;
  int gate_at_;
  Gate done_;
};

// Those, and compiled:sm_70, 75, 90 and 100 with two accumulators: sm_70 has another layout of the one and lacks the
// other.
Sources compiled_samples();

// recorded:sm_90 with every kind of the catalogue, published:sm_70 with two, and no GPU.
Sources sample_sources();

}  // namespace tcviz
