#include "app/ui/window/panel_rows.hpp"

#include <utility>

#include "app/ui/architectures/architectures_panel.hpp"
#include "app/ui/formula/formula_panel.hpp"
#include "app/ui/grids/grids_panel.hpp"
#include "app/ui/inspector/inspector_panel.hpp"
#include "app/ui/kinds/kinds_panel.hpp"
#include "app/ui/learn/learn_panel.hpp"
#include "app/ui/maxas/maxas_panel.hpp"
#include "app/ui/operations/operations_panel.hpp"
#include "app/ui/products/products_panel.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"
#include "app/ui/window/start_panel.hpp"
#include "app/ui/xray/xray_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

template <class Panel>
std::unique_ptr<ViewPanel> make_panel(GridRenderer&) {
  return std::make_unique<Panel>();
}

std::unique_ptr<ViewPanel> make_grids(GridRenderer& renderer) {
  return std::make_unique<GridsPanel>(std::move(renderer));
}

constexpr PanelRow all_panels[] = {
    {.view = ViewId::Maxas, .window = "###maxas", .make = make_panel<MaxasPanel>},
    {.view = ViewId::Kinds, .window = "###kinds", .make = make_panel<KindsPanel>},
    {.view = ViewId::Grids, .window = "###grids", .make = make_grids},
    {.view = ViewId::Architectures, .window = "###groups", .make = make_panel<ArchitecturesPanel>},
    {.view = ViewId::Operations, .window = "###operations", .make = make_panel<OperationsPanel>},
    {.view = ViewId::Products, .window = "###products", .make = make_panel<ProductsPanel>},
    {.view = ViewId::Inspector, .window = "###inspector", .make = make_panel<InspectorPanel>},
    {.view = ViewId::Start, .window = "###start", .make = make_panel<StartPanel>},
    {.view = ViewId::Formula, .window = "###formula", .make = make_panel<FormulaPanel>},
    {.view = ViewId::Learn, .window = "###learn", .make = make_panel<LearnPanel>},
    {.view = ViewId::SharedMemory, .window = "###smem", .make = make_panel<SmemPanel>, .own_figure_dialog = true},
    {.view = ViewId::Xray, .window = "###xray", .make = make_panel<XrayPanel>, .own_figure_dialog = true},
};

}  // namespace

std::span<const PanelRow> panel_rows() { return all_panels; }

}  // namespace tcviz::inline app_ui
