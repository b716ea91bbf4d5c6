#include "app/ui/arrangement_dialog.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "app/ui/help.hpp"

namespace tcviz {
namespace {

// Why this name cannot be given; empty where it can.
std::string_view refusal(const Document& d, std::string_view name) {
  const auto& built_in = built_in_arrangements;
  if (std::find(std::begin(built_in), std::end(built_in), name) != std::end(built_in))
    return "This name is taken by an arrangement that is always there.";
  const auto same = [&](const PanelArrangement& a) { return a.name == name; };
  const bool there = std::any_of(d.arrangements.begin(), d.arrangements.end(), same);
  if (!there && d.arrangements.size() >= most_arrangements) return "There are twenty already: delete one first.";
  return {};
}

}  // namespace

void ArrangementDialog::draw(const Ui& ui) {
  const bool opens = ui.document.keep_open && !was_open_;
  was_open_ = ui.document.keep_open;
  if (!was_open_) return;
  if (opens) name_ = {};
  bool open = true;
  if (begin_dialog(ui, "Keep this arrangement###keep", 380, open)) {
    if (opens) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-FLT_MIN);
    const bool entered = ImGui::InputTextWithHint("##name", "Its name", name_.data(), name_.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    const std::string name(name_.data());
    const std::string_view why = refusal(ui.document, name);
    wrapped(ui, why.empty() ? ui.colors.dim : ui.colors.warn,
            why.empty() ? "It appears in the Layout menu; one of the same name is replaced." : why);
    ImGui::BeginDisabled(name.empty() || !why.empty());
    const bool pressed = ImGui::Button("Keep");
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) open = false;
    if ((entered || pressed) && !name.empty() && why.empty())
      ui.push(WindowAction(KeepArrangement{{name, ImGui::SaveIniSettingsToMemory()}}));
  }
  ImGui::End();
  if (!open) ui.push(WindowAction(AskForName{false}));
}

}  // namespace tcviz
