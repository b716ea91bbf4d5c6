#include <algorithm>
#include <array>
#include <cfloat>

#include <fmt/format.h>

#include "app/session/maxas/maxas_action.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/card.hpp"
#include "app/ui/maxas/maxas_panel.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float card_width = 384, card_height = 210;  // points; the height is a guess that places the card

void draw_buttons(const Ui& ui, const MaxasPage& page, int pages) {
  const bool last = page.page + 1 == pages;
  const auto go = [&](int to) { ui.push(MaxasAction(SetMaxasPage{MaxasPage{page.tour, to}})); };
  if (ImGui::Button(last ? "Done" : "Next")) {
    if (last) ui.push(MaxasAction(SetMaxasPage{}));
    if (!last) go(page.page + 1);
  }
  explain(ui, last ? "Ends the tour." : "The next page.", "Enter");
  ImGui::SameLine();
  ImGui::BeginDisabled(page.page == 0);
  if (ImGui::Button("Back")) go(page.page - 1);
  explain(ui, "The previous page.", "Shift+Enter");
  ImGui::EndDisabled();
  if (last) return;
  ImGui::SameLine();
  if (ImGui::Button("End the tour")) ui.push(MaxasAction(SetMaxasPage{}));
  explain(ui, "The view stays as it is.", "Esc");
}

// Returns the upper edge of the highest panel.
float rects_top(const MaxasRects& rects) {
  float top = FLT_MAX;
  for (const Rect& rect : rects)
    if (rect.w > 0) top = std::min(top, rect.y);
  return top;
}

}  // namespace

void draw_maxas_card(const Ui& ui, const MaxasView& view, const MaxasRects& rects) {
  if (!view.look.page || view.pages.empty()) return;
  const MaxasPage at = *view.look.page;
  const MaxasTourPage& page = view.pages[static_cast<std::size_t>(at.page)];
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  Rect rect = rects[static_cast<std::size_t>(page.part)];
  if (rect.w <= 0) rect = {viewport.WorkPos.x, viewport.WorkPos.y, viewport.WorkSize.x, viewport.WorkSize.y};
  const float wide = std::min(ui.px(card_width), viewport.Size.x - ui.px(30));
  const ImGuiWindow* old = ImGui::FindWindowByName("###maxas_tour");
  const float high = old != nullptr && old->Size.y > ui.px(60) ? old->Size.y : ui.px(card_height);
  // The controls above the panels stay free.
  const float top = rects_top(rects), bottom = viewport.WorkPos.y + viewport.WorkSize.y;
  const Rect room{viewport.WorkPos.x + ui.px(6), top, viewport.WorkSize.x - ui.px(12), bottom - top - ui.px(2)};
  const Rect card = maxas_card_rect(room, rect, wide, high, ui.px(12));
  ImGui::SetNextWindowPos({card.x, card.y});
  ImGui::SetNextWindowSize({wide, 0});
  begin_card(ui, "###maxas_tour");
  heading(ui, page.title);
  const std::array<char, 6> count = {static_cast<char>('1' + at.page),           ' ', '/', ' ',
                                     static_cast<char>('0' + view.pages.size()), 0};
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetWindowSize().x - ui.px(16) - text_size(ui, ui.fonts.sans, 13, count.data()).x);
  label(ui, ui.colors.dim, count.data());
  ImGui::Dummy({0, ui.px(2)});
  wrapped(ui, ui.colors.text, page.text, 14);
  if (!page.table.empty()) ImGui::Dummy({0, ui.px(4)});
  for (std::size_t row = 0; row < page.table.size(); ++row)
    mono(ui, row < 2 ? ui.colors.dim : row == 2 ? ui.colors.accent : ui.colors.text, page.table[row]);
  ImGui::Dummy({0, ui.px(6)});
  draw_buttons(ui, at, static_cast<int>(view.pages.size()));
  ImGui::End();
}

}  // namespace tcviz::inline app_ui
