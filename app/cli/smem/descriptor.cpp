// tcviz descriptor: takes matrix descriptors apart, compares them, and builds them from an image.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/smem/known_by.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct DescriptorOptions {
  std::vector<std::string> numbers;
  std::string arch, id;
  ImageOptions image;
  UseOptions use;
  bool json = false;
};

std::string hex(std::uint64_t bits) { return fmt::format("0x{:016x}", bits); }

// Returns the bits that belong to no field.
std::uint64_t unused_bits(std::uint64_t bits, DescriptorForm form) {
  for (const DescriptorField& field : fields_of(form))
    bits &= ~(((std::uint64_t{1} << (field.high - field.low + 1)) - 1) << field.low);
  return bits;
}

struct Taken {
  std::uint64_t bits = 0;
  Descriptor descriptor;
};

std::vector<std::string> sentences_of(const Descriptor& descriptor, const OperandUse& use) {
  std::vector<std::string> sentences = notes_of(descriptor, use);
  for (std::string& warning : warnings_of(descriptor)) sentences.push_back(std::move(warning));
  return sentences;
}

Json json_of(const Taken& taken, DescriptorForm form, const OperandUse& use) {
  Json fields = Json::array();
  for (const DescriptorField& field : fields_of(form)) {
    const std::uint64_t raw = raw_value(taken.bits, field);
    fields.push_back({{"name", field.name},
                      {"bits", {field.low, field.high}},
                      {"raw", raw},
                      {"value", raw * static_cast<std::uint64_t>(field.unit)},
                      {"unit", field.unit == 1 ? "" : "bytes"},
                      {"read", why_unread(field, taken.descriptor, use).empty()},
                      {"meaning", field.meaning}});
  }
  return {{"descriptor", hex(taken.bits)},
          {"arch", form == DescriptorForm::Sm90 ? "sm_90" : "sm_100"},
          {"known_by", form == DescriptorForm::Sm90 ? "asked on an H200" : "documented, asked of no GPU"},
          {"start", taken.descriptor.start},
          {"lbo", taken.descriptor.lbo},
          {"sbo", taken.descriptor.sbo},
          {"base_offset", taken.descriptor.base_offset},
          {"swizzle", name_of(taken.descriptor.swizzle)},
          {"fields", fields},
          {"unused_bits", hex(unused_bits(taken.bits, form))},
          {"warnings", sentences_of(taken.descriptor, use)}};
}

Table table_of(const Taken& taken, DescriptorForm form, const OperandUse& use) {
  Table table{{"field", "bits", "raw", "value", "read", "meaning"}, {false, true, true, true}, {}};
  for (const DescriptorField& field : fields_of(form)) {
    const std::uint64_t raw = raw_value(taken.bits, field);
    const std::string value =
        field.name == "swizzle" ? std::string(name_of(taken.descriptor.swizzle)) : describe_value(raw, field);
    table.rows.push_back({std::string(field.name), fmt::format("{}-{}", field.low, field.high),
                          fmt::format("0x{:x}", raw), value,
                          why_unread(field, taken.descriptor, use).empty() ? "yes" : "no", std::string(field.meaning)});
  }
  return table;
}

void say_warnings(const Taken& taken, DescriptorForm form, const OperandUse& use, Context& context) {
  for (const std::string& sentence : sentences_of(taken.descriptor, use)) context.notes << sentence << "\n";
  if (const std::uint64_t rest = unused_bits(taken.bits, form); rest != 0)
    context.notes << fmt::format("Bits {} belong to no field.\n", hex(rest));
}

Result<std::vector<Taken>> take_apart(const DescriptorOptions& options, DescriptorForm form) {
  std::vector<Taken> all;
  for (const std::string& text : options.numbers) {
    if (text.size() == 16 && text.find_first_not_of("0123456789") == std::string::npos)
      return bad_input(fmt::format("{} has 16 digits: write 0x{} if they are hexadecimal.", text, text));
    const Result<std::uint64_t> bits = parse_bits("the descriptor", text);
    TCVIZ_TRY(bits);
    const Result<Descriptor> descriptor = read_descriptor(bits.value(), form);
    TCVIZ_TRY(descriptor);
    all.push_back({bits.value(), descriptor.value()});
  }
  if (all.size() > 2) return bad_input("at most two descriptors can be compared.");
  return all;
}

