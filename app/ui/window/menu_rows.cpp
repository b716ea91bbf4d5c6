#include "app/ui/window/menu_rows.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/session/whole/views.hpp"
#include "app/ui/window/menu_rows_below.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl;

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
     .words = "save export svg png pdf tikz picture document"},
    {.menu = Menu::File,
     .name = "Save the formula...",
     .act = [](const Document&) -> Action { return FormulaAction(AskFormulaName{}); },
     .can = [](const Document& d) { return !d.formula.empty(); },
     .words = "keep name expression"},
    {.menu = Menu::File,
     .name = "Read the source again, or probe the GPU",
     .act = [](const Document&) -> Action { return AskSource{}; },
     .can = [](const Document& d) { return !d.chosen().busy(); },
     .words = "probe gpu run device",
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

// A tick stands before what is there now and can be otherwise.
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

template <std::size_t Row>
constexpr MenuRow menu_row_of_workspace() {
  return {.menu = Menu::View,
          .group = "Workspace",
          .name = workspace_rows[Row].title,
          .act = [](const Document&) -> Action { return ShowWorkspace{workspace_rows[Row].workspace}; },
          .chord = Row < 9 ? ctrl | (ImGuiKey_1 + static_cast<int>(Row))
                           : static_cast<int>(ctrl) | static_cast<int>(ImGuiMod_Shift) | ImGuiKey_X,
          .on = [](const Document& d) { return d.workspace == workspace_rows[Row].workspace; },
          .words = workspace_rows[Row].does};
}

constexpr std::size_t titled_views() {
  return static_cast<std::size_t>(
      std::count_if(std::begin(view_rows), std::end(view_rows), [](const ViewRow& row) { return !row.title.empty(); }));
}

template <std::size_t... Row, std::size_t... Task>
constexpr auto all_menu_rows(std::index_sequence<Row...>, std::index_sequence<Task...>) {
  std::array<MenuRow, std::size(above_views) + workspaces + titled_views() + 1 + std::size(below_views)> all{};
  auto at = std::copy(std::begin(above_views), std::end(above_views), all.begin());
  ((*at++ = menu_row_of_workspace<Task>()), ...);
  const auto add = [&](const ViewRow& view, const MenuRow& row) {
    if (!view.title.empty()) *at++ = row;
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
