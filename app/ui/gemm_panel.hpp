// The panel of whole products: runs and kernels at the left, the plot of a page with its numbers below, and the tiles.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/ui/gemm_action.hpp"
#include "app/ui/gemm_table.hpp"
#include "app/ui/gemm_tiles.hpp"
#include "app/ui/panel.hpp"
#include "app/ui/plot_view.hpp"
#include "app/ui/typed_field.hpp"

namespace tcviz {

class GemmPanel {
 public:
  void draw(const Ui& ui);
  // Whether keys are typed into a field of this panel.
  bool typing() const { return typing_; }
  // What is plotted, for tests.
  const Plot& plot() const { return shown_.plot; }

 private:
  using PathField = std::array<char, 1024>;
  void draw_inside(const Ui& ui);
  void draw_pages(const Ui& ui);
  void draw_export(const Ui& ui);
  void draw_choice(const Ui& ui);
  void draw_runs(const Ui& ui);
  void draw_run(const Ui& ui, std::size_t n);
  void draw_kernels(const Ui& ui);
  void draw_kernel(const Ui& ui, const GemmKernel& kernel);
  void draw_wishes(const Ui& ui);
  void draw_progress(const Ui& ui);
  void ask_path(const Ui& ui, const char* id, const char* button, PathField& path,
                const std::function<void(const char*)>& go);
  void draw_result(const Ui& ui);
  void prepare(const Ui& ui);

  struct Inputs {
    std::vector<std::shared_ptr<const GemmRun>> runs;
    std::set<std::string> hidden;
    GemmPage page = GemmPage::Tiles;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  Inputs inputs_;
  ShownPlot shown_;
  GemmTable table_;
  TilesView tiles_;
  std::string stamp_;
  std::string lit_;  // the kernel under the pointer, in the list
  TypedField sizes_;
  PathField open_path_{}, save_path_{"products.svg"};
  int spread_ = 0;
  int focuses_served_ = 0;
  bool typing_ = false;
};

}  // namespace tcviz
