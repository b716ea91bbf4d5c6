#include "gpu/language/formula/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/formula/apart.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::uint32_t unasked = ~std::uint32_t{0};

// True if the formulae read a number that a layout leaves open.
bool leaves_open(std::span<const Formula* const> formulae) {
  return std::ranges::any_of(formulae, [](const Formula* each) {
    const Program& program = each->program;
    return program.reads(Variable::Size) || program.reads(Variable::Start) || program.reads(Variable::Block);
  });
}

}  // namespace

Variables constants_of(const Layout& layout) {
  Variables variables;
  variables[Variable::Rows] = layout.rows();
  variables[Variable::Cols] = layout.cols();
  const Kind* const kind = find_kind(layout.kind());
  // A kind of a user's own file has no shape but its matrix.
  const Shape shape = kind != nullptr ? kind->shape : Shape{layout.rows(), layout.cols(), 0};
  variables[Variable::M] = shape.m;
  variables[Variable::N] = shape.n;
  variables[Variable::K] = shape.k;
  return variables;
}

Checker::Checker(const Layout& layout) : layout_(&layout), constants_(constants_of(layout)) {
  const auto slots = static_cast<std::size_t>(layout.slots());
  for (std::vector<std::uint32_t>* each : {&tids_, &is_, &rows_, &cols_, &linears_}) each->resize(slots);
  const auto values = static_cast<std::uint32_t>(layout.values()), cols = static_cast<std::uint32_t>(layout.cols());
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    const std::int32_t element = layout.map()[slot];
    tids_[slot] = slot / values;
    is_[slot] = slot % values;
    linears_[slot] = element == no_element ? unasked : static_cast<std::uint32_t>(element);
    rows_[slot] = element == no_element ? unasked : linears_[slot] / cols;
    cols_[slot] = element == no_element ? unasked : linears_[slot] % cols;
    all_asked_ = all_asked_ && element != no_element;
  }
}

Status Checker::check_sizes(const Formula& formula) const {
  const auto differ = [](int said, int is) { return said != 0 && said != is; };
  if (!differ(formula.threads, layout_->threads()) && !differ(formula.values, layout_->values())) return Nothing{};
  return bad_input(fmt::format("the text has {} threads of {} values, but {} has {} of {}.", formula.threads,
                               formula.values, layout_->kind(), layout_->threads(), layout_->values()));
}

void Checker::find_source(Quantity target, Source& source) const {
  source = {};
  for (std::size_t run = 0; run < run_count_ && !source.known; ++run)
    if (runs_[run].formula->has(target)) source = {run, runs_[run].formula->output_of(target), true};
}

Status Checker::prepare(std::span<const Formula* const> formulae) {
  if (runs_.size() < formulae.size()) runs_.resize(formulae.size());
  run_count_ = formulae.size();
  for (std::size_t number = 0; number < formulae.size(); ++number) {
    runs_[number].formula = formulae[number];
    if (Status sizes = check_sizes(*formulae[number]); !sizes) return sizes;
    runs_[number].lanes.start(formulae[number]->program, constants_);
  }
  shift_known_ = false;
  any_row_shift_ = std::ranges::any_of(formulae, [](const Formula* each) { return each->sizes > 1; });
  row_shift_ = col_shift_ = linear_shift_ = 0;
  find_source(Quantity::Row, row_);
  find_source(Quantity::Col, col_);
  find_source(Quantity::Linear, linear_);
  if (row_.known || col_.known) linear_.known = false;
  if (row_.known || col_.known || linear_.known) return Nothing{};
  return bad_input("there is nothing to check: the text gives neither row nor col nor a linear index.");
}

void Checker::run_block(std::size_t first, std::size_t count) {
  const LaneRunner::Input inputs[] = {{Variable::Tid, tids_.data()}, {Variable::I, is_.data()}};
  any_undefined_ = false;
  for (std::size_t number = 0; number < run_count_; ++number) {
    runs_[number].lanes.run(inputs, first, count, linears_.data());
    any_undefined_ = any_undefined_ || runs_[number].lanes.any_undefined();
  }
  find_shift(first, count);
}

bool Checker::is_undefined(std::size_t lane) const {
  if (!any_undefined_) return false;
  return std::any_of(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(run_count_),
                     [&](const Run& run) { return run.lanes.is_undefined(lane); });
}

bool Checker::is_undefined(const Source& source, std::size_t lane) const {
  return source.known && runs_[source.run].lanes.is_undefined(lane);
}

