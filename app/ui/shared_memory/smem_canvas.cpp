// The grids of an image on screen: the scene, the marks on it, the lanes of an access, and the pointer.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/easel/palette.hpp"
#include "app/session/shared_memory/smem_figure.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/flat_scene.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float usual_line = 17, fitted_line = 26;  // points: of a line that is read, and the highest that is usual
constexpr float histogram_height = 96;

ImU32 smem_packed(Color c, int alpha = 255) { return IM_COL32(c.r, c.g, c.b, c.a * alpha / 255); }

ImVec2 smem_at(ImVec2 origin, float scale, float x, float y) {
  return {std::round(origin.x + x * scale), std::round(origin.y + y * scale)};
}

bool draws_elements(const SmemView& view) {
  return view.look().page != SmemPage::Banks && view.look().grids != SmemGrids::Lines;
}
bool draws_lines(const SmemView& view) {
  return view.look().page == SmemPage::Banks || view.look().grids != SmemGrids::Elements;
}

}  // namespace

// Returns the colour of a phase; none looks like the red of a conflict.
Color smem_phase_color(const Ui& ui, int phase) {
  constexpr std::array<int, 6> hues = {0, 1, 3, 5, 6, 7};
  return category_paint(ui.document.palette, hues[static_cast<std::size_t>(phase) % hues.size()]).fill;
}

void SmemCanvas::draw(const Ui& ui, const SmemView& view, const Rect& room) {
  if (view.map() == nullptr) {
    inputs_.reset();
    scene_ = {};
    put_text_wrapped(ui, ui.fonts.sans, 14, {room.x + ui.px(6), room.y + ui.px(20)}, room.w - ui.px(20), ui.colors.warn,
                     view.problem());
    return;
  }
  const bool banks_page = view.look().page == SmemPage::Banks;
  const float histogram = banks_page && view.cost() ? std::min(ui.px(histogram_height), room.h * 0.3F) : 0;
  const Rect grids{room.x, room.y, room.w, room.h - histogram};
  const SmemInputs inputs{grids.w, grids.h, ui.scale, ui.document.theme, ui.document.palette, view.version()};
  if (inputs != inputs_) build(ui, view, grids);
  inputs_ = inputs;
  const ImVec2 at(room.x, room.y);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect(at, {room.x + room.w, room.y + room.h}, true);
  draw_flat_scene(ui, scene_.scene, at);
  if (view.cost() && banks_page) draw_lanes(ui, view, at);
  if (histogram > 0) draw_histogram(ui, view, at, room.y + room.h);
  draw_marks(ui, view, at);
  draw.PopClipRect();
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("##image", {std::max(1.0F, grids.w), std::max(1.0F, grids.h)});
  point(ui, view, at);
  keep_in_sight(ui, view);
}

// Builds the scene, with lines that are easily readable, and higher if few of them would leave room.
void SmemCanvas::build(const Ui& ui, const SmemView& view, const Rect& room) {
  ImageView picture;
  picture.map = view.map();
  picture.color = image_color(view.look().color);
  picture.every_element = view.look().every_element;
  picture.lines = draws_lines(view);
  picture.elements = draws_elements(view) && view.map()->down() > 0;
  picture.legend = view.look().page != SmemPage::Banks;
  picture.theme = ui.document.theme;
  picture.palette = ui.document.palette;
  picture.other = view.other();
  const float width = room.w / ui.scale, height = room.h / ui.scale;
  const auto most =
      static_cast<float>(std::max<std::size_t>({1, picture.lines ? view.map()->lines().size() : 0,
                                                picture.elements ? static_cast<std::size_t>(view.map()->down()) : 0}));
  const float whole = (height - image_head - image_legend - 2 * image_margin) / most;
  const float wanted = view.look().line_height;
  picture.cell_h = wanted > 0 ? wanted : std::clamp(whole, usual_line, fitted_line);
  fit_ = fit_image(picture, width, height);
  picture.chunk_w = fit_.chunk_w;
  picture.element_w = fit_.element_w;
  const auto begin = [&](int first, std::size_t all) {
    return std::clamp(first, 0, std::max(0, static_cast<int>(all) - fit_.rows));
  };
  picture.first_line = begin(view.look().first_line, view.map()->lines().size());
  picture.first_row = begin(view.look().first_row, static_cast<std::size_t>(view.map()->down()));
  picture.line_count = picture.row_count = fit_.rows;
  scene_ = build_image_scene(picture);
}

