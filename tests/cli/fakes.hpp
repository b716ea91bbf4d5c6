// Sources made up for a test, and a context whose streams can be read afterwards.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/line/run.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::test {

// Any honest layout of a kind: slot s holds element s modulo their number.
inline Layout layout_for(const std::string& id) {
  const Kind& kind = *find_kind(id);
  LayoutData data{id, kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(), {}, {}};
  data.provenance.device = "Fake GPU";
  for (int slot = 0; slot < kind.threads * kind.values; ++slot) data.map.push_back(slot % (kind.rows() * kind.cols()));
  return Layout::make(std::move(data)).value();
}

// A GPU that has some kinds and fails at some of them.
class FakeGpu final : public LayoutSource {
 public:
  FakeGpu(std::vector<std::string> kinds, std::vector<std::string> broken)
      : kinds_(std::move(kinds)), broken_(std::move(broken)) {}

  const SourceInfo& info() const override { return info_; }
  std::vector<std::string> kinds() const override { return kinds_; }

  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress&) override {
    std::vector<KindResult> results;
    for (const std::string& kind : kinds) results.push_back({kind, report(kind).layout});
    return results;
  }

  Result<ProbeReport> probe(std::span<const std::string> kinds, const Progress&) override {
    ProbeReport made;
    for (const std::string& kind : kinds) made.kinds.push_back(report(kind));
    made.context_ms = 100, made.load_ms = 1, made.store_ms = 2, made.product_ms = 4;
    return made;
  }

 private:
  KindReport report(const std::string& kind) const {
    if (std::find(broken_.begin(), broken_.end(), kind) == broken_.end())
      return {kind, layout_for(kind), {{"load", true, ""}, {"store", true, ""}, {"product", true, ""}}};
    const std::string problem = "cudaErrorIllegalAddress (an illegal memory access was encountered)";
    return {kind, unavailable("store probe: " + problem), {{"load", true, ""}, {"store", false, problem}}};
  }

  SourceInfo info_{"cuda:0", SourceClass::Gpu, "Fake GPU, compute capability 9.0"};
  std::vector<std::string> kinds_, broken_;
};

struct Answer {
  Status status;
  std::string out, notes;
};

// Runs words with the sources that `sources` makes; the window and the capture must not be reached.
template <class MakeSources>
Answer answer_of(std::vector<std::string> words, MakeSources sources, bool color = false) {
  std::ostringstream out, notes;
  Context context{.out = out, .notes = notes};
  context.color = color;
  context.version = "1.2.3";
  context.build = {"12ab-dirty", "GNU 99.1", ""};
  context.completions = {{"bash", "script\n"}, {"fish", "swim\n"}};
  context.backends.sources = sources;
  Status status = run_command_line(words, context);
  return {std::move(status), out.str(), notes.str()};
}

}  // namespace tcviz::test
