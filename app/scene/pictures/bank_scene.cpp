#include "app/scene/pictures/bank_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float bank_gutter = 44, bank_head = 16, bank_legend = 18, bank_foot = 16;
constexpr float between_lines = 3, between_groups = 8, narrowest_bank = 12, widest_bank = 34;
constexpr int words_of_chunk = 4;

using PieceRanks = std::map<std::string, std::map<std::int64_t, int>>;  // ranks in each array
PieceRanks ranks_of(const BankAccess& access, std::int64_t BankPiece::*number) {
  std::map<std::string, std::vector<std::int64_t>> numbers;
  for (const BankLine& line : access.lines)
    for (const BankPiece& piece : line.pieces) numbers[piece.array].push_back(piece.*number);
  PieceRanks found;
  for (const auto& [array, all] : numbers) found[array] = ranks(all);
  return found;
}

// Lanes that touch the same bytes of a line.
struct LaneSpan {
  int at = 0, bytes = 0;  // bytes in the line
  std::vector<int> lanes;
};
std::vector<LaneSpan> spans_of(const BankAccess& access, std::int64_t line) {
  std::map<std::pair<int, int>, std::vector<int>> found;
  for (const BankTouch& touch : access.touches) {
    const std::int64_t begin = std::max(touch.address, line),
                       end = std::min(touch.address + touch.bytes, line + bank_line);
    if (begin >= end || touch.lane < 0) continue;
    const auto first = static_cast<int>((begin - line) / bank_bytes * bank_bytes);
    const auto last = static_cast<int>((end - line + bank_bytes - 1) / bank_bytes * bank_bytes);
    std::vector<int>& lanes = found[{first, last - first}];
    if (std::ranges::find(lanes, touch.lane) == lanes.end()) lanes.push_back(touch.lane);
  }
  std::vector<LaneSpan> spans;
  for (auto& [key, lanes] : found) spans.push_back({key.first, key.second, std::move(lanes)});
  return spans;
}

int phase_of_lane(const BankAccess& access, int lane) {
  if (!access.wavefronts) return -1;
  const auto& phases = access.wavefronts->phases;
  for (std::size_t n = 0; n < phases.size(); ++n)
    if (std::ranges::find(phases[n].lanes, lane) != phases[n].lanes.end()) return static_cast<int>(n);
  return -1;
}

bool is_touched(const BankAccess& access, std::int64_t begin, int bytes) {
  return std::ranges::any_of(access.touches, [&](const BankTouch& touch) {
    return touch.address < begin + bytes && touch.address + touch.bytes > begin;
  });
}

// The spelling of an element that fits its cell: for 16 bytes or for one bank, with its array's name or without.
struct PieceForm {
  bool by_chunk = true, brief = false;
  float size = 11;
};
constexpr std::array piece_forms = {
    PieceForm{true, false, 11},  PieceForm{true, false, 9}, PieceForm{false, false, 10}, PieceForm{true, true, 10},
    PieceForm{true, true, 8.5F}, PieceForm{false, true, 9}, PieceForm{false, true, 8}};

bool form_fits(const BankAccess& access, const PieceForm& form, float bank_w) {
  const int words = form.by_chunk ? words_of_chunk : 1, bytes = words * bank_bytes;
  for (const BankLine& line : access.lines)
    for (int at = 0; at < bank_line; at += bytes) {
      const std::string text = describe_bytes(line, at, bytes, form.brief);
      if (text_width(text, Face::Mono, form.size) + 2 > bank_w * static_cast<float>(words)) return false;
    }
  return true;
}

PieceForm form_for(const BankAccess& access, float bank_w) {
  for (const PieceForm& form : piece_forms)
    if (form_fits(access, form, bank_w)) return form;
  return piece_forms.back();
}

class BankPainter {
 public:
  BankPainter(const BankAccess& access, const BankLook& look)
      : access_(access),
        look_(look),
        rows_(ranks_of(access, &BankPiece::row)),
        cols_(ranks_of(access, &BankPiece::col)),
        form_(form_for(access, look.bank_w)),
        easel_(made_.scene, look.theme) {}

  BankScene draw() {
    made_.left = bank_gutter, made_.bank_w = look_.bank_w;
    made_.label_h = look_.label_h, made_.line_h = look_.label_h + look_.tag_h;
    float y = legend();
    head(y);
    y += bank_head;
    for (const BankLine& line : access_.lines) {
      if (!made_.lines.empty()) y += line.address - made_.lines.back() > bank_line ? between_groups : between_lines;
      made_.lines.push_back(line.address), made_.tops.push_back(y);
      elements(line, y);
      lanes(line, y + look_.label_h);
      y += made_.line_h;
    }
    conflicts();
    if (access_.wavefronts) y = foot(y + between_lines);
    made_.scene.width = bank_gutter + look_.bank_w * banks + 1, made_.scene.height = y + 1;
    return std::move(made_);
  }

