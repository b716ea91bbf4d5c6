#include "app/ui/products/products_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/segments.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float products_list_width = 220, products_head_height = 32, strip_height = 28, least_plot = 90;

struct PageRow {
  ProductsPage page;
  const char *name, *short_name, *explains;
};
constexpr std::array<PageRow, 4> pages{
    {{ProductsPage::Speed, "Speed", "Speed", "TFLOP/s over size, with the peaks of the GPU"},
     {ProductsPage::Residual, "Residual", "Res.", "How far from the product in f64, over size"},
     {ProductsPage::SpeedUp, "Speed-up", "Up", "One kernel over another, and the goals"},
     {ProductsPage::Spread, "Spread", "Spread", "The residual over the spread of the exponents"}}};

}  // namespace

void ProductsPanel::draw(const Ui& ui) {
  typing_ = false;
  subject_ = {};
  if (begin_panel(ui, "Products###products")) draw_inside(ui);
  end_panel();
}

void ProductsPanel::draw_inside(const Ui& ui) {
  const float left = std::min(ui.px(products_list_width), ImGui::GetContentRegionAvail().x * 0.36F);
  const bool tiles = ui.document.task<ProductsState>().page == ProductsPage::Tiles;
  if (ImGui::BeginChild("##choice", {left, 0})) tiles ? tiles_.draw_choice(ui) : draw_choice(ui);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(12));
  if (ImGui::BeginChild("##result", {0, 0})) tiles ? tiles_.draw(ui) : draw_result(ui);
  ImGui::EndChild();
  if (tiles)
    subject_ = {ImGui::GetItemRectMin().x, ImGui::GetItemRectMin().y, ImGui::GetItemRectSize().x,
                ImGui::GetItemRectSize().y};
  typing_ = typing_ || (tiles && tiles_.typing());
}

// Draws the pages, the shown run and the files in one line.
void ProductsPanel::draw_head(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  std::array<Segment, pages.size()> segments;
  for (std::size_t n = 0; n < pages.size(); ++n)
    segments[n] = {pages[n].name, pages[n].short_name, pages[n].explains,
                   ui.document.task<ProductsState>().page == pages[n].page};
  const float files = 2 * ui.px(64) + ui.px(4);
  const bool narrow = at.x + segments_width(ui, segments, false) + files + ui.px(8) > right;
  const auto pressed = draw_segments(ui, at, segments, narrow);
  if (pressed) ui.push(ProductsAction(SetProductsPage{pages[*pressed].page}));
  const float x = at.x + segments_width(ui, segments, narrow) + ui.px(14), room = right - files - ui.px(12) - x;
  draw_stamp(ui, {x, at.y + ui.px(5)}, room);
  ImGui::SetCursorScreenPos({right - files, at.y});
  draw_export(ui);
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(products_head_height)});
}

// Draws the shown run, on two lines if one is too short.
void ProductsPanel::draw_stamp(const Ui& ui, ImVec2 at, float room) const {
  if (room <= ui.px(60)) return;
  const float line = text_size(ui, ui.fonts.sans, 12.5F, stamp_).y;
  const float height = wrapped_height(ui, ui.fonts.sans, 12.5F, room, stamp_);
  const bool two = height > line && height < 2.5F * line;
  if (!two) return put_text_cut(ui, ui.fonts.sans, 12.5F, at, room, ui.colors.dim, stamp_);
  put_text_wrapped(ui, ui.fonts.sans, 12.5F, {at.x, at.y - line / 2}, room, ui.colors.dim, stamp_);
}

void ProductsPanel::prepare(const Ui& ui) {
  const ProductsState& products = ui.document.task<ProductsState>();
  const bool same = products.shows(inputs_.runs) && products.look == inputs_.look && products.page == inputs_.page;
  if (same && prepared_) return;
  prepared_ = true;
  inputs_ = {products.shown_runs(), products.look, products.page};
  shown_ = shown_plot(gemm_plot(view_of(products.page), inputs_.runs, {}, inputs_.look));
  stamp_ = inputs_.runs.empty() ? std::string() : run_stamp(*inputs_.runs.front());
}

