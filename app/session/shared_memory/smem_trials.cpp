#include "app/session/shared_memory/smem_trials.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/smem/lane_addresses.hpp"

namespace tcviz::inline app_session {
namespace {

// Adds the trial of the same elements in rows one behind the other, as an array in C has them.
void add_plain_rows(const SmemLook& look, const WarpAccess& access, SmemTrials& trials) {
  const SmemImage& tile = look.image;
  const std::int64_t bytes = tile.bits / 8, pitch = (tile.major == Major::K ? tile.cols : tile.rows) * bytes;
  const Result<LaneAddresses> rows = read_lane_addresses(look.access.row), cols = read_lane_addresses(look.access.col);
  if (!rows || !cols) return;
  LaneAddresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const std::int64_t r = rows.value()[lane], c = cols.value()[lane];
    addresses[lane] = r < 0 || c < 0           ? lane_off
                      : tile.major == Major::K ? tile.start + r * pitch + c * bytes
                                               : tile.start + c * pitch + r * bytes;
  }
  const Result<BankReport> report = count_wavefronts(access, addresses);
  if (!report) return;
  SmemTrial trial{"plain rows", describe_wavefronts(report.value().wavefronts), report.value().wavefronts, false, look};
  trial.look.access.of_image = false;
  trial.look.access.address = spelled(addresses);
  trial.look.access.pitch = static_cast<int>(pitch);
  trials.rows.push_back(std::move(trial));
}

SmemTrials swizzle_trials(const SmemLook& look, const WarpAccess& access) {
  SmemTrials trials;
  for (const Swizzle swizzle : swizzles) {
    const std::string name = swizzle == Swizzle::None ? "none: core matrices" : std::string(name_of(swizzle));
    SmemTrial trial{name, {}, 0, swizzle == look.image.swizzle, look};
    trial.look.image.swizzle = swizzle;
    if (!trial.now) trial.look.image.lbo = trial.look.image.sbo = std::nullopt;
    const Result<LaneAddresses> addresses = lanes_of(trial.look);
    const Result<BankReport> report =
        addresses ? count_wavefronts(access, addresses.value()) : Result<BankReport>(addresses.error());
    if (!report) continue;
    trial.wavefronts = report.value().wavefronts;
    trial.says = describe_wavefronts(trial.wavefronts);
    trials.rows.push_back(std::move(trial));
  }
  add_plain_rows(look, access, trials);
  return trials;
}

Status check_length(std::string_view name, const std::string& text) {
  if (text.size() <= most_smem_text) return Nothing{};
  return bad_input(fmt::format("{}: {} letters are too many, at most {}: shorten it, or give it to `tcviz banks`.",
                               name, text.size(), most_smem_text));
}

// Returns `expression` if it is short enough and has the value that `move` makes of each address; else the list of
// these values, because the expression of a list or of lanes that are off has others.
template <class Move>
std::string spelled_moved(std::string expression, const LaneAddresses& addresses, Move move) {
  LaneAddresses moved = addresses;
  for (std::int64_t& address : moved)
    if (address != lane_off) address = move(address);
  const Result<LaneAddresses> read = read_lane_addresses(expression);
  return expression.size() <= most_smem_text && read && read.value() == moved ? expression : spelled(moved);
}

std::string swizzle_words(const XorSwizzle& swizzle) {
  const auto known = hardware_swizzle(swizzle);
  return known ? fmt::format("{}: {} of TMA", spell(swizzle), name_of(*known)) : spell(swizzle);
}

SmemTrials address_trials(const SmemLook& look, const AccessPattern& pattern) {
  SmemTrials trials;
  const int pitch = look.access.pitch;
  Result<Suggestion> found = suggest_swizzle({&pattern, 1}, pitch);
  const bool padded = found.ok();
  if (!found && pitch != 0) found = suggest_swizzle({&pattern, 1}, 0);
  if (!found) return trials;
  const Suggestion& s = found.value();
  trials.rows.push_back({"as it is", describe_wavefronts(s.plain), s.plain, true, look});
  if (s.best.swizzle.bits > 0) {
    SmemTrial best{swizzle_words(s.best.swizzle), describe_wavefronts(s.best.wavefronts), s.best.wavefronts, false,
                   look};
    best.look.access.address =
        spelled_moved(swizzled_expression(fmt::format("({})", look.access.address), s.best.swizzle), pattern.addresses,
                      [&](std::int64_t address) { return s.best.swizzle.apply(address); });
    trials.rows.push_back(std::move(best));
  }
  if (s.padding && s.padding->bytes > 0) {
    SmemTrial best{fmt::format("rows of {} bytes padded by {}", pitch, s.padding->bytes),
                   describe_wavefronts(s.padding->wavefronts), s.padding->wavefronts, false, look};
    best.look.access.address = spelled_moved(
        fmt::format("({}) + ({}) / {} * {}", look.access.address, look.access.address, pitch, s.padding->bytes),
        pattern.addresses, [&](std::int64_t address) { return address + address / pitch * s.padding->bytes; });
    best.look.access.pitch = s.padding->pitch;
    trials.rows.push_back(std::move(best));
  }
  trials.proof.push_back(fmt::format("No layout needs fewer than {}.", describe_wavefronts(s.least)));
  for (const SwizzleTrial& trial : s.by_bits)
    if (trial.swizzle.bits < s.best.swizzle.bits)
      trials.proof.push_back(fmt::format("With {} bit{} at least {}.", trial.swizzle.bits,
                                         trial.swizzle.bits == 1 ? "" : "s", describe_wavefronts(trial.wavefronts)));
  trials.proof.push_back(fmt::format("{} swizzles <B,M,S> tried: all that can change a bank.", s.tried));
  if (!padded) trials.proof.emplace_back("No padding: the pitch is no multiple of what a lane takes.");
  return trials;
}

}  // namespace

