// The left of the panel of products: the choice of coloured curves, unit and runs, and of products to be run.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/segments.hpp"
#include "app/ui/products/products_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float wishes_height = 128;  // points

bool is_quiet(const GemmLook& look, std::string_view kernel) {
  return std::find(look.quiet.begin(), look.quiet.end(), kernel) != look.quiet.end();
}

// True if the kernels in colour are the initial ones.
bool is_usual(const GemmLook& look) {
  static const GemmLook usual = usual_look();
  return look.quiet == usual.quiet;
}

// Returns the reason that there is no GPU; empty if there is one.
std::string_view why_no_gpu(const Document& document) {
  if (!document.gpu_absence.empty()) return document.gpu_absence;
  const auto& all = document.sources;
  const bool there = std::any_of(all.begin(), all.end(), [](auto& s) { return s.info.type == SourceClass::Gpu; });
  return there ? "" : "none was found.";
}

}  // namespace

void ProductsPanel::draw_choice(const Ui& ui) {
  const float room = ImGui::GetContentRegionAvail().y;
  const bool low = room < ui.px(460);  // then it scrolls as a whole
  const float height = low ? 0 : room - ui.px(wishes_height);
  if (ImGui::BeginChild("##show", {0, height}, low ? ImGuiChildFlags_AutoResizeY : ImGuiChildFlags_None)) {
    draw_chips(ui);
    draw_kernels(ui);
    if (ui.document.task<ProductsState>().page == ProductsPage::Speed) draw_units(ui);
    draw_runs(ui);
  }
  ImGui::EndChild();
  draw_wishes(ui);
}

// Draws a chip for each group: its curves are in colour, or thin and grey.
void ProductsPanel::draw_chips(const Ui& ui) {
  const GemmLook& look = ui.document.task<ProductsState>().look;
  label(ui, ui.colors.dim, "Show");
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::SameLine(0, ui.px(8));
  ImGui::BeginDisabled(is_usual(look));
  if (ImGui::SmallButton("the usual five")) ui.push(ProductsAction(ShowUsual{}));
  ImGui::EndDisabled();
  explain(ui, "The five that tell the story: from the simplest kernel to the library.");
  for (std::size_t n = 0; n < gemm_groups; ++n) {
    const auto group = static_cast<GemmGroup>(n);
    int count = 0, quiet = 0;
    ImU32 color = ui.colors.dim;
    for (const GemmKernel& kernel : gemm_kernels()) {
      if (group_of(kernel) != group) continue;
      if (count++ == 0) color = plot_color(ui, look_of(kernel.id).color);
      quiet += is_quiet(look, kernel.id) ? 1 : 0;
    }
    const std::string_view name = title_of(group);
    const float width = text_size(ui, ui.fonts.sans, font_size, name).x + ui.px(34);
    if (n > 0 && ImGui::GetItemRectMax().x + ui.px(4) + width <= right) ImGui::SameLine(0, ui.px(4));
    const bool on = quiet == 0, some = quiet < count;
    ImGui::PushStyleColor(ImGuiCol_Button, on ? ui.colors.selection : ui.colors.field);
    ImGui::PushStyleColor(ImGuiCol_Text, on ? ui.colors.text : ui.colors.dim);
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {1, 0.5F});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(7), ui.px(2)});
    if (ImGui::Button(name.data(), {width, 0})) ui.push(ProductsAction(ShowGroup{group, !on}));
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(2);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddCircleFilled({low.x + ui.px(13), (low.y + high.y) / 2}, 4 * ui.scale,
                                                some ? color : ui.colors.border);
    explain(ui, on ? "A click makes them thin and grey." : "A click puts all of them in colour.");
  }
}

void ProductsPanel::draw_units(const Ui& ui) {
  const bool part = ui.document.task<ProductsState>().look.of_cublas;
  const std::array<Segment, 2> units{{{"TFLOP/s", "TFLOP/s", "How fast, on a logarithmic axis", !part},
                                      {"% of cuBLAS", "%", "Against the library, on a linear axis", part}}};
  ImGui::Dummy({0, ui.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool narrow = segments_width(ui, units, false) > ImGui::GetContentRegionAvail().x;
  ImGui::PushID("##units");
  if (const auto pressed = draw_segments(ui, at, units, narrow)) ui.push(ProductsAction(SetOfCublas{*pressed == 1}));
  ImGui::PopID();
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(segments_height + 6)});
  ImGui::Dummy({0, 0});
}

