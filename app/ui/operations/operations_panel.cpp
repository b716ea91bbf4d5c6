#include "app/ui/operations/operations_panel.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/buttons.hpp"
#include "app/ui/kit/segments.hpp"
#include "app/ui/kit/value_picture.hpp"
#include "app/ui/operations/way_on.hpp"
#include "gpu/source/device/device_name.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float operations_list_width = 200, column_gap = 12, least_code = 300, most_code = 620, formula_height = 30,
                steps_height = 30, body_height = 118, width_for_code = 900;
constexpr float list_share = 0.26F, code_share = 0.33F;  // of the width

const Operation& chosen(const OperationsState& state) {
  const Operation* const found = find_operation(state.choice.operation);
  return found != nullptr ? *found : operations().front();
}
// True if the letters, in any case, occur in its name, its id, its formula or another of its names.
bool is_found(const Operation& operation, std::string_view letters) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (const std::string_view text : {operation.title, operation.id, operation.body, operation.known_as}) {
    if (std::search(text.begin(), text.end(), letters.begin(), letters.end(), same) != text.end()) return true;
  }
  return false;
}

}  // namespace

void OperationsPanel::draw(const Ui& ui) {
  typing_ = false;
  subjects_.clear();
  const OperationsState& operations = ui.document.task<OperationsState>();
  if (operations.playing) ui.push(OperationsAction(AdvanceSteps{ImGui::GetIO().DeltaTime}));
  if (begin_panel(ui, "Operations###operations")) {
    draw_inside(ui);
    press_keys(ui);
  }
  end_panel();
}

void OperationsPanel::draw_inside(const Ui& ui) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::min(ui.px(operations_list_width), std::round(room.x * list_share)), gap = ui.px(column_gap);
  if (ImGui::BeginChild("##choice", {left, 0})) draw_list(ui);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  const bool narrow = room.x < ui.px(width_for_code);  // the kernel is a tab beside the grids
  const float code = std::clamp(std::round(room.x * code_share), ui.px(least_code), ui.px(most_code));
  if (ImGui::BeginChild("##result", {narrow ? 0 : room.x - left - code - 2 * gap, 0})) {
    if (narrow) draw_tabs(ui, true);
    if (!narrow) draw_result(ui);
  }
  ImGui::EndChild();
  if (narrow) return;
  ImGui::SameLine(0, gap);
  if (ImGui::BeginChild("##code", {0, 0})) draw_tabs(ui, false);
  ImGui::EndChild();
}

// Steps on Left and Right, plays on Space, copies the selection in the kernel on Ctrl+C. Once Tab has come to a
// control, the keys are its own.
void OperationsPanel::press_keys(const Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || typing_ || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) return;
  if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_C)) code_.copy();
  if (io.NavVisible || io.KeyCtrl) return;
  const OperationsState& operations = ui.document.task<OperationsState>();
  const ImGuiID owner = ImGui::GetID("##keys");
  const auto pressed = [&](ImGuiKey key, bool repeats) {
    ImGui::SetKeyOwner(key, owner);
    return ImGui::IsKeyPressed(key, repeats);
  };
  if (pressed(ImGuiKey_LeftArrow, true)) step(ui, -1);
  if (pressed(ImGuiKey_RightArrow, true)) step(ui, 1);
  if (pressed(ImGuiKey_Space, false)) ui.push(OperationsAction(PlaySteps{!operations.playing}));
}

// Steps; from all at once to the first thread.
void OperationsPanel::step(const Ui& ui, int by) const {
  const OperationsState& operations = ui.document.task<OperationsState>();
  if (operations.step_by == StepBy::None) return ui.push(OperationsAction(SetStep{StepBy::Thread, by > 0 ? 0 : -1}));
  ui.push(OperationsAction(SetStep{operations.step_by, operations.step + by}));
}

// ---- left: the choice of an operation

void OperationsPanel::draw_list(const Ui& ui) {
  ImGui::SetNextItemWidth(-FLT_MIN);
  ImGui::InputTextWithHint("##search", "Search: triangle, softmax", search_.data(), search_.size(),
                           ImGuiInputTextFlags_EscapeClearsAll | ImGuiInputTextFlags_AutoSelectAll);
  const std::string_view does = chosen(ui.document.task<OperationsState>()).does;
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 words =
      ui.fonts.sans->CalcTextSizeA(12.5F * ui.scale, FLT_MAX, width, does.data(), does.data() + does.size());
  const float all = ImGui::GetContentRegionAvail().y;
  const bool tells = all > ui.px(300);
  const float below = ui.px(70) + (tells ? words.y + ui.px(14) : 0);
  if (ImGui::BeginChild("##operations", {0, std::max(ui.px(60), all - below)})) draw_choice(ui);
  ImGui::EndChild();
  if (tells) rule(ui);
  if (tells) wrapped(ui, ui.colors.dim, does, 12.5F);
  draw_buttons(ui);
}

