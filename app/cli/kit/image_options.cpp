#include "app/cli/kit/image_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/kit/options.hpp"
#include "app/cli/kit/values.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::int64_t largest_size = 65536;

struct ImageOptionRow {
  std::string_view names, type, help;
  std::string ImageOptions::*into;
};

Status read_offset(std::string_view what, const std::string& text, std::int64_t& into) {
  if (text.empty()) return Nothing{};
  const Result<std::int64_t> number = parse_whole(what, text);
  TCVIZ_TRY(number);
  into = number.value();
  return Nothing{};
}

Status read_base(const std::string& text, int& into) {
  std::int64_t base = 0;
  TCVIZ_TRY(read_offset("--base", text, base));
  if (base < 0 || base > 7) return bad_input(fmt::format("--base {} is out of range: it goes from 0 to 7.", text));
  into = static_cast<int>(base);
  return Nothing{};
}

template <std::size_t Count>
Result<bool> is_second(std::string_view what, const std::string& text, const std::array<std::string_view, Count>& legal,
                       bool otherwise) {
  if (text.empty()) return otherwise;
  const Result<std::size_t> choice = parse_choice(what, text, legal);
  TCVIZ_TRY(choice);
  return choice.value() == 1;
}

}  // namespace

Status read_int(std::string_view what, const std::string& text, int& into) {
  std::int64_t number = into;
  TCVIZ_TRY(read_offset(what, text, number));
  if (number < 1 || number > largest_size)
    return bad_input(
        fmt::format("{} {} is out of range: it goes from 1 to {}.", what, text.empty() ? "0" : text, largest_size));
  into = static_cast<int>(number);
  return Nothing{};
}

void add_image_options(CLI::App& app, ImageOptions& options, std::string_view of) {
  static constexpr std::array<ImageOptionRow, 6> rows = {
      {{"--rows", "N", "rows of the tile: m or n (64)", &ImageOptions::rows},
       {"--cols", "N", "columns of the tile: k (64)", &ImageOptions::cols},
       {"--lbo", "BYTES", "leading dimension byte offset; else atoms lie side by side", &ImageOptions::lbo},
       {"--sbo", "BYTES", "stride dimension byte offset; else as for --lbo", &ImageOptions::sbo},
       {"--base", "N", "base offset, 0 to 7 (0)", &ImageOptions::base},
       {"--start", "ADDRESS", "where it begins in shared memory: 1024 or 0x400 (0)", &ImageOptions::start}}};
  for (const ImageOptionRow& row : rows)
    add_option(app, std::string(row.names), std::string(row.type), options.*row.into,
               fmt::format("{}{}", of, row.help));
}

Result<OperandImage> read_image(const std::string& text, const ImageOptions& options) {
  const Result<ImageId> id = read_image_id(text);
  TCVIZ_TRY(id);
  OperandImage image;
  image.rows = image.cols = 64;
  TCVIZ_TRY(read_int("--rows", options.rows, image.rows));
  TCVIZ_TRY(read_int("--cols", options.cols, image.cols));
  image.element_bits = id.value().element_bits;
  image.swizzle = id.value().swizzle;
  image.major = id.value().major;
  const Strides packed = packed_strides(id.value(), image.rows, image.cols);
  image.lbo = packed.lbo;
  image.sbo = packed.sbo;
  TCVIZ_TRY(read_offset("--lbo", options.lbo, image.lbo));
  TCVIZ_TRY(read_offset("--sbo", options.sbo, image.sbo));
  TCVIZ_TRY(read_offset("--start", options.start, image.start));
  TCVIZ_TRY(read_base(options.base, image.base_offset));
  TCVIZ_TRY(check_image(image));
  return image;
}

std::string describe_tile(const std::string& id, const OperandImage& image, const ImageOptions& given) {
  std::string text = fmt::format("{}, {} x {}", id, image.rows, image.cols);
  if (!given.lbo.empty()) text += fmt::format(", LBO {}", image.lbo);
  if (!given.sbo.empty()) text += fmt::format(", SBO {}", image.sbo);
  if (image.base_offset > 0) text += fmt::format(", base offset {}", image.base_offset);
  if (image.start > 0) text += fmt::format(", start {}", image.start);
  return text;
}

nlohmann::ordered_json tile_json(const std::string& id, const OperandImage& image) {
  return {{"id", id},
          {"rows", image.rows},
          {"cols", image.cols},
          {"element_bits", image.element_bits},
          {"lbo", image.lbo},
          {"sbo", image.sbo},
          {"base_offset", image.base_offset},
          {"start", image.start}};
}

void add_use_options(CLI::App& app, UseOptions& options) {
  add_option(app, "--type", "TYPE", options.type,
             "of the elements: f16 (default), bf16, tf32, e4m3, e5m2, s8, u8 or b1");
  add_option(app, "--operand", "OPERAND", options.operand, "a or b (default)");
  add_option(app, "--major", "MAJOR", options.major, "k (default) or mn");
  add_option(app, "--n", "N", options.n, "columns of the instruction's D, 8 to 256 (128)");
  add_flag(app, "--sparse", options.sparse, "for a sparse product: A's stored elements, or B with twice as many k");
}

Result<OperandUse> read_use(const UseOptions& options) {
  OperandUse use;
  if (!options.type.empty()) {
    const Result<std::size_t> type = parse_choice("--type", options.type, descriptor_types());
    TCVIZ_TRY(type);
    use.type = descriptor_types()[type.value()];
  }
  const Result<bool> is_b = is_second("--operand", options.operand, std::array<std::string_view, 2>{"a", "b"}, true);
  TCVIZ_TRY(is_b);
  use.is_a = !is_b.value();
  const Result<bool> is_mn = is_second("--major", options.major, std::array<std::string_view, 2>{"k", "mn"}, false);
  TCVIZ_TRY(is_mn);
  use.major = is_mn.value() ? Major::MN : Major::K;
  TCVIZ_TRY(read_int("--n", options.n, use.n));
  TCVIZ_TRY(check_columns_of_wgmma(use.n));
  use.sparse = options.sparse;
  return use;
}

Result<DescriptorForm> read_form(const std::string& arch) {
  constexpr std::array<std::string_view, 4> architectures = {"sm_90", "sm_90a", "sm_100", "sm_100a"};
  const Result<std::size_t> named = parse_choice("--arch", arch.empty() ? architectures.front() : arch, architectures);
  TCVIZ_TRY(named);
  return named.value() < 2 ? DescriptorForm::Sm90 : DescriptorForm::Sm100;
}

}  // namespace tcviz::inline app_cli