void ProductsPanel::draw_runs(const Ui& ui) {
  const ProductsState& products = ui.document.task<ProductsState>();
  label(ui, ui.colors.dim, "Runs");
  if (products.runs.empty()) return label(ui, ui.colors.dim, "none yet");
  const float line = ui.px(40) + ImGui::GetStyle().ItemSpacing.y;  // as draw_run() leaves it
  const float height =
      std::max(line, std::min(line * static_cast<float>(products.runs.size()), ImGui::GetContentRegionAvail().y));
  if (ImGui::BeginChild("##runs", {0, height})) {
    for (std::size_t n = 0; n < products.runs.size(); ++n) draw_run(ui, n);
  }
  ImGui::EndChild();
}

namespace {

using DateWords = std::array<char, 64>;

// Returns "recorded · 2026-11-22".
std::string_view run_date(const GemmRun& run, DateWords& words) {
  const auto end =
      fmt::format_to_n(words.data(), words.size(), "{}{}", run.recorded ? "recorded · " : "", run.report.date);
  return {words.data(), end.out};
}

}  // namespace

void ProductsPanel::draw_run(const Ui& ui, std::size_t n) {
  const ProductsState& products = ui.document.task<ProductsState>();
  const GemmRun& run = *products.runs[n].run;
  const bool chosen = n == products.chosen;
  ImGui::PushID(static_cast<int>(n));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(36);
  if (ImGui::Selectable("##run", chosen, ImGuiSelectableFlags_AllowOverlap, {0, height}))
    ui.push(ProductsAction(ChooseProductsRun{n}));
  explain_made(ui,
               [&] { return run.name.empty() ? run_stamp(run) : fmt::format("{} · {}", run.name, run_stamp(run)); });
  const float box = chosen ? 0 : ui.px(30);
  DateWords date{};
  put_text_cut(ui, ui.fonts.sans, 13.5F, {at.x + ui.px(6), at.y + ui.px(2)}, width - box - ui.px(8), ui.colors.text,
               run.report.device);
  put_text_cut(ui, ui.fonts.sans, 12, {at.x + ui.px(6), at.y + ui.px(19)}, width - box - ui.px(8), ui.colors.dim,
               run_date(run, date));
  if (!chosen) {
    ImGui::SetCursorScreenPos({at.x + width - ui.px(28), at.y + ui.px(5)});
    bool shown = products.runs[n].shown;
    if (ImGui::Checkbox("##over", &shown)) ui.push(ProductsAction(OverlayProductsRun{n, shown}));
    explain(ui, "Lies over the chosen run, dashed.");
  }
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(40)});
  ImGui::Dummy({0, 0});
  ImGui::PopID();
}

