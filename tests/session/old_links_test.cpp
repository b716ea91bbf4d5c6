// Settings that windows of version 0.1 kept, each with a link to what was on screen: numbers of choices, "in quad".
#include <fstream>
#include <sstream>

#include "app/session/operations/operations_task.hpp"
#include "app/session/products/products_task.hpp"
#include "app/session/shared_memory/smem_state.hpp"
#include "app/session/whole/link.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

Settings kept_in(const std::string& name) {
  std::ifstream file(std::string(TCVIZ_OLD_SETTINGS "/") + name);
  std::ostringstream text;
  text << file.rdbuf();
  Result<Settings> settings = read_settings(text.str());
  EXPECT_TRUE(settings.ok()) << name << ": " << settings.error().message;
  return settings.ok() ? std::move(settings).value() : Settings{};
}

Link linked_in(const std::string& name) {
  Result<Link> link = read_link(kept_in(name).link);
  EXPECT_TRUE(link.ok()) << name << ": " << link.error().message;
  return link.ok() ? std::move(link).value() : Link{};
}

TEST(OldSettings, open_and_spell_colours_as_the_command_line_does) {
  const Settings settings = kept_in("maxas.json");
  EXPECT_EQ(settings.kept.color_by, ColorBy::InQuad);
  EXPECT_EQ(settings.kept.theme, Theme::Light);
  EXPECT_NE(write_settings(settings).find("\"color_by\": \"in-quad\""), std::string::npos);
}

TEST(OldLinks, of_maxas_opens_and_is_written_in_words) {
  const Link link = linked_in("maxas.json");
  EXPECT_EQ(link.kept.color_by, ColorBy::InQuad);
  const MaxasLook& look = link.task<MaxasLook>();
  EXPECT_EQ(look.kernel.tile, 128);
  EXPECT_EQ(look.variant.order, maxas::IssueOrder::XInner);
  EXPECT_EQ(look.variant.map, maxas::RegisterMap::RowMajor);
  EXPECT_EQ(look.color_by, MaxasColor::Bank);
  EXPECT_EQ(look.large, MaxasPart::Registers);
  const std::string text = write_link(link);
  for (const char* part : {R"("order":"x-inner")", R"("color":"bank")", R"("large":"registers")"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  EXPECT_EQ(write_link(read_link(text).value()), text);
}

TEST(OldLinks, of_shared_memory_opens_and_is_written_in_words) {
  const Link link = linked_in("shared_memory.json");
  const SmemLook& look = link.task<SmemLook>();
  EXPECT_EQ(look.page, SmemPage::Descriptor);
  EXPECT_EQ(look.grids, SmemGrids::Elements);
  EXPECT_EQ(look.color, SmemColor::Bank);
  EXPECT_EQ(look.descriptor.form, DescriptorForm::Sm100);
  EXPECT_EQ(look.descriptor.major, Major::MN);
  const std::string text = write_link(link);
  for (const char* part : {R"("page":"descriptor")", R"("form":"sm100")", R"("major":"mn")"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  EXPECT_EQ(write_link(read_link(text).value()), text);
}

TEST(OldLinks, of_operations_and_products_open_and_are_written_in_words) {
  const Link operations = linked_in("operations.json"), products = linked_in("products.json");
  EXPECT_EQ(operations.task<OperationsTask::Linked>().step_by, StepBy::Thread);
  EXPECT_EQ(operations.task<OperationsTask::Linked>().step, 2);
  EXPECT_EQ(products.task<ProductsTask::Linked>().page, ProductsPage::SpeedUp);
  EXPECT_NE(write_link(operations).find(R"("by":"thread")"), std::string::npos);
  EXPECT_NE(write_link(products).find(R"("page":"speed-up")"), std::string::npos);
}

TEST(OldLinks, take_no_number_and_no_word_that_is_not_known) {
  const Result<Link> link =
      read_link(R"({"format": "tcviz-link/1", "maxas": {"order": 77, "color": "mauve", "map": -1}})");
  ASSERT_TRUE(link.ok());
  EXPECT_EQ(link.value().task<MaxasLook>().variant.order, maxas::IssueOrder::SwirlZigzag);
  EXPECT_EQ(link.value().task<MaxasLook>().color_by, MaxasColor::Lane);
}

}  // namespace
}  // namespace tcviz
