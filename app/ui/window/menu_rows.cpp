#include "app/ui/window/menu_rows.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/session/formula/formula_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/views.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl;

bool is_unsaved(const Document& d) { return d.task<XrayState>().is_unsaved(); }
bool has_other_text(const Document& d) { return d.task<XrayState>().disk.other.has_value(); }

// Says why a row about the text of a kernel is grey: nobody would see what it does.
std::string_view why_no_text(const Document& d) {
  if (d.task<XrayState>().name.empty()) return "No kernel is open: Ctrl+O opens one.";
  return shown_workspace(d) == Workspace::Xray ? "" : "It is about the text of the kernel: Ctrl+Shift+X shows it.";
}

// Makes a row about the text of the kernel, whose action is Act{Value...}.
template <class Act, auto... Value>
constexpr MenuRow kernel_row(std::string_view name, std::string_view words, bool (*can)(const Document&) = nullptr,
                             ImGuiKeyChord chord = 0) {
  return {.menu = Menu::File,
          .group = "Kernel",
          .name = name,
          .act = [](const Document&) -> Action { return XrayAction(Act{Value...}); },
          .chord = chord,
          .can = can,
          .why_not = why_no_text,
          .words = words};
}

// clang-format off
constexpr MenuRow above_views[] = {
    {.menu = Menu::File,
     .name = "Open...",
     .act = [](const Document&) -> Action { return WindowAction(ShowOpenFile{true}); },
     .chord = ctrl | ImGuiKey_O,
     .words = "file layout figure lesson runs products json load recent"},
    {.menu = Menu::File,
     .name = "Figure...",
     .act = [](const Document&) -> Action { return ShowFigure{true}; },
     .chord = ctrl | ImGuiKey_S,
     .why_not = why_no_figure,
     .words = "save export svg png pdf tikz picture document"},
    {.menu = Menu::File,
     .name = "Save the formula...",
     .act = [](const Document&) -> Action { return FormulaAction(AskFormulaName{}); },
     .can = [](const Document& d) { return !d.formula.empty(); },
     .words = "keep name expression"},
    kernel_row<SaveXray>("Save the text", "x-ray source file write keep cu ptx", is_unsaved),
    kernel_row<SaveXray, true>("Save the text as...", "x-ray source file write name copy cu ptx", nullptr,
                               ctrl | ImGuiMod_Shift | ImGuiKey_S),
    kernel_row<RunXray>("Run the text", "x-ray execute again verdict"),
    kernel_row<ReloadXray>("Reload from disk", "x-ray changed file editor revert", has_other_text),
    kernel_row<KeepXray>("Keep mine", "x-ray changed file editor text conflict", has_other_text),
    {.menu = Menu::File,
     .name = "Probe again",
     .act = [](const Document&) -> Action { return AskSource{}; },
     .can = [](const Document& d) { return !d.chosen().busy(); },
     .words = "read source gpu run device",
     .line_above = true},
    {.menu = Menu::File,
     .name = "Stop reading",
     .act = [](const Document&) -> Action { return StopSource{}; },
     .can = [](const Document& d) { return d.chosen().busy() && !d.chosen().stop_wanted; },
     .words = "cancel probe"},
    {.menu = Menu::File,
     .name = "Choose a source...",
     .act = [](const Document&) -> Action { return WindowAction(ShowSources{}); },
     .chord = ctrl | ImGuiKey_L,
     .words = "device gpu architecture recorded compiled published"},
    {.menu = Menu::File,
     .name = "Choose the right source of a comparison...",
     .act = [](const Document&) -> Action { return WindowAction(ShowSources{true}); },
     .chord = ImGuiKey_R,
     .words = "device compare with other side"},
    {.menu = Menu::File,
     .name = "Quit",
     .act = [](const Document&) -> Action { return Quit{}; },
     .chord = ctrl | ImGuiKey_Q,
     .words = "exit close leave",
     .line_above = true},
    {.menu = Menu::Edit,
     .name = "Undo",
     .act = [](const Document&) -> Action { return Undo{}; },
     .chord = ctrl | ImGuiKey_Z,
     .can = [](const Document& d) { return !d.undo.empty(); },
     .words = "back"},
    {.menu = Menu::Edit,
     .name = "Redo",
     .act = [](const Document&) -> Action { return Redo{}; },
     .chord = ctrl | ImGuiMod_Shift | ImGuiKey_Z,
     .can = [](const Document& d) { return !d.redo.empty(); },
     .words = "again forward"},
    {.menu = Menu::Edit,
     .name = "Find a kind",
     .act = [](const Document&) -> Action { return FocusSearch{}; },
     .chord = ctrl | ImGuiKey_F,
     .words = "search filter",
     .line_above = true},
    {.menu = Menu::Edit,
     .name = "Favourite",
     .act = [](const Document& d) -> Action { return ToggleFavourite{d.kind}; },
     .chord = ctrl | ImGuiKey_D,
     .on = [](const Document& d) { return d.favourites.contains(d.kind); },
     .words = "star bookmark"},
    {.menu = Menu::Edit,
     .name = "Copy command",
     .act = [](const Document&) -> Action { return WindowAction(CopyCommand{false}); },
     .words = "link share state view line",
     .line_above = true},
    {.menu = Menu::Edit,
     .name = "Copy command for a picture",
     .act = [](const Document&) -> Action { return WindowAction(CopyCommand{true}); },
     .words = "link share state view capture png line"},
    {.menu = Menu::Edit,
     .name = "Unpin the cell",
     .act = [](const Document&) -> Action { return SetPin{std::nullopt}; },
     .can = [](const Document& d) { return d.pin.has_value(); },
     .words = "free selection deselect pinned",
     .line_above = true},
    {.menu = Menu::Edit,
     .name = "Show all threads",
     .act = [](const Document&) -> Action { return SetFilter{}; },
     .can = [](const Document& d) { return !d.filter.empty(); },
     .words = "clear filter"},
};

