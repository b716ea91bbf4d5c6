#include "gpu/kernel/xray/propose/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::int64_t usual_tile = 64, usual_k = 256, usual_length = 1024;
constexpr std::int64_t far = 1 << 14;                 // a size whose grid tells the tile
constexpr std::int64_t others = 1 << 10;              // the other sizes meanwhile
constexpr std::int64_t largest = 512, least_k = 128;  // of sizes that are proposed
constexpr std::int64_t largest_fixed = 1 << 14;       // of sizes that a source states

// Words around the letter of a size.
constexpr auto size_words = std::to_array<std::string_view>({"global", "total", "matrix", "size", "dim", "num", "len",
                                                             "length", "full", "mat", "gemm", "problem", "count", "d"});

struct TileWord {
  char letter;
  std::array<std::string_view, 18> names;
};
// Names of the tile of a block, in lower case and without _.
constexpr auto tile_words = std::to_array<TileWord>(
    {{'m',
      {"bm", "blockm", "kblockm", "tilem", "blocksizem", "btm", "mtile", "ktilem", "ctam", "bmtile", "blocktilem",
       "blockrows", "tbm", "mblock", "tileszm", "blockrow", "tilesizem", "tilesize"}},
     {'n',
      {"bn", "blockn", "kblockn", "tilen", "blocksizen", "btn", "ntile", "ktilen", "ctan", "bntile", "blocktilen",
       "blockcols", "tbn", "nblock", "tileszn", "blockcol", "tilesizen", "tilesize"}},
     {'k',
      {"bk", "blockk", "kblockk", "tilek", "blocksizek", "btk", "ktile", "ktilek", "ctak", "bktile", "blocktilek",
       "chunksizek", "tbk", "kblock", "tileszk", "slicek", "tilesizek", "tilesize"}}});

std::optional<std::int64_t> tile_called(const HostText& text, const KernelText& kernel, const KnownValues& known,
                                        std::string_view wanted) {
  const auto fits = [](std::optional<std::int64_t> value) {
    return value && *value > 1 && *value <= largest && (*value % 8 == 0 || *value < 8);
  };
  for (const auto& [name, value] : known)
    if (plain_name(name) == wanted && fits(value)) return value;
  for (const std::string_view name : text.defined())
    if (plain_name(name) == wanted)
      if (const auto value = text.value_of_name(name, kernel.body.end, known); fits(value)) return value;
  return std::nullopt;
}

class Sizes {
 public:
  Sizes(const HostText& text, const KernelText& kernel, const KernelCall* call, const KnownValues& known)
      : text_(text), kernel_(kernel), call_(call), known_(known) {}

  std::vector<KernelSize> find(const std::vector<SizeParameter>& all, std::int64_t work, bool of_host) {
    for (std::size_t at = 0; at < std::min(all.size(), kernel_.parameters.size()); ++at)
      if (all[at].is_whole && !is_pitch_name(kernel_.parameters[at].name)) add_parameter(at, all[at].letter);
    if (of_host) add_variables();
    if (of_host || !has_letters()) add_constants();
    for (KernelSize& size : found_)
      if (is_free(size)) choose(size);
    shrink(work);
    tell_apart(work);
    make_equal();
    return std::move(found_);
  }

 private:
  static bool is_free(const KernelSize& size) { return size.is_parameter || size.is_host; }
  bool has(char letter) const {
    return std::ranges::any_of(found_, [&](const KernelSize& size) { return size.letter == letter; });
  }
  bool has_letters() const {
    return std::ranges::any_of(found_, [](const KernelSize& size) { return size.letter != 0; });
  }

  void add_parameter(std::size_t at, char letter) {
    KernelSize size;
    size.name = kernel_.parameters[at].name;
    size.letter = letter != 0 ? letter : letter_of_size(size.name);
    size.is_parameter = true;
    size.at = at;
    found_.push_back(std::move(size));
  }

