#include "app/ui/operations/way_on.hpp"

#include <algorithm>
#include <optional>
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
  const auto fits = [&](const std::string& kind) {
    return find_kind(kind) != nullptr && !why_not(operation, *find_kind(kind));
  };
  return *std::ranges::find_if(kinds, fits);
}

}  // namespace

void draw_way_on(const Ui& ui, const Operation& operation, const std::string& reason) {
  const std::string instead = kind_instead(operation, ui.document.kind);
  wrapped(ui, ui.colors.text, fmt::format("{} does not fit {}: {}.", operation.title, ui.document.kind, reason));
  if (ImGui::Button(fmt::format("Show {}", instead).c_str())) ui.push(ChooseKind{instead});
  explain(ui, "The same operation on a kind that it fits.");
}

}  // namespace tcviz::inline app_ui
