// What the marked element is and who owns it, the whole fragment of the marked thread, and how all that was
// established.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/panel.hpp"

namespace tcviz {

class InspectorPanel {
 public:
  void draw(const Ui& ui);

 private:
  struct Owner {
    Slot slot;
    std::string thread, value, span;  // "T7", "x[2]", "R2 [31:0]"
  };
  struct ValueRow {
    Slot slot;
    std::optional<Element> element;
    std::string value, span, place;  // "x[2]", "R2 [31:0]", "(9, 6)"
  };
  struct Fact {
    std::string name, text;
  };

  void prepare(const Document& document);
  void prepare_provenance(const Layout& layout);
  void prepare_pick(const Layout& layout, const Pick& pick);
  void prepare_thread(const Layout& layout, int tid);
  void draw_pick(const Ui& ui);
  void draw_thread(const Ui& ui, const Layout& layout);
  void draw_value(const Ui& ui, const ValueRow& row);
  void draw_provenance(const Ui& ui);
  float provenance_height(const Ui& ui) const;

  // What the texts below were made from.
  std::shared_ptr<const Answers> answers_;
  const Layout* layout_ = nullptr;
  std::optional<Pick> pick_;
  int tid_ = -1;

  std::string element_, linear_, thread_title_;
  std::vector<Owner> owners_;
  std::vector<ValueRow> values_;
  std::vector<std::string> methods_;
  std::vector<Fact> facts_;
  std::optional<Pick> scrolled_to_;
};

}  // namespace tcviz
