#include "app/ui/products/tiles_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "gpu/run/gemm/gemm_report.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float tiles_view_gap = 18, names_height = 20, tiles_view_steps_height = 34, sentence_height = 42;
constexpr float least_line = 4;  // pixels between lines, below that they are left out

constexpr const char *c_kind = "wmma.m16n16k16.acc.f32", *a_kind = "wmma.m16n16k16.a.f16.row",
                     *b_kind = "wmma.m16n16k16.b.f16.row";

ImU32 faded(ImU32 color, int alpha) {
  return (color & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT);
}

// Draws lines from the lower left to the upper right over the padding.
void hatch(const Ui& ui, ImVec2 low, ImVec2 high) {
  if (high.x - low.x < 1 || high.y - low.y < 1) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect(low, high, true);
  const float step = ui.px(6), first = std::floor((low.x + low.y) / step) * step;
  for (float sum = first; sum < high.x + high.y; sum += step)
    draw.AddLine({sum - low.y, low.y}, {sum - high.y, high.y}, ui.colors.border, ui.line());
  draw.PopClipRect();
}

void lines(const Ui& ui, ImVec2 low, ImVec2 high, float step_x, float step_y, ImU32 color) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (step_x >= least_line)
    for (float x = low.x + step_x; x < high.x - 0.5F; x += step_x)
      draw.AddLine({std::round(x), low.y}, {std::round(x), high.y}, color, ui.line());
  if (step_y >= least_line)
    for (float y = low.y + step_y; y < high.y - 0.5F; y += step_y)
      draw.AddLine({low.x, std::round(y)}, {high.x, std::round(y)}, color, ui.line());
}

std::string range(int first, int count) {
  return count == 1 ? std::to_string(first) : fmt::format("{}..{}", first, first + count - 1);
}

// Draws a line of a list; one that cannot be chosen says why.
bool choice(const Ui& ui, const char* text, bool chosen, const Status& possible) {
  const bool picked = ImGui::Selectable(text, chosen, possible ? 0 : ImGuiSelectableFlags_Disabled);
  if (!possible) explain(ui, possible.error().message);
  return picked;
}

void choose_kernel(const Ui& ui, const TileChoice& tiles) {
  const GemmKernel& chosen = *find_gemm(tiles.kernel);
  if (!begin_choice(ui, "##kernel", chosen.title.data(), ImGui::GetContentRegionAvail().x, 0)) return;
  for (const GemmKernel& kernel : gemm_kernels()) {
    if (kernel.tiles == nullptr) continue;
    if (choice(ui, kernel.title.data(), &kernel == &chosen, runs_on(kernel, tiles.architecture)))
      ui.push(ProductsAction(SetTiles{std::string(kernel.id), tiles.architecture, tiles.shape}));
  }
  ImGui::EndCombo();
}

void choose_architecture(const Ui& ui, const TileChoice& tiles) {
  const std::string shown = fmt::format("sm_{}", tiles.architecture);
  if (!begin_choice(ui, "##architecture", shown.c_str(), ImGui::GetContentRegionAvail().x, 0)) return;
  for (const ComputeCapability each : tile_architectures) {
    if (choice(ui, fmt::format("sm_{}", each).c_str(), each == tiles.architecture,
               runs_on(*find_gemm(tiles.kernel), each)))
      ui.push(ProductsAction(SetTiles{tiles.kernel, each, tiles.shape}));
  }
  ImGui::EndCombo();
}

}  // namespace

ImVec2 TilesView::Sheet::low(const TileRect& r) const {
  return {std::round(at.x + static_cast<float>(r.col) * scale), std::round(at.y + static_cast<float>(r.row) * scale)};
}
ImVec2 TilesView::Sheet::high(const TileRect& r) const {
  return {std::max(low(r).x + 1, std::round(at.x + static_cast<float>(r.col + r.cols) * scale)),
          std::max(low(r).y + 1, std::round(at.y + static_cast<float>(r.row + r.rows) * scale))};
}

// ---- left: the choice of a product

