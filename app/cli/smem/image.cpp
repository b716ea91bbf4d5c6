// tcviz image: places the elements of an operand tile, or the bytes of a tensor copy, in shared memory.
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/picture.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/smem/image_sweep.hpp"
#include "app/session/shared_memory/smem_figure.hpp"
#include "app/session/shared_memory/smem_task.hpp"
#include "gpu/smem/banks.hpp"
#include "gpu/smem/known_by.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct ImageCommand {
  ImageOptions image;
  UseOptions use;
  SweepOptions sweep;
  std::string id, descriptor, tma, inner, planes, atom, output, color_by, grids, with, at, arch;
  PictureColors colors;
  bool every_element = false, json = false;
  const CLI::App* app = nullptr;  // with the words that were typed
};

std::string place_text(std::int64_t offset) { return fmt::format("{} b{}", offset, offset / 4 % 32); }

// Returns a table of the first element of each chunk of 16 bytes, which no swizzle divides.
Table chunk_table(const OperandImage& image, std::int64_t from) {
  const int per = std::max(1, 128 / image.element_bits);
  const bool along_k = image.major == Major::K;
  const int row_step = along_k ? 1 : per, col_step = along_k ? per : 1;
  Table table{{"row"}, {true}, {}};
  for (int col = 0; col < image.cols; col += col_step) {
    table.header.push_back(fmt::format("k {}", col));
    table.right.push_back(true);
  }
  for (int row = 0; row < image.rows; row += row_step) {
    std::vector<std::string> cells = {std::to_string(row)};
    for (int col = 0; col < image.cols; col += col_step) cells.push_back(place_text(image.address(row, col) - from));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string about(const OperandImage& image) {
  return fmt::format("{} x {} elements of {} bits, {}-major, swizzle {}; LBO {}, SBO {}, start {}, base offset {}",
                     image.rows, image.cols, image.element_bits, image.major == Major::K ? "K" : "MN",
                     name_of(image.swizzle), image.lbo, image.sbo, image.start, image.base_offset);
}

// Reads the image that --with names, packed, with the same sizes.
Result<std::optional<OperandImage>> read_other(const ImageCommand& command, const OperandImage& image) {
  if (command.with.empty()) return std::optional<OperandImage>();
  ImageOptions options = command.image;
  options.lbo = options.sbo = std::string();
  const Result<OperandImage> other = read_image(command.with, options);
  TCVIZ_TRY(other);
  if (other.value().element_bits != image.element_bits)
    return bad_input(fmt::format("--with {}: elements of {} bits cannot be compared with elements of {} bits.",
                                 command.with, image.element_bits, other.value().element_bits));
  return std::optional<OperandImage>(other.value());
}

std::string_view known_by(const OperandImage& image) { return image_known_by(image.major, image.element_bits); }

// Prints one element: offset, address, bank, and the effect of the swizzle.
Status print_element(const ImageCommand& command, const OperandImage& image, Context& context) {
  int row = -1, col = -1;
  const char *at = command.at.data(), *end = at + command.at.size();
  const auto first = std::from_chars(at, end, row);
  const auto second = first.ptr != end && *first.ptr == ',' ? std::from_chars(first.ptr + 1, end, col) : first;
  if (second.ptr != end || second.ec != std::errc() || row < 0 || col < 0 || row >= image.rows || col >= image.cols)
    return bad_input(fmt::format("--at '{}' is no element of {} rows and {} columns: write --at 9,20.", command.at,
                                 image.rows, image.cols));
  const std::int64_t address = image.address(row, col), moved = swizzled(address, image.swizzle, image.base_offset);
  context.out << fmt::format("row {}, k {}: offset {}, address {} = 0x{:x}, bank {}, byte {} of it", row, col,
                             address - image.start, address, address, address / bank_bytes % banks,
                             address % bank_bytes);
  if (image.swizzle != Swizzle::None) context.out << fmt::format("; the swizzle: XOR {}", moved ^ address);
  context.out << "\n" << known_by(image) << "\n";
  return Nothing{};
}

Result<ImageView> read_view(const ImageCommand& command) {
  ImageView view;
  const Result<std::size_t> color =
      parse_choice("--color-by", command.color_by.empty() ? smem_color_words[0] : command.color_by, smem_color_words);
  TCVIZ_TRY(color);
  view.color = static_cast<ImageColor>(color.value());
  const Result<std::size_t> grids =
      parse_choice("--grids", command.grids.empty() ? smem_grids_words[0] : command.grids, smem_grids_words);
  TCVIZ_TRY(grids);
  view.lines = smem_grids_words[grids.value()] != "elements";
  view.elements = smem_grids_words[grids.value()] != "lines";
  view.every_element = command.every_element;
  TCVIZ_TRY(command.colors.read(view.theme, view.palette));
  return view;
}

// Draws a picture in the format of -o's suffix. `known`: how the places of the elements are known.
Status draw_image(const ImageCommand& command, const OperandImage& image, const std::optional<OperandImage>& other,
                  const std::string& title, std::string_view known, Context& context) {
  Result<ImageView> read = read_view(command);
  TCVIZ_TRY(read);
  ImageView& view = read.value();
  view.title = title;
  view.description = fmt::format("LBO {}, SBO {}, base offset {}, start {}; {}", image.lbo, image.sbo,
                                 image.base_offset, image.start, known);
  const Result<Scene> scene = image_figure(image, other ? &*other : nullptr, view);
  TCVIZ_TRY(scene);
  return deliver_picture(scene.value(), command.output, {typed_words(*command.app), {}}, context);
}

Status print_named(const ImageCommand& command, Context& context) {
  const Result<OperandImage> read = read_image(command.id, command.image);
  TCVIZ_TRY(read);
  const OperandImage& image = read.value();
  const Result<std::optional<OperandImage>> second = read_other(command, image);
  TCVIZ_TRY(second);
  const std::optional<OperandImage>& other = second.value();
  const std::string start = start_warning({image.start, image.lbo, image.sbo, image.base_offset, image.swizzle});
  if (!command.json && image.base_offset == 0 && !start.empty()) context.notes << start << "\n";
  if (!command.at.empty()) return print_element(command, image, context);
  if (!command.output.empty()) {
    const std::string than = other ? fmt::format(", framed where {} has it elsewhere", command.with) : "";
    return draw_image(command, image, other, fmt::format("{}: {} x {}{}", command.id, image.rows, image.cols, than),
                      known_by(image), context);
  }
  if (command.json) {
    Json offsets = Json::array();
    for (const std::int64_t address : all_addresses(image)) offsets.push_back(address - image.start);
    Json json = {{"format", "tcviz-image/1"}};
    json.update(tile_json(command.id, image));
    json["offset"] = offsets;
    context.out << print_json(json);
    return Nothing{};
  }
  if (other)
    context.out << fmt::format("{} of {} elements lie elsewhere in {}.\n\n", count_moved(image, *other),
                               image.rows * image.cols, command.with);
  context.out << command.id << ": " << about(image)
              << "\nbyte offset and bank of the first element of each 16 bytes\n\n"
              << to_text(chunk_table(image, image.start), context) << "\n"
              << known_by(image) << "\n";
  return Nothing{};
}

// Reads what the descriptor that --with names reads in the same use.
Result<std::optional<OperandImage>> read_other_operand(const ImageCommand& command, DescriptorForm form,
                                                       const OperandUse& use) {
  if (command.with.empty()) return std::optional<OperandImage>();
  const Result<std::uint64_t> bits = parse_bits("--with", command.with);
  TCVIZ_TRY(bits);
  const Result<OperandImage> other = read_operand(bits.value(), form, use);
  TCVIZ_TRY(other);
  return std::optional<OperandImage>(other.value());
}

Status print_operand(const ImageCommand& command, Context& context) {
  const Result<std::uint64_t> bits = parse_bits("--descriptor", command.descriptor);
  TCVIZ_TRY(bits);
  const Result<DescriptorForm> form = read_form(command.arch);
  TCVIZ_TRY(form);
  const Result<Descriptor> descriptor = read_descriptor(bits.value(), form.value());
  TCVIZ_TRY(descriptor);
  const Result<OperandUse> use = read_use(command.use);
  TCVIZ_TRY(use);
  const Result<OperandImage> operand = operand_of(descriptor.value(), use.value());
  TCVIZ_TRY(operand);
  const OperandImage& image = operand.value();
  for (const std::string& note : notes_of(descriptor.value(), use.value())) context.notes << note << "\n";
  for (const std::string& warning : warnings_of(descriptor.value())) context.notes << warning << "\n";
  if (Status inside = check_inside(image); !inside) return inside;
  const Result<std::optional<OperandImage>> other = read_other_operand(command, form.value(), use.value());
  TCVIZ_TRY(other);
  const std::string_view known = descriptor_known_by(form.value());
  if (!command.output.empty())
    return draw_image(
        command, image, other.value(),
        fmt::format("Descriptor 0x{:016x}: {} x {} of {}", bits.value(), image.rows, image.cols, use.value().type),
        known, context);
  if (command.json) {
    context.out << print_json({{"format", "tcviz-operand/1"},
                               {"descriptor", fmt::format("0x{:016x}", bits.value())},
                               {"type", use.value().type},
                               {"operand", use.value().is_a ? "a" : "b"},
                               {"major", name_of(image.major)},
                               {"sparse", use.value().sparse},
                               {"swizzle", name_of(image.swizzle)},
                               {"shape", {image.rows, image.cols}},
                               {"unit", image.element_bits == 1 ? "bit" : "byte"},
                               {"address", all_addresses(image)}});
    return Nothing{};
  }
  if (other.value())
    context.out << fmt::format("{} of {} elements lie elsewhere for {}.\n\n", count_moved(image, *other.value()),
                               image.rows * image.cols, command.with);
  context.out << about(image) << "\nbyte address and bank of the first element of each 16 bytes\n\n"
              << to_text(chunk_table(image, 0), context) << "\n"
              << known << "\n";
  return Nothing{};
}

Result<TmaBox> read_box(const ImageCommand& command) {
  TmaBox box;
  const std::optional<Swizzle> swizzle = swizzle_named(command.tma);
  if (!swizzle) return bad_input(fmt::format("--tma '{}' is not a swizzle: use none, 32b, 64b or 128b.", command.tma));
  box.swizzle = *swizzle;
  if (!command.atom.empty()) {
    const std::optional<SwizzleAtom> atom = swizzle_atom_named(command.atom);
    if (!atom)
      return bad_input(fmt::format("--atom '{}' is not an atom: use 16b, 32b, 32b_flip_8b or 64b.", command.atom));
    box.atom = *atom;
  }
  if (command.inner.empty()) return bad_input("--tma needs --inner BYTES, the bytes of a row of its box.");
  TCVIZ_TRY(read_int("--inner", command.inner, box.inner));
  TCVIZ_TRY(read_int("--rows", command.image.rows, box.rows));
  TCVIZ_TRY(read_int("--planes", command.planes, box.planes));
  if (!command.image.start.empty()) {
    const Result<std::int64_t> start = parse_whole("--start", command.image.start);
    TCVIZ_TRY(start);
    box.start = start.value();
  }
  TCVIZ_TRY(check_box(box));
  return box;
}

Status print_box(const ImageCommand& command, Context& context) {
  const Result<TmaBox> read = read_box(command);
  TCVIZ_TRY(read);
  const TmaBox& box = read.value();
  if (command.json) {
    context.out << print_json({{"format", "tcviz-box/1"},
                               {"swizzle", name_of(box.swizzle)},
                               {"atom", name_of(box.atom)},
                               {"shape", {box.planes, box.rows, box.inner}},
                               {"pitch", box.pitch()},
                               {"start", box.start},
                               {"address", all_addresses(box)}});
    return Nothing{};
  }
  Table table{{"plane", "row"}, {true, true}, {}};
  for (int byte = 0; byte < box.inner; byte += 16) {
    table.header.push_back(fmt::format("byte {}", byte));
    table.right.push_back(true);
  }
  for (int plane = 0; plane < box.planes; ++plane)
    for (int row = 0; row < box.rows; ++row) {
      std::vector<std::string> cells = {std::to_string(plane), std::to_string(row)};
      for (int byte = 0; byte < box.inner; byte += 16) cells.push_back(place_text(box.address(plane, row, byte)));
      table.rows.push_back(std::move(cells));
    }
  context.out << fmt::format("box of {} planes, {} rows of {} bytes, swizzle {}, start {}; rows are {} bytes apart\n",
                             box.planes, box.rows, box.inner, name_of(box.swizzle), box.start, box.pitch())
              << (box.atom == SwizzleAtom::B16 ? "" : fmt::format("atoms of {}, as documented\n", name_of(box.atom)))
              << "byte address and bank of each 16 bytes\n\n"
              << to_text(table, context) << "\n"
              << (box.atom == SwizzleAtom::B16 ? images_known_by() : "as documented: no such GPU has been asked")
              << "\n";
  return Nothing{};
}

Status image(const ImageCommand& command, Context& context) {
  const int ways = (command.id.empty() ? 0 : 1) + (command.descriptor.empty() ? 0 : 1) + (command.tma.empty() ? 0 : 1) +
                   (command.sweep.cross_check ? 1 : 0);
  if (ways != 1)
    return bad_input(
        "name one thing: an image (`tcviz image smem.128b.k.b16 --rows 64 --cols 64`), --descriptor, --tma or "
        "--cross-check.");
  if (command.sweep.cross_check) return cross_check_image(command.sweep, command.json, context);
  if (command.sweep.any())
    return bad_input("--seed, --count, --limit, --record and --device belong to `tcviz image --cross-check`.");
  if (!command.tma.empty() && !command.output.empty())
    return bad_input("-o draws an image or what a descriptor reads: leave out --tma, or -o.");
  if (!command.with.empty() && !command.tma.empty())
    return bad_input("--with compares two images, or two descriptors: name the first as ID or with --descriptor.");
  if (!command.arch.empty() && command.descriptor.empty())
    return bad_input("--arch is for --descriptor: its bits mean other things on sm_100.");
  if (!command.with.empty() && command.json)
    return bad_input("--with answers in text or draws with -o: for JSON ask for each by itself.");
  if (!command.at.empty() && command.id.empty())
    return bad_input("--at is for an element for an image: name it as ID.");
  if (!command.descriptor.empty()) return print_operand(command, context);
  return command.tma.empty() ? print_named(command, context) : print_box(command, context);
}

}  // namespace

Runner declare_image(CLI::App& app) {
  auto options = std::make_shared<ImageCommand>();
  options->app = &app;
  add_option(app, "ID", "ID", options->id, "smem.SWIZZLE.MAJOR.bBITS: none, 32b, 64b or 128b; k or mn; 8, 16 or 32");
  add_image_options(app, options->image);
  add_option(app, "--descriptor", "BITS", options->descriptor,
             "show the tile that one wgmma reads for this descriptor");
  add_option(app, "--arch", "ARCH", options->arch, "of the descriptor: sm_90 (default), or sm_100 as documented");
  add_use_options(app, options->use);
  add_option(app, "--tma", "SWIZZLE", options->tma,
             "show where a tensor copy with this swizzle puts its box of --rows rows");
  add_option(app, "--inner", "BYTES", options->inner, "with --tma: bytes of a row");
  add_option(app, "--planes", "N", options->planes, "with --tma: planes (1)");
  add_option(app, "--atom", "ATOM", options->atom,
             "with --tma 128b: the piece that moves as a whole, 16b (default), 32b, 32b_flip_8b or 64b (sm_100, as "
             "documented)");
  add_sweep_options(app, options->sweep);
  add_option(app, "--at", "ROW,COL", options->at, "for an image: show where this element lies");
  add_option(app, "--with", "ID", options->with,
             "count the elements that this image, or for a descriptor this descriptor, puts elsewhere");
  add_option(app, "-o,--output", "FILE", options->output, "a picture: .svg, .png, .pdf or .tex");
  add_option(app, "--color-by", "WORD", options->color_by, "with -o: colour by k (default), row or bank");
  add_option(app, "--grids", "WORD", options->grids, "with -o: both (default), lines of memory, or elements alone");
  add_flag(app, "--every-element", options->every_element, "with -o: a cell for each element, not for 16 bytes");
  add_picture_colors(app, options->colors);
  add_flag(app, "--json", options->json, "answer in JSON, with every element");
  return [options](Context& context) { return image(*options, context); };
}

}  // namespace tcviz::inline app_cli
