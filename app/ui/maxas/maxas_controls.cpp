// The controls of the maxas view: the choice of the content, and the position in time.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/buttons.hpp"
#include "app/ui/maxas/maxas_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

// Places items in a row, and on the next line if they do not fit.
class Flow {
 public:
  explicit Flow(const Ui& ui) : ui_(ui), left_(ImGui::GetCursorScreenPos().x) {
    right_ = left_ + ImGui::GetContentRegionAvail().x;
  }
  // Makes room for an item of this width, in pixels.
  void next(float width) {
    const float end = ImGui::GetItemRectMax().x + ui_.px(6) + width;
    if (!first_ && end <= right_) ImGui::SameLine(0, ui_.px(6));
    first_ = false;
  }
  float right() const { return right_; }

 private:
  const Ui& ui_;
  float left_, right_ = 0;
  bool first_ = true;
};

// Draws a drop-down list. `name(n)` is the name of row n, `says(n)` its meaning.
template <class Name, class Says>
std::optional<std::size_t> choose(const Ui& ui, const char* id, float width, std::size_t count, std::size_t now,
                                  Name name, Says says, std::string_view what) {
  std::optional<std::size_t> chosen;
  const bool open = begin_choice(ui, id, name(now), width, ImGuiComboFlags_HeightLarge);
  if (!open) {
    explain(ui, what);
    return chosen;
  }
  for (std::size_t n = 0; n < count; ++n) {
    if (ImGui::Selectable(name(n), n == now)) chosen = n;
    if (!says(n).empty()) explain(ui, says(n));
  }
  ImGui::EndCombo();
  return chosen;
}

constexpr auto no_words = [](std::size_t) { return std::string_view(); };

void draw_kernel(const Ui& ui, Flow& flow, const MaxasLook& look) {
  constexpr std::array<const char*, 2> names{"sgemm64", "sgemm128"};
  const float width = ui.px(96);
  flow.next(width);
  const std::size_t now = look.kernel == sgemm64 ? 0 : 1;
  const auto picked = choose(
      ui, "##kernel", width, 2, now, [&](std::size_t n) { return names[n]; }, no_words,
      "The kernel: C tiles of 64 x 64 by 64 threads, or of 128 x 128 by 256.");
  if (picked) ui.push(MaxasAction(SetMaxasKernel{sgemm_kernels[*picked]}));
}

void draw_thread(const Ui& ui, Flow& flow, const MaxasLook& look) {
  const float text = text_size(ui, ui.fonts.sans, font_size, "thread").x + ui.px(6), width = ui.px(96);
  flow.next(text + width);
  ImGui::AlignTextToFramePadding();
  label(ui, ui.colors.dim, "thread");
  ImGui::SameLine(0, ui.px(6));
  ImGui::SetNextItemWidth(width);
  int tid = look.thread;
  if (ImGui::InputInt("##thread", &tid)) ui.push(MaxasAction(SetMaxasThread{tid}));
  explain(ui, "The thread whose registers, microtiles and accesses are shown.", "Up, Down");
}

void draw_color(const Ui& ui, Flow& flow, const MaxasLook& look) {
  constexpr std::array<const char*, 4> names{"by warp", "by lane", "by register", "by bank"};
  const float width = ui.px(108);
  flow.next(width);
  const auto picked = choose(
      ui, "##color", width, names.size(), static_cast<std::size_t>(look.color_by),
      [&](std::size_t n) { return names[n]; }, no_words,
      "What colours the C tile: C for the next, Shift+C for the previous.");
  if (picked) ui.push(MaxasAction(SetMaxasColor{static_cast<MaxasColor>(*picked)}));
}

