#include "app/ui/theatre_panel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "TextEditor.h"
#include "app/ui/theatre_plot.hpp"
#include "app/ui/value_picture.hpp"
#include "imgui_internal.h"

namespace tcviz {
namespace {

// Points.
constexpr float list_width = 196, verdict_height = 26, steps_height = 30, most_zoom = 1.6F;
constexpr float upper_share = 0.62F;  // of the height, for the grids

const Operation& chosen(const TheatreState& theatre) {
  const Operation* const found = find_operation(theatre.choice.operation);
  return found != nullptr ? *found : operations().front();
}

const TextEditor::Palette& editor_palette(Theme theme) {
  return theme == Theme::Light ? TextEditor::GetLightPalette() : TextEditor::GetDarkPalette();
}

}  // namespace

TheatrePanel::TheatrePanel() : source_(std::make_unique<TextEditor>()), body_(std::make_unique<TextEditor>()) {
  source_->SetReadOnlyEnabled(true);
  for (TextEditor* editor : {source_.get(), body_.get()}) {
    editor->SetLanguage(TextEditor::Language::Cpp());
    editor->SetShowWhitespacesEnabled(false);
  }
  body_->SetShowLineNumbersEnabled(false);
}

TheatrePanel::~TheatrePanel() = default;

void TheatrePanel::draw(const Ui& ui) {
  typing_ = false;
  const TheatreState& theatre = ui.document.theatre;
  if (!theatre.open) return;
  if (focuses_served_ != theatre.focuses && ImGui::FindWindowByName("###theatre") != nullptr) {
    focuses_served_ = theatre.focuses;
    ImGui::SetWindowFocus("###theatre");
  }
  if (begin_panel(ui, "Operations###theatre")) draw_inside(ui);
  end_panel();
}

void TheatrePanel::draw_inside(const Ui& ui) {
  if (editor_theme_ != ui.document.theme) {
    editor_theme_ = ui.document.theme;
    source_->SetPalette(editor_palette(editor_theme_));
    body_->SetPalette(editor_palette(editor_theme_));
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::min(ui.px(list_width), room.x * 0.34F);
  if (ImGui::BeginChild("##choice", {left, 0})) draw_list(ui);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(12));
  if (ImGui::BeginChild("##result", {0, 0})) {
    const float height = std::round(ImGui::GetContentRegionAvail().y * upper_share);
    draw_result(ui, height);
    draw_lower(ui);
  }
  ImGui::EndChild();
}

// ---- left: what is run

void TheatrePanel::draw_list(const Ui& ui) {
  const float knobs = ui.px(chosen(ui.document.theatre).id == "body" ? 292 : 204);
  if (ImGui::BeginChild("##operations", {0, std::max(ui.px(80), ImGui::GetContentRegionAvail().y - knobs)}))
    draw_choice(ui);
  ImGui::EndChild();
  draw_knobs(ui);
}

void TheatrePanel::draw_choice(const Ui& ui) {
  const Kind* const kind = find_kind(ui.document.kind);
  const TheatreState& theatre = ui.document.theatre;
  std::optional<OperationGroup> group;
  for (const Operation& operation : operations()) {
    if (group != operation.group) {
      group = operation.group;
      label(ui, ui.colors.dim, title_of(*group));
    }
    const auto reason =
        kind != nullptr ? why_not(operation, *kind) : std::optional<std::string>("no kind of the catalogue");
    ImGui::BeginDisabled(reason.has_value());
    ImGui::PushID(operation.id.data());
    const bool here = theatre.choice.operation == operation.id;
    if (ImGui::Selectable(operation.title.data(), here))
      ui.push(TheatreAction(ChooseOperation{std::string(operation.id)}));
    ImGui::PopID();
    ImGui::EndDisabled();
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) continue;
    if (!ImGui::BeginTooltip()) continue;
    ImGui::PushTextWrapPos(ui.px(340));
    label(ui, ui.colors.text, operation.does);
    mono(ui, ui.colors.accent, operation.body);
    if (!operation.known_as.empty()) label(ui, ui.colors.dim, operation.known_as);
    if (reason) label(ui, ui.colors.warn, "Not here: " + *reason + ".");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
}

void TheatrePanel::draw_knobs(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  const Operation& operation = chosen(theatre);
  rule(ui);
  wrapped(ui, ui.colors.dim, operation.does, 12.5F);
  TheatreChoice choice = theatre.choice;
  bool changed = false;
  const auto number = [&](const char* name, double& value) {
    ImGui::SetNextItemWidth(ui.px(96));
    changed = ImGui::InputDouble(name, &value, 0, 0, "%g") || changed;
  };
  if (needs(operation, 'a')) number("a", choice.a);
  if (needs(operation, 'b')) number("b", choice.b);
  if (needs(operation, 'd')) {
    ImGui::SetNextItemWidth(ui.px(96));
    changed = ImGui::InputInt("d", &choice.d) || changed;
  }
  if (changed) ui.push(TheatreAction(SetTheatreChoice{choice}));
  if (operation.id == "body") draw_body(ui);
  draw_buttons(ui);
}

void TheatrePanel::draw_body(const Ui& ui) {
  const TheatreChoice& choice = ui.document.theatre.choice;
  if (body_text_ != choice.body) {
    body_text_ = choice.body;
    body_->SetText(body_text_);
  }
  ImGui::PushFont(ui.fonts.mono, 13);
  body_->Render("##body", {0, ui.px(84)}, true);
  ImGui::PopFont();
  typing_ = typing_ || ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  std::string text = body_->GetText();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text == choice.body) return;
  body_text_ = text;
  TheatreChoice other = choice;
  other.body = std::move(text);
  ui.push(TheatreAction(SetTheatreChoice{std::move(other)}));
}

