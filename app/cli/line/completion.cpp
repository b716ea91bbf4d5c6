#include "app/cli/line/completion.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <ostream>
#include <vector>

#include "app/cli/kernels/xray_example.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/line/commands.hpp"
#include "app/cli/line/usage.hpp"
#include "app/export/figure/figure.hpp"
#include "app/scene/grid/names.hpp"
#include "app/session/learn/built_in_lessons.hpp"
#include "gpu/kernel/maxas/collector.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {
namespace {

using Words = std::vector<std::string>;

Words kind_ids(const Context&) {
  Words ids;
  for (const Kind& kind : catalogue()) ids.emplace_back(kind.id);
  return ids;
}

Words device_names(const Context& context) {
  Words names = {"cuda:0"};  // a name, whether or not the GPU is there
  const Sources sources = context.backends.sources(LookFor::Files);
  for (const auto& source : sources.all()) names.push_back(source->info().name);
  return names;
}

Words families(const Context&) {
  Words names;
  for (const Family family : all_families()) names.emplace_back(name_of(family));
  return names;
}

Words formats(const Context&) {
  Words words;
  for (const FormatRow& row : figure_formats()) words.emplace_back(row.word);
  return words;
}

template <class Choice>
Words choices(const Context&) {
  const std::vector<std::string_view> words = words_of<Choice>();
  return {words.begin(), words.end()};
}

Words color_choices(const Context&) { return {"auto", "always", "never"}; }
Words shells(const Context& context) {
  Words names;
  for (const CompletionScript& script : context.completions) names.emplace_back(script.shell);
  return names;
}

template <class Rows>
Words row_names(const Rows& rows) {
  Words words;
  for (const auto& row : rows) words.emplace_back(row.name);
  return words;
}
Words issue_orders(const Context&) { return row_names(maxas::issue_orders); }
Words register_maps(const Context&) { return row_names(maxas::register_maps); }
Words maxas_actions(const Context&) { return {"stats", "trace"}; }
Words maxas_kernels(const Context&) { return {"64", "128"}; }
Words cache_entries(const Context&) { return {"0", "1", "2", "3"}; }
Words maxas_steps(const Context&) { return {"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"}; }
Words maxas_pages(const Context&) { return {"1:1", "1:2", "1:3", "1:4", "1:5", "2:1", "2:2", "2:3", "2:4"}; }
Words lesson_ids(const Context&) {
  Words words;
  for (const Lesson& lesson : built_in_lessons()) words.push_back(lesson.id);
  return words;
}
Words xray_examples(const Context&) { return xray_example_names(); }
Words traced(const Context&) { return {"ffma", "load", "store"}; }

// The candidates for a word that the help calls KIND, DEVICE, ...
struct Values {
  std::string_view type;
  Words (*list)(const Context&);
};
constexpr std::array<Values, 23> values = {{{"KIND", kind_ids},
                                            {"DEVICE", device_names},
                                            {"DEVICE|KIND", device_names},
                                            {"FAMILY", families},
                                            {"FORMAT", formats},
                                            {"THEME", choices<Theme>},
                                            {"VIEW", choices<ViewMode>},
                                            {"COLORING", choices<ColorBy>},
                                            {"LABELS", choices<LabelBy>},
                                            {"PALETTE", choices<Palette>},
                                            {"ARRANGEMENT", choices<Arrangement>},
                                            {"ACTION", maxas_actions},
                                            {"KERNEL", maxas_kernels},
                                            {"ORDER", issue_orders},
                                            {"MAP", register_maps},
                                            {"ENTRIES", cache_entries},
                                            {"TRACED", traced},
                                            {"STEP", maxas_steps},
                                            {"PAGE", maxas_pages},
                                            {"WHEN", color_choices},
                                            {"LESSON", lesson_ids},
                                            {"EXAMPLE", xray_examples},
                                            {"SHELL", shells}}};

Words values_of(const CLI::Option& option, const Context& context) {
  for (const Values& row : values)
    if (row.type == option.get_type_name()) return row.list(context);
  return {};
}

Words with_prefix(std::string_view prefix, Words words) {
  for (std::string& word : words) word.insert(0, prefix);
  return words;
}

// Returns the option that takes a value after this word, or null.
const CLI::Option* option_of(const CLI::App& app, const std::string& word) {
  if (word.size() < 2 || word.front() != '-') return nullptr;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_positional() && option->check_name(word) && option->get_items_expected_max() > 0) return option;
  return nullptr;
}

const CLI::App& command_of(std::span<const std::string> words, const CLI::App& root) {
  if (words.size() > 1)
    for (const CLI::App* app : root.get_subcommands([](const CLI::App*) { return true; }))
      if (app->get_name() == words.front()) return *app;
  return root;
}

Words command_names() {
  Words names = {std::string(help_command)};
  for (const Command& command : commands().subspan(1)) names.emplace_back(command.name);
  return names;
}

Words positional_values(const CLI::App& app, bool first, const Context& context) {
  Words candidates;
  if (app.get_parent() == nullptr && first)
    for (std::string& name : command_names()) candidates.push_back(std::move(name));
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional())
      for (std::string& value : values_of(*option, context)) candidates.push_back(std::move(value));
  return candidates;
}

Words candidates_for(std::span<const std::string> words, const CLI::App& root, const Context& context) {
  const std::string& current = words.back();
  if (words.size() == 2 && words.front() == help_command) return command_names();
  const CLI::App& app = command_of(words, root);
  const std::string before = words.size() > 1 ? words[words.size() - 2] : std::string();
  if (const CLI::Option* option = option_of(app, before)) return values_of(*option, context);
  const std::size_t equals = current.find('=');
  if (equals != std::string::npos) {
    const CLI::Option* option = option_of(app, current.substr(0, equals));
    return option ? with_prefix(current.substr(0, equals + 1), values_of(*option, context)) : Words{};
  }
  if (current.starts_with('-')) return option_names(app);
  return positional_values(app, words.size() == 1, context);
}

}  // namespace

std::string example_of(std::string_view type, const Context& context) {
  constexpr std::size_t most_choices = 12;
  if (type.starts_with("DEVICE")) return "A100 or recorded:sm_90";
  if (type == "KIND") return "wmma.m16n16k16.acc.f32";
  const auto row = std::ranges::find(values, type, &Values::type);
  if (row == values.end()) return "";
  const Words words = row->list(context);
  const std::vector<std::string_view> choices(words.begin(), words.end());
  return choices.size() > most_choices ? "" : join_choices(choices);
}

Status print_completions(std::span<const std::string> words, const CLI::App& root, Context& context) {
  if (words.empty()) return Nothing{};
  for (const std::string& candidate : candidates_for(words, root, context))
    if (candidate.starts_with(words.back())) context.out << candidate << "\n";
  return Nothing{};
}

namespace {

Status completion(const std::string& shell, Context& context) {
  if (shell.empty())
    return bad_input(
        "no shell is named: `eval \"$(tcviz completion bash)\"` completes in this bash, `eval \"$(tcviz completion "
        "zsh)\"` in zsh, `tcviz completion fish | source` in fish.");
  std::vector<std::string_view> shells;
  for (const CompletionScript& script : context.completions) shells.push_back(script.shell);
  const Result<std::size_t> known = parse_choice("shell", shell, shells);
  TCVIZ_TRY(known);
  context.out << context.completions[known.value()].text;
  return Nothing{};
}

}  // namespace

Runner declare_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  add_option(app, "SHELL", "SHELL", *shell, "bash, fish or zsh");
  return [shell](Context& context) { return completion(*shell, context); };
}

}  // namespace tcviz::inline app_cli
