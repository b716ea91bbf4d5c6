// The methods of `tcviz serve` as rows: each is a command with some of its options, so that no answer is written twice.
// Pure: words in, words out; runs nothing.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

using ServeJson = nlohmann::json;
using ServeWords = std::vector<std::string>;

struct ServeParameter {
  std::string name;    // "kind", "row": the name in "params"
  std::string option;  // "--row"; "KIND" for a word that stands by itself
  bool required = false, flag = false, several = false;
};

struct ServeMethod {
  std::string_view name;       // "check"
  std::string_view command;    // the command that answers
  std::string_view fixed;      // words that every request gets: "--json"
  std::string_view options;    // separated by blanks; behind one, ! means required, ? a flag, * several words
  std::string_view purpose;    // a sentence
  std::string_view tool = {};  // its name among the tools of the Model Context Protocol; empty: it is none
  bool json = true;            // the answer; else text
};

std::span<const ServeMethod> serve_methods();
const ServeMethod* find_serve_method(std::string_view name);
const ServeMethod* find_serve_tool(std::string_view tool);
std::vector<ServeParameter> parameters_of(const ServeMethod& method);

// Returns the command line that answers. BadInput if a parameter is unknown, missing or of the wrong type.
Result<ServeWords> words_of(const ServeMethod& method, const ServeJson& params);

}  // namespace tcviz::inline app_cli
