// A device that answers by the rules, as changed by a test.
#pragma once

#include <functional>
#include <utility>

#include "gpu/prove/expected.hpp"

namespace tcviz::test {

inline SweepFacts h200() { return {{0, "NVIDIA H200", 90, "580.159.04", "13.0"}, true}; }
inline SweepFacts a100() { return {{0, "NVIDIA A100", 80, "580.159.04", "13.0"}, false}; }
inline SweepFacts b200() { return {{0, "NVIDIA B200", 100, "580.159.04", "13.0"}, false}; }

class RuleDevice final : public SweepDevice {
 public:
  using Change = std::function<Result<SweepAnswer>(const SweepCase& one, SweepAnswer right)>;
  explicit RuleDevice(SweepFacts facts, Change change = {}) : facts_(std::move(facts)), change_(std::move(change)) {}

  const SweepFacts& facts() const override { return facts_; }
  Result<SweepAnswer> ask(const SweepCase& one) override {
    ++asked;
    SweepAnswer right = expected_answer(one, facts_);
    if (std::holds_alternative<ReadCase>(one)) right.cycles = 18;
    return change_ ? change_(one, std::move(right)) : Result<SweepAnswer>(std::move(right));
  }
  int asked = 0;

 private:
  SweepFacts facts_;
  Change change_;
};

}  // namespace tcviz::test