 private:
  // Draws the colour of each phase, as long as there is room for it.
  float legend() {
    if (!access_.wavefronts) return 0;
    const auto& phases = access_.wavefronts->phases;
    std::vector<std::string> words;
    for (const bool brief : {false, true}) {
      float width = 0;
      words.clear();
      for (std::size_t n = 0; n < phases.size(); ++n) {
        words.push_back(fmt::format("{}{}: {}", brief ? "" : "phase ", n, describe_lanes(phases[n].lanes)));
        width += text_width(words.back(), Face::Sans, 11) + 26;
      }
      if (width <= look_.bank_w * banks) break;
    }
    float x = bank_gutter;
    for (std::size_t n = 0; n < phases.size(); ++n) {
      if (phases[n].lanes.empty()) continue;
      const float width = text_width(words[n], Face::Sans, 11) + 26;
      if (x + width > bank_gutter + look_.bank_w * banks + 26) break;
      easel_.box({x, 3, 10, 10}, {bank_phase_color(look_.palette, static_cast<int>(n))});
      easel_.text(x + 14, 8, 11, Align::Left, Face::Sans, TextRole::Legend, easel_.colors.ink, words[n]);
      x += width;
    }
    return bank_legend;
  }

  void head(float y) {
    easel_.number(bank_gutter - 6, y + 7, 10, Align::Right, "bank", TextRole::AxisName);
    const int step = text_width("00", Face::Mono, 10) + 3 > look_.bank_w ? 4 : 1;
    for (int bank = 0; bank < banks; bank += step)
      easel_.number(x_of(bank) + look_.bank_w / 2, y + 7, 10, Align::Center, std::to_string(bank));
  }

  float x_of(float words) const { return bank_gutter + words * look_.bank_w; }
  float x_of(int words) const { return x_of(static_cast<float>(words)); }

  // Returns a fill whose shades step with the cells that have a label, so that one label stands on one shade.
  Color fill_of(const BankPiece& piece, bool touched) const {
    if (piece.state != BankState::Element || piece.row < 0) return easel_.pale(0.08);
    const int together = std::max(1, bytes_of_cell() / std::max(1, piece.bytes));
    const int shade = piece.col < 0 ? 0 : cols_.at(piece.array).at(piece.col) / together;
    const Color fill = rank_color(rows_.at(piece.array).at(piece.row), shade);
    return touched ? fill : mixed(fill, easel_.colors.background, 0.72);
  }

  int bytes_of_cell() const { return (form_.by_chunk ? words_of_chunk : 1) * bank_bytes; }

  void elements(const BankLine& line, float y) {
    easel_.number(bank_gutter - 6, y + look_.label_h / 2, 10, Align::Right, std::to_string(line.address));
    easel_.box({bank_gutter, y, look_.bank_w * banks - 1, look_.label_h}, {easel_.pale(0.04)});
    for (const BankPiece& piece : line.pieces) {
      const bool touched = is_touched(access_, line.address + piece.at, piece.bytes);
      const bool ends_cell = (piece.at + piece.bytes) % bytes_of_cell() == 0;
      const float x = x_of(static_cast<float>(piece.at) / bank_bytes);
      const float width = static_cast<float>(piece.bytes) / bank_bytes * look_.bank_w;
      const Hatch hatch = piece.state == BankState::Element ? Hatch::None : Hatch::Forward;
      easel_.box({x, y, std::max(1.0F, width - (ends_cell ? 1 : 0)), look_.label_h}, {fill_of(piece, touched), hatch});
    }
    labels(line, y);
  }

  void labels(const BankLine& line, float y) {
    const int bytes = bytes_of_cell();
    const float room = look_.bank_w * static_cast<float>(bytes) / bank_bytes;
    for (int at = 0; at < bank_line; at += bytes) {
      const auto first = std::ranges::find_if(
          line.pieces, [&](const BankPiece& piece) { return piece.at >= at && piece.at < at + bytes; });
      std::string words = describe_bytes(line, at, bytes, form_.brief);
      if (first == line.pieces.end() || first->state == BankState::Unset || words.empty() ||
          text_width(words, Face::Mono, form_.size) + 2 > room)
        continue;
      const bool touched = is_touched(access_, line.address + at, bytes);
      easel_.label({x_of(at / bank_bytes), y, room, look_.label_h}, form_.size, fill_of(*first, touched),
                   std::move(words));
    }
  }

  void lanes(const BankLine& line, float y) {
    if (look_.tag_h <= 0) return;
    for (const LaneSpan& span : spans_of(access_, line.address)) {
      const int phase = phase_of_lane(access_, span.lanes.front());
      const Color fill = phase < 0 ? easel_.pale(0.3) : bank_phase_color(look_.palette, phase);
      const float width = static_cast<float>(span.bytes) / bank_bytes * look_.bank_w;
      const Rect tag{x_of(span.at / bank_bytes), y, width - 1, look_.tag_h - 1};
      easel_.box(tag, {fill});
      const std::string number = fmt::format("{}", span.lanes.front());
      const std::string more = span.lanes.size() > 1 ? fmt::format("+{}", span.lanes.size() - 1) : std::string();
      for (const std::string& words : {"T" + number + more, number + more, number}) {
        if (text_width(words, Face::Mono, 9) + 1 > width) continue;
        easel_.label(tag, 9, fill, words, TextRole::Note);
        break;
      }
    }
  }

