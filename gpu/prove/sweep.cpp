#include "gpu/prove/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "gpu/prove/expected.hpp"

namespace tcviz::inline gpu_prove {
namespace {

constexpr std::size_t differences_kept = 5;

// Names the feature that the GPU lacks; empty if it has it.
std::string what_lacks(Needs needs, const SweepFacts& facts) {
  const auto since = [&](ComputeCapability first, std::string_view what) {
    if (facts.gpu.capability >= first) return std::string();
    return fmt::format("{} begins with compute capability {}.{}", what, first / 10, first % 10);
  };
  switch (needs) {
    case Needs::Banks:
      return {};
    case Needs::CopyAsync:
      return since(80, "cp.async");
    case Needs::StoreMatrix:
      return since(90, "stmatrix");
    case Needs::TensorCopy:
      return since(90, "the tensor copy");
    case Needs::Wgmma:
      if (facts.has_wgmma) return {};
      if (facts.gpu.capability != 90) return "wgmma is an instruction of compute capability 9.0 alone";
      return "this program was built without code for sm_90a: build it with a CUDA toolkit of 12.0 or later";
  }
  return {};
}

// The times of the plainest descriptors, by which the others of their use are judged.
using PlainTimes = std::map<std::tuple<bool, Major, int>, double>;

void count_outcome(GroupReport& report, const SweepAnswer& answer) {
  const bool refused = answer.outcome == SweepAnswer::Outcome::Refused;
  const bool faulted = answer.outcome == SweepAnswer::Outcome::Faulted;
  report.refused += refused ? 1 : 0;
  report.faulted += faulted ? 1 : 0;
  if ((refused || faulted) && report.told.empty()) report.told = answer.text;
}

class Judge {
 public:
  explicit Judge(const SweepFacts& facts) : facts_(facts) {}

  void judge(GroupReport& report, const SweepCase& one, const SweepAnswer& answer) {
    SweepAnswer expected = expected_answer(one, facts_);
    if (const auto* read = std::get_if<ReadCase>(&one)) {
      const auto key = std::tuple(read->use.is_a, read->use.major, read->use.n);
      expected.cycles = plain_.emplace(key, answer.cycles).first->second;
    }
    const std::string found = difference(one, expected, answer);
    report.asked += 1;
    (found.empty() ? report.agree : report.differ) += 1;
    count_outcome(report, answer);
    if (!found.empty() && report.first.size() < differences_kept) report.first.push_back({spell(one), found});
  }

 private:
  const SweepFacts& facts_;
  PlainTimes plain_;
};

// Returns the case with the parts of its answer that are kept. For boxes the address of each 16 bytes is enough.
AnsweredCase kept(const SweepCase& one, SweepAnswer answer) {
  std::vector<std::int64_t> places = std::move(answer.places);
  answer.places.clear();
  if (std::holds_alternative<BoxCase>(one)) {
    const std::vector<std::int64_t> bytes = std::move(places);
    places.clear();
    for (std::size_t at = 0; at < bytes.size(); at += 16) places.push_back(bytes[at]);
  }
  const bool told = !places.empty() && std::find(places.begin(), places.end(), -1) == places.end();
  return {one, std::move(answer), told ? hash_of_places(places) : ""};
}

int sum_of(const std::vector<GroupReport>& groups, int GroupReport::*count) {
  return std::accumulate(groups.begin(), groups.end(), 0,
                         [&](int sum, const GroupReport& group) { return sum + group.*count; });
}

}  // namespace

std::string hash_of_places(const std::vector<std::int64_t>& places) {
  std::uint64_t hash = 14695981039346656037U;
  for (const std::int64_t place : places)
    for (int byte = 0; byte < 4; ++byte) {
      hash ^= static_cast<std::uint64_t>(place >> (8 * byte)) & 255;
      hash *= 1099511628211U;
    }
  return fmt::format("{:016x}", hash);
}

int SweepReport::differing() const { return sum_of(groups, &GroupReport::differ); }
int SweepReport::asked() const { return sum_of(groups, &GroupReport::asked); }

SweepReport run_sweep_of(SweepDevice& device, const SweepRequest& request, const std::vector<SweepGroup>& groups,
                         const SweepProgress& progress) {
  SweepReport report{device.facts(), request, {}, {}, {}};
  int all = 0, done = 0;
  for (const SweepGroup& group : groups)
    if (what_lacks(group.needs, report.facts).empty()) all += static_cast<int>(group.cases.size());
  Judge judge(report.facts);
  for (const SweepGroup& group : groups) {
    GroupReport& counts = report.groups.emplace_back();
    counts.name = group.name;
    counts.skipped = what_lacks(group.needs, report.facts);
    if (!counts.skipped.empty()) continue;
    for (const SweepCase& one : group.cases) {
      report.ended = progress(group.name, done++, all);
      if (!report.ended.empty()) return report;
      Result<SweepAnswer> answer = device.ask(one);
      if (!answer) {
        report.ended = answer.error().message;
        return report;
      }
      judge.judge(counts, one, answer.value());
      if (group.recorded) report.answers.push_back(kept(one, std::move(answer).value()));
    }
  }
  return report;
}

SweepReport run_sweep(SweepDevice& device, const SweepRequest& request, const SweepProgress& progress) {
  return run_sweep_of(device, request, sweep_groups(request), progress);
}

}  // namespace tcviz::inline gpu_prove