// Names the instructions that this holds for, the difference of two descriptors in the tile, and the source of all of
// it.
std::string said_of(const std::vector<Taken>& all, DescriptorForm form, const OperandUse& use) {
  std::string text = fmt::format("Read as {} of {}, {}-major{}", use.is_a ? "A" : "B", use.type,
                                 use.major == Major::K ? "K" : "MN", use.is_a ? "" : fmt::format(", n = {}", use.n));
  const std::uint64_t one = all.front().bits, other = all.back().bits;
  if (one != other) text += ": " + describe_difference(one, other, form, use);
  return fmt::format("{}.\n{}\n", text, descriptor_known_by(form));
}

Status print_apart(const DescriptorOptions& options, DescriptorForm form, const OperandUse& use, Context& context) {
  const Result<std::vector<Taken>> read = take_apart(options, form);
  TCVIZ_TRY(read);
  const std::vector<Taken>& all = read.value();
  const bool two = all.size() == 2;
  const auto differ = two ? differing_fields(all.front().bits, all.back().bits, form) : std::vector<std::string_view>();
  if (options.json) {
    if (!two) return context.out << print_json(json_of(all.front(), form, use)), Nothing{};
    Json both = Json::array();
    for (const Taken& taken : all) both.push_back(json_of(taken, form, use));
    context.out << print_json({{"descriptors", both}, {"differ", differ}});
    return Nothing{};
  }
  for (const Taken& taken : all) {
    context.out << hex(taken.bits) << "\n" << to_text(table_of(taken, form, use), context) << "\n";
    say_warnings(taken, form, use, context);
  }
  if (two && differ.empty()) context.out << "The two are equal.\n";
  for (const std::string_view name : differ) context.out << "They differ in " << name << ".\n";
  context.out << said_of(all, form, use);
  return Nothing{};
}

// Returns "((8,16),(64,1)):((64,512),(1,8192))": rows and columns in elements.
std::string cute_of(const OperandImage& image) {
  const int per = width_of(image.swizzle) * 8 / image.element_bits, bits = image.element_bits;
  const auto in_elements = [&](std::int64_t bytes) { return bytes * 8 / bits; };
  const auto blocks = [](int count, int size) { return (count + size - 1) / size; };
  const bool k = image.major == Major::K, plain = image.swizzle == Swizzle::None;
  const std::int64_t far_rows = in_elements(k || plain ? image.sbo : image.lbo);
  const std::int64_t far_cols = in_elements(k || plain ? image.lbo : image.sbo);
  const int row_block = k ? 8 : per, col_block = k ? per : 8;
  return fmt::format("Swizzle<{},4,3> o smem_ptr<{}b> o (({},{}),({},{})):(({},{}),({},{}))",
                     static_cast<int>(image.swizzle), bits, row_block, blocks(image.rows, row_block), col_block,
                     blocks(image.cols, col_block), k ? per : 1, far_rows, k ? 1 : per, far_cols);
}

