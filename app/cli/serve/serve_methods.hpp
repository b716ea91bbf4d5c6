// The table of the methods of `tcviz serve`. Each method is a command of tcviz with some of its options; here a request
// is converted to that command line, but not run.
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

// A parameter of a method: a text. `required`: must be given; `flag`: is a boolean; `several`: may be a list; `number`:
// may be a number as well.
struct ServeParameter {
  std::string name;    // "kind", "row": the name in "params"
  std::string option;  // "--row"; "KIND" for a positional argument
  bool required = false, flag = false, several = false, number = false;
};

// A method.
struct ServeMethod {
  std::string_view name;       // "check"
  std::string_view command;    // the command that is run
  std::string_view fixed;      // words added to every command line: "--json"
  std::string_view options;    // parameters, separated by blanks; suffixes: ! required, ? flag, * several, # number
  std::string_view purpose;    // a sentence for clients
  std::string_view tool = {};  // its name as a tool of the Model Context Protocol; empty: not a tool
  bool json = true;            // the answer is JSON; false: text
};

std::span<const ServeMethod> serve_methods();
const ServeMethod* find_serve_method(std::string_view name);
const ServeMethod* find_serve_tool(std::string_view tool);
std::vector<ServeParameter> parameters_of(const ServeMethod& method);

// Returns the command line for a request. Returns the error BadInput if a parameter is unknown, missing or of the wrong
// type.
Result<ServeWords> words_of(const ServeMethod& method, const ServeJson& params);

}  // namespace tcviz::inline app_cli
