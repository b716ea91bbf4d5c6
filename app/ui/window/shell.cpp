#include "app/ui/window/shell.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/session/whole/session.hpp"
#include "app/session/whole/settings_keeper.hpp"
#include "app/session/whole/views.hpp"
#include "app/ui/window/help.hpp"
#include "app/ui/window/key_events.hpp"
#include "app/ui/window/shortcuts.hpp"
#include "app/ui/window/status_bar.hpp"
#include "glad/gl.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "implot.h"

namespace tcviz::inline app_ui {
namespace {

const PanelRow& panel_row_of(ViewId view) {
  return *std::find_if(panel_rows().begin(), panel_rows().end(), [&](const PanelRow& row) { return row.view == view; });
}

constexpr float way_back_gap = 4;  // points above and below the button that leaves full screen

// True if that button has room beside the line below the grids, which stand there alone.
bool has_free_foot(const Places& places) { return places.count == 1 && places.subject().view == ViewId::Grids; }

// Returns the height of that button's strip.
float way_back_height(const Ui& ui) { return ImGui::GetFrameHeight() + 2 * ui.px(way_back_gap); }

}  // namespace

Shell::Context::Context() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImPlot::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigInputTextCursorBlink = false;  // an idle window draws nothing
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Shell::Context::~Context() {
  ImGui_ImplOpenGL3_Shutdown();
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
}

ShellOptions shell_options(const WindowOptions& window, bool show_timing) {
  SettingsFile file(window.config_folder);
  SettingsFile::Loaded loaded = file.load();
  const bool asked = !window.kind.empty() || !window.source.empty() || window.quiz || window.file_layout.has_value() ||
                     !window.open_file.empty();
  return {std::move(file),
          std::move(loaded),
          show_timing,
          !asked && !window.fresh,
          window.link ? std::make_shared<const Link>(*window.link) : nullptr,
          [] {}};
}

Shell::~Shell() = default;

Result<std::unique_ptr<Shell>> Shell::make(ShellOptions options) {
  Result<GridRenderer> renderer = GridRenderer::make();
  if (!renderer.ok()) return renderer.error();
  return std::unique_ptr<Shell>(new Shell(std::move(options), std::move(renderer).value()));
}

Shell::Shell(ShellOptions options, GridRenderer renderer)
    : options_(std::move(options)),
      is_kept_(options_.file.is_kept()),
      keeper_(std::make_unique<SettingsKeeper>(std::move(options_.file), options_.wake)),
      fonts_(add_fonts()) {
  for (const PanelRow& row : panel_rows()) panels_.push_back({row.make(renderer)});
  if (options_.loaded.settings) place_ = options_.loaded.settings->place;
}

void Shell::build(Session& session, float monitor_scale) {
  const auto begin = std::chrono::steady_clock::now();
  if (!std::exchange(restored_, true)) restore(session);
  const Document& document = session.document();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float teaching =
      document.full_screen ? full_screen_scale(document, size.x / monitor_scale, size.y / monitor_scale) : 1;
  const float scale = monitor_scale * teaching * static_cast<float>(document.ui_percent) / 100;
  restyle(document, scale);
  ImGui_ImplOpenGL3_NewFrame();
  gather_typed_text();
  typed_words_.take(ring_.on() && !document.commands_open);
  const bool popup_was_open = !ImGui::GetCurrentContext()->OpenPopupStack.empty();
  new_frame_in_key_order();
  std::optional<Pick> hovered;
  Ui ui{document, session.actions(), fonts_, colors_of(document.theme), scale, hovered, canvas_};
  ui.tips.pressed = pressed_item_.follow();
  const ViewId subject = draw_panels(ui);
  press_shortcuts(ui, popup_was_open, any_takes(PanelKeys::Walks), any_takes(PanelKeys::All));
  typed_words_.follow(ui, ring_.on());
  ring_.follow(document.workspace, ImGui::FindWindowByName(panel_row_of(subject).window),
               open_dialog(document) != nullptr);
  copy_command(ui);
  if (hovered != document.hover) ui.push(SetHover{hovered});
  ImGui::Render();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  frame_ms_ = took.count();
}

// Draws the bars and panels. In full screen the subject has the room for itself.
ViewId Shell::draw_panels(const Ui& ui) {
  const bool whole = ui.document.full_screen;
  Ui below = ui;  // a dialog
  below.tips.shown = open_dialog(ui.document) == nullptr;
  if (!whole) top_bar_.draw(below);
  change_note_.follow(ui.document);
  if (!whole)
    draw_status_bar(below, options_.show_timing ? std::optional(frame_ms_) : std::nullopt, change_note_.text());
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float margin = ui.px(4);
  const Rect room{viewport.WorkPos.x + margin, viewport.WorkPos.y, std::max(1.0F, viewport.WorkSize.x - 2 * margin),
                  std::max(1.0F, viewport.WorkSize.y)};
  if (const bool narrow = is_narrow(room, ui.scale); narrow != ui.document.narrow)
    ui.push(WindowAction(SetNarrow{narrow}));
  Places places = place_panels(ui.document, room, ui.scale, top_bar_.kind().low.x);
  const bool strip = whole && !has_free_foot(places);
  if (strip) {
    const Rect above{room.x, room.y, room.w, std::max(1.0F, room.h - way_back_height(ui))};
    places = place_panels(ui.document, above, ui.scale, top_bar_.kind().low.x);
  }
  draw_views(below, places);
  draw_divider(ui, places, room);
  if (places.foot) formula_line_.draw(below, *places.foot);
  if (!panel_row_of(places.subject().view).own_figure_dialog) figure_.draw(ui);
  open_.draw(ui);
  if (whole) draw_way_back(ui, strip);
  hand_on_keys(places);
  draw_help(ui);
  draw_about(ui);
  tour_.draw(ui, top_bar_.kind(), top_bar_.selector());
  commands_.draw(ui);
  return places.subject().view;
}

void Shell::draw_views(const Ui& ui, const Places& places) {
  for (Shown& shown : panels_) shown.drawn = false;
  for (const PlacedPanel& placed : places.panels()) {
    const PanelRow& row = panel_row_of(placed.view);
    Shown& shown = panels_[static_cast<std::size_t>(&row - panel_rows().data())];
    shown.drawn = true;
    // A window takes the keys once it is there, a frame after it was opened, but not those of a question.
    const int focuses = ui.document.views[row.view].focuses;
    const bool can_take = ImGui::FindWindowByName(row.window) != nullptr && ImGui::GetTopMostPopupModal() == nullptr;
    if (shown.focuses_served != focuses && can_take) {
      shown.focuses_served = focuses;
      ImGui::SetWindowFocus(row.window);
      shown.panel->focus();
    }
    Ui at = ui;
    at.place = placed.rect;
    at.over = placed.over;
    if (placed.view == ViewId::Kinds) at.tips.shown = true;  // it is the dialog
    shown.panel->draw(at);
  }
}

// Draws the edge between the subject and the panel beside it, which can be dragged.
void Shell::draw_divider(const Ui& ui, const Places& places, const Rect& room) const {
  if (!places.divider) return;
  const Rect& edge = *places.divider;
  ImGui::SetNextWindowPos({edge.x, edge.y});
  ImGui::SetNextWindowSize({edge.w, edge.h});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##divider", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(3);
  ImGui::InvisibleButton("##edge", {std::max(1.0F, edge.w), std::max(1.0F, edge.h)});
  const bool held = ImGui::IsItemActive();
  if (held || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const float middle = std::round(edge.x + edge.w / 2);
    ImGui::GetWindowDrawList()->AddRectFilled({middle, edge.y + ui.px(8)}, {middle + ui.line(), edge.y + edge.h},
                                              ui.colors.accent);
  }
  if (held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1))
    ui.push(SetSide{side_share(places, room, ImGui::GetIO().MousePos.x)});
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ui.push(SetSide{});
  ImGui::End();
}

