#include "gpu/prove/sweep_cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu/prove/bank_patterns.hpp"
#include "gpu/prove/random_numbers.hpp"

namespace tcviz::inline gpu_prove {
namespace {

constexpr int n_of_products = 128;
// A start that every swizzle begins at, some inside its rows, and some between its rows.
constexpr std::int64_t plain_start = 0x4000;
constexpr std::array<std::int64_t, 6> starts = {plain_start, 0x4010, 0x4020, 0x4080, 0x4100, 0x4400};
constexpr std::array<Strides, 5> strides = {{{16, 1024}, {0, 1024}, {4096, 512}, {512, 4096}, {128, 256}}};

std::vector<OperandUse> uses_of(std::string_view type, bool sparse) {
  std::vector<OperandUse> uses;
  for (const bool is_a : {true, false})
    for (const Major major : {Major::K, Major::MN})
      if (major == Major::K || bits_of_type(type) == 16) uses.push_back({type, is_a, major, n_of_products, sparse});
  return uses;
}

// Adds the starts with strides: an address between the rows of a swizzle with all strides, and the plain one too.
void add_starts(std::vector<Descriptor>& all, Swizzle swizzle) {
  for (const std::int64_t start : starts)
    for (const Strides& stride : strides) {
      const bool few = &stride != &strides[0] && &stride != &strides[2];
      if (few && start != plain_start && start != 0x4080) continue;
      all.push_back({start, stride.lbo, stride.sbo, 0, swizzle});
      if (start != plain_start && start != 0x4400) all.push_back({start, stride.lbo, stride.sbo, 1, swizzle});
    }
}

void add_base_offsets(std::vector<Descriptor>& all, Swizzle swizzle) {
  for (int base = 1; base < 8; ++base)
    for (const std::int64_t start : {plain_start, plain_start + 128 * base})
      all.push_back({start, 2048, 1024, base, swizzle});
}

std::vector<Descriptor> table_of_descriptors() {
  std::vector<Descriptor> all;
  for (const Swizzle swizzle : swizzles) {
    add_starts(all, swizzle);
    add_base_offsets(all, swizzle);
  }
  return all;
}

std::uint64_t bits_of(const Descriptor& descriptor) {
  const Result<std::uint64_t> bits = write_descriptor(descriptor, DescriptorForm::Sm90);
  return bits ? bits.value() : 0;
}

SweepGroup table_group(std::string_view type, bool sparse) {
  SweepGroup group{fmt::format("wgmma{} {}", sparse ? ".sp" : "", type), Needs::Wgmma, {}};
  for (const OperandUse& use : uses_of(type, sparse))
    for (const Descriptor& descriptor : table_of_descriptors())
      group.cases.emplace_back(OperandCase{use, bits_of(descriptor)});
  return group;
}

bool inside_window(const Descriptor& descriptor, const OperandUse& use) {
  const Result<OperandImage> image = operand_of(descriptor, use);
  if (!image) return false;
  const std::int64_t unit = image.value().element_bits == 1 ? 8 : 1;
  const std::vector<std::int64_t> all = all_addresses(image.value());
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  return *least >= coded_window.begin * unit && (*most + 1) * 1 <= (coded_window.end - 3) * unit;
}

SweepGroup random_group(const SweepRequest& request) {
  std::vector<OperandUse> uses;
  for (const bool sparse : {false, true})
    for (const std::string_view type : swept_types())
      if (!sparse || bits_of_type(type) > 1)
        for (const OperandUse& use : uses_of(type, sparse)) uses.push_back(use);
  RandomNumbers random(request.seed);
  SweepGroup group{"random descriptors", Needs::Wgmma, {}};
  while (static_cast<int>(group.cases.size()) < request.count) {
    const OperandUse& use = uses[random.below(uses.size())];
    const Descriptor descriptor{
        coded_window.begin + 16 * static_cast<std::int64_t>(random.below(8192)),
        16 * static_cast<std::int64_t>(random.below(512)), 16 * static_cast<std::int64_t>(random.below(512)),
        random.below(2) == 0 ? 0 : static_cast<int>(random.below(8)), swizzles[random.below(swizzles.size())]};
    if (inside_window(descriptor, use)) group.cases.emplace_back(OperandCase{use, bits_of(descriptor)});
  }
  return group;
}

// Makes the group of rows of B beyond the memory of the block: right behind it, some of them beyond all shared memory,
// or most of them.
SweepGroup outside_group() {
  SweepGroup group{"wgmma beyond the block's memory", Needs::Wgmma, {}};
  const OperandUse use{"f16", false, Major::K, n_of_products, false};
  for (const Descriptor& d :
       {Descriptor{0x38c00, 16, 0, 0, Swizzle::B128}, Descriptor{0x38c00, 16, 1024, 0, Swizzle::B128},
        Descriptor{0x30000, 16, 8192, 0, Swizzle::B128}})
    group.cases.emplace_back(OperandCase{use, bits_of(d)});
  return group;
}

SweepGroup box_group() {
  SweepGroup group{"tensor copies", Needs::TensorCopy, {}};
  for (const Swizzle swizzle : swizzles)
    for (const int inner : {16, 32, 48, 64, 96, 112, 128, 144, 256})
      for (const int rows : {8, 24})
        for (const int planes : {1, 3})
          for (const std::int64_t start : {0x4000, 0x4080, 0x4100, 0x4280, 0x4400})
            group.cases.emplace_back(BoxCase{{swizzle, inner, rows, planes, start, SwizzleAtom::B16}});
  return group;
}

SweepGroup misaligned_group() {
  SweepGroup group{"misaligned tensor copies", Needs::TensorCopy, {}};
  for (const auto& [swizzle, start] : {std::pair{Swizzle::None, 0x4010}, {Swizzle::B128, 0x4040}})
    group.cases.emplace_back(BoxCase{{swizzle, 64, 8, 1, start, SwizzleAtom::B16}});
  return group;
}

SweepGroup atom_group() {
  SweepGroup group{"tensor copies by larger atoms", Needs::TensorCopy, {}};
  for (const SwizzleAtom atom : {SwizzleAtom::B32, SwizzleAtom::B32Flip8, SwizzleAtom::B64})
    for (const int inner : {64, 128})
      for (const std::int64_t start : {0x4000, 0x4080})
        group.cases.emplace_back(BoxCase{{Swizzle::B128, inner, 16, 1, start, atom}});
  return group;
}

struct AccessGroup {
  std::string_view name, prefix;
  Needs needs;
};
constexpr std::array<AccessGroup, 5> access_groups = {{{"banks ld", "ld", Needs::Banks},
                                                       {"banks st", "st", Needs::Banks},
                                                       {"banks ldmatrix", "ldm", Needs::Banks},
                                                       {"banks stmatrix", "stm", Needs::StoreMatrix},
                                                       {"banks cp.async", "cp", Needs::CopyAsync}}};

bool belongs(const WarpAccess& access, const AccessGroup& group) {
  if (!access.name.starts_with(group.prefix) || access.bytes < bank_bytes) return false;
  return access.matrix == group.prefix.ends_with("m");
}

SweepGroup bank_group(const AccessGroup& about, const std::vector<LaneAddresses>& patterns) {
  SweepGroup group{std::string(about.name), about.needs, {}};
  for (const WarpAccess& access : warp_accesses())
    for (const LaneAddresses& addresses : patterns)
      if (belongs(access, about) && count_wavefronts(access, addresses))
        group.cases.emplace_back(BankCase{access.name, addresses});
  return group;
}

// Makes the groups of loads and stores, and of copies, with random lanes off.
SweepGroup lanes_off_group(bool copies, std::uint64_t seed) {
  SweepGroup group{
      copies ? "banks cp.async, lanes off" : "banks, lanes off", copies ? Needs::CopyAsync : Needs::Banks, {}, false};
  for (const WarpAccess& access : warp_accesses())
    for (const LaneAddresses& addresses : lanes_off_patterns(seed))
      if (!access.matrix && access.copies == copies && count_wavefronts(access, addresses))
        group.cases.emplace_back(BankCase{access.name, addresses});
  return group;
}

// Makes the group of timed reads; the first case of an operand is the one that the others are compared with.
SweepGroup read_group() {
  SweepGroup group{"time of wgmma's own reads", Needs::Wgmma, {}};
  for (const auto& [is_a, n] : {std::pair{true, 8}, {false, n_of_products}})
    for (const Major major : {Major::K, Major::MN})
      for (const Swizzle swizzle : swizzles)
        for (const std::int64_t start : {plain_start, plain_start + 16, plain_start + 128})
          for (const Strides& stride : {Strides{128, 256}, {0, 0}, {1024, 1024}, {4096, 512}, {16, 48}, {1040, 1072}}) {
            const OperandUse use{"f16", is_a, major, n, false};
            group.cases.emplace_back(ReadCase{use, bits_of({start, stride.lbo, stride.sbo, 0, swizzle})});
          }
  return group;
}

std::string use_text(const OperandUse& use) {
  return fmt::format("wgmma{} {} {} {}-major", use.sparse ? ".sp" : "", use.type, use.is_a ? "A" : "B",
                     use.major == Major::K ? "K" : "MN");
}

}  // namespace

std::span<const std::string_view> swept_types() {
  static constexpr std::array<std::string_view, 5> types = {"f16", "tf32", "u8", "e4m3", "b1"};
  return types;
}

std::vector<SweepGroup> sweep_groups(const SweepRequest& request) {
  std::vector<SweepGroup> groups;
  for (const bool sparse : {false, true})
    for (const std::string_view type : swept_types())
      if (!sparse || bits_of_type(type) > 1) groups.push_back(table_group(type, sparse));
  groups.push_back(random_group(request));
  groups.push_back(box_group());
  const std::vector<LaneAddresses> patterns = bank_patterns(request.seed);
  for (const AccessGroup& access : access_groups) groups.push_back(bank_group(access, patterns));
  for (const bool copies : {false, true}) groups.push_back(lanes_off_group(copies, request.seed));
  groups.push_back(read_group());
  // Cases that may fault come last: each costs a process.
  groups.push_back(atom_group());
  groups.push_back(misaligned_group());
  groups.push_back(outside_group());
  return groups;
}

std::string spell(const SweepCase& one) {
  if (const auto* operand = std::get_if<OperandCase>(&one))
    return fmt::format("{}, descriptor 0x{:016x}", use_text(operand->use), operand->descriptor);
  if (const auto* read = std::get_if<ReadCase>(&one))
    return fmt::format("{} of n {}, descriptor 0x{:016x}", use_text(read->use), read->use.n, read->descriptor);
  if (const auto* bank = std::get_if<BankCase>(&one))
    return fmt::format("{} at {}", bank->access, fmt::join(bank->addresses, " "));
  const TmaBox& box = std::get<BoxCase>(one).box;
  return fmt::format("box of {} planes, {} rows of {} bytes, swizzle {}, atoms {}, start 0x{:x}", box.planes, box.rows,
                     box.inner, name_of(box.swizzle), name_of(box.atom), box.start);
}

}  // namespace tcviz::inline gpu_prove
