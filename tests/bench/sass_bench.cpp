// Compiled layouts: reading an architecture's machine code, the file of all of them, and assembling one again.
#include <benchmark/benchmark.h>

#include "gpu/source/probe/compiled/compiled_kernels.hpp"
#include "gpu/source/probe/compiled/compiled_source.hpp"
#include "tests/assets/assets.hpp"

namespace tcviz {
namespace {

// Optimised code and -O0 code.
void read_machine_code(benchmark::State& state) {
  const auto assemblers = find_assemblers(assembler_paths());
  if (assemblers.empty()) return state.SkipWithError("no nvJitLink here");
  const auto made = assemblers.front()->assemble(probe_module(90, kinds_since(90)), 90, state.range(0) != 0);
  if (!made) return state.SkipWithError(made.error().message.c_str());
  const std::string& bytes = made.value();
  for (auto _ : state) {
    const std::vector<Cubin> cubins{
        read_cubin({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}).value()};
    for (const Kind* kind : kinds_since(90)) benchmark::DoNotOptimize(map_from_code(*kind, cubins));
  }
}
BENCHMARK(read_machine_code)->ArgName("optimised")->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond);

// Every layout of every architecture from the text of the file.
void all_architectures_from_the_file(benchmark::State& state) {
  const std::string_view text = asset("compiled.json");
  for (auto _ : state) {
    const auto table = std::make_shared<const CompiledTable>(parse_compiled(text).value());
    for (const auto& source : make_compiled_sources(table)) {
      const std::vector<std::string> kinds = source->kinds();
      benchmark::DoNotOptimize(source->layouts(kinds, {}));
    }
  }
}
BENCHMARK(all_architectures_from_the_file)->Unit(benchmark::kMillisecond);

void recompute_an_architecture(benchmark::State& state) {
  const auto assemblers = find_assemblers(assembler_paths());
  if (assemblers.empty()) return state.SkipWithError("no nvJitLink here");
  const auto architecture = static_cast<ComputeCapability>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(recompute(*assemblers.front(), architecture, {}));
}
BENCHMARK(recompute_an_architecture)
    ->ArgName("sm")
    ->Arg(80)
    ->Arg(90)
    ->Arg(120)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tcviz