void ProductsPanel::draw_kernels(const Ui& ui) {
  lit_.clear();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(8), ui.px(1)));
  if (ImGui::BeginChild("##kernels", {0, 0}, ImGuiChildFlags_AutoResizeY)) {
    for (std::size_t n = 0; n < gemm_groups; ++n) {
      for (const GemmKernel& kernel : gemm_kernels())
        if (group_of(kernel) == static_cast<GemmGroup>(n)) draw_kernel(ui, kernel);
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void ProductsPanel::draw_kernel(const Ui& ui, const GemmKernel& kernel) {
  const ProductsState& products = ui.document.task<ProductsState>();
  const bool shown = !is_quiet(products.look, kernel.id);
  const KernelLook look = look_of(kernel.id);
  ImGui::PushID(kernel.id.data());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.px(19), middle = at.y + height / 2;
  if (ImGui::Selectable("##kernel", false, 0, {0, height}))
    ui.push(ProductsAction(ToggleKernel{std::string(kernel.id)}));
  if (ImGui::IsItemHovered()) lit_ = kernel.id;
  explain_made(
      ui, [&] { return fmt::format("{}: {}. A click switches between colour and grey.", kernel.id, kernel.does); });
  const ImU32 color = shown ? plot_color(ui, look.color) : ui.colors.border;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({at.x + ui.px(2), middle}, {at.x + ui.px(20), middle}, color, (shown ? 2.0F : 1.0F) * ui.scale);
  if (shown) put_plot_mark(ui, {at.x + ui.px(11), middle}, look.mark, color);
  const float text = text_size(ui, ui.fonts.sans, 13, "K").y;
  put_text_cut(ui, ui.fonts.sans, 13, {at.x + ui.px(28), middle - text / 2},
               ImGui::GetContentRegionAvail().x - ui.px(28), shown ? ui.colors.text : ui.colors.dim, kernel.title);
  ImGui::PopID();
}

void ProductsPanel::draw_wishes(const Ui& ui) {
  const ProductsState& products = ui.document.task<ProductsState>();
  rule(ui);
  if (products.busy()) return draw_progress(ui);
  if (!ImGui::IsAnyItemActive()) spread_ = products.spread;
  const float width = ImGui::GetContentRegionAvail().x;
  if (!shapes_of_ || *shapes_of_ != products.sizes) {
    shapes_of_ = products.sizes;
    const auto parsed = parse_gemm_shapes(products.sizes, "The size");
    shapes_problem_ = parsed ? "" : parsed.error().message;
  }
  const bool shapes = shapes_problem_.empty();
  bool changed = sizes_.draw(ui, "##sizes", "sizes: 128, 1000x2000x512", products.sizes, width, !shapes);
  typing_ = typing_ || ImGui::IsItemActive();
  explain(ui, "A side, or M x N x K; several with commas. Empty: 128, 256, ... 8192.");
  ImGui::SetNextItemWidth(width * 0.40F);
  changed = ImGui::InputInt("spread (bits)", &spread_, 0) || changed;
  typing_ = typing_ || ImGui::IsItemActive();
  explain(ui, "Exponents of the numbers are spread over this many bits; 0: numbers between -1 and 1.");
  if (changed) ui.push(ProductsAction(SetProductsSizes{sizes_.text(), spread_}));
  const std::string_view absence = why_no_gpu(ui.document);
  const bool kernels = products.look.quiet.size() < gemm_kernels().size();
  ImGui::BeginDisabled(!absence.empty() || !shapes || !kernels);
  if (ImGui::Button("Run on GPU", {width, 0})) ui.push(ProductsAction(RunProducts{}));
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled) && begin_tip(ui)) {
    const std::string why = !absence.empty() ? fmt::format("No GPU here: {}", absence)
                            : !shapes        ? shapes_problem_
                            : !kernels       ? "Put kernels in colour above: those are run."
                                             : "Runs the kernels in colour, in turn, against a product in f64.";
    ImGui::PushTextWrapPos(ui.px(360));
    label(ui, ui.colors.text, why);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  const char* const note = !absence.empty() ? "No GPU here: recorded results only." : nullptr;
  if (!shapes) wrapped(ui, ui.colors.bad, shapes_problem_, 12);
  if (shapes && note != nullptr) wrapped(ui, ui.colors.dim, note, 12);
}

void ProductsPanel::draw_progress(const Ui& ui) {
  const ProductsState& products = ui.document.task<ProductsState>();
  const float part = products.all > 0 ? static_cast<float>(products.done) / static_cast<float>(products.all) : 0;
  const std::string shown =
      products.all > 0 ? fmt::format("size {} of {}", products.done + 1, products.all) : "asking the GPU";
  ImGui::ProgressBar(part, {ImGui::GetContentRegionAvail().x - ui.px(60), 0}, shown.c_str());
  ImGui::SameLine(0, ui.px(6));
  ImGui::BeginDisabled(products.stop_wanted);
  if (ImGui::Button("Stop")) ui.push(ProductsAction(StopProducts{}));
  ImGui::EndDisabled();
  wrapped(ui, ui.colors.dim, products.doing, 12);
}

}  // namespace tcviz::inline app_ui
