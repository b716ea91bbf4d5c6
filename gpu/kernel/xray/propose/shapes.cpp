#include "gpu/kernel/xray/propose/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/propose/host_types.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the format of a type; by the width of its accesses if the type says nothing.
std::string_view format_of(const ParameterFacts& parameter) {
  const HostType* const type = host_type(parameter.type);
  if (type != nullptr && !type->format.empty()) return type->format;
  switch (parameter.use.bits) {
    case 8:
      return "s8";
    case 16:
      return "f16";
    case 64:
      return parameter.use.is_float ? "f64" : "f16";
    default:
      return parameter.use.is_float ? "f32" : "f16";
  }
}

// The names of sizes that are factors in the indices of one pointer.
struct Strides : std::set<std::string, std::less<>> {};

class Body {
 public:
  explicit Body(const KernelFacts& facts) : facts_(facts), text_(facts.text) {}

  Strides strides_of(std::string_view pointer) const {
    Strides found;
    const auto aliases = aliases_of(pointer);
    const TokenRange body = facts_.kernel.body;
    for (std::size_t at = body.begin; at < body.end; ++at)
      if (is_name(text_.token(at)) && aliases.contains(text_.token(at).text)) add_around(at, found);
    if (!found.empty()) return found;
    for (std::size_t at = body.begin; at < body.end; ++at)
      if (is_name(text_.token(at)) && aliases.contains(text_.token(at).text)) add_of_call(at, found);
    return found;
  }

  bool mentions(std::string_view word) const {
    for (std::size_t at = facts_.kernel.body.begin; at < facts_.kernel.body.end; ++at)
      if (text_.token(at).text.ends_with(word)) return true;
    return false;
  }

 private:
  using Names = std::set<std::string_view>;

  // Returns the pointer with the variables of the body that are made of it.
  Names aliases_of(std::string_view pointer) const {
    Names names = {pointer};
    for (int turn = 0; turn < 3; ++turn)
      for (std::size_t at = facts_.kernel.body.begin; at + 1 < facts_.kernel.body.end; ++at) {
        if (!is_sign(text_.token(at + 1), "=") || !is_name(text_.token(at)) || !is_pointer_made(at)) continue;
        const std::size_t end = statement_end(at);
        for (std::size_t inner = at + 2; inner < end; ++inner)
          if (names.contains(text_.token(inner).text)) names.insert(text_.token(at).text);
      }
    return names;
  }
  // True for `half* p = ...` and `auto p = &...`.
  bool is_pointer_made(std::size_t at) const {
    const std::size_t before = at > 0 ? at - 1 : 0;
    return is_sign(text_.token(before), "*") || is_sign(text_.token(at + 2), "&") ||
           text_.token(before).text == "__restrict__";
  }
  std::size_t statement_end(std::size_t at) const {
    while (at < facts_.kernel.body.end && !is_sign(text_.token(at), ";")) ++at;
    return at;
  }

  // Adds the factors in P[...] and in P + ... .
  void add_around(std::size_t pointer, Strides& found) const {
    std::size_t begin = pointer + 1, end = begin;
    if (is_sign(text_.token(begin), "[")) {
      end = text_.behind(begin);
    } else if (is_sign(text_.token(begin), "+") || is_sign(text_.token(begin), "+=")) {
      end = begin;
      int depth = 0;
      for (; end < facts_.kernel.body.end; ++end) {
        const Token& token = text_.token(end);
        depth += is_sign(token, "(") - is_sign(token, ")");
        if (depth < 0 || is_sign(token, ";") || (depth == 0 && is_sign(token, ","))) break;
      }
      if (is_sign(text_.token(end), ",")) add_pitch(end, found);
    }
    for (std::size_t at = begin; at < end; ++at) add_factor(at, found, 0);
  }

  // Adds the pitch of load_matrix_sync(fragment, P + ..., pitch).
  void add_pitch(std::size_t comma, Strides& found) const {
    if ((is_name(text_.token(comma + 1)) || text_.token(comma + 1).kind == TokenKind::Number) &&
        (is_sign(text_.token(comma + 2), ")") || is_sign(text_.token(comma + 2), ",")))
      add_name(comma + 1, found);
  }

  // Adds a factor of a product; of a variable those of its definition, such as `row * K`.
  void add_factor(std::size_t at, Strides& found, int depth) const {
    const bool is_number = text_.token(at).kind == TokenKind::Number;
    if (!is_name(text_.token(at)) && !is_number) return;
    const bool is_factor = is_sign(text_.token(at + 1), "*") || (at > 0 && is_sign(text_.token(at - 1), "*"));
    if (is_factor && add_name(at, found)) return;
    if (depth > 2 || is_number) return;
    for (const TokenRange& value : text_.definitions(text_.token(at).text, at)) {
      if (value.begin < facts_.kernel.body.begin || value.end > facts_.kernel.body.end) continue;
      for (std::size_t inner = value.begin; inner < std::min(value.end, value.begin + 40); ++inner)
        if (inner != at) add_factor(inner, found, depth + 1);
      break;
    }
  }

