#include "gpu/formula/block.hpp"

#include <algorithm>

#include "gpu/formula/semantics.hpp"

namespace tcviz {
namespace {

using semantics::Word;

// `to` may be `a` or `b`: every lane reads before it writes, and only its own.
template <class Meaning>
Word each_lane(Word* to, const Word* a, const Word* b, std::size_t count) {
  Word undefined = 0;
  for (std::size_t lane = 0; lane < count; ++lane) {
    const Word left = a[lane], right = b[lane];
    undefined |= Meaning::undefined(left, right);
    to[lane] = Meaning::value(left, right);
  }
  return undefined;
}

// The same with one right operand for all, which shifts above all gain from.
template <class Meaning>
Word each_lane(Word* to, const Word* a, Word right, std::size_t count) {
  Word undefined = 0;
  for (std::size_t lane = 0; lane < count; ++lane) {
    const Word left = a[lane];
    undefined |= Meaning::undefined(left, right);
    to[lane] = Meaning::value(left, right);
  }
  return undefined;
}

}  // namespace

void BlockRunner::prepare(const Program& program, const Variables& fixed) {
  program_ = &program;
  if (registers_.size() < program.registers * lanes) registers_.resize(program.registers * lanes);
  for (std::uint32_t v = 0; v < variable_count; ++v)
    if (program.uses >> v & 1) std::ranges::fill(column(v), static_cast<Word>(fixed.values[v]));
  for (std::uint32_t c = 0; c < program.constants.size(); ++c)
    std::ranges::fill(column(static_cast<std::uint32_t>(variable_count) + c), program.constants[c]);
}

bool BlockRunner::run(std::size_t count) {
  Word undefined = 0;
  for (const Step& step : program_->steps) {
    Word* const to = column(step.to).data();
    const Word* const a = column(step.a).data();
    const Word* const b = column(step.b).data();
    const bool same_right = is_constant(step.b);
    semantics::dispatch(step.op, [&]<class Meaning>(Meaning) {
      undefined |= same_right ? each_lane<Meaning>(to, a, *b, count) : each_lane<Meaning>(to, a, b, count);
    });
    if (undefined != 0) return false;
  }
  return true;
}

}  // namespace tcviz
