// The fragments of `mma` instructions, which WMMA fragments begin with from sm_75 on, and the PTX manual's formulae.
#include <gtest/gtest.h>

#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/published_formulae.hpp"
#include "tests/formula/every_layout.hpp"

namespace tcviz {
namespace {

bool is_right(const PublishedFormula& claim, const Layout& layout) {
  const Parsed<Formula> formula = read_formula(claim.text, {Inputs::Slot, Quantity::Linear});
  if (!formula) return false;
  Verdict verdict;
  const Formula* const formulae[] = {&*formula.value};
  const Status checked = Checker(layout).check(formulae, verdict);
  return checked && verdict.ok();
}

TEST(LeadingPart, TheManualsFormulaeDescribeItFromTuringOn) {
  int right = 0, refused = 0;
  for (const SourcedLayout& source : every_layout(TCVIZ_LAYOUT_FILES)) {
    const bool volta = source.device.ends_with("sm_70") || source.device.ends_with("sm_72");
    for (const PublishedFormula& claim : published_formulae()) {
      if (claim.part.of.empty() || claim.part.of != source.layout.kind()) continue;
      const Result<Layout> part = described_layout(claim, source.layout);
      EXPECT_EQ(part && is_right(claim, part.value()), !volta) << claim.name << " on " << source.device;
      ++(volta ? refused : right);
    }
  }
  EXPECT_GT(right, 30);
  EXPECT_GT(refused, 2);
}

TEST(LeadingPart, ReadsAsPeopleWriteIt) {
  EXPECT_EQ((LeadingPart{"wmma.m16n16k16.acc.f32", 16, 8, 4}.text()), "x[0] to x[3] of wmma.m16n16k16.acc.f32");
  EXPECT_EQ((LeadingPart{"wmma.m8n8k4.a.f64.row", 8, 4, 1}.text()), "x[0] of wmma.m8n8k4.a.f64.row");
}

}  // namespace
}  // namespace tcviz
