#include "gpu/kernel/xray/machine/architectures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tcviz::inline gpu_xray {
namespace {

// Upwards: this architecture and all later ones. Family: sm_90a, and later families. Alone: sm_90a and no other.
enum class Reach : std::uint8_t { Upwards, Family, Alone };

// An instruction with all of these modifiers needs this architecture; of several rows the highest counts. A word with a
// colon at its end stands for every modifier that begins so. An instruction that sm_70 has needs no row.
struct SinceRow {
  std::string_view name, words;
  ComputeCapability since;
  Reach reach = Reach::Upwards;
};

// PTX ISA 9.0, the "Target ISA Notes" of each instruction.
constexpr std::array since_rows{
    // Products, and instructions that move their fragments.
    SinceRow{"mma", "m8n8k4 f64", 80},
    SinceRow{"mma", "m8n8k16", 75},
    SinceRow{"mma", "m8n8k32", 75},
    SinceRow{"mma", "m8n8k128", 75},
    SinceRow{"mma", "m8n8k128 and", 80},
    SinceRow{"mma", "m16n8k4", 80},
    SinceRow{"mma", "m16n8k8", 75},
    SinceRow{"mma", "m16n8k8 bf16", 80},
    SinceRow{"mma", "m16n8k8 tf32", 80},
    SinceRow{"mma", "m16n8k16", 80},
    SinceRow{"mma", "m16n8k32", 80},
    SinceRow{"mma", "m16n8k64", 80},
    SinceRow{"mma", "m16n8k128", 80},
    SinceRow{"mma", "m16n8k256", 80},
    SinceRow{"mma", "e4m3", 89},
    SinceRow{"mma", "e5m2", 89},
    SinceRow{"mma", "m16n8k4 f64", 90},
    SinceRow{"mma", "m16n8k8 f64", 90},
    SinceRow{"mma", "m16n8k16 f64", 90},
    SinceRow{"wmma", "s8", 72},
    SinceRow{"wmma", "u8", 72},
    SinceRow{"wmma", "s32", 72},
    SinceRow{"wmma", "m8n8k32", 75},
    SinceRow{"wmma", "m8n8k128", 75},
    SinceRow{"wmma", "and", 80},
    SinceRow{"wmma", "bf16", 80},
    SinceRow{"wmma", "tf32", 80},
    SinceRow{"wmma", "m16n16k8", 80},
    SinceRow{"wmma", "f64", 80},
    SinceRow{"ldmatrix", "", 75},
    SinceRow{"movmatrix", "", 75},
    SinceRow{"stmatrix", "", 90},
    SinceRow{"wgmma", "", 90, Reach::Alone},
    SinceRow{"setmaxnreg", "", 90, Reach::Family},
    // Copies and barriers in shared memory.
    SinceRow{"cp", "async", 80},
    SinceRow{"cp", "bulk", 90},
    SinceRow{"mbarrier", "", 80},
    SinceRow{"mbarrier", "try_wait", 90},
    SinceRow{"mbarrier", "expect_tx", 90},
    SinceRow{"mbarrier", "complete_tx", 90},
    SinceRow{"mbarrier", "cluster", 90},
    SinceRow{"mbarrier", "relaxed", 90},
    SinceRow{"barrier", "cluster", 90},
    SinceRow{"mapa", "", 90},
    SinceRow{"getctarank", "", 90},
    SinceRow{"fence", "cluster", 90},
    SinceRow{"fence", "proxy async", 90},
    SinceRow{"fence", "proxy async:", 90},
    SinceRow{"fence", "mbarrier_init", 90},
    SinceRow{"fence", "sync_restrict::shared::cta", 90},
    SinceRow{"fence", "tensormap:", 90},
    SinceRow{"griddepcontrol", "", 90},
    // Lanes of a warp.
    SinceRow{"redux", "", 80},
    SinceRow{"redux", "f32", 100, Reach::Family},
    SinceRow{"elect", "", 90},
    // Memory.
    SinceRow{"ld", "shared::cluster", 90},
    SinceRow{"st", "shared::cluster", 90},
    SinceRow{"ld", "cluster", 90},
    SinceRow{"st", "cluster", 90},
    SinceRow{"ld", "L2::64B", 75},
    SinceRow{"ld", "L2::128B", 75},
    SinceRow{"ld", "L2::256B", 80},
    SinceRow{"ld", "L2::cache_hint", 80},
    SinceRow{"st", "L2::cache_hint", 80},
    SinceRow{"ld", "v8", 100},
    SinceRow{"st", "v8", 100},
    SinceRow{"atom", "shared::cluster", 90},
    SinceRow{"red", "shared::cluster", 90},
    SinceRow{"atom", "cluster", 90},
    SinceRow{"red", "cluster", 90},
    SinceRow{"atom", "bf16", 90},
    SinceRow{"atom", "bf16x2", 90},
    SinceRow{"red", "bf16", 90},
    SinceRow{"red", "bf16x2", 90},
    SinceRow{"atom", "v2", 90},
    SinceRow{"atom", "v4", 90},
    SinceRow{"red", "v2", 90},
    SinceRow{"red", "v4", 90},
    SinceRow{"atom", "L2::cache_hint", 80},
    SinceRow{"red", "L2::cache_hint", 80},
    SinceRow{"prefetch", "tensormap", 90},
    SinceRow{"createpolicy", "", 80},
    SinceRow{"applypriority", "", 80},
    SinceRow{"discard", "", 80},
    SinceRow{"cvta", "shared::cluster", 90},
    // Numbers.
    SinceRow{"cvt", "bf16", 80},
    SinceRow{"cvt", "bf16 s8", 90},
    SinceRow{"cvt", "bf16 u8", 90},
    SinceRow{"cvt", "bf16 s16", 90},
    SinceRow{"cvt", "bf16 u16", 90},
    SinceRow{"cvt", "bf16 s32", 90},
    SinceRow{"cvt", "bf16 u32", 90},
    SinceRow{"cvt", "bf16 s64", 90},
    SinceRow{"cvt", "bf16 u64", 90},
    SinceRow{"cvt", "bf16 f16", 90},
    SinceRow{"cvt", "bf16 f64", 90},
    SinceRow{"cvt", "bf16x2", 80},
    SinceRow{"cvt", "f16x2", 80},
    SinceRow{"cvt", "tf32", 80},
    SinceRow{"cvt", "relu", 80},
    SinceRow{"cvt", "tf32 rn", 90},
    SinceRow{"cvt", "tf32 rz", 90},
    SinceRow{"cvt", "tf32 rn satfinite", 100},
    SinceRow{"cvt", "tf32 rz satfinite", 100},
    SinceRow{"cvt", "e4m3x2", 89},
    SinceRow{"cvt", "e5m2x2", 89},
    SinceRow{"add", "bf16", 90},
    SinceRow{"add", "bf16x2", 90},
    SinceRow{"sub", "bf16", 90},
    SinceRow{"sub", "bf16x2", 90},
    SinceRow{"mul", "bf16", 90},
    SinceRow{"mul", "bf16x2", 90},
    SinceRow{"fma", "bf16", 80},
    SinceRow{"fma", "bf16x2", 80},
    SinceRow{"fma", "relu", 80},
    SinceRow{"min", "f16", 80},
    SinceRow{"min", "f16x2", 80},
    SinceRow{"min", "bf16", 80},
    SinceRow{"min", "bf16x2", 80},
    SinceRow{"min", "NaN", 80},
    SinceRow{"max", "f16", 80},
    SinceRow{"max", "f16x2", 80},
    SinceRow{"max", "bf16", 80},
    SinceRow{"max", "bf16x2", 80},
    SinceRow{"max", "NaN", 80},
    SinceRow{"neg", "bf16", 80},
    SinceRow{"neg", "bf16x2", 80},
    SinceRow{"abs", "bf16", 80},
    SinceRow{"abs", "bf16x2", 80},
    SinceRow{"setp", "bf16", 90},
    SinceRow{"tanh", "", 75},
    SinceRow{"tanh", "bf16", 90},
    SinceRow{"tanh", "bf16x2", 90},
    SinceRow{"ex2", "f16", 75},
    SinceRow{"ex2", "f16x2", 75},
    SinceRow{"ex2", "bf16", 90},
    SinceRow{"ex2", "bf16x2", 90},
};

// The PTX ISA, times ten, that has a target, or an instruction with all of these modifiers; of several rows the highest
// counts. Found by ptxas 13; an instruction needs no row if every version of its architecture has it.
struct TargetVersion {
  ComputeCapability number;
  int version;
};
constexpr std::array target_versions{
    TargetVersion{70, 60},  TargetVersion{72, 61},  TargetVersion{75, 63},  TargetVersion{80, 70},
    TargetVersion{86, 71},  TargetVersion{87, 74},  TargetVersion{88, 74},  TargetVersion{89, 78},
    TargetVersion{90, 78},  TargetVersion{100, 86}, TargetVersion{101, 86}, TargetVersion{103, 88},
    TargetVersion{110, 90}, TargetVersion{120, 87}, TargetVersion{121, 88},
};
struct VersionRow {
  std::string_view name, words;
  int version;
};
constexpr std::array version_rows{
    VersionRow{"mma", "m16n8k8", 65},
    VersionRow{"mma", "m8n8k16", 65},
    VersionRow{"mma", "m8n8k32", 65},
    VersionRow{"mma", "m8n8k128", 70},
    VersionRow{"mma", "and", 71},
    VersionRow{"wmma", "and", 71},
    VersionRow{"mma", "m16n8k16", 70},
    VersionRow{"mma", "m16n8k32", 70},
    VersionRow{"mma", "e4m3", 84},
    VersionRow{"mma", "e5m2", 84},
    VersionRow{"mma", "m16n8k16 e4m3", 87},
    VersionRow{"mma", "m16n8k16 e5m2", 87},
    VersionRow{"mma", "f16 e4m3", 87},
    VersionRow{"mma", "f16 e5m2", 87},
    VersionRow{"ldmatrix", "", 65},
    VersionRow{"movmatrix", "", 78},
    VersionRow{"cp", "async", 70},
    VersionRow{"cp", "bulk", 80},
    VersionRow{"mbarrier", "parity", 71},
    VersionRow{"mbarrier", "expect_tx", 80},
    VersionRow{"mbarrier", "complete_tx", 80},
    VersionRow{"mbarrier", "release", 80},
    VersionRow{"mbarrier", "acquire", 80},
    VersionRow{"mbarrier", "relaxed", 80},
    VersionRow{"fence", "proxy async", 80},
    VersionRow{"fence", "proxy async:", 80},
    VersionRow{"fence", "mbarrier_init", 80},
    VersionRow{"elect", "", 80},
    VersionRow{"wgmma", "", 80},
    VersionRow{"ld", "L2::64B", 74},
    VersionRow{"ld", "L2::128B", 74},
    VersionRow{"ld", "L2::256B", 74},
    VersionRow{"ld", "L2::cache_hint", 74},
    VersionRow{"st", "L2::cache_hint", 74},
    VersionRow{"red", "v2", 81},
    VersionRow{"red", "v4", 81},
    VersionRow{"prefetch", "tensormap", 80},
    VersionRow{"applypriority", "", 74},
    VersionRow{"discard", "", 74},
    VersionRow{"tanh", "f16", 70},
    VersionRow{"tanh", "f16x2", 70},
    VersionRow{"ex2", "f16", 70},
    VersionRow{"ex2", "f16x2", 70},
};

constexpr int newest_version = std::ranges::max_element(version_rows, {}, &VersionRow::version)->version;

// Returns a version times ten: 88 of "8.8"; 0 of a text that is none.
int version_of(std::string_view text) {
  int number = 0, part = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr == end || *parsed.ptr != '.') return 0;
  std::from_chars(parsed.ptr + 1, end, part);
  constexpr int most = 1000;  // more is later than all that is known
  return 10 * std::clamp(number, 0, most) + std::clamp(part, 0, most);
}

