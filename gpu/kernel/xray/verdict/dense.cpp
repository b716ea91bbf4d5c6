#include "gpu/kernel/xray/verdict/dense.hpp"

#include <algorithm>

#include "gpu/kernel/xray/label/row_products.hpp"

namespace tcviz::inline gpu_xray {
namespace {

bool has(const std::vector<int>& axes, int axis) { return std::ranges::find(axes, axis) != axes.end(); }

std::int64_t size_of(const DenseNumbers& of, int axis) {
  return of.sizes[static_cast<std::size_t>(std::ranges::find(of.axes, axis) - of.axes.begin())];
}

// Axes with their sizes.
struct AxisSizes {
  std::vector<int> axes;
  std::vector<std::int64_t> sizes;

  void add(int axis, std::int64_t size) {
    if (has(axes, axis)) return;
    axes.push_back(axis);
    sizes.push_back(size);
  }
  void add(const AxisSizes& other) {
    for (std::size_t at = 0; at < other.axes.size(); ++at) add(other.axes[at], other.sizes[at]);
  }
};

AxisSizes of_both(const DenseNumbers& a, const DenseNumbers& b) {
  AxisSizes both{a.axes, a.sizes};
  both.add({b.axes, b.sizes});
  return both;
}

// Returns, for each target axis, the distance of two neighbours; 0 for an axis that repeats.
std::vector<std::int64_t> strides_in(const DenseNumbers& of, const std::vector<int>& axes) {
  std::vector<std::int64_t> strides(axes.size());
  std::int64_t step = 1;
  for (std::size_t at = of.axes.size(); at-- > 0; step *= of.sizes[at]) {
    const auto target = std::ranges::find(axes, of.axes[at]);
    strides[static_cast<std::size_t>(target - axes.begin())] = step;
  }
  return strides;
}

void copy_strided(const DenseNumbers& from, const std::vector<std::int64_t>& strides, DenseNumbers& into) {
  const std::size_t rank = into.sizes.size();
  const std::int64_t inner = rank == 0 ? 1 : into.sizes.back(), step = rank == 0 ? 0 : strides.back();
  std::vector<std::int64_t> at(rank);
  std::int64_t place = 0;
  for (std::size_t done = 0; done < into.values.size(); done += static_cast<std::size_t>(inner)) {
    for (std::int64_t x = 0; x < inner; ++x)
      into.values[done + static_cast<std::size_t>(x)] = from.values[static_cast<std::size_t>(place + x * step)];
    for (std::size_t d = rank > 0 ? rank - 1 : 0; d-- > 0;) {
      place += strides[d];
      if (++at[d] < into.sizes[d]) break;
      place -= strides[d] * into.sizes[d];
      at[d] = 0;
    }
  }
}

double sum_of(double a, double b) { return a + b; }

// The common axes of the two factors of a contraction, and those of one only.
struct ContractionAxes {
  AxisSizes batch, left, right, inner;
};

ContractionAxes axes_of_contraction(const DenseNumbers& a, const DenseNumbers& b, const std::vector<int>& over) {
  ContractionAxes found;
  for (const int axis : a.axes) {
    AxisSizes& into = !has(b.axes, axis) ? found.left : has(over, axis) ? found.inner : found.batch;
    into.add(axis, size_of(a, axis));
  }
  for (const int axis : b.axes)
    if (!has(a.axes, axis)) found.right.add(axis, size_of(b, axis));
  return found;
}

// Sums a factor, before the product, over those of the axes that the other one lacks.
Status reduce_alone(DenseNumbers& of, const DenseNumbers& other, const std::vector<int>& over, HostBudget& budget) {
  std::vector<int> alone;
  for (const int axis : over)
    if (has(of.axes, axis) && !has(other.axes, axis)) alone.push_back(axis);
  if (alone.empty()) return Nothing{};
  Result<DenseNumbers> less = reduced(of, alone, sum_of, budget);
  TCVIZ_TRY(less);
  of = std::move(less).value();
  return Nothing{};
}

}  // namespace

Status HostBudget::take(std::int64_t work, std::int64_t values) {
  if (values > most_values || work > left_) {
    left_ = -1;
    return unavailable("the host computes at most 400 million multiply-adds and 16 million values, and this is more");
  }
  left_ -= work;
  return Nothing{};
}

std::int64_t count_of(const std::vector<std::int64_t>& sizes) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count = size >= most || count >= most / size ? most : count * size;
  return count;
}

