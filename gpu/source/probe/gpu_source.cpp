#include "gpu/source/probe/gpu_source.hpp"

#include <random>

#include "gpu/layout/provenance.hpp"
#include "gpu/source/probe/prober.hpp"

namespace tcviz::inline gpu_probe {
namespace {

class GpuSource final : public LayoutSource {
 public:
  explicit GpuSource(GpuSourceOptions options) : options_(std::move(options)), random_(std::random_device{}()) {}

  const SourceInfo& info() const override { return options_.info; }

  std::vector<std::string> kinds() const override {
    std::vector<std::string> ids;
    for (const Kind& kind : catalogue()) {
      if (has_kind(options_.capability, kind)) ids.emplace_back(kind.id);
    }
    return ids;
  }

  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress& progress) override {
    std::vector<KindResult> results;
    auto report = probe(kinds, progress);
    if (!report) {
      for (const std::string& kind : kinds) results.push_back({kind, report.error()});
      return results;
    }
    for (KindReport& kind : report.value().kinds) results.push_back({kind.kind, std::move(kind.layout)});
    return results;
  }

  Result<ProbeReport> probe(std::span<const std::string> kinds, const Progress& progress) override {
    double context_ms = 0;
    if (!device_) {
      auto opened = options_.open();
      TCVIZ_TRY(opened);
      device_ = std::move(opened.value().device);
      context_ms = opened.value().context_ms;
    }
    ProbeReport report = probe_kinds(*device_, kinds, today(), random_, progress, options_.stated);
    report.context_ms = context_ms;
    return report;
  }

 private:
  GpuSourceOptions options_;
  std::unique_ptr<ProbeDevice> device_;
  std::mt19937 random_;
};

}  // namespace

std::unique_ptr<LayoutSource> make_gpu_source(GpuSourceOptions options) {
  return std::make_unique<GpuSource>(std::move(options));
}

}  // namespace tcviz::inline gpu_probe
