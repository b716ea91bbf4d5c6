// Adds to a launch what one file or comment states, and keeps where that stands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/launch_text.hpp"

namespace tcviz::inline gpu_xray {

// The words of one place, added to those that were said nearer to the user.
class StatedWords {
 public:
  StatedWords(LaunchWords& words, std::string place) : words_(words), place_(std::move(place)) {}

  // Fills `into`, a part of the words, if it is empty.
  void say(std::string_view option, std::string& into, std::string word);
  // Adds the arguments of a whole launch. Those that were typed stay if they are no fewer; else each of them replaces
  // the one of its name. Those that a nearer place states stay.
  Status say_arguments(std::vector<std::string> all);
  // Adds an expectation, unless `nearer`, those that were there before, has one for that output.
  void say_expected(std::string text, const std::vector<std::string>& nearer);

 private:
  Error replaces_none(std::string_view one, const std::vector<std::string>& all) const;

  LaunchWords& words_;
  std::string place_;
};

}  // namespace tcviz::inline gpu_xray
