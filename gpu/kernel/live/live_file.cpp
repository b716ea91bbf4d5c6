#include "gpu/kernel/live/live_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace tcviz::inline gpu_live {
namespace {

constexpr std::string_view magic = "tcvizliv";
constexpr std::uint32_t version = 1;
constexpr std::size_t head_bytes = 160, place_bytes = 24, shot_bytes = 192;
constexpr std::size_t gpu_chars = 80, kind_chars = 64, file_chars = 96;
constexpr std::uint32_t most_places = 1024, most_warps = 32, most_lane_bytes = 512;
constexpr std::uint64_t warp_bits = 63;

// Takes the parts of the file one after the other; the caller has checked that there are enough bytes.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}
  std::size_t left() const { return rest_.size(); }
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const std::string_view bytes = take(size);
    for (std::size_t at = 0; at < bytes.size(); ++at)
      value |= std::uint64_t{static_cast<std::uint8_t>(bytes[at])} << 8 * at;
    return value;
  }
  std::uint32_t word() { return static_cast<std::uint32_t>(number(4)); }
  LiveSides sides() {
    LiveSides sides{};
    for (std::uint32_t& side : sides) side = word();
    return sides;
  }
  // Takes a text up to its NUL; replaces control characters, which a terminal would obey.
  std::string text(std::size_t size) {
    std::string text(take(size));
    text.resize(std::min(text.find('\0'), text.size()));
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
    return text;
  }

 private:
  std::string_view rest_;
};

Error refuse(std::string what) { return bad_input(what + " `tcviz::live_save` of app/include/tcviz.cuh writes it."); }

struct Counts {
  std::uint32_t places = 0, shots = 0;
};

Result<Counts> read_head(Bytes& in, LiveFile& file) {
  if (in.left() < head_bytes || in.take(magic.size()) != magic)
    return refuse("this is not a file of live registers, which begins with 'tcvizliv'.");
  if (const std::uint32_t found = in.word(); found != version)
    return bad_input(
        fmt::format("this file has version {}, and this tcviz reads version {}: use the tcviz.cuh that "
                    "belongs to it.",
                    found, version));
  if (const std::uint32_t bytes = in.word(); bytes != head_bytes)
    return bad_input(fmt::format("the header has {} bytes instead of {}: the file is damaged.", bytes, head_bytes));
  const std::uint32_t capability = in.word();
  if (capability > 999) return bad_input(fmt::format("there is no compute capability {}.", capability));
  file.capability = static_cast<ComputeCapability>(capability);
  Counts counts{in.word(), in.word()};
  in.word();
  file.missed = in.number(8);
  file.block = in.sides();
  file.grid = in.sides();
  file.threads = in.sides();
  in.word();
  file.gpu = in.text(gpu_chars);
  if (counts.places > most_places)
    return bad_input(fmt::format("{} places: {} are the most.", counts.places, most_places));
  // Counts are checked against the bytes before anything is made for them.
  if (counts.places * place_bytes > in.left() || counts.shots > (in.left() - counts.places * place_bytes) / shot_bytes)
    return bad_input(fmt::format("the file ends too early: it says {} places and {} snapshots, and {} bytes follow.",
                                 counts.places, counts.shots, in.left()));
  return counts;
}

Result<ReachedPlace> read_place_of(Bytes& in, std::uint32_t number) {
  ReachedPlace place{in.number(8), in.number(8), in.word(), in.word()};
  if (place.warp >= most_warps || (place.key & warp_bits) != place.warp)
    return bad_input(fmt::format("place {}: warp {} does not fit its key.", number, place.warp));
  return place;
}