void TheatrePanel::draw_buttons(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  if (theatre.busy()) return draw_progress(ui);
  const bool gpu = ui.document.gpu_absence.empty();
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(6)) / 2;
  ImGui::BeginDisabled(!gpu || ui.document.layout() == nullptr);
  if (ImGui::Button("Run on GPU", {width, 0})) ui.push(TheatreAction(RunOperation{false}));
  explain(ui, "Compiles the kernel, runs it on the GPU with fresh numbers, and verifies every element.", "Ctrl+Enter");
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::Button("Time", {width, 0})) ui.push(TheatreAction(RunOperation{true}));
  explain(ui, "Runs it, and times it against the way through shared memory: alone and in a chain of products.");
  ImGui::EndDisabled();
  if (!gpu) wrapped(ui, ui.colors.dim, "Simulated on the CPU: no GPU here.", 12);
}

void TheatrePanel::draw_progress(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  const float part = theatre.all > 0 ? static_cast<float>(theatre.done) / static_cast<float>(theatre.all) : 0;
  ImGui::ProgressBar(part, {ImGui::GetContentRegionAvail().x - ui.px(60), 0}, theatre.doing.c_str());
  ImGui::SameLine(0, ui.px(6));
  ImGui::BeginDisabled(theatre.stop_wanted);
  if (ImGui::Button("Stop")) ui.push(TheatreAction(StopOperation{}));
  ImGui::EndDisabled();
}

// ---- right, above: before and after

void TheatrePanel::draw_result(const Ui& ui, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  draw_verdict(ui);
  const TheatreState& theatre = ui.document.theatre;
  if (theatre.shown != nullptr && theatre.shown->result) {
    const float top = at.y + ui.px(verdict_height), grids = height - ui.px(verdict_height + steps_height);
    draw_grids(ui, {at.x, top, room.x, std::max(1.0F, grids)});
    ImGui::SetCursorScreenPos({at.x, at.y + height - ui.px(steps_height - 4)});
    draw_steps(ui);
  }
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  ImGui::Dummy({0, 0});
}

