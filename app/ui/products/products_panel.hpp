// The panel of the workspaces Products and Tiles: the choice of curves at the left, the plot of a page beside it, and
// below a table of its numbers, folded to a line; or the tiles of a product.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/products/products_action.hpp"
#include "app/ui/kit/plot_view.hpp"
#include "app/ui/kit/typed_field.hpp"
#include "app/ui/kit/view_panel.hpp"
#include "app/ui/products/products_table.hpp"
#include "app/ui/products/tiles_view.hpp"

namespace tcviz::inline app_ui {

class ProductsPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return typing_ ? PanelKeys::All : PanelKeys::None; }

  std::vector<Rect> subjects() const override { return {subject_}; }

 private:
  using PathField = std::array<char, 1024>;
  void draw_inside(const Ui& ui);
  void draw_head(const Ui& ui);
  void draw_stamp(const Ui& ui, ImVec2 at, float room) const;
  void draw_export(const Ui& ui);
  void draw_choice(const Ui& ui);
  void draw_runs(const Ui& ui);
  void draw_run(const Ui& ui, std::size_t n);
  void draw_chips(const Ui& ui);
  void draw_units(const Ui& ui);
  void draw_kernels(const Ui& ui);
  void draw_kernel(const Ui& ui, const GemmKernel& kernel);
  void draw_wishes(const Ui& ui);
  void draw_progress(const Ui& ui);
  void ask_path(const Ui& ui, const char* id, const char* button, PathField& path,
                const std::function<void(const char*)>& go);
  void draw_result(const Ui& ui);
  void draw_strip(const Ui& ui, ImVec2 room);
  void choose_size(const Ui& ui, float width, ProductsTableChoice& choice) const;
  void prepare(const Ui& ui);

  struct Inputs {
    std::vector<std::shared_ptr<const GemmRun>> runs;
    GemmLook look;
    ProductsPage page = ProductsPage::Tiles;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  Inputs inputs_;
  ShownPlot shown_;
  ProductsTable table_;
  TilesView tiles_;
  std::string stamp_;
  std::string lit_;  // the kernel under the pointer in the list; empty: none
  TypedField sizes_;
  PathField open_path_{}, save_path_{"products.svg"};
  std::optional<std::string> shapes_of_;  // the typed sizes that were checked last
  std::string shapes_problem_;            // message about a mistake in them
  int spread_ = 0;
  bool typing_ = false, dragged_ = false, prepared_ = false;
  Rect subject_;
};

}  // namespace tcviz::inline app_ui
