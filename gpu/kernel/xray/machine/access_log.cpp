#include "gpu/kernel/xray/machine/access_log.hpp"

#include <algorithm>

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/product.hpp"
#include "gpu/kernel/xray/machine/snapshot.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_feeders = 32;

bool is_special(Label label) { return LabelSpace::shape_number(label) == unset_shape; }

std::int64_t point_or_none(const LabelSpace& labels, Label label, int dimension) {
  const bool is_point = labels.shape(label).dimensions[dimension].state == DimensionState::Point;
  return is_point ? labels.point(label, dimension) : -1;
}

// Sets the indices that colours follow: of the dimension that outputs have, and then another one, as in the product's
// matrices.
void place_piece(const LabelSpace& labels, Label label, BankPiece& piece) {
  int first = -1;
  const auto count = static_cast<int>(labels.dimensions().size());
  for (const bool in_outputs : {true, false})
    for (int d = 0; d < count && first < 0; ++d)
      if (labels.dimensions()[d].in_every_output == in_outputs && point_or_none(labels, label, d) >= 0) first = d;
  piece.row = first < 0 ? -1 : point_or_none(labels, label, first);
  piece.col = -1;
  for (int d = 0; d < count && piece.col < 0; ++d)
    if (d != first) piece.col = point_or_none(labels, label, d);
}

BankPiece piece_of(const LabelSpace& labels, Code code) {
  BankPiece piece;
  const Label label = label_of(code);
  if (is_special(label)) {
    piece.state = code == code_on_its_way || code == code_of_coming_bulk ? BankState::Coming : BankState::Unset;
    piece.row = piece.col = -1;
    return piece;
  }
  const SnapshotCell cell = cell_of_label(labels, label);
  piece.text = cell.text;
  piece.array = arrays_of_label(labels, label);
  piece.state = cell.state == SnapshotState::Wrong     ? BankState::Wrong
                : cell.state == SnapshotState::Unknown ? BankState::Function
                                                       : BankState::Element;
  place_piece(labels, label, piece);
  return piece;
}

// Returns the number of successive bytes of one value, or of successive bytes without a value.
int length_of(std::span<const Code> codes, int at) {
  const Code first = codes[at];
  int end = at + 1;
  while (end < static_cast<int>(codes.size()) &&
         codes[end] == (is_special(label_of(first)) ? first : first + static_cast<Code>(end - at)) &&
         label_of(codes[end]) == label_of(first))
    ++end;
  return end - at;
}

BankLine line_of(const LabelSpace& labels, std::int64_t address, std::span<const Code> codes) {
  BankLine line{address, {}};
  for (int at = 0; at < static_cast<int>(codes.size());) {
    const int length = codes[at] == 0 ? 1 : length_of(codes, at);
    if (codes[at] != 0) {
      BankPiece piece = piece_of(labels, codes[at]);
      piece.at = at, piece.bytes = length;
      line.pieces.push_back(std::move(piece));
    }
    at += length;
  }
  return line;
}

BankWavefronts wavefronts_in(const WarpAccess& access, const LaneAddresses& addresses) {
  BankWavefronts made{std::string(access.name), bank_count(access, addresses), {}};
  if (Result<BankReport> report = count_wavefronts(access, addresses); report.ok())
    made.phases = std::move(report.value().phases);
  return made;
}

}  // namespace

void AccessLog::touch(int lane, std::uint64_t address, int bytes, bool stores) {
  now_.stores = stores;
  const auto at = static_cast<std::int64_t>(address);
  if (!now_.touches.empty()) {
    BankTouch& last = now_.touches.back();
    if (last.lane == lane && last.address + last.bytes == at && at % bank_line != 0) {
      last.bytes += bytes;
      return;
    }
  }
  now_.touches.push_back({lane, at, bytes});
}

void AccessLog::count(const WarpAccess& access, const LaneAddresses& addresses) {
  now_.counted = &access, now_.addresses = addresses;
}

void AccessLog::bring(std::uint64_t address, std::span<const Code> codes) {
  brought_.push_back({address, {codes.begin(), codes.end()}});
}

// Keeps every line that is touched, with the bytes that copies will bring, as if they had come.
void AccessLog::keep_lines(const StepContext& context) {
  std::set<std::int64_t> addresses;
  for (const BankTouch& touch : now_.touches)
    for (std::int64_t at = touch.address / bank_line; at <= (touch.address + touch.bytes - 1) / bank_line; ++at)
      addresses.insert(at * bank_line);
  const MemoryRegion& shared = context.machine.shared;
  now_.lines.clear();
  for (const std::int64_t address : addresses) {
    Line& line = now_.lines.emplace_back();
    line.address = address;
    const auto begin = static_cast<std::size_t>(address), size = shared.codes.size();
    if (begin < size)
      std::copy_n(shared.codes.begin() + address, std::min<std::size_t>(bank_line, size - begin), line.codes.begin());
    for (const auto& [to, codes] : brought_)
      for (std::size_t n = 0; n < codes.size(); ++n) {
        const std::int64_t at = static_cast<std::int64_t>(to + n) - address;
        if (at >= 0 && at < bank_line) line.codes[static_cast<std::size_t>(at)] = codes[n];
      }
  }
}

