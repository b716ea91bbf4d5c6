// The kernels' texts: complete, and with the constants by which the products are cut.
#include "gpu/run/gemm/gemm_texts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "embedded/gemm_files.hpp"
#include "gpu/run/gemm/gemm_run.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

constexpr ComputeCapability generations[] = {70, 75, 80, 86, 87, 89, 90, 100, 120};

struct TextOfRow {
  const GemmKernel* row;
  ComputeCapability capability;
  std::string text;
  std::string name() const { return std::string(row->id) + " sm_" + std::to_string(capability); }
};

std::vector<TextOfRow> all_texts() {
  const auto formulae =
      fragment_formulae(recorded("wmma.m16n16k16.a.f16.row"), recorded("wmma.m16n16k16.b.f16.row")).value();
  std::vector<TextOfRow> texts;
  for (const GemmKernel& row : gemm_kernels()) {
    for (const ComputeCapability capability : generations) {
      if (row.text != nullptr && runs_on(row, capability))
        texts.push_back({&row, capability, row.text(capability, formulae)});
    }
  }
  return texts;
}

TEST(GemmTexts, NeedNoFileOfOurs) {
  for (const TextOfRow& each : all_texts()) {
    EXPECT_EQ(each.text.find("#include \""), std::string::npos) << each.name();
    EXPECT_EQ(each.text.find("#pragma once"), std::string::npos) << each.name();
    EXPECT_NE(each.text.find(std::string(each.row->entry) + "("), std::string::npos) << each.name();
  }
}

TEST(GemmTexts, EveryFileIsInOne) {
  const std::vector<TextOfRow> texts = all_texts();
  for (const embedded::File& file : embedded::gemm_files()) {
    const std::string_view title = file.bytes.substr(0, file.bytes.find('\n'));
    ASSERT_TRUE(title.starts_with("// ")) << file.name;
    const auto has_it = [&](const TextOfRow& each) { return each.text.find(title) != std::string::npos; };
    const bool beside = file.name == "beside_products.cu";  // no row's
    EXPECT_NE(std::any_of(texts.begin(), texts.end(), has_it), beside) << file.name;
  }
}

// Whoever changes a tile in one place only is told.
TEST(GemmTexts, ConstantsAreThoseOfTheTiles) {
  const std::regex line("constexpr int (M|N|K|SIDE|THREADS) = (\\d+);");
  int found = 0;
  for (const TextOfRow& each : all_texts()) {
    const GemmTiles tiles = each.row->tiles(each.capability);
    for (std::sregex_iterator at(each.text.begin(), each.text.end(), line), end; at != end; ++at, ++found) {
      const std::string name = at->str(1);
      const int expected = name == "N" ? tiles.n : name == "K" ? tiles.k : name == "THREADS" ? tiles.threads : tiles.m;
      EXPECT_EQ(std::stoi(at->str(2)), expected) << name << " of " << each.name();
    }
  }
  EXPECT_GT(found, 200);
}

TEST(GemmTexts, CorrectedProductsAreOneTextWithOtherConstants) {
  const std::regex constant("constexpr (int|bool|float) \\w+ = [\\w.]+;\n");
  std::set<std::string> texts, heads;
  for (const TextOfRow& each : all_texts()) {
    if (!is_corrected(*each.row)) continue;
    texts.insert(std::regex_replace(each.text, constant, ""));
    if (each.capability == 80) heads.insert(each.text.substr(0, each.text.find("inline")));
  }
  EXPECT_EQ(texts.size(), 1u);
  EXPECT_EQ(heads.size(), 6u);
}

TEST(GemmTexts, ALineForEachConstant) {
  EXPECT_EQ(head_text({{"M", 128}, {"STAGED", true}, {"SCALE", 2048.0f}, {"ROW", std::vector{0, 8}}}),
            "constexpr int M = 128;\nconstexpr bool STAGED = true;\nconstexpr float SCALE = 2048.0f;\n"
            "__device__ constexpr int ROW[] = {0, 8};\n");
}

}  // namespace
}  // namespace tcviz
