#include "gpu/smem/offset_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_smem {
namespace {

// Returns 0, 1, 2, 4, 8, ... and the last place: each bit of a coordinate by itself.
std::vector<int> telling_places(int size) {
  std::vector<int> places = {0};
  for (int place = 1; place < size; place *= 2) places.push_back(place);
  if (places.back() != size - 1) places.push_back(size - 1);
  return places;
}

constexpr int offset_bits = 18;  // of a descriptor's offsets, and of addresses

}  // namespace

OffsetTile offsets_of(const OperandImage& image) {
  OffsetTile tile{image.rows, image.cols, image.element_bits, image.start, all_addresses(image)};
  for (std::int64_t& offset : tile.offsets) offset -= image.start;
  return tile;
}

void OffsetChecker::Asked::add(const OffsetTile& tile, int row, int col) {
  rows.push_back(static_cast<std::uint32_t>(row));
  cols.push_back(static_cast<std::uint32_t>(col));
  offsets.push_back(tile.offsets[static_cast<std::size_t>(row) * static_cast<std::size_t>(tile.cols) +
                                 static_cast<std::size_t>(col)]);
}

OffsetChecker::OffsetChecker(OffsetTile tile) : tile_(std::move(tile)) {
  for (const int row : telling_places(tile_.rows))
    for (const int col : telling_places(tile_.cols)) telling_.add(tile_, row, col);
  all_.rows.reserve(tile_.offsets.size());
  all_.cols.reserve(tile_.offsets.size());
  all_.offsets.reserve(tile_.offsets.size());
  for (int row = 0; row < tile_.rows; ++row)
    for (int col = 0; col < tile_.cols; ++col) all_.add(tile_, row, col);
}

ReadOptions OffsetChecker::options() const {
  ReadOptions options{Inputs::Tile, Quantity::Offset};
  options.tile = {tile_.element_bits, static_cast<std::uint32_t>(tile_.start)};
  return options;
}

Status OffsetChecker::prepare(const Formula& formula) {
  if (!formula.has(Quantity::Offset)) return bad_input("there is nothing to check: the text gives no offset.");
  const bool cute = formula.notation == Notation::Cute;
  if (cute && (formula.threads != tile_.rows || formula.values != tile_.cols))
    return bad_input(
        fmt::format("the layout has {0} x {1} elements, the tile {2} x {3}: give --rows {0} --cols {1}, or give the "
                    "layout of the whole tile.",
                    formula.threads, formula.values, tile_.rows, tile_.cols));
  output_ = formula.output_of(Quantity::Offset);
  Variables fixed{};
  fixed[Variable::Rows] = tile_.rows;
  fixed[Variable::Cols] = tile_.cols;
  lanes_.start(formula.program, fixed);
  return Nothing{};
}

void OffsetChecker::run(const Asked& asked, std::size_t first, std::size_t count) {
  const LaneRunner::Input inputs[] = {{Variable::Row, asked.rows.data()}, {Variable::Col, asked.cols.data()}};
  lanes_.run(inputs, first, count);
}

Result<OffsetVerdict> OffsetChecker::check(const Formula& formula) {
  TCVIZ_TRY(prepare(formula));
  OffsetVerdict verdict;
  verdict.elements = static_cast<int>(all_.size());
  for (std::size_t first = 0; first < all_.size(); first += LaneRunner::lanes) {
    const std::size_t count = std::min(LaneRunner::lanes, all_.size() - first);
    run(all_, first, count);
    for (std::size_t lane = 0; lane < count; ++lane) {
      if (is_right(all_, first, lane)) continue;
      ++verdict.mismatches;
      if (lanes_.is_undefined(lane) || verdict.first) continue;
      verdict.first = {static_cast<int>(all_.rows[first + lane]), static_cast<int>(all_.cols[first + lane]),
                       all_.offsets[first + lane], lanes_.value(output_, lane)};
    }
  }
  if (const std::optional<LaneRunner::Stopped>& stopped = lanes_.stopped())
    verdict.undefined = {static_cast<int>(all_.rows[stopped->lane]),
                         static_cast<int>(all_.cols[stopped->lane]),
                         stopped->why.message,
                         stopped->why.range,
                         stopped->state == RunState::Endless,
                         stopped->why.blame};
  return verdict;
}