  bool add_name(std::size_t at, Strides& found) const {
    const std::string_view name = text_.token(at).text;
    if (text_.token(at).kind == TokenKind::Number) return add_constant(text_.token(at).value, found);
    for (const KernelSize& size : facts_.sizes)
      if (size.name == name) return found.insert(size.name), true;
    if (is_pitch_name(name)) return found.insert(std::string(name)), true;
    for (const TokenRange& value : text_.definitions(name, at))  // const int ld = K;
      if (value.end == value.begin + 1 && is_name(text_.token(value.begin)) && value.begin != at)
        for (const KernelSize& size : facts_.sizes)
          if (size.name == text_.token(value.begin).text) return found.insert(size.name), true;
    return false;
  }

  // Adds the constants of the source that have this value: a macro is a number here.
  bool add_constant(std::uint64_t value, Strides& found) const {
    bool is_one = false;
    for (const KernelSize& size : facts_.sizes)
      if (!size.is_parameter && !size.is_host && static_cast<std::uint64_t>(size.value) == value)
        is_one = true, found.insert(size.name);
    return is_one;
  }

  // Adds the sizes that a helper is given together with the pointer: load_tile(A, shared, K).
  void add_of_call(std::size_t pointer, Strides& found) const {
    std::size_t end = pointer;
    int depth = 0;
    for (; end < facts_.kernel.body.end; ++end) {
      depth += is_sign(text_.token(end), "(") - is_sign(text_.token(end), ")");
      if (depth < 0 || is_sign(text_.token(end), ";")) break;
      for (const KernelSize& size : facts_.sizes)
        if (size.name == text_.token(end).text) found.insert(size.name);
      if (text_.token(end).kind == TokenKind::Number) add_constant(text_.token(end).value, found);
    }
  }

  const KernelFacts& facts_;
  const HostText& text_;
};

class Arrays {
 public:
  explicit Arrays(const KernelFacts& facts)
      : facts_(facts), body_(facts), names_(dimension_names(facts.sizes)), shapes_(facts.parameters.size()) {
    for (const ParameterFacts& parameter : facts_.parameters)
      strides_.push_back(parameter.is_pointer ? body_.strides_of(parameter.name) : Strides());
  }

  std::vector<std::vector<std::string>> find() {
    find_square();
    std::vector<std::vector<std::string>> readings;
    if (is_product()) {
      const bool by_columns = second_is_by_columns();
      readings.push_back(reading(by_columns, false));
      if (maps(false) > 1) return readings;
      readings.push_back(reading(!by_columns, false));
      readings.push_back(reading(by_columns, true));
      readings.push_back(reading(!by_columns, true));
    } else {
      put_plain();
      readings.push_back(texts());
    }
    return readings;
  }

 private:
  const KernelSize* letter(char of) const {
    const auto found = std::ranges::find(facts_.sizes, of, &KernelSize::letter);
    return found == facts_.sizes.end() ? nullptr : &*found;
  }
  bool is_output(std::size_t at) const { return facts_.parameters[at].use.written && !facts_.parameters[at].is_const; }
  std::vector<std::size_t> pointers(bool outputs) const {
    std::vector<std::size_t> found;
    for (std::size_t at = 0; at < facts_.parameters.size(); ++at)
      if (facts_.parameters[at].is_pointer && is_output(at) == outputs) found.push_back(at);
    return found;
  }

