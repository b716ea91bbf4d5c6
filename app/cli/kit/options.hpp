// Functions that declare the options of a command. They exist so that commands need not include CLI11, which takes
// seconds to compile. `names`: "-o,--output", or "KIND" for a positional argument; `type`: the word for the value in
// --help.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// Adds an option with a value of one of the types that options.cpp lists (text, numbers). Two values are an error.
template <class Value>
void add_option(CLI::App& app, const std::string& names, const std::string& type, Value& into, const std::string& help);

// Adds an option whose value is a list separated by commas.
template <class Value>
void add_list(CLI::App& app, const std::string& names, const std::string& type, std::vector<Value>& into,
              const std::string& help);

// Adds an option with several words as its values.
void add_words(CLI::App& app, const std::string& names, const std::string& type, std::vector<std::string>& into,
               const std::string& help);

// Adds an option that may be given several times, each time with one word.
void add_repeated(CLI::App& app, const std::string& names, const std::string& type, std::vector<std::string>& into,
                  const std::string& help);

// Returns the name of the command, "show"; empty for the program itself.
std::string command_name(const CLI::App& app);

// Adds an option whose value may be missing; it is then `otherwise`.
void add_flag_or_word(CLI::App& app, const std::string& names, const std::string& type, std::string& into,
                      std::string_view otherwise, const std::string& help);

void add_flag(CLI::App& app, const std::string& names, bool& into, const std::string& help);

}  // namespace tcviz::inline app_cli
