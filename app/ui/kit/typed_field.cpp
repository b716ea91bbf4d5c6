#include "app/ui/kit/typed_field.hpp"

#include <cstring>

namespace tcviz::inline app_ui {

bool TypedField::draw(const Ui& ui, const char* id, const char* hint, const std::string& current, float width,
                      bool problem) {
  const bool other = std::strcmp(buffer_.data(), current.c_str()) != 0;
  if (other && current.size() < buffer_.size()) std::memcpy(buffer_.data(), current.c_str(), current.size() + 1);
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(current.empty() ? ui.fonts.sans : ui.fonts.mono, 13);
  if (problem) ImGui::PushStyleColor(ImGuiCol_Border, ui.colors.bad);
  const bool edited =
      ImGui::InputTextWithHint(id, hint, buffer_.data(), buffer_.size(), ImGuiInputTextFlags_AutoSelectAll);
  if (problem) ImGui::PopStyleColor();
  ImGui::PopFont();
  return edited;
}

}  // namespace tcviz::inline app_ui