  // Returns the number of tensor maps that the kernel stores to, or else reads.
  std::size_t maps(bool outputs) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        facts_.parameters, [&](const ParameterFacts& one) { return one.is_map && one.use.written == outputs; }));
  }

  // True for a kernel with one size whose lines have it: C = A B with square matrices.
  void find_square() {
    const auto one = std::ranges::find(facts_.sizes, true, &KernelSize::is_parameter);
    const auto count = std::ranges::count(facts_.sizes, true, &KernelSize::is_parameter);
    if (count != 1 || pointers(false).size() != 2 || pointers(true).size() != 1) return;
    if (std::ranges::all_of(pointers(false), [&](std::size_t at) { return strides_[at].contains(one->name); }))
      square_ = &*one;
  }
  bool has_letters() const { return letter('m') != nullptr && letter('n') != nullptr && letter('k') != nullptr; }
  bool is_product() const {
    return pointers(false).size() + maps(false) >= 2 && pointers(true).size() + maps(true) > 0 &&
           (square_ != nullptr || has_letters());
  }
  std::int64_t size(char of) const { return square_ != nullptr ? square_->value : letter(of)->value; }
  bool has_stride(std::size_t pointer, char of) const {
    return square_ == nullptr && strides_[pointer].contains(letter(of)->name);
  }

  bool second_is_by_columns() const {
    const std::vector<std::size_t> inputs = pointers(false);
    if (inputs.size() + maps(false) < 2 || maps(false) > 1) return false;
    const std::size_t second = inputs[1 - maps(false)];
    if (has_stride(second, 'k') && !has_stride(second, 'n')) return true;
    if (has_stride(second, 'n') && !has_stride(second, 'k')) return false;
    return body_.mentions("col_major");
  }

  std::vector<std::string> reading(bool by_columns, bool first_by_columns) {
    const std::vector<std::size_t> inputs = pointers(false), outputs = pointers(true);
    const std::size_t mapped = maps(false);  // factors that are tensor maps
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      const bool turned = has_stride(inputs[n], 'm') && !has_stride(inputs[n], 'k');
      const std::size_t factor = n + mapped;
      shapes_[inputs[n]] = factor == 0   ? dims(turned != first_by_columns ? "km" : "mk")
                           : factor == 1 ? dims(by_columns ? "nk" : "kn")
                                         : dims(is_line(inputs[n]) ? "n" : "mn");
    }
    for (const std::size_t at : outputs)
      shapes_[at] = has_stride(at, 'm') && !has_stride(at, 'n') ? dims("nm") : dims("mn");
    return texts();
  }
  bool is_line(std::size_t at) const { return facts_.parameters[at].name.find("bias") != std::string::npos; }
  std::string dims(std::string_view letters) const {
    std::string text;
    for (const char one : letters) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", one, size(one));
    return text;
  }

  std::string dimension(const KernelSize& size) const {
    return fmt::format("{}:{}", names_[static_cast<std::size_t>(&size - facts_.sizes.data())], size.value);
  }

  // Arrays of a kernel that is no product: by the one size that is a factor of their indices.
  void put_plain() {
    for (std::size_t at = 0; at < facts_.parameters.size(); ++at)
      if (facts_.parameters[at].is_pointer) shapes_[at] = plain(sizes_for(facts_.parameters[at].name), strides_[at]);
  }
  // Returns the sizes that an array may have: those of its structure if there are any, and each once.
  std::vector<const KernelSize*> sizes_for(std::string_view pointer) const {
    const std::string_view owner = owner_of(pointer);
    const bool has_own = !owner.empty() && std::ranges::any_of(facts_.sizes, [&](const KernelSize& one) {
      return one.is_parameter && owner_of(one.name) == owner;
    });
    std::vector<const KernelSize*> found;
    for (const KernelSize& one : facts_.sizes) {
      const auto is_same = [&](const KernelSize* other) {
        return is_one_size(*other, one) && other->value == one.value;
      };
      if ((!has_own || owner_of(one.name) == owner) && std::ranges::none_of(found, is_same)) found.push_back(&one);
    }
    return found;
  }
  std::string plain(const std::vector<const KernelSize*>& all, const Strides& strides) const {
    if (all.empty()) return "i:1024";
    if (all.size() == 1) return dimension(*all[0]);
    const auto line = std::ranges::find_if(all, [&](const KernelSize* one) { return strides.contains(one->name); });
    if (all.size() == 2 && line != all.end())
      return dimension(**(line == all.begin() ? all.begin() + 1 : all.begin())) + "," + dimension(**line);
    constexpr std::ptrdiff_t most = 5;  // dimensions of an array
    std::string text;
    for (const KernelSize* one : all)
      if (std::ranges::count(text, ':') < most) text += (text.empty() ? "" : ",") + dimension(*one);
    return text;
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> found;
    for (std::size_t at = 0; at < facts_.parameters.size(); ++at) {
      const ParameterFacts& one = facts_.parameters[at];
      const PointerUse& use = one.use;
      const std::string_view role = !is_output(at) ? "" : use.atomic ? "inout " : use.read ? "inout " : "out ";
      found.push_back(one.is_pointer ? fmt::format("{}={}{}[{}]{}", one.shown, role, format_of(one), shapes_[at],
                                                   use.atomic ? "*0" : "")
                                     : std::string());
    }
    return found;
  }

  const KernelFacts& facts_;
  Body body_;
  std::vector<std::string> names_;  // of dimensions, for each size
  std::vector<Strides> strides_;
  std::vector<std::string> shapes_;
  const KernelSize* square_ = nullptr;
};

}  // namespace

std::vector<std::string> dimension_names(const std::vector<KernelSize>& sizes) {
  std::vector<std::string> own;  // of sizes that are no other's
  std::vector<std::size_t> places;
  for (const KernelSize& one : sizes) {
    const auto first = std::ranges::find_if(
        sizes, [&](const KernelSize& other) { return is_one_size(other, one) && other.value == one.value; });
    const bool is_own = &*first == &one;
    places.push_back(is_own ? own.size() : places[static_cast<std::size_t>(first - sizes.begin())]);
    if (is_own) own.push_back(lower_case(one.name));
  }
  own = launch_names(own);
  std::vector<std::string> names;
  for (const std::size_t place : places) names.push_back(own[place]);
  return names;
}

std::vector<std::vector<std::string>> arrays_of(const KernelFacts& facts) { return Arrays(facts).find(); }

std::int64_t line_of_array(const std::string& array) {
  const Result<XrayArgument> read = read_xray_argument(array);
  return read.ok() && read.value().has_array() ? read.value().array.dimensions.back().size : 0;
}

}  // namespace tcviz::inline gpu_xray
