#include "gpu/language/deduce/deduce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/deduce/fewest.hpp"
#include "gpu/language/deduce/linear_map.hpp"
#include "gpu/language/deduce/mask_terms.hpp"
#include "gpu/language/deduce/radix.hpp"
#include "gpu/language/deduce/styles.hpp"
#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/check_inverse.hpp"

namespace tcviz::inline gpu_deduce {
namespace {

// Makes a function of a slot from the layout: the input of the search and of the mixed radix.
Function2 function_of(const Layout& layout, int (*part)(Element, int cols)) {
  Function2 function{{"tid", "i"}, {layout.threads(), layout.values()}, {}};
  function.value = [&layout, part](int tid, int i) {
    const auto element = layout.element({tid, i});
    return element ? part(*element, layout.cols()) : -1;
  };
  return function;
}

int held_slots(const Layout& layout) {
  return static_cast<int>(std::ranges::count_if(layout.map(), [](std::int32_t e) { return e != no_element; }));
}
bool has_holes(const Layout& layout) { return held_slots(layout) < layout.slots(); }

// Drops the threads and values behind the last that hold an element; they make no difference to a formula.
Function2 without_unused_ends(Function2 function) {
  int used[2] = {1, 1};
  for (int tid = 0; tid < function.sizes[0]; ++tid)
    for (int i = 0; i < function.sizes[1]; ++i)
      if (function.value(tid, i) >= 0) used[0] = std::max(used[0], tid + 1), used[1] = std::max(used[1], i + 1);
  std::ranges::copy(used, function.sizes);
  return function;
}

// Returns the exact bits of a layout without holes; of one with holes the bits that are right wherever it holds
// something.
Linearity bits_of(const Layout& layout) {
  return has_holes(layout) ? extract_bits_where_held(layout) : extract_bits(layout);
}

int row_part(Element element, int) { return element.row; }
int col_part(Element element, int) { return element.col; }
int linear_part(Element element, int cols) { return element.row * cols + element.col; }

struct Quantities {
  std::optional<Spelling> row, col, linear;
};

Spelling spelling(Spelled formula) { return {std::move(formula), false, 0}; }

Spelled linear_spelling(const LinearMap& map, Style style) {
  if (style == Style::DivMod) return spell_with_division(map);
  if (style == Style::Ptx && map.inputs.front().bits == 5) return spell_with_masks(with_groups(map));
  return spell_with_masks(map);
}

// Spells the quantities over GF(2); the linear index has its bits side by side only if cols is a power of two.
Quantities from_matrix(const Layout& layout, const BitMatrix& matrix, Style style) {
  Quantities found;
  found.row = spelling(linear_spelling(row_map(matrix), style));
  found.col = spelling(linear_spelling(col_map(matrix), style));
  if (1 << matrix.col_bits == layout.cols()) found.linear = spelling(linear_spelling(linear_map(matrix), style));
  return found;
}

std::optional<Spelling> from_digits(const Function2& function) {
  auto text = spell_piecewise(without_unused_ends(function));
  return text ? std::optional(spelling(*std::move(text))) : std::nullopt;
}

Quantities from_digits(const Layout& layout) {
  return {from_digits(function_of(layout, row_part)), from_digits(function_of(layout, col_part)),
          from_digits(function_of(layout, linear_part))};
}

void take_fewest(std::optional<Spelling>& spelled, const Function2& function, Style style, FewestSearch& search,
                 const std::stop_token& stop) {
  if (!spelled) return;
  const Fewest fewest = search.find(function, spelled->formula, stop);
  spelled->searched_below = fewest.none_below;
  if (style == Style::Fewest) spelled->formula = fewest.formula;
  spelled->minimal = spelled->formula.operators <= fewest.none_below;
}

Error not_proved(const Layout& layout, const std::string& text) {
  return negative(
      fmt::format("the deduced formula for {} failed its proof, so it is not shown: {}", layout.kind(), text));
}

// Reads texts back as it would a user's, and demands that they are right on every slot.
class Prover {
 public:
  explicit Prover(const Layout& layout) : layout_(layout), checker_(layout) {}

  Status prove(const std::string& text, Quantity value, int& slots) {
    if (!reader_.read(text, {Inputs::Slot, value}, formula_))
      return not_proved(layout_, text + ": " + reader_.diagnostics().front().message);
    const Formula* const pointer = &formula_;
    if (Status done = checker_.check({&pointer, 1}, verdict_); !done) return done;
    slots = verdict_.slots;
    return verdict_.holds() ? Status(Nothing{}) : not_proved(layout_, text);
  }