void SmemCanvas::draw_marks(const Ui& ui, const SmemView& view, ImVec2 at) const {
  if (view.map()->down() == 0) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const OperandImage& image = view.map()->image();
  const auto mark = [&](const std::optional<Element>& element, ImU32 color) {
    if (!element || element->row >= image.rows || element->col >= image.cols) return;
    for (const Rect& rect : element_rects(scene_, *view.map(), *element)) {
      const float wide = std::max(rect.w, 3.0F);
      const auto frame = [&](float out, ImU32 ink) {  // outside of it: an element may be a few pixels wide
        draw.AddRect(smem_at(at, ui.scale, rect.x - out, rect.y - out),
                     smem_at(at, ui.scale, rect.x + wide + out, rect.y + rect.h + out), ink, 0, 0, 2 * ui.scale);
      };
      frame(3, ui.colors.panel);
      frame(1.5F, color);
    }
  };
  mark(ui.document.task<SmemState>().hover, ui.colors.mark);
  mark(ui.document.task<SmemState>().chosen, ui.colors.pick);
}

// Dims the image and draws each lane's bytes in the colour of its phase, in red if the lane has to wait.
void SmemCanvas::draw_lanes(const Ui& ui, const SmemView& view, ImVec2 at) const {
  if (!scene_.lines) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Rect& cells = scene_.lines->cells;
  if (view.map()->down() > 0)
    draw.AddRectFilled(smem_at(at, ui.scale, cells.x, cells.y),
                       smem_at(at, ui.scale, cells.x + cells.w, cells.y + cells.h),
                       (ui.colors.panel & ~IM_COL32_A_MASK) | 200U << IM_COL32_A_SHIFT);
  const SmemCost& cost = *view.cost();
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const auto n = static_cast<std::size_t>(lane);
    if (cost.phase_of[n] < 0) continue;
    const auto rect = byte_rect(scene_, *view.map(), cost.addresses[n], cost.access->bytes);
    if (!rect) continue;
    const ImVec2 low = smem_at(at, ui.scale, rect->x, rect->y),
                 high = smem_at(at, ui.scale, rect->x + rect->w, rect->y + rect->h);
    const Color fill = smem_phase_color(ui, cost.phase_of[n]);
    draw.AddRectFilled(low, high, smem_packed(fill));
    if (cost.conflicting[n]) draw.AddRect(low, high, ui.colors.bad, 0, 0, 2.2F * ui.scale);
    std::array<char, 8> text{};
    const auto end = fmt::format_to_n(text.data(), text.size(), "L{}", lane);
    const std::string_view words(text.data(), end.size), digits = words.substr(1);
    for (const std::string_view shown : {words, digits}) {
      const float size = std::min(12.0F, rect->h * 0.78F);
      const ImVec2 extent = text_size(ui, ui.fonts.mono, size, shown);
      if (extent.x + 2 > high.x - low.x || size < 7) continue;
      put_text(ui, ui.fonts.mono, size, {(low.x + high.x - extent.x) / 2, (low.y + high.y - extent.y) / 2},
               smem_packed(label_color(fill)), shown);
      break;
    }
  }
}

// Draws a histogram below the lines: the words in each bank, phase on phase. A bank above the number of phases waits.
void SmemCanvas::draw_histogram(const Ui& ui, const SmemView& view, ImVec2 at, float bottom) const {
  if (!scene_.lines) return;
  const SmemCost& cost = *view.cost();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float left = at.x + scene_.lines->cells.x * ui.scale, bank = scene_.lines->cell_w * ui.scale / 4;
  const float base = bottom - ui.px(18), top = bottom - ui.px(histogram_height) + ui.px(14);
  const float unit = (base - top) / static_cast<float>(std::max(cost.deepest, 1));
  put_text(ui, ui.fonts.sans, 12, {at.x + ui.px(4), top - ui.px(15)}, ui.colors.text, "Words by bank and phase");
  const bool all_numbers = text_size(ui, ui.fonts.mono, 10.5F, "00").x + 2 < bank;
  for (int b = 0; b < banks; ++b) {
    float y = base;
    const float x = left + bank * static_cast<float>(b);
    for (std::size_t p = 0; p < cost.words.size(); ++p) {
      const int words = cost.words[p][static_cast<std::size_t>(b)];
      if (words == 0) continue;
      const float high = unit * static_cast<float>(words);
      const ImVec2 low(std::round(x + 1), std::round(y - high) + 1), end(std::round(x + bank - 1), std::round(y));
      draw.AddRectFilled(low, end, smem_packed(smem_phase_color(ui, static_cast<int>(p))));
      if (words > 1) draw.AddRect(low, end, ui.colors.bad, 0, 0, 2 * ui.scale);
      y -= high;
    }
    std::array<char, 8> text{};
    const auto end = fmt::format_to_n(text.data(), text.size(), "{}", b);
    const std::string_view number(text.data(), end.size);
    const ImVec2 extent = text_size(ui, ui.fonts.mono, 10.5F, number);
    if (all_numbers || b % 4 == 0)
      put_text(ui, ui.fonts.mono, 10.5F, {x + (bank - extent.x) / 2, base + ui.px(2)}, ui.colors.dim, number);
  }
  draw.AddLine({left, base}, {left + bank * banks, base}, ui.colors.border, ui.line());
  std::array<char, 8> text{};
  const auto end = fmt::format_to_n(text.data(), text.size(), "{}", cost.deepest);
  put_text(ui, ui.fonts.mono, 10.5F, {left - ui.px(16), top}, ui.colors.dim, {text.data(), end.size});
}

