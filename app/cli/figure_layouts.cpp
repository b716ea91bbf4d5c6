#include "app/cli/figure_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/values.hpp"
#include "app/scene/names.hpp"
#include "gpu/layout/product.hpp"

namespace tcviz {
namespace {

using Parts = std::vector<FigureLayout>;

Parts parts_of(const Target& file) {
  Parts parts;
  for (std::size_t at = 0; at < file.layouts.size(); ++at) parts.push_back({file.layouts[at], file.sources[at]});
  return parts;
}

Result<FigureLayout> only_part(const Target& file) {
  if (Result<Layout> only = only_layout(file); !only) return only.error();
  return parts_of(file).front();
}

Result<Parts> product_parts(SourceShelf& shelf, const std::string& device, const std::string& kind) {
  const std::optional<Product> product = product_of(kind);
  if (!product)
    return bad_input(fmt::format("{} has no part in a product that is known here; choose another --view.", kind));
  Parts parts;
  for (const std::string& id : {product->a, product->b, product->accumulator}) {
    Result<FigureLayout> part = layout_from(shelf, device, id);
    if (!part) return part.error();
    parts.push_back(std::move(part).value());
  }
  return parts;
}

// What stands at the right: a file's layout, another kind of the same source, or the same kind of another source.
Result<FigureLayout> other_side(SourceShelf& shelf, const FigureLayout& left, const std::string& device,
                                const std::string& with) {
  if (with.empty())
    return bad_input("nothing to compare with: say --with DEVICE, KIND or FILE, as in --with compiled:sm_80.");
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
  if (file.layouts.size() == wanted) return parts_of(file);
  return bad_input(fmt::format("{} holds {} layout{}; the view '{}' shows {}.", file.path, file.layouts.size(),
                               file.layouts.size() == 1 ? "" : "s", word_of(view), wanted));
}

Result<Parts> comparison(SourceShelf& shelf, const Target& target, const std::string& device, const std::string& with) {
  if (target.is_file() && with.empty()) return file_parts(target, ViewMode::Comparison);
  Result<FigureLayout> left = target.is_file() ? only_part(target) : layout_from(shelf, device, target.kind);
  if (!left) return left.error();
  Result<FigureLayout> right = other_side(shelf, left.value(), device, with);
  if (!right) return right.error();
  return Parts{std::move(left).value(), std::move(right).value()};
}

}  // namespace

Result<OpenedSource*> SourceShelf::open(const std::string& device, const std::string& kind) {
  std::optional<OpenedSource>& kept = may_need_gpu(device) ? with_gpus_ : without_gpus_;
  if (!kept) kept = OpenedSource{context_.backends.sources(may_need_gpu(device)), nullptr};
  const Result<LayoutSource*> found = kept->sources.find(device.empty() ? kept->sources.default_name(kind) : device);
  if (!found) return found.error();
  kept->source = found.value();
  return &*kept;
}

Result<FigureLayout> layout_from(SourceShelf& shelf, const std::string& device, const std::string& kind) {
  const Result<OpenedSource*> opened = shelf.open(device, kind);
  if (!opened) return opened.error();
  if (Status known = check_known(*opened.value(), kind); !known) return known.error();
  Result<Layout> layout = layout_of(*opened.value()->source, kind);
  if (!layout) return layout.error();
  return FigureLayout{std::move(layout).value(), opened.value()->source->info().name};
}

Result<std::vector<FigureLayout>> figure_layouts(SourceShelf& shelf, ViewMode view, const TargetArguments& arguments,
                                                 const std::string& with) {
  if (!with.empty() && view != ViewMode::Comparison)
    return bad_input(fmt::format("--with is for --view comparison, not for '{}'.", word_of(view)));
  const Result<Target> target = resolve_target(arguments);
  if (!target) return target.error();
  if (view == ViewMode::Comparison) return comparison(shelf, target.value(), arguments.device, with);
  if (target.value().is_file()) return file_parts(target.value(), view);
  if (view == ViewMode::Product) return product_parts(shelf, arguments.device, target.value().kind);
  Result<FigureLayout> part = layout_from(shelf, arguments.device, target.value().kind);
  return part ? Result<Parts>(Parts{std::move(part).value()}) : part.error();
}

}  // namespace tcviz
