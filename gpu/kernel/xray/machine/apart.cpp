#include "gpu/kernel/xray/machine/apart.hpp"

#include <algorithm>
#include <utility>

namespace tcviz::inline gpu_xray {
namespace {

// Translates labels of a block apart to labels of the launch.
class Translation {
 public:
  Translation(LabelSpace& to, const LabelSpace& from, std::vector<std::int32_t> findings)
      : to_(to), from_(from), findings_(std::move(findings)) {}

  std::uint32_t shape(std::uint32_t number) {
    if (number <= unset_shape) return number;
    if (known_.size() <= number) known_.resize(number + 1);
    std::uint32_t& known = known_[number];
    if (known != 0) return known;
    LabelShape made = from_.shape(LabelSpace::make(number, 0));
    for (LabelDimension& dimension : made.dimensions) {
      dimension.set = to_.sets.same_as(from_.sets, dimension.set);
      dimension.scale = to_.sets.same_as(from_.sets, dimension.scale);
    }
    if (made.finding >= 0) made.finding = findings_[static_cast<std::size_t>(made.finding)];
    if (made.packed.pattern >= 0) {
      made.packed.pattern = to_.patterns.number_of(from_.patterns[made.packed.pattern]);
      if (made.packed.pattern < 0) made.packed = {};  // the doubt of the byte stays
    }
    if (made.doubted >= 0) made.doubted = findings_[static_cast<std::size_t>(made.doubted)];
    return known = to_.intern(made);
  }

  Code code(Code code) {
    const Label label = label_of(code);
    if (label == 0) return 0;
    return code_of(LabelSpace::make(shape(LabelSpace::shape_number(label)), LabelSpace::coordinates(label)),
                   static_cast<int>(code & 7));
  }