  Status prove(Deduction& found) {
    const std::pair<const std::optional<Spelling>*, Quantity> parts[] = {
        {&found.row, Quantity::Row}, {&found.col, Quantity::Col}, {&found.linear, Quantity::Linear}};
    for (const auto& [spelled, value] : parts)
      if (*spelled)
        if (Status proved = prove((*spelled)->formula.text, value, found.proved_slots); !proved) return proved;
    return Nothing{};
  }

 private:
  const Layout& layout_;
  Checker checker_;
  FormulaReader reader_;
  Formula formula_;
  Verdict verdict_;
};

FunctionText pair_of(const Deduction& found) {
  return {{"row", "col"}, {found.row->formula.text, found.col->formula.text}, {"tid", "i"}};
}

Result<Deduction> as_table(const Layout& layout, Style style, const std::string& reason) {
  Deduction table;
  table.style = style;
  table.is_table = true;
  table.note = "this is a table: no short formula was found (" + reason + ")";
  table.proved_slots = layout.slots();
  if (style == Style::Python) {
    table.text = python_table(layout);
  } else if (style == Style::Function || style == Style::C || style == Style::Fewest) {
    table.text = cpp_table(layout);
  } else {
    return negative(fmt::format("{} has no short formula ({}); --style function and --style python give a table.",
                                layout.kind(), reason));
  }
  return table;
}

Result<Deduction> whole_text(const Layout& layout, Prover& prover, Deduction found, std::optional<std::string> text) {
  if (!text)
    return negative(fmt::format("{} cannot be said as --style {}: it is not a sum of digits; try c or function.",
                                layout.kind(), style_names[static_cast<std::size_t>(found.style)]));
  if (Status proved = prover.prove(*text, Quantity::Linear, found.proved_slots); !proved) return proved.error();
  found.text = *std::move(text);
  return found;
}

std::string holes_note(const Layout& layout) {
  if (!has_holes(layout)) return {};
  return fmt::format("{} of {} slots hold an element; what the formula gives for the others means nothing",
                     held_slots(layout), layout.slots());
}

// Describes an affine map as a linear one of inputs with some bits inverted: those of the slot that
// holds element (0, 0).
std::string affine_note(const Layout& layout, const Linearity& linearity) {
  if (!linearity.matrix || linearity.matrix->offset == 0) return {};
  const Slot origin = layout.owners({0, 0}).front();
  std::string inputs = origin.tid == 0 ? "" : fmt::format("tid ^ {}", origin.tid);
  if (origin.i != 0) inputs += fmt::format("{}i ^ {}", inputs.empty() ? "" : " and ", origin.i);
  return fmt::format("affine over GF(2): linear in {}", inputs);
}

std::string plain(const Deduction& found) {
  return fmt::format("row = {};\ncol = {};\n", found.row->formula.text, found.col->formula.text);
}

}  // namespace

struct Deducer::State {
  explicit State(const Layout& of) : layout(of), linearity(bits_of(of)), prover(of) {}

  // Returns the expressions that several styles share, found and proved once.
  const Quantities& shared() {
    if (!masks) masks = linearity.matrix ? from_matrix(layout, *linearity.matrix, Style::C) : from_digits(layout);
    return *masks;
  }
  Quantities quantities(Style style, FewestSearch* search, const std::stop_token& stop) {
    const bool own_words = style == Style::DivMod || style == Style::Ptx;
    if (own_words && linearity.matrix) return from_matrix(layout, *linearity.matrix, style);
    Quantities found = shared();
    if (search == nullptr || has_holes(layout) || (style != Style::C && style != Style::Fewest)) return found;
    take_fewest(found.row, function_of(layout, row_part), style, *search, stop);
    take_fewest(found.col, function_of(layout, col_part), style, *search, stop);
    take_fewest(found.linear, function_of(layout, linear_part), style, *search, stop);
    return found;
  }
  Status prove(Deduction& found) {
    const bool is_shared = found.style != Style::DivMod && found.style != Style::Ptx && found.style != Style::Fewest;
    if (is_shared && shared_is_proved) return found.proved_slots = proved_slots, Nothing{};
    Status proved = prover.prove(found);
    shared_is_proved = shared_is_proved || (is_shared && proved.ok());
    proved_slots = found.proved_slots;
    return proved;
  }

