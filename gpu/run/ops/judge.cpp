#include "gpu/run/ops/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/run/ops/numbers.hpp"

namespace tcviz::inline gpu_ops {
namespace {

std::size_t index(int n) { return static_cast<std::size_t>(n); }

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

struct Asked {
  double expected = 0, got = 0;
  double allowed = 0;
  std::string where;
};

class Judge {
 public:
  Judge(const Operation& operation, const Body& body, const Problem& problem, const Fragments& fragments, int values)
      : operation_(operation), body_(body), problem_(problem), fragments_(fragments), values_(values) {}

  OperationVerdict run() {
    for (std::size_t n = 0; n < fragments_.there.size(); ++n) {
      if (fragments_.there[n]) judge_slot(n);
    }
    if (operation_.form == Form::Store) judge_memory();
    compare_owners();
    verdict_.verified = verdict_.wrong == 0 && verdict_.owners_agree && verdict_.slots > 0;
    verdict_.sentence = sentence();
    return verdict_;
  }

 private:
  const Kind& kind() const { return *problem_.kind; }
  double keep(double value) const { return round_to(kind().type, round_to(compute_of(kind().type), value)); }

  void judge_slot(std::size_t n) {
    const Element element = *fragments_.there[n];
    const Slot slot{static_cast<int>(n) / values_, static_cast<int>(n) % values_};
    const std::string where = fmt::format("tid {}, x[{}] (row {}, col {})", slot.tid, slot.i, element.row, element.col);
    const double expected = operation_.reference != nullptr
                                ? keep(operation_.reference(problem_, element.row, element.col))
                                : of_body(n, element, slot);
    ask({expected, fragments_.after[n], slack(element, expected), where});
    if (operation_.form != Form::Split) return;
    const double lost = keep(problem_.m(element.row, element.col) - expected);
    ask({lost, fragments_.second[n], 0, "the second fragment's " + where});
  }

  double of_body(std::size_t n, Element element, Slot slot) {
    std::vector<double> out(index(std::max(kind().rows(), kind().cols())));
    const auto result = run_body(body_, problem_, fragments_.before[n], {element, slot}, out);
    const auto* const value = std::get_if<double>(&result);
    return value != nullptr ? *value : std::numeric_limits<double>::quiet_NaN();
  }

  // Returns the allowed difference: rounding errors of folding are at most one ulp of the computing type for every
  // number that is added.
  double slack(Element element, double expected) const {
    const bool float_type = compute_of(kind().type) != Compute::Int;
    if (!float_type) return 0;
    if (operation_.reference == nullptr) return body_slack(expected);
    if (operation_.slack == 0) return 0;
    const ElementType compute = compute_of(kind().type) == Compute::Double ? ElementType::F64 : ElementType::F32;
    double most = std::abs(expected);
    const bool rows = operation_.axis == Axis::Rows;
    const int numbers = rows ? kind().cols() : kind().rows();
    if (operation_.form == Form::Reduce) {
      for (int n = 0; n < numbers; ++n)
        most += std::abs(rows ? problem_.x(element.row, n) : problem_.x(n, element.col));
    }
    return operation_.slack * numbers * ulp(compute, most) + one_step(expected);
  }

  // Returns one ulp of a narrower type: a number near the middle of two of its numbers may go either way.
  double one_step(double expected) const {
    return kind().type == ElementType::F32 || kind().type == ElementType::F64 ? 0 : ulp(kind().type, expected);
  }

  // Returns the allowed difference of a user's body: functions such as expf differ between host and device by a few
  // ulp.
  double body_slack(double expected) const {
    if (!std::isfinite(expected)) return 0;
    const ElementType compute = compute_of(kind().type) == Compute::Double ? ElementType::F64 : ElementType::F32;
    return 8 * ulp(compute, expected) + one_step(expected);
  }

  void judge_memory() {
    const bool rows = operation_.axis == Axis::Rows;
    const int length = rows ? kind().rows() : kind().cols();
    for (int n = 0; n < length; ++n) {
      const double expected = rows ? problem_.x(n, 0) : problem_.x(0, n);
      ask({expected, fragments_.out[index(n)], 0, fmt::format("out[{}]", n)});
    }
  }

  void ask(const Asked& asked) {
    ++verdict_.slots;
    verdict_.allowed = std::max(verdict_.allowed, asked.allowed);
    if (same(asked.expected, asked.got)) return;
    const double error = std::abs(asked.expected - asked.got);
    verdict_.max_abs_error =
        std::max(verdict_.max_abs_error, std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
    if (error <= asked.allowed) return;
    if (verdict_.wrong++ == 0) {
      first_ = fmt::format("{} is {} where {} belongs", asked.where, asked.got, asked.expected);
    }
  }

  void compare_owners() {
    std::vector<std::optional<double>> seen(index(kind().rows() * kind().cols()));
    for (std::size_t n = 0; n < fragments_.there.size(); ++n) {
      if (!fragments_.there[n]) continue;
      auto& first = seen[index(fragments_.there[n]->row * kind().cols() + fragments_.there[n]->col)];
      if (!first) first = fragments_.after[n];
      if (!same(*first, fragments_.after[n])) verdict_.owners_agree = false;
    }
  }

  std::string sentence() const {
    if (verdict_.wrong > 0)
      return fmt::format("{} of {} values are wrong; the first: {}", verdict_.wrong, verdict_.slots, first_);
    if (!verdict_.owners_agree) return "the owners of an element hold different values";
    if (verdict_.max_abs_error == 0) return fmt::format("all {} values are exact", verdict_.slots);
    return fmt::format("all {} values are within {:.2g} of the reference (allowed: {:.2g})", verdict_.slots,
                       verdict_.max_abs_error, verdict_.allowed);
  }

  const Operation& operation_;
  const Body& body_;
  const Problem& problem_;
  const Fragments& fragments_;
  int values_;
  OperationVerdict verdict_;
  std::string first_;
};

}  // namespace

OperationVerdict judge(const Operation& operation, const Body& body, const Problem& problem, const Fragments& fragments,
                       int values) {
  return Judge(operation, body, problem, fragments, values).run();
}

std::vector<double> as_matrix(const Kind& kind, const std::vector<double>& by_slot,
                              const std::vector<std::optional<Element>>& there) {
  std::vector<double> matrix(index(kind.rows() * kind.cols()), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t n = by_slot.size(); n-- > 0;) {
    if (there[n]) matrix[index(there[n]->row * kind.cols() + there[n]->col)] = by_slot[n];
  }
  return matrix;
}

}  // namespace tcviz::inline gpu_ops
