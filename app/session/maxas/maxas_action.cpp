#include "app/session/maxas/maxas_action.hpp"

#include <algorithm>

#include "app/session/maxas/maxas_places.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/maxas/maxas_tour.hpp"

namespace tcviz::inline app_session {
namespace {

// A window that has slept counts no more than this as passed.
constexpr double most_seconds = 0.1;

int last_position(const MaxasState& s) { return static_cast<int>(maxas_steps(s.kernel).size()) - 1; }

bool is_there(const MaxasState& s, const MaxasObject& object) {
  const auto inside = [](int value, int size) { return value >= 0 && value < size; };
  switch (object.type) {
    case MaxasObject::Type::None:
      return true;
    case MaxasObject::Type::C:
      return inside(object.first, s.kernel.tile) && inside(object.second, s.kernel.tile);
    case MaxasObject::Type::A:
    case MaxasObject::Type::B:
      return inside(object.first, s.kernel.tile) && inside(object.second, 2 * maxas::lines);
    case MaxasObject::Type::Register:
      return inside(object.first, 128);
  }
  return false;
}

void apply(MaxasState& s, const RestMaxas&) {
  s.playing = false;
  s.hover = {};
}

// Changes the kernel. A step of the other kernel may not be there: S1 has fewer loads in sgemm128.
void apply(MaxasState& s, const SetMaxasKernel& a) {
  s.kernel = a.kernel;
  s.thread = std::min(s.thread, s.kernel.threads - 1);
  s.chosen = s.hover = {};
  s.step = maxas_step_at(s.kernel, maxas_position(s.kernel, s.step));
}

void apply(MaxasState& s, const SetMaxasThread& a) {
  s.thread = std::clamp(a.tid, 0, s.kernel.threads - 1);
  s.chosen = {};
}

void apply(MaxasState& s, const SetMaxasVariant& a) {
  if (a.variant.entries >= 0 && a.variant.entries <= maxas::most_entries) s.variant = a.variant;
}

void apply(MaxasState& s, const SetMaxasColor& a) { s.color_by = a.color; }

void go_to(MaxasState& s, int position) {
  s.step = maxas_step_at(s.kernel, position);
  s.due = 0;
}

void apply(MaxasState& s, const SetMaxasStep& a) {
  s.playing = false;
  go_to(s, maxas_position(s.kernel, a.step));
}

void apply(MaxasState& s, const MoveMaxas& a) {
  s.playing = false;
  go_to(s, maxas_position(s.kernel, s.step) + a.steps);
}

void apply(MaxasState& s, const PlayMaxas& a) {
  const bool at_end = maxas_position(s.kernel, s.step) == last_position(s);
  if (a.playing && at_end) go_to(s, 0);
  s.playing = a.playing;
  s.due = 0;
}

void apply(MaxasState& s, const AdvanceMaxas& a) {
  if (!s.playing) return;
  const int rate = maxas_speeds[s.speed];
  s.due += std::clamp(a.seconds, 0.0, most_seconds) * rate;
  const int last = last_position(s);
  int position = maxas_position(s.kernel, s.step);
  for (double lasts = maxas_duration(s.step.stage); s.due >= lasts && position < last;
       lasts = maxas_duration(s.step.stage)) {
    s.due -= lasts;
    s.step = maxas_step_at(s.kernel, ++position);
  }
  if (position == last) s.playing = false;
}

void apply(MaxasState& s, const SetMaxasSpeed& a) {
  if (a.speed < maxas_speeds.size()) s.speed = a.speed;
}

void apply(MaxasState& s, const HoverMaxas& a) {
  if (is_there(s, a.object)) s.hover = a.object;
}

void apply(MaxasState& s, const ChooseMaxas& a) {
  if (!is_there(s, a.object)) return;
  s.chosen = a.object;
  if (a.object.type == MaxasObject::Type::C)
    s.thread = owner_of(s.kernel, s.variant.map, {a.object.first, a.object.second}).tid;
}

void apply(MaxasState& s, const EnlargeMaxas& a) { s.large = a.part; }

void apply(MaxasState& s, const SetMaxasPage& a) {
  if (!a.page) return s.page.reset();
  if (a.page->tour < 0 || a.page->tour >= maxas_tours) return;
  const std::vector<MaxasTourPage> pages = maxas_tour(s.kernel, a.page->tour);
  if (a.page->page < 0 || a.page->page >= static_cast<int>(pages.size())) return;
  const MaxasTourPage& page = pages[static_cast<std::size_t>(a.page->page)];
  s.page = a.page;
  s.variant = {};
  s.playing = false;
  s.large.reset();
  s.step = page.step;
  s.chosen = page.chosen;
  if (page.chosen) s.thread = 0;
}

}  // namespace

void apply_maxas(MaxasState& state, const MaxasAction& action) {
  std::visit([&](const auto& a) { apply(state, a); }, action);
}

}  // namespace tcviz::inline app_session
