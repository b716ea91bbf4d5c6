#include "app/session/learn/xray_goal.hpp"

namespace tcviz::inline app_session {
namespace {

bool cell_fits(const EventSnapshot& event, const LessonGoal& goal, const StepSpot& spot) {
  const SnapshotTile& tile = tile_of(event, spot.tile);
  const auto at = static_cast<std::size_t>(spot.row) * static_cast<std::size_t>(tile.cols) + spot.col;
  const SnapshotCell& cell = tile.cells.at(at);
  return (!goal.tile || static_cast<int>(*goal.tile) == spot.tile) && agrees(goal.row, spot.row) &&
         agrees(goal.col, spot.col) && agrees(goal.thread, cell.lane) &&
         (goal.holds.empty() || spell_element(event, spot) == goal.holds) &&
         (!goal.wrong || cell.state == SnapshotState::Odd);
}

std::optional<StepSpot> find_cell(const EventSnapshot& event, const LessonGoal& goal, bool right) {
  for (int tile = 0; tile < 3; ++tile)
    for (int row = 0; row < tile_of(event, tile).rows; ++row)
      for (int col = 0; col < tile_of(event, tile).cols; ++col)
        if (cell_fits(event, goal, {tile, row, col}) == right) return StepSpot{tile, row, col};
  return std::nullopt;
}

bool is_mended(const XrayState& state) {
  return !state.is_edited() && state.run->report.verdict == VerdictState::Right;
}

// Returns the source with the mistake mended; empty: the source on screen does not have it.
std::string mended_source(const XrayState& state, const LessonGoal& goal) {
  std::string source = state.source;
  const std::size_t at = source.find(goal.replace);
  return at == std::string::npos ? "" : source.replace(at, goal.replace.size(), goal.by);
}

}  // namespace

bool xray_fits(const XrayState& state, const LessonGoal& goal) {
  if (!goal.replace.empty()) return is_mended(state);
  return state.chosen && state.snapshot() != nullptr && cell_fits(*state.snapshot(), goal, *state.chosen);
}

std::vector<XrayAction> xray_way(const XrayState& state, const LessonGoal& goal, bool right) {
  if (!goal.replace.empty()) {
    const std::string source = right ? mended_source(state, goal) : state.source + "\n";
    return source.empty() ? std::vector<XrayAction>{} : std::vector<XrayAction>{EditXray{source}, RunXray{}};
  }
  const auto cell = state.snapshot() != nullptr ? find_cell(*state.snapshot(), goal, right) : std::nullopt;
  return cell ? std::vector<XrayAction>{ChooseXrayCell{cell}} : std::vector<XrayAction>{};
}

}  // namespace tcviz::inline app_session
