#include "app/ui/kinds/kind_tooltip.hpp"

#include <fmt/format.h>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float widest_tooltip = 380;  // points

}  // namespace

Dot dot_of(Standing standing) {
  constexpr Dot dots[standings] = {Dot::Full,    Dot::Square, Dot::Ring, Dot::Diamond,
                                   Dot::Diamond, Dot::Small,  Dot::Dash, Dot::Small};
  return dots[static_cast<std::size_t>(standing)];
}

void draw_kind_tooltip(const Ui& ui, const std::string& kind, Standing standing) {
  if (!begin_tip(ui)) return;
  mono(ui, ui.colors.accent, kind);
  label(ui, ui.colors.text, words_of(standing).meaning);
  const Document& d = ui.document;
  const Layout* layout = best_layout(d.sources, d.source, kind);
  if (const std::string why = why_best(d.sources, d.source, kind); !why.empty())
    label(ui, ui.colors.text, fmt::format("For {} {}.", title_of(d.chosen()), why));
  if (layout != nullptr && layout->replication() > 1) {
    label(ui, ui.colors.warn,
          fmt::format("×{}: each element is held in {} places.", layout->replication(), layout->replication()));
  }
  if (const std::string known = known_to(ui.document, kind); !known.empty()) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ui.px(widest_tooltip));
    ImGui::TextUnformatted(fmt::format("Known to {}.", known).c_str());
    ImGui::PopTextWrapPos();
  }
  const bool favourite = ui.document.favourites.contains(kind);
  label(ui, ui.colors.dim, favourite ? "Star or Ctrl+D: no longer a favourite" : "Star or Ctrl+D: a favourite");
  ImGui::EndTooltip();
}

void draw_standings_tooltip(const Ui& ui) {
  if (!begin_tip(ui)) return;
  for (int s = 0; s < standings; ++s) {
    const StandingWords words = words_of(static_cast<Standing>(s));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put_dot(ui, {at.x + ui.px(6), at.y + ImGui::GetTextLineHeight() / 2}, dot_of(static_cast<Standing>(s)),
            ui.colors.text);
    ImGui::SetCursorScreenPos({at.x + ui.px(18), at.y});
    label(ui, ui.colors.text, words.name);
    ImGui::SameLine(ui.px(104));
    label(ui, ui.colors.dim, words.meaning);
  }
  ImGui::EndTooltip();
}

}  // namespace tcviz::inline app_ui
