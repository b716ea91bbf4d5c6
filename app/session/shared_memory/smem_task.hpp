// Registers the workspace Shared memory as a task in whole/tasks.cpp; whole/tasks.hpp explains the members.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/base/read_range.hpp"
#include "app/session/base/task_row.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "gpu/smem/banks.hpp"

namespace tcviz::inline app_session {

inline constexpr std::array<std::string_view, smem_pages> smem_page_words = {"image", "descriptor", "banks", "journey"};
inline constexpr std::array<std::string_view, 3> smem_grids_words = {"both", "lines", "elements"};
inline constexpr std::array<std::string_view, 3> smem_color_words = {"k", "row", "bank"};
inline constexpr std::array<std::string_view, 2> smem_form_words = {"sm90", "sm100"};

inline std::string id_text(const SmemImage& image) { return spell(id_of(image)); }
// Returns the image with the layout that an id names.
std::optional<SmemImage> with_id(SmemImage image, const std::string& id);

template <class V>
void fields(V& v, SmemImage& t) {
  v.as("id", t, id_text, [&](const std::string& id) { return with_id(t, id); });
  v("rows", t.rows);
  v("cols", t.cols);
  v("base", t.base);
  v("start", t.start);
  v.maybe("lbo", t.lbo);
  v.maybe("sbo", t.sbo);
}

template <class V>
void fields(V& v, SmemDescriptor& t) {
  v.word("form", t.form, smem_form_words);
  v("bits", t.bits);
  v.word("type", t.type, descriptor_types());
  v("a", t.is_a);
  v("sparse", t.sparse);
  v("n", t.n);
  v("major", t.major);
  v.maybe("other", t.other);
}

template <class V>
void fields(V& v, SmemAccess& t) {
  v.as(
      "op", t.op, [](const std::string& op) { return op; },
      [](const std::string& op) { return find_warp_access(op) != nullptr ? std::optional(op) : std::nullopt; });
  v("of_image", t.of_image);
  v("address", t.address);
  v("row", t.row);
  v("col", t.col);
  v("pitch", t.pitch);
}

template <class V>
void fields(V& v, SmemJourney& t) {
  v.word("preset", t.preset, names_of(journey_presets()));
  v.as(
      "element", t.element, [](const JourneyElement& element) { return spell(element); },
      [](const std::string& text) { return if_known(read_journey_element(text)); });
  v("m", t.sizes.m);
  v("n", t.sizes.n);
  v("k", t.sizes.k);
  v("hop", t.hop);
}

struct SmemTask {
  using Action = SmemAction;
  using State = SmemState;
  static void apply(SmemState& smem, const Action& action) { apply_smem(smem, action); }
  // Returns the workspace Shared memory if `action` shows one of its pages.
  static std::optional<Workspace> leads_to(const SmemState& smem, const Action& action);

  // The part of the state that a link contains.
  using Linked = SmemLook;
  static constexpr LinkKey keys[] = {{Workspace::SharedMemory, "shared_memory"}};
  static const Linked& linked(const SmemState& smem) { return smem; }
  template <class V>
  static void fields(V& v, Linked& t, Workspace) {
    v.word("page", t.page, smem_page_words);
    v.word("grids", t.grids, smem_grids_words);
    v.word("color", t.color, smem_color_words);
    v("elements", t.every_element);
    v("height", t.line_height);
    v.row("scroll", t.first_line, t.first_row);
    v("image", t.image);
    v("descriptor", t.descriptor);
    v("journey", t.journey);
    v("access", t.access);
    if (v.has("chosen", t.chosen)) v.row("chosen", t.chosen->row, t.chosen->col);
  }
  static void mend(Linked& look) { look = mended(std::move(look)); }
  static void follow(SmemState& smem, const Linked& look, Workspace) { static_cast<SmemLook&>(smem) = look; }

  static std::string figure_path(const SmemState& smem);
  static Result<FigureBytes> figure(const SmemState& smem, const FigureWish& wish, const TaskParts& works);
};

}  // namespace tcviz::inline app_session
