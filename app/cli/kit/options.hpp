// Declares the options of a command without the header of CLI11, which takes each file that includes it seconds to
// compile. `names` is "-o,--output", or "KIND" for a word that stands by itself; `type` is the word that --help shows
// for the value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// Adds an option. If it comes several times, the last one counts; --device may have one value only. For the types that
// options.cpp lists: text, and numbers of some kinds.
template <class Value>
void add_option(CLI::App& app, const std::string& names, const std::string& type, Value& into, const std::string& help);

// Adds an option that takes several values with commas between them.
template <class Value>
void add_list(CLI::App& app, const std::string& names, const std::string& type, std::vector<Value>& into,
              const std::string& help);

// Adds an option that takes several words.
void add_words(CLI::App& app, const std::string& names, const std::string& type, std::vector<std::string>& into,
               const std::string& help);

// Adds an option that may be given several times, each with a word.
void add_repeated(CLI::App& app, const std::string& names, const std::string& type, std::vector<std::string>& into,
                  const std::string& help);

// Returns "show"; empty for the program itself.
std::string command_name(const CLI::App& app);

// Adds a flag that may have a word; without one its value is `otherwise`.
void add_flag_or_word(CLI::App& app, const std::string& names, const std::string& type, std::string& into,
                      std::string_view otherwise, const std::string& help);

void add_flag(CLI::App& app, const std::string& names, bool& into, const std::string& help);

}  // namespace tcviz::inline app_cli
