// Shared memory on screen, as an access found or left it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/flat_scene.hpp"
#include "app/ui/xray/xray_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float banks_pad = 6, said_line = 17;  // points
constexpr int said_lines = 3;

std::string name_of_access(const XrayRun& run, const BankAccess& access) {
  const int line = shown_line(run, access.line, access.ptx_line);
  return fmt::format("{}  {}", line > 0 ? fmt::format("line {}", line) : std::string("a line"), access.opcode);
}

std::string name_of_place(const XrayRun& run, const BankPlace& place) {
  const int line = shown_line(run, place.line, place.ptx_line);
  return fmt::format("{}  {}", line > 0 ? fmt::format("line {}", line) : fmt::format("PTX {}", place.ptx_line),
                     place.opcode);
}

}  // namespace

// Prepares the scene and its texts, only if their inputs change.
void XrayBanksPane::prepare(const Ui& ui, const BankAccess* access, ImVec2 room) {
  const XrayState& state = ui.document.task<XrayState>();
  const Inputs now{
      state.run,          access, std::round(room.x / ui.scale), std::round(room.y / ui.scale), ui.document.theme,
      ui.document.palette};
  if (inputs_ == now) return;
  inputs_ = now;
  said_.reset(), words_.clear(), names_.clear();
  for (const BankAccess& one : state.run->report.feeding) names_.push_back(name_of_access(*state.run, one));
  for (const BankPlace& one : state.run->report.shared_places) names_.push_back(name_of_place(*state.run, one));
  if (access == nullptr) return;
  title_ = describe_access(*state.run, *access);
  cost_ = wavefront_words(*access);
  scene_ = bank_scene(*access, fit_banks(*access, now.theme, now.palette, now.w, now.h));
}

void XrayBanksPane::draw(const Ui& ui, ImVec2 size) {
  const XrayState& state = ui.document.task<XrayState>();
  const BankAccess* const access = state.bank_access();
  const float bar = ImGui::GetStyle().ScrollbarSize, pad = ui.px(banks_pad);
  const float above = ImGui::GetFrameHeight() + ui.px(said_line + 4), below = ui.px(said_line * said_lines + 4);
  const float height = std::max(ui.px(40), size.y - above - below);
  prepare(ui, access, {size.x - bar - 2 * pad, height - bar - pad});
  draw_choice(ui);
  if (access == nullptr) {
    const bool comes = state.task.busy() || !state.access_wish.empty();
    wrapped(ui, ui.colors.dim,
            comes ? "Looking for the access."
                  : "No access to shared memory brought the factors of this product: they came from global memory or "
                    "were computed.");
    return;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool costs = access->wavefronts && access->wavefronts->count.conflicts > 0;
  put_text_cut(ui, ui.fonts.sans, 13, at, size.x, costs ? ui.colors.bad : ui.colors.dim, cost_);
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(said_line)});
  draw_canvas(ui, {size.x, height});
  say(ui, *access, {at.x, at.y + ui.px(said_line) + height + ui.px(2)}, size.x);
}

