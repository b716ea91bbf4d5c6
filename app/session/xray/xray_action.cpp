#include "app/session/xray/xray_action.hpp"

#include <algorithm>
#include <utility>

#include "app/session/xray/live_action.hpp"
#include "app/session/xray/text_action.hpp"

namespace tcviz::inline app_session {
namespace {

bool is_there(const XrayState& s, const StepSpot& spot) {
  if (s.snapshot() == nullptr || spot.tile < 0 || spot.tile > 2) return false;
  const SnapshotTile& tile = tile_of(*s.snapshot(), spot.tile);
  return spot.row >= 0 && spot.col >= 0 && spot.row < tile.rows && spot.col < tile.cols;
}

int products_of(const XrayState& s) { return s.run ? static_cast<int>(s.run->products.size()) : 0; }

// Asks for the cells of another product; the picture on screen stays until they are there.
void look_at(XrayState& s, int product) {
  if (product < 0 || product >= products_of(s) || (s.product == product && s.snapshot() != nullptr)) return;
  s.product = product;
  s.task.end();
  s.task.want();
}

// Returns the product that a finding names, or the last one before it.
std::optional<int> product_near(const XrayRun& run, const XrayFinding& finding) {
  std::optional<int> found;
  for (std::size_t n = 0; n < run.products.size(); ++n) {
    const XrayEvent& event = run.report.events[run.products[n].event];
    if (event.step > finding.step) break;
    if (event.warp == finding.warp || !found) found = static_cast<int>(n);
  }
  return found;
}

void apply(XrayState& s, const OpenXray& a) {
  if (a.source.size() > most_xray_source) {
    s.problem = "The file is larger than 2 MB: `tcviz xray " + a.name + "` in a terminal takes it.";
    return;
  }
  XrayState fresh;
  fresh.name = a.name, fresh.source = a.source, fresh.is_cuda = a.is_cuda, fresh.declared = s.declared;
  fresh.banks = s.banks, fresh.live_jobs = s.live_jobs;
  fresh.disk.saved = a.source;
  fresh.path = a.path, fresh.example = a.example, fresh.fault = a.fault;
  fresh.text.openings = s.text.openings + 1, fresh.job = s.job;
  s = std::move(fresh);
  s.task.want();
}
void apply(XrayState& s, const ShowXrayAnswer& a) { s.answer_shown = a.shown; }
// Takes what was typed. If the text followed its file in the same frame, both have changed, and the file's stands
// beside.
void apply(XrayState& s, const EditXray& a) {
  if (a.of && a.of->openings != s.text.openings) return;
  if (a.source.size() > most_xray_source) {
    s.problem = "The text would be larger than 2 MB: it stays as it is.";
    return;
  }
  if (a.of && *a.of != s.text) s.disk.other = s.source;
  s.source = a.source;
}
void apply(XrayState& s, const RunXray&);
void apply(XrayState& s, const ReloadXray&) {
  if (take_other_text(s)) apply(s, RunXray{});
}
// Executes the text at once if it follows the file, even if an earlier one is being executed.
void apply(XrayState& s, const TakeXrayText& a) {
  if (!take_text(s, a)) return;
  s.task.end();
  apply(s, RunXray{});
}
void apply(XrayState& s, const LaunchXray& a) {
  if (s.name.empty()) {
    if (!a.launch.empty()) s.problem = "This is the launch of a kernel: open the kernel first, then its launch.";
    return;
  }
  if (s.launch == a.launch) return;
  s.launch = a.launch;
  apply(s, RunXray{});
}
void apply(XrayState& s, const RunXray&) {
  if (s.name.empty()) return;
  s.problem.clear();
  if (s.is_edited()) {
    s.product.reset(), s.chosen.reset(), s.hover.reset();
    s.access = 0, s.access_wish.clear(), s.byte.reset(), s.hover_byte.reset();
  }
  s.task.want();
}
void apply(XrayState& s, const InsertXrayLaunch&) {
  if (!s.run || !s.run->report.proposed) return;
  apply(s, EditXray{with_launch_comment(s.source, *s.run->report.proposed)});
  apply(s, RunXray{});
}
void apply(XrayState& s, const StopXray&) { s.task.want_stop(); }
void apply(XrayState& s, const ChooseXrayProduct& a) { look_at(s, a.product); }
void apply(XrayState& s, const StepXrayProduct& a) {
  if (products_of(s) > 0) look_at(s, std::clamp(s.product.value_or(0) + a.steps, 0, products_of(s) - 1));
}
void apply(XrayState& s, const StepXrayWarp& a) {
  if (!s.product || *s.product >= products_of(s)) return;
  const XrayProduct& from = s.run->products[static_cast<std::size_t>(*s.product)];
  const auto& all = s.run->products;
  int wanted = from.warp;
  for (const XrayProduct& one : all) {  // the next warp that has this product
    if (one.number != from.number || (one.warp - from.warp) * a.steps <= 0) continue;
    if (wanted == from.warp || (a.steps > 0 ? one.warp < wanted : one.warp > wanted)) wanted = one.warp;
  }
  const auto found = std::ranges::find_if(
      all, [&](const XrayProduct& one) { return one.warp == wanted && one.number == from.number; });
  if (found != all.end()) look_at(s, static_cast<int>(found - all.begin()));
}
void apply(XrayState& s, const ChooseXrayFinding& a) {
  if (!s.run || a.finding < 0 || a.finding >= static_cast<int>(s.run->report.findings.size())) return;
  s.finding = a.finding;
  if (const auto near = product_near(*s.run, s.run->report.findings[static_cast<std::size_t>(a.finding)]))
    look_at(s, *near);
}
void apply(XrayState& s, const StepXrayFinding& a) {
  const int count = s.run ? static_cast<int>(s.run->report.findings.size()) : 0;
  if (count > 0) apply(s, ChooseXrayFinding{((s.finding + a.steps) % count + count) % count});
}
void apply(XrayState& s, const DeclareXray& a) { s.declared = a.declared; }
void apply(XrayState& s, const ShowXrayBanks& a) { s.banks = a.shown; }
void apply(XrayState& s, const ChooseXrayAccess& a) {
  const int count = s.run ? static_cast<int>(s.run->report.feeding.size()) : 0;
  if (a.access < 0 || a.access >= count) return;
  s.access = a.access;
  s.access_wish.clear(), s.byte.reset(), s.hover_byte.reset();
}
void apply(XrayState& s, const StepXrayAccess& a) {
  const int count = s.run ? static_cast<int>(s.run->report.feeding.size()) : 0;
  if (count == 0) return;
  const int from = s.access_wish.empty() ? s.access : a.steps > 0 ? -1 : count;
  apply(s, ChooseXrayAccess{((from + a.steps) % count + count) % count});
}
void apply(XrayState& s, const AskXrayAccess& a) {
  if (!s.run || s.is_edited() || !read_access_wish(a.wish).ok()) return;
  s.access_wish = a.wish;
  s.byte.reset(), s.hover_byte.reset();
  s.task.end();
  s.task.want();
}
void apply(XrayState& s, const HoverXrayByte& a) { s.hover_byte = a.byte; }
void apply(XrayState& s, const ChooseXrayByte& a) { s.byte = a.byte; }
void apply(XrayState& s, const MoveXrayByte& a) {
  const BankAccess* const access = s.bank_access();
  if (access == nullptr || access->lines.empty()) return;
  const auto& lines = access->lines;
  const std::int64_t now =
      s.byte.value_or(access->touches.empty() ? lines.front().address : access->touches[0].address);
  const auto at = std::ranges::find(lines, now / bank_line * bank_line, &BankLine::address);
  const auto from = static_cast<int>(at == lines.end() ? 0 : at - lines.begin());
  const auto line = s.byte ? std::clamp(from + a.lines, 0, static_cast<int>(lines.size()) - 1) : from;
  const auto bank = static_cast<int>(now / bank_bytes % banks) + (s.byte ? a.banks : 0);
  s.byte = lines[static_cast<std::size_t>(line)].address + std::int64_t{std::clamp(bank, 0, banks - 1)} * bank_bytes;
}
void apply(XrayState& s, const HoverXray& a) {
  if (!a.spot || is_there(s, *a.spot)) s.hover = a.spot;
}
// Chooses a cell; the way of the element that it holds is wanted too.
void choose(XrayState& s, const std::optional<StepSpot>& spot) {
  if (s.chosen == spot || (spot && !is_there(s, *spot))) return;
  s.chosen = spot;
  if (!spot || s.is_edited()) return;
  const std::string element = spell_element(*s.snapshot(), *spot);
  if (element.empty() || element == s.run->path_of) return;
  s.task.end();
  s.task.want();
}
void apply(XrayState& s, const ChooseXrayCell& a) { choose(s, a.spot); }
void apply(XrayState& s, const MoveXrayCell& a) {
  if (s.snapshot() == nullptr) return;
  StepSpot to = s.chosen.value_or(StepSpot{2, -a.rows, -a.cols});
  to.row += a.rows, to.col += a.cols;
  choose(s, to);
}
void apply(XrayState& s, const SetXrayFigurePath& a) { s.figure_path = a.path; }
void apply(XrayState& s, const TellXray& a) {
  if (a.job == s.job) s.task.tell(a.doing, 0, 0);
}
void apply(XrayState& s, const TakeXrayRun& a) {
  if (a.job != s.job) return;
  if (s.run && (s.run->source != a.run->source || s.run->launch != a.run->launch)) s.before = s.run;
  s.run = a.run;
  s.problem.clear();
  s.finding = std::min(s.finding, static_cast<int>(a.run->report.findings.size()) - 1);
  if (s.product && *s.product >= products_of(s)) s.product.reset();
  if (a.last) s.product = a.product;
  s.shown = a.product;
  if (s.hover && !is_there(s, *s.hover)) s.hover.reset();
  if (a.last && s.chosen && !is_there(s, *s.chosen)) s.chosen.reset();
  if (a.last && !s.task.is_wished()) s.task.end();
}
template <class OtherAction>
void apply(XrayState& s, const OtherAction& a) {
  if constexpr (requires { apply_text(s, a); })
    apply_text(s, a);
  else
    apply_live(s, a);
}
void apply(XrayState& s, const FailXray& a) {
  if (a.job != s.job || s.task.is_wished()) return;
  s.problem = a.why;
  s.task.end(a.stopped);
}

}  // namespace

void apply_xray(XrayState& state, const XrayAction& action) {
  std::visit([&](const auto& a) { apply(state, a); }, action);
}

void restore_xray(XrayState& state, const XrayState& before) {
  XrayState restored = before;
  restored.job = state.job + 1;
  restored.text.openings = state.text.openings + 1;
  restored.task = {};
  if (!restored.name.empty() && restored.run == nullptr) restored.task.want();
  state = std::move(restored);
}

}  // namespace tcviz::inline app_session
