#include "gpu/kernel/xray/verdict/path_walk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/label/packed_bits.hpp"
#include "gpu/kernel/xray/verdict/arrays.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_hops = 100;
constexpr std::size_t none = SIZE_MAX;

const MemoryRegion* region_of(const XrayMemory& memory, const std::string& name) {
  for (const auto& region : memory.regions())
    if (region->array >= 0 && region->name == name) return region.get();
  return nullptr;
}

// Returns the place of an element in its array, in elements.
std::int64_t place_of(const XrayArray& array, const std::vector<std::int64_t>& indices) {
  for (std::int64_t place = 0; place < array.elements(); ++place)
    if (const auto found = array.indices(place); found && *found == indices) return place;
  return 0;
}

class PathWalk {
 public:
  PathWalk(Machine& machine, const PathLog& log) : machine_(machine), log_(log) {
    for (std::size_t at = 0; at < log.entries.size(); ++at) {
      const PathEntry& entry = log.entries[at];
      if (entry.kind == PathEntry::Kind::Register)
        registers_[register_key(entry.warp, entry.lane, entry.reg)].push_back(at);
      if (entry.kind == PathEntry::Kind::Write) writes_[{entry.in_shared, entry.address}].push_back(at);
      at_step_[entry.step].push_back(at);
    }
  }

  FoundPath back_from(std::uint64_t address) {
    FoundPath found;
    const PathProduct* const product = follow(written_before(false, address, INT64_MAX, 0), PathHop::Part::Element);
    if (product != nullptr) {
      found.multiplied = {product->a.label, product->b.label};
      follow_side(*product, product->a, PathHop::Part::Left);
      follow_side(*product, product->b, PathHop::Part::Right);
    }
    found.hops = std::move(hops_);
    return found;
  }

  FoundPath on(Label element) {
    std::map<std::int32_t, std::size_t> known;
    for (std::size_t at = 0; at < log_.entries.size() && hops_.size() < most_hops; ++at) {
      const PathEntry& entry = log_.entries[at];
      if (!holds_element(machine_.labels, entry.label, element) && label_bytes_differ(entry.label, element)) continue;
      if (entry.kind == PathEntry::Kind::Read && step_of(entry).name != "cp") continue;
      const auto [same, is_new] = known.try_emplace(entry.instruction, hops_.size());
      if (is_new)
        hops_.push_back(hop_of(at, PathHop::Part::Element));
      else
        ++hops_[same->second].count;
    }
    FoundPath found;
    found.hops = std::move(hops_);
    return found;
  }

 private:
  static std::uint64_t register_key(int warp, int lane, std::int32_t reg) {
    return (static_cast<std::uint64_t>(warp) << 40) | (static_cast<std::uint64_t>(lane) << 32) |
           static_cast<std::uint32_t>(reg);
  }

  bool label_bytes_differ(Label label, Label element) const {
    return LabelSpace::coordinates(label) != LabelSpace::coordinates(element) ||
           machine_.labels.shape(label).arrays != machine_.labels.shape(element).arrays;
  }

  const XrayStep& step_of(const PathEntry& entry) const { return machine_.program.steps[entry.instruction]; }

  // Returns the entry of the last step before: a register may hold two values, of which `wanted` is the better one.
  std::size_t last_before(const std::vector<std::size_t>& among, std::int64_t step, Label wanted) const {
    std::size_t found = none;
    for (std::size_t at = among.size(); at > 0; --at) {
      const PathEntry& entry = log_.entries[among[at - 1]];
      if (entry.step >= step) continue;
      if (found != none && log_.entries[found].step != entry.step) break;
      if (found == none || is_better(among[at - 1], found, wanted)) found = among[at - 1];
    }
    return found;
  }

  std::size_t register_before(int warp, int lane, std::int32_t reg, std::int64_t step, Label wanted) const {
    const auto found = registers_.find(register_key(warp, lane, reg));
    return found == registers_.end() ? none : last_before(found->second, step, wanted);
  }

  std::size_t written_before(bool in_shared, std::uint64_t address, std::int64_t step, Label wanted) const {
    const auto found = writes_.find({in_shared, address});
    return found == writes_.end() ? none : last_before(found->second, step, wanted);
  }

  std::string place(const PathEntry& entry) const {
    if (entry.in_shared) return fmt::format("byte {} of shared memory, bank {}", entry.address, entry.address / 4 % 32);
    const MemoryRegion* const region = machine_.memory.nearest(entry.address);
    return region == nullptr ? std::string() : fmt::format("byte {} of {}", entry.address - region->base, region->name);
  }

