#include "app/session/shared_memory/smem_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "app/session/shared_memory/smem_command.hpp"
#include "app/session/shared_memory/smem_journey.hpp"
#include "gpu/smem/known_by.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz::inline app_session {
namespace {

std::string image_about(const OperandImage& image) {
  return fmt::format("{} x {} · {} bit{} · LBO {} · SBO {} · base {} · start {}", image.rows, image.cols,
                     image.element_bits, image.element_bits == 1 ? "" : "s", image.lbo, image.sbo, image.base_offset,
                     image.start);
}

// Returns the touched lines, and those between them while they are few.
std::vector<std::int64_t> lines_of(const LaneAddresses& addresses) {
  constexpr std::int64_t most_between = 16;
  std::set<std::int64_t> touched;
  for (const std::int64_t address : addresses)
    if (address >= 0) touched.insert(address / line_bytes);
  std::vector<std::int64_t> lines;
  for (const std::int64_t line : touched) {
    if (!lines.empty() && line - lines.back() <= most_between)
      while (lines.back() + 1 < line) lines.push_back(lines.back() + 1);
    lines.push_back(line);
  }
  for (std::int64_t& line : lines) line *= line_bytes;
  return lines;
}

std::string phase_line(const BankPhase& phase, std::size_t n) {
  if (phase.lanes.empty()) return fmt::format("phase {}: its lanes are off", n);
  std::string text = fmt::format("phase {}: lanes {}..{} · {}", n, phase.lanes.front(), phase.lanes.back(),
                                 describe_wavefronts(phase.wavefronts));
  if (phase.conflicts.empty()) return text;
  const BankConflict& worst =
      *std::max_element(phase.conflicts.begin(), phase.conflicts.end(),
                        [](const BankConflict& a, const BankConflict& b) { return a.words.size() < b.words.size(); });
  text += fmt::format(" · bank {}: ", worst.bank);
  constexpr std::size_t most_words = 4;
  for (std::size_t w = 0; w < std::min(worst.words.size(), most_words); ++w)
    text += fmt::format("{}lane{} {}", w == 0 ? "" : " | ", worst.words[w].lanes.size() == 1 ? "" : "s",
                        fmt::join(worst.words[w].lanes, ","));
  return text + (worst.words.size() > most_words ? " | ..." : "");
}

void count_banks(SmemCost& cost) {
  cost.phase_of.fill(-1);
  std::array<int, banks> all{};
  for (std::size_t p = 0; p < cost.report.phases.size(); ++p) {
    const BankPhase& phase = cost.report.phases[p];
    std::array<std::set<std::int64_t>, banks> words;
    for (const int lane : phase.lanes) {
      const std::int64_t address = cost.addresses[static_cast<std::size_t>(lane)];
      if (address < 0) continue;
      cost.phase_of[static_cast<std::size_t>(lane)] = static_cast<int>(p);
      for (std::int64_t word = address / bank_bytes; word <= (address + cost.access->bytes - 1) / bank_bytes; ++word)
        words[static_cast<std::size_t>(word % banks)].insert(word);
    }
    auto& counts = cost.words.emplace_back();
    for (std::size_t b = 0; b < counts.size(); ++b) {
      counts[b] = static_cast<int>(words[b].size());
      all[b] += counts[b];
    }
    for (const BankConflict& conflict : phase.conflicts)
      for (const auto& word : conflict.words)
        for (const int lane : word.lanes) cost.conflicting[static_cast<std::size_t>(lane)] = true;
    cost.phases.push_back(phase_line(phase, p));
  }
  cost.deepest = *std::max_element(all.begin(), all.end());
}

Result<SmemCost> cost_of(const LaneAddresses& addresses, const std::string& op) {
  SmemCost cost;
  cost.addresses = addresses;
  cost.access = find_warp_access(op);
  if (cost.access == nullptr) return bad_input(fmt::format("there is no access called {}.", op));
  const Result<BankReport> report = count_wavefronts(*cost.access, addresses);
  TCVIZ_TRY(report);
  cost.report = report.value();
  count_banks(cost);
  const std::string all = describe_wavefronts(cost.report.wavefronts);
  const int extra = cost.report.conflicts;
  cost.verdict =
      fmt::format("{}, {}, {}", all, extra == 0 ? "no conflicts" : fmt::format("{} of them by conflicts", extra),
                  describe_cycles(*cost.access, cost.report.cycles));
  return cost;
}

}  // namespace

std::string smem_provenance(const SmemLook& look) {
  switch (look.page) {
    case SmemPage::Image:
      return std::string(image_known_by(look.image.major, look.image.bits));
    case SmemPage::Descriptor:
      return std::string(descriptor_known_by(look.descriptor.form));
    case SmemPage::Banks:
      return fmt::format("the model of banks: {}", images_known_by());
    case SmemPage::Journey:
      return fmt::format("registers: {}; shared memory: {}", manual_source, images_known_by());
  }
  return {};
}

void SmemView::prepare(const SmemState& state) {
  const bool same = seen_ && *seen_ == static_cast<const SmemLook&>(state);
  if (same && marked_ == state.marked()) return;
  marked_ = state.marked();
  if (!same) {
    seen_ = look_ = state;
    ++version_;
    problem_.clear();
    make_fields();
    make_cost();
    make_image();
    make_way();
    make_hop();
    make_words();
  }
  make_marked();
}