bool Shell::any_takes(PanelKeys keys) const {
  return std::any_of(panels_.begin(), panels_.end(),
                     [&](const Shown& shown) { return shown.drawn && shown.panel->keys() == keys; });
}

// Copies the command: the clipboard is the window's; the document only wishes.
void Shell::copy_command(const Ui& ui) const {
  const Document& d = ui.document;
  if (d.copy_wanted == CopyWanted::None) return;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const bool picture = d.copy_wanted == CopyWanted::Picture;
  const std::string command =
      picture ? picture_command(d, static_cast<int>(size.x), static_cast<int>(size.y)) : window_command(d);
  ImGui::SetClipboardText(command.c_str());
  ui.push(WindowAction(CopiedCommand{}));
}

std::vector<Rect> Shell::subjects() const {
  std::vector<Rect> all;
  for (const Shown& shown : panels_) {
    if (!shown.drawn) continue;
    const std::vector<Rect> of_panel = shown.panel->subjects();
    all.insert(all.end(), of_panel.begin(), of_panel.end());
  }
  return all;
}

// Gives the keys to the subject at first, and again when a menu has been left or the window with the keys is gone.
void Shell::hand_on_keys(const Places& places) {
  const bool open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  const bool left = std::exchange(menu_open_, open) && !open && focused == ImGui::FindWindowByName("##MainMenuBar");
  const bool gone = focused == nullptr || !(focused->Active || focused->WasActive);
  if (left || gone || !std::exchange(focused_, true)) ImGui::SetWindowFocus(panel_row_of(places.subject().view).window);
}

