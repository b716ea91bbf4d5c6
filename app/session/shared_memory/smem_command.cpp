#include "app/session/shared_memory/smem_command.hpp"

#include <fmt/format.h>

#include "app/scene/grid/names.hpp"
#include "app/session/shared_memory/smem_journey.hpp"
#include "app/session/shared_memory/smem_task.hpp"
#include "app/session/shared_memory/smem_trials.hpp"
#include "gpu/smem/access_names.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz::inline app_session {
namespace {

// The name of a command, its places, and its options, as "--rows=64".
using Words = std::vector<std::string>;

template <class Value>
void add(Words& words, std::string_view name, const Value& value) {
  words.push_back(fmt::format("--{}={}", name, value));
}
template <class Value>
void add_unless(Words& words, std::string_view name, const Value& value, const Value& usual) {
  if (value != usual) add(words, name, value);
}

Words image_words(const SmemImage& image) {
  Words words = {"image", spell(id_of(image))};
  add(words, "rows", image.rows);
  add(words, "cols", image.cols);
  if (image.lbo) add(words, "lbo", *image.lbo);
  if (image.sbo) add(words, "sbo", *image.sbo);
  add_unless(words, "base", image.base, 0);
  add_unless(words, "start", image.start, std::int64_t{0});
  return words;
}

void add_use(Words& words, const SmemDescriptor& d) {
  if (d.form == DescriptorForm::Sm100) add(words, "arch", "sm_100");
  add(words, "type", descriptor_types()[d.type]);
  add(words, "operand", d.is_a ? "a" : "b");
  add(words, "major", name_of(d.major));
  if (!d.is_a) add(words, "n", d.n);
  if (d.sparse) words.emplace_back("--sparse");
}

std::string hex(std::uint64_t bits) { return fmt::format("0x{:016x}", bits); }

Words descriptor_words(const SmemDescriptor& d) {
  Words words = {"descriptor", hex(d.bits)};
  if (d.other) words.push_back(hex(*d.other));
  add_use(words, d);
  return words;
}

// Draws what the descriptor reads.
Words operand_words(const SmemDescriptor& d) {
  Words words = {"image"};
  add(words, "descriptor", hex(d.bits));
  if (d.other) add(words, "with", hex(*d.other));
  add_use(words, d);
  return words;
}

// Returns a name that means one access: "ld16" would be bits or bytes.
std::string one_name(const std::string& op) {
  return accesses_named(op).size() == 1 ? op : fmt::format("{}.b{}", op.substr(0, 2), op.substr(2));
}

Words access_words(const SmemLook& look) {
  const NamedAccess access = named_access(look);
  Words words = {"banks"};
  add(words, "op", access.op);
  add(words, "addresses", access.addresses);
  return words;
}

Words journey_words(const SmemJourney& journey) {
  Words words = {"journey"};
  const ProductSizes usual;
  add(words, "preset", journey_presets()[journey.preset].name);
  add(words, "element", spell(journey.element));
  add_unless(words, "m", journey.sizes.m, usual.m);
  add_unless(words, "n", journey.sizes.n, usual.n);
  add_unless(words, "k", journey.sizes.k, usual.k);
  return words;
}

Words printing_words(const SmemLook& look) {
  if (look.page == SmemPage::Image) return image_words(look.image);
  if (look.page == SmemPage::Descriptor) return descriptor_words(look.descriptor);
  if (look.page == SmemPage::Journey) return journey_words(look.journey);
  Words words = access_words(look);
  if (!look.access.of_image) words.emplace_back("--suggest");
  if (!look.access.of_image && look.access.pitch > 0) add(words, "pitch", look.access.pitch);
  return words;
}

// Returns the word as a person types it: "--rows 64".
std::string typed(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == std::string::npos) return word;
  const std::string value = word.substr(equals + 1);
  const bool quote = value.find_first_of(" ()*%/<>^&|?") != std::string::npos;
  return fmt::format("{0} {2}{1}{2}", word.substr(0, equals), value, quote ? "'" : "");
}

void add_grids(Words& words, const SmemLook& look) {
  const auto color = smem_color_words[static_cast<std::size_t>(look.color)];
  const auto grids = smem_grids_words[static_cast<std::size_t>(look.grids)];
  add_unless(words, "color-by", color, smem_color_words[0]);
  add_unless(words, "grids", grids, smem_grids_words[0]);
  if (look.every_element) words.emplace_back("--every-element");
}

}  // namespace

NamedAccess named_access(const SmemLook& look) {
  const Result<LaneAddresses> addresses = lanes_of(look);
  return {one_name(look.access.op),
          look.access.of_image && addresses ? spelled(addresses.value()) : look.access.address};
}

std::string smem_command(const SmemLook& look) {
  std::string line = "tcviz";
  for (const std::string& word : printing_words(look)) line += " " + typed(word);
  return line;
}

std::vector<std::string> smem_figure_words(const SmemLook& look, Theme theme, Palette palette) {
  Words words = look.page == SmemPage::Descriptor ? operand_words(look.descriptor)
                : look.page == SmemPage::Banks    ? access_words(look)
                                                  : printing_words(look);
  if (look.page == SmemPage::Image || look.page == SmemPage::Descriptor) add_grids(words, look);
  if (look.page == SmemPage::Journey) add(words, "device", manual_source);
  add_unless(words, "theme", word_of(theme), word_of(Theme::Light));
  add_unless(words, "palette", word_of(palette), word_of(Palette::Safe));
  return words;
}

}  // namespace tcviz::inline app_session
