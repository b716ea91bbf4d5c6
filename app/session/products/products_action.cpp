#include "app/session/products/products_action.hpp"

#include <algorithm>

namespace tcviz::inline app_session {
namespace {

void apply(ProductsState& g, const SetProductsPage& action) { g.page = action.page; }

void apply(ProductsState& g, const ShowProductsPage& action) { g.page = action.page; }

void apply(ProductsState& g, const ToggleKernel& action) {
  if (find_gemm(action.kernel) == nullptr) return;
  if (g.look.quiet.erase(action.kernel) == 0) g.look.quiet.insert(action.kernel);
}

void apply(ProductsState& g, const ShowGroup& action) {
  for (const GemmKernel& kernel : gemm_kernels()) {
    if (group_of(kernel) != action.group) continue;
    if (action.on) g.look.quiet.erase(std::string(kernel.id));
    if (!action.on) g.look.quiet.insert(std::string(kernel.id));
  }
}

void apply(ProductsState& g, const ShowUsual&) { g.look.quiet = usual_look().quiet; }

void apply(ProductsState& g, const SetOfCublas& action) { g.look.of_cublas = action.on; }

void apply(ProductsState& g, const SetProductsTable& action) {
  g.table = action.table;
  g.table.share = std::clamp(g.table.share, 0.0, most_table_share);
}

void apply(ProductsState& g, const ChooseProductsRun& action) {
  if (action.run < g.runs.size()) g.chosen = action.run;
}

void apply(ProductsState& g, const OverlayProductsRun& action) {
  if (action.run < g.runs.size()) g.runs[action.run].shown = action.shown;
}

void apply(ProductsState& g, const SetProductsSizes& action) {
  g.sizes = action.sizes;
  g.spread = std::clamp(action.spread, 0, 60);
}

void apply(ProductsState& g, const RunProducts&) { g.want(); }

void apply(ProductsState& g, const StopProducts&) { g.want_stop(); }

void apply(ProductsState& g, const OpenProducts& action) { g.open_wanted.push_back(action.path); }

void apply(ProductsState& g, const SaveProducts& action) { g.save_wanted = action.path; }

void apply(ProductsState& g, const SetTiles& action) {
  const auto fits = [](int side) { return side >= 1 && side <= largest_gemm_side; };
  const GemmKernel* const kernel = find_gemm(action.kernel);
  if (kernel == nullptr || kernel->tiles == nullptr || !runs_on(*kernel, action.architecture)) return;
  if (!fits(action.shape.m) || !fits(action.shape.n) || !fits(action.shape.k)) return;
  g.tiles = {action.kernel, action.architecture, action.shape, {}, 0, false};
}

void apply(ProductsState& g, const PickTile& action) {
  const auto tiling = g.tiles.tiling();
  const TilePlace& p = action.place;
  const bool there = tiling && p.block_row >= 0 && p.block_row < tiling->blocks_down() && p.block_col >= 0 &&
                     p.block_col < tiling->blocks_across() && p.warp >= 0 && p.warp < tiling->warps() && p.piece >= 0 &&
                     p.piece < tiling->pieces();
  if (there) g.tiles.place = p;
}

void apply(ProductsState& g, const SetPhase& action) {
  const auto tiling = g.tiles.tiling();
  if (tiling) g.tiles.phase = std::clamp(action.phase, 0, tiling->phases() - 1);
}

void apply(ProductsState& g, const StepPhase& action) {
  const auto tiling = g.tiles.tiling();
  if (!tiling) return;
  const int count = tiling->phases();
  g.tiles.phase = ((g.tiles.phase + action.steps) % count + count) % count;
}

void apply(ProductsState& g, const PlayPhases& action) { g.tiles.playing = action.on; }

void apply(ProductsState& g, const ProductsProgress& action) { g.tell(action.doing, action.done, action.all); }

// Drops the oldest run that does not travel with the program.
void drop_one(ProductsState& g) {
  for (std::size_t n = g.runs.size(); n-- > 1;) {
    if (g.runs[n].run->recorded || n == g.chosen) continue;
    g.runs.erase(g.runs.begin() + static_cast<std::ptrdiff_t>(n));
    if (g.chosen > n) --g.chosen;
    return;
  }
}

void apply(ProductsState& g, const AddProductsRun& action) {
  if (action.ended) g.end();
  if (action.run == nullptr) return;
  const std::size_t at = action.run->recorded ? g.runs.size() : 0;
  g.runs.insert(g.runs.begin() + static_cast<std::ptrdiff_t>(at), {action.run, false});
  if (action.choose) g.chosen = at;
  if (!action.choose && at <= g.chosen && g.runs.size() > 1) ++g.chosen;
  if (g.runs.size() > most_product_runs) drop_one(g);
}

void apply(ProductsState& g, const TellProducts& action) {
  if (action.ended) g.end();
  g.news = action.text;
  g.failed = action.failed;
}

}  // namespace

GemmLook usual_look() {
  GemmLook look;
  for (const std::string_view id : gemm_ids()) look.quiet.insert(std::string(id));
  for (const std::string_view id : told_kernels()) look.quiet.erase(std::string(id));
  return look;
}

std::shared_ptr<const GemmRun> ProductsState::told_run() const {
  if (chosen >= runs.size()) return nullptr;
  const auto knows = [](const ProductsRunRow& row) { return has_spread(row.run->report); };
  if (page != ProductsPage::Spread || knows(runs[chosen])) return runs[chosen].run;
  const auto first = std::find_if(runs.begin(), runs.end(), knows);
  return first != runs.end() ? first->run : runs[chosen].run;
}

std::vector<std::shared_ptr<const GemmRun>> ProductsState::shown_runs() const {
  std::vector<std::shared_ptr<const GemmRun>> list;
  const auto told = told_run();
  if (told != nullptr) list.push_back(told);
  for (const ProductsRunRow& row : runs) {
    if (row.run != told && row.shown) list.push_back(row.run);
  }
  return list;
}

bool ProductsState::shows(const std::vector<std::shared_ptr<const GemmRun>>& some) const {
  const auto told = told_run();
  std::size_t at = 0;
  const auto next_is = [&](const std::shared_ptr<const GemmRun>& run) { return at < some.size() && some[at++] == run; };
  if (told != nullptr && !next_is(told)) return false;
  for (const ProductsRunRow& row : runs) {
    if (row.run != told && row.shown && !next_is(row.run)) return false;
  }
  return at == some.size();
}

std::optional<GemmTiling> TileChoice::tiling() const {
  const GemmKernel* const row = find_gemm(kernel);
  if (row == nullptr) return std::nullopt;
  return GemmTiling::of(*row, architecture, shape);
}

GemmView view_of(ProductsPage page) {
  switch (page) {
    case ProductsPage::Residual:
      return GemmView::Residual;
    case ProductsPage::SpeedUp:
      return GemmView::SpeedUp;
    case ProductsPage::Spread:
      return GemmView::Spread;
    default:
      return GemmView::Speed;
  }
}

void apply_products(ProductsState& products, const ProductsAction& action) {
  std::visit([&](const auto& a) { apply(products, a); }, action);
}

}  // namespace tcviz::inline app_session