void TilesView::draw_choice(const Ui& ui) {
  typing_ = false;
  const TileChoice& tiles = ui.document.task<ProductsState>().tiles;
  label(ui, ui.colors.dim, "Kernel");
  choose_kernel(ui, tiles);
  label(ui, ui.colors.dim, "Architecture");
  choose_architecture(ui, tiles);
  draw_shape(ui);
  follow(tiles);
  const std::optional<GemmTiling>& tiling = cut_.tiling;
  if (!tiling) return;
  rule(ui);
  draw_facts(ui);
  if (tiling->has_fragments()) draw_links(ui, *tiling);
  ImGui::Dummy({0, ui.px(2)});
  wrapped(ui, ui.colors.dim,
          "Full: multiplied now. Half: fetched for this stage. Faint: read before. Hatched: padding.", 12);
}

void TilesView::draw_shape(const Ui& ui) {
  const TileChoice& tiles = ui.document.task<ProductsState>().tiles;
  label(ui, ui.colors.dim, "M, N, K");
  constexpr const char* ids[] = {"##m", "##n", "##k"};
  GemmShape shape = tiles.shape;
  int* const sides[] = {&shape.m, &shape.n, &shape.k};
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, room = ImGui::GetContentRegionAvail().x;
  for (std::size_t n = 0; n < std::size(ids); ++n) {
    if (n > 0) ImGui::SameLine(0, gap);
    const auto now = static_cast<std::uint64_t>(*sides[n]);
    const auto typed = sides_[n].draw(ui, ids[n], now, (room - 2 * gap) / 3, {false, largest_gemm_side, 1});
    if (typed) *sides[n] = static_cast<int>(*typed);
    typing_ = typing_ || sides_[n].is_active();
  }
  if (shape != tiles.shape) ui.push(ProductsAction(SetTiles{tiles.kernel, tiles.architecture, shape}));
}

void TilesView::follow(const TileChoice& tiles) {
  const bool same = cut_.kernel == tiles.kernel && cut_.architecture == tiles.architecture &&
                    cut_.shape == tiles.shape && cut_.place == tiles.place && cut_.phase == tiles.phase;
  if (same) return;
  cut_ = {tiles.kernel, tiles.architecture,
          tiles.shape,  tiles.place,
          tiles.phase,  tiles.tiling(),
          {},           {},
          {},           {},
          {},           {},
          {},           {},
          {},           {}};
  if (cut_.tiling) tell();
}

void TilesView::tell() {
  const GemmTiling& tiling = *cut_.tiling;
  const GemmTiles& t = tiling.tiles();
  const auto fact = [&](const char* name, std::string text) { cut_.facts.push_back({name, std::move(text)}); };
  fact("block", fmt::format("{}×{}, K by {}", t.m, t.n, t.k));
  if (tiling.has_fragments()) {
    fact("warps", fmt::format("{} of {}×{}", tiling.warps(), t.warp_m, t.warp_n));
    fact("each", fmt::format("{} of 16×16", tiling.pieces()));
  } else {
    fact("warps", std::to_string(tiling.warps()));
    fact("thread", fmt::format("{}×{} elements", t.warp_m, t.warp_n));
  }
  fact("grid", fmt::format("{}×{} blocks", tiling.blocks_down(), tiling.blocks_across()));
  const GemmShape& p = tiling.padded();
  fact("padded", fmt::format("{}×{}×{}", p.m, p.n, p.k));
  if (t.shared_bytes > 0) fact("shared", fmt::format("{:.1f} KiB", t.shared_bytes / 1024.0));
  const GemmShape& s = tiling.shape();
  cut_.told = tell_phase(tiling, cut_.place, cut_.phase);
  cut_.a_name = fmt::format("A  {}×{}", s.m, s.k);
  cut_.b_name = fmt::format("B  {}×{}", s.k, s.n);
  cut_.c_name = fmt::format("C  {}×{}", s.m, s.n);
  cut_.steps = fmt::format("phase %d of {}", tiling.phases());
  cut_.reads_a = tiling.reads_a(cut_.place, cut_.phase);
  cut_.reads_b = tiling.reads_b(cut_.place, cut_.phase);
  cut_.warp = tiling.warp(cut_.place);
  cut_.piece = tiling.piece(cut_.place);
}