bool OffsetChecker::all_right(const Asked& asked) {
  for (std::size_t first = 0; first < asked.size(); first += LaneRunner::lanes) {
    const std::size_t count = std::min(LaneRunner::lanes, asked.size() - first);
    run(asked, first, count);
    for (std::size_t lane = 0; lane < count; ++lane)
      if (!is_right(asked, first, lane)) return false;
  }
  return true;
}

bool OffsetChecker::holds(const Formula& formula) {
  return prepare(formula).ok() && all_right(telling_) && all_right(all_);
}

Parsed<Formula> read_offset(std::string_view text, OffsetChecker& checker) {
  ReadOptions options = checker.options();
  Parsed<Formula> usual = read_formula(text, options);
  if (!usual || usual.value->conventions == 1 || checker.holds(*usual.value)) return usual;
  options.convention = 1;
  Parsed<Formula> other = read_formula(text, options);
  return other && checker.holds(*other.value) ? other : usual;
}

std::vector<Repair> offset_repairs(OffsetChecker& checker, std::string_view text, const Formula& read,
                                   std::chrono::microseconds time, std::size_t most) {
  const OffsetTile& tile = checker.tile();
  RepairGoal goal;
  goal.holds = [&](const Formula& formula) { return checker.holds(formula); };
  goal.inputs = {{{"row", tile.rows}, {"col", tile.cols}}};
  goal.result_bits = offset_bits;
  goal.largest = 1 << offset_bits;
  for (const int row : telling_places(tile.rows)) {
    const std::int64_t offset = tile.offsets[static_cast<std::size_t>(row) * static_cast<std::size_t>(tile.cols)];
    if (offset > 0) goal.likely.push_back(static_cast<std::uint32_t>(offset));
  }
  for (const int col : telling_places(tile.cols))
    if (const std::int64_t offset = tile.offsets[static_cast<std::size_t>(col)]; offset > 0)
      goal.likely.push_back(static_cast<std::uint32_t>(offset));
  ReadOptions options = checker.options();
  options.convention = read.convention;
  return find_repairs(goal, text, options, most, time);
}

std::vector<std::string> images_with(const Formula& formula, const OperandImage& image) {
  std::vector<std::string> found;
  const auto try_image = [&](const OperandImage& other, const std::string& name) {
    const bool right = check_image(other).ok() && OffsetChecker(offsets_of(other)).holds(formula);
    if (right) found.push_back(name);
    return right;
  };
  for (const Swizzle swizzle : swizzles)
    for (const Major major : {Major::K, Major::MN}) {
      OperandImage other = image;
      other.swizzle = swizzle;
      other.major = major;
      const ImageId id{swizzle, major, image.element_bits};
      const auto try_strides = [&](const Strides& strides, const std::string& name) {
        other.lbo = strides.lbo;
        other.sbo = strides.sbo;
        return try_image(other, name);
      };
      const auto with = [&](const Strides& strides) {
        return fmt::format("{} with LBO {} and SBO {}", spell(id), strides.lbo, strides.sbo);
      };
      const Strides given{image.lbo, image.sbo}, by_columns = packed_by_columns(id, image.rows, image.cols);
      if (try_strides(packed_strides(id, image.rows, image.cols), spell(id))) continue;
      if (try_strides(given, with(given))) continue;
      try_strides(by_columns, with(by_columns));
    }
  for (int base = 0; base < 8 && found.empty(); ++base) {
    OperandImage other = image;
    other.base_offset = base;
    try_image(other, fmt::format("{} with base offset {}",
                                 spell(ImageId{image.swizzle, image.major, image.element_bits}), base));
  }
  return found;
}

}  // namespace tcviz::inline gpu_smem
