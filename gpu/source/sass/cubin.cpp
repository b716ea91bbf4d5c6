// Little-endian ELF64 with NVIDIA's section names:
//   .text.<kernel>       machine code
//   .nv.info.<kernel>    attributes, each {format, attribute, 16-bit value or size} and, for format 4, that many bytes
// Field offsets: the ELF-64 object file format, "ELF header" and "Section header". Attribute 0x0a (EIATTR_PARAM_CBANK,
// as nvdisasm names it) holds a symbol index, then the offset and the size of the parameters in 16 bits each.
#include "gpu/source/sass/cubin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace tcviz::inline gpu_sass {
namespace {

using ByteSpan = std::span<const std::uint8_t>;

constexpr std::string_view text_prefix = ".text.", info_prefix = ".nv.info.";
constexpr std::uint16_t cuda_machine = 190;
constexpr int most_sections = 100000;

// Reads a little-endian number; none if the bytes end before it does.
std::optional<std::uint64_t> number_at(ByteSpan bytes, std::uint64_t at, int width) {
  if (at > bytes.size() || bytes.size() - at < static_cast<std::size_t>(width)) return std::nullopt;
  std::uint64_t value = 0;
  for (int byte = 0; byte < width; ++byte) value |= std::uint64_t{bytes[at + byte]} << 8 * byte;
  return value;
}

std::optional<ByteSpan> part_of(ByteSpan bytes, std::uint64_t at, std::uint64_t size) {
  if (at > bytes.size() || size > bytes.size() - at) return std::nullopt;
  return bytes.subspan(at, size);
}

// Reads a name up to the zero byte; none if there is no such byte.
std::optional<std::string_view> name_at(ByteSpan names, std::uint64_t at) {
  if (at >= names.size()) return std::nullopt;
  const auto begin = names.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = std::find(begin, names.end(), std::uint8_t{0});
  if (end == names.end()) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(&*begin), static_cast<std::size_t>(end - begin));
}

struct Header {
  std::uint64_t sections = 0, flags = 0;
  int section_bytes = 0, section_count = 0, names_section = 0, abi_version = 0;
};

Result<Header> read_header(ByteSpan bytes) {
  constexpr std::uint8_t magic[] = {0x7f, 'E', 'L', 'F', 2, 1};  // 64 bits, little-endian
  if (bytes.size() < 64 || !std::equal(std::begin(magic), std::end(magic), bytes.begin())) {
    return bad_input("not a cubin: it does not begin like a 64-bit little-endian ELF file");
  }
  if (*number_at(bytes, 18, 2) != cuda_machine) return bad_input("not a cubin: an ELF file of another machine");
  Header header;
  header.abi_version = bytes[8];
  header.sections = *number_at(bytes, 40, 8);
  header.flags = *number_at(bytes, 48, 4);
  header.section_bytes = static_cast<int>(*number_at(bytes, 58, 2));
  header.section_count = static_cast<int>(*number_at(bytes, 60, 2));
  header.names_section = static_cast<int>(*number_at(bytes, 62, 2));
  if (header.section_bytes != 64 || header.section_count > most_sections) {
    return bad_input("broken cubin: its section headers have another size than ELF's");
  }
  return header;
}

struct Section {
  std::string_view name;
  ByteSpan bytes;
};

constexpr std::uint64_t no_bits = 8;  // a section without bytes in the file

std::optional<ByteSpan> section_bytes(ByteSpan bytes, const Header& header, int index) {
  const std::uint64_t at = header.sections + 64ull * static_cast<std::uint64_t>(index);
  const auto type = number_at(bytes, at + 4, 4), offset = number_at(bytes, at + 24, 8),
             size = number_at(bytes, at + 32, 8);
  if (!type || !offset || !size) return std::nullopt;
  return *type == no_bits ? ByteSpan() : part_of(bytes, *offset, *size);
}

Result<std::vector<Section>> read_sections(ByteSpan bytes, const Header& header) {
  if (header.sections > bytes.size()) return bad_input("broken cubin: its sections lie beyond its end");
  const auto names = section_bytes(bytes, header, header.names_section);
  if (!names) return bad_input("broken cubin: no section names");
  std::vector<Section> sections;
  for (int index = 1; index < header.section_count; ++index) {
    const auto at = number_at(bytes, header.sections + 64ull * static_cast<std::uint64_t>(index), 4);
    const auto name = at ? name_at(*names, *at) : std::nullopt;
    const auto part = section_bytes(bytes, header, index);
    if (!name || !part) return bad_input(fmt::format("broken cubin: section {} lies beyond its end", index));
    sections.push_back({*name, *part});
  }
  return sections;
}

// Finds the parameters' place; false if there is none.
bool read_parameters(ByteSpan info, KernelCode& kernel) {
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const std::uint64_t format = info[at], attribute = info[at + 1], value = *number_at(info, at + 2, 2);
    if (format == 4 && attribute == 0x0a && value == 8) {
      const auto place = number_at(info, at + 8, 4);
      if (!place) return false;
      kernel.parameter_offset = static_cast<int>(*place & 0xffff);
      kernel.parameter_bytes = static_cast<int>(*place >> 16);
      return true;
    }
    at += 4 + (format == 4 ? value : 0);
  }
  return false;
}

using InfoByKernel = std::map<std::string_view, ByteSpan>;

InfoByKernel index_infos(const std::vector<Section>& sections) {
  InfoByKernel infos;
  for (const Section& section : sections) {
    if (section.name.starts_with(info_prefix)) infos.emplace(section.name.substr(info_prefix.size()), section.bytes);
  }
  return infos;
}

// Reads the architecture from e_flags: since ABI version 8 it stands in the second byte, before it in the first. Seen:
// 0x500550 for sm_80 (7), 0x6006402 for sm_100 (8).
ComputeCapability architecture_of(const Header& header) {
  return static_cast<ComputeCapability>(header.abi_version >= 8 ? header.flags >> 8 & 0xff : header.flags & 0xff);
}

}  // namespace

const KernelCode* Cubin::find(std::string_view name) const {
  const auto found =
      std::find_if(kernels.begin(), kernels.end(), [&](const KernelCode& kernel) { return kernel.name == name; });
  return found == kernels.end() ? nullptr : &*found;
}

Result<Cubin> read_cubin(ByteSpan bytes) {
  const auto header = read_header(bytes);
  TCVIZ_TRY(header);
  const auto sections = read_sections(bytes, header.value());
  TCVIZ_TRY(sections);
  Cubin cubin;
  cubin.architecture = architecture_of(header.value());
  const InfoByKernel infos = index_infos(sections.value());
  for (const Section& section : sections.value()) {
    if (!section.name.starts_with(text_prefix)) continue;
    KernelCode kernel{section.name.substr(text_prefix.size()), section.bytes};
    const auto info = infos.find(kernel.name);
    // Code that does not say where its parameters lie is a subroutine, which nothing calls by name from outside.
    if (info == infos.end() || !read_parameters(info->second, kernel)) continue;
    if (kernel.code.size() % 16 != 0) {
      return bad_input(fmt::format("broken cubin: the code of {} is not whole instructions", kernel.name));
    }
    cubin.kernels.push_back(kernel);
  }
  return cubin;
}

Word word_at(ByteSpan code, std::size_t address) {
  return {*number_at(code, address, 8), *number_at(code, address + 8, 8)};
}

}  // namespace tcviz::inline gpu_sass