constexpr MenuRow hide_the_answer =
    {.menu = Menu::View,
     .name = "Hide the answer",
     .act = [](const Document& d) -> Action {
       return d.formulae.hide_answer ? FormulaAction(RevealAnswer{}) : FormulaAction(HideAnswer{});
     },
     .on = [](const Document& d) { return d.formulae.hide_answer; },
     .words = "teaching exercise quiz reveal formula"};

// clang-format on

// Makes a row that chooses a part of the look.
template <class Set, auto Part, auto Value>
constexpr MenuRow choice_row(std::string_view group, std::string_view name, std::string_view words,
                             bool line_above = false) {
  return {.menu = Menu::View,
          .group = group,
          .name = name,
          .act = [](const Document&) -> Action { return Set{Value}; },
          .on = [](const Document& d) { return d.*Part == Value; },
          .words = words,
          .line_above = line_above};
}
template <ColorBy Value>
constexpr MenuRow color_row(std::string_view name, std::string_view words, bool line_above = false) {
  return choice_row<SetColorBy, &Document::color_by, Value>("Colour by", name, words, line_above);
}
template <LabelBy Value>
constexpr MenuRow label_row(std::string_view name, std::string_view words) {
  return choice_row<SetLabelBy, &Document::label_by, Value>("Labels", name, words);
}
template <Palette Value>
constexpr MenuRow palette_row(std::string_view name, std::string_view words) {
  return choice_row<SetPalette, &Document::palette, Value>("Palette", name, words);
}
template <Theme Value>
constexpr MenuRow theme_row(std::string_view name, std::string_view words, bool line_above = false) {
  return choice_row<SetTheme, &Document::theme, Value>("Theme", name, words, line_above);
}

