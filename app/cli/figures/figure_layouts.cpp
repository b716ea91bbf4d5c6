#include "app/cli/figures/figure_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/kit/values.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/names.hpp"
#include "gpu/layout/instruction.hpp"
#include "gpu/layout/kind_search.hpp"
#include "gpu/layout/product.hpp"

namespace tcviz::inline app_cli {
namespace {

using Parts = std::vector<FigureLayout>;

Result<FigureLayout> only_part(const Target& file) {
  TCVIZ_TRY(only_layout(file));
  return file.parts.front();
}

Error several_products(const std::string& text, const std::vector<Product>& products) {
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t at = 0; at < std::min(most, products.size()); ++at)
    list += fmt::format("\n  {}", instruction_of(products[at]));
  if (products.size() > most) list += fmt::format("\nand {} more", products.size() - most);
  return bad_input(fmt::format("'{}' means {} products: name one.{}", text, products.size(), list));
}

// Finds the product of a kind, or of the instruction that `text` names.
Result<Product> meant_product(const Context& context, const std::string& text) {
  const Error none =
      bad_input(fmt::format("{} is not part of a matrix product that is known here: choose another --view.", text));
  if (find_kind(text) != nullptr) {
    const std::optional<Product> product = product_of(text);
    return product ? Result<Product>(*product) : none;
  }
  const KindAnswer answer = search_kinds(text);
  if (answer.kinds.empty()) return unknown_kind(text);
  const std::vector<Product> products = products_of(answer.kinds);
  if (products.size() > 1) return several_products(text, products);
  if (products.empty()) return none;
  context.notes << fmt::format("'{}' is {}\n", text, instruction_of(products.front()));
  return products.front();
}

Result<Parts> product_of_text(SourceShelf& shelf, const std::string& device, const std::string& text) {
  const Result<Product> product = meant_product(shelf.context(), text);
  TCVIZ_TRY(product);
  Parts parts;
  for (const std::string& id : product.value().ids()) {
    Result<FigureLayout> part = layout_from(shelf, device, id);
    TCVIZ_TRY(part);
    parts.push_back(std::move(part).value());
  }
  return parts;
}

// Returns the right side: a file's layout, another kind of the same source, or the same kind of another source.
Result<FigureLayout> other_side(SourceShelf& shelf, const FigureLayout& left, const std::string& device,
                                const std::string& with) {
  if (with.empty())
    return bad_input("nothing to compare with: give --with DEVICE, KIND or FILE, as in --with compiled:sm_80.");
  if (find_kind(with)) return layout_from(shelf, device, with);
  if (!means_file(with)) return layout_from(shelf, with, left.layout.kind());
  const Result<Target> file = resolve_target({with, {}, {}});
  return file ? only_part(file.value()) : Result<FigureLayout>(file.error());
}

Result<Parts> file_parts(const Target& file, ViewMode view) {
  const std::size_t wanted = layouts_shown(view);
  if (wanted == 1) {
    Result<FigureLayout> only = only_part(file);
    return only ? Result<Parts>(Parts{std::move(only).value()}) : only.error();
  }
  if (file.parts.size() == wanted) return file.parts;
  // write_figure checks that they fit.
  const bool other_product = view == ViewMode::Product && file.parts.size() > 1 && file.parts.size() <= wanted + 1;
  if (other_product) return file.parts;
  return bad_input(fmt::format("{} holds {} layout{}; the view '{}' shows {}.", file.path, file.parts.size(),
                               file.parts.size() == 1 ? "" : "s", word_of(view), wanted));
}

Result<Parts> comparison(SourceShelf& shelf, const Target& target, const std::string& device, const std::string& with) {
  if (target.is_file() && with.empty()) return file_parts(target, ViewMode::Comparison);
  Result<FigureLayout> left = target.is_file() ? only_part(target) : layout_from(shelf, device, target.kind);
  TCVIZ_TRY(left);
  Result<FigureLayout> right = other_side(shelf, left.value(), device, with);
  TCVIZ_TRY(right);
  return Parts{std::move(left).value(), std::move(right).value()};
}

}  // namespace

Result<OpenedSource*> SourceShelf::open(const std::string& device, const std::string& kind) {
  std::optional<OpenedSource>& kept = where_to_look(device) == LookFor::FilesAndGpus ? with_gpus_ : without_gpus_;
  if (!kept) kept = OpenedSource{context_.backends.sources(where_to_look(device)), nullptr};
  const Result<LayoutSource*> found = find_source(
      kept->sources, device.empty() ? default_device(kept->sources, kind, context_) : device, kind, context_);
  TCVIZ_TRY(found);
  kept->source = found.value();
  return &*kept;
}

Result<FigureLayout> layout_from(SourceShelf& shelf, const std::string& device, const std::string& kind) {
  const Result<OpenedSource*> opened = shelf.open(device, kind);
  TCVIZ_TRY(opened);
  TCVIZ_TRY(check_known(*opened.value(), kind));
  Result<Layout> layout = layout_of(*opened.value()->source, kind);
  TCVIZ_TRY(layout);
  return FigureLayout{std::move(layout).value(), opened.value()->source->info().name};
}

namespace {

Result<Parts> first_panel(SourceShelf& shelf, ViewMode view, const TargetArguments& arguments,
                          const std::string& with) {
  if (!with.empty() && view != ViewMode::Comparison)
    return bad_input(fmt::format("--with is for --view comparison, not for '{}'.", word_of(view)));
  const Result<Target> target = resolve_target(arguments);
  TCVIZ_TRY(target);
  if (view == ViewMode::Comparison) return comparison(shelf, target.value(), arguments.device, with);
  if (target.value().is_file()) return file_parts(target.value(), view);
  if (view == ViewMode::Product) return product_of_text(shelf, arguments.device, target.value().kind);
  Result<FigureLayout> part = layout_from(shelf, arguments.device, target.value().kind);
  return part ? Result<Parts>(Parts{std::move(part).value()}) : part.error();
}

}  // namespace

Result<std::vector<FigureLayout>> figure_layouts(SourceShelf& shelf, ViewMode view, const TargetArguments& arguments,
                                                 const std::string& with, const std::vector<std::string>& also) {
  Result<Parts> parts = first_panel(shelf, view, arguments, with);
  if (!parts || also.empty()) return parts;
  if (layouts_shown(view) != 1)
    return bad_input(fmt::format("--also is for views of one kind, not for '{}'.", word_of(view)));
  for (const std::string& name : also) {
    TargetArguments next = arguments;
    next.kind = name;
    next.choice.clear();
    if (means_file(name)) next.device.clear();
    Result<Parts> more = first_panel(shelf, view, next, "");
    TCVIZ_TRY(more);
    parts.value().push_back(std::move(more.value().front()));
  }
  return parts;
}

}  // namespace tcviz::inline app_cli
