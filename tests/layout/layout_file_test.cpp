#include "gpu/layout/layout_file.hpp"

#include <gtest/gtest.h>

#include "samples.hpp"

namespace tcviz {
namespace {

Provenance full_provenance() {
  Provenance provenance;
  provenance.device = "NVIDIA \"H200\" \\ 東京";
  provenance.compute_capability = "9.0";
  provenance.driver = "580.65.06";
  provenance.cuda = "13.0";
  provenance.date = "2026-11-20";
  provenance.methods = {"load", "store", "product"};
  provenance.reference = "nowhere";
  provenance.note = "table and formula differ";
  return provenance;
}

// One layout of every sample shape, with holes and replicas, each of its own kind.
std::vector<Layout> some_layouts() {
  std::mt19937 random(11);
  std::vector<Layout> layouts;
  for (const samples::Sizes& sizes : samples::shapes()) {
    LayoutData data = samples::data_of(sizes, samples::random_map(sizes, random));
    data.kind = "test.sample" + std::to_string(layouts.size());
    data.provenance = full_provenance();
    layouts.push_back(samples::make(std::move(data)));
  }
  return layouts;
}

void expect_same(const Layout& a, const Layout& b) {
  EXPECT_EQ(a.kind(), b.kind());
  EXPECT_TRUE(a.same_map(b));
  EXPECT_EQ(a.provenance(), b.provenance());
}

void expect_round_trip(const std::vector<Layout>& layouts) {
  const auto parsed = parse_layouts(to_json(layouts));
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  ASSERT_EQ(parsed.value().size(), layouts.size());
  for (std::size_t i = 0; i < layouts.size(); ++i) expect_same(parsed.value()[i], layouts[i]);
}

std::size_t times(std::string_view needle, std::string_view hay) {
  std::size_t count = 0;
  for (auto at = hay.find(needle); at != hay.npos; at = hay.find(needle, at + 1)) ++count;
  return count;
}

TEST(LayoutFile, RoundTripOfEachAlone) {
  for (const Layout& layout : some_layouts()) {
    const auto parsed = parse_layouts(to_json(layout));
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    ASSERT_EQ(parsed.value().size(), 1u);
    expect_same(parsed.value()[0], layout);
  }
}

TEST(LayoutFile, RoundTripWithASharedProvenance) {
  const std::vector<Layout> layouts = some_layouts();
  EXPECT_EQ(times("\"provenance\"", to_json(layouts)), 1u);
  expect_round_trip(layouts);
}

// The odd one out carries its own, the others the file's.
TEST(LayoutFile, RoundTripWithDifferentProvenances) {
  std::vector<Layout> layouts = some_layouts();
  layouts.insert(layouts.begin(), samples::make(samples::data_of({1, 1, 1, 1}, {0})));
  ASSERT_NE(layouts[0].provenance(), layouts[1].provenance());
  EXPECT_EQ(times("\"provenance\"", to_json(layouts)), 2u);
  expect_round_trip(layouts);
}

TEST(LayoutFile, ALineForEachKeyAndThread) {
  LayoutData data = samples::data_of({2, 2, 2, 3}, {0, 1, 2, 3, no_element, 0});
  data.provenance = Provenance{};
  EXPECT_EQ(to_json(samples::make(data)), R"({
  "format": "tcviz-layout/1",
  "kind": "test.sample",
  "rows": 2,
  "cols": 2,
  "threads": 2,
  "values": 3,
  "element_bits": 32,
  "replication": 2,
  "provenance": {
    "source": "probed",
    "device": null,
    "compute_capability": null,
    "driver": null,
    "cuda": null,
    "date": null,
    "methods": [],
    "reference": null
  },
  "map": [
    0, 1, 2,
    3, null, 0
  ]
}
)");
}

// The example of the format's description, shortened, with keys that nobody knows.
TEST(LayoutFile, UnknownKeysAreIgnored) {
  const auto parsed = parse_layouts(R"({"format": "tcviz-layout/1", "kind": "test.tiny", "rows": 1, "cols": 2,
    "threads": 2, "values": 2, "element_bits": 16, "replication": 2, "colour": {"of": ["the", "day"], "x": 1.5},
    "provenance": {"source": "compiled", "weather": null, "compute_capability": "8.0"}, "map": [0, null, 1, 1]})");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  const Layout& layout = parsed.value().at(0);
  EXPECT_EQ(layout.provenance().source, Source::Compiled);
  EXPECT_EQ(layout.provenance().compute_capability, "8.0");
  EXPECT_EQ(layout.provenance().device, std::nullopt);
  EXPECT_EQ(layout.owners({0, 1}), (std::vector<Slot>{{1, 0}, {1, 1}}));
}

TEST(LayoutFile, OwnProvenanceBeforeTheShared) {
  const auto parsed = parse_layouts(R"({"provenance": {"source": "probed", "device": "shared"}, "layouts": [
    {"format": "tcviz-layout/1", "kind": "test.a", "rows": 1, "cols": 1, "threads": 1, "values": 1, "element_bits": 8,
     "replication": 1, "map": [0]},
    {"format": "tcviz-layout/1", "kind": "test.b", "rows": 1, "cols": 1, "threads": 1, "values": 1, "element_bits": 8,
     "replication": 1, "map": [0], "provenance": {"source": "probed", "device": "own"}}]})");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(parsed.value()[0].provenance().device, "shared");
  EXPECT_EQ(parsed.value()[1].provenance().device, "own");
}

// Bytes that are not UTF-8 can come from a driver; the file is valid all the same.
TEST(LayoutFile, ForeignBytesAreReplacedInWriting) {
  LayoutData data = samples::data_of({1, 1, 1, 1}, {0});
  data.provenance.device = "GPU \xff";
  const auto parsed = parse_layouts(to_json(samples::make(data)));
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(parsed.value()[0].provenance().device, "GPU \xEF\xBF\xBD");
}

std::string error_of(std::string_view text) {
  const auto parsed = parse_layouts(text);
  return parsed.ok() ? "accepted" : parsed.error().message;
}

TEST(LayoutFile, Bombs) {
  const std::string arrays(1'000'000, '[');
  EXPECT_EQ(error_of(arrays).substr(0, 15), "[0][0][0][0][0]");
  EXPECT_NE(error_of(arrays).find("nested deeper than 32 levels"), std::string::npos);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_NE(error_of(objects).find("nested deeper than 32 levels"), std::string::npos);
  std::string wide = "{\"map\": [0";
  for (int i = 0; i < 1 << 20; ++i) wide += ",0";
  EXPECT_EQ(error_of(wide + "]}"), "map[1048576]: more than 1048576 entries");
  EXPECT_EQ(error_of(std::string((std::size_t{64} << 20) + 1, ' ')), "larger than 64 MiB");
}

// Half a file is never taken for a whole one, wherever it was cut.
TEST(LayoutFile, EveryPrefixIsRefused) {
  const std::string text = to_json(samples::make(samples::data_of({3, 2, 2, 4}, {0, 1, 2, no_element, 3, 4, 5, 5})));
  const std::size_t whole = text.rfind('}') + 1;
  for (std::size_t length = 0; length < whole; ++length)
    EXPECT_NE(error_of(text.substr(0, length)), "accepted") << length;
  EXPECT_EQ(error_of(text.substr(0, whole)), "accepted");
}

}  // namespace
}  // namespace tcviz
