#include "app/cli/line/environment.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace tcviz {
namespace {

Environment with(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

TEST(Color, FollowsTheTerminal) {
  EXPECT_TRUE(wants_color(true, with({})));
  EXPECT_FALSE(wants_color(false, with({})));
  EXPECT_FALSE(wants_color(true, with({{"TERM", "dumb"}})));
}

TEST(Color, NoColorBeatsEverything) {
  EXPECT_FALSE(wants_color(true, with({{"NO_COLOR", "1"}})));
  EXPECT_FALSE(wants_color(true, with({{"NO_COLOR", "1"}, {"CLICOLOR_FORCE", "1"}})));
  EXPECT_TRUE(wants_color(true, with({{"NO_COLOR", ""}})));  // no-color.org: present and not empty
}

TEST(Color, ForcedIntoAPipe) {
  EXPECT_TRUE(wants_color(false, with({{"CLICOLOR_FORCE", "1"}})));
  EXPECT_FALSE(wants_color(false, with({{"CLICOLOR_FORCE", "0"}})));
}

TEST(Color, TwentyFourBitsOnlyWhereTheTerminalSaysSo) {
  EXPECT_TRUE(knows_true_color(with({{"COLORTERM", "truecolor"}})));
  EXPECT_TRUE(knows_true_color(with({{"COLORTERM", "24bit"}})));
  EXPECT_FALSE(knows_true_color(with({{"TERM", "xterm-256color"}})));
}

TEST(Columns, OfTheTerminalAndNowhereElse) {
  EXPECT_EQ(terminal_columns(true, 80, with({})), 80u);
  EXPECT_EQ(terminal_columns(true, 80, with({{"COLUMNS", "100"}})), 100u);
  EXPECT_EQ(terminal_columns(true, 80, with({{"COLUMNS", "many"}})), 80u);
  EXPECT_EQ(terminal_columns(true, 0, with({})), 0u);
  EXPECT_EQ(terminal_columns(true, 3, with({})), 20u);
  EXPECT_EQ(terminal_columns(false, 80, with({{"COLUMNS", "100"}})), 0u);
}

TEST(ConfigFolder, ByTheXdgSpecification) {
  EXPECT_EQ(config_folder(with({{"XDG_CONFIG_HOME", "/x"}, {"HOME", "/h"}})), "/x/tcviz");
  EXPECT_EQ(config_folder(with({{"XDG_CONFIG_HOME", "relative"}, {"HOME", "/h"}})), "/h/.config/tcviz");
  EXPECT_EQ(config_folder(with({{"XDG_CONFIG_HOME", ""}, {"HOME", "/h"}})), "/h/.config/tcviz");
  EXPECT_EQ(config_folder(with({})), "");
}

}  // namespace
}  // namespace tcviz