// clang-format off
// Looks, pages of a workspace, panels and help.
constexpr MenuRow below_views[] = {
    color_row<ColorBy::Automatic>("Automatic", "color", true),
    color_row<ColorBy::Thread>("Thread", "color tid"),
    color_row<ColorBy::Value>("Value", "color register index i x"),
    color_row<ColorBy::Quad>("Quad", "color group of four tid/4"),
    color_row<ColorBy::InQuad>("Place in the quad", "color tid%4"),
    color_row<ColorBy::Word>("32-bit register", "color word"),
    color_row<ColorBy::Row>("Row", "color m"),
    color_row<ColorBy::Col>("Column", "color n"),
    color_row<ColorBy::Expression>("Expression", "color formula value"),
    label_row<LabelBy::Automatic>("Automatic", "label text numbers"),
    label_row<LabelBy::Thread>("Thread", "label text numbers tid"),
    label_row<LabelBy::Value>("Value", "label text numbers register index i"),
    label_row<LabelBy::Slot>("Thread and value", "label text numbers T5 x[3] slot"),
    label_row<LabelBy::Word>("Register and bits", "label text numbers word"),
    label_row<LabelBy::Element>("Row and column", "label text numbers element"),
    label_row<LabelBy::Linear>("Linear index", "label text numbers"),
    label_row<LabelBy::None>("Nothing", "label text numbers none empty hide"),
    palette_row<Palette::Safe>("Safe for colour blindness", "colors default accessible"),
    palette_row<Palette::Vivid>("Vivid", "colors bright"),
    palette_row<Palette::Print>("Print, grey with hatching", "colors gray black white paper"),
    theme_row<Theme::Dark>("Dark", "setting appearance night", true),
    theme_row<Theme::Light>("Light", "setting appearance day bright"),
    theme_row<Theme::Contrast>("High contrast", "setting appearance accessible black white"),
    {.menu = Menu::View,
     .group = "Text size",
     .name = "Larger",
     .act = [](const Document&) -> Action { return StepUiScale{1}; },
     .chord = ImGuiMod_Ctrl | ImGuiKey_Equal,
     .words = "setting scale zoom font bigger"},
    {.menu = Menu::View,
     .group = "Text size",
     .name = "Smaller",
     .act = [](const Document&) -> Action { return StepUiScale{-1}; },
     .chord = ImGuiMod_Ctrl | ImGuiKey_Minus,
     .words = "setting scale zoom font"},
    {.menu = Menu::View,
     .group = "Text size",
     .name = "Normal",
     .act = [](const Document&) -> Action { return StepUiScale{0}; },
     .chord = ImGuiMod_Ctrl | ImGuiKey_0,
     .on = [](const Document& d) { return d.ui_percent == 100; },
     .words = "setting scale 100 % reset font"},
    {.menu = Menu::View, .group = "Shared memory", .name = "Image",
     .act = [](const Document&) -> Action { return SmemAction(SetSmemPage{SmemPage::Image}); },
     .words = "smem tile swizzle lbo sbo", .line_above = true},
    {.menu = Menu::View, .group = "Shared memory", .name = "Descriptor",
     .act = [](const Document&) -> Action { return SmemAction(SetSmemPage{SmemPage::Descriptor}); },
     .words = "smem matrix 64 bits wgmma tcgen05 lbo sbo base offset"},
    {.menu = Menu::View, .group = "Shared memory", .name = "Bank conflicts",
     .act = [](const Document&) -> Action { return SmemAction(SetSmemPage{SmemPage::Banks}); },
     .words = "smem banks access wavefronts ldmatrix stmatrix simulator padding"},
    {.menu = Menu::View, .group = "Shared memory", .name = "Journey of an element",
     .act = [](const Document&) -> Action { return SmemAction(SetSmemPage{SmemPage::Journey}); },
     .words = "smem way path hop tma cp.async ldmatrix wgmma descriptor stmatrix store"},
    {.menu = Menu::View,
     .name = "Fit the grids",
     .act = [](const Document&) -> Action { return SetCamera{}; },
     .chord = ImGuiKey_F,
     .on = [](const Document& d) { return d.camera.fit; },
     .words = "zoom all",
     .line_above = true},
    {.menu = Menu::View,
     .name = "Grids at 100 %",
     .act = [](const Document& d) -> Action { return SetCamera{{false, 1, d.camera.center}}; },
     .chord = static_cast<int>(ImGuiMod_Shift) | static_cast<int>(ImGuiKey_F),
     .words = "zoom actual size"},
    {.menu = Menu::View,
     .name = "Full screen",
     .act = [](const Document& d) -> Action { return SetFullScreen{!d.full_screen}; },
     .chord = ImGuiKey_F11,
     .on = [](const Document& d) { return d.full_screen; },
     .words = "teaching lecture projector presentation",
     .line_above = true},
    {.menu = Menu::Panels,
     .name = "Reset panels",
     .act = [](const Document&) -> Action { return ResetPanels{}; },
     .words = "panels reset default widths restore layout",
     .line_above = true},
    {.menu = Menu::Help,
     .name = "Keys",
     .act = [](const Document& d) -> Action { return ShowHelp{!d.help_open}; },
     .chord = ImGuiKey_F1,
     .words = "shortcuts keyboard mouse"},
    {.menu = Menu::Help,
     .name = "Command palette",
     .act = [](const Document& d) -> Action { return ShowCommands{!d.commands_open}; },
     .chord = ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P,
     .words = "search everything"},
    {.menu = Menu::Help,
     .name = "Tour",
     .act = [](const Document&) -> Action { return SetTour{0}; },
     .words = "introduction first steps start tutorial"},
    {.menu = Menu::Help,
     .name = "maxas: why does it begin with register cx02y00?",
     .act = [](const Document&) -> Action { return MaxasAction(SetMaxasPage{MaxasPage{0, 0}}); },
     .words = "maxas swirl order bank conflict"},
    {.menu = Menu::Help,
     .name = "maxas: what do its 47 % count?",
     .act = [](const Document&) -> Action { return MaxasAction(SetMaxasPage{MaxasPage{1, 0}}); },
     .words = "maxas reuse cache listing"},
    {.menu = Menu::Help,
     .name = "Clear messages",
     .act = [](const Document&) -> Action { return WindowAction(ClearProblems{}); },
     .can = [](const Document& d) { return !d.problems.empty(); },
     .words = "problems errors dismiss",
     .line_above = true},
    {.menu = Menu::Help,
     .name = "About tcviz",
     .act = [](const Document&) -> Action { return ShowAbout{true}; },
     .words = "version license"},
};

