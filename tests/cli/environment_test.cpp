#include "app/cli/environment.hpp"

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

TEST(ConfigFolder, ByTheXdgSpecification) {
  EXPECT_EQ(config_folder(with({{"XDG_CONFIG_HOME", "/x"}, {"HOME", "/h"}})), "/x/tcviz");
  EXPECT_EQ(config_folder(with({{"XDG_CONFIG_HOME", "relative"}, {"HOME", "/h"}})), "/h/.config/tcviz");
  EXPECT_EQ(config_folder(with({{"XDG_CONFIG_HOME", ""}, {"HOME", "/h"}})), "/h/.config/tcviz");
  EXPECT_EQ(config_folder(with({})), "");
}

}  // namespace
}  // namespace tcviz
