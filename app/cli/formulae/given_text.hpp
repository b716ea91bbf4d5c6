// The text of a formula as a person wrote it, and the messages if it cannot be read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

struct Given {
  std::string option;  // "--row"
  std::string text;
  Quantity value;
};

// Returns the line of the text with the place marked below it, after a line end.
std::string marked(const Given& given, TextRange range);

struct Unread {
  const Given& given;
  const std::vector<Diagnostic>& diagnostics;
};
std::string text_of(const Unread& unread);
// Returns a list of {"message", "begin", "end", "in", "fix"}.
nlohmann::ordered_json json_of(const Unread& unread);

// Reads a file of at most a megabyte, or standard input if it is called -.
Result<std::string> read_text(const std::string& file);

}  // namespace tcviz::inline app_cli