// Returns the undefined slot of the formulae; of two formulae that are undefined somewhere, the lesser slot.
std::optional<UndefinedAt> Checker::first_undefined() const {
  std::optional<UndefinedAt> found;
  for (std::size_t number = 0; number < run_count_; ++number) {
    const std::optional<LaneRunner::Stopped>& stopped = runs_[number].lanes.stopped();
    if (!stopped) continue;
    const Slot slot = layout_->slot(static_cast<std::int32_t>(stopped->lane));
    if (!found || slot < found->slot)
      found = UndefinedAt{slot,
                          stopped->why.message,
                          stopped->why.range,
                          number > 0,
                          stopped->state == RunState::Endless,
                          stopped->why.blame};
  }
  return found;
}

std::int64_t Checker::value(const Source& source, std::size_t lane) const {
  const std::int64_t shift = &source == &row_ ? row_shift_ : &source == &col_ ? col_shift_ : linear_shift_;
  return apart(runs_[source.run].lanes.value(source.output, lane), shift);
}

// Finds how far the text moves the first slot that is asked; no further if it is no legal move.
void Checker::find_shift(std::size_t first, std::size_t count) {
  std::size_t lane = 0;
  while (lane < count && (linears_[first + lane] == unasked || is_undefined(lane))) ++lane;
  if (moved_by_ == Variable::Size || shift_known_ || lane == count) return;
  shift_known_ = true;
  const auto shift_of = [&](const Source& source, std::uint32_t expected, std::int64_t tile) {
    const std::int64_t shift = source.known ? apart(value(source, lane), expected) : 0;
    return moved_by_ == Variable::Start || shift % tile == 0 ? shift : 0;
  };
  const std::size_t slot = first + lane;
  row_shift_ = shift_of(row_, rows_[slot], any_row_shift_ ? 1 : layout_->rows());
  col_shift_ = shift_of(col_, cols_[slot], layout_->cols());
  linear_shift_ = shift_of(linear_, linears_[slot], std::int64_t{layout_->rows()} * layout_->cols());
}

// Fills wrong_ and returns the number of wrong lanes. Equal bits are equal values, as no row, col or index reaches
// 2^31.
std::size_t Checker::wrong_lanes(std::size_t first, std::size_t count) {
  wrong_.fill(0);
  const auto hold_against = [&](const Source& source, const std::vector<std::uint32_t>& expected) {
    const std::uint32_t *const is = column(source), *const should = expected.data() + first;
    if (moved_by_ != Variable::Size) {
      for (std::size_t lane = 0; lane < count; ++lane)
        wrong_[lane] |= static_cast<std::uint8_t>(value(source, lane) != should[lane]);
      return;
    }
    if (std::equal(is, is + count, should)) return;
    for (std::size_t lane = 0; lane < count; ++lane)
      wrong_[lane] |= static_cast<std::uint8_t>(is[lane] != should[lane]);
  };
  if (linear_.known) hold_against(linear_, linears_);
  if (row_.known) hold_against(row_, rows_);
  if (col_.known) hold_against(col_, cols_);
  std::size_t wrong = 0;
  for (std::size_t lane = 0; lane < count; ++lane) wrong += wrong_[lane];
  return wrong;
}

void Checker::judge_wrong(std::size_t slot, std::size_t lane, Verdict& verdict) const {
  ++verdict.mismatches;
  const std::int64_t cols = layout_->cols();
  std::int64_t row = rows_[slot], col = cols_[slot];
  if (has_value(linear_, lane)) row = value(linear_, lane) / cols, col = value(linear_, lane) % cols;
  if (has_value(row_, lane)) row = value(row_, lane);
  if (has_value(col_, lane)) col = value(col_, lane);
  verdict.row_mismatches += row != rows_[slot] || is_undefined(row_, lane) || is_undefined(linear_, lane);
  verdict.col_mismatches += col != cols_[slot] || is_undefined(col_, lane) || is_undefined(linear_, lane);
  if (is_undefined(lane)) {
    verdict.cells[slot] = Cell::Undefined;
    return;
  }
  const bool inside = row >= 0 && row < layout_->rows() && col >= 0 && col < cols;
  verdict.cells[slot] = inside ? Cell::Wrong : Cell::Outside;
  if (inside && verdict.asked_row && verdict.asked_col) verdict.got[slot] = static_cast<std::int32_t>(row * cols + col);
  if (verdict.first) return;
  const Element expected{static_cast<int>(rows_[slot]), static_cast<int>(cols_[slot])};
  verdict.first = {{static_cast<int>(tids_[slot]), static_cast<int>(is_[slot])}, expected, row, col};
}

void Checker::judge_block(std::size_t first, std::size_t count, Verdict& verdict) {
  const std::size_t wrong = wrong_lanes(first, count);
  if (any_undefined_)
    for (std::size_t lane = 0; lane < count; ++lane) wrong_[lane] |= static_cast<std::uint8_t>(is_undefined(lane));
  verdict.slots += static_cast<int>(count);
  if (wrong == 0 && !any_undefined_ && all_asked_) return;
  for (std::size_t lane = 0; lane < count; ++lane) {
    if (linears_[first + lane] == unasked) {
      verdict.cells[first + lane] = Cell::Unasked;
      --verdict.slots;
    } else if (wrong_[lane]) {
      judge_wrong(first + lane, lane, verdict);
    }
  }
}

