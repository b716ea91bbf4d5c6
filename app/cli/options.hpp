// What a command accepts, declared without the header of CLI11, which takes each file that includes it seconds to
// compile. `names` is "-o,--output", or "KIND" for a word that stands by itself; `type` is what --help calls the value.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tcviz {

// Of several given, the last one counts. For the types that options.cpp lists: text, and numbers of some kinds.
template <class Value>
void add_option(CLI::App& app, const std::string& names, const std::string& type, Value& into, const std::string& help);

// Several with commas between them.
template <class Value>
void add_list(CLI::App& app, const std::string& names, const std::string& type, std::vector<Value>& into,
              const std::string& help);

// Several words.
void add_words(CLI::App& app, const std::string& names, const std::string& type, std::vector<std::string>& into,
               const std::string& help);

void add_flag(CLI::App& app, const std::string& names, bool& into, const std::string& help);

}  // namespace tcviz