// Lists the tensor copies that write exactly this image: each is tried, address by address.
std::string boxes_of(const OperandImage& image) {
  const int bytes = image.element_bits / 8, width = width_of(image.swizzle);
  const bool k = image.major == Major::K;
  const int contiguous = (k ? image.cols : image.rows) * bytes, other = k ? image.rows : image.cols;
  const std::int64_t apart = k || image.swizzle != Swizzle::None ? image.lbo : image.sbo;
  const int count = (contiguous + width - 1) / width;
  if (contiguous % width != 0 && count > 1) return {};
  for (int n = 0; n < count; ++n) {
    const TmaBox box{image.swizzle, std::min(width, contiguous), other, 1, image.start + n * apart};
    if (!check_box(box)) return {};
    for (int row = 0; row < other; ++row)
      for (int byte = 0; byte < box.inner; byte += bytes) {
        const int along = (n * width + byte) / bytes;
        if (box.address(0, row, byte) != (k ? image.address(row, along) : image.address(along, row))) return {};
      }
  }
  return fmt::format("{} box{} of {} bytes x {}, swizzle {}, {}at {}", count, count == 1 ? "" : "es",
                     std::min(width, contiguous), other, name_of(image.swizzle),
                     count == 1 ? "" : fmt::format("{} bytes apart, ", apart), image.start);
}

Status print_built(const DescriptorOptions& options, DescriptorForm form, Context& context) {
  const Result<OperandImage> read = read_image(options.id, options.image);
  TCVIZ_TRY(read);
  const OperandImage& image = read.value();
  if (form == DescriptorForm::Sm90 && image.major == Major::MN && image.element_bits != 16)
    return bad_input(
        fmt::format("wgmma reads elements of {} bits K-major only, so this image has no descriptor for sm_90: f16 and "
                    "bf16 alone may be MN-major. `tcviz image {}` shows the image.",
                    image.element_bits, options.id));
  const Descriptor descriptor{image.start, image.lbo, image.sbo, image.base_offset, image.swizzle};
  const Result<std::uint64_t> bits = write_descriptor(descriptor, form);
  TCVIZ_TRY(bits);
  Descriptor anywhere = descriptor;
  anywhere.start = 0;
  const std::string cpp =
      fmt::format("std::uint64_t descriptor = {}ULL | ((__cvta_generic_to_shared(tile) & 0x3ffff) >> 4);",
                  hex(write_descriptor(anywhere, form).value()));
  const std::string boxes = boxes_of(image);
  if (options.json) {
    context.out << print_json({{"descriptor", hex(bits.value())},
                               {"id", options.id},
                               {"start", image.start},
                               {"lbo", image.lbo},
                               {"sbo", image.sbo},
                               {"base_offset", image.base_offset},
                               {"swizzle", name_of(image.swizzle)},
                               {"cpp", cpp},
                               {"cute", cute_of(image)},
                               {"tma", boxes.empty() ? Json(nullptr) : Json(boxes)}});
    return Nothing{};
  }
  context.out << hex(bits.value()) << "\n\n"
              << cpp << "\n"
              << cute_of(image) << "\n"
              << (boxes.empty() ? "No tensor copy writes just this image." : "The same bytes as TMA writes: " + boxes)
              << "\n";
  return Nothing{};
}

Status descriptor(const DescriptorOptions& options, Context& context) {
  const Result<DescriptorForm> read = read_form(options.arch);
  TCVIZ_TRY(read);
  const DescriptorForm form = read.value();
  if (options.numbers.empty() == options.id.empty())
    return bad_input(
        "name a descriptor, as in `tcviz descriptor 0x4000004000010040`, or --image ID, as in --image "
        "smem.128b.k.b16.");
  if (!options.id.empty()) return print_built(options, form, context);
  const Result<OperandUse> use = read_use(options.use);
  TCVIZ_TRY(use);
  if (form == DescriptorForm::Sm90) TCVIZ_TRY(check_major(use.value()));
  return print_apart(options, form, use.value(), context);
}

}  // namespace

Runner declare_descriptor(CLI::App& app) {
  auto options = std::make_shared<DescriptorOptions>();
  add_words(app, "NUMBER", "NUMBER", options->numbers, "the 64 bits: 0x4000004000010040; two are compared");
  add_option(app, "--arch", "ARCH", options->arch, "sm_90 (default), or sm_100 as documented");
  add_use_options(app, options->use);
  add_option(app, "--image", "ID", options->id, "build the descriptor of this image");
  add_image_options(app, options->image);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return descriptor(*options, context); };
}

}  // namespace tcviz::inline app_cli
