// Every source of layouts behind one interface: a GPU that is probed, a probe file, the machine code that NVIDIA's
// assembler makes, a document's tables, and the code of the maxas kernels. Sources are named as in `--device`: cuda:0,
// recorded:sm_90, compiled:sm_80, published:sm_70, documented:maxas.
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

enum class SourceClass { Gpu, Recorded, Compiled, Published, Documented };

struct SourceInfo {
  std::string name;  // "cuda:0", "recorded:sm_90"
  SourceClass type = SourceClass::Recorded;
  std::string description;  // "NVIDIA H200, 9.0, driver 580.65.06", "12 kinds from a probe of 2026-11-20"
  bool slow = false;        // a compiled source that has to read machine code first: some tenths of a second
};

// The answer for one kind: a layout, or the reason that there is none ("not probed on this device: ...").
struct KindResult {
  std::string kind;
  Result<Layout> layout;
};

class LayoutSource {
 public:
  virtual ~LayoutSource() = default;
  virtual const SourceInfo& info() const = 0;
  // Returns the ids of the kinds that this source can answer, in catalogue order, without asking a GPU.
  virtual std::vector<std::string> kinds() const = 0;
  // Returns the layouts of these kinds, one result each and in their order. May take long for a GPU; safe to call from
  // one thread at a time.
  virtual std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress& progress) = 0;
  // Returns the answer of each probe, kind by kind, with its timing. Unavailable for a source that does not probe.
  virtual Result<ProbeReport> probe(std::span<const std::string> kinds, const Progress& progress);
};

// Returns one layout of a source.
Result<Layout> layout_of(LayoutSource& source, const std::string& kind);

// The reason that there is no GPU source, and how to get one. The caller adds what works without a GPU.
struct GpuAbsence {
  std::string reason;  // "no NVIDIA driver found: ..."; empty if there is a GPU
};

// All sources that can be named on this machine. Made once by main and handed on; nothing in it is global.
class Sources {
 public:
  void add(std::unique_ptr<LayoutSource> source);
  void add_problem(std::string problem) { problems_.push_back(std::move(problem)); }
  void set_absence(GpuAbsence absence) { absence_ = std::move(absence); }

  std::span<const std::unique_ptr<LayoutSource>> all() const { return sources_; }
  const GpuAbsence& gpu_absence() const { return absence_; }
  // Returns a sentence for each file in the user's folder that was refused.
  std::span<const std::string> problems() const { return problems_; }
  // Returns cuda:0 if there is a GPU, recorded:sm_90 otherwise.
  std::string default_name() const;
  // Returns the default for one kind: the same source, unless it does not know the kind and a documented source, which
  // is about no device, does; then the documented one.
  std::string default_name(std::string_view kind) const;
  // Returns the source of this name ("A100" is compiled:sm_80), or an Unavailable error with the nearest names.
  Result<LayoutSource*> find(std::string_view name) const;

 private:
  LayoutSource* named(std::string_view name) const;
  std::string did_you_mean(std::string_view name) const;

  std::vector<std::unique_ptr<LayoutSource>> sources_;
  std::vector<std::string> problems_;
  GpuAbsence absence_;
};

// Makes a source of a file's layouts.
std::unique_ptr<LayoutSource> make_file_source(std::string name, SourceClass type, std::vector<Layout> layouts);

}  // namespace tcviz::inline gpu_probe
