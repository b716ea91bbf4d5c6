// Any 64 bits as a descriptor, and any use of it: read and written again without loss of what its fields say, its
// operand inside the window that the fields can name, or a sentence that says why not. What is left of the bytes is an
// image's id.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "gpu/smem/descriptor.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

struct Asked {
  std::uint64_t bits = 0;
  std::uint8_t type = 0, flags = 0, n = 0;
};

std::uint64_t fields_alone(std::uint64_t bits, DescriptorForm form) {
  std::uint64_t mask = 0;
  for (const DescriptorField& field : fields_of(form)) {
    const std::uint64_t raw = raw_value(bits, field);
    require(raw >> (field.high - field.low) >> 1 == 0);
    mask |= ((std::uint64_t{2} << (field.high - field.low)) - 1) << field.low;
  }
  return bits & mask;
}

void look_at(const Descriptor& descriptor, const OperandUse& use) {
  for (const std::string& warning : warnings_of(descriptor)) require(!warning.empty());
  const Result<OperandImage> operand = operand_of(descriptor, use);
  if (!operand) return require(!operand.error().message.empty());
  const OperandImage& image = operand.value();
  for (const std::int64_t address : all_addresses(image)) require(address >= 0);
  if (const Status inside = check_image(image); !inside) require(!inside.error().message.empty());
}

void look_at(const Asked& asked) {
  OperandUse use;
  use.type = descriptor_types()[asked.type % descriptor_types().size()];
  use.is_a = asked.flags & 1;
  use.major = asked.flags & 2 ? Major::MN : Major::K;
  use.sparse = asked.flags & 4;
  use.n = asked.n;
  for (const DescriptorForm form : {DescriptorForm::Sm90, DescriptorForm::Sm100}) {
    const Result<Descriptor> read = read_descriptor(asked.bits, form);
    if (!read) {
      require(!read.error().message.empty());
      continue;
    }
    const Result<std::uint64_t> written = write_descriptor(read.value(), form);
    require(written.ok());
    require(read_descriptor(written.value(), form).value() == read.value());
    if (form == DescriptorForm::Sm90) require(written.value() == fields_alone(asked.bits, form));
    look_at(read.value(), use);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Asked asked;
  if (size < 11) return 0;
  std::memcpy(&asked.bits, bytes, 8);
  asked.type = bytes[8];
  asked.flags = bytes[9];
  asked.n = bytes[10];
  look_at(asked);
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 11, size - 11);
  const Result<ImageId> id = read_image_id(text);
  // Capitals mean the same.
  const auto alike = [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b); };
  const auto same = [&](const std::string& a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), alike);
  };
  require(id ? same(spell(id.value()), text) : !id.error().message.empty());
  return 0;
}
