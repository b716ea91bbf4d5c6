#include "app/scene/grid/product_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr int fields_of_chunk = 2, columns_of_stored = 2;  // PTX ISA, "Sparse matrix storage": half of A is kept

bool is_operand(const Layout& layout, Operand operand) {
  const Kind* const kind = find_kind(layout.kind());
  return kind != nullptr && kind->operand == operand;
}

const Layout& part(SceneLayouts layouts, int index) { return *layouts[static_cast<std::size_t>(index)]; }

struct Interval {
  int first = 0, last = 0;
};

// Returns the units that part `n` of `of` equal ones touches, of `count` units.
Interval scaled(int n, int of, int count) { return {n * count / of, ((n + 1) * count - 1) / of}; }

// The intervals that an element meets, along every dimension; n counts inside its product.
struct Met {
  Interval m, n, k, stored, fields;
};

Met met_by_chunk(int chunk, const Packing& packing) {
  Met met;
  met.k = scaled(chunk, packing.chunks, packing.k);
  met.stored = scaled(chunk, packing.chunks, packing.stored);
  if (packing.fields > 0) met.fields = scaled(chunk, packing.chunks, packing.fields);
  return met;
}

// Returns the intervals that an element meets along k alone.
Met met_along_k(const ProductParts& parts, const Packing& packing, int layout, Element e) {
  if (layout == parts.accumulator)
    return {{}, {}, {0, packing.k - 1}, {0, packing.stored - 1}, {0, packing.fields - 1}};
  const int all = layout == parts.a ? packing.stored : layout == parts.b ? packing.k : packing.fields;
  const int at = layout == parts.b ? e.row : e.col;
  Met met = met_by_chunk(at * packing.chunks / all, packing);
  if (layout == parts.a) {
    met.stored = {at, at};
    if (packing.fields > 0) met.fields = scaled(at, packing.stored, packing.fields);
  }
  if (layout == parts.b) met.k = {at, at};
  if (layout == parts.metadata) {
    met.fields = {at, at};
    met.stored = scaled(at, packing.fields, packing.stored);
  }
  return met;
}

}  // namespace

std::optional<ProductParts> product_parts(SceneLayouts layouts) {
  const bool sparse = layouts.size() > 2 && is_operand(*layouts.back(), Operand::Metadata);
  const ProductParts whole, shared{0, no_part, 1, no_part};
  if (layouts.size() == 2 && layouts[0]->threads() == 128 && is_operand(*layouts[0], Operand::A)) return shared;
  if (layouts.size() == 3 && sparse) return ProductParts{0, no_part, 1, 2};
  if (layouts.size() == 3) return whole;
  if (layouts.size() == 4 && sparse) return ProductParts{0, 1, 2, 3};
  return std::nullopt;
}

int products_in(SceneLayouts layouts) {
  const Kind* const kind = layouts.empty() ? nullptr : find_kind(layouts.front()->kind());
  return kind != nullptr && kind->operand == Operand::A ? kind->stack : 1;
}

Packing packing_of(SceneLayouts layouts, const ProductParts& parts) {
  const int stored = part(layouts, parts.a).cols();
  if (parts.metadata == no_part) return {stored, stored, stored, 0};
  const int fields = part(layouts, parts.metadata).cols();
  return {columns_of_stored * stored, std::max(1, fields / fields_of_chunk), stored, fields};
}

std::string why_no_product(SceneLayouts layouts) {
  const std::optional<ProductParts> parts = product_parts(layouts);
  if (!parts) return fmt::format("the view 'product' shows 3 layouts, not {}", layouts.size());
  const Layout &a = part(layouts, parts->a), &c = part(layouts, parts->accumulator);
  const int products = products_in(layouts), k = packing_of(layouts, *parts).k;
  const Layout* const b = parts->b == no_part ? nullptr : &part(layouts, parts->b);
  const Layout* const e = parts->metadata == no_part ? nullptr : &part(layouts, parts->metadata);
  const Kind* const kind = find_kind(a.kind());
  const int fields = kind == nullptr ? 0 : metadata_fields(kind->type, k);
  const bool metadata_fit = e == nullptr || (e->rows() == a.rows() && e->cols() == fields);
  const bool b_fits = b == nullptr || (b->rows() == k && b->cols() == products * c.cols());
  if (a.rows() == c.rows() && a.rows() % products == 0 && b_fits && metadata_fit) return "";
  std::string sizes;
  for (const Layout* layout : layouts) {
    const bool last = layout == layouts.back() && !sizes.empty();
    sizes += fmt::format("{}{}x{}", sizes.empty() ? "" : last ? " and " : ", ", layout->rows(), layout->cols());
  }
  return "a product needs A of m x k, B of k x n and an accumulator of m x n; these are " + sizes;
}

ElementSpan elements_met(SceneLayouts layouts, int layout, Element element, int other) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  const Packing packing = packing_of(layouts, parts);
  const int products = products_in(layouts), n = part(layouts, parts.accumulator).cols();
  const int m = part(layouts, parts.accumulator).rows() / products;
  const bool is_b = layout == parts.b;
  const int product = is_b ? element.col / n : element.row / m;
  Met met = met_along_k(parts, packing, layout, element);
  met.m = is_b ? Interval{product * m, product * m + m - 1} : Interval{element.row, element.row};
  met.n = layout == parts.accumulator ? Interval{element.col, element.col} : Interval{0, n - 1};
  if (is_b) met.n = {element.col - product * n, element.col - product * n};
  const auto span = [](Interval rows, Interval cols) {
    return ElementSpan{{rows.first, cols.first}, {rows.last, cols.last}};
  };
  if (other == parts.a) return span(met.m, met.stored);
  if (other == parts.b) return span(met.k, {product * n + met.n.first, product * n + met.n.last});
  return span(met.m, other == parts.metadata ? met.fields : met.n);
}

}  // namespace tcviz::inline app_scene
