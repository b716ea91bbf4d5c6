#include "app/session/products/products_task.hpp"

#include "app/asked/named_file.hpp"

namespace tcviz::inline app_session {

std::optional<Workspace> ProductsTask::leads_to(const ProductsState& products, const Action& action) {
  const bool shown = std::holds_alternative<ShowProductsPage>(action) ||
                     std::holds_alternative<SetProductsPage>(action) || std::holds_alternative<OpenProducts>(action);
  if (!shown) return std::nullopt;
  return products.page == ProductsPage::Tiles ? Workspace::Tiles : Workspace::Products;
}

ProductsTask::Linked ProductsTask::linked(const ProductsState& products) {
  return {products.page, products.look, products.table, products.tiles};
}

// Follows a link. The page of tiles has a workspace of its own.
void ProductsTask::follow(ProductsState& products, const Linked& linked, Workspace shown) {
  products.look = linked.look;
  products.table = linked.table;
  const bool tiles = linked.page == ProductsPage::Tiles;
  products.page = shown == Workspace::Tiles ? ProductsPage::Tiles : tiles ? ProductsPage::Speed : linked.page;
  apply_products(products, SetTiles{linked.tiles.kernel, linked.tiles.architecture, linked.tiles.shape});
  apply_products(products, PickTile{linked.tiles.place});
  apply_products(products, SetPhase{linked.tiles.phase});
}

std::optional<Result<ProductsAction>> ProductsTask::opens(const FileText& file) {
  if (file.file.holds != FileHolds::Products) return std::nullopt;
  return ProductsAction(OpenProducts{file.file.path});
}

}  // namespace tcviz::inline app_session
