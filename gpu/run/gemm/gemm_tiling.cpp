#include "gpu/run/gemm/gemm_tiling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int fragment = 16, lanes = 32;

}  // namespace

GemmTiling::GemmTiling(const GemmShape& shape, const GemmTiles& t)
    : shape_(shape), padded_(tcviz::padded(shape, t)), tiles_(t) {
  // If all threads' parts fill the tile, the parts are threads', not warps'.
  fragments_ = t.warp_m * t.warp_n * t.threads != t.m * t.n;
}

std::optional<GemmTiling> GemmTiling::of(const GemmKernel& kernel, ComputeCapability capability,
                                         const GemmShape& shape) {
  if (kernel.tiles == nullptr || !runs_on(kernel, capability) || shape.m < 1 || shape.n < 1 || shape.k < 1)
    return std::nullopt;
  return GemmTiling(shape, kernel.tiles(capability));
}

int GemmTiling::pieces() const { return fragments_ ? (tiles_.warp_m / fragment) * (tiles_.warp_n / fragment) : lanes; }

TileRect GemmTiling::block(const TilePlace& place) const {
  return {place.block_row * tiles_.m, place.block_col * tiles_.n, tiles_.m, tiles_.n};
}

// Returns the parts of a warp of threads: some rows of threads, each row as wide as the tile, in one place or in two.
std::vector<TileRect> GemmTiling::warp(const TilePlace& place) const {
  const TileRect tile = block(place);
  if (fragments_) {
    const int across = tiles_.n / tiles_.warp_n;
    return {{tile.row + place.warp / across * tiles_.warp_m, tile.col + place.warp % across * tiles_.warp_n,
             tiles_.warp_m, tiles_.warp_n}};
  }
  const int side = tiles_.warp_m / halves(), rows = lanes / (tiles_.n / tiles_.warp_n) * side;
  std::vector<TileRect> parts;
  for (int half = 0; half < halves(); ++half)
    parts.push_back({tile.row + half * tiles_.m / halves() + place.warp * rows, tile.col, rows, tiles_.n});
  return parts;
}

// Returns the rectangles of a piece:
//   without fragments, thread t = ty * across + tx has `side` rows and columns at ty, tx of each quarter of the tile
std::vector<TileRect> GemmTiling::piece(const TilePlace& place) const {
  if (fragments_) {
    const TileRect part = warp(place).front();
    const int across = tiles_.warp_n / fragment;
    return {
        {part.row + place.piece / across * fragment, part.col + place.piece % across * fragment, fragment, fragment}};
  }
  const TileRect tile = block(place);
  const int across = tiles_.n / tiles_.warp_n, thread = place.warp * lanes + place.piece;
  const int rows = tiles_.warp_m / halves(), cols = tiles_.warp_n / halves();
  std::vector<TileRect> parts;
  for (int down = 0; down < halves(); ++down) {
    for (int right = 0; right < halves(); ++right) {
      parts.push_back({tile.row + down * tiles_.m / halves() + thread / across * rows,
                       tile.col + right * tiles_.n / halves() + thread % across * cols, rows, cols});
    }
  }
  return parts;
}

TilePlace GemmTiling::place_of(int row, int col) const {
  TilePlace place{row / tiles_.m, col / tiles_.n, 0, 0};
  const int r = row % tiles_.m, c = col % tiles_.n;
  if (fragments_) {
    place.warp = r / tiles_.warp_m * (tiles_.n / tiles_.warp_n) + c / tiles_.warp_n;
    place.piece = r % tiles_.warp_m / fragment * (tiles_.warp_n / fragment) + c % tiles_.warp_n / fragment;
    return place;
  }
  const int ty = r % (tiles_.m / halves()) / (tiles_.warp_m / halves());
  const int tx = c % (tiles_.n / halves()) / (tiles_.warp_n / halves());
  const int thread = ty * (tiles_.n / tiles_.warp_n) + tx;
  place.warp = thread / lanes;
  place.piece = thread % lanes;
  return place;
}

std::vector<TileRect> GemmTiling::reads_a(const TilePlace& place, int phase) const {
  std::vector<TileRect> parts;
  for (const TileRect& part : piece(place)) {
    const TileRect read{part.row, phase * phase_k(), part.rows, phase_k()};
    if (parts.empty() || parts.back() != read) parts.push_back(read);  // quarters beside each other read the same rows
  }
  return parts;
}

std::vector<TileRect> GemmTiling::reads_b(const TilePlace& place, int phase) const {
  std::vector<TileRect> parts;
  for (const TileRect& part : piece(place)) {
    const TileRect read{phase * phase_k(), part.col, phase_k(), part.cols};
    if (static_cast<int>(parts.size()) < halves()) parts.push_back(read);
  }
  return parts;
}

TileRect GemmTiling::fetches_a(const TilePlace& place, int phase) const {
  return {place.block_row * tiles_.m, stage_of(phase) * tiles_.k, tiles_.m, tiles_.k};
}

TileRect GemmTiling::fetches_b(const TilePlace& place, int phase) const {
  return {stage_of(phase) * tiles_.k, place.block_col * tiles_.n, tiles_.k, tiles_.n};
}

std::string tell_phase(const GemmTiling& tiling, const TilePlace& place, int phase) {
  const auto range = [](int first, int count) {
    return count == 1 ? std::to_string(first) : fmt::format("{}..{}", first, first + count - 1);
  };
  const auto text = [&](char name, const std::vector<TileRect>& parts) {
    std::string all;
    for (const TileRect& part : parts)
      all += fmt::format("{}{}[{}, {}]", all.empty() ? "" : " and ", name, range(part.row, part.rows),
                         range(part.col, part.cols));
    return all;
  };
  const GemmTiles& tiles = tiling.tiles();
  const int across = tiles.n / tiles.warp_n;
  const std::string who = tiling.has_fragments()
                              ? fmt::format("warp ({},{}) of block ({},{})", place.warp / across, place.warp % across,
                                            place.block_row, place.block_col)
                              : fmt::format("thread {} of block ({},{})", place.warp * lanes + place.piece,
                                            place.block_row, place.block_col);
  return fmt::format("phase {} of {}: {} multiplies {} by {}", phase + 1, tiling.phases(), who,
                     text('A', tiling.reads_a(place, phase)), text('B', tiling.reads_b(place, phase)));
}

}  // namespace tcviz::inline gpu_gemm
