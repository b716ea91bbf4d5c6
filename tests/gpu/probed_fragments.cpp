#include "tests/gpu/probed_fragments.hpp"

#include "gpu/source/probe/discover.hpp"

namespace tcviz {

Result<ProbedFragments> probed_fragments() {
  DiscoverOptions options;
  options.look_for_gpus = true;
  Sources sources = discover_sources(options);
  const auto source = sources.find("cuda:0");
  if (!source) return source.error();
  const auto a = layout_of(*source.value(), "wmma.m16n16k16.a.f16.row");
  if (!a) return a.error();
  const auto b = layout_of(*source.value(), "wmma.m16n16k16.b.f16.row");
  if (!b) return b.error();
  return ProbedFragments{a.value(), b.value()};
}

}  // namespace tcviz
