#include "gpu/kernel/xray/propose/host_maps.hpp"

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/propose/host_frames.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t encode_arguments = 12;
constexpr std::size_t most_rank = 5;
constexpr std::int64_t largest_side_of_box = 256;

struct DataType {
  std::string_view name, format;
};
constexpr auto data_types = std::to_array<DataType>({{"BFLOAT16", "bf16"},
                                                     {"FLOAT16", "f16"},
                                                     {"FLOAT32", "f32"},
                                                     {"FLOAT32_FTZ", "f32"},
                                                     {"TFLOAT32", "tf32"},
                                                     {"TFLOAT32_FTZ", "tf32"},
                                                     {"FLOAT64", "f64"},
                                                     {"INT32", "s32"},
                                                     {"UINT32", "s32"}});
constexpr std::string_view data_type_prefix = "CU_TENSOR_MAP_DATA_TYPE_", swizzle_prefix = "CU_TENSOR_MAP_SWIZZLE_";

// Follows one map from the launch to its encoding.
class Search {
 public:
  Search(const HostText& text, const std::vector<HostFunction>& functions)
      : text_(text), functions_(functions), frames_(text, functions) {}

  std::optional<HostMap> argument(TokenRange range, const KnownValues& known) {
    return value(frames_.frame_around(range.begin, known), range, 0);
  }

 private:
  using Found = std::optional<HostMap>;

  std::string_view word(std::size_t at) const { return text_.token(at).text; }

  bool encodes(const HostCall& call) const {
    if (call.arguments.size() != encode_arguments) return false;
    if (call.name.find("ncodeTiled") != std::string_view::npos) return true;
    for (std::size_t at = call.whole.begin; at < call.whole.end; ++at)
      if (word(at).starts_with("CU_TENSOR_MAP_")) return true;
    return false;
  }

  // Follows an expression that is a map: a variable, or a call that returns one.
  Found value(const HostFrame& frame, TokenRange range, int hops) {
    if (hops > most_hops || range.begin >= range.end) return std::nullopt;
    for (std::size_t at = range.begin; at < range.end; ++at)
      if (const auto call = frames_.call_at(at))
        if (const HostFunction* const function = frames_.function_named(*call))
          if (Found found = returned(frames_.frame_of(*function, *call, frame), hops + 1)) return found;
    const std::string_view name = frames_.variable(range);
    return name.empty() ? std::nullopt : named(frame, name, hops + 1);
  }

  Found returned(const HostFrame& frame, int hops) {
    if (hops > most_hops) return std::nullopt;
    const TokenRange body = frames_.body_of(frame);
    for (std::size_t at = body.end; at-- > body.begin;) {
      if (frames_.is_spent()) return std::nullopt;
      if (word(at) != "return") continue;
      std::size_t end = at + 1;
      while (end < body.end && !is_sign(text_.token(end), ";")) ++end;
      if (Found found = value(frame, {at + 1, end}, hops + 1)) return found;
    }
    return std::nullopt;
  }

  Found named(const HostFrame& frame, std::string_view name, int hops) {
    if (hops > most_hops) return std::nullopt;
    if (Found found = set_in(frame, name, hops)) return found;
    if (const auto given = given_for(frame, name)) return value(*frame.caller, *given, hops + 1);
    if (frame.caller == nullptr)
      if (Found found = given_by_callers(frame, name, hops)) return found;
    return set_elsewhere(frame, name, hops);
  }

  // Looks for the code in the function that sets a variable.
  Found set_in(const HostFrame& frame, std::string_view name, int hops) {
    if (hops > most_hops) return std::nullopt;
    const TokenRange body = frames_.body_of(frame);
    for (std::size_t at = body.begin; at < body.end && !frames_.is_spent(); ++at) {
      if (!is_name(text_.token(at))) continue;
      if (word(at) == name) {
        if (Found found = assigned(frame, at, hops)) return found;
        continue;
      }
      if (const auto call = frames_.call_at(at))
        if (Found found = filled_by(frame, *call, name, hops)) return found;
    }
    return std::nullopt;
  }

  // `name = value`, `name = {value}`
  Found assigned(const HostFrame& frame, std::size_t name, int hops) {
    std::size_t at = name + 1;
    if (is_sign(text_.token(at), "[")) at = text_.behind(at);
    if (!is_sign(text_.token(at), "=")) return std::nullopt;
    std::size_t end = at + 1;
    while (end + 1 < text_.tokens().size() && !is_sign(text_.token(end), ";"))
      end = opens(text_.token(end)) ? std::max(end + 1, text_.behind(end)) : end + 1;
    return word(at + 1) == word(name) ? std::nullopt : value(frame, {at + 1, end}, hops + 1);
  }

  bool mentions(TokenRange range, std::string_view name) const {
    for (std::size_t at = range.begin; at < range.end; ++at)
      if (word(at) == name) return true;
    return false;
  }

