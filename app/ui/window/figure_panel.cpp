#include "app/ui/window/figure_panel.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "app/export/figure/paper.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/names.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/figure_of.hpp"
#include "app/session/whole/formula_marks.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/ui/window/help.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float absence_width = 400, panel_width = 980, panel_height = 690, figure_controls_width = 320,
                figure_name_width = 96, field_width = 206, number_width = 84, hint_height = 22;
constexpr float part_of_width = 0.62F, part_of_height = 0.8F;  // of a large window
constexpr const char* by_scale = "Its own size, scaled";
constexpr const char* own_place = "A width of its own";

// Begins a line with a name; the choices follow beside it.
void name(const Ui& ui, const char* text) {
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, text);
  ImGui::SameLine(ui.px(figure_name_width));
  ImGui::SetNextItemWidth(ui.px(field_width));
}

template <class Choice>
void choose(const Ui& ui, const char* what, const char* id, Choice& current) {
  name(ui, what);
  if (!begin_choice(ui, id, label_of(current).data(), ui.px(field_width), ImGuiComboFlags_HeightLargest)) return;
  for (const Named<Choice>& row : app_scene::names<Choice>()) {
    if (ImGui::Selectable(row.label.data(), row.value == current)) current = row.value;
    if (row.value == current) ImGui::SetItemDefaultFocus();
  }
  ImGui::EndCombo();
}

// Draws a slider with its number beside it, where the handle cannot cover it.
bool slide(const Ui& ui, const char* id, float& value, float least, float most, const char* shown, bool logarithmic) {
  ImGui::SetNextItemWidth(ui.px(field_width - number_width));
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
  const bool moved = ImGui::SliderFloat(id, &value, least, most, "", flags);
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), shown, static_cast<double>(value));
  ImGui::SameLine(0, ui.px(8));
  label(ui, ui.colors.text, number.data());
  return moved;
}

// Draws a field for a number, with the unit behind it.
void type_number(const Ui& ui, const char* what, const char* id, double& value, double least, double most,
                 const char* unit) {
  name(ui, what);
  ImGui::SetNextItemWidth(ui.px(number_width));
  double typed = value;
  if (ImGui::InputDouble(id, &typed, 0, 0, "%.4g") && typed >= least && typed <= most) value = typed;
  ImGui::SameLine(0, ui.px(8));
  label(ui, ui.colors.dim, unit);
}

const char* place_name(const std::optional<FigurePaper>& paper) {
  if (!paper) return by_scale;
  for (const PaperPreset& preset : paper_presets())
    if (preset.paper == *paper) return preset.label.data();
  return own_place;
}

// Returns the pixels of a PNG or the centimetres of other pictures; empty for tables.
std::string size_text(const FigureChoice& choice, ImVec2 units) {
  if (!row_of(choice.format).picture || units.x <= 0) return {};
  std::array<char, 64> text{};
  constexpr double cm_of_unit = 2.54 / 96, mm_of_cm = 10;
  const auto x = static_cast<double>(units.x), y = static_cast<double>(units.y);
  if (choice.paper) {
    const double w = choice.paper->width_mm, dpi = choice.paper->dpi / mm_of_inch;
    if (choice.format == FigureFormat::Png)
      std::snprintf(text.data(), text.size(), "%.0f \u00d7 %.0f pixels", w * dpi, w * dpi * y / x);
    else
      std::snprintf(text.data(), text.size(), "%.4g \u00d7 %.1f cm", w / mm_of_cm, w / mm_of_cm * y / x);
    return text.data();
  }
  if (choice.format == FigureFormat::Png) {
    std::snprintf(text.data(), text.size(), "%.0f \u00d7 %.0f pixels", std::ceil(x * choice.png_scale),
                  std::ceil(y * choice.png_scale));
  } else {
    std::snprintf(text.data(), text.size(), "%.1f \u00d7 %.1f cm", x * choice.size * cm_of_unit,
                  y * choice.size * cm_of_unit);
  }
  return text.data();
}

// Moves a dialog of this size wholly into the window, which may have become smaller.
ImVec2 inside(const ImGuiViewport& viewport, ImVec2 at, ImVec2 size, ImVec2 most) {
  const ImVec2 low = viewport.WorkPos;
  const float right = low.x + viewport.WorkSize.x - std::min(size.x, most.x);
  const float bottom = low.y + viewport.WorkSize.y - std::min(size.y, most.y);
  return {std::clamp(at.x, low.x, std::max(low.x, right)), std::clamp(at.y, low.y, std::max(low.y, bottom))};
}

void copy(const Ui& ui) {
  const Result<Figure> figure = figure_of(ui.document);
  const Result<std::string> bytes = figure ? write_figure(figure.value()) : Result<std::string>(figure.error());
  if (bytes) ImGui::SetClipboardText(bytes.value().c_str());
  ui.push(bytes ? TellFigure{"Copied to the clipboard.", false} : TellFigure{bytes.error().message, true});
}

}  // namespace

