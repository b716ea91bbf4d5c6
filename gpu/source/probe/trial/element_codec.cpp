#include "gpu/source/probe/trial/element_codec.hpp"

namespace tcviz::inline gpu_probe {

std::vector<std::uint8_t> pack_matrix(ElementType type, int rows, int cols, MemoryOrder order,
                                      std::span<const std::uint64_t> elements) {
  const int width = element_bits(type);
  std::vector<std::uint8_t> bytes((elements.size() * width + 7) / 8);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const int place = order == MemoryOrder::Col ? col * rows + row : row * cols + col;
      put_bits(bytes, static_cast<std::size_t>(place) * width, width, elements[row * cols + col]);
    }
  }
  return bytes;
}

std::vector<std::uint32_t> pack_words(const Kind& kind, std::span<const std::uint64_t> slots) {
  const int width = element_bits(kind.type);
  std::vector<std::uint8_t> bytes(slots.size() * width / 8);
  for (std::size_t slot = 0; slot < slots.size(); ++slot) put_bits(bytes, slot * width, width, slots[slot]);
  std::vector<std::uint32_t> words(bytes.size() / 4);
  for (std::size_t w = 0; w < words.size(); ++w) words[w] = static_cast<std::uint32_t>(get_bits(bytes, w * 32, 32));
  return words;
}

std::vector<std::uint64_t> unpack_words(const Kind& kind, std::span<const std::uint32_t> words) {
  const int width = element_bits(kind.type);
  std::vector<std::uint8_t> bytes(words.size() * 4);
  for (std::size_t w = 0; w < words.size(); ++w) put_bits(bytes, w * 32, 32, words[w]);
  std::vector<std::uint64_t> slots(static_cast<std::size_t>(kind.threads) * kind.values);
  for (std::size_t slot = 0; slot < slots.size(); ++slot) slots[slot] = get_bits(bytes, slot * width, width);
  return slots;
}

}  // namespace tcviz::inline gpu_probe