void TheatrePanel::draw_verdict(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  if (theatre.shown == nullptr) return label(ui, ui.colors.dim, "Choose an operation.");
  const TheatreRun& run = *theatre.shown;
  if (!run.result) return wrapped(ui, ui.colors.bad, run.result.error().message);
  const RunResult& result = run.result.value();
  const bool fine = result.judgement.verified;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (fine) put_check(ui, {at.x + ui.px(8), at.y + ui.px(9)}, ui.colors.good);
  ImGui::SetCursorScreenPos({at.x + ui.px(fine ? 22 : 0), at.y});
  label(ui, fine ? ui.colors.good : ui.colors.bad, fine ? "verified" : "failed:");
  ImGui::SameLine(0, ui.px(8));
  const bool foreign = !fine && result.on_gpu && !run.source.starts_with("cuda:");
  const std::string sentence =
      foreign ? fmt::format("arch mismatch: {} is not the layout of {}", run.source, result.executor)
              : result.judgement.sentence;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const std::string all = fmt::format("{} · {} · layout of {}", sentence, result.executor, run.source);
  put_text_cut(ui, ui.fonts.sans, 14, {from.x, at.y}, ImGui::GetContentRegionAvail().x, ui.colors.text, all);
  ImGui::NewLine();
}

void TheatrePanel::draw_steps(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  const Layout& layout = theatre.shown->layout;
  const auto choose = [&](const char* name, StepBy by) {
    if (ImGui::RadioButton(name, theatre.step_by == by)) ui.push(TheatreAction(SetStep{by, 0}));
    ImGui::SameLine(0, ui.px(10));
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});  // a radio button is as high as a frame
  choose("All", StepBy::None);
  choose("Thread by thread", StepBy::Thread);
  choose("Value by value", StepBy::Value);
  ImGui::PopStyleVar();
  if (theatre.step_by == StepBy::None) return ImGui::NewLine();
  const bool threads = theatre.step_by == StepBy::Thread;
  int step = theatre.step;
  const int last = (threads ? layout.threads() : layout.values()) - 1;
  if (ImGui::ArrowButton("##back", ImGuiDir_Left)) ui.push(TheatreAction(SetStep{theatre.step_by, step - 1}));
  ImGui::SameLine(0, ui.px(4));
  ImGui::SetNextItemWidth(std::max(ui.px(60), std::min(ui.px(220), ImGui::GetContentRegionAvail().x - ui.px(40))));
  if (ImGui::SliderInt("##step", &step, 0, last, threads ? "tid %d" : "x[%d]"))
    ui.push(TheatreAction(SetStep{theatre.step_by, step}));
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::ArrowButton("##on", ImGuiDir_Right)) ui.push(TheatreAction(SetStep{theatre.step_by, theatre.step + 1}));
}

std::vector<bool> TheatrePanel::lit(const TheatreState& theatre) const {
  if (theatre.step_by == StepBy::None) return {};
  const Layout& layout = theatre.shown->layout;
  std::vector<bool> bright(static_cast<std::size_t>(layout.elements()));
  for (int n = 0; n < layout.slots(); ++n) {
    const Slot slot = layout.slot(n);
    const auto element = layout.element(slot);
    const int at = theatre.step_by == StepBy::Thread ? slot.tid : slot.i;
    if (element && at == theatre.step)
      bright[static_cast<std::size_t>(element->row * layout.cols() + element->col)] = true;
  }
  return bright;
}

void TheatrePanel::prepare(const Ui& ui, bool stacked) {
  const TheatreState& theatre = ui.document.theatre;
  const Inputs inputs{theatre.shown, theatre.step_by, theatre.step, ui.document.theme, stacked};
  if (inputs == inputs_) return;
  inputs_ = inputs;
  const RunResult& result = theatre.shown->result.value();
  ValueView view;
  view.kind = result.kind;
  view.rows = theatre.shown->layout.rows();
  view.cols = theatre.shown->layout.cols();
  view.theme = ui.document.theme;
  view.stacked = stacked;
  view.lit = lit(theatre);
  view.grids.push_back({"before", result.before, {}});
  view.grids.push_back({"after", result.after, result.before});
  if (!result.second.empty()) view.grids.push_back({"what rounding lost", result.second, {}});
  scene_ = build_value_scene(view);
}