void FigurePanel::draw(const Ui& ui) {
  if (!ui.document.figure_open) {
    was_open_ = false;
    return;
  }
  if (!why_no_figure(ui.document).empty()) return draw_absence(ui);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const ImVec2 most(viewport.WorkSize.x - ui.px(24), viewport.WorkSize.y - ui.px(24));
  if (!was_open_) ImGui::SetNextWindowFocus();
  const ImGuiWindow* const before = was_open_ ? ImGui::FindWindowByName("###figure") : nullptr;
  if (before == nullptr) ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  if (before != nullptr) ImGui::SetNextWindowPos(inside(viewport, before->Pos, before->Size, most), ImGuiCond_Always);
  const ImVec2 wanted(std::max(ui.px(panel_width), part_of_width * most.x),
                      std::max(ui.px(panel_height), part_of_height * most.y));
  ImGui::SetNextWindowSize({std::min(wanted.x, most.x), std::min(wanted.y, most.y)}, ImGuiCond_Appearing);
  ImGui::SetNextWindowSizeConstraints(
      {std::min(ui.px(figure_controls_width + 240), most.x), std::min(ui.px(360), most.y)}, most);
  bool open = true;
  if (ImGui::Begin("Figure of this view###figure", &open,
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    draw_controls(ui);
    ImGui::SameLine(0, ui.px(14));
    draw_preview(ui);
    const bool focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
    const bool ours = focused && !ImGui::GetIO().WantTextInput && !list_open_;
    if (ours && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) open = false;
    // Escape closes a list before this window is drawn: it was open in the frame before.
    list_open_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  }
  ImGui::End();
  was_open_ = true;
  if (!open) ui.push(ShowFigure{false});
}

// Draws the reason why there is no figure, for those who pressed the key.
void FigurePanel::draw_absence(const Ui& ui) {
  if (!was_open_) ImGui::SetNextWindowFocus();
  bool open = true;
  if (begin_dialog(ui, "No figure of this view###no_figure", absence_width, open)) {
    wrapped(ui, ui.colors.text, why_no_figure(ui.document));
    const bool closed = ImGui::Button("Close");
    open = open && !closed && !ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  }
  ImGui::End();
  was_open_ = true;
  if (!open) ui.push(ShowFigure{false});
}

// Formats texts only if their inputs have changed.
void FigurePanel::prepare(const Ui& ui) {
  const Document& d = ui.document;
  choice_ = d.figure;
  const ImVec2 units = preview_.units();
  if (kind_ == d.kind && view_ == d.view && shown_ == d.figure && units_.x == units.x && units_.y == units.y) return;
  kind_ = d.kind, view_ = d.view;
  shown_ = d.figure, units_ = units;
  standard_path_ = default_figure_path(d);
  folder_ = "File in " + std::filesystem::path(full_figure_path(d)).parent_path().string();
  size_ = size_text(d.figure, units);
}

void FigurePanel::draw_controls(const Ui& ui) {
  prepare(ui);
  hint_ = {};
  FigureChoice& choice = choice_;
  ImGui::BeginGroup();
  const float news = news_height(ui);
  const float height = ImGui::GetContentRegionAvail().y - news - saving_height_ - ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("##controls", {ui.px(figure_controls_width), std::max(ui.px(80), height)},
                    ImGuiChildFlags_NavFlattened);
  draw_format(ui, choice);
  if (row_of(choice.format).picture) {
    rule(ui);
    draw_look(ui, choice);
    rule(ui);
    draw_parts(ui, choice);
  }
  ImGui::EndChild();
  if (news > 0) draw_news(ui, choice, news - ImGui::GetStyle().ItemSpacing.y);
  // Below the scrolled part, so that it is in sight however low the window is; and below the news, so that Save stays
  // under the pointer when they come.
  ImGui::BeginChild("##saving", {ui.px(figure_controls_width), 0},
                    ImGuiChildFlags_NavFlattened | ImGuiChildFlags_AutoResizeY);
  rule(ui);
  draw_saving(ui, choice);
  ImGui::EndChild();
  saving_height_ = ImGui::GetItemRectSize().y;
  ImGui::EndGroup();
  if (choice != ui.document.figure) ui.push(SetFigure{choice});
}

void FigurePanel::draw_format(const Ui& ui, FigureChoice& choice) {
  name(ui, "Format");
  if (!was_open_) ImGui::SetKeyboardFocusHere();
  if (begin_choice(ui, "##format", row_of(choice.format).label.data(), ui.px(field_width),
                   ImGuiComboFlags_HeightLargest)) {
    for (const FormatRow& row : figure_formats()) {
      if (ImGui::Selectable(row.label.data(), row.format == choice.format)) choice.format = row.format;
      if (row.format == choice.format) ImGui::SetItemDefaultFocus();
    }
    ImGui::EndCombo();
  }
  hint("Every format carries the layout: `tcviz show` and `tcviz verify` read it back");
  if (!row_of(choice.format).picture) return;
  draw_place(ui, choice);
  if (!choice.paper) {
    ImGui::Dummy({0, 0});
    ImGui::SameLine(ui.px(figure_name_width));
    label(ui, ui.colors.dim, size_);
  }
  if (!preview_.warning().empty()) wrapped(ui, ui.colors.warn, preview_.warning());
}

// Draws the choice of a document that the figure goes into, and its size there.
void FigurePanel::draw_place(const Ui& ui, FigureChoice& choice) {
  name(ui, "Made for");
  if (begin_choice(ui, "##place", place_name(choice.paper), ui.px(field_width), ImGuiComboFlags_HeightLargest)) {
    if (ImGui::Selectable(by_scale, !choice.paper)) choice.paper.reset();
    for (const PaperPreset& preset : paper_presets()) {
      const bool chosen = choice.paper && preset.paper == *choice.paper;
      if (ImGui::Selectable(preset.label.data(), chosen)) choice.paper = preset.paper;
      hint(preset.help);
    }
    ImGui::EndCombo();
  }
  choice.paper ? draw_paper(ui, *choice.paper) : draw_scale(ui, choice);
}

void FigurePanel::draw_paper(const Ui& ui, FigurePaper& paper) {
  constexpr double mm_of_cm = 10;
  double cm = paper.width_mm / mm_of_cm;
  type_number(ui, "Width", "##width", cm, least_paper_mm / mm_of_cm, most_paper_mm / mm_of_cm, "cm,");
  ImGui::SameLine(0, ui.px(6));
  label(ui, ui.colors.dim, size_);
  if (std::abs(cm * mm_of_cm - paper.width_mm) > 1e-3) {
    paper.width_mm = cm * mm_of_cm;
    paper.height_mm = 0;  // a slide of another width is none
  }
  type_number(ui, "Letters", "##font", paper.font_pt, least_font_pt, most_font_pt, "pt or larger");
  if (choice_.format == FigureFormat::Png)
    type_number(ui, "Pixels", "##dpi", paper.dpi, least_dpi, most_dpi, "an inch");
}

void FigurePanel::draw_scale(const Ui& ui, FigureChoice& choice) {
  name(ui, "Cells");
  slide(ui, "##cell", choice.cell, least_figure_cell, most_figure_cell, "%.0f units", false);
  hint("Side of a cell; wide labels widen it");
  const bool png = choice.format == FigureFormat::Png;
  auto scale = static_cast<float>(png ? choice.png_scale : choice.size);
  name(ui, png ? "Pixels" : "Size");
  if (slide(ui, "##scale", scale, static_cast<float>(least_figure_scale), static_cast<float>(most_figure_scale),
            png ? "%.2f a unit" : "\u00d7 %.2f", true))
    (png ? choice.png_scale : choice.size) = std::round(static_cast<double>(scale) * 20) / 20;
}

void FigurePanel::draw_look(const Ui& ui, FigureChoice& choice) {
  choose(ui, "Theme", "##theme", choice.theme);
  choose(ui, "Palette", "##palette", choice.palette);
  choose(ui, "Labels", "##labels", choice.label_by);
  choose(ui, "Grids", "##arrangement", choice.arrangement);
}

void FigurePanel::draw_parts(const Ui& ui, FigureChoice& choice) {
  ImGui::Checkbox("Title", &choice.title);
  ImGui::SameLine(ui.px(figure_name_width));
  ImGui::BeginDisabled(!choice.title);
  if (title_.draw(ui, "##title", ui.document.kind.c_str(), choice.title_text, ui.px(field_width), false))
    choice.title_text = title_.text();
  ImGui::EndDisabled();
  ImGui::Checkbox("Caption", &choice.caption);
  ImGui::SameLine(ui.px(figure_name_width));
  ImGui::BeginDisabled(!choice.caption);
  if (caption_.draw(ui, "##caption", "sizes and source", choice.caption_text, ui.px(field_width), false))
    choice.caption_text = caption_.text();
  ImGui::EndDisabled();
  ImGui::Checkbox("Axes", &choice.axes);
  ImGui::SameLine(ui.px(figure_name_width));
  ImGui::Checkbox("Legend", &choice.legend);
  ImGui::SameLine();
  ImGui::Checkbox("Transparent", &choice.transparent);
  hint("What lies under the figure shows through");
  name(ui, "Also");
  ImGui::BeginDisabled(layouts_shown(ui.document.view) != 1);
  const bool typed = also_.draw(ui, "##also", "further kinds: KIND, KIND", choice.also, ui.px(field_width), false);
  if (typed) choice.also = also_.text();
  ImGui::EndDisabled();
  hint("Each is a panel of the figure; views of one kind have them");
  ImGui::Checkbox("Letters a, b, c", &choice.panels);
  hint("Before the titles of the grids, for a text that speaks of panels");
  ImGui::SameLine();
  ImGui::BeginDisabled(!ui.document.pin);
  ImGui::Checkbox("Pin outlined", &choice.marks);
  ImGui::EndDisabled();
  ImGui::BeginDisabled(ui.document.formula.empty() || !shows_formula(ui.document));
  ImGui::Checkbox("Ticks and crosses of the formula", &choice.checks);
  ImGui::EndDisabled();
}

void FigurePanel::draw_saving(const Ui& ui, FigureChoice& choice) {
  wrapped(ui, ui.colors.dim, folder_);
  if (path_.draw(ui, "##path", standard_path_.c_str(), choice.path, -1, false)) choice.path = path_.text();
  const bool entered = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
  const bool sound = preview_.problem().empty();
  ImGui::BeginDisabled(!sound);
  const float half = (ImGui::GetContentRegionAvail().x - ui.px(8)) / 2;
  const bool pressed = ImGui::Button("Save", {half, 0});
  const bool keys = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                    ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_Enter);
  hint("Writes the file (Ctrl+Enter, or Enter in its field)");
  if (sound && (pressed || entered || keys)) save(ui, choice, false);
  ImGui::SameLine(0, ui.px(8));
  const bool png = choice.format == FigureFormat::Png;
  ImGui::BeginDisabled(!row_of(choice.format).text && !png);
  if (ImGui::Button("Copy", {half, 0})) png ? copy_png(ui, choice) : copy(ui);
  ImGui::EndDisabled();
  ImGui::EndDisabled();
  hint("Formats that are text, and PNG, go to the clipboard");
}

