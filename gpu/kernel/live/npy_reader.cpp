// NumPy's .npy: magic, version, length of the head, a head that is a Python dictionary, numbers. The format is that of
// numpy.lib.format, "Format Version 1.0" to "3.0".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>

#include "gpu/kernel/live/live_expected.hpp"
#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_live {
namespace {

constexpr std::size_t npy_most_side = 4096, npy_most_head = 4096;

enum class NumberClass : std::uint8_t { Signed, Unsigned, Floating };

struct NumberRow {
  std::string_view word;  // behind the sign of its byte order
  NumberClass number;
  std::size_t bytes;
};
constexpr std::array number_rows = {
    NumberRow{"f2", NumberClass::Floating, 2}, NumberRow{"f4", NumberClass::Floating, 4},
    NumberRow{"f8", NumberClass::Floating, 8}, NumberRow{"i1", NumberClass::Signed, 1},
    NumberRow{"i2", NumberClass::Signed, 2},   NumberRow{"i4", NumberClass::Signed, 4},
    NumberRow{"i8", NumberClass::Signed, 8},   NumberRow{"u1", NumberClass::Unsigned, 1},
    NumberRow{"u2", NumberClass::Unsigned, 2}, NumberRow{"u4", NumberClass::Unsigned, 4},
    NumberRow{"u8", NumberClass::Unsigned, 8}, NumberRow{"b1", NumberClass::Unsigned, 1},
};

struct NpyHead {
  const NumberRow* row = nullptr;
  bool fortran = false;
  std::size_t rows = 0, cols = 0;
};

std::uint64_t little(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t at = bytes.size(); at-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[at]);
  return value;
}

// Returns the text behind 'key', up to the end of the head.
std::string_view behind(std::string_view head, std::string_view key) {
  const std::size_t at = head.find(key);
  if (at == head.npos) return {};
  const std::string_view rest = head.substr(at + key.size());
  return rest.substr(std::min(rest.find_first_not_of(": \t"), rest.size()));
}

Result<const NumberRow*> read_type(std::string_view head) {
  std::string_view text = behind(head, "'descr'");
  const std::size_t end = text.empty() ? text.npos : text.find('\'', 1);
  if (end == text.npos || text.front() != '\'') return bad_input("the header of this .npy file names no plain type.");
  text = text.substr(1, end - 1);
  const auto* const row = std::ranges::find_if(number_rows, [&](const NumberRow& each) {
    return text.size() == 3 && (text[0] == '<' || (text[0] == '|' && each.bytes == 1)) && text.substr(1) == each.word;
  });
  if (row == number_rows.end())
    return bad_input(
        fmt::format("numbers of type '{}' are not read: save it as float32 or int32, little-endian.", text));
  return row;
}

std::size_t read_side(std::string_view& text) {
  std::size_t side = 0;
  text.remove_prefix(std::min(text.find_first_not_of("( ,"), text.size()));
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() ? side : 0;
}

Result<NpyHead> read_npy_head(std::string_view text) {
  NpyHead head;
  const Result<const NumberRow*> row = read_type(text);
  TCVIZ_TRY(row);
  head.row = row.value();
  head.fortran = behind(text, "'fortran_order'").starts_with("True");
  std::string_view shape = behind(text, "'shape'");
  shape = shape.substr(0, std::min(shape.find(')'), shape.size()));
  if (std::ranges::count(shape, ',') == 1 && !shape.ends_with(',')) {
    head.rows = read_side(shape);
    head.cols = read_side(shape);
  }
  if (head.rows == 0 || head.cols == 0 || head.rows > npy_most_side || head.cols > npy_most_side)
    return bad_input("this .npy file holds no matrix of two sides, 1 to 4096 each.");
  return head;
}

double number_of(const NumberRow& row, std::string_view bytes) {
  const std::uint64_t bits = little(bytes);
  if (row.number == NumberClass::Unsigned) return static_cast<double>(bits);
  if (row.number == NumberClass::Signed) {
    const auto up = static_cast<int>(64 - 8 * row.bytes);
    return static_cast<double>(static_cast<std::int64_t>(bits << up) >> up);
  }
  return decode(row.bytes == 2 ? ElementType::F16 : row.bytes == 4 ? ElementType::F32 : ElementType::F64, bits);
}

}  // namespace

Result<ExpectedMatrix> expected_in_npy(std::string_view bytes) {
  // Magic of 6 bytes, two of the version, the head's length in two bytes or, from version 2 on, in four.
  const std::size_t wide = bytes.size() > 6 && bytes[6] > 1 ? 4 : 2;
  if (bytes.size() < 8 + wide) return bad_input("this .npy file ends in its header.");
  const std::uint64_t length = little(bytes.substr(8, wide));
  bytes.remove_prefix(8 + wide);
  if (length > npy_most_head || length > bytes.size()) return bad_input("this .npy file ends in its header.");
  const Result<NpyHead> read = read_npy_head(bytes.substr(0, length));
  TCVIZ_TRY(read);
  const NpyHead& head = read.value();
  bytes.remove_prefix(length);
  if (bytes.size() != head.rows * head.cols * head.row->bytes)
    return bad_input(fmt::format("this .npy file holds {} bytes of numbers instead of {} x {} x {}.", bytes.size(),
                                 head.rows, head.cols, head.row->bytes));
  ExpectedMatrix matrix{static_cast<int>(head.rows), static_cast<int>(head.cols), {}};
  for (std::size_t row = 0; row < head.rows; ++row)
    for (std::size_t col = 0; col < head.cols; ++col) {
      const std::size_t at = head.fortran ? col * head.rows + row : row * head.cols + col;
      matrix.values.emplace_back(number_of(*head.row, bytes.substr(at * head.row->bytes, head.row->bytes)));
    }
  return matrix;
}

}  // namespace tcviz::inline gpu_live
