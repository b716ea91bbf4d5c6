#include "app/ui/gemm_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "imgui_internal.h"

namespace tcviz {
namespace {

// Points.
constexpr float list_width = 214, wishes_height = 128, least_table = 96;
constexpr float plot_share = 0.60F;

struct PageRow {
  GemmPage page;
  const char *name, *explains;
};
constexpr std::array<PageRow, 5> pages{
    {{GemmPage::Speed, "Speed", "GFLOP/s over size, with the peaks of the GPU."},
     {GemmPage::Residual, "Residual", "How far from the product in f64, over size."},
     {GemmPage::SpeedUp, "Speed-up", "One kernel over another, and what was to be reached."},
     {GemmPage::Spread, "Spread", "The residual over the spread of the exponents."},
     {GemmPage::Tiles, "Tiles", "How a kernel cuts the product, phase by phase over K."}}};

// Empty where there is one.
std::string why_no_gpu(const Document& document) {
  if (!document.gpu_absence.empty()) return document.gpu_absence;
  const auto& all = document.sources;
  const bool there = std::any_of(all.begin(), all.end(), [](auto& s) { return s.info.type == SourceClass::Gpu; });
  return there ? "" : "none was found.";
}

}  // namespace

void GemmPanel::draw(const Ui& ui) {
  typing_ = false;
  const GemmState& gemm = ui.document.products;
  if (!gemm.open) return;
  if (focuses_served_ != gemm.focuses && ImGui::FindWindowByName("###products") != nullptr) {
    focuses_served_ = gemm.focuses;
    ImGui::SetWindowFocus("###products");
  }
  if (begin_panel(ui, "Products###products")) draw_inside(ui);
  end_panel();
}

void GemmPanel::draw_inside(const Ui& ui) {
  draw_pages(ui);
  const float left = std::min(ui.px(list_width), ImGui::GetContentRegionAvail().x * 0.34F);
  const bool tiles = ui.document.products.page == GemmPage::Tiles;
  if (ImGui::BeginChild("##choice", {left, 0})) tiles ? tiles_.draw_choice(ui) : draw_choice(ui);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(12));
  if (ImGui::BeginChild("##result", {0, 0})) tiles ? tiles_.draw(ui) : draw_result(ui);
  ImGui::EndChild();
  typing_ = typing_ || (tiles && tiles_.typing());
}

void GemmPanel::draw_pages(const Ui& ui) {
  const GemmState& gemm = ui.document.products;
  for (const PageRow& row : pages) {
    const bool here = gemm.page == row.page;
    ImGui::PushStyleColor(ImGuiCol_Button, here ? ui.colors.selection : ui.colors.panel);
    ImGui::PushStyleColor(ImGuiCol_Text, here ? ui.colors.text : ui.colors.dim);
    if (ImGui::Button(row.name)) ui.push(GemmAction(SetGemmPage{row.page}));
    ImGui::PopStyleColor(2);
    explain(ui, row.explains);
    ImGui::SameLine(0, ui.px(4));
  }
  if (gemm.page == GemmPage::Tiles) return ImGui::NewLine();
  draw_export(ui);
}

// ---- left: what is shown and run

void GemmPanel::draw_choice(const Ui& ui) {
  draw_runs(ui);
  const float height = std::max(ui.px(80), ImGui::GetContentRegionAvail().y - ui.px(wishes_height));
  if (ImGui::BeginChild("##kernels", {0, height})) draw_kernels(ui);
  ImGui::EndChild();
  draw_wishes(ui);
}

void GemmPanel::draw_runs(const Ui& ui) {
  const GemmState& gemm = ui.document.products;
  label(ui, ui.colors.dim, "Runs");
  if (gemm.runs.empty()) return label(ui, ui.colors.dim, "none yet");
  const float line = ui.px(40);
  const float height = std::min(line * static_cast<float>(gemm.runs.size()), line * 2.5F);
  if (ImGui::BeginChild("##runs", {0, height})) {
    for (std::size_t n = 0; n < gemm.runs.size(); ++n) draw_run(ui, n);
  }
  ImGui::EndChild();
}

