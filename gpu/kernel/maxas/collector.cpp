#include "gpu/kernel/maxas/collector.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::maxas {
namespace {

using Banks = std::array<int, register_banks>;

// Registers of a slot in the order of their last use, the latest last, at most n.
class LastUsed {
 public:
  explicit LastUsed(int most) : most_(static_cast<std::size_t>(most)) {}

  // Makes the register the latest; true if it was still remembered.
  bool use(int reg) {
    const auto at = std::ranges::find(registers_, reg);
    const bool known = at != registers_.end();
    if (known) registers_.erase(at);
    registers_.push_back(reg);
    if (registers_.size() > most_) registers_.erase(registers_.begin());
    return known;
  }

 private:
  std::size_t most_;
  std::vector<int> registers_;
};

void set_flags(std::vector<Issue>& issues, std::size_t slot, int entries) {
  LastUsed last(entries);
  for (std::size_t c = 0; c < issues.size(); ++c) {
    const int reg = issues[c].slots[slot].reg;
    if (!last.use(reg)) continue;
    std::size_t before = c - 1;
    while (issues[before].slots[slot].reg != reg) --before;
    issues[before].slots[slot].reuse = true;
  }
}

// Runs the flags of one slot: a register read with the flag stays; one read without it or written is dropped.
void run_cache(std::vector<Issue>& issues, std::size_t slot) {
  std::vector<int> cache;
  for (Issue& issue : issues) {
    OperandRead& read = issue.slots[slot];
    read.hit = std::erase(cache, read.reg) > 0;
    if (read.reuse) cache.push_back(read.reg);
    std::erase(cache, issue.slots[SlotC].reg);  // the FFMA's result
    issue.cached[slot] = cache;
  }
}

int beyond_the_first(const Banks& reads) {
  int extra = 0;
  for (const int count : reads) extra += std::max(0, count - 1);
  return extra;
}

void count_banks(Issue& issue) {
  Banks raw{};
  for (const OperandRead& read : issue.slots) {
    const auto bank = static_cast<std::size_t>(read.bank);
    ++raw[bank];
    if (!read.hit) ++issue.bank_reads[bank];
  }
  issue.conflicts_raw = beyond_the_first(raw);
  issue.conflicts_left = beyond_the_first(issue.bank_reads);
}

OperandRead operand(int reg) { return {reg, bank_of(reg)}; }

}  // namespace

int Issue::reads_from_banks() const {
  int reads = 0;
  for (const int count : bank_reads) reads += count;
  return reads;
}

Result<std::vector<Issue>> collect(const Variant& variant, int line) {
  if (variant.entries < 0 || variant.entries > most_entries)
    return bad_input(
        fmt::format("a reuse cache of {} entries is not modelled: choose 0 to {}.", variant.entries, most_entries));
  if (line < 0 || line >= lines)
    return bad_input(fmt::format("there is no k line {}: a pass has the lines 0 to {}.", line, lines - 1));
  return collect(issue_order(variant.order), variant.map, variant.entries, line);
}

std::vector<Issue> collect(const Issues& order, RegisterMap map, int entries, int line) {
  std::vector<Issue> issues;
  for (const TileIndex index : order) {
    Issue issue{
        index,
        {operand(a_register(line, index.xi)), operand(b_register(line, index.yi)), operand(c_register(map, index))}};
    issues.push_back(std::move(issue));
  }
  for (const std::size_t slot : {SlotA, SlotB, SlotC}) {
    if (entries > 0) set_flags(issues, slot, entries);
    run_cache(issues, slot);
  }
  for (Issue& issue : issues) count_banks(issue);
  return issues;
}

CollectorStats stats_of(std::span<const Issue> issues) {
  CollectorStats stats;
  for (const Issue& issue : issues) {
    for (const std::size_t slot : {SlotA, SlotB, SlotC}) stats.hits[slot] += issue.slots[slot].hit ? 1 : 0;
    stats.reads += 3;
    stats.conflicts_raw += issue.conflicts_raw;
    stats.conflicts_left += issue.conflicts_left;
    for (std::size_t bank = 0; bank < stats.bank_reads.size(); ++bank) stats.bank_reads[bank] += issue.bank_reads[bank];
    if (const int reads = issue.reads_from_banks(); reads > 0)
      ++stats.ffma_by_bank_reads[static_cast<std::size_t>(reads - 1)];
  }
  return stats;
}

}  // namespace tcviz::maxas
