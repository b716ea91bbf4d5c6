#include "app/session/xray/live_action.hpp"

#include <algorithm>

namespace tcviz::inline app_session {
namespace {

bool has_element(const LiveLook& live, const std::optional<Element>& element) {
  return !element || (live.run && element->row >= 0 && element->col >= 0 && element->row < live.run->grid.rows &&
                      element->col < live.run->grid.cols);
}

// Asks again; the screen stays as it is until the answer comes.
void ask_again(XrayState& s) {
  s.live->problem.clear();
  s.live_asked = LiveQuestion{s.live->path, s.live->at, s.live->expect};
  s.live->job = ++s.live_jobs;
  s.live->task.end();
  s.live->task.want();
}

}  // namespace

void apply_live(XrayState& s, const OpenLive& a) {
  s.live.emplace();
  s.live->path = a.path, s.live->name = a.name;
  ask_again(s);
}
void apply_live(XrayState& s, const CloseLive&) { s.live.reset(), s.live_asked.reset(); }
void apply_live(XrayState& s, const ChooseLiveTake& a) {
  if (!s.live || !s.live->run || a.at < 0 || a.at >= static_cast<int>(s.live->run->takes.size())) return;
  if (a.at == s.live->at && s.live->problem.empty()) return;
  s.live->at = a.at, s.live->wrong = -1;
  s.live->chosen.reset(), s.live->hover.reset();
  ask_again(s);
}
void apply_live(XrayState& s, const ExpectLive& a) {
  if (!s.live || a.text == s.live->expect) return;
  s.live->expect = a.text, s.live->wrong = -1;
  ask_again(s);
}
void apply_live(XrayState& s, const HoverLive& a) {
  if (s.live && has_element(*s.live, a.element)) s.live->hover = a.element;
}
void apply_live(XrayState& s, const ChooseLive& a) {
  if (s.live && has_element(*s.live, a.element)) s.live->chosen = a.element;
}
void apply_live(XrayState& s, const MoveLive& a) {
  if (!s.live || !s.live->run) return;
  const LiveGrid& grid = s.live->run->grid;
  const Element from = s.live->chosen.value_or(Element{-a.rows, -a.cols});
  s.live->chosen =
      Element{std::clamp(from.row + a.rows, 0, grid.rows - 1), std::clamp(from.col + a.cols, 0, grid.cols - 1)};
}
void apply_live(XrayState& s, const StepLiveWrong& a) {
  const int count = s.live && s.live->run ? static_cast<int>(s.live->run->wrong.size()) : 0;
  if (count == 0) return;
  const int from = s.live->wrong < 0 && a.steps < 0 ? 0 : s.live->wrong;
  s.live->wrong = ((from + a.steps) % count + count) % count;
  s.live->chosen = s.live->run->wrong[static_cast<std::size_t>(s.live->wrong)].element;
}
void apply_live(XrayState& s, const TakeLive& a) {
  if (!s.live || a.job != s.live->job) return;
  s.live->run = a.run;
  s.live->problem.clear();
  if (!has_element(*s.live, s.live->chosen)) s.live->chosen.reset();
  if (!has_element(*s.live, s.live->hover)) s.live->hover.reset();
  if (!s.live->task.is_wished()) s.live->task.end();
}
void apply_live(XrayState& s, const FailLive& a) {
  if (!s.live || a.job != s.live->job || s.live->task.is_wished()) return;
  s.live->problem = a.why;
  s.live->task.end();
}

}  // namespace tcviz::inline app_session
