// Layouts read from recorded machine code, compared with those of a GPU and of documents.
#include "gpu/source/sass/trace.hpp"

#include <gtest/gtest.h>

#include "gpu/layout/layout_file.hpp"
#include "gpu/source/probe/compiled/recompute.hpp"
#include "tests/sass/recorded_code.hpp"

namespace tcviz {
namespace {

std::vector<Layout> layouts_in(const std::string& file) {
  auto layouts = read_layouts(std::string(TCVIZ_LAYOUTS) + "/" + file);
  EXPECT_TRUE(layouts.ok()) << layouts.error().message;
  return std::move(layouts).value();
}

// Every layout of the file must be what the recorded code gives.
int compare(const std::string& code_file, ComputeCapability architecture, int parameters, const std::string& layouts) {
  const auto kernels = read_recorded(code_file);
  const std::vector<Cubin> cubins{as_cubin(kernels, architecture, parameters)};
  int compared = 0;
  for (const Layout& layout : layouts_in(layouts)) {
    const Kind* kind = find_kind(layout.kind());
    if (kind == nullptr || kind->family != Family::Wmma) continue;
    const auto map = map_from_code(*kind, cubins);
    EXPECT_TRUE(map.ok()) << (map ? "" : map.error().message);
    if (!map) continue;
    EXPECT_TRUE(std::equal(map.value().begin(), map.value().end(), layout.map().begin(), layout.map().end()))
        << layout.kind();
    ++compared;
  }
  return compared;
}

TEST(Trace, HopperCodeGivesWhatTheH200Gave) { EXPECT_EQ(compare("sm_90.txt", 90, 0x210, "sm_90.json"), 75); }

TEST(Trace, VoltaCodeGivesWhatIsPublishedOfVolta) {
  EXPECT_GT(compare("sm_70.txt", 70, 0x160, "published_sm_70.json"), 0);
}

TEST(Trace, AKernelThatIsNotThereIsNotKnown) {
  const auto map = map_from_code(*find_kind("wmma.m8n8k4.a.f64.row"), std::vector<Cubin>{Cubin{}});
  ASSERT_FALSE(map.ok());
  EXPECT_NE(map.error().message.find("not known"), std::string::npos);
}

// Two architectures whose layouts differ stand for an optimised and an -O0 build that do.
TEST(Trace, BuildsThatDisagreeAreNotKnown) {
  const auto volta = read_recorded("sm_70.txt"), hopper = read_recorded("sm_90.txt");
  const std::vector<Cubin> cubins{as_cubin(volta, 70, 0x160), as_cubin(hopper, 90, 0x210)};
  const auto map = map_from_code(*find_kind("wmma.m16n16k16.acc.f32"), cubins);
  ASSERT_FALSE(map.ok());
  EXPECT_NE(map.error().message.find("do not agree"), std::string::npos) << map.error().message;
}

// The wrong order of memory is another matrix: the map is the transposed one, and never silently the same.
TEST(Trace, TheMemoryOrderMatters) {
  const auto kernels = read_recorded("sm_90.txt");
  const Cubin cubin = as_cubin(kernels, 90, 0x210);
  const Kind& kind = *find_kind("wmma.m16n16k16.a.f16.row");
  const KernelCode& kernel = *cubin.find("wmma_m16n16k16_a_f16_row_load_row");
  const auto row = trace_load(kind, MemoryOrder::Row, kernel), col = trace_load(kind, MemoryOrder::Col, kernel);
  ASSERT_TRUE(row.ok() && col.ok());
  for (std::size_t slot = 0; slot < row.value().size(); ++slot) {
    EXPECT_EQ(col.value()[slot], row.value()[slot] % 16 * 16 + row.value()[slot] / 16);
  }
}

}  // namespace
}  // namespace tcviz