  // Frames the words in conflict, those side by side together.
  void conflicts() {
    if (!access_.wavefronts) return;
    std::vector<std::int64_t> words;
    for (const BankPhase& phase : access_.wavefronts->phases)
      for (const BankConflict& conflict : phase.conflicts)
        for (const BankConflict::Word& word : conflict.words) words.push_back(word.address);
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    for (std::size_t n = 0; n < words.size();) {
      std::size_t behind = n + 1;
      while (behind < words.size() && words[behind] == words[behind - 1] + bank_bytes && words[behind] % 16 != 0)
        ++behind;
      if (const auto rect = made_.rect(words[n], static_cast<int>(behind - n) * bank_bytes))
        easel_.frame_wrong({rect->x, rect->y, rect->w - 1, rect->h}, 1.5F);
      n = behind;
    }
  }

  // Writes for each bank the number of words that it serves in the phase that asks most of it.
  float foot(float y) {
    std::array<int, banks> most{};
    for (const BankPhase& phase : access_.wavefronts->phases) {
      for (const BankTouch& touch : access_.touches)
        if (std::ranges::find(phase.lanes, touch.lane) != phase.lanes.end())
          for (std::int64_t at = touch.address / bank_bytes; at * bank_bytes < touch.address + touch.bytes; ++at) {
            int& count = most.at(static_cast<std::size_t>(at % banks));
            count = std::max(count, 1);
          }
      for (const BankConflict& conflict : phase.conflicts) {
        int& count = most.at(static_cast<std::size_t>(conflict.bank));
        count = std::max(count, static_cast<int>(conflict.words.size()));
      }
    }
    easel_.number(bank_gutter - 6, y + 7, 10, Align::Right, "words", TextRole::AxisName);
    for (int bank = 0; bank < banks; ++bank) {
      const int count = most[static_cast<std::size_t>(bank)];
      if (count == 0) continue;
      easel_.text(x_of(bank) + look_.bank_w / 2, y + 7, 10, Align::Center, Face::Mono, TextRole::AxisNumber,
                  count < 2 ? easel_.colors.quiet : wrong_color(easel_.colors.background), std::to_string(count));
    }
    return y + bank_foot;
  }

  const BankAccess& access_;
  const BankLook& look_;
  const PieceRanks rows_, cols_;
  const PieceForm form_;
  BankScene made_;
  Easel easel_;
};

}  // namespace

Color bank_phase_color(Palette palette, int phase) {
  constexpr std::array<int, 6> hues = {0, 1, 3, 5, 6, 7};
  return category_paint(palette, hues.at(static_cast<std::size_t>(phase) % hues.size())).fill;
}

BankLook fit_banks(const BankAccess& access, Theme theme, Palette palette, float width, float height) {
  BankLook look;
  look.theme = theme, look.palette = palette;
  look.bank_w = std::clamp(std::floor((width - bank_gutter - 1) / banks), narrowest_bank, widest_bank);
  const bool has_lanes = std::ranges::any_of(access.touches, [](const BankTouch& touch) { return touch.lane >= 0; });
  if (!has_lanes) look.tag_h = 0;
  const float others = bank_head + (access.wavefronts ? bank_legend + bank_foot : 0);
  const auto count = static_cast<float>(std::max<std::size_t>(1, access.lines.size()));
  look.label_h = std::clamp(std::floor((height - others) / count - look.tag_h - between_lines), 14.0F, 22.0F);
  return look;
}

std::optional<std::int64_t> BankScene::at(float x, float y) const {
  if (x < left || x >= left + bank_w * banks) return std::nullopt;
  for (std::size_t n = 0; n < lines.size(); ++n)
    if (y >= tops[n] && y < tops[n] + line_h)
      return lines[n] + static_cast<std::int64_t>((x - left) / bank_w * bank_bytes);
  return std::nullopt;
}

std::optional<Rect> BankScene::rect(std::int64_t address, int bytes) const {
  const auto found = std::ranges::find(lines, address / bank_line * bank_line);
  if (address < 0 || found == lines.end()) return std::nullopt;
  return Rect{left + static_cast<float>(address % bank_line) / bank_bytes * bank_w,
              tops[static_cast<std::size_t>(found - lines.begin())], static_cast<float>(bytes) / bank_bytes * bank_w,
              line_h};
}

BankScene bank_scene(const BankAccess& access, const BankLook& look) { return BankPainter(access, look).draw(); }

}  // namespace tcviz::inline app_scene