void TheatrePanel::draw_grids(const Ui& ui, const Rect& room) {
  const Layout& layout = ui.document.theatre.shown->layout;
  const float aspect = static_cast<float>(layout.cols()) / static_cast<float>(layout.rows());
  prepare(ui, aspect > 2.5F);
  const auto hit = draw_values(ui, scene_, room, most_zoom * ui.scale);
  if (hit) draw_tooltip(ui, *hit);
}

void TheatrePanel::draw_tooltip(const Ui& ui, const ValueHit& hit) const {
  if (!ImGui::BeginTooltip()) return;
  const TheatreRun& run = *ui.document.theatre.shown;
  const RunResult& result = run.result.value();
  const auto at = static_cast<std::size_t>(hit.element.row * run.layout.cols() + hit.element.col);
  mono(ui, ui.colors.accent, fmt::format("({}, {})", hit.element.row, hit.element.col));
  label(ui, ui.colors.text, fmt::format("{:g} -> {:g}", result.before[at], result.after[at]));
  for (const Slot& slot : run.layout.owners(hit.element))
    mono(ui, ui.colors.dim, fmt::format("T{} x[{}]", slot.tid, slot.i));
  ImGui::EndTooltip();
}

// ---- right, below: kernel, timings, runs

void TheatrePanel::draw_lower(const Ui& ui) {
  if (!ImGui::BeginTabBar("##lower")) return;
  if (ImGui::BeginTabItem("Kernel")) {
    draw_source(ui);
    ImGui::EndTabItem();
  }
  if (ImGui::BeginTabItem("Timings")) {
    draw_timings(ui);
    ImGui::EndTabItem();
  }
  if (ImGui::BeginTabItem("Runs")) {
    draw_runs(ui);
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
}

void TheatrePanel::draw_source(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  if (theatre.shown == nullptr || theatre.shown->text.empty()) return label(ui, ui.colors.dim, "No kernel: see above.");
  if (source_of_ != theatre.shown) {
    const bool same = source_of_ != nullptr && source_of_->text == theatre.shown->text;
    source_of_ = theatre.shown;
    if (!same) source_->SetText(source_of_->text);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushFont(ui.fonts.mono, 12.5F);
  source_->Render("##kernel", {0, 0}, true);
  ImGui::PopFont();
  ImGui::SetCursorScreenPos({at.x + ImGui::GetContentRegionAvail().x - ui.px(76), at.y + ui.px(4)});
  if (ImGui::SmallButton("Copy")) ImGui::SetClipboardText(source_of_->text.c_str());
  explain(ui, "The whole kernel: it compiles alone with nvcc.");
}

void TheatrePanel::draw_timings(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  const bool some = theatre.shown != nullptr && theatre.shown->result && !theatre.shown->result.value().timings.empty();
  if (!some)
    return wrapped(ui, ui.colors.dim, "Not timed. \"Time\" runs it both ways on the GPU, for 2^14 to 2^20 fragments.");
  draw_timing_plot(ui, theatre.shown->result.value());
}

void TheatrePanel::draw_runs(const Ui& ui) {
  const TheatreState& theatre = ui.document.theatre;
  if (theatre.runs.empty()) return label(ui, ui.colors.dim, "No run on a GPU yet.");
  for (std::size_t n = 0; n < theatre.runs.size(); ++n) {
    const TheatreRun& run = *theatre.runs[n];
    const std::string verdict = !run.result ? run.result.error().message : run.result.value().judgement.sentence;
    const bool fine = run.result && run.result.value().judgement.verified;
    const std::string name = fmt::format("{}  {}  {}  {}: {}", run.choice.operation, run.layout.kind(), run.source,
                                         fine ? "verified" : "failed", verdict);
    ImGui::PushID(static_cast<int>(n));
    if (ImGui::Selectable(name.c_str(), theatre.shown == theatre.runs[n]))
      ui.push(TheatreAction(ShowRun{theatre.runs[n]}));
    ImGui::PopID();
  }
}

}  // namespace tcviz
