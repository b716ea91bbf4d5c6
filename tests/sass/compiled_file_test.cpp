// The file of all architectures' layouts, compared with a GPU's and with documents, and tested against damage.
#include "gpu/source/probe/compiled/compiled_file.hpp"

#include <gtest/gtest.h>

#include "gpu/layout/layout_file.hpp"
#include "gpu/source/probe/compiled/compiled_source.hpp"

namespace tcviz {
namespace {

std::string shipped_text() {
  auto text = read_file(TCVIZ_LAYOUTS "/compiled.json");
  EXPECT_TRUE(text.ok());
  return std::move(text).value();
}

CompiledTable shipped() {
  auto table = parse_compiled(shipped_text());
  EXPECT_TRUE(table.ok()) << table.error().message;
  return std::move(table).value();
}

int compare(ComputeCapability architecture, const char* file) {
  const CompiledTable table = shipped();
  const auto layouts = read_layouts(std::string(TCVIZ_LAYOUTS) + "/" + file);
  EXPECT_TRUE(layouts.ok());
  int compared = 0;
  for (const Layout& layout : layouts.value()) {
    const Kind* kind = find_kind(layout.kind());
    if (kind != nullptr && kind->family != Family::Wmma) continue;  // read from no code
    const Map* map = kind == nullptr ? nullptr : table.map_of(*kind, architecture);
    EXPECT_NE(map, nullptr) << layout.kind();
    if (map == nullptr) continue;
    EXPECT_TRUE(std::equal(map->begin(), map->end(), layout.map().begin(), layout.map().end())) << layout.kind();
    ++compared;
  }
  return compared;
}

TEST(CompiledFile, HopperIsWhatTheH200Gave) { EXPECT_EQ(compare(90, "sm_90.json"), 75); }
TEST(CompiledFile, VoltaIsWhatIsPublished) { EXPECT_GT(compare(70, "published_sm_70.json"), 0); }
TEST(CompiledFile, TuringIsWhatIsPublished) { EXPECT_GT(compare(75, "published_sm_75.json"), 0); }
TEST(CompiledFile, AmpereIsWhatIsPublished) { EXPECT_GT(compare(80, "published_sm_80.json"), 0); }

// The kinds that an architecture has: PTX ISA, "wmma.load", as the catalogue's `since`.
TEST(CompiledFile, EveryArchitectureHasEveryKindThatItCanHave) {
  const CompiledTable table = shipped();
  EXPECT_EQ(table.architectures.size(), 15u);
  for (const CompiledArchitecture& made : table.architectures) {
    EXPECT_EQ(table.kinds_of(made.architecture), kinds_since(made.architecture)) << made.architecture;
  }
}

TEST(CompiledFile, ComesBackAsItWasWritten) {
  const std::string text = shipped_text();
  const auto table = parse_compiled(text);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(to_json(table.value()), text);
}

TEST(CompiledFile, DamageIsRefused) {
  const std::string text = shipped_text();
  const std::pair<const char*, const char*> damages[] = {{"tcviz-compiled/1", "tcviz-compiled/2"},
                                                         {"\"sm_70\", \"sm_72\"", "\"sm_70\", \"sm_70\""},
                                                         {"\"sm_70\", \"sm_72\"", "\"sm_70\", \"sm_71\""},
                                                         {"\"map\": 0", "\"map\": 4000"},
                                                         {"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.a.f17.row"},
                                                         {"[0,1,", "[0,-1,"}};
  for (const auto& [from, to] : damages) {
    std::string damaged = text;
    ASSERT_NE(damaged.find(from), std::string::npos) << from;
    damaged.replace(damaged.find(from), std::string(from).size(), to);
    EXPECT_FALSE(parse_compiled(damaged).ok()) << from << " -> " << to;
  }
  for (const char* json : {"", "[]", "{}", "{\"format\": \"tcviz-compiled/1\"}"})
    EXPECT_FALSE(parse_compiled(json).ok());
}

TEST(CompiledSources, AnswerWithALayoutOrTheReason) {
  const auto table = std::make_shared<const CompiledTable>(shipped());
  const auto sources = make_compiled_sources(table);
  ASSERT_EQ(sources.size(), table->architectures.size());
  LayoutSource& volta = *sources.front();
  EXPECT_EQ(volta.info().name, "compiled:sm_70");
  EXPECT_EQ(volta.kinds().size(), 18u);
  const auto layout = layout_of(volta, "wmma.m16n16k16.acc.f32");
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout.value().provenance().source, Source::Compiled);
  EXPECT_EQ(layout.value().provenance().compute_capability, "7.0");
  const auto missing = layout_of(volta, "wmma.m8n8k4.acc.f64");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("compute capability 8.0"), std::string::npos) << missing.error().message;
}

}  // namespace
}  // namespace tcviz
