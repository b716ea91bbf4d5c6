#include "gpu/kernel/xray/propose/map_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "gpu/kernel/xray/propose/host_maps.hpp"
#include "gpu/kernel/xray/propose/host_types.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::int64_t largest_side = 1 << 20, largest_array = std::int64_t{1} << 28;

constexpr std::string_view how = "write its array and box, such as tma(A=f16[m:64,k:128],box=64x64,swizzle=128)";

// Returns the bytes of an element of this format.
int bytes_of_format(std::string_view format) {
  if (format == "tf32") return 4;
  const auto found = std::ranges::find(host_types, format, &HostType::format);
  return found == host_types.end() ? 2 : found->bytes;
}

// Returns the format of a product's factors, "bf16"; empty: the kernel has no product of matrices.
std::string_view format_of_factors(const PtxFunction& entry) {
  constexpr auto formats = std::to_array<std::string_view>({"bf16", "f16", "tf32", "e4m3", "e5m2", "s8", "u8"});
  for (const PtxLine& line : entry.instructions) {
    if (!line.opcode.starts_with("mma.") && !line.opcode.starts_with("wgmma.mma")) continue;
    std::string_view rest = line.opcode;
    while (!rest.empty()) {
      const std::size_t dot = std::min(rest.rfind('.'), rest.size());
      const std::string_view last = rest.substr(std::min(dot + 1, rest.size()));
      const bool is_sum = rest.substr(0, dot).ends_with(".f16");  // of f16.f16.f16.f16 any is as good
      if (const auto found = std::ranges::find(formats, last); found != formats.end() && (last != "f16" || is_sum))
        return *found;
      rest = rest.substr(0, dot == rest.size() ? 0 : dot);
    }
  }
  return {};
}

class Maps {
 public:
  Maps(const KernelFacts& facts, const KernelCall* call, std::string_view factors)
      : facts_(facts), call_(call), factors_(factors), host_(facts.text), names_(dimension_names(facts.sizes)) {}

  std::vector<MapArgument> find() {
    std::vector<MapArgument> found(facts_.parameters.size());
    for (std::size_t at = 0; at < found.size(); ++at)
      if (facts_.parameters[at].is_map) found[at] = argument(at);
    return found;
  }

 private:
  MapArgument argument(std::size_t at) {
    std::optional<HostMap> map;
    if (call_ != nullptr && at < call_->arguments.size()) map = host_.map_of(call_->arguments[at], facts_.known);
    if (!map) return guessed(at);
    if (map->format.empty()) map->format = format_of(at);
    const std::string open = what_is_open(*map);
    if (!open.empty())
      return {"", fmt::format("{} is not known of {}: {}", open, facts_.text.quote({map->at, map->at + 1}), how),
              map->at};
    return {text_of(at, *map, names_of(at, *map)), facts_.text.quote({map->at, map->at + 1}), map->at};
  }

  static std::string what_is_open(const HostMap& map) {
    if (!map.open.empty()) return map.open;
    std::int64_t all = 1;
    for (const std::int64_t size : map.sizes) {
      if (size > largest_side) return "a size of the array";
      all *= size;
      if (all > largest_array) return "a size of the array";
    }
    return has_own_order(map) ? "an array in that order" : "";
  }
  // True if the lines of an array lie within each other, or have gaps in more than one dimension.
  static bool has_own_order(const HostMap& map) {
    const int bytes = bytes_of_format(map.format);
    std::int64_t apart = bytes * map.sizes[0];
    if (map.strides.size() == 1) return map.strides[0] > 0 && (map.strides[0] < apart || map.strides[0] % bytes != 0);
    for (std::size_t at = 0; at < map.strides.size(); ++at) {
      if (map.strides[at] > 0 && map.strides[at] != apart && map.sizes[at + 1] > 1) return true;
      apart *= map.sizes[at + 1];
    }
    return false;
  }

  std::string format_of(std::size_t at) const {
    const HostType* const type = host_type(facts_.parameters[at].type);
    if (type != nullptr && !type->format.empty()) return std::string(type->format);
    return factors_.empty() ? "f16" : std::string(factors_);
  }

  // Returns the name of each dimension: of the size that it grows with, or a letter of its own for each constant.
  std::vector<std::string> names_of(std::size_t at, const HostMap& map) {
    std::vector<std::string> names(map.sizes.size());
    for (const KernelSize& size : facts_.sizes) {
      if (!size.is_parameter && !size.is_host) continue;
      KnownValues other = facts_.known;
      put_size(facts_.text, facts_.kernel, call_, size, 2 * size.value, other);
      const auto grown = host_.map_of(call_->arguments[at], other);
      if (!grown || grown->sizes.size() != map.sizes.size()) continue;
      for (std::size_t n = 0; n < names.size(); ++n)
        if (names[n].empty() && grown->sizes[n] != map.sizes[n])
          if (const std::string name = name_for(size, map.sizes[n]); std::ranges::find(names, name) == names.end())
            names[n] = name;
    }
    for (std::size_t n = 0; n < names.size(); ++n)
      if (names[n].empty()) names[n] = name_for(map.sizes[n], names);
    return names;
  }
  std::string name_of(const KernelSize& size) const {
    return size.letter != 0 ? std::string(1, size.letter)
                            : names_[static_cast<std::size_t>(&size - facts_.sizes.data())];
  }
  // Returns the name of a dimension that grows with a size; a part of it has another one, as one name has one size.
  std::string name_for(const KernelSize& size, std::int64_t value) const {
    return value == size.value ? name_of(size) : fmt::format("{}{}", name_of(size), value);
  }
  std::string name_for(std::int64_t value, const std::vector<std::string>& taken) const {
    for (const KernelSize& size : facts_.sizes)
      if (size.value == value && std::ranges::find(taken, name_of(size)) == taken.end()) return name_of(size);
    for (const char* prefix : {"d", "e", "f", "g", "h"})
      if (const std::string name = fmt::format("{}{}", prefix, value); std::ranges::find(taken, name) == taken.end())
        return name;
    return free_name(taken, "i");
  }