void SmemCanvas::point(const Ui& ui, const SmemView& view, ImVec2 at) {
  const bool here = ImGui::IsItemHovered();
  const ImVec2 mouse = ImGui::GetMousePos();
  const float x = (mouse.x - at.x) / ui.scale, y = (mouse.y - at.y) / ui.scale;
  const ImageHit hit = here && view.map()->down() > 0 ? hit_image(scene_, *view.map(), x, y) : ImageHit{};
  if (hit.element != ui.document.task<SmemState>().hover) ui.push(SmemAction(HoverSmem{hit.element}));
  if (!here) return;
  if (ImGui::IsItemClicked()) {
    followed_ = hit.element;  // it is in sight
    ui.push(SmemAction(ChooseSmem{hit.element}));
  }
  if (ui.document.task<SmemState>().hover && hit.element) draw_tip(ui, view);
  scroll(ui, view, scene_.lines && scene_.lines->cells.contains(x, y));
}

void SmemCanvas::draw_tip(const Ui& ui, const SmemView& view) const {
  if (view.marked().empty() || !begin_tip(ui)) return;
  for (std::size_t n = 0; n < view.marked().size(); ++n) {
    if (n == 0) mono(ui, ui.colors.accent, view.marked()[n]);
    if (n > 0) label(ui, n == 1 ? ui.colors.text : ui.colors.dim, view.marked()[n]);
  }
  ImGui::EndTooltip();
}

// Scrolls the grid under the pointer with the wheel, and the other one to the same elements; at the end of the first
// the other one goes on. With Ctrl changes the height of lines.
void SmemCanvas::scroll(const Ui& ui, const SmemView& view, bool in_lines) const {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0) return;
  const SmemLook& look = view.look();
  if (ImGui::GetIO().KeyCtrl) {
    const float now = scene_.lines ? scene_.lines->cell_h : scene_.elements ? scene_.elements->cell_h : usual_line;
    return ui.push(SmemAction(SetSmemHeight{now * std::pow(1.15F, wheel)}));
  }
  const int step = -static_cast<int>(std::lround(wheel * 3));
  const ImageMap& map = *view.map();
  const int lines = static_cast<int>(map.lines().size()), rows = map.down();
  const auto clamped = [&](int first, int all) { return std::clamp(first, 0, std::max(0, all - fit_.rows)); };
  const int line = clamped(look.first_line + step, lines), row = clamped(look.first_row + step, rows);
  ScrollSmem wanted{line, row};
  if (in_lines && line != look.first_line) wanted.first_row = clamped(map.first_row_in(line), rows);
  if (!in_lines && row != look.first_row) wanted.first_line = clamped(map.first_line_of(row), lines);
  ui.push(SmemAction(wanted));
}

// Scrolls both grids to an element that was chosen by a key or in the other grid.
void SmemCanvas::keep_in_sight(const Ui& ui, const SmemView& view) {
  const std::optional<Element>& chosen = ui.document.task<SmemState>().chosen;
  if (chosen == followed_) return;
  followed_ = chosen;
  if (!chosen || view.map()->down() == 0 || chosen->row >= view.map()->image().rows ||
      chosen->col >= view.map()->image().cols)
    return;
  const auto seen = [&](int first, int at) {
    if (at < first) return at;
    return at >= first + fit_.rows ? at - fit_.rows + 1 : first;
  };
  const SmemLook& look = view.look();
  const auto line = view.map()->line_of(view.map()->image().address(chosen->row, chosen->col));
  const int row = seen(look.first_row, view.map()->place_of(*chosen).row);
  const ScrollSmem wanted{line ? seen(look.first_line, *line) : look.first_line, row};
  if (wanted.first_line != look.first_line || wanted.first_row != look.first_row) ui.push(SmemAction(wanted));
}

}  // namespace tcviz::inline app_ui
