#include "gpu/run/ops/problem.hpp"

#include <algorithm>
#include <random>

#include "gpu/run/ops/numbers.hpp"

namespace tcviz::inline gpu_ops {
namespace {

// The range of whole numbers, small enough for sums of a row to be exact in every type that holds them.
struct Range {
  int least = -100, most = 100;
};

Range range_of(ElementType type) {
  if (type == ElementType::U8) return {0, 200};
  if (type == ElementType::S32) return {-100000, 100000};
  return {};
}

class Source {
 public:
  Source(ElementType type, std::uint64_t seed) : type_(type), random_(seed) {}

  double element() {
    if (compute_of(type_) == Compute::Int) return whole(range_of(type_));
    return round_to(type_, real(2));
  }
  // Returns a number of a vector, scales and biases; whole numbers for whole types, so that nothing is cut off.
  double scalar() {
    const Compute compute = compute_of(type_);
    return compute == Compute::Int ? whole({-4, 4}) : round_to(compute, real(2));
  }
  double memory() { return compute_of(type_) == Compute::Int ? whole({-50, 50}) : round_to(Compute::Float, real(2)); }

 private:
  double real(double limit) { return std::uniform_real_distribution<double>(-limit, limit)(random_); }
  double whole(Range range) { return std::uniform_int_distribution<int>(range.least, range.most)(random_); }

  ElementType type_;
  std::mt19937_64 random_;
};

}  // namespace

Scalars usual_scalars(const Operation& operation) { return {operation.a, operation.b, operation.d}; }

int side_of(const Kind& kind) { return std::max(kind.rows(), kind.cols()); }

Problem make_problem(const Operation& operation, const Kind& kind, const Scalars& scalars, std::uint64_t seed) {
  Source source(kind.type, seed);
  Problem problem;
  problem.kind = &kind;
  problem.a = scalars.a;
  problem.b = scalars.b;
  problem.d = scalars.d;
  const auto elements = static_cast<std::size_t>(kind.rows() * kind.cols());
  const auto side = static_cast<std::size_t>(side_of(kind));
  for (std::size_t n = 0; n < elements; ++n) problem.matrix.push_back(source.element());
  for (std::size_t n = 0; n < side; ++n) problem.u.push_back(source.scalar());
  for (std::size_t n = 0; n < side; ++n) problem.v.push_back(source.scalar());
  if (needs(operation, 'm')) {
    for (std::size_t n = 0; n < elements; ++n) problem.memory.push_back(source.memory());
  }
  return problem;
}

}  // namespace tcviz::inline gpu_ops
