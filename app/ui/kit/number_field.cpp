#include "app/ui/kit/number_field.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_ui {
NumberField::Typed NumberField::draw_optional(const Ui& ui, const char* id, const char* hint,
                                              std::optional<std::uint64_t> now, float width,
                                              const NumberRange& numbers) {
  if (!active_) {
    wrong_ = too_large_ = too_small_ = false;
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
  if (active_ && wrong_ && begin_tip(ui)) {  // wherever the pointer is: it is typed
    label(ui, ui.colors.text, mistake(numbers));
    ImGui::EndTooltip();
  }
  if (!edited) return {};
  const std::string_view text = buffer_.data();
  const std::optional<std::uint64_t> number = number_in_c(text);
  too_large_ = number && *number > numbers.most;
  too_small_ = number && *number < numbers.least;
  wrong_ = (!text.empty() && !number) || too_large_ || too_small_;
  return {true, wrong_ ? before_ : number};
}

std::string NumberField::mistake(const NumberRange& numbers) const {
  if (!too_large_ && !too_small_) return "Not a number: write 1024 or 0x400.";
  const std::string limit = too_large_ ? fmt::format("Too large: at most {}", numbers.most)
                                       : fmt::format("Too small: at least {}", numbers.least);
  return fmt::format("{}. {} is kept.", limit, before_.value_or(0));
}

std::optional<std::uint64_t> NumberField::draw(const Ui& ui, const char* id, std::uint64_t now, float width,
                                               const NumberRange& numbers) {
  const Typed typed = draw_optional(ui, id, "", now, width, numbers);
  if (!typed.edited || !typed.number || *typed.number == now) return std::nullopt;
  return typed.number;
}

}  // namespace tcviz::inline app_ui
