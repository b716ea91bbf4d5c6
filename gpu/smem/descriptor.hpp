// Reads and writes the 64-bit matrix descriptors of wgmma (sm_90) and tcgen05 (sm_100). sm_90: PTX ISA 9.0, section
// 9.7.15.5.1.2 "Matrix descriptor format", confirmed on an H200. sm_100: section 9.7.16.4.1 "Shared memory descriptor",
// as documented, not confirmed on a GPU.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_smem {

// The format of a descriptor: that of wgmma or of tcgen05.
enum class DescriptorForm : std::uint8_t { Sm90, Sm100 };

// A field of the 64 bits.
struct DescriptorField {
  std::string_view name;  // "lbo"
  int low = 0, high = 0;  // first and last bit in the descriptor
  int unit = 1;           // bytes that one unit of an address or offset stands for
  std::string_view meaning;
};
std::span<const DescriptorField> fields_of(DescriptorForm form);
// Returns the bits of a field as a number, in its units.
std::uint64_t raw_value(std::uint64_t descriptor, const DescriptorField& field);

// The values of the fields.
struct Descriptor {
  std::int64_t start = 0, lbo = 0, sbo = 0;  // bytes
  int base_offset = 0;
  Swizzle swizzle = Swizzle::None;
  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

// Reads a descriptor. Returns an error if its swizzle mode is not supported here (sm_100 has more modes).
Result<Descriptor> read_descriptor(std::uint64_t bits, DescriptorForm form);
// Returns the bits of a descriptor. Returns an error if a field does not fit.
Result<std::uint64_t> write_descriptor(const Descriptor& descriptor, DescriptorForm form);

// Refuses a number of columns of D that no wgmma has.
Status check_columns_of_wgmma(int n);
// The operand of an instruction that a descriptor describes.
struct OperandUse {
  std::string_view type = "f16";
  bool is_a = false;  // A; else B
  Major major = Major::K;
  int n = 128;
  bool sparse = false;
};
// Returns the supported types: f16, bf16, tf32, e4m3, e5m2, s8, u8, b1.
std::span<const std::string_view> descriptor_types();
// Returns the bits of a type; 0: no such type.
int bits_of_type(std::string_view type);
// Refuses a type that wgmma does not read in this order: PTX ISA, "wgmma.mma_async": imm-trans-a and imm-trans-b are
// for .f16 and .bf16 only.
Status check_major(const OperandUse& use);
// Returns the elements that one instruction reads: 64 rows of A or n of B, and 32 bytes of columns; for sparse products
// the stored elements of A, and 64 bytes of B.
Result<OperandImage> operand_of(const Descriptor& descriptor, const OperandUse& use);

// Reads a descriptor and returns its operand. Returns an error if the operand is not inside shared memory.
Result<OperandImage> read_operand(std::uint64_t bits, DescriptorForm form, const OperandUse& use);

// Returns a sentence about the consequences if the start is no multiple of the swizzle's period; empty if it is one.
std::string start_warning(const Descriptor& descriptor);
// Returns a sentence if the hardware ignores LBO, which right descriptors may leave as it is.
std::vector<std::string> notes_of(const Descriptor& descriptor, const OperandUse& use);
// Returns a sentence about a base offset that the hardware ignores, and about a start that does not fit it.
std::vector<std::string> warnings_of(const Descriptor& descriptor);
// True if the hardware uses the field LBO for this operand.
bool reads_lbo(Swizzle swizzle, const OperandUse& use);
// Returns the reason why the hardware ignores a field, "not read here"; empty if it uses the field.
std::string_view why_unread(const DescriptorField& field, const Descriptor& descriptor, const OperandUse& use);
// Returns the value of a field as text: "1024 bytes", or only the number for a field without a unit.
std::string describe_value(std::uint64_t raw, const DescriptorField& field);
// Returns the names of the fields in which two descriptors differ.
std::vector<std::string_view> differing_fields(std::uint64_t one, std::uint64_t other, DescriptorForm form);
// Returns the difference of two descriptors as text: "1 field differs; 0 of 1024 elements lie elsewhere", or the reason
// why the elements cannot be compared.
std::string describe_difference(std::uint64_t one, std::uint64_t other, DescriptorForm form, const OperandUse& use);

}  // namespace tcviz::inline gpu_smem