  PathHop hop_of(std::size_t at, PathHop::Part part) const {
    const PathEntry& entry = log_.entries[at];
    PathHop hop;
    hop.part = part;
    hop.step = entry.step;
    hop.line = machine_.program.source_line(entry.instruction);
    hop.ptx_line = step_of(entry).line->ptx_line;
    hop.warp = entry.warp, hop.lane = entry.lane;
    hop.opcode = step_of(entry).line->opcode;
    hop.value = machine_.labels.describe(entry.label);
    if (entry.kind == PathEntry::Kind::Register) hop.register_name = machine_.program.register_name(entry.reg);
    if (entry.kind == PathEntry::Kind::Write) hop.to = place(entry);
    if (entry.kind == PathEntry::Kind::Read) hop.from = place(entry);
    return hop;
  }

  // Adds a hop; the turns of a loop, unrolled or not, are one.
  void add(PathHop hop) {
    if (!hops_.empty()) {
      PathHop& last = hops_.back();
      const bool same_line = hop.line > 0 ? hop.line == last.line : hop.ptx_line == last.ptx_line;
      if (same_line && hop.opcode == last.opcode && hop.part == last.part && hop.to.empty() && last.to.empty()) {
        ++last.count;
        last.step = hop.step;
        return;
      }
    }
    if (hops_.size() < most_hops) hops_.push_back(std::move(hop));
  }

  bool is_better(std::size_t candidate, std::size_t known, Label wanted) const {
    if (known == none) return true;
    const Label a = log_.entries[candidate].label, b = log_.entries[known].label;
    if ((a == wanted) != (b == wanted)) return a == wanted;
    const auto same_place = [&](Label label) {
      return LabelSpace::coordinates(label) == LabelSpace::coordinates(wanted);
    };
    if (same_place(a) != same_place(b)) return same_place(a);
    const auto arrays = [&](Label label) { return std::popcount(machine_.labels.shape(label).arrays); };
    return arrays(a) > arrays(b);
  }

  // Returns the register from which the entry was made.
  std::size_t register_source(const PathEntry& entry) const {
    const XrayStep& step = step_of(entry);
    const bool any_lane = step.collective && step.name != "mma" && step.name != "wgmma";
    std::size_t best = none;
    for (std::size_t argument = step.has_result ? 1 : 0; argument < step.arguments.size(); ++argument)
      for (const std::int32_t reg : machine_.program.registers(step.arguments[argument]))
        for (int lane = any_lane ? 0 : entry.lane; lane < (any_lane ? lanes_of_warp : entry.lane + 1); ++lane) {
          const std::size_t at = register_before(entry.warp, lane, reg, entry.step, entry.label);
          if (at == none || (any_lane && log_.entries[at].label != entry.label)) continue;
          if (is_better(at, best, entry.label)) best = at;
        }
    return best;
  }

  // Returns the read of the same instruction.
  std::size_t read_source(const PathEntry& entry) const {
    const auto found = at_step_.find(entry.step);
    for (const std::size_t at : found->second) {
      const PathEntry& other = log_.entries[at];
      if (other.kind != PathEntry::Kind::Read || other.warp != entry.warp) continue;
      if (other.label == entry.label && (step_of(entry).collective || other.lane == entry.lane)) return at;
    }
    return none;
  }

  // Returns, for a copy that was waited for, the instruction that started it.
  std::size_t copy_source(const PathEntry& entry, std::size_t before) const {
    if (entry.kind != PathEntry::Kind::Write || !entry.in_shared) return none;
    for (std::size_t at = before; at > 0; --at) {
      const PathEntry& other = log_.entries[at - 1];
      if (other.kind == PathEntry::Kind::Read && other.label == entry.label && !other.in_shared &&
          step_of(other).name == "cp")
        return at - 1;
    }
    return none;
  }

  const PathProduct* product_of(const PathEntry& entry) const {
    for (const PathProduct& product : log_.products)
      if (product.step == entry.step && product.warp == entry.warp && product.lane == entry.lane &&
          product.reg == entry.reg)
        return &product;
    return nullptr;
  }

