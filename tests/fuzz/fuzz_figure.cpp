// Any bytes as a figure: refused with a message, or layouts whose own figures, in every format, are read back as the
// same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/export/figure/figure.hpp"

namespace {

using namespace tcviz;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void require_same(const Layout& got, const Layout& wanted) {
  require(got.kind() == wanted.kind(), "the kind comes back");
  require(got.same_map(wanted), "the map comes back");
  require(got.provenance() == wanted.provenance(), "the provenance comes back");
}

void require_round_trip(const Figure& figure) {
  const auto bytes = write_figure(figure);
  if (!bytes) {
    require(row_of(figure.format).picture, "only pictures are refused");
    return;
  }
  const auto again = figure_in_text(bytes.value());
  require(again.ok(), "a figure that was written is read");
  require(again.value().size() == 1, "a figure holds one layout");
  require_same(again.value()[0].layout, figure.layouts[0].layout);
  require(figure.format == FigureFormat::Json || again.value()[0].source == figure.layouts[0].source,
          "the source comes back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parts = figure_in_text({reinterpret_cast<const char*>(data), size});
  if (!parts) {
    require(!parts.error().message.empty(), "a refusal says why");
    return 0;
  }
  for (const FigureLayout& part : parts.value()) {
    if (part.layout.slots() > 512) continue;  // drawing large ones takes the time of a thousand other inputs
    Figure figure;
    figure.layouts.push_back(part);
    for (const FormatRow& row : figure_formats()) {
      const bool slow = row.format == FigureFormat::Png || row.format == FigureFormat::Pdf;
      if (slow && part.layout.slots() > 16) continue;
      figure.format = row.format;
      require_round_trip(figure);
    }
  }
  return 0;
}
