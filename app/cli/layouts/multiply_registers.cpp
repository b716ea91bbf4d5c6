#include "app/cli/layouts/multiply_registers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "app/cli/kit/target.hpp"
#include "app/cli/layouts/groups.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned seed_of_products = 20261123;

std::vector<LayoutSource*> stated_and_recorded(const Sources& sources) {
  std::vector<LayoutSource*> chosen;
  for (const auto& source : sources.all()) {
    const SourceClass type = source->info().type;
    if (type != SourceClass::Documented && type != SourceClass::Recorded) continue;
    const std::vector<std::string> ids = source->kinds();
    const auto is_operand = [](const std::string& id) {
      const Kind* kind = find_kind(id);
      return kind != nullptr && multiplies(*kind);
    };
    if (std::ranges::any_of(ids, is_operand)) chosen.push_back(source.get());
  }
  return chosen;
}

void say_what_it_is(std::span<LayoutSource* const> sources, Context& context) {
  std::vector<std::string> names;
  for (const LayoutSource* source : sources) names.push_back(source->info().name);
  context.notes << fmt::format(
      "mma, mma.sp, wgmma, wgmma.sp: whole products on the CPU, packed and read by the layouts of {}; the register "
      "machine between them knows blocks of 8 rows by 4 words, and no formula. No tensor core took part, and a "
      "renaming of m, n or k that is alike in all operands would not show.\n",
      fmt::join(names, " and "));
}

std::vector<std::string> line_of(const std::string& name, int kinds, const KindOpinion& sum) {
  return {name, kinds == 1 ? "" : fmt::format("{} kinds", kinds), fmt::format("{} of {}", sum.agree, sum.products),
          std::string(name_of(sum.opinion)), sum.why};
}

// As many as are read one by one.
constexpr std::size_t most_opinions = 40;

}  // namespace

Result<std::vector<KindOpinion>> ask_register_machine(std::span<const Kind* const> kinds, const std::string& device,
                                                      Context& context) {
  if (kinds.empty()) return std::vector<KindOpinion>{};
  if (!device.empty()) {
    const Result<OpenedSource> opened = open_source(context, device);
    TCVIZ_TRY(opened);
    const std::array one{opened.value().source};
    say_what_it_is(one, context);
    return tensor_opinions(kinds, one, seed_of_products);
  }
  const Sources sources = context.backends.sources(LookFor::Files);
  const std::vector<LayoutSource*> chosen = stated_and_recorded(sources);
  say_what_it_is(chosen, context);
  return tensor_opinions(kinds, chosen, seed_of_products);
}

Table table_of(std::span<const KindOpinion> opinions) {
  Table table{{"kind", "", "products", "A B + C", "why not"}, {false, true, true, false, false}, {}};
  const bool folds = opinions.size() > most_opinions;
  for (std::size_t first = 0, end = 0; first < opinions.size(); first = end) {
    const KindOpinion& begin = opinions[first];
    KindOpinion sum = begin;
    end = first + 1;
    while (folds && begin.opinion == Opinion::Agrees && end < opinions.size() &&
           opinions[end].opinion == Opinion::Agrees && fold_key(*opinions[end].kind) == fold_key(*begin.kind)) {
      sum.products += opinions[end].products;
      sum.agree += opinions[end++].agree;
    }
    const int kinds = static_cast<int>(end - first);
    table.rows.push_back(line_of(kinds == 1 ? std::string(begin.kind->id) : fold_key(*begin.kind), kinds, sum));
  }
  return table;
}

Json json_of(std::span<const KindOpinion> opinions) {
  Json list = Json::array();
  for (const KindOpinion& each : opinions) {
    list.push_back({{"kind", each.kind->id},
                    {"opinion", name_of(each.opinion)},
                    {"products", each.products},
                    {"agree", each.agree},
                    {"why", each.why}});
  }
  return list;
}

}  // namespace tcviz::inline app_cli
