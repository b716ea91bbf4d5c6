#include "app/ui/shell.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/ui/help.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/shortcuts.hpp"
#include "app/ui/status_bar.hpp"
#include "glad/gl.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "implot.h"

namespace tcviz {

Shell::Context::Context() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImPlot::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
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

ShellOptions shell_options(const std::filesystem::path& config_folder, bool show_timing) {
  SettingsFile file(config_folder);
  SettingsFile::Loaded loaded = file.load();
  return {std::move(file), std::move(loaded), show_timing};
}

Result<std::unique_ptr<Shell>> Shell::make(ShellOptions options) {
  Result<GridRenderer> renderer = GridRenderer::make();
  if (!renderer.ok()) return renderer.error();
  return std::unique_ptr<Shell>(new Shell(std::move(options), std::move(renderer).value()));
}

Shell::Shell(ShellOptions options, GridRenderer renderer)
    : options_(std::move(options)), fonts_(add_fonts()), grids_(std::move(renderer)) {
  if (!options_.loaded.settings) return;
  place_ = options_.loaded.settings->place;
  const std::string& panels = options_.loaded.settings->panels;
  if (panels.find("[Window][formula]") == std::string::npos) return;  // of a version that had fewer panels
  ImGui::LoadIniSettingsFromMemory(panels.data(), panels.size());
}

void Shell::build(Session& session, float monitor_scale) {
  const auto begin = std::chrono::steady_clock::now();
  if (!std::exchange(restored_, true)) restore(session);
  const Document& document = session.document();
  load_arrangement(document);
  const float teaching = document.full_screen ? full_screen_scale : 1;
  const float scale = monitor_scale * teaching * static_cast<float>(document.ui_percent) / 100;
  restyle(document, scale);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  std::optional<Pick> hovered;
  const Ui ui{document, session.actions(), fonts_, colors_of(document.theme), scale, hovered, canvas_};
  draw_panels(ui);
  const bool typing = groups_.focused() || formula_.typing() || theatre_.typing() || products_.typing() || (document.maxas.open && !document.help_open && !document.about_open && !document.keep_open);
  press_shortcuts(ui, kinds_.focused() && !document.full_screen, typing);
  if (hovered != document.hover) ui.push(SetHover{hovered});
  ImGui::Render();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  frame_ms_ = took.count();
}

// In full screen the grids have it for themselves: the dock gives them the room of panels that are not there.
void Shell::draw_panels(const Ui& ui) {
  const bool whole = ui.document.full_screen;
  if (!whole) top_bar_.draw(ui);
  if (!whole) draw_status_bar(ui, options_.show_timing ? std::optional(frame_ms_) : std::nullopt);
  draw_ground(ui);
  draw_docked(ui);
  figure_.draw(ui);
  if (whole) draw_way_back(ui);
  hand_on_keys();
  draw_help(ui);
  draw_about(ui);
  arrangement_dialog_.draw(ui);
  if (!ui.document.maxas.open) tour_.draw(ui, top_bar_.selector_low(), top_bar_.selector_high());
  palette_.draw(ui);
}

// The maxas view has the room of all of them.
void Shell::draw_docked(const Ui& ui) {
  if (ui.document.maxas.open) return maxas_.draw(ui);
  const bool whole = ui.document.full_screen;
  if (!whole) kinds_.draw(ui);
  grids_.draw(ui);
  if (!whole) groups_.draw(ui);
  if (!whole) theatre_.draw(ui);
  if (!whole) products_.draw(ui);
  if (!whole) inspector_.draw(ui);
  if (!whole) formula_.draw(ui);
}

// The keys of the grids are those of the window: they have them at first, and again when a menu has been left.
void Shell::hand_on_keys() {
  const bool open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  const bool left = std::exchange(menu_open_, open) && !open && focused == ImGui::FindWindowByName("##MainMenuBar");
  if (left || !std::exchange(focused_, true)) ImGui::SetWindowFocus("###grids");
}

// The one thing beside the grids in full screen.
void Shell::draw_way_back(const Ui& ui) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float bottom = viewport.Pos.y + viewport.Size.y;
  ImGui::SetNextWindowPos({viewport.GetCenter().x, bottom - ui.px(8)}, ImGuiCond_Always, {0.5F, 1});
  ImGui::Begin("##back", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  if (ImGui::Button("Back")) ui.push(SetFullScreen{false});
  explain(ui, "Leaves full screen.", "F11");
  ImGui::End();
}

// The window below the panels, which they are docked in.
void Shell::draw_ground(const Ui& ui) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.WorkPos);
  ImGui::SetNextWindowSize(viewport.WorkSize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(4), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("##ground", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavFocus);
  ImGui::PopStyleVar(3);
  const ImGuiID dock = ImGui::GetID("panels");
  arrange_panels(ui, dock);
  const ImGuiDockNodeFlags flags =
      static_cast<int>(ImGuiDockNodeFlags_AutoHideTabBar) | static_cast<int>(ImGuiDockNodeFlags_NoWindowMenuButton);
  ImGui::PushStyleColor(ImGuiCol_Border, IM_COL32_BLACK_TRANS);  // the gap between panels is line enough
  ImGui::DockSpace(dock, {0, 0}, flags);
  ImGui::PopStyleColor();
  ImGui::End();
}

