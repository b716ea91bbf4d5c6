// The text of a formula that the user gave as an option, and messages if it cannot be read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

// A formula, and the option with which it was given.
struct Given {
  std::string option;  // "--row"
  std::string text;
  Quantity value;
};

// Returns a newline, the line of the text that contains `range`, and a line that marks the range.
std::string marked(const Given& given, TextRange range);

// A formula that cannot be read.
struct Unread {
  const Given& given;
  const std::vector<Diagnostic>& diagnostics;
};
// Returns the messages as text.
std::string text_of(const Unread& unread);
// Returns the messages as a JSON array of {"message", "begin", "end", "in", "fix"}.
nlohmann::ordered_json json_of(const Unread& unread);

// Reads a file of at most a megabyte, or if `file` is "-", standard input; what is empty or no text is an error.
Result<std::string> read_text(const std::string& file);

}  // namespace tcviz::inline app_cli