Result<DenseNumbers> arranged(const DenseNumbers& of, const std::vector<int>& axes,
                              const std::vector<std::int64_t>& sizes, HostBudget& budget) {
  if (of.axes == axes) return of;
  const std::int64_t count = count_of(sizes);
  TCVIZ_TRY(budget.take(count, count));
  DenseNumbers made{axes, sizes, std::vector<double>(static_cast<std::size_t>(count))};
  copy_strided(of, strides_in(of, axes), made);
  return made;
}

Result<DenseNumbers> combined(const DenseNumbers& a, const DenseNumbers& b, OfTwo of, HostBudget& budget) {
  const AxisSizes both = of_both(a, b);
  Result<DenseNumbers> made = arranged(a, both.axes, both.sizes, budget);
  TCVIZ_TRY(made);
  const Result<DenseNumbers> other = arranged(b, both.axes, both.sizes, budget);
  TCVIZ_TRY(other);
  std::vector<double>& values = made.value().values;
  TCVIZ_TRY(budget.take(static_cast<std::int64_t>(values.size()), 0));
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = of(values[at], other.value().values[at]);
  return made;
}

Result<DenseNumbers> reduced(const DenseNumbers& of, const std::vector<int>& over, OfTwo by, HostBudget& budget) {
  AxisSizes kept, gone;
  for (std::size_t at = 0; at < of.axes.size(); ++at)
    (has(over, of.axes[at]) ? gone : kept).add(of.axes[at], of.sizes[at]);
  AxisSizes order = kept;
  order.add(gone);
  const Result<DenseNumbers> lines = arranged(of, order.axes, order.sizes, budget);
  TCVIZ_TRY(lines);
  const auto line = static_cast<std::size_t>(count_of(gone.sizes));
  DenseNumbers made{kept.axes, kept.sizes, std::vector<double>(static_cast<std::size_t>(count_of(kept.sizes)))};
  TCVIZ_TRY(budget.take(static_cast<std::int64_t>(lines.value().values.size()), 0));
  for (std::size_t at = 0; at < made.values.size(); ++at) {
    const double* const first = lines.value().values.data() + at * line;
    made.values[at] = first[0];
    for (std::size_t x = 1; x < line; ++x) made.values[at] = by(made.values[at], first[x]);
  }
  return made;
}

Result<DenseNumbers> contracted(DenseNumbers a, DenseNumbers b, const std::vector<int>& over, HostBudget& budget) {
  TCVIZ_TRY(reduce_alone(a, b, over, budget));
  TCVIZ_TRY(reduce_alone(b, a, over, budget));
  const ContractionAxes found = axes_of_contraction(a, b, over);
  AxisSizes of_a = found.batch, of_b = found.batch, all = found.batch;
  of_a.add(found.left), of_a.add(found.inner);
  of_b.add(found.inner), of_b.add(found.right);
  all.add(found.left), all.add(found.right);
  const std::int64_t batch = count_of(found.batch.sizes), rows = count_of(found.left.sizes),
                     inner = count_of(found.inner.sizes), cols = count_of(found.right.sizes);
  TCVIZ_TRY(budget.take(count_of({batch, rows, inner, cols}), count_of(all.sizes)));
  const Result<DenseNumbers> left = arranged(a, of_a.axes, of_a.sizes, budget);
  TCVIZ_TRY(left);
  const Result<DenseNumbers> right = arranged(b, of_b.axes, of_b.sizes, budget);
  TCVIZ_TRY(right);
  DenseNumbers made{all.axes, all.sizes, std::vector<double>(static_cast<std::size_t>(count_of(all.sizes)))};
  for (std::int64_t one = 0; one < batch; ++one)
    multiply_rows(left.value().values.data() + one * rows * inner, right.value().values.data() + one * inner * cols,
                  made.values.data() + one * rows * cols, {rows, inner, cols});
  return made;
}

}  // namespace tcviz::inline gpu_xray
