// Formulae: the check of every key stroke, and the deduction of all kinds. Peers if their libraries are installed
// (Debian: libtcc-dev, libmuparser-dev). CPU times of one run on two busy cores (AMD EPYC, GCC 12, 2026-11-21):
//   check_readme 4.3 us; libtcc 119 us, muparser 57.5 us for the same two formulae on the same 256 slots
//   check_16384_slots 36.5 us; repair 0.89 ms
//   deduce_all, 75 kinds in eight styles: 8.4 ms (promised: 10 ms)
//   the same with the fewest operators, as they are kept: 11.8 ms (promised: 1 s)
//   deduce_afresh, as if nothing were kept: 1.1 s for one layout, 8.4 s for all 75 kinds
// Instructions are counted by instructions/formula_instructions.cpp.
#include <benchmark/benchmark.h>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/fewest.hpp"
#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/repair.hpp"
#include "tests/assets/assets.hpp"
#if __has_include(<libtcc.h>) && defined(TCVIZ_WITH_LIBTCC)
#include <libtcc.h>
#endif
#if __has_include(<muParserInt.h>) && defined(TCVIZ_WITH_MUPARSER)
#include <muParserInt.h>
#endif

namespace tcviz {
namespace {

constexpr std::string_view row_text = "((i & 2) << 2) + ((tid & 28) >> 2)";
constexpr std::string_view col_text = "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)";

Layout accumulator() {
  std::vector<Layout> layouts = layouts_of_asset("sm_90.json");
  for (Layout& layout : layouts)
    if (layout.kind() == "wmma.m16n16k16.acc.f32") return std::move(layout);
  return std::move(layouts.front());
}

Layout square(int side) {
  LayoutData data{"bench", side, side, side, side, 32, {}, {}};
  for (int slot = 0; slot < side * side; ++slot) data.map.push_back(slot);
  return Layout::make(std::move(data)).value();
}

// From text to verdict, as for a key stroke.
void check_texts(benchmark::State& state, const Layout& layout, std::string_view row, std::string_view col) {
  Checker checker(layout);
  FormulaReader reader;
  Formula formulae[2];
  Verdict verdict;
  for (auto _ : state) {
    reader.read(row, {Inputs::Slot, Quantity::Row}, formulae[0]);
    reader.read(col, {Inputs::Slot, Quantity::Col}, formulae[1]);
    const Formula* const both[] = {&formulae[0], &formulae[1]};
    if (!checker.check(both, verdict) || !verdict.ok()) return state.SkipWithError("not right");
  }
}

void check_readme(benchmark::State& state) { check_texts(state, accumulator(), row_text, col_text); }
BENCHMARK(check_readme)->Unit(benchmark::kMicrosecond);

void check_16384_slots(benchmark::State& state) {
  check_texts(state, square(128), "(tid & 112) + ((tid & 15) >> 0)", "(i & 1) + ((i >> 1 & 63) << 1)");
}
BENCHMARK(check_16384_slots)->Unit(benchmark::kMicrosecond);

void repair(benchmark::State& state) {
  const Layout layout = accumulator();
  Checker checker(layout);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        find_repairs(checker, "((i & 2) << 3) + ((tid & 28) >> 2)", {Inputs::Slot, Quantity::Row}));
}
BENCHMARK(repair)->Unit(benchmark::kMicrosecond);

void deduce_all(benchmark::State& state, bool with_search) {
  const std::vector<Layout> layouts = layouts_of_asset("sm_90.json");
  for (auto _ : state) {
    FewestSearch search;
    for (const Layout& layout : layouts) {
      Deducer deducer(layout);
      for (std::size_t style = 0; style < style_names.size(); ++style)
        benchmark::DoNotOptimize(deducer.deduce(static_cast<Style>(style), with_search ? &search : nullptr).ok());
    }
  }
}
BENCHMARK_CAPTURE(deduce_all, every_style, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(deduce_all, with_fewest, true)->Unit(benchmark::kMillisecond);

// The search itself, for a layout that nobody knows.
void deduce_afresh(benchmark::State& state) {
  const Layout layout = accumulator();
  for (auto _ : state) {
    FewestSearch search(false);
    benchmark::DoNotOptimize(deduce(layout, Style::Fewest, &search).ok());
  }
}
BENCHMARK(deduce_afresh)->Unit(benchmark::kMillisecond);

#ifdef TCVIZ_WITH_LIBTCC
void libtcc(benchmark::State& state) {
  const std::string text = "int row(int tid, int i) { return " + std::string(row_text) +
                           "; } int col(int tid, int i) { return " + std::string(col_text) + "; }";
  for (auto _ : state) {
    TCCState* const tcc = tcc_new();
    tcc_set_output_type(tcc, TCC_OUTPUT_MEMORY);
    tcc_set_options(tcc, "-nostdlib");
    tcc_compile_string(tcc, text.c_str());
    tcc_relocate(tcc, TCC_RELOCATE_AUTO);
    auto* const row = reinterpret_cast<int (*)(int, int)>(tcc_get_symbol(tcc, "row"));
    auto* const col = reinterpret_cast<int (*)(int, int)>(tcc_get_symbol(tcc, "col"));
    int sum = 0;
    for (int tid = 0; tid < 32; ++tid)
      for (int i = 0; i < 8; ++i) sum += row(tid, i) * 16 + col(tid, i);
    benchmark::DoNotOptimize(sum);
    tcc_delete(tcc);
  }
}
BENCHMARK(libtcc)->Unit(benchmark::kMicrosecond);
#endif

#ifdef TCVIZ_WITH_MUPARSER
void muparser(benchmark::State& state) {
  for (auto _ : state) {
    double tid = 0, i = 0, sum = 0;
    for (const std::string_view text : {row_text, col_text}) {
      mu::ParserInt parser;
      parser.DefineVar("tid", &tid);
      parser.DefineVar("i", &i);
      parser.SetExpr(std::string(text));
      for (tid = 0; tid < 32; ++tid)
        for (i = 0; i < 8; ++i) sum += parser.Eval();
    }
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(muparser)->Unit(benchmark::kMicrosecond);
#endif

}  // namespace
}  // namespace tcviz
