#include "gpu/run/ops/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "gpu/run/ops/numbers.hpp"
#include "gpu/run/ops/problem.hpp"
#include "gpu/run/ops/reduction.hpp"

namespace tcviz::inline gpu_ops {
namespace {

using Values = std::vector<double>;

std::size_t simulate_index(int n) { return static_cast<std::size_t>(n); }

// The slots of one fragment at work.
class Cpu {
 public:
  Cpu(const Operation& operation, const Body& body, const Layout& layout, const Problem& problem)
      : operation_(operation), body_(body), layout_(layout), problem_(problem), type_(problem.kind->type) {}

  Result<Fragments> run() {
    load();
    const Status done = operate();
    if (!done) return done.error();
    return std::move(fragments_);
  }

 private:
  void load() {
    fragments_.out.assign(simulate_index(side_of(*problem_.kind)), 0);
    for (int n = 0; n < layout_.slots(); ++n) {
      const std::optional<Element> element = layout_.element(layout_.slot(n));
      fragments_.there.push_back(element);
      fragments_.before.push_back(element ? problem_.x(element->row, element->col) : 0);
    }
    fragments_.after = fragments_.before;
  }

  Status operate() {
    switch (operation_.form) {
      case Form::Body:
        return each_value();
      case Form::Reduce:
        return fold(fragments_.after, operation_.fold);
      case Form::Softmax:
        return softmax();
      case Form::Store:
        store();
        return Nothing{};
      case Form::Split:
        split();
        return Nothing{};
      case Form::Place:
        for (const Slot& owner : layout_.owners({problem_.d, problem_.d})) {
          fragments_.after[simulate_index(owner.tid * layout_.values() + owner.i)] = keep(problem_.a);
        }
        return Nothing{};
    }
    return Nothing{};
  }

  double keep(double value) const { return round_to(type_, round_to(compute_of(type_), value)); }

  Status each_value() {
    for (int n = 0; n < layout_.slots(); ++n) {
      const std::optional<Element>& element = fragments_.there[simulate_index(n)];
      if (!element) continue;
      const BodyPlace place{*element, layout_.slot(n)};
      const auto result = run_body(body_, problem_, fragments_.before[simulate_index(n)], place, fragments_.out);
      if (const auto* error = std::get_if<BodyError>(&result)) {
        return negative(fmt::format("the body ends at tid {}, i {}: {}", place.slot.tid, place.slot.i, error->message));
      }
      fragments_.after[simulate_index(n)] = std::get<double>(result);
    }
    return Nothing{};
  }

  // Folds in the computing type, as a kernel does.
  Status fold(Values& values, Fold by) {
    const auto steps = fold_steps(layout_, operation_.axis);
    if (!steps) return steps.error();
    const int width = static_cast<int>(std::bit_ceil(static_cast<unsigned>(layout_.values())));
    Values wide(simulate_index(layout_.threads() * width), by == Fold::Max ? -HUGE_VAL : 0);
    const auto place = [&](int n) { return simulate_index(layout_.slot(n).tid * width + layout_.slot(n).i); };
    for (int n = 0; n < layout_.slots(); ++n) wide[place(n)] = values[simulate_index(n)];
    for (const FoldStep& step : steps.value()) fold_once(wide, width, step, by);
    const bool last = operation_.form == Form::Reduce;
    for (int n = 0; n < layout_.slots(); ++n) values[simulate_index(n)] = last ? keep(wide[place(n)]) : wide[place(n)];
    return Nothing{};
  }

  void fold_once(Values& values, int width, const FoldStep& step, Fold by) const {
    const Values old = values;
    const Compute compute = compute_of(type_);
    for (int n = 0; n < static_cast<int>(values.size()); ++n) {
      const int partner = (n / width ^ step.tid_xor) * width + (n % width ^ step.i_xor);
      const double mine = old[simulate_index(n)], other = old[simulate_index(partner)];
      values[simulate_index(n)] = by == Fold::Max ? std::max(mine, other) : round_to(compute, mine + other);
    }
  }