// Draws the one thing beside the subject in full screen: in a strip of its own below all else, or beside the line below
// the grids.
void Shell::draw_way_back(const Ui& ui, bool strip) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float bottom = viewport.Pos.y + viewport.Size.y;
  // In the middle, unless the line below the grids reaches that far.
  const bool narrow = !strip && viewport.Size.x < ui.px(900);
  const float x = narrow ? viewport.Pos.x + viewport.Size.x - ui.px(16) : viewport.GetCenter().x;
  const ImVec2 padding = strip ? ImVec2() : ImGui::GetStyle().WindowPadding;
  ImGui::SetNextWindowPos({x, bottom - ui.px(strip ? way_back_gap : 8)}, ImGuiCond_Always, {narrow ? 1.0F : 0.5F, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::Begin("##back", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleVar();
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  if (ImGui::Button("Leave full screen (Esc)")) ui.push(SetFullScreen{false});
  explain(ui, "Leaves full screen.", "F11");
  ImGui::End();
}

void Shell::restyle(const Document& document, float scale) {
  if (styled_theme_ == document.theme && styled_scale_ == scale) return;
  styled_theme_ = document.theme;
  styled_scale_ = scale;
  set_style(document.theme, scale);
}

// Puts into the document once all that the last run kept; from then on the document is kept. A first start has the
// first steps beside the picture.
void Shell::restore(Session& session) {
  const SettingsFile::Loaded& loaded = options_.loaded;
  if (loaded.settings) {
    Result<Link> shown = options_.restore_place ? read_link(loaded.settings->link) : bad_input("not asked");
    session.actions().push_back(WindowAction(Restore{loaded.settings->kept, options_.restore_place && !shown.ok()}));
    if (shown.ok()) {
      shown.value().kept.tour_done = loaded.settings->kept.tour_done;
      shown.value().kept.at.other_found = loaded.settings->kept.at.other_found;
      session.actions().push_back(WindowAction(FollowLink{std::move(shown).value()}));
    }
  }
  if (options_.link) session.actions().push_back(WindowAction(FollowLink{*options_.link}));
  if (!loaded.problem.empty()) session.actions().push_back(WindowAction(AddProblem{loaded.problem}));
  const bool seen = loaded.settings ? loaded.settings->kept.tour_done : !loaded.problem.empty();
  if (is_kept_ && !seen && !options_.link) session.actions().push_back(ShowView{ViewId::Start});
  session.update();
}

void Shell::hand_on_settings(Session& session) {
  if (!is_kept_ || !restored_) return;
  const Document& document = session.document();
  keeper_->keep({kept_of(document), place_, {}}, link_of(document));
  for (std::string& problem : keeper_->take_problems())
    session.actions().push_back(WindowAction(AddProblem{std::move(problem)}));
}

void Shell::keep_when_due(Session& session) {
  if (keeper_->due(SettingsKeeper::Clock::now())) hand_on_settings(session);
}

void Shell::keep(Session& session) {
  if (is_kept_ && restored_) session.keep_formula();
  hand_on_settings(session);
}

void Shell::finish(Session& session) {
  keep(session);
  keeper_->finish();
}

void Shell::render() {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  glViewport(0, 0, static_cast<GLsizei>(io.DisplaySize.x * io.DisplayFramebufferScale.x),
             static_cast<GLsizei>(io.DisplaySize.y * io.DisplayFramebufferScale.y));
  glDisable(GL_SCISSOR_TEST);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace tcviz::inline app_ui
