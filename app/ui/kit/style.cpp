#include "app/ui/kit/style.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/render/fonts.hpp"

namespace tcviz::inline app_ui {
namespace {

// Packs 0xRRGGBB as Dear ImGui does.
constexpr ImU32 rgb(std::uint32_t hex, std::uint32_t alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

constexpr Colors dark = {.app = rgb(0x101216),
                         .panel = rgb(0x1b1e24),
                         .field = rgb(0x121419),
                         .field_hover = rgb(0x262b33),
                         .border = rgb(0x2c3038),
                         .text = rgb(0xdfe2e7),
                         .dim = rgb(0x9ba1ac),
                         .faint = rgb(0x858c98),
                         .accent = rgb(0x4cc2ff),
                         .selection = rgb(0x243447),
                         .selection_soft = rgb(0x20262f),
                         .match = rgb(0x15384d),
                         .good = rgb(0x5fd38d),
                         .warn = rgb(0xf0b255),
                         .warn_soft = rgb(0x3a2d16),
                         .bad = rgb(0xff6b6b),
                         .mark = rgb(0xffffff),
                         .pick = rgb(0x4cc2ff)};

constexpr Colors light = {.app = rgb(0xe6e8ec),
                          .panel = rgb(0xfbfbfc),
                          .field = rgb(0xeff1f4),
                          .field_hover = rgb(0xe3e7ed),
                          .border = rgb(0xd3d7de),
                          .text = rgb(0x1c2026),
                          .dim = rgb(0x525a67),
                          .faint = rgb(0x5f6672),
                          .accent = rgb(0x0067b8),
                          .selection = rgb(0xcfe4f7),
                          .selection_soft = rgb(0xe9f1f9),
                          .match = rgb(0xbfe0ff),
                          .good = rgb(0x0f7035),
                          .warn = rgb(0x8a5a00),
                          .warn_soft = rgb(0xfbeccc),
                          .bad = rgb(0xc02626),
                          .mark = rgb(0x000000),
                          .pick = rgb(0x1296f0)};

// The bits of tid inside a quad are blue, the higher ones warm; the bits of i are green, pink and violet.
constexpr std::array<ImU32, 8> tid_bits_on_dark = {rgb(0x5ab8ff), rgb(0x4d8df6), rgb(0xf7b04a), rgb(0xf58b4c),
                                                   rgb(0xf0674f), rgb(0xe57ad0), rgb(0xa6d65a), rgb(0x9aa7ff)};
constexpr std::array<ImU32, 8> i_bits_on_dark = {rgb(0x52d69a), rgb(0xff7fbc), rgb(0xb896ff), rgb(0xf0d452),
                                                 rgb(0x5fdfe0), rgb(0xffa39b), rgb(0xa9c0d8), rgb(0xd3e58a)};
constexpr std::array<ImU32, 8> tid_bits_on_light = {rgb(0x0067b8), rgb(0x2147b5), rgb(0x8f5600), rgb(0xa84300),
                                                    rgb(0xad2a17), rgb(0x962579), rgb(0x41700a), rgb(0x4450b4)};
constexpr std::array<ImU32, 8> i_bits_on_light = {rgb(0x09734a), rgb(0xb01f6b), rgb(0x663abc), rgb(0x766200),
                                                  rgb(0x006b70), rgb(0xa83c3c), rgb(0x4a5f78), rgb(0x5a6b12)};

constexpr Colors contrast = {.app = rgb(0x000000),
                             .panel = rgb(0x000000),
                             .field = rgb(0x000000),
                             .field_hover = rgb(0x2b2b2b),
                             .border = rgb(0xb8b8b8),
                             .text = rgb(0xffffff),
                             .dim = rgb(0xe6e6e6),
                             .faint = rgb(0xd0d0d0),
                             .accent = rgb(0xffd500),
                             .selection = rgb(0x00406e),
                             .selection_soft = rgb(0x2b2b2b),
                             .match = rgb(0x544500),
                             .good = rgb(0x5dff9b),
                             .warn = rgb(0xffc14d),
                             .warn_soft = rgb(0x2a1f00),
                             .bad = rgb(0xff9c9c),
                             .mark = rgb(0x00e5ff),
                             .pick = rgb(0xffd500)};

struct ColorRow {
  ImGuiCol target;
  ImU32 Colors::*color;
};

constexpr ColorRow color_rows[] = {
    {ImGuiCol_Text, &Colors::text},
    {ImGuiCol_TextDisabled, &Colors::dim},
    {ImGuiCol_WindowBg, &Colors::app},
    {ImGuiCol_PopupBg, &Colors::panel},
    {ImGuiCol_Border, &Colors::border},
    {ImGuiCol_FrameBg, &Colors::field},
    {ImGuiCol_FrameBgHovered, &Colors::field},
    {ImGuiCol_FrameBgActive, &Colors::field},
    {ImGuiCol_TitleBg, &Colors::panel},
    {ImGuiCol_TitleBgActive, &Colors::panel},
    {ImGuiCol_TitleBgCollapsed, &Colors::panel},
    {ImGuiCol_MenuBarBg, &Colors::app},
    {ImGuiCol_ScrollbarGrab, &Colors::border},
    {ImGuiCol_ScrollbarGrabHovered, &Colors::faint},
    {ImGuiCol_ScrollbarGrabActive, &Colors::faint},
    {ImGuiCol_CheckMark, &Colors::accent},
    {ImGuiCol_CheckboxSelectedBg, &Colors::field},
    {ImGuiCol_SliderGrab, &Colors::accent},
    {ImGuiCol_SliderGrabActive, &Colors::accent},
    {ImGuiCol_TextLink, &Colors::accent},
    {ImGuiCol_Button, &Colors::field},
    {ImGuiCol_ButtonHovered, &Colors::field_hover},
    {ImGuiCol_ButtonActive, &Colors::selection},
    {ImGuiCol_Header, &Colors::selection},
    {ImGuiCol_HeaderHovered, &Colors::field_hover},
    {ImGuiCol_HeaderActive, &Colors::selection},
    {ImGuiCol_Separator, &Colors::border},
    {ImGuiCol_SeparatorHovered, &Colors::accent},
    {ImGuiCol_SeparatorActive, &Colors::accent},
    {ImGuiCol_ResizeGripHovered, &Colors::accent},  // and the gap between panels
    {ImGuiCol_ResizeGripActive, &Colors::accent},
    {ImGuiCol_InputTextCursor, &Colors::accent},
    {ImGuiCol_Tab, &Colors::app},
    {ImGuiCol_TabHovered, &Colors::field_hover},
    {ImGuiCol_TabSelected, &Colors::panel},
    {ImGuiCol_TabSelectedOverline, &Colors::accent},
    {ImGuiCol_TabDimmed, &Colors::app},
    {ImGuiCol_TabDimmedSelected, &Colors::panel},
    {ImGuiCol_TabDimmedSelectedOverline, &Colors::border},
    {ImGuiCol_DockingPreview, &Colors::accent},
    {ImGuiCol_DockingEmptyBg, &Colors::app},
    {ImGuiCol_PlotHistogram, &Colors::accent},
    {ImGuiCol_TextSelectedBg, &Colors::selection},
    {ImGuiCol_NavCursor, &Colors::accent},
    {ImGuiCol_TableHeaderBg, &Colors::panel},
};

void set_colors(const Colors& colors, ImGuiStyle& style) {
  for (const ColorRow& row : color_rows) style.Colors[row.target] = ImGui::ColorConvertU32ToFloat4(colors.*row.color);
  const ImVec4 none(0, 0, 0, 0);
  for (const ImGuiCol empty : {ImGuiCol_ScrollbarBg, ImGuiCol_BorderShadow, ImGuiCol_ResizeGrip, ImGuiCol_TableRowBg,
                               ImGuiCol_TableRowBgAlt}) {
    style.Colors[empty] = none;
  }
}

ImFont* add_font(Face face) {
  const std::span<const std::byte> file = font_file(face);
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  void* bytes = const_cast<std::byte*>(file.data());  // read only: the atlas does not own it
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes, static_cast<int>(file.size()), 0, &config);
}

}  // namespace

const Colors& colors_of(Theme theme) {
  if (theme == Theme::Contrast) return contrast;
  return theme == Theme::Dark ? dark : light;
}

ImU32 bit_color(Theme theme, bool of_tid, int bit) {
  const bool light = theme == Theme::Light;
  const auto& on_light = of_tid ? tid_bits_on_light : i_bits_on_light;
  const auto& on_dark = of_tid ? tid_bits_on_dark : i_bits_on_dark;
  return (light ? on_light : on_dark)[static_cast<std::size_t>(bit) % on_dark.size()];
}

Fonts add_fonts() { return {add_font(Face::Sans), add_font(Face::Mono)}; }

void set_style(Theme theme, float scale) {
  ImGuiStyle style;
  style.FontSizeBase = font_size;
  const auto px = [&](float size) { return std::round(size * scale); };
  style.WindowPadding = {px(12), px(10)};
  style.FramePadding = {px(9), px(5)};
  style.ItemSpacing = {px(8), px(6)};
  style.ItemInnerSpacing = {px(6), px(4)};
  style.CellPadding = {px(6), px(3)};
  style.IndentSpacing = px(16);
  style.ScrollbarSize = px(9);
  style.ScrollbarPadding = px(1);
  style.WindowRounding = style.PopupRounding = px(6);
  style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = style.TabRounding = px(5);
  style.MenuItemRounding = style.SelectableRounding = px(4);
  style.WindowBorderSize = style.PopupBorderSize = style.FrameBorderSize = std::max(1.0F, std::floor(scale));
  style.TabBarOverlineSize = px(2);
  style.DockingSeparatorSize = px(2);
  style.SeparatorSize = std::max(1.0F, std::floor(scale));
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.DisplaySafeAreaPadding = {px(4), px(4)};
  style.FontScaleDpi = scale;
  set_colors(colors_of(theme), style);
  ImGui::GetStyle() = style;
}

}  // namespace tcviz::inline app_ui
