#include "app/ui/operations/way_on.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "gpu/layout/product.hpp"

namespace tcviz::inline app_ui {
namespace {

std::string kind_instead(const Operation& operation, const std::string& id) {
  std::vector<std::string> kinds;
  if (const std::optional<Product> product = product_of(id)) kinds.push_back(product->accumulator);
  kinds.insert(kinds.end(), {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f16"});
  const auto found = std::ranges::find_if(kinds, [&](const std::string& kind) {
    return find_kind(kind) != nullptr && !why_not(operation, *find_kind(kind));
  });
  return found == kinds.end() ? std::string() : *found;
}

}  // namespace

std::optional<WayOn> way_on(const Operation& operation, const std::string& id) {
  const Kind* const kind = find_kind(id);
  const std::optional<std::string> reason =
      kind != nullptr ? why_not(operation, *kind) : std::optional<std::string>("no kind of the catalogue");
  if (!reason) return std::nullopt;
  const std::string instead = kind_instead(operation, id);
  return WayOn{*reason, fmt::format("{} does not fit {}: {}.", operation.title, id, *reason),
               fmt::format("Show {}", instead), instead};
}

void draw_way_on(const Ui& ui, const WayOn& way) {
  wrapped(ui, ui.colors.text, way.sentence);
  if (way.kind.empty()) return;
  if (ImGui::Button(way.button.c_str())) ui.push(ChooseKind{way.kind});
  explain(ui, "The same operation on a kind that it fits.");
}

}  // namespace tcviz::inline app_ui
