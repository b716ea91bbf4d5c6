#include "gpu/kernel/ptx/literal.hpp"

#include <bit>
#include <charconv>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_ptx {
namespace {

// Returns the base of a whole number and removes its prefix.
int base_of(std::string_view& word) {
  if (word.size() < 2 || word[0] != '0') return 10;
  const bool hex = word[1] == 'x' || word[1] == 'X', binary = word[1] == 'b' || word[1] == 'B';
  word.remove_prefix(hex || binary ? 2 : 1);
  return hex ? 16 : binary ? 2 : 8;
}

std::optional<std::uint64_t> hexadecimal(std::string_view word, char letter, std::size_t digits) {
  const bool fits = word.size() == digits + 2 && word[0] == '0' && (word[1] | 0x20) == letter;
  return fits ? number_in<std::uint64_t>(word.substr(2), 16) : std::nullopt;
}

std::optional<double> fraction_in(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

PtxNumber of_bits(std::uint64_t bits, PtxLiteral literal) { return {static_cast<std::int64_t>(bits), literal}; }

}  // namespace

std::optional<PtxNumber> read_ptx_number(std::string_view word) {
  if (const auto bits = hexadecimal(word, 'f', 8)) return of_bits(*bits, PtxLiteral::Single);
  if (const auto bits = hexadecimal(word, 'd', 16)) return of_bits(*bits, PtxLiteral::Double);
  if (length_of_ptx_fraction(word) == word.size() && !word.empty()) {
    const std::optional<double> value = fraction_in(word);
    return value ? std::optional(of_bits(std::bit_cast<std::uint64_t>(*value), PtxLiteral::Double)) : std::nullopt;
  }
  const bool has_u = !word.empty() && word.back() == 'U';
  if (has_u) word.remove_suffix(1);
  const int base = base_of(word);
  const auto value = number_in<std::uint64_t>(word, base);
  if (!value) return std::nullopt;
  return PtxNumber{static_cast<std::int64_t>(*value), PtxLiteral::Whole, has_u || *value >> 63 != 0};
}

std::int64_t negated(const PtxNumber& number) {
  const auto bits = static_cast<std::uint64_t>(number.bits);
  if (number.literal == PtxLiteral::Whole) return static_cast<std::int64_t>(0 - bits);
  const int sign = number.literal == PtxLiteral::Single ? 31 : 63;
  return static_cast<std::int64_t>(bits ^ (std::uint64_t{1} << sign));
}

std::size_t length_of_ptx_fraction(std::string_view text) {
  std::size_t at = 0;
  const auto skip_digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - begin;
  };
  std::size_t digits = skip_digits();
  const bool has_point = at < text.size() && text[at] == '.';
  if (has_point) ++at, digits += skip_digits();
  if (digits == 0) return 0;
  const std::size_t mantissa = at;
  if (at < text.size() && (text[at] | 0x20) == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (skip_digits() > 0) return at;
  }
  return has_point ? mantissa : 0;
}

std::optional<std::int64_t> bits_of_ptx_number(const PtxNumber& number, std::string_view type) {
  if (number.literal == PtxLiteral::Whole) return number.bits;
  const bool is_single = number.literal == PtxLiteral::Single;
  if (type == "f64" || type == (is_single ? "b32" : "b64")) return number.bits;
  if (type == "f32")
    return is_single ? number.bits
                     : std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(number.bits)));
  return std::nullopt;
}

}  // namespace tcviz::inline gpu_ptx
