// The numbers behind the plots, as a table that is sorted by a click: a row for each size and kernel of one run.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/ui/gemm_state.hpp"
#include "app/ui/panel.hpp"

namespace tcviz {

class GemmTable {
 public:
  void draw(const Ui& ui);

 private:
  void prepare(const GemmState& gemm);
  void prepare_speeds(const GemmRun& run, const std::set<std::string>& hidden, bool spread);
  void prepare_ratios(const GemmRun& run, const std::set<std::string>& hidden);
  bool is_words(std::size_t column) const;  // names, not numbers
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
    std::string kernel;  // its colour
    std::vector<Cell> cells;
    std::string error;
  };
  struct Inputs {
    std::shared_ptr<const GemmRun> run;
    std::set<std::string> hidden;
    GemmPage page = GemmPage::Tiles;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  Inputs inputs_;
  std::vector<std::string> columns_;
  std::vector<float> widths_;  // in pixels, at the scale below
  float scale_ = 0;
  std::vector<Row> rows_;
  std::vector<GemmGoal> goals_;
  bool unsorted_ = true;
};

}  // namespace tcviz