Result<LaneAddresses> lanes_in_image(const OperandImage& image, const std::string& row, const std::string& col) {
  const Result<LaneAddresses> rows = read_lane_addresses(row);
  if (!rows) return bad_input("row: " + rows.error().message);
  const Result<LaneAddresses> cols = read_lane_addresses(col);
  if (!cols) return bad_input("k: " + cols.error().message);
  LaneAddresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const std::int64_t r = rows.value()[lane], c = cols.value()[lane];
    if (r >= image.rows || c >= image.cols)
      return bad_input(fmt::format("lane {} asks for row {} and k {}: the tile has {} rows and {} columns.", lane, r, c,
                                   image.rows, image.cols));
    addresses[lane] = r < 0 || c < 0 ? lane_off : image.address(static_cast<int>(r), static_cast<int>(c));
  }
  return addresses;
}

Result<LaneAddresses> lanes_of(const SmemLook& look) {
  const SmemAccess& access = look.access;
  if (!access.of_image) {
    TCVIZ_TRY(check_length("address", access.address));
    return read_lane_addresses(access.address);
  }
  TCVIZ_TRY(check_length("row", access.row));
  TCVIZ_TRY(check_length("k", access.col));
  const OperandImage image = operand_image(look.image);
  TCVIZ_TRY(check_image(image));
  return lanes_in_image(image, access.row, access.col);
}

std::string spelled(const LaneAddresses& addresses) { return fmt::format("{}", fmt::join(addresses, " ")); }

SmemTrials trials_of(const SmemLook& look) {
  const WarpAccess* const access = find_warp_access(look.access.op);
  if (access == nullptr) return {};
  if (look.access.of_image) return swizzle_trials(look, *access);
  const Result<LaneAddresses> addresses = lanes_of(look);
  return addresses ? address_trials(look, {access, addresses.value()}) : SmemTrials();
}

}  // namespace tcviz::inline app_session
