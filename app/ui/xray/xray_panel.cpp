#include "app/ui/xray/xray_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/whole/action.hpp"
#include "app/session/whole/views.hpp"
#include "app/ui/kit/segments.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points, but for shares.
constexpr float xray_gap = 10, findings_row = 21, source_share = 0.4F, least_source_width = 200, two_columns = 760;
constexpr int most_finding_rows = 6;

// The view of a step that is shown; counts the rows below.
enum XrayCells : std::size_t { FoundCells, DeclaredCells, BankCells };
constexpr std::array<Segment, 3> xray_cell_rows = {
    {{"As found", "found", "Every cell says which element of your arrays it holds"},
     {"As declared", "decl.", "Every cell says which place of the instruction's matrix it is: D"},
     {"Shared memory", "smem", "32 banks, with an access that fed this product: B"}}};

}  // namespace

ImU32 verdict_color(const Ui& ui, const XrayReport& report) {
  if (report.verdict == VerdictState::Unjudged) return ui.colors.warn;
  return report.verdict == VerdictState::Right ? ui.colors.good : ui.colors.bad;
}

void XrayPanel::draw(const Ui& ui) {
  subject_ = {};
  if (begin_panel(ui, "X-ray###xray")) {
    const XrayState& state = ui.document.task<XrayState>();
    words_.prepare(state);
    if (examples_.empty()) examples_ = built_in_xray_examples();
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    subject_ = {at.x, at.y, room.x, room.y};
    if (state.live) {
      live_.draw(ui);
    } else if (state.name.empty()) {
      draw_empty(ui);
    } else {
      draw_head(ui);
      save_.draw_strip(ui);
      draw_verdict(ui);
      if (!state.fault.empty()) draw_question(ui);
      draw_body(ui);
    }
    covered_ = open_dialog(ui.document) != nullptr;
    if (!covered_ && state.live)
      live_.press_keys(ui);
    else if (!covered_)
      press_keys(ui);
  }
  end_panel();
  draw_figure_dialog(ui);
  save_.draw(ui);
}

void XrayPanel::draw_figure_dialog(const Ui& ui) {
  const auto words = [&] {
    return PathDialogWords{"Figure of this product###xray_figure",
                           "Its matrices as they were found, with the launch and the hash of the source, to a file: "
                           ".svg, .png, .pdf or .tex (TikZ).",
                           default_xray_path(ui.document.task<XrayState>())};
  };
  figure_.draw(ui, words, ui.document.task<XrayState>().figure_path,
               [&](std::string path) { ui.push(XrayAction(SetXrayFigurePath{std::move(path)})); });
}

// Draws the files and examples that can be opened, as long as no kernel is open.
void XrayPanel::draw_empty(const Ui& ui) {
  heading(ui, "X-ray of a kernel");
  wrapped(ui, ui.colors.dim,
          "A kernel of yours is executed on the CPU, and every register says which element of which matrix it holds: "
          "the first product that is wrong is named, with its line, lane and register. No GPU is needed.");
  ImGui::Dummy({0, ui.px(6)});
  if (ImGui::Button("Open a kernel: .cu, .ptx")) ui.push(WindowAction(ShowOpenFile{}));
  explain(
      ui,
      "Or drop it on the window. A comment in it says how it is launched, or a .json that is opened after it; else the "
      "launch is proposed.",
      "Ctrl+O");
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::Button("Open live registers: .live")) ui.push(WindowAction(ShowOpenFile{}));
  explain(ui, "What TCVIZ(...) in a kernel of yours wrote on a GPU: `tcviz live --header` prints it.", "Ctrl+O");
  ImGui::Dummy({0, ui.px(8)});
  label(ui, ui.colors.dim, "Or begin with an example, right or with a fault to be found:");
  if (!ui.document.task<XrayState>().problem.empty()) wrapped(ui, ui.colors.bad, ui.document.task<XrayState>().problem);
  const float room = ImGui::GetContentRegionAvail().x;
  const int columns = room > ui.px(two_columns) ? 2 : 1;
  if (!ImGui::BeginTable("##examples", columns, ImGuiTableFlags_SizingStretchSame)) return;
  for (const XrayExample& example : examples_) {
    ImGui::TableNextColumn();
    ImGui::PushID(example.id.c_str());
    draw_example(ui, example);
    ImGui::PopID();
  }
  ImGui::EndTable();
}

