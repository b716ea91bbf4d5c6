#include "gpu/language/formula/check_inverse.hpp"

#include <algorithm>
#include <set>

namespace tcviz::inline gpu_formula {
namespace {

class InverseChecker {
 public:
  InverseChecker(const Layout& layout, std::span<const Formula* const> formulae)
      : layout_(layout), variables_(constants_of(layout)) {
    for (const Formula* formula : formulae) {
      runs_.emplace_back(formula->program);
      formulae_.push_back(formula);
      verdict_.has_replica = verdict_.has_replica || formula->program.reads(Variable::R);
    }
  }

  bool computes(Quantity target) const {
    return std::ranges::any_of(formulae_, [&](const Formula* each) { return each->has(target); });
  }

  InverseVerdict check() {
    for (int row = 0; row < layout_.rows(); ++row)
      for (int col = 0; col < layout_.cols(); ++col) check_element({row, col});
    verdict_.elements = layout_.elements();
    return verdict_;
  }

 private:
  void check_element(Element element) {
    const std::vector<Slot> owners = layout_.owners(element);
    const int replicas = verdict_.has_replica ? static_cast<int>(owners.size()) : 1;
    std::set<Slot> named;
    for (int r = 0; r < replicas; ++r) {
      ++verdict_.asked;
      if (!compute(element, r)) continue;
      const Slot slot{static_cast<int>(tid_), static_cast<int>(i_)};
      const bool is_owner = slot.tid == tid_ && slot.i == i_ && std::ranges::find(owners, slot) != owners.end();
      if (is_owner && named.insert(slot).second) continue;
      ++verdict_.mismatches;
      if (!verdict_.first) verdict_.first = {element, r, tid_, i_};
    }
  }

  bool compute(Element element, int r) {
    variables_[Variable::Row] = element.row;
    variables_[Variable::Col] = element.col;
    variables_[Variable::R] = r;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      const RunState state = runs_[run].run(variables_);
      if (state != RunState::Done) return report(element, r, runs_[run].undefined(), state == RunState::Endless);
      const Formula& formula = *formulae_[run];
      if (formula.has(Quantity::Tid)) tid_ = runs_[run].output(formula.output_of(Quantity::Tid));
      if (formula.has(Quantity::I)) i_ = runs_[run].output(formula.output_of(Quantity::I));
    }
    return true;
  }

  bool report(Element element, int r, Undefined why, bool endless) {
    ++verdict_.mismatches;
    if (!verdict_.undefined) verdict_.undefined = {element, r, std::move(why.message), why.range, endless, why.blame};
    return false;
  }

  const Layout& layout_;
  Variables variables_;
  std::vector<Interpreter> runs_;
  std::vector<const Formula*> formulae_;
  InverseVerdict verdict_;
  std::int64_t tid_ = 0, i_ = 0;
};

}  // namespace

Result<InverseVerdict> check_inverse(const Layout& layout, std::span<const Formula* const> formulae) {
  InverseChecker checker(layout, formulae);
  if (!checker.computes(Quantity::Tid) || !checker.computes(Quantity::I))
    return bad_input("an inverse needs both tid and i: give one formula that has both, or two.");
  return checker.check();
}

}  // namespace tcviz::inline gpu_formula