void TilesView::draw_facts(const Ui& ui) const {
  for (const TileFact& fact : cut_.facts) {
    label(ui, ui.colors.dim, fact.name);
    ImGui::SameLine(ui.px(62));
    label(ui, ui.colors.text, fact.text);
  }
}

void TilesView::draw_links(const Ui& ui, const GemmTiling& tiling) {
  ImGui::Dummy({0, ui.px(2)});
  label(ui, ui.colors.dim, "Who holds a fragment");
  const auto link = [&](const char* name, const char* kind) {
    if (ImGui::SmallButton(name)) {
      ui.push(ChooseKind{kind});
      ImGui::SetWindowFocus("###grids");
    }
    explain_made(ui, [&] { return fmt::format("Opens {} in the grids.", kind); });
    ImGui::SameLine(0, ui.px(6));
  };
  link("of C", c_kind);
  if (!tiling.tiles().operands_stay_shared) {
    link("of A", a_kind);
    link("of B", b_kind);
  }
  ImGui::NewLine();
  if (tiling.tiles().operands_stay_shared) label(ui, ui.colors.dim, "A and B are read from shared memory.");
}

// ---- right: the matrices

void TilesView::draw(const Ui& ui) {
  const TileChoice& tiles = ui.document.task<ProductsState>().tiles;
  follow(tiles);
  const std::optional<GemmTiling>& tiling = cut_.tiling;
  if (!tiling) return label(ui, ui.colors.dim, "This kernel does not say how it cuts the product.");
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  ImGui::PushTextWrapPos(0);
  wrapped(ui, ui.colors.text, cut_.told, 13.5F);
  ImGui::PopTextWrapPos();
  const float top = ui.px(sentence_height), bottom = ui.px(tiles_view_steps_height);
  draw_sheets(ui, *tiling, {at.x, at.y + top}, {room.x, std::max(1.0F, room.y - top - bottom)});
  ImGui::SetCursorScreenPos({at.x, at.y + room.y - bottom + ui.px(6)});
  draw_steps(ui, *tiling);
}

void TilesView::draw_sheets(const Ui& ui, const GemmTiling& tiling, ImVec2 at, ImVec2 room) {
  const GemmShape &p = tiling.padded(), &s = tiling.shape();
  const float between = ui.px(tiles_view_gap), names = ui.px(names_height);
  const float scale = std::min((room.x - between) / static_cast<float>(p.k + p.n),
                               (room.y - between - 2 * names) / static_cast<float>(p.k + p.m));
  if (scale <= 0) return;
  const float width = static_cast<float>(p.k + p.n) * scale + between;
  const float left = std::round(at.x + std::max(0.0F, (room.x - width) / 2)), top = at.y + names;
  const float k = std::round(static_cast<float>(p.k) * scale);
  const Sheet a{{left, top + k + between}, scale, p.m, p.k, s.m, s.k};
  const Sheet b{{left + k + between, top}, scale, p.k, p.n, s.k, s.n};
  const Sheet c{{left + k + between, top + k + between}, scale, p.m, p.n, s.m, s.n};
  draw_a(ui, tiling, a);
  draw_b(ui, tiling, b);
  draw_c(ui, tiling, c);
  draw_names(ui, a, b, c);
  point(ui, tiling, c);
}

namespace {

// Draws the sheet of a matrix with its padding hatched.
template <class Sheet>
void ground(const Ui& ui, const Sheet& sheet) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const TileRect all{0, 0, sheet.rows, sheet.cols}, real{0, 0, sheet.real_rows, sheet.real_cols};
  draw.AddRectFilled(sheet.low(all), sheet.high(all), ui.colors.field);
  hatch(ui, {sheet.high(real).x, sheet.low(all).y}, sheet.high(all));
  hatch(ui, {sheet.low(all).x, sheet.high(real).y}, {sheet.high(real).x, sheet.high(all).y});
}