  // Follows an entry to an array of the launch, or to a product that began it.
  const PathProduct* follow(std::size_t at, PathHop::Part part) {
    while (at != none && hops_.size() < most_hops) {
      const PathEntry& entry = log_.entries[at];
      PathHop hop = hop_of(at, part);
      const PathProduct* const product = entry.kind == PathEntry::Kind::Register ? product_of(entry) : nullptr;
      std::size_t next = register_source(entry);
      if (product != nullptr && next != none && !goes_on(entry, next)) next = none;
      if (next != none && entry.kind == PathEntry::Kind::Write) {
        hop.register_name = machine_.program.register_name(log_.entries[next].reg);
      } else if (next == none && product == nullptr) {
        std::size_t read = read_source(entry);
        if (read == none) {
          read = copy_source(entry, at);
          if (read != none) {
            add(std::move(hop));
            hop = hop_of(read, part);
          }
        }
        if (read == none) {
          add(std::move(hop));
          return nullptr;
        }
        const PathEntry& from = log_.entries[read];
        hop.from = place(from);
        next = written_before(from.in_shared, from.address, from.step, from.label);
      }
      add(std::move(hop));
      if (next == none) return product;
      at = next;
    }
    return nullptr;
  }

  // True if the way goes on: a wrong sum goes back to the product that made it wrong, a right one to its first product.
  bool goes_on(const PathEntry& entry, std::size_t next) const {
    const LabelSpace& labels = machine_.labels;
    const Label before = log_.entries[next].label;
    const XrayStep& step = step_of(entry);
    const auto added = machine_.program.registers(step.arguments[step.name == "mma" || step.name == "wmma" ? 3 : 0]);
    if (std::ranges::find(added, log_.entries[next].reg) == added.end()) return false;
    return (labels.shape(entry.label).finding >= 0) == (labels.shape(before).finding >= 0);
  }

  void follow_side(const PathProduct& product, const PathProduct::Side& side, PathHop::Part part) {
    std::size_t start = none;
    if (side.reg < 0) {
      follow(written_before(true, side.address, product.step, side.label), part);
      return;
    }
    const auto found = registers_.find(register_key(side.warp, side.lane, side.reg));
    if (found == registers_.end()) return;
    for (const std::size_t at : found->second)
      if (log_.entries[at].step < product.step && holds_element(machine_.labels, log_.entries[at].label, side.label))
        start = at;
    follow(start, part);
  }

  Machine& machine_;
  const PathLog& log_;
  std::vector<PathHop> hops_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> registers_;
  std::map<std::pair<bool, std::uint64_t>, std::vector<std::size_t>> writes_;
  std::unordered_map<std::int64_t, std::vector<std::size_t>> at_step_;
};

}  // namespace

std::vector<std::pair<int, std::int64_t>> points_of(const PathWish& wish, const XrayLaunch& launch,
                                                    const LabelSpace& labels) {
  std::vector<std::pair<int, std::int64_t>> points;
  const XrayArray* const array = launch.array_named(wish.array);
  for (std::size_t at = 0; at < array->dimensions.size(); ++at)
    points.emplace_back(dimension_number(labels, array->dimensions[at].name), wish.indices[at]);
  return points;
}

Label label_of_wish(const PathWish& wish, const XrayLaunch& launch, const XrayMemory& memory, LabelSpace& labels) {
  const XrayArray* const array = launch.array_named(wish.array);
  const MemoryRegion* const region = region_of(memory, wish.array);
  if (array == nullptr || region == nullptr || array->role != ArrayRole::In) return 0;
  const std::int64_t place = place_of(*array, wish.indices);
  if (!is_packed(array->type)) return region->elements[static_cast<std::size_t>(place)];
  const std::int64_t bit = place * element_bits(array->type);
  std::array<BitCode, 8> bits;
  put_bits_of(labels, code_of(region->elements[static_cast<std::size_t>(bit / 8)], 0), bits);
  return bits[static_cast<std::size_t>(bit % 8)].of;
}

FoundPath walk_back(Machine& machine, const PathLog& log, const PathWish& wish) {
  const XrayArray* const array = machine.launch.array_named(wish.array);
  const MemoryRegion* const region = region_of(machine.memory, wish.array);
  if (array == nullptr || region == nullptr) return {};
  return PathWalk(machine, log)
      .back_from(region->base +
                 static_cast<std::uint64_t>(place_of(*array, wish.indices) * element_bits(array->type) / 8));
}

FoundPath walk_on(Machine& machine, const PathLog& log, Label element) { return PathWalk(machine, log).on(element); }

}  // namespace tcviz::inline gpu_xray