void Shell::arrange_panels(const Ui& ui, ImGuiID dock) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool none = ImGui::DockBuilderGetNode(dock) == nullptr;
  if (std::exchange(rebuild_, false) || none) {
    build_arrangement(ui.document.arrangement, dock, room, ui.scale);
  } else if (docked_scale_ != 0 && docked_scale_ != ui.scale && !ui.document.full_screen) {
    rescale_layout(room, ui.scale, ui.scale / docked_scale_);
  }
  if (!ui.document.full_screen) docked_scale_ = ui.scale;
}

// An arrangement that the user keeps is text for Dear ImGui, which reads it between frames only.
void Shell::load_arrangement(const Document& document) {
  if (std::exchange(resets_served_, document.panel_resets) == document.panel_resets) return;
  const auto chosen = [&](const PanelArrangement& a) { return a.name == document.arrangement; };
  const auto& all = document.arrangements;
  const auto at = std::find_if(all.begin(), all.end(), chosen);
  rebuild_ = at == all.end();
  if (!rebuild_) ImGui::LoadIniSettingsFromMemory(at->text.data(), at->text.size());
}

void Shell::restyle(const Document& document, float scale) {
  if (styled_theme_ == document.theme && styled_scale_ == scale) return;
  styled_theme_ = document.theme;
  styled_scale_ = scale;
  set_style(document.theme, scale);
}

// Once what the last run kept goes into the document; from then on the document is what is kept. A first start begins
// with the tour.
void Shell::restore(Session& session) {
  const SettingsFile::Loaded& loaded = options_.loaded;
  if (loaded.settings) session.actions().push_back(WindowAction(Restore{loaded.settings->kept}));
  if (!loaded.problem.empty()) session.actions().push_back(WindowAction(AddProblem{loaded.problem}));
  const bool seen = loaded.settings ? loaded.settings->kept.tour_done : !loaded.problem.empty();
  if (options_.file.is_kept() && !seen) session.actions().push_back(SetTour{0});
  session.update();
}

void Shell::keep(Session& session) {
  if (!options_.file.is_kept() || !restored_) return;
  session.keep_formula();
  std::size_t size = 0;
  const char* panels = ImGui::SaveIniSettingsToMemory(&size);
  const Result<bool> kept = options_.file.save({kept_of(session.document()), {panels, size}, place_});
  if (!kept.ok()) session.actions().push_back(WindowAction(AddProblem{kept.error().message}));
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

}  // namespace tcviz
