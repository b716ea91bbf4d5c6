#include "gpu/language/c/block.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "gpu/language/c/semantics.hpp"

namespace tcviz::inline gpu_c {
namespace {

using LaneWord = std::uint32_t;

// The number of lanes of one loop, so that it is a few vector instructions; a block's last lanes go one by one.
constexpr std::size_t together = 8;

using OfLanes = const LaneWord*;
LaneWord of_lane(OfLanes values, std::size_t lane) { return values[lane]; }
LaneWord of_lane(LaneWord value, std::size_t) { return value; }  // one for all, which shifts above all gain from
OfLanes behind(OfLanes values, std::size_t lane) { return values + lane; }
LaneWord behind(LaneWord value, std::size_t) { return value; }

// Computes each lane. `to` may be `a` or `b`: all is read before any is written.
template <std::size_t width, class T, class Meaning, class Right>
void each_of(LaneWord* to, OfLanes a, Right b, std::array<LaneWord, together>& undefined) {
  std::array<LaneWord, width> value;
  for (std::size_t lane = 0; lane < width; ++lane) {
    undefined[lane] |= Meaning::template undefined<T>(a[lane], of_lane(b, lane));
    value[lane] = Meaning::template value<T>(a[lane], of_lane(b, lane));
  }
  for (std::size_t lane = 0; lane < width; ++lane) to[lane] = value[lane];
}

template <class T, class Meaning, class Right>
LaneWord each_lane(LaneWord* to, OfLanes a, Right b, std::size_t count) {
  std::array<LaneWord, together> undefined{};
  std::size_t lane = 0;
  for (; lane + together <= count; lane += together)
    each_of<together, T, Meaning>(to + lane, a + lane, behind(b, lane), undefined);
  for (; lane < count; ++lane) each_of<1, T, Meaning>(to + lane, a + lane, behind(b, lane), undefined);
  return std::accumulate(undefined.begin(), undefined.end(), LaneWord{0}, std::bit_or<>());
}

template <class T>
LaneWord run_step(Opcode op, LaneWord* to, const LaneWord* a, const LaneWord* b, bool same_right, std::size_t count) {
  LaneWord undefined = 0;
  semantics::dispatch(op, [&]<class Meaning>(Meaning) {
    undefined = same_right ? each_lane<T, Meaning>(to, a, *b, count) : each_lane<T, Meaning>(to, a, b, count);
  });
  return undefined;
}

// Makes the least int of a value that does not fit.
std::uint32_t in_32_bits(std::int64_t value, Type type) {
  const bool fits = value > INT32_MIN && value <= INT32_MAX;
  return is_wide(type) && !fits ? 0x80000000u : static_cast<std::uint32_t>(value);
}

}  // namespace

void BlockRunner::prepare(const Program& program, const Variables& fixed) {
  program_ = &program;
  if (registers_.size() < program.registers * lanes) registers_.resize(program.registers * lanes);
  for (std::uint32_t v = 0; v < whole_variables; ++v)
    if (program.uses >> v & 1) std::ranges::fill(column(v), static_cast<LaneWord>(fixed.values[v]));
  for (std::uint32_t c = 0; c < program.constants.size(); ++c) {
    const auto value = static_cast<LaneWord>(program.constants[c]);
    const std::uint32_t at = static_cast<std::uint32_t>(variable_count) + c;
    if (stands_left(at))
      std::ranges::fill(column(at), value);
    else
      column(at)[0] = value;
  }
}

// True if the constant is a left operand or an output; one that is a right operand only is read from its first lane.
bool BlockRunner::stands_left(std::uint32_t constant) const {
  return std::ranges::any_of(program_->steps, [&](const Step& step) { return step.a == constant; }) ||
         std::ranges::any_of(program_->outputs, [&](const auto& each) { return each.register_number == constant; });
}

bool BlockRunner::run(std::size_t count) {
  for (const Step& step : program_->steps) {
    LaneWord* const to = column(step.to).data();
    const LaneWord* const a = column(step.a).data();
    const LaneWord* const b = column(step.b).data();
    const bool same_right = is_constant(step.b);
    const LaneWord undefined = step.type == Type::Unsigned
                                   ? run_step<std::uint32_t>(step.op, to, a, b, same_right, count)
                                   : run_step<std::int32_t>(step.op, to, a, b, same_right, count);
    if (undefined != 0) return false;
  }
  return true;
}

void LaneRunner::start(const Program& program, const Variables& fixed) {
  program_ = &program;
  fixed_ = fixed;
  slow_is_ready_ = is_block_ = any_undefined_ = false;
  stopped_.reset();
  if (BlockRunner::suits(program)) block_.prepare(program, fixed);
}

void LaneRunner::run(std::span<const Input> inputs, std::size_t first, std::size_t count, const std::uint32_t* asked) {
  any_undefined_ = false;
  is_block_ = run_block(inputs, first, count);
  if (is_block_) return;
  if (!slow_is_ready_) slow_.start(*program_);
  slow_is_ready_ = true;
  columns_.resize(program_->outputs.size() * lanes);
  values_.resize(columns_.size());
  undefined_.fill(0);
  Variables variables = fixed_;
  for (std::size_t lane = 0; lane < count; ++lane) {
    if (asked != nullptr && asked[first + lane] == ~std::uint32_t{0}) continue;
    for (const Input& input : inputs) variables[input.variable] = static_cast<std::int32_t>(input.values[first + lane]);
    run_lane(first, lane, variables);
  }
}

bool LaneRunner::run_block(std::span<const Input> inputs, std::size_t first, std::size_t count) {
  if (!BlockRunner::suits(*program_)) return false;
  for (const Input& input : inputs)
    if (program_->reads(input.variable))
      std::copy_n(input.values + first, count, block_.variable(input.variable).data());
  return block_.run(count);
}

void LaneRunner::run_lane(std::size_t first, std::size_t lane, const Variables& variables) {
  const RunState state = slow_.run(variables);
  if (state == RunState::Done) {
    for (std::size_t output = 0; output < program_->outputs.size(); ++output) {
      const std::int64_t value = slow_.output(output);
      values_[output * lanes + lane] = value;
      columns_[output * lanes + lane] = in_32_bits(value, program_->outputs[output].type);
    }
    return;
  }
  any_undefined_ = true;
  undefined_[lane] = 1;
  const bool is_sure = stopped_ && stopped_->state == RunState::Endless && state == RunState::Undefined;
  if (!stopped_ || is_sure) stopped_ = Stopped{first + lane, state, slow_.undefined()};
}

}  // namespace tcviz::inline gpu_c
