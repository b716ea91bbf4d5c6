#include "app/ui/shared_memory/smem_field.hpp"

#include <fmt/format.h>

#include <string_view>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_ui {
namespace {

std::optional<std::uint64_t> smem_number(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('L') || text.ends_with('U') || text.ends_with('l') ||
         text.ends_with('u'))
    text.remove_suffix(1);
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  return number_in<std::uint64_t>(text, hex ? 16 : 10);
}

}  // namespace

SmemField::Typed SmemField::draw_optional(const Ui& ui, const char* id, const char* hint,
                                          std::optional<std::uint64_t> now, float width, const SmemNumbers& numbers) {
  if (!active_) {
    wrong_ = too_large_ = false;
    before_ = now;
    buffer_.fill(0);
    if (now && numbers.hex) fmt::format_to_n(buffer_.data(), buffer_.size() - 1, "0x{:016x}", *now);
    if (now && !numbers.hex) fmt::format_to_n(buffer_.data(), buffer_.size() - 1, "{}", *now);
  }
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.fonts.mono, 13);
  if (wrong_) ImGui::PushStyleColor(ImGuiCol_Border, ui.colors.bad);
  const bool was_wrong = wrong_;
  const bool edited =
      ImGui::InputTextWithHint(id, hint, buffer_.data(), buffer_.size(), ImGuiInputTextFlags_AutoSelectAll);
  if (was_wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  active_ = ImGui::IsItemActive();
  if (active_ && wrong_) explain_mistake(numbers);
  if (!edited) return {};
  const std::string_view text = buffer_.data();
  const std::optional<std::uint64_t> number = smem_number(text);
  too_large_ = number && *number > numbers.most;
  wrong_ = (!text.empty() && !number) || too_large_;
  return {true, wrong_ ? before_ : number};
}

void SmemField::explain_mistake(const SmemNumbers& numbers) const {
  if (!too_large_) return ImGui::SetTooltip("Not a number: write 1024 or 0x400.");
  std::array<char, 64> text{};
  fmt::format_to_n(text.data(), text.size() - 1, "Too large: at most {}. {} is kept.", numbers.most,
                   before_.value_or(0));
  ImGui::SetTooltip("%s", text.data());
}

std::optional<std::uint64_t> SmemField::draw(const Ui& ui, const char* id, std::uint64_t now, float width,
                                             const SmemNumbers& numbers) {
  const Typed typed = draw_optional(ui, id, "", now, width, numbers);
  if (!typed.edited || !typed.number || *typed.number == now) return std::nullopt;
  return typed.number;
}

}  // namespace tcviz::inline app_ui