void OperationsPanel::draw_choice(const Ui& ui) {
  find_ways_on(ui.document.kind);
  const OperationsState& state = ui.document.task<OperationsState>();
  std::optional<OperationGroup> group;
  bool some = false;
  for (const Operation& operation : operations()) {
    if (!is_found(operation, search_.data())) continue;
    if (group != operation.group) {
      group = operation.group;
      label(ui, ui.colors.dim, title_of(*group));
    }
    const auto& way = ways_on_[static_cast<std::size_t>(&operation - operations().data())];
    ImGui::BeginDisabled(way.has_value());
    ImGui::PushID(operation.id.data());
    some = true;
    const bool here = state.choice.operation == operation.id;
    if (ImGui::Selectable(operation.title.data(), here))
      ui.push(OperationsAction(ChooseOperation{std::string(operation.id)}));
    ImGui::PopID();
    ImGui::EndDisabled();
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) continue;
    if (!begin_tip(ui)) continue;
    ImGui::PushTextWrapPos(ui.px(340));
    label(ui, ui.colors.text, operation.does);
    mono(ui, ui.colors.accent, operation.body);
    if (!operation.known_as.empty()) label(ui, ui.colors.dim, operation.known_as);
    if (way) label(ui, ui.colors.warn, "Not here: " + way->reason + ".");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  if (!some) wrapped(ui, ui.colors.dim, "No operation has these letters.");
}

void OperationsPanel::draw_buttons(const Ui& ui) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  if (operations.busy()) return draw_progress(ui);
  const bool gpu = ui.document.gpu_absence.empty();
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(6)) / 2;
  ImGui::BeginDisabled(!gpu || ui.document.layout() == nullptr);
  if (ImGui::Button(width < ui.px(88) ? "Run" : "Run on GPU", {width, 0}))
    ui.push(OperationsAction(RunOperation{false}));
  explain(ui, "Compiles the kernel, runs it on the GPU with fresh numbers, and verifies every element.", "Ctrl+Enter");
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::Button("Time", {width, 0})) ui.push(OperationsAction(RunOperation{true}));
  explain(ui, "Runs it, and times it against the way through shared memory: alone and in a chain of products.");
  ImGui::EndDisabled();
  if (!gpu) wrapped(ui, ui.colors.dim, "Simulated on the CPU: no GPU here.", 12);
}

void OperationsPanel::draw_progress(const Ui& ui) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  const float part = operations.all > 0 ? static_cast<float>(operations.done) / static_cast<float>(operations.all) : 0;
  ImGui::ProgressBar(part, {ImGui::GetContentRegionAvail().x - ui.px(60), 0}, operations.doing.c_str());
  ImGui::SameLine(0, ui.px(6));
  ImGui::BeginDisabled(operations.stop_wanted);
  if (ImGui::Button("Stop")) ui.push(OperationsAction(StopOperation{}));
  ImGui::EndDisabled();
}

// ---- middle: before and after

void OperationsPanel::draw_result(const Ui& ui) {
  draw_verdict(ui);
  const OperationsState& operations = ui.document.task<OperationsState>();
  const bool own = chosen(operations).id == "body";
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float below = ui.px((own ? body_height : formula_height) + steps_height);
  const float grids = std::max(ui.px(60), room.y - below);
  const bool fine = operations.shown != nullptr && operations.shown->result;
  if (fine) draw_grids(ui, {at.x, at.y, room.x, grids});
  ImGui::SetCursorScreenPos({at.x, at.y + grids + ui.px(4)});
  own ? draw_body(ui) : draw_formula(ui);
  ImGui::SetCursorScreenPos({at.x, at.y + room.y - ui.px(steps_height - 4)});
  if (fine) draw_steps(ui);
  if (!fine) ImGui::Dummy({0, 0});
}