  // Adds M, N and K that are variables of the code around the call: the kernel itself never sees them.
  void add_variables() {
    if (call_ == nullptr) return;
    const std::vector<HostFunction> functions = functions_in(text_);
    const HostFunction* const around = function_around(functions, call_->at);
    for (const char letter : {'m', 'n', 'k'}) {
      if (has(letter)) continue;
      std::string name;
      if (around != nullptr)
        for (const KernelParameter& one : around->parameters)
          if (!one.is_pointer && letter_of_size(one.name) == letter) name = one.name;
      for (const std::string_view one : text_.defined())
        if (name.empty() && letter_of_size(one) == letter && is_variable(one)) name = std::string(one);
      if (name.empty()) continue;
      KernelSize size;
      size.name = name, size.letter = letter, size.is_host = true;
      found_.push_back(std::move(size));
    }
  }

  // True if the code around the call sees a definition of the name, and none is of a constant or a macro.
  bool is_variable(std::string_view name) const {
    const auto is_constant = [&](TokenRange value) {
      if (value.begin < 3) return true;
      for (std::size_t at = value.begin - 2; at > 0; --at) {
        const std::string_view word = text_.token(at).text;
        if (word == ";" || word == "{" || word == "}" || word == "(") break;
        if (word == "const" || word == "constexpr" || word == "static" || word.starts_with(macro_prefix)) return true;
      }
      return false;
    };
    const std::vector<TokenRange> values = text_.definitions(name, call_->at);
    return !values.empty() && std::ranges::none_of(values, is_constant);
  }

  // Adds M, N and K that are constants of the source.
  void add_constants() {
    for (const char letter : {'m', 'n', 'k'}) {
      if (has(letter)) continue;
      std::optional<KernelSize> best;
      for (const std::string_view name : text_.defined()) {
        if (letter_of_size(name) != letter) continue;
        const auto value = text_.value_of_name(name, kernel_.body.begin, known_);
        if (!value || *value < 1 || *value > largest_fixed || (best && best->value >= *value)) continue;
        best = KernelSize{};
        best->name = std::string(name), best->letter = letter, best->value = *value, best->is_fixed = true;
        best->origin = fmt::format("{} of the source", name);
      }
      if (best) found_.push_back(std::move(*best));
    }
  }

  // Returns the sides of the grid if all sizes are `others` but that of parameter `which`, which is `its`.
  std::vector<std::optional<std::int64_t>> sides(std::size_t which, std::int64_t its) const {
    KnownValues all = known_;
    for (std::size_t n = 0; n < found_.size(); ++n)
      if (is_free(found_[n]))
        put_size(text_, kernel_, call_, found_[n], is_one_size(found_[n], found_[which]) ? its : others, all);
    return text_.sides(call_->grid, all);
  }

  // Returns the elements that a block has of a size, if one side of the grid grows with it. That side may count the
  // blocks of another size as well.
  std::optional<std::int64_t> tile_by_grid(std::size_t which) const {
    if (call_ == nullptr) return std::nullopt;
    const auto one = sides(which, far), two = sides(which, 2 * far);
    std::optional<std::int64_t> tile;
    for (std::size_t at = 0; at < std::min(one.size(), two.size()); ++at) {
      if (!one[at] || !two[at] || *one[at] < 1 || *two[at] < 1 || *two[at] > far * far) return std::nullopt;
      const std::int64_t more = *two[at] - *one[at];
      if (more == 0) continue;
      if (tile || more < 0 || far % more != 0) return std::nullopt;
      tile = far / more * blocks_of_others(which, at);
    }
    return tile && *tile > 1 ? tile : std::nullopt;
  }

  // Returns what a side of the grid is for the least size that has blocks: those of the other sizes.
  std::int64_t blocks_of_others(std::size_t which, std::size_t side) const {
    for (std::int64_t its = 1; its <= largest; its *= 2)
      if (const auto base = sides(which, its); side < base.size() && base[side].value_or(1) > 0)
        return std::min(base[side].value_or(1), far * far);
    return 1;
  }

