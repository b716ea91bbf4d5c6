// The steps in the order of time, a row for each warp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/session/whole/action.hpp"
#include "app/ui/xray/xray_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float timeline_row = 13, timeline_head = 4, timeline_label = 34, widest_box = 16, narrowest_box = 4;
constexpr int most_timeline_rows = 8;

// Rows of warps that have steps, and the most steps of one.
struct TimelineShape {
  std::array<int, 64> row_of{};  // by warp; -1: none
  int rows = 0, most = 0;
};

TimelineShape shape_of(const XrayRun& run) {
  TimelineShape shape;
  shape.row_of.fill(-1);
  for (const XrayProduct& product : run.products) {
    shape.most = std::max(shape.most, product.number + 1);
    if (product.warp >= 0 && product.warp < static_cast<int>(shape.row_of.size()))
      shape.row_of[static_cast<std::size_t>(product.warp)] = 0;
  }
  for (int& row : shape.row_of)
    if (row == 0) row = shape.rows++;
  return shape;
}

std::string line_words(const XrayRun& run, const XrayEvent& event) {
  const int line = shown_line(run, event.line, event.ptx_line);
  return line > 0 ? fmt::format("line {}", line) : std::string("its line is not known");
}

}  // namespace

float XrayPanel::timeline_height(const Ui& ui) const {
  const std::shared_ptr<const XrayRun>& run = ui.document.task<XrayState>().run;
  if (run == nullptr || run->products.empty()) return 0;
  const int rows = std::min(shape_of(*run).rows, most_timeline_rows);
  return ui.px(timeline_head) + static_cast<float>(rows) * ui.px(timeline_row);
}

namespace {

// The visible steps and their places.
struct TimelinePlaces {
  TimelineShape shape;
  ImVec2 at;               // of the first box
  float box = 0, row = 0;  // width of a box, height of a row
  int fitting = 0, first = 0, first_row = 0;

  int row_of(int warp) const {
    const bool known = warp >= 0 && warp < static_cast<int>(shape.row_of.size());
    return (known ? shape.row_of[static_cast<std::size_t>(warp)] : -1) - first_row;
  }
  std::optional<ImVec2> place_of(const XrayProduct& product) const {
    const int col = product.number - first, line = row_of(product.warp);
    if (col < 0 || col >= fitting || line < 0 || line >= most_timeline_rows) return std::nullopt;
    return ImVec2(at.x + static_cast<float>(col) * box, at.y + static_cast<float>(line) * row);
  }
};

// Returns the steps around the chosen one if there are more than fit.
TimelinePlaces places_of(const Ui& ui, const XrayRun& run, const XrayProduct* chosen, ImVec2 at, float room) {
  TimelinePlaces places;
  places.shape = shape_of(run);
  places.at = at;
  places.row = ui.px(timeline_row);
  places.box = std::clamp(std::floor(room / static_cast<float>(std::max(1, places.shape.most))), ui.px(narrowest_box),
                          ui.px(widest_box));
  places.fitting = std::max(1, static_cast<int>(room / places.box));
  if (chosen == nullptr) return places;
  places.first = std::clamp(chosen->number - places.fitting / 2, 0, std::max(0, places.shape.most - places.fitting));
  places.first_row = std::clamp(places.row_of(chosen->warp) - most_timeline_rows / 2, 0,
                                std::max(0, places.shape.rows - most_timeline_rows));
  return places;
}

void draw_warp_names(const Ui& ui, const TimelinePlaces& places, float left) {
  for (std::size_t warp = 0; warp < places.shape.row_of.size(); ++warp) {
    const int row = places.row_of(static_cast<int>(warp));
    if (places.shape.row_of[warp] < 0 || row < 0 || row >= most_timeline_rows) continue;
    std::array<char, 8> name{};
    *fmt::format_to_n(name.data(), name.size() - 1, "w{}", warp).out = 0;
    put_text(ui, ui.fonts.mono, 11, {left, places.at.y + static_cast<float>(row) * places.row}, ui.colors.dim,
             name.data());
  }
}

void draw_box(const Ui& ui, ImVec2 low, ImVec2 high, const XrayProduct& product, bool chosen) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 color = product.state == ProductState::Fine ? ui.colors.faint : ui.colors.bad;
  if (product.state == ProductState::Alike)
    draw.AddRect(low, high, color, 0, 0, ui.line());
  else
    draw.AddRectFilled(low, high, color);
  const float out = ui.line();
  if (chosen) draw.AddRect({low.x - out, low.y - out}, {high.x + out, high.y + out}, ui.colors.accent, 0, 0, 2 * out);
}

void draw_product_tip(const Ui& ui, const XrayRun& run, const XrayProduct& product) {
  if (!begin_tip(ui)) return;
  const XrayEvent& event = run.report.events[product.event];
  label(ui, ui.colors.text,
        fmt::format("warp {}, product {}: {}", product.warp, product.number, line_words(run, event)));
  mono(ui, ui.colors.dim, event.opcode);
  if (product.state == ProductState::Found) label(ui, ui.colors.bad, "A finding names it.");
  if (product.state == ProductState::Alike) label(ui, ui.colors.dim, "The same line was found wrong in another step.");
  ImGui::EndTooltip();
}

}  // namespace

void XrayPanel::draw_timeline(const Ui& ui, float height) {
  const XrayState& state = ui.document.task<XrayState>();
  const XrayRun& run = *state.run;
  const bool known = state.product && *state.product < static_cast<int>(run.products.size());
  const XrayProduct* const chosen = known ? &run.products[static_cast<std::size_t>(*state.product)] : nullptr;
  const ImVec2 at = ImGui::GetCursorScreenPos(), mouse = ImGui::GetIO().MousePos;
  const float names = ui.px(timeline_label), room = ImGui::GetContentRegionAvail().x - names;
  const TimelinePlaces places = places_of(ui, run, chosen, {at.x + names, at.y}, room);
  ImGui::InvisibleButton("##timeline", {std::max(1.0F, room + names), std::max(1.0F, height)});
  const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
  ImGui::GetWindowDrawList()->PushClipRect({at.x, at.y - ui.px(2)}, {at.x + names + room, at.y + height}, true);
  draw_warp_names(ui, places, at.x);
  for (std::size_t n = 0; n < run.products.size(); ++n) {
    const XrayProduct& product = run.products[n];
    const std::optional<ImVec2> low = places.place_of(product);
    if (!low) continue;
    const Rect box{low->x, low->y, places.box, places.row};
    draw_box(ui, *low, {low->x + box.w - ui.line(), low->y + box.h - ui.px(2)}, product, &product == chosen);
    if (!hovered || !box.contains(mouse.x, mouse.y)) continue;
    if (clicked) ui.push(XrayAction(ChooseXrayProduct{static_cast<int>(n)}));
    draw_product_tip(ui, run, product);
  }
  ImGui::GetWindowDrawList()->PopClipRect();
}

}  // namespace tcviz::inline app_ui
