#include "tests/session/fakes.hpp"

#include <thread>
#include <utility>

namespace tcviz {

Provenance sample_provenance() {
  Provenance p;
  p.source = Source::Probed;
  p.device = "NVIDIA H200";
  p.compute_capability = "9.0";
  p.driver = "580.65.06";
  p.cuda = "13.0";
  p.date = "2026-11-20";
  p.methods = {"load", "store", "product"};
  return p;
}

Layout sample_layout(const std::string& id, const Provenance& provenance) {
  const Kind& kind = *find_kind(id);
  LayoutData data{id, kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(), provenance, {}};
  const bool drawn = kind.operand == Operand::Accumulator && kind.shape == Shape{16, 16, 16};
  for (int tid = 0; tid < kind.threads; ++tid) {
    for (int i = 0; i < kind.values; ++i) {
      const int row = ((i & 2) << 2) | (tid >> 2), col = (i & 1) | ((i & 4) << 1) | ((tid & 3) << 1);
      const int counted = (tid * kind.values + i) % (data.rows * data.cols);
      data.map.push_back(drawn ? row * data.cols + col : counted);
    }
  }
  return Layout::make(std::move(data)).value();
}

void Gate::open() {
  const std::lock_guard lock(mutex_);
  open_ = true;
  changed_.notify_all();
}

void Gate::wait() {
  std::unique_lock lock(mutex_);
  visited_ = true;
  changed_.notify_all();
  changed_.wait(lock, [&] { return open_; });
}

bool Gate::wait_for_visitor(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, most, [&] { return visited_; });
}

bool await(const std::function<bool()>& holds) {
  const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > latest) return false;
    std::this_thread::yield();
  }
  return true;
}

FakeGpu::FakeGpu(std::string name, std::vector<std::string> kinds, std::shared_ptr<Gate> gate, int gate_at)
    : info_{std::move(name), SourceClass::Gpu, "Fake GPU · 9.0 · driver 1.0"},
      kinds_(std::move(kinds)),
      gate_(std::move(gate)),
      gate_at_(gate_at) {}

std::vector<KindResult> FakeGpu::layouts(std::span<const std::string> kinds, const Progress& progress) {
  std::vector<KindResult> results;
  bool go_on = true;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (gate_ && static_cast<int>(k) == gate_at_) gate_->wait();
    go_on = go_on && progress(static_cast<int>(k), static_cast<int>(kinds.size()));
    Provenance provenance = sample_provenance();
    provenance.device = "Fake GPU";
    if (go_on) results.push_back({kinds[k], sample_layout(kinds[k], provenance)});
    if (!go_on) results.push_back({kinds[k], unavailable("not probed: stopped before it")});
  }
  done_.open();
  return results;
}

Sources sample_sources() {
  std::vector<Layout> recorded, published;
  for (const Kind& kind : catalogue(Family::Wmma))
    recorded.push_back(sample_layout(std::string(kind.id), sample_provenance()));
  Provenance paper;
  paper.source = Source::Published;
  paper.reference = "README of the origin, section \"sm_70\"";
  for (const char* kind : {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f16"}) {
    published.push_back(sample_layout(kind, paper));
  }
  Sources sources;
  sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded, std::move(recorded)));
  sources.add(make_file_source("published:sm_70", SourceClass::Published, std::move(published)));
  sources.set_absence({"No NVIDIA driver found: install one to probe a GPU; recorded layouts work without."});
  return sources;
}

// Its rows upside down.
Layout turned(const Layout& layout) {
  LayoutData data{layout.kind(),   layout.rows(),         layout.cols(),       layout.threads(),
                  layout.values(), layout.element_bits(), layout.provenance(), {}};
  for (const std::int32_t element : layout.map()) data.map.push_back(layout.elements() - 1 - element);
  return Layout::make(std::move(data)).value();
}

Sources compiled_samples() {
  Sources sources = sample_sources();
  for (const char* name : {"compiled:sm_75", "compiled:sm_70", "compiled:sm_100", "compiled:sm_90"}) {
    Provenance code;
    code.source = Source::Compiled;
    const bool first = std::string_view(name) == "compiled:sm_70";
    std::vector<Layout> layouts{sample_layout("wmma.m16n16k16.acc.f32", code)};
    if (first)
      layouts.front() = turned(layouts.front());
    else
      layouts.push_back(sample_layout("wmma.m16n16k16.acc.f16", code));
    sources.add(make_file_source(name, SourceClass::Compiled, std::move(layouts)));
  }
  return sources;
}

}  // namespace tcviz