  std::optional<std::int64_t> tile_by_name(char letter) const { return tile_named(text_, kernel_, known_, letter); }

  // Returns at least two tiles that other tiles divide, too: what is called a tile may be a part of one.
  static std::int64_t tiles_of_k(std::int64_t tile) {
    const std::int64_t step = std::lcm(tile, usual_tile), least = std::max(2 * tile, least_k);
    return (least + step - 1) / step * step;
  }

  bool is_first(const KernelSize& size) const {
    return &size == &*std::ranges::find_if(found_, [&](const KernelSize& one) { return is_one_size(one, size); });
  }
  std::ptrdiff_t count_free() const {
    return std::ranges::count_if(found_, [&](const KernelSize& size) { return is_free(size) && is_first(size); });
  }

  // Chooses the value of a parameter or variable.
  void choose(KernelSize& size) {
    const auto which = static_cast<std::size_t>(&size - found_.data());
    const auto by_name = tile_by_name(size.letter);
    const auto by_grid = tile_by_grid(which);
    if (size.letter == 'k' || (size.letter != 0 && !by_grid && !by_name)) {
      const std::int64_t tile = by_name.value_or(usual_k);
      size.value = size.letter != 'k' ? usual_tile : by_name ? tiles_of_k(tile) : usual_k;
      size.origin = by_name ? fmt::format("{} tiles of {}", size.value / tile, tile) : "a size that most tiles divide";
      if (size.letter == 'k' && !by_grid) return;
    }
    if (by_grid && (size.letter != 'k' || !by_name)) {
      const std::int64_t tile = *by_grid <= largest ? *by_grid : by_name.value_or(largest);
      size.value = tile <= usual_tile / 2 || count_free() == 1 ? 2 * tile : tile;
      size.origin =
          fmt::format("{} of {}, as the grid divides it", size.value == tile ? "one tile" : "two tiles", tile);
      if (size.letter == 'k') size.value = std::max(size.value, usual_k);
    } else if (by_name && size.letter != 'k') {
      size.value = *by_name;
      size.origin = fmt::format("one tile of {}", *by_name);
    } else if (size.letter == 0) {
      const auto stated = in_call(which);
      size.value = stated && *stated >= 1 && *stated <= usual_length ? *stated : usual_length;
      size.is_fixed = stated && size.value == *stated;
      size.origin = size.is_fixed ? "the call" : "a length that is quick to execute";
    }
  }

  // True if the launch follows the size: K is summed over, and the grid grows with M and N.
  bool may_grow(const KernelSize& size) const {
    if (!is_free(size) || size.is_fixed || size.letter == 0) return false;
    return size.letter == 'k' || tile_by_grid(static_cast<std::size_t>(&size - found_.data()));
  }

  // Returns the product of all sizes, as far as it can be told.
  std::int64_t work_of_all() const {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    std::int64_t product = 1;
    for (const KernelSize& size : found_)
      if (is_first(size)) product = std::min(most, product) * std::clamp<std::int64_t>(size.value, 1, far);
    return product;
  }

  // Halves the sizes of which nothing is known but that they are whole.
  void shrink(std::int64_t work) {
    constexpr std::int64_t least = 4;
    const auto is_open = [&](const KernelSize& size) {
      return size.is_parameter && !size.is_fixed && size.letter == 0 && size.value > least && is_first(size);
    };
    while (work_of_all() > work) {
      KernelSize* largest = nullptr;
      for (KernelSize& size : found_)
        if (is_open(size) && (largest == nullptr || size.value > largest->value)) largest = &size;
      if (largest == nullptr) return;
      largest->value /= 2;
    }
  }

  // Gives what is one size one value.
  void make_equal() {
    for (KernelSize& size : found_) {
      const auto first = std::ranges::find_if(found_, [&](const KernelSize& one) { return is_one_size(one, size); });
      if (is_free(size) && !size.is_fixed) size.value = first->value, size.origin = first->origin;
    }
  }

