// Draws the tiles of a product: A at the left, B above, C between them, and the elements that a fragment reads in each
// phase (step along k).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "app/session/products/products_action.hpp"
#include "app/ui/kit/number_field.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class TilesView {
 public:
  void draw_choice(const Ui& ui);  // draws the choice of kernel, architecture and sizes, and facts about the tiles
  void draw(const Ui& ui);
  // True while a number is typed.
  bool typing() const { return typing_; }

 private:
  // The position of a matrix on screen; `scale`: pixels of an element.
  struct Sheet {
    ImVec2 at;
    float scale = 1;
    int rows = 0, cols = 0;            // including padding
    int real_rows = 0, real_cols = 0;  // without the padding
    ImVec2 low(const TileRect& r) const;
    ImVec2 high(const TileRect& r) const;
  };
  struct TileFact {
    const char* name;
    std::string text;
  };
  // A tiled product with its texts and rectangles, made when the choice changes.
  struct Cut {
    std::string kernel;
    ComputeCapability architecture = 0;
    GemmShape shape;
    TilePlace place;
    int phase = -1;
    std::optional<GemmTiling> tiling;
    std::vector<TileFact> facts;
    std::string told, a_name, b_name, c_name, steps;
    std::vector<TileRect> reads_a, reads_b, warp, piece;
  };
  void follow(const TileChoice& tiles);
  void tell();
  void draw_shape(const Ui& ui);
  void draw_facts(const Ui& ui) const;
  void draw_links(const Ui& ui, const GemmTiling& tiling);
  void draw_sheets(const Ui& ui, const GemmTiling& tiling, ImVec2 at, ImVec2 room);
  void draw_a(const Ui& ui, const GemmTiling& tiling, const Sheet& a);
  void draw_b(const Ui& ui, const GemmTiling& tiling, const Sheet& b);
  void draw_c(const Ui& ui, const GemmTiling& tiling, const Sheet& c);
  void draw_names(const Ui& ui, const Sheet& a, const Sheet& b, const Sheet& c);
  void point(const Ui& ui, const GemmTiling& tiling, const Sheet& c);
  void draw_steps(const Ui& ui, const GemmTiling& tiling);

  Cut cut_;
  NumberField sides_[3];  // m, n, k
  bool typing_ = false;
};

}  // namespace tcviz::inline app_ui