// Returns the values to try: odd and even, small and large, powers of two and others.
std::vector<Checker::Trial> Checker::trials_of(std::span<const Formula* const> formulae) const {
  std::vector<Trial> trials = {{Variable::Size, usual_size}};
  const auto reads = [&](Variable variable) {
    return std::ranges::any_of(formulae, [&](const Formula* each) { return each->program.reads(variable); });
  };
  const bool of_matrix = std::ranges::any_of(formulae, &Formula::of_matrix);
  const int least = of_matrix ? std::max(layout_->rows(), layout_->cols()) : 1;
  if (reads(Variable::Size))
    for (const int size : {0, 1, 2, 5, 6, 99, 10006, 1'000'002}) trials.push_back({Variable::Size, least + size});
  if (reads(Variable::Start))
    for (const int start : {1, 48}) trials.push_back({Variable::Start, start});
  if (reads(Variable::Block))
    for (const int block : {1, 2, 5}) trials.push_back({Variable::Block, block});
  return trials;
}

void Checker::set(const Trial& trial) {
  constants_[Variable::Size] = usual_size;
  constants_[Variable::Start] = constants_[Variable::Block] = 0;
  constants_[trial.variable] = trial.value;
  moved_by_ = trial.variable;
}

Status Checker::check(std::span<const Formula* const> formulae, Verdict& verdict) {
  verdict.open.reset();
  if (!leaves_open(formulae)) {
    set({Variable::Size, usual_size});
    return check_once(formulae, verdict);
  }
  const std::vector<Trial> trials = trials_of(formulae);
  set(trials.front());
  if (Status usual = check_once(formulae, verdict); !usual) return usual;
  OpenNumber open;
  const bool usual_holds = verdict.holds();
  bool differs = false;
  for (std::size_t at = 1; at < trials.size(); ++at) {
    Verdict other;
    set(trials[at]);
    if (Status done = check_once(formulae, other); !done) return done;
    if (other.undefined || (differs && open.variable != trials[at].variable)) continue;  // no number for this text
    if (!differs && open.variable != trials[at].variable) open = {trials[at].variable, {}, {}};
    (other.holds() ? open.right : open.wrong).push_back(trials[at].value);
    if (other.holds() == usual_holds || differs) continue;
    differs = true;
    if (usual_holds) verdict = std::move(other);
  }
  set(trials.front());
  if (!differs) return Nothing{};
  const int first = open.variable == Variable::Size ? usual_size : 0;
  (usual_holds ? open.right : open.wrong).push_back(first);
  verdict.open = std::move(open);
  return Nothing{};
}

bool Checker::holds(std::span<const Formula* const> formulae) {
  if (!leaves_open(formulae)) {
    set({Variable::Size, usual_size});
    return holds_once(formulae);
  }
  Verdict verdict;
  return check(formulae, verdict).ok() && verdict.holds();
}

Status Checker::check_once(std::span<const Formula* const> formulae, Verdict& verdict) {
  verdict.slots = verdict.mismatches = verdict.row_mismatches = verdict.col_mismatches = 0;
  verdict.first.reset();
  verdict.undefined.reset();
  verdict.cells.assign(linears_.size(), Cell::Right);
  verdict.got.assign(linears_.size(), no_element);
  if (Status ready = prepare(formulae); !ready) return ready;
  verdict.asked_row = row_.known || linear_.known;
  verdict.asked_col = col_.known || linear_.known;
  for (std::size_t first = 0; first < linears_.size(); first += LaneRunner::lanes) {
    const std::size_t count = std::min(LaneRunner::lanes, linears_.size() - first);
    run_block(first, count);
    judge_block(first, count, verdict);
  }
  verdict.undefined = first_undefined();
  return Nothing{};
}

bool Checker::holds_once(std::span<const Formula* const> formulae) {
  if (!prepare(formulae)) return false;
  std::size_t count = 0;
  for (std::size_t first = 0; first < linears_.size(); first += count) {
    const std::size_t most = first == 0 ? 32 : LaneRunner::lanes;  // most that are wrong are wrong at once
    count = std::min(most, linears_.size() - first);
    run_block(first, count);
    if (any_undefined_) return false;
    wrong_lanes(first, count);
    for (std::size_t lane = 0; lane < count; ++lane)
      if (wrong_[lane] && linears_[first + lane] != unasked) return false;
  }
  return true;
}

}  // namespace tcviz::inline gpu_formula
