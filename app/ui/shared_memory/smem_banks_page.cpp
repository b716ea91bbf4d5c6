// The access of a warp: which instruction, whose addresses, and what it costs.
#include <array>
#include <cmath>

#include "app/ui/kit/segments.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"

namespace tcviz {
inline namespace app_ui {
namespace {

constexpr std::array<Segment, 2> smem_where_rows = {
    {{"of the image", "of the image", "Each lane's element of the tile"},
     {"addresses", "addresses", "Each lane's byte address"}}};

}  // namespace

void SmemPanel::draw_banks_page(const Ui& ui) {
  SmemAccess access = ui.document.smem.access;
  const float wide = ImGui::GetContentRegionAvail().x;
  heading(ui, "Access of a warp");
  if (begin_choice(ui, "##op", access.op.c_str(), ui.px(92), ImGuiComboFlags_HeightLargest)) {
    for (const WarpAccess& row : warp_accesses())
      if (ImGui::Selectable(row.name.data(), row.name == access.op)) access.op = row.name;
    ImGui::EndCombo();
  }
  explain(ui, "ld, st: 32, 64 or 128 bits for each lane. ldm, ldmt, stm, stmt: ldmatrix and stmatrix with 1, 2 or 4.");
  ImGui::SameLine(0, ui.px(8));
  std::array<Segment, 2> rows = smem_where_rows;
  rows[access.of_image ? 0 : 1].chosen = true;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (const auto n = draw_segments(ui, at, rows, false)) access.of_image = *n == 0;
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, ui.px(segments_height)});
  const bool wrong = !view_.access_problem().empty();
  if (access.of_image) {
    label(ui, ui.colors.dim, "row and k of a lane's first element");
    if (row_.draw(ui, "##row", "row: lane % 16", access.row, wide, wrong)) access.row = row_.text();
    if (col_.draw(ui, "##col", "k: lane / 16 * 8", access.col, wide, wrong)) access.col = col_.text();
  } else {
    label(ui, ui.colors.dim, "byte address of a lane, or 32 numbers");
    if (address_.draw(ui, "##address", "lane * 4", access.address, wide, wrong)) access.address = address_.text();
  }
  if (access != ui.document.smem.access) ui.push(SmemAction(SetSmemAccess{access}));
  ImGui::Dummy({0, ui.px(4)});
  draw_cost(ui);
  rule(ui);
  draw_marked(ui);
}

void SmemPanel::draw_cost(const Ui& ui) const {
  if (!view_.cost()) return wrapped(ui, ui.colors.bad, view_.access_problem());
  const SmemCost& cost = *view_.cost();
  wrapped(ui, cost.report.conflicts == 0 ? ui.colors.good : ui.colors.bad, cost.verdict, 15);
  for (std::size_t p = 0; p < cost.phases.size(); ++p)
    wrapped(ui, cost.report.phases[p].conflicts.empty() ? ui.colors.dim : ui.colors.text, cost.phases[p], 12.5F);
}

}  // namespace app_ui
}  // namespace tcviz
