#include "gpu/smem/ldmatrix_of.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr int matrix_rows = 8, row_bytes = 16, register_bits = 32;

// The loaded part of a fragment, as rows of the tile (m or n) and k.
class FragmentTile {
 public:
  FragmentTile(const Layout& layout, bool is_b) : layout_(layout), is_b_(is_b) {}
  int bits() const { return layout_.element_bits(); }
  int per_register() const { return register_bits / bits(); }
  int registers() const { return layout_.values() * bits() / register_bits; }
  std::optional<Element> at(int lane, int value) const {
    const std::optional<Element> e = layout_.element({lane, value});
    return e && is_b_ ? Element{e->col, e->row} : e;
  }

 private:
  const Layout& layout_;
  bool is_b_;
};

// The origin of value `v` of a register: ldmatrix gives lane l the 4 bytes l % 4 of row l / 4; with .trans the two
// 2-byte values of column l / 4 in rows l % 4 * 2 and the next.
struct Origin {
  int row = 0;   // of the 8 x 8 matrix: which lane's address
  int step = 0;  // elements behind that address
};
Origin origin_of(int lane, int v, int per_register, bool transposed) {
  if (transposed) return {lane % 4 * 2 + v, lane / 4};
  return {lane / 4, lane % 4 * per_register + v};
}

// Returns the element `step` places further: contiguous elements go along k, or along the rows of a tile that is
// MN-major.
Element behind(Element first, int step, Major major) {
  return major == Major::K ? Element{first.row, first.col + step} : Element{first.row + step, first.col};
}

Error not_loaded(const Layout& layout, int lane, int value) {
  return unavailable(fmt::format("no single ldmatrix puts {} into its registers: T{} x[{}] would get another element.",
                                 layout.kind(), lane, value));
}

Status fill(const Layout& layout, const FragmentTile& tile, Major major, LdmatrixAccess& load) {
  const bool transposed = major == Major::MN;
  const int per = tile.per_register();
  for (int pass = 0; pass < 2; ++pass)  // the first elements, and then all
    for (int value = 0; value < layout.values(); ++value)
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const std::optional<Element> element = tile.at(lane, value);
        if (!element) return not_loaded(layout, lane, value);
        const Origin origin = origin_of(lane, value % per, per, transposed);
        Element& first = load.first.at(static_cast<std::size_t>(value / per * matrix_rows + origin.row));
        if (pass == 0 && origin.step == 0) first = *element;
        if (pass == 1 && behind(first, origin.step, major) != *element) return not_loaded(layout, lane, value);
      }
  return Nothing{};
}

using LaneValues = std::array<int, warp_lanes>;

// True if the bits of lane add up to its value, each by its own weight.
bool is_sum_of_bits(const LaneValues& values) {
  for (std::size_t lane = 0; lane < values.size(); ++lane) {
    int sum = 0;
    for (std::size_t bit = 1; bit < values.size(); bit <<= 1) sum += (lane & bit) != 0 ? values.at(bit) : 0;
    if (values[0] != 0 || sum != values.at(lane)) return false;
  }
  return true;
}

// Spells the values by their bits; bits that move together are one term, "lane / 16 * 8".
std::string spelled(const LaneValues& values) {
  constexpr int lane_bits = std::bit_width(unsigned{warp_lanes}) - 1;
  if (!is_sum_of_bits(values)) return fmt::format("{}", fmt::join(values, " "));
  const auto weight = [&](int bit) { return values.at(std::size_t{1} << bit); };
  std::string text;
  for (int bit = 0, end = 0; bit < lane_bits; bit = end) {
    for (end = bit + 1; end < lane_bits && weight(end) == weight(bit) * (1 << (end - bit));) ++end;
    if (weight(bit) == 0) continue;
    text += text.empty() ? "lane" : " + lane";
    if (bit > 0) text += fmt::format(" / {}", 1 << bit);
    if (end < lane_bits) text += fmt::format(" % {}", 1 << (end - bit));
    if (weight(bit) != 1) text += fmt::format(" * {}", weight(bit));
  }
  return text.empty() ? "0" : text;
}

}  // namespace

Result<LdmatrixAccess> ldmatrix_of(const Layout& fragment, Major major) {
  const Kind* kind = find_kind(fragment.kind());
  const bool operand = kind != nullptr && (kind->operand == Operand::A || kind->operand == Operand::B);
  if (!operand || fragment.threads() < warp_lanes)
    return bad_input(fmt::format("{} is no operand A or B of mma or wgmma.", fragment.kind()));
  const FragmentTile tile(fragment, kind->operand == Operand::B);
  if (major == Major::MN && tile.bits() != 16)
    return unavailable(
        fmt::format("ldmatrix.trans moves values of 16 bits, and those of {} have {}.", fragment.kind(), tile.bits()));
  const int registers = tile.registers();
  if (tile.bits() > register_bits || (registers != 1 && registers != 2 && registers != 4))
    return unavailable(fmt::format("{} has {} registers, and ldmatrix loads 1, 2 or 4.", fragment.kind(), registers));
  LdmatrixAccess load;
  load.lanes = registers * matrix_rows;
  load.access = find_warp_access(fmt::format("ldm{}{}", major == Major::MN ? "t" : "", registers));
  TCVIZ_TRY(fill(fragment, tile, major, load));
  LaneValues rows{}, cols{};
  for (std::size_t lane = 0; lane < rows.size(); ++lane) {
    load.first.at(lane) = load.first.at(lane % static_cast<std::size_t>(load.lanes));
    rows.at(lane) = load.first.at(lane).row;
    cols.at(lane) = load.first.at(lane).col;
  }
  load.row = spelled(rows);
  load.col = spelled(cols);
  return load;
}

}  // namespace tcviz::inline gpu_smem