void draw_variant(const Ui& ui, Flow& flow, const MaxasLook& look) {
  const float order_width = ui.px(140), map_width = ui.px(96), entries_width = ui.px(94);
  maxas::Variant variant = look.variant;
  flow.next(order_width);
  const auto order = choose(
      ui, "##order_of_issue", order_width, maxas::issue_orders.size(), static_cast<std::size_t>(variant.order),
      [](std::size_t n) { return maxas::issue_orders[n].name.data(); },
      [](std::size_t n) { return maxas::issue_orders[n].meaning; }, "The order in which the 64 FFMAs are issued.");
  if (order) variant.order = maxas::issue_orders[*order].order;
  flow.next(map_width);
  const auto map = choose(
      ui, "##map", map_width, maxas::register_maps.size(), static_cast<std::size_t>(variant.map),
      [](std::size_t n) { return maxas::register_maps[n].name.data(); },
      [](std::size_t n) { return maxas::register_maps[n].meaning; }, "Which register holds which element of C.");
  if (map) variant.map = maxas::register_maps[*map].map;
  constexpr std::array<const char*, 4> sizes{"no cache", "1 entry", "2 entries", "3 entries"};
  flow.next(entries_width);
  const auto entries = choose(
      ui, "##entries", entries_width, sizes.size(), static_cast<std::size_t>(variant.entries),
      [&](std::size_t n) { return sizes[n]; }, no_words, "Entries of each slot's reuse cache; Maxwell has two.");
  if (entries) variant.entries = static_cast<int>(*entries);
  if (variant != look.variant) ui.push(MaxasAction(SetMaxasVariant{variant}));
}

float maxas_controls_button_width(const Ui& ui, std::string_view text) {
  return text_size(ui, ui.fonts.sans, font_size, text).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void draw_part_choice(const Ui& ui, Flow& flow, const MaxasLook& look) {
  constexpr std::array<const char*, 8> names{"all panels", "C tile", "registers", "FFMA order",
                                             "collector",  "shared", "timeline",  "bits"};
  constexpr std::array<MaxasPart, 8> parts{MaxasPart::Tile,     MaxasPart::Tile,      MaxasPart::Registers,
                                           MaxasPart::Order,    MaxasPart::Collector, MaxasPart::Shared,
                                           MaxasPart::Timeline, MaxasPart::Bits};
  const float width = ui.px(104);
  flow.next(width);
  std::size_t now = 0;
  for (std::size_t n = 1; n < parts.size(); ++n)
    if (look.large == parts[n]) now = n;
  const auto picked = choose(
      ui, "##part", width, names.size(), now, [&](std::size_t n) { return names[n]; }, no_words,
      "Which panels are shown: all, or one that fills the space.");
  if (picked) ui.push(MaxasAction(EnlargeMaxas{*picked == 0 ? std::nullopt : std::optional(parts[*picked])}));
}

// Draws the list of the questions that a short tour answers.
void draw_tours(const Ui& ui, Flow& flow, const MaxasLook& look) {
  const float width = ui.px(84);
  flow.next(width);
  if (!begin_choice(ui, "##help", "Help", width, 0))
    return explain(ui, "Two questions, each answered by a short tour.");
  for (int tour = 0; tour < maxas_tours; ++tour) {
    if (ImGui::Selectable(maxas_tour_name(tour).data(), look.page && look.page->tour == tour))
      ui.push(MaxasAction(SetMaxasPage{MaxasPage{tour, 0}}));
  }
  ImGui::EndCombo();
}

// ---- the position in time

// Returns "S3 line 0", or "S3" if there is no room for words.
std::string stage_label(MaxasStage stage, bool words) {
  std::string text(maxas_stage_name(stage));
  if (words) (text += ' ') += maxas_stage_word(stage);
  return text + "###" + std::string(maxas_stage_name(stage));
}

void draw_stages(const Ui& ui, Flow& flow, const MaxasView& view) {
  const bool words = ImGui::GetContentRegionAvail().x > ui.px(1080);
  for (int s = 0; s < maxas_stages; ++s) {
    const auto stage = static_cast<MaxasStage>(s);
    const std::string name = stage_label(stage, words);
    flow.next(maxas_controls_button_width(ui, std::string_view(name).substr(0, name.find("##"))));
    const bool here = view.look.step.stage == stage;
    if (here) {
      ImGui::PushStyleColor(ImGuiCol_Button, ui.colors.accent);
      ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ui.colors.accent);
      ImGui::PushStyleColor(ImGuiCol_Text, ink_on(ui.colors.accent));
    }
    if (ImGui::Button(name.c_str()))
      ui.push(MaxasAction(SetMaxasStep{{stage,
                                        stage == MaxasStage::OtherLines ? 1
                                        : stage == MaxasStage::Switch   ? 6
                                                                        : 0,
                                        0}}));
    if (here) ImGui::PopStyleColor(3);
    explain(ui, maxas_stage_title(stage));
  }
}

