#include "app/cli/tasks/maxas_variant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <span>
#include <vector>

#include "app/cli/kit/options.hpp"
#include "app/cli/kit/values.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::array<std::string_view, 4> maxas_variant_cache_entries = {"0", "1", "2", "3"};

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

// Returns the place of a word that may be left out.
Result<std::size_t> choice_or(const std::string& option, const std::string& word,
                              std::span<const std::string_view> legal, std::size_t otherwise) {
  return word.empty() ? Result<std::size_t>(otherwise) : parse_choice(option, word, legal);
}

}  // namespace

void add_variant(CLI::App& app, VariantWords& words, std::string_view prefix) {
  const auto option = [&](const char* name) { return fmt::format("{}{}", prefix, name); };
  add_option(app, option("order"), "ORDER", words.order,
             fmt::format("order of issue: {}", fmt::join(names_of(maxas::issue_orders), ", ")));
  add_option(app, option("map"), "MAP", words.map,
             fmt::format("registers of C: {}", fmt::join(names_of(maxas::register_maps), ", ")));
  add_option(app, option("entries"), "ENTRIES", words.entries, "of each slot's reuse cache: 0 to 3 (default 2)");
}

Result<maxas::Variant> read_variant(const VariantWords& words, std::string_view prefix) {
  constexpr maxas::Variant published;
  const auto option = [&](std::string_view name) { return fmt::format("{}{}", prefix, name); };
  const auto order = choice_or(option("order"), words.order, names_of(maxas::issue_orders), 0);
  TCVIZ_TRY(order);
  const auto map = choice_or(option("map"), words.map, names_of(maxas::register_maps), 0);
  TCVIZ_TRY(map);
  const auto entries = choice_or(option("entries"), words.entries, maxas_variant_cache_entries, published.entries);
  TCVIZ_TRY(entries);
  return maxas::Variant{maxas::issue_orders[order.value()].order, maxas::register_maps[map.value()].map,
                        static_cast<int>(entries.value())};
}

}  // namespace tcviz::inline app_cli
