#include "app/ui/shell.hpp"

#include <chrono>
#include <utility>

#include "app/ui/panel_layout.hpp"
#include "app/ui/shortcuts.hpp"
#include "app/ui/status_bar.hpp"
#include "glad/gl.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"

namespace tcviz {

Shell::Context::Context() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
  io.ConfigInputTextCursorBlink = false;  // an idle window draws nothing
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Shell::Context::~Context() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

Result<std::unique_ptr<Shell>> Shell::make(ShellOptions options) {
  Result<GridRenderer> renderer = GridRenderer::make();
  if (!renderer.ok()) return renderer.error();
  return std::unique_ptr<Shell>(new Shell(std::move(options), std::move(renderer).value()));
}

Shell::Shell(ShellOptions options, GridRenderer renderer)
    : options_(std::move(options)), fonts_(add_fonts()), grids_(std::move(renderer)) {
  keep_settings(settings_);
  load_settings(options_.config_folder);
}

Shell::~Shell() { save_settings(options_.config_folder); }

void Shell::build(Session& session, float monitor_scale) {
  const auto begin = std::chrono::steady_clock::now();
  follow_settings(session);
  const Document& document = session.document();
  const float scale = monitor_scale * static_cast<float>(document.ui_percent) / 100;
  restyle(document, scale);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  std::optional<Pick> hovered;
  const Ui ui{document, session.actions(), fonts_, colors_of(document.theme), scale, hovered, canvas_};
  draw_panels(ui);
  press_shortcuts(ui, kinds_.focused());
  if (hovered != document.hover) ui.push(SetHover{hovered});
  ImGui::Render();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  frame_ms_ = took.count();
}

void Shell::draw_panels(const Ui& ui) {
  top_bar_.draw(ui);
  draw_status_bar(ui, options_.show_timing ? std::optional(frame_ms_) : std::nullopt);
  draw_ground(ui);
  kinds_.draw(ui);
  grids_.draw(ui);
  inspector_.draw(ui);
  draw_help(ui);
  draw_about(ui);
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
  const bool none = ImGui::DockBuilderGetNode(dock) == nullptr;
  if (none || resets_served_ != ui.document.panel_resets) {
    resets_served_ = ui.document.panel_resets;
    build_default_layout(dock, ImGui::GetContentRegionAvail(), ui.scale);
  } else if (docked_scale_ != 0 && docked_scale_ != ui.scale) {
    rescale_layout(ImGui::GetContentRegionAvail().x, ui.scale, ui.scale / docked_scale_);
  }
  docked_scale_ = ui.scale;
  const ImGuiDockNodeFlags flags =
      static_cast<int>(ImGuiDockNodeFlags_AutoHideTabBar) | static_cast<int>(ImGuiDockNodeFlags_NoWindowMenuButton);
  ImGui::PushStyleColor(ImGuiCol_Border, IM_COL32_BLACK_TRANS);  // the gap between panels is line enough
  ImGui::DockSpace(dock, {0, 0}, flags);
  ImGui::PopStyleColor();
  ImGui::End();
}

void Shell::restyle(const Document& document, float scale) {
  if (styled_theme_ == document.theme && styled_scale_ == scale) return;
  styled_theme_ = document.theme;
  styled_scale_ = scale;
  set_style(document.theme, scale);
}

// Once what the last run kept goes into the document; from then on the document is what is kept.
void Shell::follow_settings(Session& session) {
  if (!std::exchange(restored_, true) && settings_.found) {
    session.actions().push_back(SetTheme{settings_.theme});
    session.actions().push_back(SetUiScale{settings_.ui_percent});
    session.update();
  }
  settings_.theme = session.document().theme;
  settings_.ui_percent = session.document().ui_percent;
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
