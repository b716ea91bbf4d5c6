// Registers the workspace maxas as a task in whole/tasks.cpp; whole/tasks.hpp explains the members.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/base/read_range.hpp"
#include "app/session/base/task_row.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_steps.hpp"

namespace tcviz::inline app_session {

inline constexpr std::array<std::string_view, maxas_parts> maxas_part_words = {
    "tile", "strips", "registers", "order", "collector", "shared", "timeline", "bits"};

constexpr std::string_view name_of(MaxasObject::Type type) {
  return std::array<std::string_view, 5>{"none", "c", "a", "b", "register"}.at(static_cast<std::size_t>(type));
}
constexpr MaxasObject::Type last_of(MaxasObject::Type) { return MaxasObject::Type::Register; }

std::optional<SgemmKernel> kernel_of_tile(int tile);

struct MaxasTask {
  using Action = MaxasAction;
  using State = MaxasState;
  static void apply(MaxasState& maxas, const Action& action) { apply_maxas(maxas, action); }
  // Returns the workspace maxas if `action` has opened a page of a tour.
  static std::optional<Workspace> leads_to(const MaxasState& maxas, const Action& action);

  // The part of the state that a link contains.
  using Linked = MaxasLook;
  static constexpr LinkKey keys[] = {{Workspace::Maxas, "maxas"}};
  static const Linked& linked(const MaxasState& maxas) { return maxas; }
  template <class V>
  static void fields(V& v, Linked& t, Workspace) {
    v.as(
        "tile", t.kernel, [](const SgemmKernel& kernel) { return kernel.tile; }, kernel_of_tile);
    v("thread", t.thread);
    v.word("order", t.variant.order, names_of(maxas::issue_orders));
    v.word("map", t.variant.map, names_of(maxas::register_maps));
    field_clamped(v, "entries", t.variant.entries, 0, maxas::most_entries);
    v.word("color", t.color_by, maxas_color_names);
    v.as("step", t.step, maxas_step_text,
         [&](const std::string& text) { return if_known(parse_maxas_step(t.kernel, text)); });
    if (v.has("chosen", static_cast<bool>(t.chosen))) v.row("chosen", t.chosen.type, t.chosen.first, t.chosen.second);
    if (v.has("large", t.large)) v.word("large", *t.large, maxas_part_words);
    if (v.has("page", t.page)) v.row("page", t.page->tour, t.page->page);
  }
  static void follow(MaxasState& maxas, const Linked& look, Workspace shown);
};

}  // namespace tcviz::inline app_session
