#include "gpu/language/formula/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <time.h>

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::size_t most_tokens = 400;
constexpr std::array<std::string_view, 10> operators = {"&", "|", "^", "+", "-", "*", "/", "%", "<<", ">>"};

// Returns the processor time of this thread alone: what else the machine does must not change what is found.
std::chrono::nanoseconds processor_time() {
  timespec spent{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

// An edit: another text replaces the range's.
struct Edit {
  std::uint32_t begin = 0, end = 0;
  std::string replacement;
};

class Repairer {
 public:
  Repairer(const RepairGoal& goal, std::string_view text, const ReadOptions& options, std::size_t most,
           std::chrono::microseconds time)
      : goal_(goal), text_(text), options_(options), most_(most), deadline_(processor_time() + time) {}

  std::vector<Repair> find() {
    Formula formula;
    if (!reader_.read(text_, options_, formula)) return {};
    tokens_.assign(reader_.tokens().begin(), reader_.tokens().end());
    if (tokens_.size() > most_tokens || goal_.holds(formula)) return {};
    is_expression_ = formula.notation == Notation::Expression;
    if (is_expression_) column_major();
    if (is_expression_) other_unit();
    if (formula.notation == Notation::Cute) pointer();
    exchanged_numbers();
    numbers();
    signs();
    names();
    fewer_terms();
    if (is_expression_) more_terms();
    const bool sums = is_expression_ || formula.notation == Notation::Statements;
    if (sums || options_.value == Quantity::Offset) other_terms();
    return std::move(found_);
  }

 private:
  bool over() {
    if (found_.size() >= most_) return true;
    if (++tried_ % 16 == 0) late_ = late_ || processor_time() > deadline_;
    return late_;
  }

  std::string with(const Edit& edit) const {
    std::string text(text_.substr(0, edit.begin));
    text += edit.replacement;
    return text += text_.substr(edit.end);
  }

  void attempt(std::string text, const std::string& description) {
    if (over() || !reader_.read(text, options_, candidate_)) return;
    if (!goal_.holds(candidate_)) return;
    const auto same = [&](const Repair& each) { return each.text == text; };
    if (std::ranges::none_of(found_, same)) found_.push_back({description, std::move(text)});
  }

  void replace(const Token& token, const std::string& by) {
    attempt(with({token.range.begin, token.range.end, by}),
            fmt::format("`{}` becomes `{}`{}", token.text, by, place_of(token)));
  }

  // Returns " in column 14" if the text has the same token in other places too, with the line if there are several.
  std::string place_of(const Token& token) const {
    const auto same = [&](const Token& each) { return each.text == token.text; };
    if (std::ranges::count_if(tokens_, same) < 2) return {};
    const std::string_view before = text_.substr(0, token.range.begin);
    const std::size_t line = before.rfind('\n') + 1;
    const auto column = 1 + std::ranges::count_if(before.substr(line), [](char c) { return (c & 0xc0) != 0x80; });
    if (text_.find('\n') == std::string_view::npos) return fmt::format(" in column {}", column);
    return fmt::format(" in line {}, column {}", 1 + std::ranges::count(before, '\n'), column);
  }

  // Tries other numbers: a mask's bit, a neighbour, a shift's count.
  void numbers() {
    for (const Token& token : tokens_) {
      if (token.kind != TokenKind::Number) continue;
      const auto value = static_cast<std::uint32_t>(token.value);
      std::vector<std::uint32_t> others;
      for (std::uint32_t bit = 1; bit < 256; bit *= 2) others.push_back(value ^ bit);
      for (const std::uint32_t other : {value + 1, value - 1, value * 2, value / 2}) others.push_back(other);
      for (std::uint32_t small = 0; small < 32; ++small) others.push_back(small);
      others.insert(others.end(), goal_.likely.begin(), goal_.likely.end());
      for (const std::uint32_t other : others)
        if (other != value && other <= goal_.largest) replace(token, fmt::format("{}", other));
    }
  }

  // True at an operator; the % of %laneid is part of a name.
  bool is_operator(std::size_t at) const {
    const Token& token = tokens_[at];
    if (token.kind != TokenKind::Sign || std::ranges::find(operators, token.text) == operators.end()) return false;
    if (token.text != "%" || at == 0) return token.text != "%";
    const Token& before = tokens_[at - 1];
    return before.kind == TokenKind::Number || before.kind == TokenKind::Name || before.text == ")" ||
           before.text == "]";
  }

  void signs() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if (!is_operator(at)) continue;
      for (const std::string_view other : operators)
        if (other != tokens_[at].text) replace(tokens_[at], std::string(other));
    }
  }

  // Tries Swizzle<3,3,4> for Swizzle<3,4,3>.
  void exchanged_numbers() {
    for (std::size_t at = 0; at + 2 < tokens_.size(); ++at) {
      const Token &one = tokens_[at], &two = tokens_[at + 2];
      if (one.kind != TokenKind::Number || two.kind != TokenKind::Number || tokens_[at + 1].text != ",") continue;
      const std::string_view between = text_.substr(one.range.end, two.range.begin - one.range.end);
      attempt(with({one.range.begin, two.range.end, fmt::format("{}{}{}", two.text, between, one.text)}),
              fmt::format("`{}` and `{}` are exchanged", one.text, two.text));
    }
  }

  std::string_view other_input(std::string_view name) const {
    const NameRow* const row = find_name(name, options_.inputs);
    if (row == nullptr || row->derived != Opcode::Move) return {};
    for (std::size_t at = 0; at < 2; ++at) {
      const NameRow* const input = find_name(goal_.inputs[at].name, options_.inputs);
      if (input != nullptr && row->variable == input->variable) return goal_.inputs[1 - at].name;
    }
    return {};
  }

  // Tries one input for the other; then all of them at once.
  void names() {
    std::string all;
    std::size_t at = 0;
    for (const Token& token : tokens_) {
      const std::string_view other = token.kind == TokenKind::Name ? other_input(token.text) : "";
      if (other.empty()) continue;
      replace(token, std::string(other));
      all += text_.substr(at, token.range.begin - at);
      all += other;
      at = token.range.end;
    }
    all += text_.substr(at);
    attempt(all, fmt::format("{} and {} are exchanged", goal_.inputs[0].name, goal_.inputs[1].name));
  }

  // Tries the text with one term less: an operator goes with the operand at its right, or at its left.
  void fewer_terms() {
    for (std::size_t at = 1; at + 1 < tokens_.size(); ++at) {
      if (!is_operator(at)) continue;
      const int precedence = find_binary(tokens_[at].text)->precedence;
      const std::size_t right = term_end(at, precedence, 1), left = term_end(at, precedence, -1);
      remove(tokens_[at].range.begin, tokens_[right - 1].range.end);
      remove(tokens_[left + 1].range.begin, tokens_[at].range.end);
    }
  }

  // Returns the token that ends the operand beside the operator at `at`, going in one direction.
  std::size_t term_end(std::size_t at, int precedence, int step) const {
    int depth = 0;
    std::size_t end = at + static_cast<std::size_t>(step);
    for (; end > 0 && end + 1 < tokens_.size(); end += static_cast<std::size_t>(step)) {
      const std::string_view text = tokens_[end].text;
      if (text == "(" || text == ")") depth += (text == "(") == (step > 0) ? 1 : -1;
      if (depth < 0 || text == ";" || text == "=" || text == "return" || text == ",") return end;
      const BinaryRow* const row = depth == 0 && tokens_[end].kind == TokenKind::Sign ? find_binary(text) : nullptr;
      if (row != nullptr && row->precedence <= precedence) return end;
    }
    return end == 0 ? static_cast<std::size_t>(-1) : end;
  }

  void remove(std::uint32_t begin, std::uint32_t end) {
    if (begin >= end) return;
    attempt(with({begin, end, ""}), fmt::format("without `{}`", text_.substr(begin, end - begin)));
  }

  void column_major() {
    if (options_.value == Quantity::Linear)
      attempt(fmt::format("({0}) % ROWS * COLS + ({0}) / ROWS", text_), "the index is column-major here");
  }

  // Tries another unit, for an offset that counts elements, or that is an address.
  void other_unit() {
    if (options_.value != Quantity::Offset) return;
    const int bytes = options_.tile.element_bits / 8;
    if (bytes > 1) attempt(fmt::format("({}) * {}", text_, bytes), "it counts elements, the offset counts bytes");
    if (options_.tile.start > 0)
      attempt(fmt::format("({}) - {}", text_, options_.tile.start),
              "it is the address, the offset counts from the start");
  }

  // Tries a pointer: CuTe's swizzles of TMA and wgmma are meant for addresses.
  void pointer() {
    const std::size_t behind = text_.find('>');
    if (options_.value != Quantity::Offset || behind == std::string_view::npos) return;
    const std::string pointer = fmt::format(" o smem_ptr[{}b](unset)", options_.tile.element_bits);
    const auto at = static_cast<std::uint32_t>(behind + 1);
    attempt(with({at, at, pointer}), "its swizzle takes bits of byte addresses");
  }

  // A run of an input's bits, from `low` to `high`, that goes to bit `to` of the result.
  struct Bits {
    std::string_view name;
    int low = 0, high = 0, to = 0;
    bool to_the_top = false;  // no bit of the input is above them
  };
  template <class Use>
  void each_run(Use use) const {
    for (const auto& [name, size] : goal_.inputs)
      for (int low = 0; 1 << low < size; ++low)
        for (int high = low; 1 << high < size; ++high)
          for (int to = 0; to < goal_.result_bits; ++to) use(Bits{name, low, high, to, 2 << high >= size});
  }

  // Uses each run of an input's bits, at any place: (row & 7) << 4.
  template <class Use>
  void each_term(Use use) const {
    each_run([&](const Bits& bits) {
      use(spelled_term(bits.name, ((2 << bits.high) - 1) & ~((1 << bits.low) - 1), bits.to - bits.low));
    });
  }

  static std::string spelled_term(std::string_view name, int mask, int shift) {
    const std::string masked = fmt::format("({} & {})", name, mask);
    return shift == 0 ? masked : fmt::format("({} {} {})", masked, shift > 0 ? "<<" : ">>", std::abs(shift));
  }

  // Tries the text with one term more.
  void more_terms() {
    const auto with_sign = [&](std::string_view sign) {
      each_term([&](const std::string& term) {
        attempt(fmt::format("({}) {} {}", text_, sign, term), fmt::format("with `{} {}`", sign, term));
      });
    };
    if (options_.value == Quantity::Offset) with_sign("^");
    with_sign("+");
  }

  // Returns a run of bits as people write it, 8 * (i >> 1 & 1), or with shifts alone.
  static std::string written_term(const Bits& bits, bool shifts) {
    const int mask = (2 << (bits.high - bits.low)) - 1;
    std::string taken(bits.name);
    if (bits.low > 0) taken += fmt::format(" >> {}", bits.low);
    if (!bits.to_the_top) taken += fmt::format(" & {}", mask);
    if (taken.size() > bits.name.size()) taken = "(" + taken + ")";
    if (bits.to == 0) return taken;
    return shifts ? fmt::format("({} << {})", taken, bits.to) : fmt::format("{} * {}", 1 << bits.to, taken);
  }

  bool is_sum(std::string_view sign) const {
    return sign == "^" || (options_.value != Quantity::Offset && (sign == "+" || sign == "|"));
  }

  // Tries other bits: one side of a sum becomes another term. Of an offset only those of an exclusive or, its swizzle.
  void other_terms() {
    for (std::size_t at = 1; at + 1 < tokens_.size(); ++at) {
      if (!is_operator(at) || !is_sum(tokens_[at].text)) continue;
      const int precedence = find_binary(tokens_[at].text)->precedence;
      const std::size_t right = term_end(at, precedence, 1), left = term_end(at, precedence, -1);
      other_term(tokens_[at + 1].range.begin, tokens_[right - 1].range.end);
      other_term(tokens_[left + 1].range.begin, tokens_[at - 1].range.end);
    }
  }

  void other_term(std::uint32_t begin, std::uint32_t end) {
    if (begin >= end) return;
    const std::string_view old = text_.substr(begin, end - begin);
    const auto try_term = [&](const std::string& term) {
      attempt(with({begin, end, term}), fmt::format("`{}` becomes `{}`", old, term));
    };
    if (options_.value == Quantity::Offset) return each_term(try_term);
    const bool shifts = old.find("<<") != std::string_view::npos || text_.find('*') == std::string_view::npos;
    each_run([&](const Bits& bits) { try_term(written_term(bits, shifts)); });
  }

  const RepairGoal& goal_;
  std::string_view text_;
  ReadOptions options_;
  std::size_t most_;
  std::chrono::nanoseconds deadline_;  // in this thread's processor time
  FormulaReader reader_;
  Formula candidate_;
  std::vector<Token> tokens_;
  std::vector<Repair> found_;
  std::size_t tried_ = 0;
  bool late_ = false, is_expression_ = false;
};

}  // namespace