namespace {

template <class KeptOne>
BankAccess told(const StepContext& context, const KeptOne& kept) {
  const XrayProgram& program = context.machine.program;
  const XrayStep& step = program.steps[static_cast<std::size_t>(kept.instruction)];
  BankAccess made;
  made.step = kept.step, made.warp = kept.warp;
  made.line = program.source_line(static_cast<std::size_t>(kept.instruction));
  made.ptx_line = step.line->ptx_line;
  made.opcode = step.line->opcode;
  made.stores = kept.stores;
  made.touches = kept.touches;
  std::ranges::stable_sort(made.touches, {}, &BankTouch::lane);
  if (kept.counted != nullptr) made.wavefronts = wavefronts_in(*kept.counted, kept.addresses);
  for (const auto& line : kept.lines) made.lines.push_back(line_of(context.labels(), line.address, line.codes));
  return made;
}

}  // namespace

bool AccessLog::is_wished(const StepContext& context) {
  if (!wish_ || wished || (wish_->warp >= 0 && wish_->warp != context.warp.number)) return false;
  const XrayProgram& program = context.machine.program;
  const bool has_source = std::ranges::any_of(program.lines, [](int line) { return line > 0; });
  const int line = wish_->of_ptx || !has_source
                       ? context.step.line->ptx_line
                       : program.source_line(static_cast<std::size_t>(context.machine.at_step));
  return line == wish_->line && seen_++ == wish_->number;
}

void AccessLog::add_feeders(const StepContext& context, std::size_t argument, Feeders& into) const {
  for (const std::int32_t reg : context.machine.program.registers(context.step.arguments[argument])) {
    const auto found = fed_.find(reg);
    if (found == fed_.end()) continue;
    for (const KeptAccess& one : found->second)
      if (std::ranges::find(into, one) == into.end()) into.push_back(one);
  }
  std::ranges::sort(into, {}, [](const KeptAccess& one) { return one->step; });
  if (into.size() > most_feeders) into.erase(into.begin(), into.end() - most_feeders);
}

// Notes that the load also feeds the registers that are made of its result; a product's sum begins anew.
void AccessLog::follow(const StepContext& context, const KeptAccess& access) {
  const XrayStep& step = context.step;
  if (!step.has_result || step.arguments.empty()) return;
  Feeders feeders;
  if (access != nullptr) feeders.push_back(access);
  const bool loads = step.name == "ld" || step.name == "atom" || access != nullptr;
  for (std::size_t at = 1; at < step.arguments.size() && !loads && !is_product(step.line->opcode); ++at)
    if (step.arguments[at].form != PtxForm::Address) add_feeders(context, at, feeders);
  const bool all_lanes_write = step.collective || (context.active & context.warp.live) == context.warp.live;
  for (const std::int32_t reg : context.machine.program.registers(step.arguments[0])) {
    if (!all_lanes_write) {
      if (feeders.empty()) continue;
      Feeders& old = fed_[reg];
      for (const KeptAccess& one : feeders)
        if (std::ranges::find(old, one) == old.end()) old.push_back(one);
    } else if (feeders.empty()) {
      fed_.erase(reg);
    } else {
      fed_[reg] = feeders;
    }
  }
}

void AccessLog::read_tile(const StepContext& context, const LabelledTile& tile, int bytes) {
  std::vector<std::int64_t> addresses;
  for (const TileElement& owner : tile.owners)
    if (owner.lane < 0) addresses.push_back(static_cast<std::int64_t>(owner.address));
  if (addresses.empty()) return;
  std::ranges::sort(addresses);
  for (const std::int64_t at : addresses) touch(-1, static_cast<std::uint64_t>(at), bytes, false);
  now_.step = context.machine.steps, now_.instruction = context.machine.at_step, now_.warp = context.warp.number;
  keep_lines(context);
  own_.push_back(told(context, now_));
  places_.insert(context.machine.at_step);
  now_ = {};
}

void AccessLog::take_product(const StepContext& context) {
  const bool sum_is_last = context.step.name != "wgmma";
  Feeders feeders;
  for (std::size_t at = 1; at + (sum_is_last ? 1 : 0) < context.step.arguments.size(); ++at)
    add_feeders(context, at, feeders);
  for (const KeptAccess& one : feeders) feeding.push_back(told(context, *one));
  std::ranges::move(own_, std::back_inserter(feeding));
  own_.clear();
  fed_.clear();
}

void AccessLog::end_step(const StepContext& context) {
  const bool is_followed = product_ > 0 && context.warp.number == product_warp_ && context.machine.steps <= product_;
  KeptAccess access;
  if (!now_.touches.empty()) {
    places_.insert(context.machine.at_step);
    const bool wanted = is_wished(context);
    if (is_followed || wanted) {
      now_.step = context.machine.steps, now_.instruction = context.machine.at_step, now_.warp = context.warp.number;
      keep_lines(context);
      if (wanted) wished = told(context, now_);
      access = std::make_shared<const Kept>(std::move(now_));
    }
  }
  if (product_ > 0 && context.machine.steps == product_)  // of a warpgroup the last warp executes it
    take_product(context);
  else if (is_followed)
    follow(context, access);
  now_.touches.clear(), now_.counted = nullptr, brought_.clear();
}

std::vector<BankPlace> AccessLog::places(const XrayProgram& program) const {
  std::vector<BankPlace> found;
  for (const std::int64_t instruction : places_) {
    const PtxLine& line = *program.steps[static_cast<std::size_t>(instruction)].line;
    BankPlace place{program.source_line(static_cast<std::size_t>(instruction)), line.ptx_line,
                    std::string(line.opcode)};
    if (std::ranges::find(found, place) == found.end()) found.push_back(std::move(place));
  }
  return found;
}

}  // namespace tcviz::inline gpu_xray
