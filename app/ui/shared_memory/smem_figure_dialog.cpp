// The figure of what is on screen: where it goes, whose suffix says the format.
#include "app/session/shared_memory/smem_figure.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"

namespace tcviz::inline app_ui {

void SmemPanel::draw_figure_dialog(const Ui& ui) {
  const SmemState& state = ui.document.smem;
  const auto words = [&] {
    const bool journey = state.page == SmemPage::Journey;
    return PathDialogWords{journey ? "Figure of this journey###smem_figure" : "Figure of this image###smem_figure",
                           journey ? "All of its hops, to a file: .svg, .png, .pdf or .tex (TikZ)."
                                   : "All of its lines and elements, to a file: .svg, .png, .pdf or .tex (TikZ).",
                           default_smem_path(state)};
  };
  figure_.draw(ui, words, state.figure_path,
               [&](std::string path) { ui.push(SmemAction(SetSmemFigurePath{std::move(path)})); });
}

}  // namespace tcviz::inline app_ui
