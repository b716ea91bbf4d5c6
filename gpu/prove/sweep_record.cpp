#include "gpu/prove/sweep_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace tcviz::inline gpu_prove {
namespace {

using RecordJson = nlohmann::ordered_json;
using Outcome = SweepAnswer::Outcome;

constexpr std::string_view about =
    "wgmma: [type, operand, major, sparse, descriptor, hash]: the bytes that one instruction read, found by products "
    "with an identity. tma: [swizzle, inner bytes, rows, planes, start, hash]: the address of each 16 bytes of a box, "
    "read back; tma_refused: [swizzle, inner bytes] that the driver refused; tma_atoms: [atom, inner bytes, rows, "
    "start, "
    "hash, or what the driver said]. A hash is FNV-1a, 64 bits, of the addresses as 32-bit numbers, low byte first (of "
    "bits where the type has one bit). bank_cycles: [access, its pattern's place in bank_patterns, cycles of the "
    "shared-memory pipe for each access, by the clock, 16 warps]; -1 in a pattern: the lane is off. wgmma_cycles: "
    "[operand, major, n, descriptor, clocks of one of many instructions in a row]. faults: [what was asked, what "
    "happened].";

// Every list of a record, row by row.
struct Lists {
  RecordJson wgmma = RecordJson::array(), tma = wgmma, refused = wgmma, atoms = wgmma, patterns = wgmma, cycles = wgmma,
             reads = wgmma, faults = wgmma;
};

double rounded(double cycles) { return std::round(cycles * 100) / 100; }

std::string_view letter(const OperandUse& use) { return use.is_a ? "a" : "b"; }

void add_case(Lists& lists, const OperandCase& one, const AnsweredCase& answered) {
  if (answered.hash.empty()) return;
  lists.wgmma.push_back({one.use.type, letter(one.use), name_of(one.use.major), one.use.sparse ? 1 : 0,
                         fmt::format("0x{:x}", one.descriptor), answered.hash});
}

void add_case(Lists& lists, const ReadCase& one, const AnsweredCase& answered) {
  lists.reads.push_back({letter(one.use), name_of(one.use.major), one.use.n, fmt::format("0x{:x}", one.descriptor),
                         rounded(answered.answer.cycles)});
}

void add_case(Lists& lists, const BankCase& one, const AnsweredCase& answered) {
  const RecordJson pattern = one.addresses;
  auto place = std::find(lists.patterns.begin(), lists.patterns.end(), pattern);
  if (place == lists.patterns.end()) {
    lists.patterns.push_back(pattern);
    place = lists.patterns.end() - 1;
  }
  lists.cycles.push_back({one.access, place - lists.patterns.begin(), rounded(answered.answer.cycles)});
}

void add_case(Lists& lists, const BoxCase& one, const AnsweredCase& answered) {
  const TmaBox& box = one.box;
  const bool is_refused = answered.answer.outcome == Outcome::Refused;
  if (box.atom != SwizzleAtom::B16) {
    lists.atoms.push_back(
        {name_of(box.atom), box.inner, box.rows, box.start, is_refused ? answered.answer.text : answered.hash});
  } else if (is_refused) {
    const RecordJson row = {name_of(box.swizzle), box.inner};
    if (std::find(lists.refused.begin(), lists.refused.end(), row) == lists.refused.end()) lists.refused.push_back(row);
  } else {
    lists.tma.push_back({name_of(box.swizzle), box.inner, box.rows, box.planes, box.start, answered.hash});
  }
}

void add_answer(Lists& lists, const AnsweredCase& answered) {
  if (answered.answer.outcome == Outcome::Faulted) {
    lists.faults.push_back({spell(answered.asked), answered.answer.text});
    return;
  }
  std::visit([&](const auto& one) { add_case(lists, one, answered); }, answered.asked);
}

// Returns the text of a list with each row on a line, so that two records can be compared line by line.
std::string list_text(std::string_view name, const RecordJson& rows) {
  std::string text = fmt::format("  \"{}\": [", name);
  for (std::size_t at = 0; at < rows.size(); ++at)
    text += fmt::format("{}\n    {}", at == 0 ? "" : ",", rows[at].dump());
  return text + (rows.empty() ? "]" : "\n  ]");
}

RecordJson provenance_of(const SweepReport& report, std::string_view date) {
  const GpuInfo& gpu = report.facts.gpu;
  return {{"device", gpu.name},
          {"compute_capability", fmt::format("{}.{}", gpu.capability / 10, gpu.capability % 10)},
          {"driver", gpu.driver},
          {"cuda", gpu.cuda},
          {"date", date},
          {"seed", report.request.seed},
          {"count", report.request.count}};
}

}  // namespace

std::string write_record(const SweepReport& report, std::string_view date) {
  Lists lists;
  for (const AnsweredCase& answered : report.answers) add_answer(lists, answered);
  return fmt::format(
      "{{\n  \"format\": \"tcviz-image-proof/1\",\n  \"provenance\": {},\n  \"about\": "
      "{},\n{},\n{},\n{},\n{},\n{},\n{},\n"
      "{},\n{}\n}}\n",
      provenance_of(report, date).dump(), RecordJson(about).dump(), list_text("wgmma", lists.wgmma),
      list_text("tma", lists.tma), list_text("tma_refused", lists.refused), list_text("tma_atoms", lists.atoms),
      list_text("bank_patterns", lists.patterns), list_text("bank_cycles", lists.cycles),
      list_text("wgmma_cycles", lists.reads), list_text("faults", lists.faults));
}

}  // namespace tcviz::inline gpu_prove