void GemmPanel::draw_run(const Ui& ui, std::size_t n) {
  const GemmState& gemm = ui.document.products;
  const GemmRun& run = *gemm.runs[n].run;
  const bool chosen = n == gemm.chosen;
  ImGui::PushID(static_cast<int>(n));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(36);
  if (ImGui::Selectable("##run", chosen, ImGuiSelectableFlags_AllowOverlap, {0, height}))
    ui.push(GemmAction(ChooseGemmRun{n}));
  explain(ui, run.name.empty() ? run_stamp(run) : fmt::format("{} · {}", run.name, run_stamp(run)));
  const float box = chosen ? 0 : ui.px(30);
  put_text_cut(ui, ui.fonts.sans, 13.5F, {at.x + ui.px(6), at.y + ui.px(2)}, width - box - ui.px(8), ui.colors.text,
               run.report.device);
  put_text_cut(ui, ui.fonts.sans, 12, {at.x + ui.px(6), at.y + ui.px(19)}, width - box - ui.px(8), ui.colors.dim,
               fmt::format("{}{}", run.recorded ? "recorded · " : "", run.report.date));
  if (!chosen) {
    ImGui::SetCursorScreenPos({at.x + width - ui.px(28), at.y + ui.px(5)});
    bool shown = gemm.runs[n].shown;
    if (ImGui::Checkbox("##over", &shown)) ui.push(GemmAction(OverlayGemmRun{n, shown}));
    explain(ui, "Lies over the chosen run, dashed.");
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(40)});
  ImGui::Dummy({0, 0});
  ImGui::PopID();
}

void GemmPanel::draw_kernels(const Ui& ui) {
  lit_.clear();
  label(ui, ui.colors.dim, "Kernels");
  ImGui::SameLine(0, ui.px(10));
  if (ImGui::SmallButton("all")) ui.push(GemmAction(ShowKernels{true}));
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::SmallButton("none")) ui.push(GemmAction(ShowKernels{false}));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(8), ui.px(2)));
  for (const GemmKernel& kernel : gemm_kernels()) draw_kernel(ui, kernel);
  ImGui::PopStyleVar();
}

void GemmPanel::draw_kernel(const Ui& ui, const GemmKernel& kernel) {
  const GemmState& gemm = ui.document.products;
  const bool shown = !gemm.hidden.contains(std::string(kernel.id));
  const KernelLook look = look_of(kernel.id);
  ImGui::PushID(kernel.id.data());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.px(20), middle = at.y + height / 2;
  if (ImGui::Selectable("##kernel", false, 0, {0, height})) ui.push(GemmAction(ToggleKernel{std::string(kernel.id)}));
  if (ImGui::IsItemHovered()) lit_ = kernel.id;
  explain(ui, fmt::format("{}: {}. A click shows or hides it.", kernel.id, kernel.does));
  const ImU32 color = shown ? plot_color(ui, look.color) : ui.colors.border;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({at.x + ui.px(2), middle}, {at.x + ui.px(20), middle}, color, 2 * ui.scale);
  put_plot_mark(ui, {at.x + ui.px(11), middle}, look.mark, color);
  const float text = text_size(ui, ui.fonts.sans, 13, "K").y;
  put_text_cut(ui, ui.fonts.sans, 13, {at.x + ui.px(28), middle - text / 2},
               ImGui::GetContentRegionAvail().x - ui.px(28), shown ? ui.colors.text : ui.colors.faint, kernel.title);
  ImGui::PopID();
}

void GemmPanel::draw_wishes(const Ui& ui) {
  const GemmState& gemm = ui.document.products;
  rule(ui);
  if (gemm.busy()) return draw_progress(ui);
  if (!ImGui::IsAnyItemActive()) spread_ = gemm.spread;
  const float width = ImGui::GetContentRegionAvail().x;
  const auto shapes = parse_gemm_shapes(gemm.sizes, "The size");
  bool changed = sizes_.draw(ui, "##sizes", "sizes: 128, 1000x2000x512", gemm.sizes, width, !shapes);
  typing_ = typing_ || ImGui::IsItemActive();
  explain(ui, "A side, or M x N x K; several with commas. Empty: 128, 256, ... 8192.");
  ImGui::SetNextItemWidth(width * 0.40F);
  changed = ImGui::InputInt("bits of spread", &spread_, 0) || changed;
  typing_ = typing_ || ImGui::IsItemActive();
  explain(ui, "Exponents of the numbers are spread over so many bits; 0: numbers between -1 and 1.");
  if (changed) ui.push(GemmAction(SetGemmSizes{sizes_.text(), spread_}));
  const std::string absence = why_no_gpu(ui.document);
  const bool kernels = gemm.hidden.size() < gemm_kernels().size();
  ImGui::BeginDisabled(!absence.empty() || !shapes || !kernels);
  if (ImGui::Button("Run on GPU", {width, 0})) ui.push(GemmAction(RunProducts{}));
  ImGui::EndDisabled();
  const std::string why = !absence.empty() ? "No GPU here: " + absence
                          : !shapes        ? shapes.error().message
                          : !kernels       ? "Choose kernels above."
                                           : "Runs the kernels that are shown, in turn, against a product in f64.";
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled) &&
      ImGui::BeginTooltip()) {
    ImGui::PushTextWrapPos(ui.px(360));
    label(ui, ui.colors.text, why);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  const char* const note = !absence.empty() ? "No GPU here: recorded results only." : nullptr;
  if (!shapes) wrapped(ui, ui.colors.bad, shapes.error().message, 12);
  if (shapes && note != nullptr) wrapped(ui, ui.colors.dim, note, 12);
}

