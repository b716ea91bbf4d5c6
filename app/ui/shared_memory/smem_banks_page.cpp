// The access of a warp: the choice of an instruction and its addresses, and its cost.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/segments.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr std::array<Segment, 2> smem_where_rows = {
    {{"of the image", "of the image", "Each lane's element of the tile"},
     {"addresses", "addresses", "Each lane's byte address"}}};

// Returns what the name of an access stands for: "load of 16 bits", "stmatrix.x4.trans".
std::string about_access(const WarpAccess& access) {
  const bool loads = access.name.starts_with("ld");
  if (access.matrix)
    return fmt::format("{}.x{}{}", loads ? "ldmatrix" : "stmatrix", access.lanes / 8,
                       access.name.find('t', 2) == std::string_view::npos ? "" : ".trans");
  return fmt::format("{} of {} bits", access.copies ? "cp.async" : loads ? "load" : "store", 8 * access.bytes);
}

}  // namespace

void SmemPanel::draw_banks_page(const Ui& ui) {
  SmemAccess access = ui.document.task<SmemState>().access;
  const float wide = ImGui::GetContentRegionAvail().x;
  heading(ui, "Access of a warp");
  if (begin_choice(ui, "##op", access.op.c_str(), ui.px(92), ImGuiComboFlags_HeightLargest)) {
    for (const WarpAccess& row : warp_accesses()) {
      if (ImGui::Selectable(row.name.data(), row.name == access.op)) access.op = row.name;
      ImGui::SameLine(ui.px(56));
      label(ui, ui.colors.dim, about_access(row));
    }
    ImGui::EndCombo();
  }
  explain(ui, "What all lanes of a warp do at once.");
  ImGui::SameLine(0, ui.px(8));
  std::array<Segment, 2> rows = smem_where_rows;
  rows[access.of_image ? 0 : 1].chosen = true;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (const auto n = draw_segments(ui, at, rows, false)) access.of_image = *n == 0;
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, ui.px(segments_height)});
  const bool wrong = !view_.access_problem().empty();
  if (access.of_image) {
    choose_load(ui, access);
    label(ui, ui.colors.dim, "row and k of a lane's first element");
    if (row_.draw(ui, "##row", "row: lane % 16", access.row, wide, wrong)) access.row = row_.text();
    if (col_.draw(ui, "##col", "k: lane / 16 * 8", access.col, wide, wrong)) access.col = col_.text();
  } else {
    label(ui, ui.colors.dim, "byte address of a lane, or 32 numbers");
    if (address_.draw(ui, "##address", "lane * 4", access.address, wide, wrong)) access.address = address_.text();
    ImGui::AlignTextToFramePadding();
    label(ui, ui.colors.dim, "rows are");
    ImGui::SameLine(0, ui.px(6));
    if (const auto n =
            pitch_.draw(ui, "##pitch", static_cast<std::uint64_t>(access.pitch), ui.px(70), {false, most_smem_pitch}))
      access.pitch = static_cast<int>(*n);
    explain(ui, "To try paddings after each row; 0: none.");
    ImGui::SameLine(0, ui.px(6));
    label(ui, ui.colors.dim, "bytes apart");
  }
  if (access != ui.document.task<SmemState>().access) ui.push(SmemAction(SetSmemAccess{access}));
  ImGui::Dummy({0, ui.px(4)});
  draw_cost(ui);
  ImGui::Dummy({0, ui.px(4)});
  draw_trials(ui);
  rule(ui);
  draw_marked(ui);
}

// Draws the choice of a fragment, and takes the access by which ldmatrix loads it from this image.
void SmemPanel::choose_load(const Ui& ui, SmemAccess& access) {
  const SmemImage& image = ui.document.task<SmemState>().image;
  const std::pair<Major, int> of{image.major, image.bits};
  if (loads_of_ != of) loads_ = loads_from(image);
  loads_of_ = of;
  if (loads_.empty()) return label(ui, ui.colors.dim, "ldmatrix loads no fragment from this image");
  const auto same = [&](const SmemLoad& load) {
    return load.access.op == access.op && load.access.row == access.row && load.access.col == access.col;
  };
  const auto now = std::find_if(loads_.begin(), loads_.end(), same);
  label(ui, ui.colors.dim, "as ldmatrix loads");
  if (begin_choice(ui, "##load", now == loads_.end() ? "a fragment..." : now->kind.c_str(),
                   ImGui::GetContentRegionAvail().x, ImGuiComboFlags_HeightLarge)) {
    for (const SmemLoad& load : loads_)
      if (ImGui::Selectable(load.kind.c_str(), same(load))) access = load.access;
    ImGui::EndCombo();
  }
}

void SmemPanel::draw_cost(const Ui& ui) const {
  if (!view_.cost()) return wrapped(ui, ui.colors.bad, view_.access_problem());
  const SmemCost& cost = *view_.cost();
  wrapped(ui, cost.report.conflicts == 0 ? ui.colors.good : ui.colors.bad, cost.verdict, 15);
  explain(ui, "Wavefronts and conflicts as ncu counts them, cycles as the clock does: at least one for each phase.");
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t p = 0; p < cost.phases.size(); ++p) {
    const Color c = smem_phase_color(ui, static_cast<int>(p));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw.AddRectFilled({at.x, at.y + ui.px(3)}, {at.x + ui.px(10), at.y + ui.px(13)}, IM_COL32(c.r, c.g, c.b, 255),
                       ui.px(2));
    ImGui::SetCursorScreenPos({at.x + ui.px(16), at.y});
    wrapped(ui, cost.report.phases[p].conflicts.empty() ? ui.colors.dim : ui.colors.text, cost.phases[p], 12.5F);
  }
}

// Lists the same access with other swizzles; a press takes one.
void SmemPanel::draw_trials(const Ui& ui) const {
  const SmemTrials& trials = view_.trials();
  if (trials.rows.size() < 2 && trials.proof.empty()) return;
  int least = trials.rows.empty() ? 0 : trials.rows.front().wavefronts;
  for (const SmemTrial& trial : trials.rows) least = std::min(least, trial.wavefronts);
  heading(ui, ui.document.task<SmemState>().access.of_image ? "With another swizzle" : "With another layout");
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float wide = ImGui::GetContentRegionAvail().x, high = ui.px(22);
  for (std::size_t n = 0; n < trials.rows.size(); ++n) {
    const SmemTrial& trial = trials.rows[n];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(static_cast<int>(n));
    if (ImGui::InvisibleButton("##trial", {wide, high}, ImGuiButtonFlags_EnableNav) && !trial.now)
      ui.push(SmemAction(TakeSmemTrial{trial.look}));
    ImGui::PopID();
    const bool hot = ImGui::IsItemHovered();
    explain(ui, trial.now ? "This one is shown." : "Click to take it.");
    if (trial.now || hot)
      draw.AddRectFilled(at, {at.x + wide, at.y + high}, trial.now ? ui.colors.selection : ui.colors.field_hover,
                         ui.px(4));
    const float says = text_size(ui, ui.fonts.sans, 13, trial.says).x, y = at.y + ui.px(3);
    put_text_cut(ui, ui.fonts.mono, 12.5F, {at.x + ui.px(8), y}, wide - says - ui.px(28), ui.colors.text, trial.name);
    put_text(ui, ui.fonts.sans, 13, {at.x + wide - says - ui.px(8), y},
             trial.wavefronts == least ? ui.colors.good : ui.colors.dim, trial.says);
  }
  for (const std::string& line : trials.proof) wrapped(ui, ui.colors.dim, line, 12.5F);
}

}  // namespace tcviz::inline app_ui
