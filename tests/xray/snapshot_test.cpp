// What a product is found to hold: the places of the manual's layouts, and those that break them.
#include <gmock/gmock.h>

#include "tests/xray/cases.hpp"

namespace tcviz {
namespace {

// The step of the first product.
std::int64_t first_product(const XrayReport& report) {
  for (const XrayEvent& event : report.events)
    if (event.opcode.starts_with("mma")) return event.step;
  return 0;
}

int count(const SnapshotTile& tile, SnapshotState state) {
  return static_cast<int>(std::ranges::count(tile.cells, state, &SnapshotCell::state));
}

XrayReport snapshot_in(const KernelCase& of) {
  const std::string text = ptx_text(of);
  return run_case(of, text, {.snapshot_step = first_product(run_case(of, text))});
}

TEST(XraySnapshot, NamesTheElementOfEveryPlace) {
  const XrayReport report = snapshot_in(kernel_case("mma_naive"));
  ASSERT_TRUE(report.snapshot);
  const EventSnapshot& event = *report.snapshot;
  EXPECT_EQ(event.a.name, "A");
  EXPECT_EQ(event.b.name, "B");
  ASSERT_EQ(event.a.cells.size(), 256U);
  ASSERT_EQ(event.b.cells.size(), 128U);
  for (int row = 0; row < 16; ++row)
    for (int k = 0; k < 16; ++k) {
      const std::string text = std::to_string(row + 16 * event.warp) + "," + std::to_string(k);
      EXPECT_EQ(event.a.cells[row * 16 + k].text, text);
      EXPECT_EQ(event.a.cells[row * 16 + k].element, (std::vector<std::int64_t>{row + 16 * event.warp, k}));
      EXPECT_EQ(event.a.cells[row * 16 + k].lane, row % 8 * 4 + k % 8 / 2);
    }
  EXPECT_EQ(event.b.cells[9 * 8 + 3].text, "9,3");
  EXPECT_EQ(event.b.cells[9 * 8 + 3].element, (std::vector<std::int64_t>{9, 3}));
  for (const SnapshotTile* tile : {&event.a, &event.b, &event.sum})
    EXPECT_EQ(count(*tile, SnapshotState::Fits), static_cast<int>(tile->cells.size()));
}

TEST(XraySnapshot, MarksTheSideThatDoesNotFit) {
  KernelCase of = kernel_case("mma_naive");
  std::string text = ptx_text(of);
  const std::size_t at = text.find("mma.sync"), first = text.find('{', text.find('{', text.find('{', at) + 1) + 1);
  const std::size_t close = text.find('}', first), comma = text.find(',', first);
  text = text.substr(0, first + 1) + text.substr(comma + 1, close - comma - 1) + "," +
         text.substr(first + 1, comma - first - 1) + text.substr(close);
  const XrayReport before = run_case(of, text);
  EXPECT_EQ(before.verdict, VerdictState::Wrong);
  const XrayReport report = run_case(of, text, {.snapshot_step = first_product(before)});
  ASSERT_TRUE(report.snapshot);
  EXPECT_EQ(count(report.snapshot->b, SnapshotState::Odd), 128) << "registers of B are exchanged";
  EXPECT_EQ(count(report.snapshot->a, SnapshotState::Odd), 0);
  EXPECT_EQ(count(report.snapshot->sum, SnapshotState::Wrong), 128);
  for (const SnapshotCell& cell : report.snapshot->sum.cells) EXPECT_TRUE(cell.element.empty()) << "a wrong value";
}

}  // namespace
}  // namespace tcviz
