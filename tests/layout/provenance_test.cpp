#include "gpu/layout/provenance.hpp"

#include <gtest/gtest.h>

#include "gpu/layout/known_gpus.hpp"

namespace tcviz {
namespace {

TEST(Provenance, InOneLine) {
  Provenance probed;
  probed.device = "NVIDIA H200";
  probed.compute_capability = "9.0";
  probed.driver = "580.65.06";
  probed.cuda = "13.0";
  probed.date = "2026-11-20";
  probed.methods = {"load", "store", "product"};
  EXPECT_EQ(describe(probed),
            "probed on NVIDIA H200 (9.0), driver 580.65.06, CUDA 13.0, 2026-11-20, by load, store, product");
  Provenance published;
  published.source = Source::Published;
  published.compute_capability = "7.0";
  published.reference = "a paper, table 2";
  EXPECT_EQ(describe(published), "published for 7.0, in a paper, table 2");
  EXPECT_EQ(describe(Provenance{}), "probed");
}

TEST(Provenance, SourcesHaveNames) {
  for (const Source source : {Source::Probed, Source::Compiled, Source::Documented, Source::Published})
    EXPECT_EQ(source_named(name_of(source)), source);
  EXPECT_EQ(name_of(Source::Compiled), "compiled");
  EXPECT_EQ(source_named("Probed"), std::nullopt);
  EXPECT_EQ(source_named(""), std::nullopt);
}

TEST(Architecture, IsReadWithADotAndWithout) {
  EXPECT_EQ(read_architecture("9.0"), 90);
  EXPECT_EQ(read_architecture("90a"), 90);
  EXPECT_EQ(read_architecture("12.1"), 121);
  EXPECT_EQ(read_architecture("99999999999999999999"), 9999);
  for (const char* const text : {"", "0", "sm_90", "-9.0"}) EXPECT_EQ(read_architecture(text), std::nullopt) << text;
}

}  // namespace
}  // namespace tcviz