// Explains the item before this one below the preview, where the text covers nothing.
void FigurePanel::hint(std::string_view text) {
  const bool focused = ImGui::GetCurrentContext()->NavCursorVisible && ImGui::IsItemFocused();
  if (focused || ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) hint_ = text;
}

void FigurePanel::save(const Ui& ui, const FigureChoice& choice, bool replace) {
  if (choice != ui.document.figure) ui.push(SetFigure{choice});
  ui.push(SaveFigure{replace});
}

void FigurePanel::copy_png(const Ui& ui, const FigureChoice& choice) {
  if (choice != ui.document.figure) ui.push(SetFigure{choice});
  ui.push(CopyFigure{});
}

// Returns the height of the news about the file with the gap below it; 0 if there is none.
float FigurePanel::news_height(const Ui& ui) {
  const Document& d = ui.document;
  if (d.figure_news.empty()) return 0;
  const float text = wrapped_height(ui, ui.fonts.sans, 13, ui.px(figure_controls_width), d.figure_news);
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  return text + gap + (d.figure_asks ? ImGui::GetFrameHeight() + gap : 0);
}

void FigurePanel::draw_news(const Ui& ui, const FigureChoice& choice, float height) {
  const Document& d = ui.document;
  ImGui::BeginChild("##news", {ui.px(figure_controls_width), height}, ImGuiChildFlags_NavFlattened);
  wrapped(ui, d.figure_asks ? ui.colors.warn : d.figure_failed ? ui.colors.bad : ui.colors.good, d.figure_news);
  if (d.figure_asks) {
    if (ImGui::Button("Replace it")) save(ui, choice, true);
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Keep it")) ui.push(TellFigure{});
  }
  ImGui::EndChild();
}

void FigurePanel::draw_preview(const Ui& ui) {
  ImGui::BeginGroup();
  ImGui::BeginChild("##preview", {0, -ui.px(hint_height)});
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + room.x, at.y + room.y}, ui.colors.app, ui.px(6));
  const float air = ui.px(12);
  const ImVec2 inner(std::floor(std::max(1.0F, room.x - 2 * air)), std::floor(std::max(1.0F, room.y - 2 * air)));
  preview_.follow(ui.document, inner);
  if (preview_.problem().empty()) {
    preview_.draw(ui, {at.x + air, at.y + air}, inner);
  } else {
    ImGui::SetCursorScreenPos({at.x + air, at.y + air});
    ImGui::PushTextWrapPos(at.x + room.x - air);
    wrapped(ui, ui.colors.warn, preview_.problem());
    ImGui::PopTextWrapPos();
  }
  ImGui::EndChild();
  const ImVec2 below = ImGui::GetCursorScreenPos();
  if (!hint_.empty()) put_text_cut(ui, ui.fonts.sans, 13, below, room.x, ui.colors.dim, hint_);
  ImGui::EndGroup();
}

}  // namespace tcviz::inline app_ui
