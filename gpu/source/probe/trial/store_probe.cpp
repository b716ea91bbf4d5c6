#include "gpu/source/probe/trial/store_probe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/trial/element_codec.hpp"
#include "gpu/source/probe/trial/partners.hpp"

namespace tcviz::inline gpu_probe {
namespace {

// Returns the number in a line of the code. Line 0 is one everywhere; lines 1 to 7 are the bits of k, low bit first.
// Seven bits reach k = 127.
int code_value(int line, int k) {
  if (line == 0) return 1;
  return line < 8 ? k >> (line - 1) & 1 : 0;
}

std::vector<std::uint8_t> code_matrix(const Kind& partner) {
  std::vector<std::uint64_t> elements;
  for (int row = 0; row < partner.rows(); ++row) {
    for (int col = 0; col < partner.cols(); ++col) {
      const bool is_b = partner.operand == Operand::B;
      elements.push_back(encode(partner.type, is_b ? code_value(col, row) : code_value(row, col)));
    }
  }
  return pack_matrix(partner.type, partner.rows(), partner.cols(), partner.order, elements);
}

// Returns the element that a cell and its byte name; no_element for a byte that no code spells.
std::int32_t landing(const Kind& kind, int cell, std::uint8_t byte) {
  if (kind.operand == Operand::Accumulator) return cell;
  const int k = byte >> 1;
  if ((byte & 1) == 0 || k >= kind.shape.k) return no_element;
  return kind.operand == Operand::A ? cell * kind.cols() + k : k * kind.cols() + cell;
}

Result<std::int32_t> read_slot(const Kind& kind, int slot, std::span<const std::uint8_t> cells) {
  std::int32_t found = no_element;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells[cell] == 0) continue;
    const std::int32_t element = landing(kind, static_cast<int>(cell), cells[cell]);
    if (found != no_element || element == no_element) {
      return negative(fmt::format("store probe: a one in T{} x[{}] lands in several places", slot / kind.values,
                                  slot % kind.values));
    }
    found = element;
  }
  return found;
}

std::string name_slot(const Kind& kind, std::size_t slot) {
  return fmt::format("T{} x[{}]", slot / kind.values, slot % kind.values);
}

std::string name_element(const Kind& kind, std::int32_t element) {
  if (element == no_element) return "nothing";
  return fmt::format("({}, {})", element / kind.cols(), element % kind.cols());
}

}  // namespace

StoreRequest store_request(const Kind& kind) {
  StoreRequest request;
  request.kind = &kind;
  request.one = encode(kind.type, 1);
  if (kind.operand == Operand::Accumulator) return request;
  const ProductKinds kinds = product_kinds(kind);
  request.partner = kind.operand == Operand::A ? kinds.b : kinds.a;
  request.leading_dimension =
      request.partner->order == MemoryOrder::Col ? request.partner->rows() : request.partner->cols();
  request.code = code_matrix(*request.partner);
  return request;
}

Result<std::vector<std::int32_t>> read_store(const Kind& kind, std::span<const std::uint8_t> cells) {
  const std::size_t slots = static_cast<std::size_t>(kind.threads) * kind.values;
  const std::size_t per_slot = static_cast<std::size_t>(store_cells(kind));
  std::vector<std::int32_t> landings;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const auto one = read_slot(kind, static_cast<int>(slot), cells.subspan(slot * per_slot, per_slot));
    TCVIZ_TRY(one);
    landings.push_back(one.value());
  }
  return landings;
}

std::string compare_landings(const Kind& kind, std::span<const std::int32_t> map,
                             std::span<const std::int32_t> landings) {
  std::vector<bool> reached(static_cast<std::size_t>(kind.rows()) * kind.cols());
  for (std::size_t slot = 0; slot < map.size(); ++slot) {
    if (landings[slot] == no_element) continue;
    if (landings[slot] != map[slot]) {
      return fmt::format("{} was loaded from {} but is stored to {}", name_slot(kind, slot),
                         name_element(kind, map[slot]), name_element(kind, landings[slot]));
    }
    reached[landings[slot]] = true;
  }
  for (std::size_t element = 0; element < reached.size(); ++element) {
    if (reached[element]) continue;
    return fmt::format("no slot is stored to element {}", name_element(kind, static_cast<std::int32_t>(element)));
  }
  return {};
}

std::string describe_unread(const Kind& kind, std::span<const std::int32_t> landings) {
  const auto unread = std::count(landings.begin(), landings.end(), no_element);
  if (unread == 0) return {};
  const int read_values = kind.values - static_cast<int>(unread) / kind.threads;
  for (std::size_t slot = 0; slot < landings.size(); ++slot) {
    const int i = static_cast<int>(slot) % kind.values;
    if ((landings[slot] != no_element) == (i < read_values)) continue;
    return fmt::format("the product does not read {} of the {} slots: they are copies", unread, landings.size());
  }
  return fmt::format("the product reads x[0] to x[{}] only; the other values are copies", read_values - 1);
}

}  // namespace tcviz::inline gpu_probe
