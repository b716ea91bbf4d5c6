#include "gpu/source/probe/trial/load_probe.hpp"

#include <fmt/format.h>

#include <bit>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/trial/element_codec.hpp"

namespace tcviz::inline gpu_probe {
namespace {

int plane_bits(const Kind& kind) { return element_bits(kind.type); }

int plane_count(const Kind& kind) {
  const auto elements = static_cast<unsigned>(kind.rows() * kind.cols());
  const int needed = static_cast<int>(std::bit_width(elements - 1));
  return (needed + plane_bits(kind) - 1) / plane_bits(kind);
}

std::uint64_t plane_mask(const Kind& kind) { return ~std::uint64_t{0} >> (64 - plane_bits(kind)); }

// Returns the values of an image: plane p of the element numbers is image 2p, and inverted it is image 2p + 1.
std::vector<std::uint64_t> image_values(const Kind& kind, int image) {
  std::vector<std::uint64_t> values(static_cast<std::size_t>(kind.rows()) * kind.cols());
  for (std::size_t element = 0; element < values.size(); ++element) {
    const std::uint64_t plane = std::uint64_t{element} >> image / 2 * plane_bits(kind);
    values[element] = (image % 2 ? ~plane : plane) & plane_mask(kind);
  }
  return values;
}

void append_images(const Kind& kind, MemoryOrder order, LoadRequest& request) {
  for (int image = 0; image < 2 * plane_count(kind); ++image) {
    const auto bytes = pack_matrix(kind.type, kind.rows(), kind.cols(), order, image_values(kind, image));
    request.image_bytes = static_cast<int>(bytes.size());
    request.images.insert(request.images.end(), bytes.begin(), bytes.end());
  }
}

using WordSpan = std::span<const std::uint32_t>;

struct SlotReading {
  std::uint64_t element = 0;
  bool follows = true;  // every bit of it came out inverted if it went in inverted
};

// Returns the values that one set of images shows for every slot, plane after plane.
std::vector<SlotReading> read_slots(const Kind& kind, WordSpan words) {
  const std::size_t image_words = static_cast<std::size_t>(kind.threads) * words_per_thread(kind);
  std::vector<SlotReading> readings(static_cast<std::size_t>(kind.threads) * kind.values);
  for (int plane = 0; plane < plane_count(kind); ++plane) {
    const auto plain = unpack_words(kind, words.subspan(2 * plane * image_words, image_words));
    const auto inverted = unpack_words(kind, words.subspan((2 * plane + 1) * image_words, image_words));
    for (std::size_t slot = 0; slot < readings.size(); ++slot) {
      readings[slot].follows &= (plain[slot] ^ inverted[slot]) == plane_mask(kind);
      readings[slot].element |= plain[slot] << plane * plane_bits(kind);
    }
  }
  return readings;
}

Result<std::vector<std::int32_t>> read_images(const Kind& kind, WordSpan words) {
  const auto readings = read_slots(kind, words);
  const auto elements = static_cast<std::uint64_t>(kind.rows()) * kind.cols();
  std::vector<std::int32_t> map(readings.size(), no_element);
  for (std::size_t slot = 0; slot < map.size(); ++slot) {
    if (!readings[slot].follows) continue;
    if (readings[slot].element >= elements) {
      return negative(fmt::format("load probe: T{} x[{}] holds no whole element (read {}, the matrix has {})",
                                  slot / kind.values, slot % kind.values, readings[slot].element, elements));
    }
    map[slot] = static_cast<std::int32_t>(readings[slot].element);
  }
  return map;
}

}  // namespace

LoadRequest load_request(const Kind& kind) {
  LoadRequest request;
  request.kind = &kind;
  const bool is_sum = kind.operand == Operand::Accumulator;
  append_images(kind, is_sum ? MemoryOrder::Row : kind.order, request);
  request.row_images = kind.order == MemoryOrder::Col ? 0 : request.image_count();
  request.row_leading_dimension = kind.cols();
  request.col_leading_dimension = kind.rows();
  if (is_sum) append_images(kind, MemoryOrder::Col, request);
  return request;
}

Result<std::vector<std::int32_t>> read_load(const Kind& kind, WordSpan words) {
  if (kind.operand != Operand::Accumulator) return read_images(kind, words);
  auto row = read_images(kind, words.first(words.size() / 2));
  if (!row) return row;
  const auto col = read_images(kind, words.last(words.size() / 2));
  if (!col) return col;
  if (row.value() == col.value()) return row;
  return negative("load probe: the layout of " + std::string(kind.id) + " depends on the order it is loaded in");
}

}  // namespace tcviz::inline gpu_probe