void OperationsPanel::draw_verdict(const Ui& ui) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  find_ways_on(ui.document.kind);
  const Operation& operation = chosen(operations);
  const auto& way = ways_on_[static_cast<std::size_t>(&operation - gpu_ops::operations().data())];
  const bool has_result = operations.shown != nullptr && operations.shown->result;
  if (way && !has_result) return draw_way_on(ui, *way);
  if (operations.shown == nullptr) return label(ui, ui.colors.dim, "Choose an operation.");
  const OperationsRun& run = *operations.shown;
  if (!run.result) return wrapped(ui, ui.colors.bad, run.result.error().message);
  const RunResult& result = run.result.value();
  const bool fine = !result.judgement.failed(), verified = result.judgement.verified;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (verified) put_check(ui, {at.x + ui.px(8), at.y + ui.px(9)}, ui.colors.good);
  ImGui::SetCursorScreenPos({at.x + ui.px(verified ? 22 : 0), at.y});
  label(ui,
        verified ? ui.colors.good
        : fine   ? ui.colors.text
                 : ui.colors.bad,
        verified ? "verified"
        : fine   ? "computed:"
                 : "failed:");
  ImGui::SameLine(0, ui.px(8));
  if (std::exchange(verdict_of_, operations.shown) != operations.shown) verdict_ = verdict_text(run);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  put_text_cut(ui, ui.fonts.sans, 14, {from.x, at.y}, ImGui::GetContentRegionAvail().x, ui.colors.text, verdict_);
  ImGui::NewLine();
}

// Draws the operation in one line, and its knobs.
void OperationsPanel::draw_formula(const Ui& ui) {
  const Operation& operation = chosen(ui.document.task<OperationsState>());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, knobs = knobs_width(ui, operation);
  const float width = std::max(ui.px(60), room - knobs - ui.px(8));
  put_text_cut(ui, ui.fonts.mono, 14, {at.x + ui.px(2), at.y + ui.px(3)}, width, ui.colors.accent, operation.body);
  ImGui::Dummy({width, ui.px(22)});
  explain(ui, operation.body);
  if (knobs <= 0) return;
  ImGui::SetCursorScreenPos({at.x + room - knobs, at.y});
  draw_knobs(ui, operation);
}

float OperationsPanel::knobs_width(const Ui& ui, const Operation& operation) {
  float width = 0;
  for (const char name : {'a', 'b', 'd'})
    if (needs(operation, name)) width += ui.px(name == 'd' ? 116 : 80);
  return width;
}

void OperationsPanel::draw_knobs(const Ui& ui, const Operation& operation) {
  OperationsChoice choice = ui.document.task<OperationsState>().choice;
  bool changed = false, first = true;
  const auto name = [&](const char* text) {
    if (!std::exchange(first, false)) ImGui::SameLine(0, ui.px(6));
    ImGui::AlignTextToFramePadding();
    mono(ui, ui.colors.dim, text);
    ImGui::SameLine(0, ui.px(5));
  };
  const auto number = [&](const char* text, const char* id, double& value) {
    name(text);
    ImGui::SetNextItemWidth(ui.px(60));
    changed = ImGui::InputDouble(id, &value, 0, 0, "%g") || changed;
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (needs(operation, 'a')) number("a", "##a", choice.a);
  if (needs(operation, 'b')) number("b", "##b", choice.b);
  if (needs(operation, 'd')) {
    name("d");
    ImGui::SetNextItemWidth(ui.px(96));
    changed = ImGui::InputInt("##d", &choice.d) || changed;
  }
  ImGui::PopStyleVar();
  if (changed) ui.push(OperationsAction(SetOperationsChoice{choice}));
}

void OperationsPanel::draw_body(const Ui& ui) {
  const OperationsChoice& choice = ui.document.task<OperationsState>().choice;
  const float width = ImGui::GetContentRegionAvail().x;
  const bool edited = body_.draw(ui, "##body", choice.body, {width, ui.px(78)});
  typing_ = typing_ || body_.focused();
  if (edited && body_.text() != choice.body) {
    OperationsChoice other = choice;
    other.body = body_.text();
    ui.push(OperationsAction(SetOperationsChoice{std::move(other)}));
  }
  const Operation& operation = chosen(ui.document.task<OperationsState>());
  ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y + ui.px(2)});
  draw_knobs(ui, operation);
}

// Draws |<  T13  >|  play
void OperationsPanel::draw_steps(const Ui& ui) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  const StepBy by = operations.step_by;
  const std::array<Segment, 3> ways{
      {{"All", "All", "All elements at once", by == StepBy::None},
       {"Threads", "T", "What each thread does, one after the other", by == StepBy::Thread},
       {"Values", "x", "The value x[i] of every thread, one after the other", by == StepBy::Value}}};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool narrow = ImGui::GetContentRegionAvail().x < ui.px(420);
  if (const auto pressed = draw_segments(ui, at, ways, narrow))
    ui.push(OperationsAction(SetStep{static_cast<StepBy>(*pressed), 0}));
  ImGui::SetCursorScreenPos({at.x + segments_width(ui, ways, narrow) + ui.px(12), at.y});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  if (sign_button(ui, "##back", Sign::Back, "A step back.", "Left")) step(ui, -1);
  ImGui::SameLine(0, 0);
  draw_place(ui);
  ImGui::SameLine(0, 0);
  if (sign_button(ui, "##on", Sign::Forward, "A step on.", "Right")) step(ui, 1);
  ImGui::SameLine(0, ui.px(8));
  const bool playing = operations.playing;
  if (sign_button(ui, "##play", playing ? Sign::Pause : Sign::Play, playing ? "Stops." : "Plays.", "Space"))
    ui.push(OperationsAction(PlaySteps{!playing}));
  ImGui::PopStyleVar();
}

