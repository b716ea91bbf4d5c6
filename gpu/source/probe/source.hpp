// The interface of all sources of layouts: a GPU that is probed, a recorded file, the machine code that NVIDIA's
// assembler makes, the tables of a document, the code of the maxas kernels. Sources have the names that `--device`
// takes: cuda:0, recorded:sm_90, compiled:sm_80, published:sm_70, documented:maxas.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/probe_report.hpp"

namespace tcviz::inline gpu_probe {

// The types of sources.
enum class SourceClass { Gpu, Recorded, Compiled, Published, Documented };

struct SourceInfo {
  std::string name;  // "cuda:0", "recorded:sm_90"
  SourceClass type = SourceClass::Recorded;
  std::string description;  // "NVIDIA H200, 9.0, driver 580.65.06", "12 kinds from a probe of 2026-11-20"
  // True for a compiled source that must assemble and read machine code first, which takes some tenths of a second.
  bool slow = false;
};

// The layout of one kind, or the reason why there is none ("not probed on this device: ...").
struct KindResult {
  std::string kind;
  Result<Layout> layout;
};

// A source of layouts.
class LayoutSource {
 public:
  virtual ~LayoutSource() = default;
  virtual const SourceInfo& info() const = 0;
  // Returns the ids of the kinds whose layouts this source can give, in catalogue order, without using a GPU.
  virtual std::vector<std::string> kinds() const = 0;
  // Returns one result for each of `kinds`, in their order. May take long on a GPU. Must not be called from two threads
  // at once.
  virtual std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress& progress) = 0;
  // Returns the result of each probe for each kind, with timings. Returns the error Unavailable for a source that does
  // not probe.
  virtual Result<ProbeReport> probe(std::span<const std::string> kinds, const Progress& progress);
};

// Returns the layout of one kind.
Result<Layout> layout_of(LayoutSource& source, const std::string& kind);

// The reason why there is no GPU, with advice. The caller adds what works without a GPU.
struct GpuAbsence {
  std::string reason;  // "no NVIDIA driver found: ..."; empty if there is a GPU
};

// All sources that can be named on this machine. main() makes one object and passes it on; nothing is global.
class Sources {
 public:
  // Adds a source.
  void add(std::unique_ptr<LayoutSource> source);
  void add_problem(std::string problem) { problems_.push_back(std::move(problem)); }
  void set_absence(GpuAbsence absence) { absence_ = std::move(absence); }

  std::span<const std::unique_ptr<LayoutSource>> all() const { return sources_; }
  const GpuAbsence& gpu_absence() const { return absence_; }
  // Returns a sentence for each refused file in the user's folder.
  std::span<const std::string> problems() const { return problems_; }
  // Returns the default source: cuda:0 if there is a GPU, else recorded:sm_90.
  std::string default_name() const;
  // Returns the default source for `kind`: the general default, or a documented source if only that knows the kind.
  std::string default_name(std::string_view kind) const;
  // Returns the source named `name` ("A100" means compiled:sm_80). Returns the error Unavailable, with the nearest
  // names, if there is none, and BadInput for a word that names no device on any machine.
  Result<LayoutSource*> find(std::string_view name) const;

 private:
  LayoutSource* named(std::string_view name) const;
  std::string did_you_mean(std::string_view name) const;

  std::vector<std::unique_ptr<LayoutSource>> sources_;
  std::vector<std::string> problems_;
  GpuAbsence absence_;
};

// Makes a source that returns `layouts`, which were read from a file.
std::unique_ptr<LayoutSource> make_file_source(std::string name, SourceClass type, std::vector<Layout> layouts);

}  // namespace tcviz::inline gpu_probe
