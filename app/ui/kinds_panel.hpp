// The list of kinds with its search: which there are, which the chosen source knows, which are replicated.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/ui/panel.hpp"

namespace tcviz {

class KindsPanel {
 public:
  void draw(const Ui& ui);
  // Whether keys go to the list: the arrows then walk it.
  bool focused() const { return focused_; }

 private:
  // Everything the rows depend on; they are made anew where it changes.
  struct Inputs {
    std::string search;
    std::set<std::string> closed;
    std::size_t source = 0;
    std::vector<std::shared_ptr<const Answers>> answers;
    std::size_t kinds = 0;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  struct Row {
    KindRow row;
    std::optional<Source> established;  // how, where the chosen source shows it
    bool elsewhere = false;             // another source shows it, the chosen one cannot
    std::string badge, count, key;
  };

  bool unchanged(const Document& document) const;
  void prepare(const Document& document);
  Row make_row(const Document& document, const KindRow& row) const;
  void draw_title(const Ui& ui);
  void draw_search(const Ui& ui);
  void draw_rows(const Ui& ui);
  void draw_heading(const Ui& ui, const Row& row);
  void draw_kind(const Ui& ui, const Row& row);
  void draw_known_by(const Ui& ui, const std::string& kind);
  void draw_legend(const Ui& ui);

  Inputs inputs_;
  std::vector<Row> rows_;
  std::string count_;
  std::array<char, 128> search_ = {};
  std::string scrolled_to_;  // the chosen kind that was last brought into sight
  int focuses_served_ = 0;
  bool focused_ = false;
};

}  // namespace tcviz
