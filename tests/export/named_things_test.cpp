// What an author's words may name is what the figure's layouts state; everything else is left to the author.
#include "app/export/figure/named_things.hpp"

#include <gtest/gtest.h>

#include "tests/export/figures_of.hpp"

namespace tcviz {
namespace {

FigureLayout named_part(const std::string& kind, const std::string& source, Provenance provenance) {
  LayoutData data = samples::data_of({2, 2, 2, 2}, {0, 1, 2, 3});
  data.kind = kind;
  data.provenance = std::move(provenance);
  return {samples::make(std::move(data)), source};
}

Provenance made_by(Source source, std::optional<std::string> device, std::optional<std::string> capability,
                   std::optional<std::string> date) {
  Provenance provenance;
  provenance.source = source;
  provenance.device = std::move(device);
  provenance.compute_capability = std::move(capability);
  provenance.date = std::move(date);
  return provenance;
}

std::vector<FigureLayout> recorded_part() {
  return {named_part("mma.m16n8k16.acc.f32", "recorded:sm_90",
                     made_by(Source::Probed, "NVIDIA H200", "9.0", "2026-11-22"))};
}
std::vector<FigureLayout> compiled_parts() {
  return {named_part("wmma.m16n16k16.a.f16.row", "compiled:sm_70", made_by(Source::Compiled, {}, "7.0", {})),
          named_part("wmma.m16n16k16.a.f16.row", "compiled:sm_80", made_by(Source::Compiled, {}, "8.0", {}))};
}
std::vector<FigureLayout> documented_parts() {
  return {named_part("wgmma.m64n256.acc.f32", "documented:ptx", made_by(Source::Documented, {}, {}, {})),
          named_part("wgmma.m64k16.a.f16", "documented:ptx", made_by(Source::Documented, {}, {}, {}))};
}
std::vector<FigureLayout> part_of_a_user() {
  return {named_part("my.tile", "", made_by(Source::Published, {}, {}, {}))};
}

struct NamedWords {
  std::string text, named;  // named: what the sentence must name; empty: nothing is wrong
};

void expect_named(const std::vector<FigureLayout>& figure, const std::vector<NamedWords>& all) {
  for (const NamedWords& words : all) {
    const std::string found = named_otherwise(words.text, figure);
    if (words.named.empty())
      EXPECT_EQ(found, "") << words.text;
    else
      EXPECT_NE(found.find(words.named + ","), std::string::npos) << words.text << ": " << found;
  }
}

TEST(NamedThings, OfARecordedFigure) {
  expect_named(recorded_part(), {
                                    {"Accumulator of mma.m16n8k16.acc.f32, on an NVIDIA H200.", ""},
                                    {"MMA.M16N8K16.ACC.F32 (9.0), recorded:sm_90, sm_90a, 2026-11-22", ""},
                                    {"What T4 holds, and lane 13: A10 of the matrix is T4 x[2]; L4", ""},
                                    {"on an NVIDIA A10", "GPU a10"},
                                    {"What T4 and L4 hold: 4 of 128 slots; see 1999-1 and 5-9", ""},
                                    {"mma.m16n8k8.acc.f32", "kind mma.m16n8k8.acc.f32"},
                                    {"It is not <mma.m16n8k16.a.f16>.", "kind mma.m16n8k16.a.f16"},
                                    {"HMMA m16n8k8", "shape m16n8k8"},
                                    {"m16n8", ""},
                                    {"m16n2147483647k2147483647", ""},
                                    {"m16n16", "shape m16n16"},
                                    {"from compiled:sm_80", "source compiled:sm_80"},
                                    {"from cuda:0", "source cuda:0"},
                                    {"as on sm_80", "architecture sm_80"},
                                    {"probed on NVIDIA A100 (8.0), 64 threads", "GPU A100"},
                                    {"probed on an H100", "GPU H100"},
                                    {"on a GeForce RTX 4090", "GPU RTX 4090"},
                                    {"on an rtx-4090", "GPU RTX 4090"},
                                    {"on an NVIDIA T4", "GPU t4"},
                                    {"on a Tesla K80", "GPU k80"},
                                    {"on an NVIDIA H200 NVL", ""},
                                    {"probed 2026-11-23", "date 2026-11-23"},
                                });
}

TEST(NamedThings, OfArchitecturesWithoutADevice) {
  expect_named(compiled_parts(), {{"Volta (V100) left, Ampere (A100, A30) right", ""},
                                  {"compiled:sm_70 and sm_80", ""},
                                  {"V100 and H100", "GPU H100"},
                                  {"sm_90", "architecture sm_90"},
                                  {"as found 2026-11-22", "date 2026-11-22"}});
}

TEST(NamedThings, OfTheManual) {
  expect_named(documented_parts(), {{"wgmma m64n256k16, for sm_90 and later", ""},
                                    {"wgmma m64n128 of sm_90", "shape m64n128"},
                                    {"A fragment, m64k16", ""},
                                    {"probed on an H200", "GPU H200"}});
  EXPECT_EQ(named_otherwise("on an H200", documented_parts()),
            "names the GPU H200, and the layouts in the figure state none");
}

TEST(NamedThings, OfAUsersOwnKind) {
  expect_named(part_of_a_user(),
               {{"My tile of m64n32, for the talk", ""}, {"wmma.m16n16k16.acc.f32", "kind wmma.m16n16k16.acc.f32"}});
}

}  // namespace
}  // namespace tcviz