  std::string text_of(std::size_t at, const HostMap& map, const std::vector<std::string>& names) {
    std::string array = pointer_given(map.array);
    if (array.empty()) array = declared(at, map, names);
    const int width = map.swizzle.value_or(width_of_box(map));
    const std::string swizzle = width > 0 ? fmt::format(",swizzle={}", width) : "";
    return fmt::format("tma({},box={}{})", array, fmt::join(map.box, "x"), swizzle);
  }
  // Returns the swizzle that the lines of a box have room for, as code that chooses one does.
  static int width_of_box(const HostMap& map) {
    const std::int64_t line = map.box[0] * bytes_of_format(map.format);
    return line == 32 || line == 64 || line == 128 ? static_cast<int>(line) : 0;
  }
  // Returns the declaration of a map's array, or its name if another map has declared it.
  std::string declared(std::size_t at, const HostMap& map, const std::vector<std::string>& names) {
    const std::string& pointer = map.array.empty() ? facts_.parameters[at].name : map.array;
    if (const auto found = declared_.find(pointer); found != declared_.end()) return found->second;
    const std::string& array = declared_[pointer] = name_of_array(at, pointer);
    std::vector<std::string> dimensions;
    for (std::size_t n = names.size(); n-- > 0;) dimensions.push_back(fmt::format("{}:{}", names[n], map.sizes[n]));
    return fmt::format("{}={}{}[{}]{}", array, role(at), map.format, fmt::join(dimensions, ","), pitch(map));
  }
  // Returns a name that neither an array of another map nor another parameter has.
  std::string name_of_array(std::size_t at, const std::string& pointer) const {
    std::vector<std::string> taken;
    for (const auto& [other, name] : declared_) taken.push_back(name);
    for (const ParameterFacts& one : facts_.parameters)
      if (!one.is_map && !one.is_whole) taken.push_back(one.shown);
    const std::string word(last_part(member_name(pointer)));
    if (std::ranges::find(taken, word) == taken.end()) return word;
    return free_name(taken, pointer == facts_.parameters[at].name ? facts_.parameters[at].shown : one_word(pointer));
  }
  std::string_view role(std::size_t at) const {
    const PointerUse& use = facts_.parameters[at].use;
    return !use.written ? "" : use.read ? "inout " : "out ";
  }
  static std::string pitch(const HostMap& map) {
    if (map.strides.size() != 1 || map.strides[0] < 1) return {};
    const std::int64_t elements = map.strides[0] / bytes_of_format(map.format);
    return elements > map.sizes[0] ? fmt::format("@{}", elements) : std::string();
  }
  // Returns the name of the kernel's parameter that is given the same pointer; empty: none is.
  std::string pointer_given(const std::string& pointer) const {
    if (call_ == nullptr || pointer.empty()) return {};
    for (std::size_t at = 0; at < std::min(call_->arguments.size(), facts_.parameters.size()); ++at) {
      const TokenRange argument = call_->arguments[at];
      if (facts_.parameters[at].is_pointer && argument.end == argument.begin + 1 &&
          facts_.text.token(argument.begin).text == pointer)
        return facts_.parameters[at].shown;
    }
    return {};
  }

  // Proposes a map that no code encodes: the sizes of a product by the letter that ends its name, a box of its tiles.
  MapArgument guessed(std::size_t at) {
    const std::string unknown = fmt::format("a tensor map that no host code here encodes: {}", how);
    const std::string name = plain_name(member_name(facts_.parameters[at].name));
    const bool is_output = facts_.parameters[at].use.written;
    const std::string_view letters = is_output                               ? "mn"
                                     : name.ends_with('a') || name == "amap" ? "mk"
                                     : name.ends_with('b') || name == "bmap" ? "nk"
                                                                             : "";
    if (letters.empty()) return {"", unknown, 0};
    HostMap map;
    std::vector<std::string> names;
    for (const char letter : {letters[1], letters[0]}) {
      const auto size = std::ranges::find(facts_.sizes, letter, &KernelSize::letter);
      const auto tile = tile_named(facts_.text, facts_.kernel, facts_.known, letter);
      if (size == facts_.sizes.end() || !tile || *tile > 256) return {"", unknown, 0};
      map.sizes.push_back(size->value), map.box.push_back(*tile), names.emplace_back(1, letter);
    }
    map.array = facts_.parameters[at].name;
    map.format = format_of(at);
    return {text_of(at, map, names), "no host code here encodes it: a box of the tiles that the source names", 0};
  }

  const KernelFacts& facts_;
  const KernelCall* call_;
  std::string_view factors_;
  HostMaps host_;
  std::vector<std::string> names_;                            // of dimensions, for each size
  std::map<std::string, std::string, std::less<>> declared_;  // names of arrays, by their pointers
};

}  // namespace

std::vector<MapArgument> maps_of(const KernelFacts& facts, const KernelCall* call, const PtxFunction& entry) {
  return Maps(facts, call, format_of_factors(entry)).find();
}

}  // namespace tcviz::inline gpu_xray
