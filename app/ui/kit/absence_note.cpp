#include "app/ui/kit/absence_note.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_ui {

void AbsenceNote::draw(const Ui& ui, bool layouts_changed) {
  prepare(ui.document, layouts_changed);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = std::min(room.x, ui.px(460));
  ImGui::SetCursorPos({ImGui::GetCursorPosX() + (room.x - width) / 2, ImGui::GetCursorPosY() + room.y * 0.28F});
  if (ImGui::BeginChild("##absence", {width, 0})) {
    ImGui::PushFont(ui.fonts.sans, 19);
    ImGui::TextUnformatted(absence_->title.c_str());
    ImGui::PopFont();
    wrapped(ui, ui.colors.dim, absence_->reason);
    ImGui::Dummy({0, ui.px(6)});
    draw_remedies(ui);
  }
  ImGui::EndChild();
}

void AbsenceNote::prepare(const Document& d, bool layouts_changed) {
  const auto same = [](const SourceNews& a, const SourceState& s) {
    return a.stage == s.stage && a.stop_wanted == s.stop_wanted && a.answers == s.answers;
  };
  if (!layouts_changed && std::equal(news_.begin(), news_.end(), d.sources.begin(), d.sources.end(), same)) return;
  absence_ = std::make_shared<const NoLayout>(why_no_layout(d));
  names_.clear();
  for (const std::size_t other : absence_->others)
    names_.push_back(fmt::format("{}###{}", title_of(d.sources[other]), d.sources[other].info.name));
  both_ = fmt::format("Compare {} on both###both", absence_->kind_of_both);
  news_.clear();
  for (const SourceState& s : d.sources) news_.push_back({s.stage, s.stop_wanted, s.answers});
}

void AbsenceNote::draw_remedies(const Ui& ui) const {
  const SourceState& source = ui.document.sources[ui.document.chosen_of(absence_->shown)];
  const bool right = ui.document.view == ViewMode::Comparison && absence_->shown == 1;
  if (absence_->remedy == NoLayout::Remedy::Wait) {
    const float share = source.all > 0 ? static_cast<float>(source.done) / static_cast<float>(source.all) : 0;
    ImGui::ProgressBar(share, {ui.px(300), ui.px(5)}, "");
    if (!right && ImGui::Button("Stop")) ui.push(StopSource{});
    return;
  }
  if (!right && absence_->remedy == NoLayout::Remedy::Ask && ImGui::Button("Probe now")) ui.push(AskSource{});
  if (!absence_->kind_of_both.empty()) {
    if (ImGui::Button(both_.c_str())) {
      ui.push(ChooseKind{absence_->kind_of_both});
      ui.push(CompareWith{ui.document.other_source, ""});
    }
    ImGui::Dummy({0, ui.px(4)});
  }
  if (absence_->others.empty()) return;
  label(ui, ui.colors.dim, "Known for:");
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (std::size_t o = 0; o < absence_->others.size(); ++o) {
    const std::size_t other = absence_->others[o];
    const SourceState& known = ui.document.sources[other];
    const std::string& name = names_[o];
    const float width = ImGui::CalcTextSize(name.c_str(), nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (o > 0 && ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width <= end) ImGui::SameLine();
    const bool pressed = ImGui::Button(name.c_str());
    explain_made(ui, [&] { return known.info.name + ": " + known.info.description; });
    if (!pressed) continue;
    if (right) ui.push(CompareWith{other, ui.document.other_kind});
    if (!right) ui.push(ChooseSource{other});
  }
}

}  // namespace tcviz::inline app_ui
