#include "app/ui/grid_keys.hpp"

#include "app/ui/view_words.hpp"

namespace tcviz {
namespace {

template <int Rows, int Cols>
void extend(const Ui& ui, bool) {
  ui.push(ExtendBand{Rows, Cols});
}

// An eighth of the canvas.
template <int Down, int Right>
void pan(const Ui& ui, bool) {
  const Rect& rect = ui.canvas.rect;
  const Point pixels{-static_cast<float>(Right) * rect.w / 8, -static_cast<float>(Down) * rect.h / 8};
  ui.push(SetCamera{panned(ui.document.camera, ui.canvas, pixels)});
}

// By a fifth, around the middle.
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

template <ViewMode View>
void view(const Ui& ui, bool) {
  ui.push(SetViewMode{View});
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

constexpr Shortcut rows[] = {
    {ImGuiKey_1, "1", "thread and register side by side", false, view<ViewMode::Grids>},
    {ImGuiKey_2, "2", "both in one grid", false, view<ViewMode::Combined>},
    {ImGuiKey_3, "3", "the product A × B = C", false, view<ViewMode::Product>},
    {ImGuiKey_4, "4", "a row for every thread", false, view<ViewMode::Threads>},
    {ImGuiKey_5, "5", "compare two layouts", false, view<ViewMode::Comparison>},
    {ImGuiKey_6, "6", "which architectures share a layout", false, [](const Ui& ui, bool) { ui.push(ShowGroups{}); }},
    {ImGuiKey_7, "7", "type a formula, checked as you type", false,
     [](const Ui& ui, bool) { ui.push(FormulaAction(FocusFormula{})); }},
    {ImGuiKey_8, "8", "operations on the fragment", false,
     [](const Ui& ui, bool) { ui.push(TheatreAction(ShowTheatre{})); }},
    {ImGuiKey_9, "9", "the maxas SGEMM, step by step", false,
     [](const Ui& ui, bool) { ui.push(MaxasAction(ShowMaxas{})); }},
    {ImGuiKey_0, "0", "whole products: speed, residual, tiles", false,
     [](const Ui& ui, bool) { ui.push(GemmAction(ShowProducts{})); }},
    {ImGuiKey_C, "C, Shift+C", "next colouring, the one before", false, color<1>},
    {ImGuiMod_Shift | ImGuiKey_C, "", "", false, color<-1>},
    {ImGuiKey_E, "E", "colour by an expression", false, [](const Ui& ui, bool) { ui.push(FocusExpression{}); }},
    {ImGuiKey_P, "P", "next palette", false, palette},
    {ImGuiKey_L, "L, Shift+L", "next labels, those before", false, labels<1>},
    {ImGuiMod_Shift | ImGuiKey_L, "", "", false, labels<-1>},
    {ImGuiKey_T, "T", "choose threads, dim the rest", false, [](const Ui& ui, bool) { ui.push(FocusFilter{}); }},
    {ImGuiKey_Tab, "Tab, Shift+Tab", "the pinned element's next owner", false, step<StepOwner, 1>, true},
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
    {ImGuiKey_N, "N, Shift+N", "the next difference, the one before", false, step<StepDifference, 1>, true},
    {ImGuiMod_Shift | ImGuiKey_N, "", "", false, step<StepDifference, -1>, true},
    {ImGuiKey_X, "X", "left and right change places", false, [](const Ui& ui, bool) { ui.push(SwapSides{}); }},
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

}  // namespace

std::span<const Shortcut> grid_shortcuts() { return rows; }

}  // namespace tcviz
