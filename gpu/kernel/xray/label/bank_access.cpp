#include "gpu/kernel/xray/label/bank_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tcviz::inline gpu_xray {
namespace {

bool read_number(std::string_view text, int& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return !text.empty() && error == std::errc() && end == text.data() + text.size() && into >= 0;
}

std::vector<std::int64_t> indices_of(const std::string& text) {
  std::vector<std::int64_t> found;
  const char *at = text.data(), *const end = text.data() + text.size();
  while (at < end) {
    const auto [behind, error] = std::from_chars(at, end, found.emplace_back());
    if (error != std::errc()) return {};
    at = behind + 1;
  }
  return found;
}

std::string words_of(const BankPiece& piece) {
  constexpr std::array<std::string_view, 5> words = {"", "a function of several elements", "a wrong value",
                                                     "on its way", "not stored"};
  return std::string(words.at(static_cast<std::size_t>(piece.state)));
}

// Elements of one array, one behind the other along one index: "8,0..7".
struct ElementRun {
  const BankPiece* first = nullptr;
  std::vector<std::int64_t> begin, last;
  int along = -1;

  bool takes(const BankPiece& next, const std::vector<std::int64_t>& indices) {
    if (next.state != first->state || next.array != first->array || indices.size() != last.size()) return false;
    if (next.state != BankState::Element) return true;
    int differs = -1;
    for (std::size_t n = 0; n < indices.size(); ++n) {
      if (indices[n] == last[n]) continue;
      if (differs >= 0 || indices[n] != last[n] + 1) return false;
      differs = static_cast<int>(n);
    }
    if (differs < 0 || (along >= 0 && differs != along)) return false;
    along = differs, last = indices;
    return true;
  }

  std::string text(bool brief) const {
    if (first->state != BankState::Element) return words_of(*first);
    std::string made = brief || first->array.empty() ? std::string() : first->array + " ";
    if (begin.empty()) return made + first->text;
    for (std::size_t n = 0; n < begin.size(); ++n) {
      made += fmt::format("{}{}", n == 0 ? "" : ",", begin[n]);
      if (begin[n] != last[n]) made += fmt::format("..{}", last[n]);
    }
    return made;
  }
};

std::vector<ElementRun> runs_in(const BankLine& line, int begin, int bytes) {
  std::vector<ElementRun> runs;
  for (const BankPiece& piece : line.pieces) {
    if (piece.at + piece.bytes <= begin || piece.at >= begin + bytes) continue;
    std::vector<std::int64_t> indices = indices_of(piece.text);
    if (!runs.empty() && runs.back().takes(piece, indices)) continue;
    runs.push_back({&piece, indices, indices});
  }
  return runs;
}

}  // namespace

const BankLine* find_line(const BankAccess& access, std::int64_t address) {
  const auto found = std::ranges::find(access.lines, address / bank_line * bank_line, &BankLine::address);
  return found == access.lines.end() ? nullptr : &*found;
}

std::string describe_bytes(const BankLine& line, int begin, int bytes, bool brief) {
  constexpr std::size_t most_runs = 4;
  std::string text;
  const std::vector<ElementRun> runs = runs_in(line, begin, bytes);
  for (std::size_t n = 0; n < runs.size() && n < most_runs; ++n) {
    const std::string next = runs[n].text(brief);
    if (!next.empty()) text += (text.empty() ? "" : ", ") + next;
  }
  return runs.size() > most_runs ? text + ", ..." : text;
}

std::string describe_bytes(const BankAccess& access, std::int64_t address, int bytes) {
  std::string text;
  for (std::int64_t at = address; at < address + bytes;) {
    const std::int64_t begin = at / bank_line * bank_line;
    const std::int64_t end = std::min(address + bytes, begin + bank_line);
    if (const BankLine* const line = find_line(access, at)) {
      const std::string part = describe_bytes(*line, static_cast<int>(at - begin), static_cast<int>(end - at), false);
      if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
    }
    at = end;
  }
  return text.empty() ? "no element" : text;
}

std::string wavefront_words(const BankAccess& access) {
  if (!access.wavefronts)
    return access.touches.empty() || access.touches.front().lane >= 0
               ? "its wavefronts are not counted: only those of ldmatrix, stmatrix, loads and stores are known"
               : "the product reads by itself: its wavefronts are not known";
  const BankCount& count = access.wavefronts->count;
  const std::string text =
      count.conflicts > 0 ? fmt::format("{}, where {} would do", describe_wavefronts(count.wavefronts), count.least)
                          : describe_wavefronts(count.wavefronts) + ", as few as can be";
  return count.cycles > count.wavefronts ? fmt::format("{}, in {} cycles", text, count.cycles) : text;
}

std::string describe_lanes(const std::vector<int>& lanes) {
  std::string text;
  for (std::size_t n = 0; n < lanes.size();) {
    std::size_t end = n + 1;
    while (end < lanes.size() && lanes[end] == lanes[end - 1] + 1) ++end;
    text += fmt::format("{}T{}", text.empty() ? "" : ", ", lanes[n]);
    if (end - n > 1) text += fmt::format("{}T{}", end - n == 2 ? ", " : " to ", lanes[end - 1]);
    n = end;
  }
  return text;
}

std::string_view name_of(BankState state) {
  constexpr std::array<std::string_view, 5> names = {"element", "function", "wrong", "coming", "unset"};
  return names.at(static_cast<std::size_t>(state));
}

Result<AccessWish> read_access_wish(std::string_view text) {
  const auto wrong = [&] {
    return bad_input(fmt::format(
        "--access '{}': write the line of an access to shared memory, such as 24; 24:w1 is that of warp 1, 24:w1:3 the "
        "fourth of them, and ptx:57 is a line of the PTX.",
        text));
  };
  AccessWish wish;
  std::string_view rest = text;
  const auto next = [&] {
    const std::string_view piece = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(piece.size() + 1, rest.size()));
    return piece;
  };
  wish.of_ptx = rest.starts_with("ptx:");
  if (wish.of_ptx) next();
  if (!read_number(next(), wish.line)) return wrong();
  if (rest.starts_with('w') && !read_number(next().substr(1), wish.warp)) return wrong();
  if (!rest.empty() && !read_number(next(), wish.number)) return wrong();
  if (!rest.empty() || text.ends_with(':')) return wrong();
  return wish;
}

std::string spell(const AccessWish& wish) {
  std::string text = fmt::format("{}{}", wish.of_ptx ? "ptx:" : "", wish.line);
  if (wish.warp >= 0) text += fmt::format(":w{}", wish.warp);
  if (wish.number > 0) text += fmt::format(":{}", wish.number);
  return text;
}

}  // namespace tcviz::inline gpu_xray
