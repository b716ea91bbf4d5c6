// Bytes <-> letters that survive in any comment: zlib and base 64.
#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <optional>

#include "app/export/figure/carried.hpp"
#include "gpu/layout/json_reader.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";
constexpr char end_of_armor = '=';
constexpr std::size_t letters_a_line = 100;
constexpr int most_tries = 16;  // so that a file of nothing except marks is refused soon

std::string marker() { return std::string(figure_format) + ":"; }

std::string to_letters(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() * 4 / 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (held += 8; held >= 6; held -= 6) text += letters[bits >> (held - 6) & 63];
  }
  if (held > 0) text += letters[bits << (6 - held) & 63];
  return text;
}

// Decodes letters, and skips everything that is not one.
std::string from_letters(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t value = letters.find(c);
    if (value == std::string_view::npos) continue;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xFF);
  }
  return bytes;
}

struct Inflater {
  z_stream stream{};
  bool ready = inflateInit(&stream) == Z_OK;
  ~Inflater() { inflateEnd(&stream); }
  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

}  // namespace

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  // Fails only if there is no memory, which throws above, or if the buffer is too small, which the bound
  // excludes.
  (void)compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  packed.resize(size);
  return packed;
}

Result<std::string> inflated(std::string_view bytes) {
  Inflater inflater;
  if (!inflater.ready) return bad_input("no memory for the carried figure");
  z_stream& stream = inflater.stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // read only: zlib's type is older
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  std::array<char, 1 << 14> chunk{};
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(chunk.data(), chunk.size() - stream.avail_out);
    if (text.size() > JsonLimits{}.bytes) return bad_input("the carried figure is too large");
  }
  if (state != Z_STREAM_END) return bad_input("the carried figure is damaged or cut off");
  return text;
}

bool has_armor(std::string_view bytes) { return bytes.find(marker()) != std::string_view::npos; }

std::string packed(std::string_view bytes) { return to_letters(deflated(bytes)); }

Result<std::string> unpacked(std::string_view text) { return inflated(from_letters(text)); }

std::string armored(std::string_view json) { return marker() + packed(json) + end_of_armor; }

// Finds the first marker whose text can be unpacked: a comment may speak of figures before the figure comes.
Result<Armored> find_armored(std::string_view bytes) {
  std::optional<Error> error;
  std::size_t at = bytes.find(marker());
  for (int tries = 0; at != std::string_view::npos && tries < most_tries; ++tries, at = bytes.find(marker(), at + 1)) {
    const std::string_view rest = bytes.substr(at + marker().size());
    Result<std::string> text = unpacked(rest.substr(0, rest.find(end_of_armor)));
    if (text) return Armored{at, std::move(text).value()};
    if (!error) error = text.error();
  }
  return error ? Result<Armored>(*error) : Result<Armored>(Armored{});
}

Result<std::string> unarmored(std::string_view bytes) {
  Result<Armored> found = find_armored(bytes);
  return found ? Result<std::string>(std::move(found).value().text) : found.error();
}

std::string armored_lines(std::string_view json, std::string_view prefix) {
  const std::string text = armored(json);
  std::string lines;
  for (std::size_t at = 0; at < text.size(); at += letters_a_line)
    lines += fmt::format("{}{}\n", prefix, std::string_view(text).substr(at, letters_a_line));
  return lines;
}

}  // namespace tcviz::inline app_export
