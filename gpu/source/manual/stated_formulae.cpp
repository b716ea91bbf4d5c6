#include "gpu/source/manual/stated_formulae.hpp"

#include "gpu/source/manual/manual.hpp"
#include "gpu/source/manual/rules.hpp"

namespace tcviz::inline gpu_manual {

std::vector<PublishedFormula> stated_by_manual() {
  std::vector<PublishedFormula> formulae;
  for (const Kind& kind : catalogue()) {
    const ManualRule* const rule = rule_of(kind);
    if (rule == nullptr) continue;
    PublishedFormula& formula = formulae.emplace_back();
    formula.name = rule->section;
    formula.document = "PTX ISA 9.0";
    formula.kind = kind.id;
    formula.architectures = "sm_90";
    formula.row = rule->row;
    formula.col = rule->col;
    formula.note = rule->note;
    formula.view.states_unread = !rule->read.empty();
  }
  return formulae;
}

int unread_mismatches(const PublishedFormula& claim, const Layout& asked) {
  const Kind* const kind = find_kind(claim.kind);
  if (kind == nullptr || !claim.view.states_unread) return 0;
  const Result<Layout> stated = manual_layout(*kind);
  if (!stated || stated.value().slots() != asked.slots()) return asked.slots();
  int different = 0;
  for (std::size_t slot = 0; slot < asked.map().size(); ++slot)
    different += (asked.map()[slot] == no_element) != (stated.value().map()[slot] == no_element) ? 1 : 0;
  return different;
}

}  // namespace tcviz::inline gpu_manual
