// The table of the numbers in a plot, of one size or of all sizes: a line with the most important ones, or a sortable
// table.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/session/products/products_state.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class ProductsTable {
 public:
  // Prepares the table; to be called first in every frame.
  void follow(const ProductsState& products);
  void draw(const Ui& ui);
  // Returns the sizes of the run, the largest first.
  const std::vector<std::string>& sizes() const { return sizes_; }
  const std::string& size() const { return size_; }  // the size that is shown; empty: all
  // Draws the folded table: for each kernel in colour a text, from `at` on.
  void draw_line(const Ui& ui, ImVec2 at, float width) const;

 private:
  void prepare_line();
  void find_sizes(const ProductsState& products);
  bool is_told(const GemmRow& row) const { return size_.empty() || shape_text(row.shape) == size_; }
  void prepare_speeds(const GemmRun& run, bool spread);
  void prepare_ratios(const GemmRun& run);
  bool is_words(std::size_t column) const;  // true if the column has names, not numbers
  void sort(int column, bool down);
  void measure(const Ui& ui);
  void draw_numbers(const Ui& ui, float room);
  void draw_header(const Ui& ui);
  void draw_rows(const Ui& ui);
  void draw_goals(const Ui& ui);

  struct Cell {
    double value = 0;
    std::string text;
  };
  struct Row {
    std::string kernel;  // determines the colour
    std::vector<Cell> cells;
    std::string error;
    bool quiet = false;  // the kernel is grey in the plot
  };
  struct Inputs {
    std::shared_ptr<const GemmRun> run;
    std::set<std::string> quiet;
    ProductsTableChoice table;
    ProductsPage page = ProductsPage::Tiles;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  Inputs inputs_;
  std::vector<std::string> columns_, sizes_;
  std::string size_;
  std::vector<float> widths_;  // width of each column, in pixels at scale_
  float scale_ = 0;
  std::vector<Row> rows_;
  std::vector<GemmGoal> goals_;
  struct LineKernel {
    std::string kernel, text;
  };
  std::vector<LineKernel> line_;  // the content of the folded table
  bool unsorted_ = true, followed_ = false;
};

}  // namespace tcviz::inline app_ui