 private:
  LabelSpace& to_;
  const LabelSpace& from_;
  std::vector<std::int32_t> findings_;
  std::vector<std::uint32_t> known_;
};

// True if this block read an element that a block before it (taken over, or in its turn) has stored, or stored one that
// such a block has read or stored.
bool meets(const MemoryRegion& region, std::size_t first, const OwnPage& page) {
  const auto stored = [&](std::size_t at) { return !region.stores.empty() && region.stores[first + at].step != 0; };
  const auto read = [&](std::size_t at) { return !region.reads.empty() && region.reads[first + at].last.step != 0; };
  for (std::size_t at = 0; at < page.reads.size(); ++at)
    if (page.reads[at].last.step != 0 && stored(at)) return true;
  for (std::size_t at = 0; at < page.stores.size(); ++at)
    if (page.stores[at].step != 0 && (stored(at) || read(at))) return true;
  return false;
}

bool meets(const Machine& launched, const ApartBlock& block) {
  for (std::size_t number = 0; number < block.pages.size(); ++number) {
    const MemoryRegion& region = *launched.memory.regions()[number];
    const std::size_t elements = OwnPage::size / static_cast<std::size_t>(region.element_bytes);
    for (std::size_t page = 0; page < block.pages[number].size(); ++page)
      if (const auto& own = block.pages[number][page]; own != nullptr && meets(region, page * elements, *own))
        return true;
  }
  return false;
}

// True if no limit would have been reached, and no snapshot kept, if the block had had its turn.
bool fits(const Machine& launched, const ExecutionRecord& record) {
  const std::optional<std::int64_t>& kept = launched.snapshot_step;
  const bool has_snapshot = kept && *kept > launched.steps && *kept <= launched.steps + record.steps;
  return !has_snapshot && launched.steps + record.steps < launched.limits.most_steps &&
         launched.findings.size() + record.findings.size() < most_findings;
}

std::vector<std::int32_t> take_findings(Machine& launched, const ExecutionRecord& record) {
  std::vector<std::int32_t> numbers;
  for (const XrayFinding& finding : record.findings) {
    const auto key = std::pair(finding.instruction, static_cast<int>(finding.kind));
    const auto [known, is_new] =
        launched.known_findings.try_emplace(key, static_cast<std::int32_t>(launched.findings.size()));
    numbers.push_back(known->second);
    if (is_new) {
      launched.findings.push_back(finding);
      launched.findings.back().step += launched.steps;
      continue;
    }
    XrayFinding& same = launched.findings[static_cast<std::size_t>(known->second)];
    if (hides(finding, same)) {
      replace(same, finding);
      same.step += launched.steps;
    } else {
      same.count += finding.count, same.counts = same.counts || finding.counts;
    }
  }
  return numbers;
}

LastPlace later(LastPlace place, std::int64_t steps) {
  place.step += static_cast<std::uint32_t>(steps);
  return place;
}

void take_record(Machine& launched, const ExecutionRecord& record, Translation& labels) {
  for (const XrayEvent& event : record.events) {
    if (launched.events.size() == most_events) break;
    launched.events.push_back(event);
    launched.events.back().step += launched.steps;
  }
  for (const auto& [step, banks] : record.banks) {
    const auto [known, is_new] = launched.banks.try_emplace(step, banks);
    if (is_new) continue;
    known->second.wavefronts += banks.wavefronts;
    known->second.least += banks.least;
    known->second.conflicts += banks.conflicts;
    known->second.cycles += banks.cycles;
  }
  if (!record.doubt.empty()) launched.doubt_all(record.doubt);
  if (record.proxy_fence != 0) launched.proxy_fence = launched.steps + record.proxy_fence;
  launched.order_matters = launched.order_matters || record.order_matters;
  launched.branched_on_data = launched.branched_on_data || record.branched_on_data;
  launched.roundings.add(record.roundings);
  record.products.each([&](std::uint32_t shape, const LastPlace& place) {
    launched.products.note(labels.shape(shape), later(place, launched.steps));
  });
}

void take_reads(const LastReads& reads, std::uint32_t steps, std::uint32_t block, LastReads& into) {
  for (LastPlace read : {reads.other, reads.last}) {
    if (read.step == 0) continue;
    read.step += steps, read.block = block;
    into.note(read, 0);
  }
}

void take_page(Machine& launched, MemoryRegion& region, std::size_t begin, const OwnPage& page, std::uint32_t block,
               Translation& labels) {
  const auto each = static_cast<std::size_t>(region.element_bytes);
  if (!page.reads.empty() && region.reads.empty()) region.reads.resize(region.element_count());
  for (std::size_t at = 0; at < page.reads.size(); ++at)
    take_reads(page.reads[at], static_cast<std::uint32_t>(launched.steps), block, region.reads[begin / each + at]);
  if (!page.bytes.empty()) region.make_codes();
  for (std::size_t at = 0; at < page.stores.size(); ++at) {
    if (page.stores[at].step == 0) continue;
    region.note_store(begin + at * each, each, later(page.stores[at], launched.steps));
    for (std::size_t byte = at * each; byte < std::min((at + 1) * each, page.bytes.size()); ++byte) {
      region.bytes[begin + byte] = page.bytes[byte];
      region.codes[begin + byte] = labels.code(page.codes[byte]);
    }
  }
}

}  // namespace

ApartMachine::ApartMachine(Machine& launched, std::function<bool()> interrupted)
    : launched_(launched),
      labels_(launched.labels),
      machine_(launched.program, launched.launch, launched.limits, launched.layouts, memory_, labels_,
               std::move(interrupted)) {
  for (const auto& region : launched.memory.regions()) memory_.add(region->name, region->base, 0);
}

void ApartMachine::begin_round() {
  if (!labels_.is_crowded()) return;
  labels_ = launched_.labels;
  labels_.set_sink(&machine_);
}

ApartBlock ApartMachine::run(const Dim3& block, std::uint32_t number) {
  static_cast<ExecutionRecord&>(machine_) = {};
  machine_.stop_reason.clear();
  machine_.refused.reset();
  machine_.others = {};
  machine_.others.has_any = true;
  machine_.others.all_take_part = launched_.others.all_take_part;
  machine_.others.apart = true;
  for (std::size_t at = 0; at < memory_.regions().size(); ++at)
    memory_.regions()[at]->begin_apart(*launched_.memory.regions()[at]);
  ApartBlock made;
  made.is_whole = machine_.run_block(block, number) == BlockEnd::Done && !labels_.is_full();
  made.number = number;
  made.has_met = machine_.others.met;
  made.record = std::move(static_cast<ExecutionRecord&>(machine_));
  made.labels = &labels_;
  for (const auto& region : memory_.regions()) {
    made.pages.push_back(std::move(region->pages));
    made.was_read.push_back(region->was_read);
  }
  return made;
}

TakeOver take_over(Machine& launched, const ApartBlock& block) {
  if (block.has_met) return TakeOver::Together;
  if (!block.is_whole || !fits(launched, block.record)) return TakeOver::Alone;
  if (meets(launched, block)) return TakeOver::Together;
  Translation labels(launched.labels, *block.labels, take_findings(launched, block.record));
  take_record(launched, block.record, labels);
  for (std::size_t number = 0; number < block.pages.size(); ++number) {
    MemoryRegion& region = *launched.memory.regions()[number];
    region.was_read = region.was_read || block.was_read[number];
    for (std::size_t page = 0; page < block.pages[number].size(); ++page)
      if (const auto& own = block.pages[number][page]; own != nullptr)
        take_page(launched, region, page * OwnPage::size, *own, block.number, labels);
  }
  launched.steps += block.record.steps;
  launched.thread_instructions += block.record.thread_instructions;
  return TakeOver::Done;
}

int most_apart(const XrayProgram& program, const XrayLaunch& launch, int threads) {
  constexpr std::uint64_t most_bytes = std::uint64_t{2} << 30;  // of all together
  constexpr std::uint64_t label_bytes = std::uint64_t{8} << 20, of_shared_byte = 200, of_local_byte = 9,
                          of_register = 48;
  const auto block =
      static_cast<std::uint64_t>(launch.block[0]) * static_cast<std::uint64_t>(launch.block[1] * launch.block[2]);
  const std::uint64_t each = label_bytes + program.shared_bytes * of_shared_byte +
                             block * (program.local_bytes * of_local_byte + program.bytes.size() * of_register);
  return static_cast<int>(std::clamp<std::uint64_t>(most_bytes / each, 1, static_cast<std::uint64_t>(threads)));
}

}  // namespace tcviz::inline gpu_xray
