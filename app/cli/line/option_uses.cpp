#include "app/cli/line/option_uses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/cli/kit/words.hpp"

namespace tcviz::inline app_cli {
namespace {

// Each of `options` has a use only beside one of `beside`. Names are separated by blanks; those of places are capitals.
struct BesideRow {
  std::string_view command, options, beside;
};
constexpr auto beside_rows = std::to_array<BesideRow>({
    {"kinds", "--markdown", "--groups"},
    {"kinds", "-o", "--recompute"},
    {"image", "--type --operand --major --n --sparse", "--descriptor"},
    {"image", "--inner --planes --atom", "--tma"},
    {"image", "--cols --lbo --sbo --base", "ID"},
    {"image", "--rows --start", "ID --tma"},
    {"image", "--color-by --grids --every-element --theme --palette", "-o"},
    {"descriptor", "--rows --cols --lbo --sbo --base --start", "--image"},
    {"descriptor", "--type --operand --major --n --sparse", "NUMBER"},
    {"banks", "--rows --cols --lbo --sbo --base --start --device", "--ldmatrix"},
    {"banks", "--theme --palette", "-o"},
    {"journey", "--theme --palette", "-o"},
});

// The option leaves a use to no other one but those of `others`.
struct AloneRow {
  std::string_view command, option, others;
};
constexpr auto alone_rows = std::to_array<AloneRow>({
    {"kinds", "--recompute", "-o --json"},
    {"kinds", "--multiply", "WORD --family --device --json"},
    {"kinds", "--groups", "WORD --family --markdown --json"},
    {"xray", "--example", ""},
    {"live", "--example", ""},
    {"live", "--header", ""},
    {"figures", "--example", ""},
    {"check", "--published", "KIND --json"},
    {"demo", "--list", "--json"},
    {"bench", "--list", "WHAT --json -o"},
});

// Of two options the command can answer one.
struct ApartRow {
  std::string_view command, one, other;
};
constexpr auto apart_rows = std::to_array<ApartRow>({
    {"kinds", "--markdown", "--json"},
    {"image", "--json", "-o"},
    {"descriptor", "NUMBER", "--image"},
    {"banks", "--json", "-o"},
    {"journey", "--json", "-o"},
    {"xray", "--all-blocks", "--block-at"},
    {"xray", "--watch", "--ptx"},
    {"xray", "--watch", "--insert"},
    {"formula", "--prove", "--style"},
    {"formula", "--prove", "--inverse"},
    {"demo", "--source", "--json"},
    {"demo", "--source", "--all"},
});

// True if the option was typed. The command has it: a name that it lacks throws, and no test of the command passes.
bool is_given(const CLI::App& app, std::string_view name) { return app.get_option(std::string(name))->count() > 0; }

Status check_beside(const CLI::App& app, const BesideRow& row) {
  const std::vector<std::string_view> beside = blank_separated(row.beside);
  const auto given = [&](std::string_view name) { return is_given(app, name); };
  if (std::ranges::any_of(beside, given)) return Nothing{};
  const std::vector<std::string_view> options = blank_separated(row.options);
  const auto useless = std::ranges::find_if(options, given);
  if (useless == options.end()) return Nothing{};
  return bad_input(fmt::format("`tcviz {}` has a use for {} only with {}: add that, or leave {} out.", row.command,
                               *useless, fmt::join(beside, " or "), *useless));
}

Status check_alone(const CLI::App& app, const AloneRow& row) {
  if (!is_given(app, row.option)) return Nothing{};
  const std::string left = fmt::format("{} --color {}", row.option, row.others);
  const std::vector<std::string_view> others = blank_separated(left);
  for (const CLI::Option* option : app.get_options()) {
    const auto is_this = [&](std::string_view name) { return app.get_option_no_throw(std::string(name)) == option; };
    if (option->count() == 0 || std::ranges::any_of(others, is_this)) continue;
    return bad_input(fmt::format("`tcviz {} {}` has no use for {}: leave it out.", row.command, row.option,
                                 option->get_positional() ? option->results().front() : option->get_name()));
  }
  return Nothing{};
}

Status check_apart(const CLI::App& app, const ApartRow& row) {
  const bool one = is_given(app, row.one), other = is_given(app, row.other);
  if (!one || !other) return Nothing{};
  return bad_input(fmt::format("`tcviz {}` takes {} or {}, not both.", row.command, row.one, row.other));
}

}  // namespace

Status check_uses(const CLI::App& app, std::string_view command) {
  for (const AloneRow& row : alone_rows)
    if (row.command == command) TCVIZ_TRY(check_alone(app, row));
  for (const ApartRow& row : apart_rows)
    if (row.command == command) TCVIZ_TRY(check_apart(app, row));
  for (const BesideRow& row : beside_rows)
    if (row.command == command) TCVIZ_TRY(check_beside(app, row));
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