  // Follows a call that fills a map through its argument.
  Found filled_by(const HostFrame& frame, const HostCall& call, std::string_view name, int hops) {
    for (std::size_t at = 0; at < call.arguments.size(); ++at) {
      if (!mentions(call.arguments[at], name)) continue;
      if (encodes(call)) return at == 0 ? Found(encoded(frame, call)) : std::nullopt;
      if (at == 0 && last_part(call.name).starts_with("cudaMemcpy") && call.arguments.size() > 2)
        return value(frame, call.arguments[1], hops + 1);
      const HostFunction* const function = frames_.function_named(call);
      if (function == nullptr || at >= function->parameters.size()) return std::nullopt;
      if (frame.function == function) return std::nullopt;
      const HostFrame inner = frames_.frame_of(*function, call, frame);
      return set_in(inner, function->parameters[at].name, hops + 1);
    }
    return std::nullopt;
  }

  // Looks at who calls the function whose parameter the map is.
  Found given_by_callers(const HostFrame& frame, std::string_view name, int hops) {
    if (frame.function == nullptr) return std::nullopt;
    const auto& parameters = frame.function->parameters;
    const auto found = std::ranges::find(parameters, name, &KernelParameter::name);
    if (found == parameters.end()) return std::nullopt;
    const auto place = static_cast<std::size_t>(found - parameters.begin());
    for (std::size_t at = 0; at + 1 < text_.tokens().size() && !frames_.is_spent(); ++at) {
      if (last_part(word(at)) != frame.function->name) continue;
      const auto call = frames_.call_at(at);
      if (!call || place >= call->arguments.size()) continue;
      const HostFrame outer = frames_.frame_around(at, frame.known);
      if (outer.function == nullptr || outer.function == frame.function) continue;
      if (Found map = value(outer, call->arguments[place], hops + 1)) return map;
    }
    return std::nullopt;
  }

  // Looks in all functions: any may set a variable outside of them, or a member.
  Found set_elsewhere(const HostFrame& frame, std::string_view name, int hops) {
    for (const HostFunction& one : functions_) {
      if (&one == frame.function) continue;
      const bool is_own = std::ranges::find(one.parameters, name, &KernelParameter::name) != one.parameters.end();
      HostFrame other;
      other.function = &one, other.known = frame.known;
      if (is_own || frames_.is_spent()) continue;
      if (Found found = set_in(other, name, std::max(hops, most_hops - 4))) return found;
    }
    return std::nullopt;
  }

  HostMap encoded(const HostFrame& frame, const HostCall& call) {
    HostMap map;
    map.at = call.whole.begin;
    map.array = std::string(frames_.pointer(frame, call.arguments[3], 0));
    const std::string_view type = frames_.literal(frame, call.arguments[1], data_type_prefix, 0);
    const auto row = std::ranges::find(data_types, type, &DataType::name);
    if (row != data_types.end()) map.format = row->format;
    const std::size_t count = rank(frame, call);
    if (count == 0) return map.open = "the rank", map;
    map.sizes = frames_.list(frame, call.arguments[4], count, 0);
    map.strides = frames_.list(frame, call.arguments[5], count - 1, 0);
    map.box = frames_.list(frame, call.arguments[6], count, 0);
    const std::vector<std::int64_t> steps = frames_.list(frame, call.arguments[7], count, 0);
    const auto is_open = [](std::int64_t side) { return side < 1; };
    const auto is_no_side = [](std::int64_t side) { return side < 1 || side > largest_side_of_box; };
    if (std::ranges::any_of(steps, [](std::int64_t step) { return step > 1; })) map.open = "a step between elements";
    if (std::ranges::any_of(map.sizes, is_open)) map.open = "a size of the array";
    if (std::ranges::any_of(map.box, is_no_side)) map.open = "the box";
    map.swizzle = swizzle(frame, call.arguments[9]);
    return map;
  }

  // Returns the number of dimensions; of `sizes.size()` that of the sizes; 0: it is not known.
  std::size_t rank(const HostFrame& frame, const HostCall& call) {
    if (const auto stated = text_.value(call.arguments[2], frame.known))
      return *stated >= 1 && *stated <= static_cast<std::int64_t>(most_rank) ? static_cast<std::size_t>(*stated) : 0;
    const std::vector<std::int64_t> sizes = frames_.list(frame, call.arguments[4], most_rank, 0);
    return static_cast<std::size_t>(std::ranges::find(sizes, -1) - sizes.begin());
  }

  // Returns the bytes of a swizzle; none of one that the code chooses.
  std::optional<int> swizzle(const HostFrame& frame, TokenRange range) {
    const std::string_view name =
        is_set_twice(range) ? std::string_view() : frames_.literal(frame, range, swizzle_prefix, 0);
    if (name.empty()) return std::nullopt;
    return name.starts_with("128B") ? 128 : name == "64B" ? 64 : name == "32B" ? 32 : 0;
  }
  bool is_set_twice(TokenRange range) const {
    return range.end == range.begin + 1 && text_.definitions(word(range.begin), range.begin).size() > 1;
  }

  const HostText& text_;
  const std::vector<HostFunction>& functions_;
  HostFrames frames_;
};

}  // namespace

HostMaps::HostMaps(const HostText& text) : text_(text), functions_(functions_in(text)) {}

std::optional<HostMap> HostMaps::map_of(TokenRange argument, const KnownValues& known) const {
  return Search(text_, functions_).argument(argument, known);
}

}  // namespace tcviz::inline gpu_xray