void GemmPanel::draw_progress(const Ui& ui) {
  const GemmState& gemm = ui.document.products;
  const float part = gemm.all > 0 ? static_cast<float>(gemm.done) / static_cast<float>(gemm.all) : 0;
  const std::string shown = gemm.all > 0 ? fmt::format("size {} of {}", gemm.done + 1, gemm.all) : "asking the GPU";
  ImGui::ProgressBar(part, {ImGui::GetContentRegionAvail().x - ui.px(60), 0}, shown.c_str());
  ImGui::SameLine(0, ui.px(6));
  ImGui::BeginDisabled(gemm.stop_wanted);
  if (ImGui::Button("Stop")) ui.push(GemmAction(StopProducts{}));
  ImGui::EndDisabled();
  wrapped(ui, ui.colors.dim, gemm.doing, 12);
}

// ---- right: the plot and its numbers

void GemmPanel::prepare(const Ui& ui) {
  const GemmState& gemm = ui.document.products;
  Inputs inputs{gemm.shown_runs(), gemm.hidden, gemm.page};
  if (inputs == inputs_) return;
  inputs_ = std::move(inputs);
  shown_ = shown_plot(gemm_plot(view_of(gemm.page), inputs_.runs, inputs_.hidden));
  stamp_ = inputs_.runs.empty() ? std::string() : run_stamp(*inputs_.runs.front());
}

void GemmPanel::draw_result(const Ui& ui) {
  prepare(ui);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float title = text_size(ui, ui.fonts.sans, 15, shown_.plot.title).x;
  put_text(ui, ui.fonts.sans, 15, at, ui.colors.text, shown_.plot.title);
  put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x + title + ui.px(12), at.y + ui.px(2)}, room.x - title - ui.px(14),
               ui.colors.dim, stamp_);
  const std::string& news = ui.document.products.news;
  const float head = ui.px(news.empty() ? 22 : 40);
  if (!news.empty())
    put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x, at.y + ui.px(21)}, room.x,
                 ui.document.products.failed ? ui.colors.bad : ui.colors.good, news);
  ImGui::SetCursorScreenPos({at.x, at.y + head});
  const float left = room.y - head;
  const float table = std::max(ui.px(least_table), std::round(left * (1 - plot_share)));
  if (shown_.plot.empty()) {
    const bool spread = ui.document.products.page == GemmPage::Spread;
    wrapped(
        ui, ui.colors.dim,
        spread ? "No results over the spread of the exponents in this run. `tcviz bench gemm --spread 20 -o FILE.json` "
                 "makes some."
               : "Nothing to plot: choose kernels at the left.");
    return;
  }
  draw_plot(ui, "##plot", shown_, {room.x, left - table - ui.px(6)}, lit_);
  table_.draw(ui);
}

// ---- files

void GemmPanel::draw_export(const Ui& ui) {
  const float width = ui.px(64), right = ImGui::GetWindowContentRegionMax().x;
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), right - 2 * width - ui.px(4)));
  if (ImGui::Button("Open", {width, 0})) ImGui::OpenPopup("##open");
  explain(ui, "A file that `tcviz bench gemm -o FILE.json` wrote; it can also be dropped on the window.");
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::Button("Export", {width, 0})) ImGui::OpenPopup("##export");
  explain(ui, "The plot as SVG or PNG, its numbers as CSV.");
  if (ImGui::BeginPopup("##open")) {
    label(ui, ui.colors.dim, "Runs of products, as JSON");
    ask_path(ui, "##path", "Open", open_path_, [&](const char* path) { ui.push(GemmAction(OpenProducts{path})); });
    ImGui::EndPopup();
  }
  if (!ImGui::BeginPopup("##export")) return;
  label(ui, ui.colors.dim, "To a file: .svg, .png or .csv");
  ask_path(ui, "##path", "Save", save_path_, [&](const char* path) { ui.push(GemmAction(SaveProducts{path})); });
  const GemmView view = view_of(ui.document.products.page);
  if (ImGui::Button("Copy SVG")) ImGui::SetClipboardText(plot_svg(shown_.plot).c_str());
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::Button("Copy CSV")) ImGui::SetClipboardText(gemm_table_csv(view, inputs_.runs, inputs_.hidden).c_str());
  ImGui::EndPopup();
}

void GemmPanel::ask_path(const Ui& ui, const char* id, const char* button, PathField& path,
                         const std::function<void(const char*)>& go) {
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ui.px(300));
  const bool entered =
      ImGui::InputTextWithHint(id, "path", path.data(), path.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  typing_ = true;
  ImGui::SameLine(0, ui.px(6));
  const bool empty = path.front() == 0;
  ImGui::BeginDisabled(empty);
  if (ImGui::Button(button) || (entered && !empty)) {
    go(path.data());
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
}

}  // namespace tcviz