std::vector<Repair> find_repairs(const RepairGoal& goal, std::string_view text, const ReadOptions& options,
                                 std::size_t most, std::chrono::microseconds time) {
  return Repairer(goal, text, options, most, time).find();
}

std::vector<Repair> find_repairs(Checker& checker, std::string_view text, const ReadOptions& options, std::size_t most,
                                 std::chrono::microseconds time) {
  const Parsed<Formula> given = read_formula(text, options);
  const std::vector<Quantity> outputs = given ? given.value->targets : std::vector<Quantity>();
  RepairGoal goal;
  goal.holds = [&](const Formula& formula) {
    const Formula* const pointer = &formula;
    const auto has = [&](Quantity output) { return formula.has(output); };
    return std::ranges::all_of(outputs, has) && checker.holds({&pointer, 1});
  };
  goal.inputs = {{{"tid", checker.layout().threads()}, {"i", checker.layout().values()}}};
  return find_repairs(goal, text, options, most, time);
}

bool right_when_exchanged(Checker& checker, std::string_view row, std::string_view col) {
  const Parsed<Formula> as_row = read_formula(col, {Inputs::Slot, Quantity::Row});
  const Parsed<Formula> as_col = read_formula(row, {Inputs::Slot, Quantity::Col});
  if (!as_row || !as_col) return false;
  const Formula* const both[] = {&*as_row.value, &*as_col.value};
  return checker.holds(both);
}

}  // namespace tcviz::inline gpu_formula