  Status softmax() {
    const Compute compute = compute_of(type_);
    Values top = fragments_.before;
    const Status folded = fold(top, Fold::Max);
    if (!folded) return folded;
    Values& after = fragments_.after;
    for (std::size_t n = 0; n < after.size(); ++n) {
      after[n] = round_to(compute, std::exp(round_to(compute, fragments_.before[n] - top[n])));
    }
    Values all = after;
    const Status summed = fold(all, Fold::Sum);
    for (std::size_t n = 0; n < after.size(); ++n) after[n] = keep(after[n] / all[n]);
    return summed;
  }

  void store() {
    for (std::size_t n = 0; n < fragments_.there.size(); ++n) {
      const std::optional<Element>& element = fragments_.there[n];
      if (!element) continue;
      const bool rows = operation_.axis == Axis::Rows;
      if ((rows ? element->col : element->row) != 0) continue;
      fragments_.out[simulate_index(rows ? element->row : element->col)] = fragments_.before[n];
    }
  }

  void split() {
    fragments_.second.assign(fragments_.after.size(), 0);
    for (std::size_t n = 0; n < fragments_.there.size(); ++n) {
      const std::optional<Element>& element = fragments_.there[n];
      if (!element) continue;
      const double exact = problem_.m(element->row, element->col);
      fragments_.after[n] = keep(exact);
      fragments_.second[n] = keep(exact - fragments_.after[n]);
    }
  }

  const Operation& operation_;
  const Body& body_;
  const Layout& layout_;
  const Problem& problem_;
  ElementType type_;
  Fragments fragments_;
};

}  // namespace

Body::Value body_value(ElementType type) {
  constexpr std::array<Body::Value, 3> values{Body::Value::Float, Body::Value::Double, Body::Value::Int};
  return values[static_cast<std::size_t>(compute_of(type))];
}

Result<Body> read_body(const Operation& operation, const std::string& own_text, ElementType type) {
  const bool is_text = operation.form == Form::Body;
  const std::string text = !own_text.empty() ? own_text : is_text ? std::string(operation.body) : "x";
  Parsed<Body> parsed = Body::parse(text, body_value(type));
  if (parsed.value) return std::move(*parsed.value);
  std::string all;
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    all += fmt::format("{}at {}: {}", all.empty() ? "" : "; ", diagnostic.range.begin, diagnostic.message);
  }
  return bad_input(fmt::format("the body cannot be read: {}", all));
}

Result<Fragments> simulate(const Operation& operation, const Body& body, const Layout& layout, const Problem& problem) {
  return Cpu(operation, body, layout, problem).run();
}

std::variant<double, BodyError> run_body(const Body& body, const Problem& problem, double x, const BodyPlace& place,
                                         std::span<double> out) {
  const Kind& kind = *problem.kind;
  BodyInputs inputs;
  inputs.x = x;
  inputs.a = problem.a;
  inputs.b = problem.b;
  inputs.d = problem.d;
  inputs.row = place.element.row;
  inputs.col = place.element.col;
  inputs.tid = place.slot.tid;
  inputs.i = place.slot.i;
  inputs.rows = kind.rows();
  inputs.cols = kind.cols();
  inputs.u = problem.memory.empty() ? problem.u : problem.memory;
  inputs.v = problem.v;
  inputs.out = out;
  const bool whole = compute_of(kind.type) == Compute::Int;
  const auto result = body.run(inputs, whole ? static_cast<std::int32_t>(x) : 0);
  if (const auto* error = std::get_if<BodyError>(&result)) return *error;
  const auto& outcome = std::get<Body::Outcome>(result);
  return round_to(kind.type, whole ? outcome.x_int : outcome.x);
}

}  // namespace tcviz::inline gpu_ops
