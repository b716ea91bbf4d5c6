#include "gpu/smem/descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace tcviz::inline gpu_smem {
namespace {

constexpr std::array<DescriptorField, 5> fields_sm90 = {
    {{"start", 0, 13, 16, "address in shared memory"},
     {"lbo", 16, 29, 16, "leading dimension byte offset"},
     {"sbo", 32, 45, 16, "stride dimension byte offset"},
     {"base_offset", 49, 51, 1, "where the swizzle's pattern begins"},
     {"swizzle", 62, 63, 1, "0 none, 1 128b, 2 64b, 3 32b"}}};
constexpr std::array<DescriptorField, 7> fields_sm100 = {
    {{"start", 0, 13, 16, "address in shared memory"},
     {"lbo", 16, 29, 16, "leading dimension byte offset, or its address"},
     {"sbo", 32, 45, 16, "stride dimension byte offset"},
     {"version", 46, 48, 1, "1"},
     {"base_offset", 49, 51, 1, "where the swizzle's pattern begins"},
     {"lbo_mode", 52, 52, 1, "0: LBO is an offset, 1: an address"},
     {"swizzle", 61, 63, 1, "0 none, 1 128b of 32-byte atoms, 2 128b, 4 64b, 6 32b"}}};

struct Mode {
  Swizzle swizzle;
  std::uint64_t sm90, sm100;
};
constexpr std::array<Mode, 4> modes = {
    {{Swizzle::None, 0, 0}, {Swizzle::B32, 3, 6}, {Swizzle::B64, 2, 4}, {Swizzle::B128, 1, 2}}};

const DescriptorField& field(DescriptorForm form, std::string_view name) {
  const auto fields = fields_of(form);
  return *std::find_if(fields.begin(), fields.end(), [&](const DescriptorField& f) { return f.name == name; });
}

std::int64_t value(std::uint64_t bits, DescriptorForm form, std::string_view name) {
  const DescriptorField& f = field(form, name);
  return static_cast<std::int64_t>(raw_value(bits, f)) * f.unit;
}

Status put(std::uint64_t& bits, DescriptorForm form, std::string_view name, std::int64_t number) {
  const DescriptorField& f = field(form, name);
  const std::int64_t most = ((std::int64_t{1} << (f.high - f.low + 1)) - 1) * f.unit;
  if (number < 0 || number > most || number % f.unit != 0)
    return bad_input(fmt::format("{} {} does not fit its field: {} from 0 to {}.", name, number,
                                 f.unit == 1 ? "a whole number" : fmt::format("a multiple of {}", f.unit), most));
  bits |= static_cast<std::uint64_t>(number / f.unit) << f.low;
  return Nothing{};
}

struct TypeRow {
  std::string_view name;
  int bits;
  bool mn_major;  // PTX ISA: only of 16 bits may wgmma read an operand transposed
};
constexpr std::array<TypeRow, 8> types = {{{"f16", 16, true},
                                           {"bf16", 16, true},
                                           {"tf32", 32, false},
                                           {"e4m3", 8, false},
                                           {"e5m2", 8, false},
                                           {"s8", 8, false},
                                           {"u8", 8, false},
                                           {"b1", 1, false}}};
constexpr std::array<std::string_view, 8> type_names = {"f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "b1"};

const TypeRow* row_of(std::string_view type) {
  const auto found = std::find_if(types.begin(), types.end(), [&](const TypeRow& row) { return row.name == type; });
  return found == types.end() ? nullptr : &*found;
}

}  // namespace

std::span<const DescriptorField> fields_of(DescriptorForm form) {
  if (form == DescriptorForm::Sm90) return fields_sm90;
  return fields_sm100;
}

std::uint64_t raw_value(std::uint64_t descriptor, const DescriptorField& field) {
  return (descriptor >> field.low) & ((std::uint64_t{1} << (field.high - field.low + 1)) - 1);
}

Result<Descriptor> read_descriptor(std::uint64_t bits, DescriptorForm form) {
  const std::uint64_t mode = raw_value(bits, field(form, "swizzle"));
  const auto row = std::find_if(modes.begin(), modes.end(), [&](const Mode& m) {
    return mode == (form == DescriptorForm::Sm90 ? m.sm90 : m.sm100);
  });
  if (row == modes.end())
    return unavailable(fmt::format("swizzle mode {} of sm_100 is not known here: 0, 2, 4 and 6 are.", mode));
  return Descriptor{value(bits, form, "start"), value(bits, form, "lbo"), value(bits, form, "sbo"),
                    static_cast<int>(value(bits, form, "base_offset")), row->swizzle};
}

Result<std::uint64_t> write_descriptor(const Descriptor& descriptor, DescriptorForm form) {
  std::uint64_t bits = 0;
  TCVIZ_TRY(put(bits, form, "start", descriptor.start));
  TCVIZ_TRY(put(bits, form, "lbo", descriptor.lbo));
  TCVIZ_TRY(put(bits, form, "sbo", descriptor.sbo));
  TCVIZ_TRY(put(bits, form, "base_offset", descriptor.base_offset));
  const Mode& mode = modes[static_cast<std::size_t>(descriptor.swizzle)];
  TCVIZ_TRY(
      put(bits, form, "swizzle", static_cast<std::int64_t>(form == DescriptorForm::Sm90 ? mode.sm90 : mode.sm100)));
  if (form == DescriptorForm::Sm100) TCVIZ_TRY(put(bits, form, "version", 1));
  return bits;
}

std::span<const std::string_view> descriptor_types() { return type_names; }

int bits_of_type(std::string_view type) {
  const TypeRow* const row = row_of(type);
  return row == nullptr ? 0 : row->bits;
}

Status check_columns_of_wgmma(int n) {
  if (n >= 8 && n <= 256 && n % 8 == 0) return Nothing{};
  return bad_input(fmt::format("n {} is no size of wgmma: a multiple of 8 from 8 to 256.", n));
}

Status check_major(const OperandUse& use) {
  const TypeRow* const type = row_of(use.type);
  if (use.major == Major::K || type == nullptr || type->mn_major) return Nothing{};
  return bad_input(fmt::format("wgmma reads {} K-major only: f16 and bf16 alone may be MN-major.", use.type));
}

Result<OperandImage> operand_of(const Descriptor& descriptor, const OperandUse& use) {
  const TypeRow* const type = row_of(use.type);
  if (type == nullptr)
    return bad_input(fmt::format("wgmma has no type '{}': f16, bf16, tf32, e4m3, e5m2, s8, u8, b1.", use.type));
  TCVIZ_TRY(check_major(use));
  if (use.sparse && type->bits == 1) return bad_input("there is no sparse wgmma of b1.");
  TCVIZ_TRY(check_columns_of_wgmma(use.n));
  const int k_bytes = use.sparse && !use.is_a ? 64 : 32;
  OperandImage image;
  image.rows = use.is_a ? 64 : use.n;
  image.cols = k_bytes * 8 / type->bits;
  image.element_bits = type->bits;
  image.swizzle = descriptor.swizzle;
  image.major = use.major;
  image.start = descriptor.start;
  image.lbo = descriptor.lbo;
  image.sbo = descriptor.sbo;
  image.base_offset = descriptor.base_offset;
  return image;
}

Result<OperandImage> read_operand(std::uint64_t bits, DescriptorForm form, const OperandUse& use) {
  const Result<Descriptor> read = read_descriptor(bits, form);
  TCVIZ_TRY(read);
  const Result<OperandImage> operand = operand_of(read.value(), use);
  TCVIZ_TRY(operand);
  TCVIZ_TRY(check_image(operand.value()));
  return operand;
}

bool reads_lbo(Swizzle swizzle, const OperandUse& use) {
  if (use.major == Major::MN) {
    const int rows = use.is_a ? 64 : use.n, bytes = std::max(1, bits_of_type(use.type) / 8);
    const int k = (use.sparse && !use.is_a ? 64 : 32) / bytes;
    return swizzle == Swizzle::None ? k > 8 : rows * bytes > width_of(swizzle);
  }
  return swizzle == Swizzle::None || (swizzle == Swizzle::B32 && use.sparse && !use.is_a);
}

std::string start_warning(const Descriptor& descriptor) {
  const int period = period_of(descriptor.swizzle);
  const std::int64_t off = descriptor.start % period;
  if (descriptor.swizzle == Swizzle::None || off < 128) return {};
  return fmt::format(
      "The start is not aligned to {} bytes. Base offset 0 is right for what TMA wrote, which swizzles by the address "
      "in shared memory as well; base offset {} is right if the pattern begins at the start.",
      period, off / 128 % (width_of(descriptor.swizzle) / 16));
}

std::vector<std::string> notes_of(const Descriptor& descriptor, const OperandUse& use) {
  if (reads_lbo(descriptor.swizzle, use)) return {};
  return {use.major == Major::K ? "LBO is not read here: 32 bytes of k lie inside one row of the swizzle."
                                : "LBO is not read here: all rows lie inside one row of the swizzle."};
}

std::vector<std::string> warnings_of(const Descriptor& descriptor) {
  std::vector<std::string> warnings;
  if (descriptor.swizzle == Swizzle::None) {
    if (descriptor.base_offset != 0) warnings.emplace_back("The base offset is not read without a swizzle.");
    return warnings;
  }
  const int period = period_of(descriptor.swizzle), rows = width_of(descriptor.swizzle) / 16;
  if (std::string start = start_warning(descriptor); !start.empty()) warnings.push_back(std::move(start));
  if (descriptor.start % period < 128 && descriptor.base_offset % rows != 0)
    warnings.push_back(fmt::format("The start is aligned to {} bytes, so that base offset {} shifts the pattern.",
                                   period, descriptor.base_offset));
  return warnings;
}

std::string_view why_unread(const DescriptorField& field, const Descriptor& descriptor, const OperandUse& use) {
  if (field.name == "lbo" && !reads_lbo(descriptor.swizzle, use)) return "not read here";
  if (field.name == "base_offset" && descriptor.swizzle == Swizzle::None) return "not read without a swizzle";
  return {};
}

std::string describe_value(std::uint64_t raw, const DescriptorField& field) {
  if (field.unit == 1) return std::to_string(raw);
  return fmt::format("{} bytes", raw * static_cast<std::uint64_t>(field.unit));
}

std::vector<std::string_view> differing_fields(std::uint64_t one, std::uint64_t other, DescriptorForm form) {
  std::vector<std::string_view> names;
  for (const DescriptorField& field : fields_of(form))
    if (raw_value(one, field) != raw_value(other, field)) names.push_back(field.name);
  return names;
}

std::string describe_difference(std::uint64_t one, std::uint64_t other, DescriptorForm form, const OperandUse& use) {
  const std::size_t differ = differing_fields(one, other, form).size();
  if (differ == 0) return one == other ? "the two are equal" : "they differ in bits of no field";
  const std::string fields = fmt::format("{} field{} differ{}", differ, differ == 1 ? "" : "s", differ == 1 ? "s" : "");
  const Result<OperandImage> first = read_operand(one, form, use), second = read_operand(other, form, use);
  if (!first || !second)
    return fmt::format("{}; the {} cannot be shown: {}", fields, first ? "second" : "first",
                       first ? second.error().message : first.error().message);
  const OperandImage& image = first.value();
  return fmt::format("{}; {} of {} elements lie elsewhere", fields, count_moved(image, second.value()),
                     image.rows * image.cols);
}

}  // namespace tcviz::inline gpu_smem
