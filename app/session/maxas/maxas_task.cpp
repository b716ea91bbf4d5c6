#include "app/session/maxas/maxas_task.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "app/session/base/json_take.hpp"
#include "app/session/maxas/maxas_steps.hpp"

namespace tcviz::inline app_session {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 5> object_words = {"none", "c", "a", "b", "register"};
constexpr std::array<std::string_view, maxas_parts> part_words = {"tile",      "strips", "registers", "order",
                                                                  "collector", "shared", "timeline",  "bits"};

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace

std::optional<Workspace> MaxasTask::leads_to(const MaxasState& maxas, const Action& action) {
  const auto* const turned = std::get_if<SetMaxasPage>(&action);
  const bool there = turned != nullptr && turned->page && turned->page == maxas.page;
  return there ? std::optional(Workspace::Maxas) : std::nullopt;
}

nlohmann::json MaxasTask::write(const Linked& linked, Workspace) {
  const MaxasLook& look = linked.maxas;
  json object = {{"tile", look.kernel.tile},
                 {"thread", look.thread},
                 {"order", maxas::issue_orders[static_cast<std::size_t>(look.variant.order)].name},
                 {"map", maxas::register_maps[static_cast<std::size_t>(look.variant.map)].name},
                 {"entries", look.variant.entries},
                 {"color", word_in(maxas_color_names, look.color_by)},
                 {"step", maxas_step_text(look.step)}};
  if (look.chosen) object["chosen"] = {word_in(object_words, look.chosen.type), look.chosen.first, look.chosen.second};
  if (look.large) object["large"] = word_in(part_words, *look.large);
  if (look.page) object["page"] = {look.page->tour, look.page->page};
  return object;
}

void MaxasTask::read(const nlohmann::json& object, Workspace, Linked& into) {
  MaxasLook& look = into.maxas;
  int tile = 0;
  std::string step;
  take(object, "tile", tile);
  take(object, "step", step);
  for (const SgemmKernel& kernel : sgemm_kernels)
    if (kernel.tile == tile) look.kernel = kernel;
  take(object, "thread", look.thread);
  take_choice(object, "order", names_of(maxas::issue_orders), look.variant.order);
  take_choice(object, "map", names_of(maxas::register_maps), look.variant.map);
  take(object, "entries", look.variant.entries);
  look.variant.entries = std::clamp(look.variant.entries, 0, maxas::most_entries);
  take_choice(object, "color", maxas_color_names, look.color_by);
  if (const auto parsed = parse_maxas_step(look.kernel, step)) look.step = parsed.value();
  if (object.contains("chosen")) {
    const auto chosen = object.at("chosen").get<std::array<json, 3>>();
    MaxasObject found{MaxasObject::Type::None, chosen[1].get<int>(), chosen[2].get<int>()};
    if (read_choice(chosen[0], object_words, found.type)) look.chosen = found;
  }
  MaxasPart large{};
  if (object.contains("large")) {
    take_choice(object, "large", part_words, large);
    look.large = large;
  }
  if (!object.contains("page")) return;
  const auto page = object.at("page").get<std::array<int, 2>>();
  look.page = MaxasPage{page[0], page[1]};
}

void MaxasTask::follow(MaxasState& maxas, const Linked& linked, Workspace) {
  const MaxasLook& look = linked.maxas;
  apply_maxas(maxas, SetMaxasKernel{look.kernel});
  if (look.page) return apply_maxas(maxas, SetMaxasPage{look.page});
  apply_maxas(maxas, SetMaxasVariant{look.variant});
  apply_maxas(maxas, SetMaxasColor{look.color_by});
  apply_maxas(maxas, SetMaxasThread{look.thread});
  apply_maxas(maxas, ChooseMaxas{look.chosen});
  apply_maxas(maxas, SetMaxasThread{look.thread});
  apply_maxas(maxas, SetMaxasStep{look.step});
  apply_maxas(maxas, EnlargeMaxas{look.large});
}

}  // namespace tcviz::inline app_session
