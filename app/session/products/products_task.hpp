// Registers the workspaces Products and Tiles as a task: a part of the document's state, the actions on it, and its
// part of links. whole/tasks.hpp, which lists all tasks, explains the members.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/base/task_row.hpp"
#include "app/session/products/products_action.hpp"

namespace tcviz::inline app_session {

struct ProductsTask {
  using Action = ProductsAction;
  struct Part {
    ProductsState products;
  };
  static constexpr auto state = &Part::products;
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
  static nlohmann::json write(const Linked& linked, Workspace shown);
  static void read(const nlohmann::json& object, Workspace of, Linked& into);
  static constexpr bool begins_anew = true;
  static void follow(ProductsState& products, const Linked& linked, Workspace shown);

  // Returns the action that opens `file`; none if it is no file of measured products.
  static std::optional<Result<Action>> opens(const FileText& file);
};

}  // namespace tcviz::inline app_session