// Makes the journey, on its page alone; there is no image there.
void SmemView::make_way() {
  if (look_.page != SmemPage::Journey || (way_of_ && *way_of_ == sized(look_.journey))) return;
  way_of_ = sized(look_.journey);
  way_.reset();
  way_problem_.clear();
  Result<Journey> made = journey_of(look_.journey);
  if (made) way_ = std::move(made).value();
  if (!made) way_problem_ = made.error().message;
}

// Finds the hop on screen: other journeys may have fewer hops.
void SmemView::make_hop() {
  if (!way_) return;
  hop_ = std::min(look_.journey.hop, static_cast<int>(way_->hops.size()) - 1);
  hop_in_terminal_ = hop_command(way_->hops[static_cast<std::size_t>(hop_)].view);
}

void SmemView::make_image() {
  map_.reset();
  other_.reset();
  if (look_.page == SmemPage::Journey) return;
  if (look_.page == SmemPage::Banks && !look_.access.of_image) {
    if (cost_) map_ = ImageMap::of_lines(lines_of(cost_->addresses));
    if (!cost_) problem_ = access_problem_;
    return;
  }
  const Result<OperandImage> image = shown_image(look_);
  if (!image) {
    problem_ = image.error().message;
    return;
  }
  map_.emplace(image.value());
  if (look_.page != SmemPage::Descriptor || !look_.descriptor.other) return;
  SmemLook second = look_;
  second.descriptor.bits = *look_.descriptor.other;
  const Result<OperandImage> other = shown_image(second);
  if (other) other_.emplace(other.value());
}

void SmemView::make_words() {
  const bool one_bit = map_ && look_.page == SmemPage::Descriptor && map_->image().element_bits == 1;
  id_ = one_bit || look_.page == SmemPage::Journey ? std::string()
                                                   : spell(id_of(look_.image));  // images of 1 bit have no id
  about_ = map_ && map_->down() > 0 ? image_about(map_->image()) : std::string();
  if (look_.page == SmemPage::Journey)
    about_ = fmt::format("{}: {}", journey_presets()[look_.journey.preset].name,
                         journey_presets()[look_.journey.preset].about);
  if (map_ && map_->overlaid() > 0)
    about_ += fmt::format(" · {} elements lie on others: the offsets are too small", map_->overlaid());
  provenance_ = smem_provenance(look_);
  command_ = smem_command(look_);
  make_difference();
}

void SmemView::make_difference() {
  difference_.clear();
  const SmemDescriptor& d = look_.descriptor;
  if (look_.page == SmemPage::Descriptor && d.other)
    difference_ = describe_difference(d.bits, *d.other, d.form, use_of(d));
}

void SmemView::make_fields() {
  const SmemDescriptor& d = look_.descriptor;
  fields_.clear();
  notes_.clear();
  warnings_.clear();
  const Result<Descriptor> read = read_descriptor(d.bits, d.form);
  for (const DescriptorField& field : fields_of(d.form)) {
    SmemFieldLine line{field, static_cast<std::int64_t>(raw_value(d.bits, field)), 0, {}, {}, true, false};
    line.other = d.other ? static_cast<std::int64_t>(raw_value(*d.other, field)) : line.value;
    line.differs = line.other != line.value;
    line.text = describe_value(static_cast<std::uint64_t>(line.value), field);
    if (read) line.note = why_unread(field, read.value(), use_of(d));
    line.read = line.note.empty();
    fields_.push_back(std::move(line));
  }
  if (read) notes_ = notes_of(read.value(), use_of(d));
  if (read) warnings_ = warnings_of(read.value());
  if (d.form == DescriptorForm::Sm100)
    warnings_.emplace_back("sm_100: fields as documented, and the image by the rules of sm_90. Nothing was asked.");
}

void SmemView::make_cost() {
  cost_.reset();
  trials_ = {};
  access_problem_.clear();
  if (look_.page != SmemPage::Banks) return;
  const Result<LaneAddresses> addresses = lanes_of(look_);
  Result<SmemCost> cost = addresses ? cost_of(addresses.value(), look_.access.op) : Result<SmemCost>(addresses.error());
  if (!cost) {
    access_problem_ = cost.error().message;
    return;
  }
  cost_ = std::move(cost).value();
  trials_ = trials_of(look_);
}

void SmemView::make_marked() {
  marked_lines_.clear();
  if (!marked_ || !map_ || map_->down() == 0) return;
  const OperandImage& image = map_->image();
  if (marked_->row >= image.rows || marked_->col >= image.cols) return;
  const std::int64_t address = image.address(marked_->row, marked_->col), offset = address - image.start;
  const std::int64_t plain = swizzled(address, image.swizzle, image.base_offset) ^ address;
  marked_lines_.push_back(fmt::format("row {}, k {}", marked_->row, marked_->col));
  marked_lines_.push_back(fmt::format("offset {} = 0x{:x}", offset, offset));
  if (image.start != 0) marked_lines_.push_back(fmt::format("address {} = 0x{:x}", address, address));
  marked_lines_.push_back(fmt::format("bank {}, byte {} of it", address / bank_bytes % banks, address % bank_bytes));
  marked_lines_.push_back(fmt::format("line {}, chunk {}", address / line_bytes, address % line_bytes / chunk_bytes));
  if (image.swizzle != Swizzle::None)
    marked_lines_.push_back(plain == 0 ? "the swizzle leaves its chunk in place"
                                       : fmt::format("the swizzle moved it: XOR {}", plain));
}

}  // namespace tcviz::inline app_session