void draw_speed(const Ui& ui, Flow& flow, const MaxasState& state) {
  constexpr std::array<const char*, maxas_speeds.size()> names{"2 FFMAs/s", "6 FFMAs/s", "20 FFMAs/s", "60 FFMAs/s",
                                                               "200 FFMAs/s"};
  const float width = ui.px(114);
  flow.next(width);
  const auto picked = choose(
      ui, "##speed", width, names.size(), state.speed, [&](std::size_t n) { return names[n]; }, no_words,
      "How fast it plays.");
  if (picked) ui.push(MaxasAction(SetMaxasSpeed{*picked}));
}

// True if the window is so low that the less useful controls are left out.
bool is_low(const Ui& ui) { return ImGui::GetMainViewport()->WorkSize.y < ui.px(440); }

}  // namespace

void draw_maxas_controls(const Ui& ui, const MaxasView& view) {
  Flow flow(ui);
  const MaxasLook& look = view.look;
  draw_kernel(ui, flow, look);
  draw_thread(ui, flow, look);
  if (!is_low(ui)) draw_color(ui, flow, look);
  if (!is_low(ui)) draw_variant(ui, flow, look);
  draw_part_choice(ui, flow, look);
  if (!is_low(ui)) draw_tours(ui, flow, look);
}

void draw_maxas_transport(const Ui& ui, const MaxasView& view) {
  const MaxasState& state = ui.document.task<MaxasState>();
  Flow flow(ui);
  const float side = sign_width();
  flow.next(side);
  if (sign_button(ui, "##back", Sign::Back, "A step back; with Shift a line.", "Left"))
    ui.push(MaxasAction(MoveMaxas{-1}));
  flow.next(side);
  if (sign_button(ui, "##play", state.playing ? Sign::Pause : Sign::Play, state.playing ? "Stops." : "Plays.", "Space"))
    ui.push(MaxasAction(PlayMaxas{!state.playing}));
  flow.next(side);
  if (sign_button(ui, "##forward", Sign::Forward, "A step forward; with Shift a line.", "Right"))
    ui.push(MaxasAction(MoveMaxas{1}));
  draw_stages(ui, flow, view);
  const float speed = is_low(ui) ? 0 : ui.px(114) + ui.px(6);
  const float slider = std::max(ui.px(160), flow.right() - ImGui::GetItemRectMax().x - ui.px(6) - speed);
  flow.next(slider);
  ImGui::SetNextItemWidth(slider);
  int position = view.position;
  if (ImGui::SliderInt("##position", &position, 0, view.positions - 1, view.step_text.c_str(),
                       ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp))
    ui.push(MaxasAction(SetMaxasStep{maxas_step_at(view.look.kernel, position)}));
  if (!is_low(ui)) draw_speed(ui, flow, state);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  put_text_cut(ui, ui.fonts.sans, 13.5F, {at.x + ui.px(2), at.y - ui.px(1)}, width, ui.colors.text, view.sentence);
  ImGui::Dummy({width, ui.px(17)});
}

}  // namespace tcviz::inline app_ui