  // Doubles proposed sizes until none equals another: different ones show more mistakes.
  void tell_apart(std::int64_t work) {
    for (KernelSize& size : found_) {
      const auto is_another = [&](const KernelSize& one) { return &one < &size && one.value == size.value; };
      const std::int64_t before = size.value;
      while (is_first(size) && work_of_all() < work && std::ranges::any_of(found_, is_another) && may_grow(size))
        size.value *= 2;
      if (size.value != before)
        size.origin += fmt::format(", times {} to differ from another size", size.value / before);
    }
  }

  std::optional<std::int64_t> in_call(std::size_t which) const {
    const std::size_t at = found_[which].at;
    if (call_ == nullptr || !found_[which].is_parameter || at >= call_->arguments.size()) return std::nullopt;
    return text_.value(call_->arguments[at], known_);
  }

  const HostText& text_;
  const KernelText& kernel_;
  const KernelCall* call_;
  const KnownValues& known_;
  std::vector<KernelSize> found_;
};

}  // namespace

char letter_of_size(std::string_view name) {
  name = member_name(name);
  std::string text = lower_case(last_part(name));
  char letter = 0;
  if (text.size() == 2 && text[0] == 'k' && name.size() > 1 && name[name.size() - 1] >= 'A' &&
      name[name.size() - 1] <= 'Z')
    text.erase(0, 1);  // kM
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('_', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty() || std::ranges::find(size_words, word) != size_words.end()) continue;
    if (word.size() != 1 || letter != 0 || (word[0] != 'm' && word[0] != 'n' && word[0] != 'k')) return 0;
    letter = word[0];
  }
  return letter;
}

bool is_pitch_name(std::string_view name) {
  const std::string text = plain_name(member_name(name));
  return (text.size() == 3 && text.starts_with("ld")) || text.starts_with("stride") || text.ends_with("stride") ||
         text.ends_with("pitch");
}

bool is_one_size(const KernelSize& one, const KernelSize& other) {
  if (&one == &other) return true;
  if (one.letter != 0 || other.letter != 0) return one.letter == other.letter;
  const bool are_members = member_name(one.name) != one.name && member_name(other.name) != other.name;
  return are_members && member_name(one.name) == member_name(other.name);
}

void put_size(const HostText& text, const KernelText& kernel, const KernelCall* call, const KernelSize& size,
              std::int64_t value, KnownValues& known) {
  if (size.is_parameter)
    put_size(text, kernel, call, size.at, value, known);
  else
    known[size.name] = value;
}

void put_size(const HostText& text, const KernelText& kernel, const KernelCall* call, std::size_t at,
              std::int64_t value, KnownValues& known) {
  known[kernel.parameters[at].name] = value;
  if (call == nullptr || at >= call->arguments.size()) return;
  const TokenRange argument = call->arguments[at];
  std::size_t name = argument.end;
  for (std::size_t inner = argument.begin; inner < argument.end; ++inner) {
    if (text.token(inner).kind == TokenKind::Number) return;
    if (text.token(inner).kind == TokenKind::Name) name = inner;
  }
  if (name < argument.end) known[std::string(text.token(name).text)] = value;
}

std::vector<KernelSize> sizes_of(const HostText& text, const KernelText& kernel, const KernelCall* call,
                                 const KnownValues& known, const std::vector<SizeParameter>& parameters,
                                 std::int64_t work, bool of_host) {
  return Sizes(text, kernel, call, known).find(parameters, work, of_host);
}

std::optional<std::int64_t> tile_named(const HostText& text, const KernelText& kernel, const KnownValues& known,
                                       char letter) {
  for (const TileWord& word : tile_words) {
    if (word.letter != letter) continue;
    for (const std::string_view wanted : word.names)
      if (const auto found = tile_called(text, kernel, known, wanted)) return found;
  }
  return std::nullopt;
}

}  // namespace tcviz::inline gpu_xray
