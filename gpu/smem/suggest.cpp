#include "gpu/smem/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace tcviz::inline gpu_smem {
namespace {

constexpr int behind_bank_bits = 7;
constexpr int address_bits = 18;  // 228 KiB
constexpr int most_padding = 128;

int largest_access(std::span<const AccessPattern> patterns) {
  int bytes = bank_bytes;
  for (const AccessPattern& pattern : patterns) bytes = std::max(bytes, pattern.access->bytes);
  return bytes;
}

template <class Move>
int wavefronts_moved(std::span<const AccessPattern> patterns, Move move) {
  int sum = 0;
  for (const AccessPattern& pattern : patterns) {
    LaneAddresses moved = pattern.addresses;
    for (std::int64_t& address : moved)
      if (address != lane_off) address = move(address);
    sum += bank_count(*pattern.access, moved).wavefronts;
  }
  return sum;
}

// Prefers the fewest wavefronts, then the fewest bits, then a swizzle that TMA and wgmma have, then bits that are near.
bool is_better(const SwizzleTrial& one, const SwizzleTrial& other) {
  const auto rank = [](const SwizzleTrial& trial) {
    return std::array{trial.wavefronts,
                      trial.swizzle.bits,
                      hardware_swizzle(trial.swizzle) ? 0 : 1,
                      std::abs(trial.swizzle.shift),
                      trial.swizzle.shift < 0 ? 1 : 0,
                      trial.swizzle.base};
  };
  return rank(one) < rank(other);
}

// Visits every swizzle of so many bits that keeps together what an access takes at once, and that can change a bank.
template <class Visit>
void each_swizzle(int bits, int lowest, Visit visit) {
  for (int base = lowest; base + bits <= address_bits; ++base)
    for (int apart = bits; base + apart + bits <= address_bits; ++apart) {
      if (base < behind_bank_bits) visit(XorSwizzle{bits, base, apart});
      if (base + apart < behind_bank_bits) visit(XorSwizzle{bits, base, -apart});
    }
}

std::vector<SwizzleTrial> try_swizzles(std::span<const AccessPattern> patterns, int plain, int& tried) {
  const int lowest = std::countr_zero(static_cast<unsigned>(largest_access(patterns)));
  std::vector<SwizzleTrial> by_bits = {{XorSwizzle{}, plain}};
  for (int bits = 1; bits <= behind_bank_bits - lowest; ++bits) {
    std::optional<SwizzleTrial> best;
    each_swizzle(bits, lowest, [&](const XorSwizzle& swizzle) {
      const auto move = [&](std::int64_t address) { return swizzle.apply(address); };
      const SwizzleTrial trial{swizzle, wavefronts_moved(patterns, move)};
      ++tried;
      if (!best || is_better(trial, *best)) best = trial;
    });
    by_bits.push_back(*best);
  }
  return by_bits;
}

Result<PaddingTrial> try_paddings(std::span<const AccessPattern> patterns, int pitch) {
  const int step = largest_access(patterns);
  if (pitch < step || pitch % step != 0)
    return bad_input(fmt::format(
        "a pitch of {} bytes cannot be padded for accesses of {}: it must be a multiple of {}.", pitch, step, step));
  std::optional<PaddingTrial> best;
  for (int bytes = 0; bytes <= most_padding; bytes += step) {
    const auto move = [&](std::int64_t address) { return address + address / pitch * bytes; };
    const PaddingTrial trial{bytes, pitch + bytes, wavefronts_moved(patterns, move)};
    if (!best || trial.wavefronts < best->wavefronts) best = trial;
  }
  return *best;
}

}  // namespace

std::string spell(const XorSwizzle& swizzle) {
  return fmt::format("Swizzle<{},{},{}>", swizzle.bits, swizzle.base, swizzle.shift);
}

std::string swizzled_expression(std::string_view address, const XorSwizzle& swizzle) {
  if (swizzle.bits == 0) return std::string(address);
  const int from = swizzle.shift >= 0 ? swizzle.base + swizzle.shift : swizzle.base;
  const int to = swizzle.shift >= 0 ? swizzle.base : swizzle.base - swizzle.shift;
  return fmt::format("{0} ^ (({0} >> {1} & {2}) << {3})", address, from, (1 << swizzle.bits) - 1, to);
}

std::optional<Swizzle> hardware_swizzle(const XorSwizzle& swizzle) {
  if (swizzle.bits == 0) return Swizzle::None;
  if (swizzle.base != 4 || swizzle.shift != 3 || swizzle.bits > 3) return std::nullopt;
  return static_cast<Swizzle>(swizzle.bits);
}

Result<Suggestion> suggest_swizzle(std::span<const AccessPattern> patterns, int pitch) {
  Suggestion found;
  for (const AccessPattern& pattern : patterns) {
    const Result<BankReport> report = count_wavefronts(*pattern.access, pattern.addresses);
    TCVIZ_TRY(report);
    found.plain += report.value().wavefronts;
    found.least += report.value().least;
  }
  found.by_bits = try_swizzles(patterns, found.plain, found.tried);
  found.best = *std::min_element(found.by_bits.begin(), found.by_bits.end(), is_better);
  if (pitch == 0) return found;
  const Result<PaddingTrial> padding = try_paddings(patterns, pitch);
  TCVIZ_TRY(padding);
  found.padding = padding.value();
  return found;
}

}  // namespace tcviz::inline gpu_smem