std::string too_old(int needed, std::string_view version) {
  return fmt::format("it needs .version {}.{} or later, and the PTX is {}", needed / 10, needed % 10, version);
}

bool says(const XrayStep& step, std::string_view word) {
  if (!word.ends_with(':')) return step.has(word);
  return std::ranges::any_of(step.modifiers, [&](std::string_view one) { return one.starts_with(word); });
}

bool says_all(const XrayStep& step, std::string_view words) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (!says(step, words.substr(0, end))) return false;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return true;
}

bool reaches(const XrayTarget& target, const SinceRow& row) {
  if (row.reach == Reach::Upwards) return target.number >= row.since;
  return target.has_family && (row.reach == Reach::Alone ? target.number == row.since : target.number >= row.since);
}

XrayTarget target_named(std::string_view text) {
  XrayTarget target;
  const std::size_t digits = std::min(text.find_first_of("0123456789"), text.size());
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + digits, end, target.number);
  target.has_family = parsed.ptr != end && (*parsed.ptr == 'a' || *parsed.ptr == 'f');
  return target;
}

std::string name_of(const XrayTarget& target) {
  return fmt::format("sm_{}{}", target.number, target.has_family ? "a" : "");
}

}  // namespace

XrayTarget target_of(std::string_view module_target, ComputeCapability launch) {
  const XrayTarget of_module = target_named(module_target);
  if (launch == 0 || launch == of_module.number) return of_module;
  // Code of a family runs nowhere else.
  return {of_module.number == 0 ? launch : std::min(launch, of_module.number), false};
}

