// The keys of the grids: rows of the same table as the window's own keys (shortcuts.cpp).
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/session/base/view_words.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/views.hpp"
#include "app/ui/window/shortcuts.hpp"

namespace tcviz::inline app_ui {
namespace {

template <int Rows, int Cols>
void extend(const Ui& ui, bool) {
  ui.push(ExtendBand{Rows, Cols});
}

// Moves the grids by an eighth of the canvas.
template <int Down, int Right>
void pan(const Ui& ui, bool) {
  const Rect& rect = ui.canvas.rect;
  const Point pixels{-static_cast<float>(Right) * rect.w / 8, -static_cast<float>(Down) * rect.h / 8};
  ui.push(SetCamera{panned(ui.document.camera, ui.canvas, pixels)});
}

// Zooms by a fifth, around the middle.
template <int Steps>
void zoom(const Ui& ui, bool) {
  const Rect& rect = ui.canvas.rect;
  const float factor = Steps > 0 ? 1.25F : 0.8F;
  ui.push(SetCamera{zoomed(ui.document.camera, ui.canvas, {rect.x + rect.w / 2, rect.y + rect.h / 2}, factor)});
}

template <class Step, int Steps>
void step(const Ui& ui, bool) {
  ui.push(Step{Steps});
}

template <std::size_t Row>
void show(const Ui& ui, bool) {
  ui.push(open_view(view_rows[Row]));
}

template <int Steps>
void color(const Ui& ui, bool) {
  ui.push(SetColorBy{step_choice(color_words(), ui.document.color_by, Steps)});
}
template <int Steps>
void labels(const Ui& ui, bool) {
  ui.push(SetLabelBy{step_choice(label_words(), ui.document.label_by, Steps)});
}
void palette(const Ui& ui, bool) { ui.push(SetPalette{step_choice(palette_words(), ui.document.palette, 1)}); }

void right_source(const Ui& ui, bool) {
  if (ui.document.view == ViewMode::Comparison) ui.push(WindowAction(ShowSources{true}));
}

constexpr Shortcut grid_keys_others[] = {
    {ImGuiKey_C, "C, Shift+C", "next colouring, previous one", false, color<1>},
    {ImGuiMod_Shift | ImGuiKey_C, "", "", false, color<-1>},
    {ImGuiKey_E, "E", "colour by an expression", false, [](const Ui& ui, bool) { ui.push(FocusExpression{}); }},
    {ImGuiKey_P, "P", "next palette", false, palette},
    {ImGuiKey_L, "L, Shift+L", "next labels, previous ones", false, labels<1>},
    {ImGuiMod_Shift | ImGuiKey_L, "", "", false, labels<-1>},
    {ImGuiKey_T, "T", "choose threads, dim the rest", false, [](const Ui& ui, bool) { ui.push(FocusFilter{}); }},
    {ImGuiKey_Tab, "Tab, Shift+Tab", "the pinned element's next owner; nothing pinned: the buttons", false,
     step<StepOwner, 1>, true},
    {ImGuiMod_Shift | ImGuiKey_Tab, "", "", false, step<StepOwner, -1>, true},
    {ImGuiKey_RightBracket, "[  ]", "the thread before or after", false, step<StepThread, 1>, true},
    {ImGuiKey_LeftBracket, "", "", false, step<StepThread, -1>, true},
    {ImGuiKey_G, "G", "the next grid: A, B, C; left, right", false, step<StepLayout, 1>},
    {0, "Shift+Drag", "choose elements, list their owners"},
    {ImGuiMod_Shift | ImGuiKey_UpArrow, "Shift+Arrows", "choose elements from the pinned one on", false, extend<-1, 0>,
     true},
    {ImGuiMod_Shift | ImGuiKey_DownArrow, "", "", false, extend<1, 0>, true},
    {ImGuiMod_Shift | ImGuiKey_LeftArrow, "", "", false, extend<0, -1>, true},
    {ImGuiMod_Shift | ImGuiKey_RightArrow, "", "", false, extend<0, 1>, true},
    {ImGuiKey_N, "N, Shift+N", "next difference, previous one", false, step<StepDifference, 1>, true},
    {ImGuiMod_Shift | ImGuiKey_N, "", "", false, step<StepDifference, -1>, true},
    {ImGuiKey_R, "R", "the right source of a comparison", false, right_source},
    {ImGuiKey_X, "X", "left and right change places", false, [](const Ui& ui, bool) { ui.push(SwapSides{}); }},
    {0, "B", "held: both sides of a comparison in one place, in turns"},
    {ImGuiKey_D, "D", "only the differences, the rest is dimmed", false,
     [](const Ui& ui, bool) { ui.push(SetOnlyDifferences{!ui.document.only_differences}); }},
    {ImGuiKey_Equal, "+  -", "zoom", false, zoom<1>, true},
    {ImGuiMod_Shift | ImGuiKey_Equal, "", "", false, zoom<1>, true},
    {ImGuiKey_KeypadAdd, "", "", false, zoom<1>, true},
    {ImGuiKey_Minus, "", "", false, zoom<-1>, true},
    {ImGuiKey_KeypadSubtract, "", "", false, zoom<-1>, true},
    {ImGuiMod_Ctrl | ImGuiKey_UpArrow, "Ctrl+Arrows", "move the grids", false, pan<-1, 0>, true},
    {ImGuiMod_Ctrl | ImGuiKey_DownArrow, "", "", false, pan<1, 0>, true},
    {ImGuiMod_Ctrl | ImGuiKey_LeftArrow, "", "", false, pan<0, -1>, true},
    {ImGuiMod_Ctrl | ImGuiKey_RightArrow, "", "", false, pan<0, 1>, true},
};

constexpr std::size_t keyed_views() {
  return static_cast<std::size_t>(
      std::count_if(std::begin(view_rows), std::end(view_rows), [](const ViewRow& row) { return row.key != 0; }));
}

// Makes a row for every view that has a key, and the other keys after them.
template <std::size_t... Row>
constexpr auto all_grid_keys(std::index_sequence<Row...>) {
  std::array<Shortcut, keyed_views() + std::size(grid_keys_others)> all{};
  std::size_t at = 0;
  const auto add = [&](const ViewRow& row, void (*act)(const Ui&, bool)) {
    if (row.key == 0) return;
    all[at++] = {ImGuiKey_0 + (row.key - '0'), std::string_view(&row.key, 1), row.does, false, act};
  };
  (add(view_rows[Row], show<Row>), ...);
  std::copy(std::begin(grid_keys_others), std::end(grid_keys_others), all.begin() + at);
  return all;
}
constexpr auto grid_keys_rows = all_grid_keys(std::make_index_sequence<std::size(view_rows)>{});

}  // namespace

std::span<const Shortcut> grid_shortcuts() { return grid_keys_rows; }

}  // namespace tcviz::inline app_ui