// Draws an example: its title opens the right kernel, each question the kernel with that fault.
void XrayPanel::draw_example(const Ui& ui, const XrayExample& example) const {
  ImGui::Dummy({0, ui.px(4)});
  if (ImGui::Button(example.title.c_str())) open_example(ui, example, nullptr);
  explain(ui, "As it is right; executed at once.");
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  mono(ui, ui.colors.dim, example.arch);
  for (const PlantedFault& fault : example.faults) {
    ImGui::PushID(fault.id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - ui.px(30), indent = ui.px(14);
    const float height = wrapped_height(ui, ui.fonts.sans, 13, width - indent, fault.question);
    if (ImGui::Selectable("##fault", false, 0, {width, height})) open_example(ui, example, &fault);
    explain(ui, "Opens it with this fault in it: find it.");
    put_dot(ui, {at.x + ui.px(6), at.y + ui.px(8)}, Dot::Diamond, ui.colors.warn);
    put_text_wrapped(ui, ui.fonts.sans, 13, {at.x + indent, at.y}, width - indent, ui.colors.text, fault.question);
    ImGui::PopID();
  }
  ImGui::Dummy({0, ui.px(6)});
}

void XrayPanel::open_example(const Ui& ui, const XrayExample& example, const PlantedFault* fault) const {
  if (fault == nullptr) return ui.push(XrayAction(OpenXray{example.id + ".cu", example.source, true, example.id}));
  ui.push(XrayAction(OpenXray{example.id + ".cu", faulted_source(example, *fault), true, example.id, fault->id}));
}

void XrayPanel::draw_examples(const Ui& ui) const {
  for (const XrayExample& example : examples_) {
    ImGui::PushID(example.id.c_str());
    if (ImGui::Selectable(example.title.c_str())) open_example(ui, example, nullptr);
    for (const PlantedFault& fault : example.faults) {
      ImGui::PushID(fault.id.c_str());
      if (ImGui::Selectable(fmt::format("    {}", fault.question).c_str())) open_example(ui, example, &fault);
      ImGui::PopID();
    }
    ImGui::PopID();
  }
}

// Draws the question of an example with a fault, and on request the answer.
void XrayPanel::draw_question(const Ui& ui) const {
  const XrayState& state = ui.document.task<XrayState>();
  const auto example = std::ranges::find(examples_, state.example, &XrayExample::id);
  if (example == examples_.end()) return;
  const auto fault = std::ranges::find(example->faults, state.fault, &PlantedFault::id);
  if (fault == example->faults.end()) return;
  if (ImGui::SmallButton(state.answer_shown ? "Hide###answer" : "Answer###answer"))
    ui.push(XrayAction(ShowXrayAnswer{!state.answer_shown}));
  explain(ui, "What was done to this example.");
  ImGui::SameLine(0, ui.px(8));
  wrapped(ui, state.answer_shown ? ui.colors.good : ui.colors.text,
          state.answer_shown ? fault->answer : fault->question, 13.5F);
}

void XrayPanel::draw_head(const Ui& ui) {
  const XrayState& state = ui.document.task<XrayState>();
  if (ImGui::Button("Open")) ui.push(WindowAction(ShowOpenFile{}));
  explain(ui, "A .cu or .ptx file, or its launch as .json; or drop it on the window.", "Ctrl+O");
  ImGui::SameLine(0, ui.px(6));
  if (begin_choice(ui, "##examples", "Examples", ui.px(110), ImGuiComboFlags_HeightLargest)) {
    draw_examples(ui);
    ImGui::EndCombo();
  }
  ImGui::SameLine(0, ui.px(6));
  if (state.task.busy()) {
    if (ImGui::Button("Stop###run")) ui.push(XrayAction(StopXray{}));
  } else if (ImGui::Button(state.is_edited() ? "Run###run" : "Run again###run")) {
    ui.push(XrayAction(RunXray{}));
  }
  explain(ui, "Executes the source as it stands in the editor.", "Ctrl+Enter");
  ImGui::SameLine(0, ui.px(6));
  ImGui::BeginDisabled(!state.is_unsaved());
  if (ImGui::Button("Save###save")) ui.push(XrayAction(SaveXray{}));
  ImGui::EndDisabled();
  explain(ui, "Saves the text of the editor to its file; Ctrl+Shift+S to another one.", "Ctrl+S in the text");
  ImGui::SameLine(0, ui.px(12));
  ImGui::AlignTextToFramePadding();
  mono(ui, ui.colors.accent, state.name);
  if (state.is_unsaved()) {
    ImGui::SameLine(0, ui.px(5));
    mono(ui, ui.colors.accent, "*");
    explain(ui, "The text is not saved.");
  }
  ImGui::SameLine(0, ui.px(12));
  if (!state.launch.empty()) {
    if (ImGui::SmallButton("launch file  x###launch")) ui.push(XrayAction(LaunchXray{}));
    explain(ui, "A launch file was opened for this kernel; a click drops it, and the comment in the source counts.");
    ImGui::SameLine(0, ui.px(12));
  }
  std::string_view news = words_.difference;
  if (!state.disk.failed && !state.disk.news.empty() && !state.is_unsaved()) news = state.disk.news;
  if (state.is_edited() && state.run) news = "edited: press Run (Ctrl+Enter)";
  if (state.task.busy()) news = state.task.doing;
  ImGui::AlignTextToFramePadding();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text_cut(ui, ui.fonts.sans, 13, {at.x, at.y + ImGui::GetStyle().FramePadding.y}, ImGui::GetContentRegionAvail().x,
               ui.colors.dim, news);
  ImGui::NewLine();
}

// Draws "C is wrong · pairing at line 42: ...", or the reason that there is no run.
void XrayPanel::draw_verdict(const Ui& ui) {
  const XrayState& state = ui.document.task<XrayState>();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (!state.problem.empty()) {
    wrapped(ui, ui.colors.bad, state.problem);
    return;
  }
  const bool known = state.run != nullptr;
  const ImU32 color = known ? verdict_color(ui, state.run->report) : ui.colors.dim;
  put_dot(ui, {at.x + ui.px(6), at.y + ui.px(9)}, known ? Dot::Full : Dot::Ring, color);
  put_text_cut(ui, ui.fonts.sans, 14, {at.x + ui.px(18), at.y}, width - ui.px(18), color,
               known ? std::string_view(words_.verdict) : std::string_view("not executed yet"));
  ImGui::Dummy({width, ui.px(20)});
  if (known && state.run->report.proposed) draw_proposal(ui);
}

// Draws the launch that was proposed, with a button that writes it into the source.
void XrayPanel::draw_proposal(const Ui& ui) {
  if (ImGui::SmallButton("Insert as a comment###insert")) ui.push(XrayAction(InsertXrayLaunch{}));
  explain(ui, "Writes the proposed launch above the kernel, where you can correct it, and executes it.");
  ImGui::SameLine(0, ui.px(8));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  put_text_cut(ui, ui.fonts.sans, 13, at, width, ui.colors.dim, words_.proposal);
  ImGui::InvisibleButton("##proposal", {width, ui.px(24)});
  explain(ui, words_.fields);
}

void XrayPanel::draw_body(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  if (room.y < ui.px(40)) return;
  const float gap = ui.px(xray_gap);
  const float left = std::round(std::max(room.x * source_share, std::min(ui.px(least_source_width), room.x * 0.5F)));
  const auto rows = static_cast<float>(std::min<std::size_t>(words_.findings.size(), most_finding_rows));
  const float findings = rows > 0 ? std::min(rows * ui.px(findings_row) + ui.px(30), room.y * 0.4F) : 0;
  const XrayState& state = ui.document.task<XrayState>();
  if (state.finding != shown_finding_ && state.run && state.finding >= 0) {
    const XrayFinding& finding = state.run->report.findings[static_cast<std::size_t>(state.finding)];
    source_.show_line(shown_line(*state.run, finding.line, finding.ptx_line));
  }
  shown_finding_ = state.finding;
  source_.draw(ui, {left, room.y - findings - (findings > 0 ? ui.px(6) : 0)});
  if (findings > 0) {
    ImGui::SetCursorScreenPos({at.x, at.y + room.y - findings});
    draw_findings(ui, {left, findings});
  }
  ImGui::SetCursorScreenPos({at.x + left + gap, at.y});
  draw_product(ui, {room.x - left - gap, room.y});
}

void XrayPanel::draw_findings(const Ui& ui, ImVec2 size) {
  const XrayState& state = ui.document.task<XrayState>();
  if (ImGui::BeginChild("##findings", size)) {
    label(ui, ui.colors.dim, words_.findings.size() == 1 ? "One finding" : "Findings, in the order of time");
    explain(ui, "The next one", "N");
    for (std::size_t n = 0; n < words_.findings.size(); ++n) {
      const bool chosen = state.finding == static_cast<int>(n);
      ImGui::PushID(static_cast<int>(n));
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x;
      if (ImGui::Selectable("##finding", chosen, 0, {0, ui.px(findings_row - 4)}))
        ui.push(XrayAction(ChooseXrayFinding{static_cast<int>(n)}));
      if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip) && begin_tip(ui)) {
        ImGui::PushTextWrapPos(ui.px(420));
        wrapped(ui, ui.colors.text, words_.findings[n]);
        wrapped(ui, ui.colors.dim, words_.hints[n]);
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
      }
      const bool warning = state.run->report.findings[n].weight == FindingWeight::Warning;
      put_text_cut(ui, ui.fonts.sans, 13, {at.x + ui.px(4), at.y}, width - ui.px(8),
                   warning ? ui.colors.warn : ui.colors.bad, words_.findings[n]);
      if (chosen) wrapped(ui, ui.colors.dim, words_.hints[n], 13);
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
}

void XrayPanel::draw_product(const Ui& ui, ImVec2 size) {
  const XrayState& state = ui.document.task<XrayState>();
  if (!ImGui::BeginChild("##right", size, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar)) return ImGui::EndChild();
  if (state.run == nullptr || state.run->products.empty()) {
    const std::string_view why = state.run != nullptr ? "The kernel has executed no tensor-core product."
                                 : state.task.busy()  ? "It is being executed."
                                                      : "";
    label(ui, ui.colors.dim, why);
    return ImGui::EndChild();
  }
  const float timeline = timeline_height(ui);
  draw_timeline(ui, timeline);
  draw_switch(ui);
  const ImVec2 rest = ImGui::GetContentRegionAvail();
  if (state.snapshot() == nullptr)
    label(ui, ui.colors.dim, "Its cells are being read.");
  else if (rest.y > ui.px(30) && state.banks)
    banks_.draw(ui, rest);
  else if (rest.y > ui.px(30))
    canvas_.draw(ui, words_, rest);
  else
    ImGui::Dummy({});  // the cursor was moved last
  ImGui::EndChild();
}

// Draws the name of the step, and the choice of a view of it.
void XrayPanel::draw_switch(const Ui& ui) const {
  const XrayState& state = ui.document.task<XrayState>();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool is_narrow = width < ui.px(560);
  const float choices = segments_width(ui, xray_cell_rows, is_narrow);
  put_text_cut(ui, ui.fonts.sans, 13, {at.x, at.y + ui.px(4)}, width - choices - ui.px(8), ui.colors.text,
               words_.instruction);
  std::array<Segment, 3> rows = xray_cell_rows;
  rows[state.banks ? BankCells : state.declared ? DeclaredCells : FoundCells].chosen = true;
  if (const auto pressed = draw_segments(ui, {at.x + width - choices, at.y}, rows, is_narrow)) {
    ui.push(XrayAction(ShowXrayBanks{*pressed == BankCells}));
    if (*pressed != BankCells) ui.push(XrayAction(DeclareXray{*pressed == DeclaredCells}));
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(segments_height + 4)});
}