// Draws the present thread or value at a place that keeps its width.
void OperationsPanel::draw_place(const Ui& ui) const {
  const OperationsState& operations = ui.document.task<OperationsState>();
  const Layout& layout = operations.shown->layout;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size(ui.px(86), ImGui::GetFrameHeight());
  ImGui::Dummy(size);
  const bool threads = operations.step_by == StepBy::Thread, all = operations.step_by == StepBy::None;
  const std::string text = all       ? "all"
                           : threads ? fmt::format("T{} of {}", operations.step, layout.threads())
                                     : fmt::format("x[{}] of {}", operations.step, layout.values());
  const ImVec2 width = text_size(ui, ui.fonts.mono, 13, text);
  put_text(ui, ui.fonts.mono, 13, {at.x + (size.x - width.x) / 2, at.y + (size.y - width.y) / 2},
           all ? ui.colors.dim : ui.colors.text, text);
}

std::vector<bool> OperationsPanel::lit(const OperationsState& operations) const {
  if (operations.step_by == StepBy::None) return {};
  const Layout& layout = operations.shown->layout;
  std::vector<bool> bright(static_cast<std::size_t>(layout.elements()));
  for (int n = 0; n < layout.slots(); ++n) {
    const Slot slot = layout.slot(n);
    const auto element = layout.element(slot);
    const int at = operations.step_by == StepBy::Thread ? slot.tid : slot.i;
    if (element && at == operations.step)
      bright[static_cast<std::size_t>(element->row * layout.cols() + element->col)] = true;
  }
  return bright;
}

void OperationsPanel::prepare(const Ui& ui, const Rect& room) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  const Inputs inputs{operations.shown,
                      operations.step_by,
                      operations.step,
                      ui.document.theme,
                      std::floor(room.w / ui.scale),
                      std::floor(room.h / ui.scale)};
  if (inputs == inputs_) return;
  inputs_ = inputs;
  const RunResult& result = operations.shown->result.value();
  ValueView view;
  view.kind = result.kind;
  view.rows = operations.shown->layout.rows();
  view.cols = operations.shown->layout.cols();
  view.theme = ui.document.theme;
  view.lit = lit(operations);
  view.grids.push_back({"before", result.before, {}});
  view.grids.push_back({"after", result.after, result.before});
  if (!result.second.empty()) view.grids.push_back({"what rounding lost", result.second, {}});
  fit_values(view, inputs.width, inputs.height);
  scene_ = build_value_scene(view);
}

// Draws the grids; if their numbers could not be read otherwise, larger than the room, which then scrolls.
void OperationsPanel::draw_grids(const Ui& ui, const Rect& room) {
  prepare(ui, room);
  subjects_.push_back(room);
  const float width = scene_.width * ui.scale, height = scene_.height * ui.scale;
  const bool scrolls = width > room.w || height > room.h;
  ImGui::SetCursorScreenPos({room.x, room.y});
  std::optional<ValueHit> hit;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const ImGuiWindowFlags bars = scrolls ? ImGuiWindowFlags_HorizontalScrollbar : ImGuiWindowFlags_NoScrollbar;
  if (ImGui::BeginChild("##grids", {room.w, room.h}, 0, ImGuiWindowFlags_NoNav | bars)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect sheet = scrolls ? Rect{at.x, at.y, width, height} : Rect{at.x, at.y, room.w, room.h};
    hit = draw_values(ui, scene_, sheet, ui.scale);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (hit) draw_tooltip(ui, *hit);  // a window of its own, with the usual air
}

void OperationsPanel::draw_tooltip(const Ui& ui, const ValueHit& hit) const {
  if (!begin_tip(ui)) return;
  const OperationsRun& run = *ui.document.task<OperationsState>().shown;
  const RunResult& result = run.result.value();
  const auto at = static_cast<std::size_t>(hit.element.row * run.layout.cols() + hit.element.col);
  mono(ui, ui.colors.accent, fmt::format("({}, {})", hit.element.row, hit.element.col));
  label(ui, ui.colors.text, fmt::format("{:g} -> {:g}", result.before[at], result.after[at]));
  for (const Slot& s : run.layout.owners(hit.element)) mono(ui, ui.colors.dim, fmt::format("T{} x[{}]", s.tid, s.i));
  ImGui::EndTooltip();
}

}  // namespace tcviz::inline app_ui
