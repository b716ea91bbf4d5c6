#include "gpu/smem/swizzle.hpp"

#include <algorithm>

namespace tcviz::inline gpu_smem {
namespace {

constexpr std::array<std::string_view, 4> names = {"none", "32b", "64b", "128b"};
constexpr std::array<std::string_view, 4> atom_names = {"16b", "32b", "32b_flip_8b", "64b"};

}  // namespace

std::string_view name_of(Swizzle swizzle) { return names[static_cast<std::size_t>(swizzle)]; }

std::optional<Swizzle> swizzle_named(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Swizzle>(found - names.begin());
}

std::string_view name_of(SwizzleAtom atom) { return atom_names[static_cast<std::size_t>(atom)]; }

std::optional<SwizzleAtom> swizzle_atom_named(std::string_view name) {
  const auto found = std::find(atom_names.begin(), atom_names.end(), name);
  if (found == atom_names.end()) return std::nullopt;
  return static_cast<SwizzleAtom>(found - atom_names.begin());
}

}  // namespace tcviz::inline gpu_smem
