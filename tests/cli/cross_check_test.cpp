// A GPU's answers against the other sources of its architecture.
#include "app/cli/layouts/cross_check.hpp"

#include <gtest/gtest.h>

#include "tests/cli/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char *cross_check_f32 = "wmma.m16n16k16.acc.f32", *cross_check_f64 = "wmma.m8n8k4.acc.f64";

Layout with_capability(const Layout& layout, bool rotated) {
  LayoutData data{layout.kind(),
                  layout.rows(),
                  layout.cols(),
                  layout.threads(),
                  layout.values(),
                  layout.element_bits(),
                  {},
                  {layout.map().begin(), layout.map().end()}};
  data.provenance.compute_capability = "9.0";
  if (rotated) std::rotate(data.map.begin(), data.map.begin() + 1, data.map.end());
  return Layout::make(std::move(data)).value();
}

ProbeReport live() {
  ProbeReport report;
  for (const char* kind : {cross_check_f32, cross_check_f64})
    report.kinds.push_back({kind, with_capability(test::layout_for(kind), false), {}});
  return report;
}

TEST(CrossCheck, NamesWhatIsEqualDiffersOrIsNotKnown) {
  Sources sources;
  sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded,
                               {test::layout_for(cross_check_f32), test::layout_for(cross_check_f64)}));
  sources.add(make_file_source("published:sm_90", SourceClass::Published,
                               {with_capability(test::layout_for(cross_check_f32), true)}));
  sources.add(make_file_source("recorded:sm_80", SourceClass::Recorded, {test::layout_for(cross_check_f32)}));
  const CrossCheck check = cross_check(live(), sources);
  EXPECT_EQ(check.sources, (std::vector<std::string>{"recorded:sm_90", "published:sm_90"}));
  ASSERT_EQ(check.words.size(), 2u);
  EXPECT_EQ(check.words[0], (std::vector<std::string>{"equal", "DIFFERS"}));
  EXPECT_EQ(check.words[1], (std::vector<std::string>{"equal", "-"}));
  EXPECT_EQ(check.differing, 1);
  EXPECT_EQ(summary_of(check), "recorded:sm_90: 2 equal, 0 differ; published:sm_90: 0 equal, 1 differ");
}

TEST(CrossCheck, SaysSoWhereNobodyElseKnowsTheArchitecture) {
  EXPECT_EQ(summary_of(cross_check(live(), Sources())), "no other source knows this architecture");
}

}  // namespace
}  // namespace tcviz
