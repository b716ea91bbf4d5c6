#include "gpu/prove/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tcviz::inline gpu_prove {
namespace {

using Outcome = SweepAnswer::Outcome;

SweepAnswer refusal(std::string text) { return {Outcome::Refused, {}, 0, std::move(text)}; }
SweepAnswer fault(std::string text) { return {Outcome::Faulted, {}, 0, std::move(text)}; }

SweepAnswer expected_operand(const OperandCase& one) {
  const Result<Descriptor> descriptor = read_descriptor(one.descriptor, DescriptorForm::Sm90);
  if (!descriptor) return refusal(descriptor.error().message);
  const Result<OperandImage> image = operand_of(descriptor.value(), one.use);
  if (!image) return refusal(image.error().message);
  SweepAnswer answer;
  answer.places = all_addresses(image.value());
  const std::int64_t unit = image.value().element_bits == 1 ? 8 : 1;
  const std::int64_t last = *std::max_element(answer.places.begin(), answer.places.end()) / unit;
  if (last >= coded_window.block_end)
    return fault(fmt::format("byte {} lies beyond the {} of the block", last, coded_window.block_end));
  for (std::int64_t& place : answer.places)
    if (place < coded_window.begin * unit || place >= coded_window.end * unit) place = -1;
  return answer;
}

// True if the GPU has the larger atoms: they came with compute capability 10.0, and 12.0 is without them.
bool has_larger_atoms(const SweepFacts& facts) { return facts.gpu.capability >= 100 && facts.gpu.capability < 120; }

SweepAnswer expected_box(const BoxCase& one, const SweepFacts& facts) {
  TmaBox aligned = one.box;
  aligned.start = 0;
  if (const Status status = check_box(aligned); !status) return refusal(status.error().message);
  if (one.box.atom != SwizzleAtom::B16 && !has_larger_atoms(facts))
    return refusal("larger atoms begin with compute capability 10.0");
  if (const Status status = check_box(one.box); !status) return fault(status.error().message);
  return {Outcome::Places, all_addresses(one.box), 0, {}};
}

SweepAnswer expected_access(const BankCase& one) {
  const WarpAccess* const access = find_warp_access(one.access);
  const Result<BankReport> report =
      access == nullptr ? Result<BankReport>(bad_input("no such access")) : count_wavefronts(*access, one.addresses);
  if (!report) return fault(report.error().message);
  return {Outcome::Cycles, {}, static_cast<double>(report.value().cycles), {}};
}

// Returns the least cycles of copies, so that fewer clocks are no difference; 0 for other accesses.
double least_cycles(const BankCase& one) {
  const WarpAccess* const access = find_warp_access(one.access);
  return access != nullptr && access->copies ? least_copy_cycles : 0;
}

std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Places:
      return "was done";
    case Outcome::Cycles:
      return "was timed";
    case Outcome::Refused:
      return "was refused";
    case Outcome::Faulted:
      return "faulted";
  }
  return "";
}

std::string place_difference(const SweepAnswer& expected, const SweepAnswer& answer) {
  if (expected.places.size() != answer.places.size())
    return fmt::format("{} elements were read, the rule says {}", answer.places.size(), expected.places.size());
  const auto [ruled, read] = std::mismatch(expected.places.begin(), expected.places.end(), answer.places.begin());
  if (ruled == expected.places.end()) return {};
  return fmt::format("element {} lies at {}, the rule says {}", ruled - expected.places.begin(), *read, *ruled);
}

std::string text_of(const SweepAnswer& answer) {
  return fmt::format("{}{}{}", word_of(answer.outcome), answer.text.empty() ? "" : ": ", answer.text);
}

}  // namespace

SweepAnswer expected_answer(const SweepCase& one, const SweepFacts& facts) {
  if (const auto* operand = std::get_if<OperandCase>(&one)) return expected_operand(*operand);
  if (const auto* box = std::get_if<BoxCase>(&one)) return expected_box(*box, facts);
  if (const auto* bank = std::get_if<BankCase>(&one)) return expected_access(*bank);
  return {Outcome::Cycles, {}, 0, {}};
}

std::string difference(const SweepCase& one, const SweepAnswer& expected, const SweepAnswer& answer) {
  if (expected.outcome != answer.outcome)
    return fmt::format("it {}; by the rule it {}", text_of(answer), text_of(expected));
  if (answer.outcome == Outcome::Places) return place_difference(expected, answer);
  if (answer.outcome != Outcome::Cycles) return {};
  if (std::holds_alternative<ReadCase>(one)) {
    if (std::abs(answer.cycles - expected.cycles) <= read_tolerance * expected.cycles) return {};
    return fmt::format("it took {:.2f} clocks, {:.2f} by the plainest descriptor", answer.cycles, expected.cycles);
  }
  const double floor = least_cycles(std::get<BankCase>(one));
  if (std::lround(std::max(floor, answer.cycles)) == std::lround(std::max(floor, expected.cycles))) return {};
  return fmt::format("it took {:.2f} clocks, the rule says {} cycles", answer.cycles, expected.cycles);
}

}  // namespace tcviz::inline gpu_prove
