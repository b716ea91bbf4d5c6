// A matrix descriptor in the search: its 64 bits, read.
#include <fmt/format.h>

#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/window/command_list.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr std::size_t least_bare_digits = 9;  // fewer are no 64 bits, unless a word says so

// Returns the bits of "descriptor 0x4000004000010040", or of the number alone.
std::optional<std::uint64_t> read_bits(std::string_view typed) {
  constexpr std::string_view blanks = " ,:=";
  const std::size_t hex = typed.find("0x");
  if (hex == std::string_view::npos) return std::nullopt;
  std::string_view word = typed.substr(0, hex), number = trimmed(typed.substr(hex));
  while (!word.empty() && blanks.find(word.back()) != std::string_view::npos) word.remove_suffix(1);
  const bool named = word == "descriptor" || word == "matrix descriptor" || word == "desc";
  if (!named && (!word.empty() || number.size() < 2 + least_bare_digits)) return std::nullopt;
  return number_in_c(number);
}

}  // namespace

std::optional<CommandItem> descriptor_item(const Document& d, std::string_view typed) {
  const std::optional<std::uint64_t> bits = read_bits(typed);
  if (!bits) return std::nullopt;
  CommandItem item{"descriptor", {}, "Shared memory: Descriptor", {}, {}, nullptr};
  const Result<Descriptor> read = read_descriptor(*bits, d.task<SmemState>().descriptor.form);
  if (!read) {
    item.text = read.error().message;
    return item;
  }
  const Descriptor& fields = read.value();
  item.text = fmt::format("start {}, LBO {}, SBO {}, base offset {}, swizzle {}", fields.start, fields.lbo, fields.sbo,
                          fields.base_offset, name_of(fields.swizzle));
  item.action = std::make_shared<const Action>(SmemAction(OpenSmemDescriptor{*bits}));
  return item;
}

}  // namespace tcviz::inline app_ui