// Draws the choice of an access: those that fed the step first, then all others.
void XrayBanksPane::draw_choice(const Ui& ui) {
  const XrayState& state = ui.document.task<XrayState>();
  const float width = ImGui::GetContentRegionAvail().x;
  const char* const shown = state.bank_access() != nullptr ? title_.c_str()
                            : names_.empty()               ? "no access to shared memory"
                                                           : "choose an access";
  ImGui::BeginDisabled(names_.empty());
  if (begin_choice(ui, "##accesses", shown, width - ui.px(2), ImGuiComboFlags_HeightLarge)) {
    draw_list(ui);
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  explain(ui, "The accesses that fed this product, and all others.", "A");
}

void XrayBanksPane::draw_list(const Ui& ui) const {
  const XrayState& state = ui.document.task<XrayState>();
  const std::size_t feeding = state.run->report.feeding.size();
  for (std::size_t n = 0; n < names_.size(); ++n) {
    if (n == 0 && feeding > 0) label(ui, ui.colors.dim, "Fed this product:");
    if (n == feeding) label(ui, ui.colors.dim, "First access of each instruction:");
    ImGui::PushID(static_cast<int>(n));
    const bool is_feeding = n < feeding;
    const BankPlace* const place = is_feeding ? nullptr : &state.run->report.shared_places[n - feeding];
    const bool chosen = is_feeding ? state.access_wish.empty() && state.access == static_cast<int>(n)
                                   : !state.access_wish.empty() && state.access_wish == spell_place(*state.run, *place);
    if (ImGui::Selectable(names_[n].c_str(), chosen)) {
      if (is_feeding)
        ui.push(XrayAction(ChooseXrayAccess{static_cast<int>(n)}));
      else
        ui.push(XrayAction(AskXrayAccess{spell_place(*state.run, *place)}));
    }
    ImGui::PopID();
  }
}

void XrayBanksPane::draw_canvas(const Ui& ui, ImVec2 size) {
  const float pad = ui.px(banks_pad);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, IM_COL32_BLACK_TRANS);
  if (ImGui::BeginChild(
          "##banks", size, ImGuiChildFlags_None,
          static_cast<int>(ImGuiWindowFlags_HorizontalScrollbar) | static_cast<int>(ImGuiWindowFlags_NoNav))) {
    const ImVec2 corner = ImGui::GetCursorScreenPos(), at(corner.x, corner.y + pad / 2);
    ImGui::InvisibleButton("##memory", {scene_.scene.width * ui.scale + pad, scene_.scene.height * ui.scale + pad});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool here = ImGui::IsItemHovered();
    const std::optional<std::int64_t> byte =
        here ? scene_.at((mouse.x - at.x) / ui.scale, (mouse.y - at.y) / ui.scale) : std::nullopt;
    if (byte != ui.document.task<XrayState>().hover_byte) ui.push(XrayAction(HoverXrayByte{byte}));
    if (here && ImGui::IsItemClicked()) {
      followed_ = byte;  // it is in sight
      ui.push(XrayAction(ChooseXrayByte{byte}));
    }
    draw_flat_scene(ui, scene_.scene, at);
    mark(ui, at);
    keep_in_sight(ui);
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

// Outlines the word of the byte, and all bytes that the same lane touches.
void XrayBanksPane::mark(const Ui& ui, ImVec2 at) const {
  const std::optional<std::int64_t>& byte = ui.document.task<XrayState>().marked_byte();
  if (!byte) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto frame = [&](std::int64_t address, int bytes, ImU32 color, float thick) {
    const auto rect = scene_.rect(address, bytes);
    if (!rect) return;
    draw.AddRect({std::round(at.x + rect->x * ui.scale) - ui.line(), std::round(at.y + rect->y * ui.scale) - ui.line()},
                 {std::round(at.x + (rect->x + rect->w) * ui.scale), std::round(at.y + (rect->y + rect->h) * ui.scale)},
                 color, 0, 0, thick * ui.scale);
  };
  for (const BankTouch& touch : inputs_->access->touches)
    if (*byte >= touch.address && *byte < touch.address + touch.bytes && touch.lane >= 0)
      frame(touch.address, touch.bytes, ui.colors.mark, 1.5F);
  frame(*byte / bank_bytes * bank_bytes, bank_bytes, ui.colors.pick, 2);
}

void XrayBanksPane::say(const Ui& ui, const BankAccess& access, ImVec2 at, float width) {
  const std::optional<std::int64_t>& byte = ui.document.task<XrayState>().marked_byte();
  if (byte != said_) {
    said_ = byte;
    words_ = byte ? describe_byte(access, *byte) : std::vector<std::string>();
  }
  const auto put = [&](ImU32 color, std::string_view text) {
    put_text_cut(ui, ui.fonts.sans, 13, at, width, color, text);
    at.y += ui.px(said_line);
  };
  if (!byte) {
    put(ui.colors.dim, "Point at a bank: its element, and the lanes that touch it.");
    put(ui.colors.dim, "A: the next access. Shift and arrows: banks. B: back.");
  }
  for (std::size_t n = 0; n < words_.size(); ++n) put(n == 0 ? ui.colors.dim : ui.colors.text, words_[n]);
}

// Scrolls to a byte that was chosen by a key.
void XrayBanksPane::keep_in_sight(const Ui& ui) {
  const std::optional<std::int64_t>& byte = ui.document.task<XrayState>().byte;
  if (byte == followed_) return;
  followed_ = byte;
  const auto rect = byte ? scene_.rect(*byte, bank_bytes) : std::nullopt;
  if (!rect) return;
  const ImVec2 view = ImGui::GetWindowSize();
  const auto into = [](float begin, float size, float from, float room) {
    return begin < from ? begin : begin + size > from + room ? begin + size - room : from;
  };
  const float pad = 3 * ui.px(banks_pad);
  ImGui::SetScrollX(into(rect->x * ui.scale, rect->w * ui.scale + pad, ImGui::GetScrollX(), view.x - pad));
  ImGui::SetScrollY(into(rect->y * ui.scale, rect->h * ui.scale + pad, ImGui::GetScrollY(), view.y - pad));
}

}  // namespace tcviz::inline app_ui