void ProductsPanel::draw_result(const Ui& ui) {
  prepare(ui);
  const ProductsState& products = ui.document.task<ProductsState>();
  table_.follow(products);
  draw_head(ui);
  if (!products.news.empty()) label(ui, products.failed ? ui.colors.bad : ui.colors.good, products.news);
  if (shown_.plot.empty()) {
    const bool spread = products.page == ProductsPage::Spread;
    wrapped(
        ui, ui.colors.dim,
        spread ? "No results over the spread of the exponents in this run. `tcviz bench gemm --spread 20 -o FILE.json` "
                 "makes some."
               : "Nothing to plot: no run is here.");
    return;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float strip = ui.px(strip_height), most = std::max(0.0F, room.y - strip - ui.px(least_plot));
  const float table = std::min(std::round(static_cast<float>(products.table.share) * room.y), most);
  const float height = std::max(ui.px(40), room.y - strip - table);
  draw_plot(ui, "##plot", shown_, {room.x, height - ui.px(2)}, lit_);
  subject_ = {at.x, at.y, room.x, height};
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  draw_strip(ui, room);
  if (table < ui.px(30)) return;
  ImGui::SetCursorScreenPos({at.x, at.y + height + strip});
  if (ImGui::BeginChild("##table", {room.x, table})) table_.draw(ui);
  ImGui::EndChild();
}

// Draws the edge between plot and table with the shown size and its best kernels. It can be dragged; a press folds or
// opens the table.
void ProductsPanel::draw_strip(const Ui& ui, ImVec2 room) {
  const ProductsTableChoice& choice = ui.document.task<ProductsState>().table;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.px(strip_height), chooser = ui.px(118), lead = ui.px(26);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImGui::SetNextItemAllowOverlap();
  const bool pressed = ImGui::InvisibleButton("##strip", {std::max(1.0F, room.x), height}, ImGuiButtonFlags_EnableNav);
  const bool hot = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  const bool dragged = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, ui.px(4));
  explain(ui, choice.share > 0 ? "Click to fold the table, drag to make it larger."
                               : "The numbers as a table: click to open it, or drag it up.");
  if (hot) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  draw.AddRectFilled(at, {at.x + room.x, at.y + height - ui.px(2)}, hot ? ui.colors.field_hover : ui.colors.field,
                     ui.px(5));
  put_chevron(ui, {at.x + ui.px(13), at.y + height / 2 - ui.px(1)}, choice.share > 0, ui.colors.dim);
  ProductsTableChoice wanted = choice;
  if (dragged) {
    const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
    const double share = (bottom - ImGui::GetMousePos().y - height / 2) / room.y;
    wanted.share = share < 0.08 ? 0 : share;
    dragged_ = true;
  }
  if (pressed && !std::exchange(dragged_, false)) wanted.share = choice.share > 0 ? 0 : usual_table_share;
  ImGui::SetCursorScreenPos({at.x + lead, at.y + ui.px(2)});
  choose_size(ui, chooser, wanted);
  const float x = at.x + lead + chooser + ui.px(14);
  if (choice.share <= 0) table_.draw_line(ui, {x, at.y + ui.px(6)}, at.x + room.x - x - ui.px(6));
  if (wanted != choice) ui.push(ProductsAction(SetProductsTable{std::move(wanted)}));
}

void ProductsPanel::choose_size(const Ui& ui, float width, ProductsTableChoice& choice) const {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(2)});
  const std::string& size = table_.size();
  if (begin_choice(ui, "##size", size.empty() ? "all sizes" : size.c_str(), width, 0)) {
    if (ImGui::Selectable("all sizes", size.empty())) choice.all = true;
    for (const std::string& each : table_.sizes()) {
      if (!ImGui::Selectable(each.c_str(), each == size)) continue;
      choice.all = false;
      choice.size = each;
    }
    if (choice.all && choice.share <= 0) choice.share = usual_table_share;
    ImGui::EndCombo();
  }
  ImGui::PopStyleVar();
}

// ---- files

void ProductsPanel::draw_export(const Ui& ui) {
  const float width = ui.px(64);
  if (ImGui::Button("Open", {width, 0})) ImGui::OpenPopup("##open");
  explain(ui, "A file that `tcviz bench gemm -o FILE.json` wrote; it can also be dropped on the window.");
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::Button("Export", {width, 0})) ImGui::OpenPopup("##export");
  explain(ui, "The plot as SVG or PNG, its numbers as CSV.");
  if (ImGui::BeginPopup("##open")) {
    label(ui, ui.colors.dim, "Runs of products, as JSON");
    ask_path(ui, "##path", "Open", open_path_, [&](const char* path) { ui.push(ProductsAction(OpenProducts{path})); });
    ImGui::EndPopup();
  }
  if (!ImGui::BeginPopup("##export")) return;
  label(ui, ui.colors.dim, "To a file: .svg, .png or .csv");
  ask_path(ui, "##path", "Save", save_path_, [&](const char* path) { ui.push(ProductsAction(SaveProducts{path})); });
  const GemmView view = view_of(ui.document.task<ProductsState>().page);
  if (ImGui::Button("Copy SVG")) ImGui::SetClipboardText(plot_svg(shown_.plot).c_str());
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::Button("Copy CSV")) ImGui::SetClipboardText(gemm_table_csv(view, inputs_.runs, {}).c_str());
  ImGui::EndPopup();
}

void ProductsPanel::ask_path(const Ui& ui, const char* id, const char* button, PathField& path,
                             const std::function<void(const char*)>& go) {
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ui.px(300));
  const bool entered = ImGui::InputTextWithHint(
      id, "path", path.data(), path.size(), ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  typing_ = true;
  ImGui::SameLine(0, ui.px(6));
  const bool empty = path.front() == 0;
  ImGui::BeginDisabled(empty);
  if (ImGui::Button(button) || (entered && !empty)) {
    go(path.data());
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
}

}  // namespace tcviz::inline app_ui