  const Layout& layout;
  Linearity linearity;
  Prover prover;
  std::optional<Quantities> masks;
  bool shared_is_proved = false;
  int proved_slots = 0;
};

Deducer::Deducer(const Layout& layout) : state_(std::make_unique<State>(layout)) {}
Deducer::~Deducer() = default;

Result<Deduction> Deducer::deduce(Style style, FewestSearch* search, const std::stop_token& stop) {
  const Layout& layout = state_->layout;
  const Linearity& linearity = state_->linearity;
  Prover& prover = state_->prover;
  Deduction found;
  found.style = style;
  found.note = affine_note(layout, linearity);
  if (const std::string holes = holes_note(layout); !holes.empty())
    found.note += (found.note.empty() ? "" : "; ") + holes;
  if (style == Style::Cute) return whole_text(layout, prover, found, cute_text(layout));
  if (style == Style::Bases) {
    if (!linearity.matrix)
      return negative(fmt::format("{} has no linear bases: {}; try --style c.", layout.kind(), linearity.reason));
    return whole_text(layout, prover, found, bases_text(*linearity.matrix));
  }
  if (style == Style::Triton) {
    if (!linearity.matrix || linearity.matrix->offset != 0)
      return negative(fmt::format(
          "{} is no linear layout of Triton: {}; try --style c.", layout.kind(),
          linearity.matrix ? "its first slot does not hold the element (0, 0)" : std::string_view(linearity.reason)));
    return whole_text(layout, prover, found, triton_text(*linearity.matrix));
  }
  Quantities parts = state_->quantities(style, search, stop);
  if (!parts.row || !parts.col) return as_table(layout, style, linearity.reason);
  found.row = std::move(parts.row);
  found.col = std::move(parts.col);
  found.linear = std::move(parts.linear);
  if (Status proved = state_->prove(found); !proved) return proved.error();
  if (style == Style::Ptx)
    return whole_text(layout, prover, found, ptx_text(found.row->formula.text, found.col->formula.text));
  if (style == Style::Function) return whole_text(layout, prover, found, cpp_functions(layout, pair_of(found)));
  found.text = style == Style::Python ? python_functions(layout, pair_of(found)) : plain(found);
  if (search != nullptr && stop.stop_requested()) found.note = "the search for fewer operators was stopped";
  return found;
}

Result<Deduction> deduce(const Layout& layout, Style style, FewestSearch* search, const std::stop_token& stop) {
  return Deducer(layout).deduce(style, search, stop);
}

Result<Deduction> deduce_inverse(const Layout& layout, Style style) {
  const Linearity linearity = extract_bits(layout);
  const auto maps = linearity.matrix ? invert(*linearity.matrix) : std::nullopt;
  if (!maps)
    return negative(
        fmt::format("no inverse of {} was found: {}. `tcviz check --tid E --i E` judges one.", layout.kind(),
                    linearity.reason.empty() ? "its elements have different numbers of owners" : linearity.reason));
  if (style == Style::Cute || style == Style::Ptx || style == Style::Triton)
    return bad_input("an inverse is written as c, fewest, divmod, bases, function or python.");
  Deduction found;
  found.style = style;
  found.replicas = 1 << maps->replica_bits;
  found.tid = spelling(linear_spelling(maps->tid, style));
  found.i = spelling(linear_spelling(maps->i, style));
  const std::string& tid = found.tid->formula.text;
  const std::string& i = found.i->formula.text;
  const FunctionText functions{
      {"tid", "i"},
      {tid, i},
      maps->replica_bits > 0 ? std::vector<std::string>{"row", "col", "r"} : std::vector<std::string>{"row", "col"}};
  found.text = style == Style::Bases      ? inverse_bases_text(*maps)
               : style == Style::Function ? cpp_functions(layout, functions)
               : style == Style::Python   ? python_functions(layout, functions)
                                          : fmt::format("tid = {};\ni = {};\n", tid, i);
  const Parsed<Formula> first =
      read_formula(style == Style::Bases ? found.text : tid, {Inputs::Element, Quantity::Tid});
  const Parsed<Formula> second = read_formula(i, {Inputs::Element, Quantity::I});
  if (!first || !second) return not_proved(layout, found.text);
  std::vector<const Formula*> both = {&*first.value};
  if (style != Style::Bases) both.push_back(&*second.value);
  const Result<InverseVerdict> verdict = check_inverse(layout, both);
  if (!verdict || !verdict.value().ok()) return not_proved(layout, found.text);
  found.proved_slots = verdict.value().asked;
  return found;
}

}  // namespace tcviz::inline gpu_deduce