// clang-format on

// Makes the row of a view, which has a tick while the view is open.
template <std::size_t Row>
constexpr MenuRow menu_row_of_view() {
  constexpr const ViewRow& view = view_rows[Row];
  return {.menu = view.workspace               ? Menu::View
                  : view.view == ViewId::Start ? Menu::Help
                                               : Menu::Panels,
          .group = view.mode ? "Grids" : "",
          .name = view.title,
          .act = [](const Document& d) { return toggle_view(d, view_rows[Row]); },
          .chord = view.key != 0 ? ImGuiKey_0 + (view.key - '0') : 0,
          .on = [](const Document& d) { return is_open(d, view_rows[Row]); },
          .words = view.search};
}

// True if the view has a row of its own: a view that is all of its workspace goes by that.
constexpr bool is_in_menu(const ViewRow& view) {
  const bool whole = view.workspace && !view.mode && view.view != ViewId::Architectures;
  return !view.title.empty() && !whole;
}

// Returns the search words of the view that is all of the workspace; empty if there is none.
constexpr std::string_view words_of_view(Workspace workspace) {
  for (const ViewRow& view : view_rows)
    if (view.workspace == workspace && !view.title.empty() && !is_in_menu(view)) return view.search;
  return {};
}

// Returns the chord that is spelled "Ctrl+1" or "Ctrl+Shift+X"; 0 for an empty text.
constexpr ImGuiKeyChord chord_of(std::string_view keys) {
  if (keys.empty()) return 0;
  const char last = keys.back();
  const int key = last <= '9' ? ImGuiKey_0 + (last - '0') : ImGuiKey_A + (last - 'A');
  return ctrl | key | (keys.find("Shift") == std::string_view::npos ? 0 : static_cast<int>(ImGuiMod_Shift));
}

template <std::size_t Row>
constexpr MenuRow menu_row_of_workspace() {
  return {.menu = Menu::View,
          .group = "Workspace",
          .name = workspace_rows[Row].title,
          .act = [](const Document&) -> Action { return ShowWorkspace{workspace_rows[Row].workspace}; },
          .chord = chord_of(workspace_rows[Row].keys),
          .on = [](const Document& d) { return d.workspace == workspace_rows[Row].workspace; },
          .words = workspace_rows[Row].does,
          .more_words = words_of_view(workspace_rows[Row].workspace)};
}

constexpr std::size_t titled_views() {
  return static_cast<std::size_t>(std::count_if(std::begin(view_rows), std::end(view_rows), is_in_menu));
}

template <std::size_t... Row, std::size_t... Task>
constexpr auto all_menu_rows(std::index_sequence<Row...>, std::index_sequence<Task...>) {
  std::array<MenuRow, std::size(above_views) + workspaces + titled_views() + 1 + std::size(below_views)> all{};
  auto at = std::copy(std::begin(above_views), std::end(above_views), all.begin());
  ((*at++ = menu_row_of_workspace<Task>()), ...);
  const auto add = [&](const ViewRow& view, const MenuRow& row) {
    if (is_in_menu(view)) *at++ = row;
    if (view.view == ViewId::Formula) *at++ = hide_the_answer;
  };
  (add(view_rows[Row], menu_row_of_view<Row>()), ...);
  std::copy(std::begin(below_views), std::end(below_views), at);
  return all;
}
constexpr auto all_rows =
    all_menu_rows(std::make_index_sequence<std::size(view_rows)>{}, std::make_index_sequence<workspaces>{});

}  // namespace

std::string_view name_of(Menu menu) {
  constexpr std::array<std::string_view, menus> names = {"File", "Edit", "View", "Panels", "Help"};
  return names.at(static_cast<std::size_t>(menu));
}

std::span<const MenuRow> menu_rows() { return all_rows; }

}  // namespace tcviz::inline app_ui
