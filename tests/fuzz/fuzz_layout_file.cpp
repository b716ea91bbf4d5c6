// Any bytes as a layout file: refused with a message, or layouts that come back the same from what we write of them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "gpu/layout/gf2.hpp"
#include "gpu/layout/layout_file.hpp"

namespace {

using namespace tcviz;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void require_round_trip(const std::vector<Layout>& layouts) {
  const auto again = parse_layouts(to_json(layouts));
  require(again.ok(), "what was written is read");
  require(again.value().size() == layouts.size(), "as many layouts are read as were written");
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    require(again.value()[i].kind() == layouts[i].kind(), "the kind comes back");
    require(again.value()[i].same_map(layouts[i]), "the map comes back");
    require(again.value()[i].provenance() == layouts[i].provenance(), "the provenance comes back");
  }
}

void require_owners(const Layout& layout) {
  std::size_t owners = 0;
  for (int row = 0; row < layout.rows(); ++row)
    for (int col = 0; col < layout.cols(); ++col) {
      require(!layout.owner_slots({row, col}).empty(), "every element has an owner");
      for (const Slot slot : layout.owners({row, col}))
        require(layout.element(slot) == Element{row, col}, "owners own");
      owners += layout.owner_slots({row, col}).size();
    }
  std::size_t held = 0;
  for (const std::int32_t element : layout.map()) held += element != no_element;
  require(owners == held, "every slot that holds an element is an owner");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto layouts = parse_layouts({reinterpret_cast<const char*>(data), size});
  if (!layouts) {
    require(!layouts.error().message.empty(), "a refusal says why");
    return 0;
  }
  require_round_trip(layouts.value());
  for (const Layout& layout : layouts.value()) {
    require_owners(layout);
    const Linearity bits = extract_bits(layout);
    require(bits.matrix.has_value() == bits.reason.empty(), "a matrix or a reason");
  }
  return 0;
}
