// Any bytes as a figure: refused with a message, or layouts whose own figure is read back as the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/export/export.hpp"

namespace {

using namespace tcviz;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void require_round_trip(const Layout& layout) {
  const auto again = layouts_in_text(to_svg(layout, {}));
  require(again.ok(), "a figure that was written is read");
  require(again.value().size() == 1, "a figure holds one layout");
  require(again.value()[0].kind() == layout.kind(), "the kind comes back");
  require(again.value()[0].same_map(layout), "the map comes back");
  require(again.value()[0].provenance() == layout.provenance(), "the provenance comes back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto layouts = layouts_in_text({reinterpret_cast<const char*>(data), size});
  if (!layouts) {
    require(!layouts.error().message.empty(), "a refusal says why");
    return 0;
  }
  for (const Layout& layout : layouts.value()) {
    if (layout.slots() > 512) continue;  // drawing large ones takes the time of a thousand other inputs
    require_round_trip(layout);
    require(!to_text(layout, {.color = true}).empty(), "text is written");
    require(!to_csv(layout).empty() && !to_markdown(layout).empty(), "tables are written");
  }
  return 0;
}