std::string missing_in_version(std::string_view version, std::string_view module_target) {
  const XrayTarget target = target_named(module_target);
  const auto* const row = std::ranges::find(target_versions, target.number, &TargetVersion::number);
  constexpr int of_families = 80;
  const int needed = row == target_versions.end() ? 0 : std::max(row->version, target.has_family ? of_families : 0);
  const int have = version_of(version);
  return have != 0 && have < needed ? too_old(needed, version) : std::string();
}

std::string missing_in_version(std::string_view version, const XrayStep& step) {
  const int have = version_of(version);
  if (have == 0 || have >= newest_version) return {};
  int needed = 0;
  for (const VersionRow& row : version_rows)
    if (row.name == step.name && says_all(step, row.words)) needed = std::max(needed, row.version);
  return have < needed ? too_old(needed, version) : std::string();
}

std::string missing_on(const XrayTarget& target, const XrayStep& step) {
  if (target.number == 0) return {};
  const SinceRow* worst = nullptr;
  for (const SinceRow& row : since_rows)
    if (row.name == step.name && says_all(step, row.words) && !reaches(target, row) &&
        (worst == nullptr || row.since > worst->since))
      worst = &row;
  if (worst == nullptr) return {};
  return fmt::format("it needs sm_{}{}, and the kernel is for {}", worst->since,
                     worst->reach == Reach::Upwards  ? " or later"
                     : worst->reach == Reach::Family ? "a or a later family"
                                                     : "a, and no other has it",
                     name_of(target));
}

}  // namespace tcviz::inline gpu_xray
