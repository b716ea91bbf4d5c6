#include "gpu/language/formula/linear_text.hpp"

namespace tcviz::inline gpu_formula {
namespace {

// Writes (input >> bit & 1) * image.
void write_basis(const BasisImage& basis, std::uint32_t image, AsC& to) {
  if (!basis.input.empty()) {
    to.sign("(", basis.range);
    to.name(basis.input, basis.range);
    to.sign(">>", basis.range);
    to.number(static_cast<std::uint32_t>(basis.bit), basis.range);
    to.sign("&", basis.range);
    to.number(1, basis.range);
    to.sign(")", basis.range);
    to.sign("*", basis.range);
  }
  to.number(image, basis.range);
}

}  // namespace

void write_linear(const std::pmr::vector<BasisImage>& images, std::span<const std::string_view> results,
                  TextRange whole, AsC& to) {
  for (std::size_t part = 0; part < results.size(); ++part) {
    to.name(results[part], whole);
    to.sign("=", whole);
    bool first = true;
    for (const BasisImage& basis : images) {
      if (basis.image[part] == 0) continue;
      if (!first) to.sign("^", basis.range);
      write_basis(basis, basis.image[part], to);
      first = false;
    }
    if (first) to.number(0, whole);
    to.sign(";", whole);
  }
  to.end({whole.end, whole.end});
}

}  // namespace tcviz::inline gpu_formula
