#include "app/export/figure/named_things.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/layout/known_gpus.hpp"

namespace tcviz::inline app_export {
namespace {

using Layouts = std::span<const FigureLayout>;
using Words = std::vector<std::string>;

bool alphanumeric(char c) { return is_letter(c) || is_digit(c); }

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Returns the longest pieces of letters, digits and `inside`, which neither begin nor end with one of the latter.
Words pieces(std::string_view text, std::string_view inside) {
  Words found;
  std::string piece;
  const auto end = [&] {
    while (!piece.empty() && !alphanumeric(piece.back())) piece.pop_back();
    if (!piece.empty()) found.push_back(std::exchange(piece, {}));
  };
  for (const char c : text) {
    const bool more = alphanumeric(c) || (!piece.empty() && inside.find(c) != std::string_view::npos);
    more ? static_cast<void>(piece += c) : end();
  }
  end();
  return found;
}

// Returns what the layouts state, each once.
template <class Fact>
Words stated(Layouts layouts, const Fact& fact) {
  std::set<std::string> facts;
  for (const FigureLayout& part : layouts) facts.insert(fact(part));
  facts.erase("");
  return {facts.begin(), facts.end()};
}

Words kinds_of(Layouts layouts) {
  return stated(layouts, [](const FigureLayout& part) { return part.layout.kind(); });
}
Words sources_of(Layouts layouts) {
  return stated(layouts, [](const FigureLayout& part) { return part.source; });
}
Words dates_of(Layouts layouts) {
  return stated(layouts, [](const FigureLayout& part) { return part.layout.provenance().date.value_or(""); });
}
Words devices_of(Layouts layouts) {
  return stated(layouts, [](const FigureLayout& part) { return part.layout.provenance().device.value_or(""); });
}
// Returns "sm_90" for the layouts whose provenance states the compute capability 9.0.
Words architectures_of(Layouts layouts) {
  return stated(layouts, [](const FigureLayout& part) {
    std::string digits = part.layout.provenance().compute_capability.value_or("");
    std::erase(digits, '.');
    return digits.empty() ? digits : "sm_" + digits;
  });
}

bool holds(const Words& words, std::string_view wanted) { return std::ranges::find(words, wanted) != words.end(); }

std::string otherwise(std::string_view what, std::string_view name, const Words& facts) {
  if (facts.empty()) return fmt::format("names the {} {}, and the layouts in the figure state none", what, name);
  return fmt::format("names the {} {}, and the figure shows {}", what, name, fmt::join(facts, ", "));
}

std::string other_kind(std::string_view text, Layouts layouts) {
  const Words kinds = kinds_of(layouts);
  for (const std::string& word : pieces(in_lower_case(text), "._"))
    if (find_kind(word) != nullptr && !holds(kinds, word)) return otherwise("kind", word, kinds);
  return {};
}

// A shape as names spell it, "m16n8k16", "m64n256" or "m64k16"; 0: not named.
struct NamedShape {
  int m = 0, n = 0, k = 0;
};
constexpr int largest_named_side = 1 << 20;  // of what a name means as a shape
// Takes a letter and the number behind it from the front of the text; 0 if they are not there.
int take_side(std::string_view& text, char letter) {
  int number = 0;
  if (!text.starts_with(letter)) return 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc() || number < 1 || number > largest_named_side) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<NamedShape> shape_in(std::string_view word) {
  NamedShape shape;
  shape.m = take_side(word, 'm');
  shape.n = take_side(word, 'n');
  shape.k = take_side(word, 'k');
  if (!word.empty() || shape.m == 0 || shape.n + shape.k == 0) return std::nullopt;
  return shape;
}

// True if no shape states this side, or one states this number.
bool agree(const std::vector<NamedShape>& shapes, int NamedShape::*side, int number) {
  const auto states = [&](const NamedShape& shape) { return shape.*side > 0; };
  const auto same = [&](const NamedShape& shape) { return shape.*side == number; };
  return number == 0 || std::ranges::none_of(shapes, states) || std::ranges::any_of(shapes, same);
}

// Returns nothing for kinds without a shape in their names, as those of users: all shapes are left to the author.
std::string other_shape(std::string_view text, Layouts layouts) {
  std::vector<NamedShape> shapes;
  const Words kinds = kinds_of(layouts);
  for (const std::string& kind : kinds)
    for (const std::string& piece : pieces(kind, ""))
      if (const auto shape = shape_in(piece)) shapes.push_back(*shape);
  if (shapes.empty()) return {};
  for (const std::string& word : pieces(in_lower_case(text), "")) {
    const auto named = shape_in(word);
    if (!named) continue;
    for (const auto side : {&NamedShape::m, &NamedShape::n, &NamedShape::k})
      if (!agree(shapes, side, (*named).*side)) return otherwise("shape", word, kinds);
  }
  return {};
}

std::string other_source(std::string_view text, Layouts layouts) {
  constexpr std::array<std::string_view, 5> beginnings{"cuda:", "recorded:", "compiled:", "documented:", "published:"};
  const Words sources = sources_of(layouts);
  for (const std::string& word : pieces(text, ":_.-"))
    for (const std::string_view beginning : beginnings)
      if (word.starts_with(beginning) && !holds(sources, word)) return otherwise("source", word, sources);
  return {};
}

// Returns the word without the letter of an architecture's own features, if it is as "sm_90a"; empty if it is not.
std::string architecture_in(std::string word) {
  if (word.ends_with('a') || word.ends_with('f')) word.pop_back();
  const bool named = word.starts_with("sm_") && number_in<int>(std::string_view(word).substr(3));
  return named ? word : std::string();
}

// Returns nothing for layouts that state no architecture, as those of the manual, which hold for all.
std::string other_architecture(std::string_view text, Layouts layouts) {
  const Words architectures = architectures_of(layouts);
  for (const std::string& word : pieces(in_lower_case(text), "_")) {
    const std::string named = architecture_in(word);
    if (!named.empty() && !architectures.empty() && !holds(architectures, named))
      return otherwise("architecture", word, architectures);
  }
  return {};
}

std::string other_date(std::string_view text, Layouts layouts) {
  const Words dates = dates_of(layouts);
  for (const std::string& word : pieces(text, "-"))
    if (is_day(word) && !holds(dates, word)) return otherwise("date", word, dates);
  return {};
}

// Returns " nvidia rtx 4090 ": words in lower case between blanks, so that a name is found only as whole words.
std::string spaced(std::string_view text) {
  return fmt::format(" {} ", fmt::join(pieces(in_lower_case(text), ""), " "));
}

// True if a layout was made on the GPU, or names no device and is one of the GPU's architecture.
bool made_on(const FigureLayout& part, std::string_view gpu) {
  const Provenance& provenance = part.layout.provenance();
  if (provenance.device) return spaced(*provenance.device).find(spaced(gpu)) != std::string::npos;
  const std::optional<ComputeCapability> architecture = architecture_of_gpu(gpu);
  return architecture && provenance.compute_capability == fmt::format("{}.{}", *architecture / 10, *architecture % 10);
}

// Returns the names of GPUs in the text. Short ones, as T4 and A10, are threads and elements unless their maker stands
// before them; what stands behind the maker is a GPU if it has a digit and a letter.
Words gpus_in(std::string_view text) {
  constexpr std::size_t shortest = 4;
  const std::string words = spaced(text);
  Words found;
  for (const std::string_view name : gpu_names())
    if (name.size() >= shortest && words.find(spaced(name)) != std::string::npos) found.emplace_back(name);
  const Words all = pieces(words, "");
  for (std::size_t at = 1; at < all.size(); ++at) {
    const bool made = all[at - 1] == "nvidia" || all[at - 1] == "tesla";
    if (made && std::ranges::any_of(all[at], is_digit) && std::ranges::any_of(all[at], is_letter))
      found.push_back(all[at]);
  }
  return found;
}

std::string other_gpu(std::string_view text, Layouts layouts) {
  Words facts = devices_of(layouts);
  if (facts.empty()) facts = architectures_of(layouts);
  for (const std::string& gpu : gpus_in(text))
    if (std::ranges::none_of(layouts, [&](const FigureLayout& part) { return made_on(part, gpu); }))
      return otherwise("GPU", gpu, facts);
  return {};
}

}  // namespace

bool is_day(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-dd";
  return std::ranges::equal(text, form, [](char c, char wanted) { return wanted == 'd' ? is_digit(c) : c == wanted; });
}

std::string named_otherwise(std::string_view text, Layouts layouts) {
  for (const auto find : {other_kind, other_shape, other_source, other_architecture, other_gpu, other_date})
    if (std::string other = find(text, layouts); !other.empty()) return other;
  return {};
}

}  // namespace tcviz::inline app_export
