// Registers the workspaces Products and Tiles as a task in whole/tasks.cpp; whole/tasks.hpp explains the members.
#pragma once

#include <array>
#include <string_view>

#include "app/session/base/read_range.hpp"
#include "app/session/base/task_row.hpp"
#include "app/session/products/products_action.hpp"

namespace tcviz::inline app_session {

inline constexpr std::array<std::string_view, 5> products_page_words = {"speed", "residual", "speed-up", "spread",
                                                                        "tiles"};

template <class V>
void fields(V& v, TileChoice& t) {
  v("kernel", t.kernel);
  v("sm", t.architecture);
  v.row("shape", t.shape.m, t.shape.n, t.shape.k);
  v.row("place", t.place.block_row, t.place.block_col, t.place.warp, t.place.piece);
  v("phase", t.phase);
}

struct ProductsTask {
  using Action = ProductsAction;
  using State = ProductsState;
  static void apply(ProductsState& products, const Action& action) { apply_products(products, action); }
  // Returns the workspace that shows the result of `action`; none for actions that open no page or file.
  static std::optional<Workspace> leads_to(const ProductsState& products, const Action& action);

  // The part of the state that a link contains.
  struct Linked {
    ProductsPage page = ProductsPage::Speed;
    GemmLook look = usual_look();
    ProductsTableChoice table;
    TileChoice tiles;
  };
  static constexpr LinkKey keys[] = {{Workspace::Products, "products"}, {Workspace::Tiles, "tiles"}};
  static Linked linked(const ProductsState& products);
  template <class V>
  static void fields(V& v, Linked& t, Workspace of) {
    if (of == Workspace::Tiles) return app_session::fields(v, t.tiles);
    v.word("page", t.page, products_page_words);
    v("quiet", t.look.quiet);
    v("of_cublas", t.look.of_cublas);
    field_clamped(v, "table", t.table.share, 0.0, most_table_share);
    v("table_size", t.table.size);
    v("all_sizes", t.table.all);
  }
  static constexpr bool begins_anew = true;
  static void follow(ProductsState& products, const Linked& linked, Workspace shown);

  // Returns the action that opens `file`; none if it is no file of measured products.
  static std::optional<Result<Action>> opens(const FileText& file);
};

}  // namespace tcviz::inline app_session
