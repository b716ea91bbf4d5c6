#include "tests/assets/assets.hpp"

#include <cstdlib>
#include <iostream>

#include "embedded/test_layouts.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

[[noreturn]] void give_up(std::string_view name, std::string_view why) {
  std::cerr << name << ", which was built into this program: " << why << "\n";
  std::exit(2);
}

}  // namespace

std::optional<std::string_view> find_asset(std::string_view name) {
  for (const embedded::File& file : embedded::test_layouts())
    if (file.name == name) return file.bytes;
  return std::nullopt;
}

std::string_view asset(std::string_view name) {
  const auto text = find_asset(name);
  if (!text) give_up(name, "there is no such file in assets/layouts");
  return *text;
}

std::vector<Layout> layouts_of_asset(std::string_view name) {
  auto layouts = parse_layouts(asset(name));
  if (!layouts) give_up(name, layouts.error().message);
  std::vector<Layout> wmma;
  for (Layout& layout : layouts.value()) {
    if (layout.kind().starts_with("wmma.")) wmma.push_back(std::move(layout));
  }
  return wmma;
}

}  // namespace tcviz