Result<LiveSnapshot> read_shot(Bytes& in, std::uint32_t number) {
  const auto wrong = [&](std::string_view what) { return bad_input(fmt::format("snapshot {}: {}", number, what)); };
  if (in.left() < shot_bytes) return wrong("the file ends in it.");
  LiveSnapshot shot;
  shot.key = in.number(8);
  shot.line = in.word();
  shot.warp = in.word();
  shot.lanes = in.word();
  shot.lane_bytes = in.word();
  shot.reached = in.number(8);
  shot.kind = in.text(kind_chars);
  shot.file = in.text(file_chars);
  if (shot.warp >= most_warps || (shot.key & warp_bits) != shot.warp)
    return wrong(fmt::format("warp {} does not fit its key.", shot.warp));
  if (shot.lanes == 0) return wrong("no lane reached TCVIZ.");
  if (shot.lane_bytes == 0 || shot.lane_bytes > most_lane_bytes || shot.lane_bytes % 4 != 0)
    return wrong(fmt::format("{} bytes of a lane: it is 4 to 512, whole registers.", shot.lane_bytes));
  const std::size_t bytes = std::size_t{lanes_of_warp} * shot.lane_bytes;
  if (in.left() < bytes) return wrong(fmt::format("the file ends {} bytes too early.", bytes - in.left()));
  const std::string_view data = in.take(bytes);
  shot.bytes.assign(data.begin(), data.end());
  return shot;
}

void put(std::string& into, std::uint64_t value, std::size_t size) {
  for (std::size_t at = 0; at < size; ++at) into += static_cast<char>(value >> 8 * at & 255);
}

void put_sides(std::string& into, const LiveSides& sides) {
  for (const std::uint32_t side : sides) put(into, side, 4);
}

void put_text(std::string& into, std::string_view text, std::size_t size) {
  std::string cut(text.substr(0, size - 1));
  cut.resize(size, '\0');
  into += cut;
}

void put_shot(std::string& into, const LiveSnapshot& shot) {
  put(into, shot.key, 8);
  for (const std::uint32_t word : {shot.line, shot.warp, shot.lanes, shot.lane_bytes}) put(into, word, 4);
  put(into, shot.reached, 8);
  put_text(into, shot.kind, kind_chars);
  put_text(into, shot.file, file_chars);
  into.append(shot.bytes.begin(), shot.bytes.end());
}

}  // namespace

Result<LiveFile> read_live(std::string_view bytes) {
  Bytes in(bytes);
  LiveFile file;
  const Result<Counts> counts = read_head(in, file);
  TCVIZ_TRY(counts);
  for (std::uint32_t number = 0; number < counts.value().places; ++number) {
    const Result<ReachedPlace> place = read_place_of(in, number);
    TCVIZ_TRY(place);
    file.places.push_back(place.value());
  }
  for (std::uint32_t number = 0; number < counts.value().shots; ++number) {
    Result<LiveSnapshot> shot = read_shot(in, number);
    TCVIZ_TRY(shot);
    file.snapshots.push_back(std::move(shot).value());
  }
  if (in.left() > 0)
    return bad_input(
        fmt::format("{} bytes follow the last snapshot: the file is damaged, or two were joined.", in.left()));
  return file;
}

std::string write_live(const LiveFile& file) {
  std::string bytes(magic);
  for (const std::size_t word : {std::size_t{version}, head_bytes, static_cast<std::size_t>(file.capability),
                                 file.places.size(), file.snapshots.size(), std::size_t{0}})
    put(bytes, word, 4);
  put(bytes, file.missed, 8);
  for (const LiveSides& sides : {file.block, file.grid, file.threads}) put_sides(bytes, sides);
  put(bytes, 0, 4);
  put_text(bytes, file.gpu, gpu_chars);
  for (const ReachedPlace& place : file.places) {
    put(bytes, place.key, 8);
    put(bytes, place.reached, 8);
    put(bytes, place.line, 4);
    put(bytes, place.warp, 4);
  }
  for (const LiveSnapshot& shot : file.snapshots) put_shot(bytes, shot);
  return bytes;
}

bool looks_live(std::string_view bytes) { return bytes.starts_with(magic); }

}  // namespace tcviz::inline gpu_live
