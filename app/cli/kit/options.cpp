#include "app/cli/kit/options.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>

namespace tcviz::inline app_cli {

template <class Value>
void add_option(CLI::App& app, const std::string& names, const std::string& type, Value& into,
                const std::string& help) {
  app.add_option(names, into, help)->type_name(type);
}

template <class Value>
void add_list(CLI::App& app, const std::string& names, const std::string& type, std::vector<Value>& into,
              const std::string& help) {
  app.add_option(names, into, help)->type_name(type)->delimiter(',');
}

void add_words(CLI::App& app, const std::string& names, const std::string& type, std::vector<std::string>& into,
               const std::string& help) {
  app.add_option(names, into, help)->type_name(type)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::string command_name(const CLI::App& app) { return app.get_name(); }

void add_repeated(CLI::App& app, const std::string& names, const std::string& type, std::vector<std::string>& into,
                  const std::string& help) {
  app.add_option(names, into, help)
      ->type_name(type)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_flag_or_word(CLI::App& app, const std::string& names, const std::string& type, std::string& into,
                      std::string_view otherwise, const std::string& help) {
  const auto take = [&into, without = std::string(otherwise)](const std::vector<std::string>& words) {
    into = words.empty() || words.back().empty() ? without : words.back();
    return true;
  };
  app.add_option(names, take, help)
      ->type_name(type)
      ->expected(0, 1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void add_flag(CLI::App& app, const std::string& names, bool& into, const std::string& help) {
  app.add_flag(names, into, help);
}

using Text = const std::string&;
template void add_option(CLI::App&, Text, Text, std::string&, Text);
template void add_option(CLI::App&, Text, Text, int&, Text);
template void add_option(CLI::App&, Text, Text, std::optional<int>&, Text);
template void add_option(CLI::App&, Text, Text, std::optional<double>&, Text);
template void add_option(CLI::App&, Text, Text, std::optional<std::uint64_t>&, Text);
template void add_list(CLI::App&, Text, Text, std::vector<std::string>&, Text);
template void add_list(CLI::App&, Text, Text, std::vector<int>&, Text);

}  // namespace tcviz::inline app_cli
