#include "app/ui/gemm_action.hpp"

#include <algorithm>

namespace tcviz {
namespace {

void end(GemmState& g) {
  g.stage = GemmStage::Idle;
  g.stop_wanted = false;
}

void apply(GemmState& g, const ShowProducts& action) {
  g.open = action.open;
  if (action.open) ++g.focuses;
}

void apply(GemmState& g, const SetGemmPage& action) { g.page = action.page; }

void apply(GemmState& g, const ShowProductsPage& action) {
  g.page = action.page;
  apply(g, ShowProducts{true});
}

void apply(GemmState& g, const ToggleKernel& action) {
  if (find_gemm(action.kernel) == nullptr) return;
  if (g.hidden.erase(action.kernel) == 0) g.hidden.insert(action.kernel);
}

void apply(GemmState& g, const ShowKernels& action) {
  g.hidden.clear();
  if (action.all) return;
  for (const std::string_view id : gemm_ids()) g.hidden.insert(std::string(id));
}

void apply(GemmState& g, const ChooseGemmRun& action) {
  if (action.run < g.runs.size()) g.chosen = action.run;
}

void apply(GemmState& g, const OverlayGemmRun& action) {
  if (action.run < g.runs.size()) g.runs[action.run].shown = action.shown;
}

void apply(GemmState& g, const SetGemmSizes& action) {
  g.sizes = action.sizes;
  g.spread = std::clamp(action.spread, 0, 60);
}

void apply(GemmState& g, const RunProducts&) {
  if (g.busy()) return;
  ++g.wishes;
  g.stage = GemmStage::Wanted;
  g.stop_wanted = false;
  g.doing.clear();
  g.done = g.all = 0;
}

void apply(GemmState& g, const StopProducts&) { g.stop_wanted = g.busy(); }

// Shown where its news will be.
void apply(GemmState& g, const OpenProducts& action) {
  g.open_paths.push_back(action.path);
  apply(g, ShowProducts{true});
}

void apply(GemmState& g, const SaveProducts& action) {
  g.save_path = action.path;
  ++g.saves;
}

void apply(GemmState& g, const SetTiles& action) {
  const auto fits = [](int side) { return side >= 1 && side <= largest_gemm_side; };
  const GemmKernel* const kernel = find_gemm(action.kernel);
  if (kernel == nullptr || kernel->tiles == nullptr || !runs_on(*kernel, action.architecture)) return;
  if (!fits(action.shape.m) || !fits(action.shape.n) || !fits(action.shape.k)) return;
  g.tiles = {action.kernel, action.architecture, action.shape, {}, 0, false};
}

void apply(GemmState& g, const PickTile& action) {
  const auto tiling = g.tiles.tiling();
  const TilePlace& p = action.place;
  const bool there = tiling && p.block_row >= 0 && p.block_row < tiling->blocks_down() && p.block_col >= 0 &&
                     p.block_col < tiling->blocks_across() && p.warp >= 0 && p.warp < tiling->warps() && p.piece >= 0 &&
                     p.piece < tiling->pieces();
  if (there) g.tiles.place = p;
}

void apply(GemmState& g, const SetPhase& action) {
  const auto tiling = g.tiles.tiling();
  if (tiling) g.tiles.phase = std::clamp(action.phase, 0, tiling->phases() - 1);
}

void apply(GemmState& g, const StepPhase& action) {
  const auto tiling = g.tiles.tiling();
  if (!tiling) return;
  const int count = tiling->phases();
  g.tiles.phase = ((g.tiles.phase + action.steps) % count + count) % count;
}

void apply(GemmState& g, const PlayPhases& action) { g.tiles.playing = action.on; }

void apply(GemmState& g, const ProductsProgress& action) {
  if (!g.busy()) return;
  g.stage = GemmStage::Running;
  g.doing = action.doing;
  g.done = action.done;
  g.all = action.all;
}

// The oldest goes that does not travel with the program.
void drop_one(GemmState& g) {
  for (std::size_t n = g.runs.size(); n-- > 1;) {
    if (g.runs[n].run->recorded || n == g.chosen) continue;
    g.runs.erase(g.runs.begin() + static_cast<std::ptrdiff_t>(n));
    if (g.chosen > n) --g.chosen;
    return;
  }
}

void apply(GemmState& g, const AddGemmRun& action) {
  if (action.ended) end(g);
  if (action.run == nullptr) return;
  const std::size_t at = action.run->recorded ? g.runs.size() : 0;
  g.runs.insert(g.runs.begin() + static_cast<std::ptrdiff_t>(at), {action.run, false});
  if (action.choose) g.chosen = at;
  if (!action.choose && at <= g.chosen && g.runs.size() > 1) ++g.chosen;
  if (g.runs.size() > most_gemm_runs) drop_one(g);
}

void apply(GemmState& g, const TellProducts& action) {
  if (action.ended) end(g);
  g.news = action.text;
  g.failed = action.failed;
}

}  // namespace

std::shared_ptr<const GemmRun> GemmState::told_run() const {
  if (chosen >= runs.size()) return nullptr;
  const auto knows = [](const GemmRunRow& row) { return has_spread(row.run->report); };
  if (page != GemmPage::Spread || knows(runs[chosen])) return runs[chosen].run;
  const auto first = std::find_if(runs.begin(), runs.end(), knows);
  return first != runs.end() ? first->run : runs[chosen].run;
}

std::vector<std::shared_ptr<const GemmRun>> GemmState::shown_runs() const {
  std::vector<std::shared_ptr<const GemmRun>> list;
  const auto told = told_run();
  if (told != nullptr) list.push_back(told);
  for (const GemmRunRow& row : runs) {
    if (row.run != told && row.shown) list.push_back(row.run);
  }
  return list;
}

std::optional<GemmTiling> TileChoice::tiling() const {
  const GemmKernel* const row = find_gemm(kernel);
  if (row == nullptr) return std::nullopt;
  return GemmTiling::of(*row, architecture, shape);
}

GemmView view_of(GemmPage page) {
  switch (page) {
    case GemmPage::Residual:
      return GemmView::Residual;
    case GemmPage::SpeedUp:
      return GemmView::SpeedUp;
    case GemmPage::Spread:
      return GemmView::Spread;
    default:
      return GemmView::Speed;
  }
}

void apply_gemm(GemmState& gemm, const GemmAction& action) {
  std::visit([&](const auto& a) { apply(gemm, a); }, action);
}

}  // namespace tcviz
