#include "gpu/formula/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <time.h>

namespace tcviz {
inline namespace gpu_formula {
namespace {

constexpr std::size_t most_tokens = 400;
constexpr std::array<std::string_view, 10> operators = {"&", "|", "^", "+", "-", "*", "/", "%", "<<", ">>"};

// Of this thread alone: what else the machine does must not change what is found.
std::chrono::nanoseconds processor_time() {
  timespec spent{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

// An edit: the range's text becomes another.
struct Edit {
  std::uint32_t begin = 0, end = 0;
  std::string replacement;
};

class Repairer {
 public:
  Repairer(Checker& checker, std::string_view text, const ReadOptions& options, std::size_t most,
           std::chrono::microseconds time)
      : checker_(checker), text_(text), options_(options), most_(most), deadline_(processor_time() + time) {}

  std::vector<Repair> find() {
    Formula formula;
    if (!reader_.read(text_, options_, formula)) return {};
    tokens_.assign(reader_.tokens().begin(), reader_.tokens().end());
    const Formula* const pointer = &formula;
    if (tokens_.size() > most_tokens || checker_.holds({&pointer, 1})) return {};
    is_expression_ = formula.notation == Notation::Expression;
    if (is_expression_) column_major();
    numbers();
    signs();
    names();
    fewer_terms();
    if (is_expression_) more_terms();
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
    const Formula* const pointer = &candidate_;
    if (!checker_.holds({&pointer, 1})) return;
    const auto same = [&](const Repair& each) { return each.text == text; };
    if (std::ranges::none_of(found_, same)) found_.push_back({description, std::move(text)});
  }

  void replace(const Token& token, const std::string& by) {
    attempt(with({token.range.begin, token.range.end, by}), fmt::format("`{}` becomes `{}`", token.text, by));
  }

  // A mask's bit, a neighbour, a shift's count.
  void numbers() {
    for (const Token& token : tokens_) {
      if (token.kind != TokenKind::Number) continue;
      const auto value = static_cast<std::uint32_t>(token.value);
      std::vector<std::uint32_t> others;
      for (std::uint32_t bit = 1; bit < 256; bit *= 2) others.push_back(value ^ bit);
      for (const std::uint32_t other : {value + 1, value - 1, value * 2, value / 2}) others.push_back(other);
      for (std::uint32_t small = 0; small < 32; ++small) others.push_back(small);
      for (const std::uint32_t other : others)
        if (other != value && other < 4096) replace(token, fmt::format("{}", other));
    }
  }

  void signs() {
    for (const Token& token : tokens_) {
      if (token.kind != TokenKind::Sign || std::ranges::find(operators, token.text) == operators.end()) continue;
      for (const std::string_view other : operators)
        if (other != token.text) replace(token, std::string(other));
    }
  }

  static std::string_view other_input(std::string_view name) {
    const NameRow* const row = find_name(name, Inputs::Slot);
    if (row == nullptr || row->derived != Opcode::Move) return {};
    return row->variable == Variable::Tid ? "i" : row->variable == Variable::I ? "tid" : "";
  }

  // One input for the other; then all of them at once.
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
    attempt(all, "tid and i are exchanged");
  }

  // One term too many: an operator goes with what stands at its right, or at its left.
  void fewer_terms() {
    for (std::size_t at = 1; at + 1 < tokens_.size(); ++at) {
      if (tokens_[at].kind != TokenKind::Sign || std::ranges::find(operators, tokens_[at].text) == operators.end())
        continue;
      const int precedence = find_binary(tokens_[at].text)->precedence;
      const std::size_t right = term_end(at, precedence, 1), left = term_end(at, precedence, -1);
      remove(tokens_[at].range.begin, tokens_[right - 1].range.end);
      remove(tokens_[left + 1].range.begin, tokens_[at].range.end);
    }
  }

  // The token that ends the operand beside the operator at `at`, going in one direction.
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

  // One term too few: a run of an input's bits, wherever it may go.
  void more_terms() {
    const std::pair<std::string_view, int> inputs[] = {{"tid", checker_.layout().threads()},
                                                       {"i", checker_.layout().values()}};
    for (const auto& [name, size] : inputs)
      for (int low = 0; 1 << low < size; ++low)
        for (int high = low; 1 << high < size; ++high)
          for (int to = 0; to < 8; ++to) add_term(name, ((2 << high) - 1) & ~((1 << low) - 1), to - low);
  }

  void add_term(std::string_view name, int mask, int shift) {
    const std::string masked = fmt::format("({} & {})", name, mask);
    const std::string term =
        shift == 0 ? masked : fmt::format("({} {} {})", masked, shift > 0 ? "<<" : ">>", std::abs(shift));
    attempt(fmt::format("({}) + {}", text_, term), fmt::format("with `+ {}`", term));
  }

  Checker& checker_;
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

std::vector<Repair> find_repairs(Checker& checker, std::string_view text, const ReadOptions& options, std::size_t most,
                                 std::chrono::microseconds time) {
  return Repairer(checker, text, options, most, time).find();
}

bool right_when_exchanged(Checker& checker, std::string_view row, std::string_view col) {
  const Parsed<Formula> as_row = read_formula(col, {Inputs::Slot, Quantity::Row});
  const Parsed<Formula> as_col = read_formula(row, {Inputs::Slot, Quantity::Col});
  if (!as_row || !as_col) return false;
  const Formula* const both[] = {&*as_row.value, &*as_col.value};
  return checker.holds(both);
}

}  // namespace gpu_formula
}  // namespace tcviz