template <class Sheet>
void frame(const Ui& ui, const Sheet& sheet) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRect(sheet.low({0, 0, 0, 0}), sheet.high({0, 0, sheet.rows, sheet.cols}), ui.colors.faint, 0, ui.line());
}

template <class Sheet>
void fill(const Sheet& sheet, const TileRect& rect, ImU32 color) {
  ImGui::GetWindowDrawList()->AddRectFilled(sheet.low(rect), sheet.high(rect), color);
}

template <class Sheet>
void outline(const Ui& ui, const Sheet& sheet, const TileRect& rect, ImU32 color, float points) {
  const float weight = std::max(1.0F, points * ui.scale);
  ImGui::GetWindowDrawList()->AddRect(sheet.low(rect), sheet.high(rect), color, 0, weight);
}

}  // namespace

// Draws elements that were read before this phase faintly, those that the block has fetched stronger, and those that
// are multiplied now fully.
void TilesView::draw_a(const Ui& ui, const GemmTiling& tiling, const Sheet& a) {
  const TileChoice& tiles = ui.document.task<ProductsState>().tiles;
  const TileRect fetched = tiling.fetches_a(tiles.place, tiles.phase);
  ground(ui, a);
  fill(a, {fetched.row, 0, fetched.rows, fetched.col}, faded(ui.colors.good, 28));
  fill(a, fetched, faded(ui.colors.good, 80));
  for (const TileRect& read : cut_.reads_a) fill(a, read, ui.colors.good);
  const GemmTiles& t = tiling.tiles();
  lines(ui, a.low({}), a.high({0, 0, a.rows, a.cols}), static_cast<float>(t.k) * a.scale,
        static_cast<float>(t.m) * a.scale, ui.colors.border);
  outline(ui, a, fetched, ui.colors.good, 1);
  frame(ui, a);
}

void TilesView::draw_b(const Ui& ui, const GemmTiling& tiling, const Sheet& b) {
  const TileChoice& tiles = ui.document.task<ProductsState>().tiles;
  const TileRect fetched = tiling.fetches_b(tiles.place, tiles.phase);
  ground(ui, b);
  fill(b, {0, fetched.col, fetched.row, fetched.cols}, faded(ui.colors.warn, 28));
  fill(b, fetched, faded(ui.colors.warn, 80));
  for (const TileRect& read : cut_.reads_b) fill(b, read, ui.colors.warn);
  const GemmTiles& t = tiling.tiles();
  lines(ui, b.low({}), b.high({0, 0, b.rows, b.cols}), static_cast<float>(t.n) * b.scale,
        static_cast<float>(t.k) * b.scale, ui.colors.border);
  outline(ui, b, fetched, ui.colors.warn, 1);
  frame(ui, b);
}

void TilesView::draw_c(const Ui& ui, const GemmTiling& tiling, const Sheet& c) {
  const TilePlace& place = ui.document.task<ProductsState>().tiles.place;
  const GemmTiles& t = tiling.tiles();
  const TileRect block = tiling.block(place);
  ground(ui, c);
  fill(c, block, faded(ui.colors.accent, 34));
  const float small = tiling.has_fragments() ? 16 : 1;
  for (const TileRect& warp : cut_.warp) {
    fill(c, warp, faded(ui.colors.accent, 80));
    lines(ui, c.low(warp), c.high(warp), small * c.scale, small * c.scale, faded(ui.colors.accent, 90));
  }
  if (tiling.has_fragments())
    lines(ui, c.low(block), c.high(block), static_cast<float>(t.warp_n) * c.scale,
          static_cast<float>(t.warp_m) * c.scale, faded(ui.colors.accent, 190));
  lines(ui, c.low({}), c.high({0, 0, c.rows, c.cols}), static_cast<float>(t.n) * c.scale,
        static_cast<float>(t.m) * c.scale, ui.colors.faint);
  for (const TileRect& piece : cut_.piece) fill(c, piece, ui.colors.accent);
  outline(ui, c, block, ui.colors.accent, 2);
  frame(ui, c);
}

