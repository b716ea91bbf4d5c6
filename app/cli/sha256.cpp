#include "app/cli/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tcviz {
inline namespace app_cli {
namespace {

constexpr int rounds = 64;
constexpr std::size_t block_bytes = 64;

// The first 32 bits behind the point of the roots of the first primes.
template <std::size_t Count>
std::array<std::uint32_t, Count> fractions(long double (*root)(long double)) {
  std::array<std::uint32_t, Count> found{};
  std::size_t count = 0;
  for (int number = 2; count < Count; ++number) {
    bool is_prime = true;
    for (int divisor = 2; divisor * divisor <= number; ++divisor) is_prime = is_prime && number % divisor != 0;
    if (!is_prime) continue;
    const long double value = root(number);
    found[count++] = static_cast<std::uint32_t>((value - std::floor(value)) * 4294967296.0L);
  }
  return found;
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t byte = 0; byte < 4; ++byte) word = word << 8 | static_cast<unsigned char>(bytes[at + byte]);
  return word;
}

void add_block(std::array<std::uint32_t, 8>& state, std::string_view block) {
  static const auto constants = fractions<rounds>([](long double x) { return std::cbrt(x); });
  std::array<std::uint32_t, rounds> words{};
  for (std::size_t at = 0; at < 16; ++at) words[at] = big_endian(block, 4 * at);
  for (std::size_t at = 16; at < rounds; ++at) {
    const std::uint32_t a = words[at - 15], b = words[at - 2];
    words[at] = words[at - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + words[at - 7] +
                (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t at = 0; at < rounds; ++at) {
    const std::uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[at] + words[at];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t at = 0; at < 8; ++at) state[at] += added[at];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<std::uint32_t, 8> state = fractions<8>([](long double x) { return std::sqrt(x); });
  std::string text(bytes);
  text += '\x80';
  while (text.size() % block_bytes != block_bytes - 8) text += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(std::uint64_t{bytes.size()} * 8 >> shift);
  for (std::size_t at = 0; at < text.size(); at += block_bytes)
    add_block(state, std::string_view(text).substr(at, block_bytes));
  std::string found;
  for (const std::uint32_t word : state) found += fmt::format("{:08x}", word);
  return found;
}

}  // namespace app_cli
}  // namespace tcviz
