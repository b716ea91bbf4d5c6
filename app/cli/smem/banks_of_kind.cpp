#include "app/cli/smem/banks_of_kind.hpp"

#include <fmt/format.h>

#include "app/cli/kit/one_layout.hpp"

namespace tcviz::inline app_cli {
namespace {

Result<Major> major_of(const std::string& id) {
  const Result<ImageId> read = read_image_id(id);
  TCVIZ_TRY(read);
  return read.value().major;
}

Status check_place(const OperandImage& image, const std::string& id, Element e, const std::string& kind) {
  if (e.row < image.rows && e.col < image.cols) return Nothing{};
  return bad_input(fmt::format("{} does not fit into {} with {} rows and {} columns: it needs row {} and k {}.", kind,
                               id, image.rows, image.cols, e.row, e.col));
}

}  // namespace

Result<KindAccess> access_of_kind(const std::string& kind, const std::string& id, const ImageOptions& image,
                                  const std::string& device, Context& context) {
  const Result<OneLayout> one = one_layout({kind, {}, device, "banks"}, context);
  TCVIZ_TRY(one);
  const Layout& layout = one.value().layout;
  const std::string named = id.empty() ? fmt::format("smem.128b.k.b{}", layout.element_bits()) : id;
  const Result<Major> major = major_of(named);
  TCVIZ_TRY(major);
  const Result<OperandImage> tile = read_image(named, image);
  TCVIZ_TRY(tile);
  TCVIZ_TRY(check_inside(tile.value()));
  if (tile.value().element_bits != layout.element_bits())
    return bad_input(fmt::format("{} has elements of {} bits, and {} of {}.", layout.kind(), layout.element_bits(),
                                 named, tile.value().element_bits));
  Result<LdmatrixAccess> load = ldmatrix_of(layout, major.value());
  TCVIZ_TRY(load);
  KindAccess access{std::move(load).value(), {}, {}};
  for (std::size_t lane = 0; lane < access.addresses.size(); ++lane) {
    const Element e = access.load.first.at(lane);
    TCVIZ_TRY(check_place(tile.value(), named, e, layout.kind()));
    access.addresses.at(lane) = tile.value().address(e.row, e.col);
  }
  access.about = fmt::format("{} of {} from {}: each lane gives the address of row {}, k {}\n",
                             access.load.access->name, layout.kind(), named, access.load.row, access.load.col);
  return access;
}

}  // namespace tcviz::inline app_cli