// Moves over steps and warps on arrows, with Shift over cells; Escape frees the cell, leaves the editor, then the
// workspace.
void XrayPanel::press_keys(const Ui& ui) const {
  const ImGuiIO& io = ImGui::GetIO();
  const XrayState& state = ui.document.task<XrayState>();
  if (io.KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_Enter, false)) return ui.push(XrayAction(RunXray{}));
  if (source_.focused() && ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_S)) {
    ImGui::SetKeyOwner(ImGuiKey_S, ImGui::GetID("##keys"), ImGuiInputFlags_LockThisFrame);  // it draws no figure
    return ui.push(XrayAction(SaveXray{}));
  }
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    if (ui.document.tour_step || ui.document.full_screen) return;
    if (source_.focused()) {
      ImGui::SetWindowFocus("###xray");
      return ImGui::SetNavCursorVisible(false);
    }
    if (state.banks && state.byte) return ui.push(XrayAction(ChooseXrayByte{}));
    if (state.chosen) return ui.push(XrayAction(ChooseXrayCell{}));
    return ui.push(ShowWorkspace{Workspace::Xray, false});
  }
  if (io.WantTextInput || source_.focused() || io.NavVisible || io.KeyCtrl || io.KeyAlt) return;
  const ImGuiID owner = ImGui::GetID("##keys");
  const auto pressed = [&](ImGuiKey key) {
    ImGui::SetKeyOwner(key, owner);
    return ImGui::IsKeyPressed(key, true);
  };
  const auto arrow = [&](int rows, int cols) {
    if (io.KeyShift && state.banks) return ui.push(XrayAction(MoveXrayByte{rows, cols}));
    if (io.KeyShift) return ui.push(XrayAction(MoveXrayCell{rows, cols}));
    if (cols != 0) return ui.push(XrayAction(StepXrayProduct{cols}));
    ui.push(XrayAction(StepXrayWarp{rows}));
  };
  if (pressed(ImGuiKey_LeftArrow)) arrow(0, -1);
  if (pressed(ImGuiKey_RightArrow)) arrow(0, 1);
  if (pressed(ImGuiKey_UpArrow)) arrow(-1, 0);
  if (pressed(ImGuiKey_DownArrow)) arrow(1, 0);
  if (pressed(ImGuiKey_N)) ui.push(XrayAction(StepXrayFinding{io.KeyShift ? -1 : 1}));
  if (pressed(ImGuiKey_D)) {
    ui.push(XrayAction(ShowXrayBanks{false}));
    ui.push(XrayAction(DeclareXray{!state.declared}));
  }
  if (pressed(ImGuiKey_B)) ui.push(XrayAction(ShowXrayBanks{!state.banks}));
  if (pressed(ImGuiKey_A) && state.banks) ui.push(XrayAction(StepXrayAccess{io.KeyShift ? -1 : 1}));
}

}  // namespace tcviz::inline app_ui
