#include "app/session/products/products_task.hpp"

#include <algorithm>
#include <array>

#include "app/asked/named_file.hpp"
#include "app/session/base/json_take.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 5> page_words = {"speed", "residual", "speed-up", "spread", "tiles"};

json write_products(const ProductsTask::Linked& linked) {
  const auto& [share, size, all] = linked.table;
  return {{"page", word_in(page_words, linked.page)},
          {"quiet", linked.look.quiet},
          {"of_cublas", linked.look.of_cublas},
          {"table", share},
          {"table_size", size},
          {"all_sizes", all}};
}

void read_products(const json& object, ProductsTask::Linked& into) {
  take_choice(object, "page", page_words, into.page);
  take(object, "quiet", into.look.quiet);
  take(object, "of_cublas", into.look.of_cublas);
  take(object, "table", into.table.share);
  into.table.share = std::clamp(into.table.share, 0.0, most_table_share);
  take(object, "table_size", into.table.size);
  take(object, "all_sizes", into.table.all);
}

json write_tiles(const TileChoice& t) {
  return {{"kernel", t.kernel},
          {"sm", t.architecture},
          {"shape", {t.shape.m, t.shape.n, t.shape.k}},
          {"place", {t.place.block_row, t.place.block_col, t.place.warp, t.place.piece}},
          {"phase", t.phase}};
}

void read_tiles(const json& object, TileChoice& t) {
  take(object, "kernel", t.kernel);
  take(object, "sm", t.architecture);
  if (object.contains("shape")) {
    const auto shape = object.at("shape").get<std::array<int, 3>>();
    t.shape = {shape[0], shape[1], shape[2]};
  }
  if (object.contains("place")) {
    const auto place = object.at("place").get<std::array<int, 4>>();
    t.place = {place[0], place[1], place[2], place[3]};
  }
  take(object, "phase", t.phase);
}

}  // namespace

std::optional<Workspace> ProductsTask::leads_to(const ProductsState& products, const Action& action) {
  const bool shown = std::holds_alternative<ShowProductsPage>(action) ||
                     std::holds_alternative<SetProductsPage>(action) || std::holds_alternative<OpenProducts>(action);
  if (!shown) return std::nullopt;
  return products.page == ProductsPage::Tiles ? Workspace::Tiles : Workspace::Products;
}

ProductsTask::Linked ProductsTask::linked(const ProductsState& products) {
  return {products.page, products.look, products.table, products.tiles};
}

json ProductsTask::write(const Linked& linked, Workspace shown) {
  return shown == Workspace::Tiles ? write_tiles(linked.tiles) : write_products(linked);
}

void ProductsTask::read(const json& object, Workspace of, Linked& into) {
  of == Workspace::Tiles ? read_tiles(object, into.tiles) : read_products(object, into);
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
