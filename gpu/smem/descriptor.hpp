// The 64-bit matrix descriptors of wgmma (sm_90) and tcgen05 (sm_100), read and written. sm_90: PTX ISA 9.0, section
// 9.7.15.5.1.2 "Matrix descriptor format", and asked on an H200. sm_100: section 9.7.16.4.1 "Shared memory descriptor",
// as documented; no such GPU has been asked.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_smem {

enum class DescriptorForm : std::uint8_t { Sm90, Sm100 };

struct DescriptorField {
  std::string_view name;  // "lbo"
  int low = 0, high = 0;  // bits
  int unit = 1;           // bytes of one unit of an address or offset
  std::string_view meaning;
};
std::span<const DescriptorField> fields_of(DescriptorForm form);
// Returns the bits of a field, as they stand.
std::uint64_t raw_value(std::uint64_t descriptor, const DescriptorField& field);

struct Descriptor {
  std::int64_t start = 0, lbo = 0, sbo = 0;  // bytes
  int base_offset = 0;
  Swizzle swizzle = Swizzle::None;
  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

// Reads a descriptor. An error if its mode is no swizzle that is known here (sm_100 has more).
Result<Descriptor> read_descriptor(std::uint64_t bits, DescriptorForm form);
// Writes a descriptor. An error if a field does not fit.
Result<std::uint64_t> write_descriptor(const Descriptor& descriptor, DescriptorForm form);

// One instruction's operand.
struct OperandUse {
  std::string_view type = "f16";
  bool is_a = false;  // else B
  Major major = Major::K;
  int n = 128;
  bool sparse = false;
};
// Returns f16, bf16, tf32, e4m3, e5m2, s8, u8, b1.
std::span<const std::string_view> descriptor_types();
int bits_of_type(std::string_view type);  // 0: no such type
// Returns the elements that the instruction reads: 64 rows of A or n of B, and 32 bytes of columns; of sparse products
// A's stored elements, and 64 bytes of B.
Result<OperandImage> operand_of(const Descriptor& descriptor, const OperandUse& use);

// Reads a descriptor and returns its operand, which must lie inside shared memory.
Result<OperandImage> read_operand(std::uint64_t bits, DescriptorForm form, const OperandUse& use);

// Returns a sentence on what a start that is no multiple of the swizzle's period means for the pattern; empty if it is
// a multiple.
std::string start_warning(const Descriptor& descriptor);
// Warns of fields that are not read and of a start that the base offset does not fit: a sentence each.
std::vector<std::string> warnings_of(const Descriptor& descriptor, const OperandUse& use);
// True if the hardware reads a field: LBO and SBO, base offset.
bool reads_lbo(Swizzle swizzle, const OperandUse& use);
// Says why the hardware passes a field over: "not read here"; empty: it reads it.
std::string_view why_unread(const DescriptorField& field, const Descriptor& descriptor, const OperandUse& use);
// Returns "1024 bytes", or the number alone for a field without a unit.
std::string describe_value(std::uint64_t raw, const DescriptorField& field);
// Returns the names of the fields in which two descriptors differ.
std::vector<std::string_view> differing_fields(std::uint64_t one, std::uint64_t other, DescriptorForm form);
// Returns "1 field differs; 0 of 1024 elements lie elsewhere", or why that cannot be said.
std::string describe_difference(std::uint64_t one, std::uint64_t other, DescriptorForm form, const OperandUse& use);

}  // namespace tcviz::inline gpu_smem