void TilesView::draw_names(const Ui& ui, const Sheet& a, const Sheet& b, const Sheet& c) {
  const auto name = [&](ImVec2 at, ImU32 color, const std::string& text, float align) {
    const ImVec2 size = text_size(ui, ui.fonts.sans, 13, text);
    put_text(ui, ui.fonts.sans, 13, {at.x - align * size.x, at.y - size.y - ui.px(3)}, color, text);
  };
  const ImVec2 a_low = a.low({}), b_low = b.low({}), c_end = c.high({0, 0, c.rows, c.cols});
  name(b_low, ui.colors.warn, cut_.b_name, 0);
  const std::string& of_a = cut_.a_name;
  const float width = text_size(ui, ui.fonts.sans, 13, of_a).x;
  name({std::max(ImGui::GetWindowPos().x, std::min(a_low.x, b_low.x - ui.px(6) - width)), a_low.y}, ui.colors.good,
       of_a, 0);
  name({c_end.x, c_end.y + ui.px(22)}, ui.colors.accent, cut_.c_name, 1);
}

void TilesView::point(const Ui& ui, const GemmTiling& tiling, const Sheet& c) {
  const TilePlace& chosen = ui.document.task<ProductsState>().tiles.place;
  const TileRect all{0, 0, c.rows, c.cols};
  const ImVec2 low = c.low(all), high = c.high(all);
  ImGui::SetCursorScreenPos(low);
  const bool clicked = ImGui::InvisibleButton("##c", {high.x - low.x, high.y - low.y});
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos();
  const int row = std::clamp(static_cast<int>((mouse.y - low.y) / c.scale), 0, c.rows - 1);
  const int col = std::clamp(static_cast<int>((mouse.x - low.x) / c.scale), 0, c.cols - 1);
  const TilePlace place = tiling.place_of(row, col);
  const bool again = clicked && place == chosen && tiling.has_fragments();
  for (const TileRect& piece : tiling.piece(place)) outline(ui, c, piece, ui.colors.text, 1.5F);
  if (again) ui.push(ChooseKind{c_kind});
  if (again) ImGui::SetWindowFocus("###grids");
  if (clicked && !again) ui.push(ProductsAction(PickTile{place}));
  if (!begin_tip(ui)) return;
  const TileRect first = tiling.piece(place).front();
  label(ui, ui.colors.text, fmt::format("C[{}, {}]", range(first.row, first.rows), range(first.col, first.cols)));
  label(ui, ui.colors.dim,
        fmt::format("block ({},{}), warp {}, {} {}", place.block_row, place.block_col, place.warp,
                    tiling.has_fragments() ? "fragment" : "lane", place.piece));
  if (row >= c.real_rows || col >= c.real_cols) label(ui, ui.colors.dim, "padding: computed and thrown away");
  if (tiling.has_fragments())
    label(ui, ui.colors.dim, place == chosen ? "A click opens its kind in the grids." : "A click chooses it.");
  ImGui::EndTooltip();
}

void TilesView::draw_steps(const Ui& ui, const GemmTiling& tiling) {
  const TileChoice& tiles = ui.document.task<ProductsState>().tiles;
  if (ImGui::Button(tiles.playing ? "Pause" : "Play", {ui.px(64), 0}))
    ui.push(ProductsAction(PlayPhases{!tiles.playing}));
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::ArrowButton("##back", ImGuiDir_Left)) ui.push(ProductsAction(StepPhase{-1}));
  ImGui::SameLine(0, ui.px(4));
  int phase = tiles.phase + 1;
  ImGui::SetNextItemWidth(std::max(ui.px(60), ImGui::GetContentRegionAvail().x - ui.px(38)));
  if (ImGui::SliderInt("##phase", &phase, 1, tiling.phases(), cut_.steps.c_str()))
    ui.push(ProductsAction(SetPhase{phase - 1}));
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::ArrowButton("##on", ImGuiDir_Right)) ui.push(ProductsAction(StepPhase{1}));
}

}  // namespace tcviz::inline app_ui
