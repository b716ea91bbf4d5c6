#include "app/export/ink/png_text.hpp"

#include <fmt/format.h>
#include <png.h>

#include <cmath>
#include <csetjmp>
#include <cstring>

namespace tcviz::inline app_export {
namespace {

constexpr std::size_t worth_compressing = 256;
constexpr png_uint_32 largest_side = 65535;
constexpr png_alloc_size_t largest_chunk = 64 << 20;

// libpng reports errors by a long jump: data that must outlive it stand here, outside the functions that it leaves.
struct PngTextWriter {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::string bytes, error;
  ~PngTextWriter() { png_destroy_write_struct(&png, &info); }
};
struct PngTextReader {
  png_structp png = nullptr;
  png_infop info = nullptr, end = nullptr;
  std::string_view rest;
  std::string error;
  std::vector<png_byte> row;
  ~PngTextReader() { png_destroy_read_struct(&png, &info, &end); }
};

template <class State>
void on_error(png_structp png, png_const_charp message) {
  static_cast<State*>(png_get_error_ptr(png))->error = message;
  longjmp(png_jmpbuf(png), 1);
}
void on_warning(png_structp, png_const_charp) {}  // damaged but readable parts are read

void on_write(png_structp png, png_bytep data, std::size_t size) {
  static_cast<PngTextWriter*>(png_get_io_ptr(png))->bytes.append(reinterpret_cast<const char*>(data), size);
}
void on_flush(png_structp) {}

void on_read(png_structp png, png_bytep data, std::size_t size) {
  PngTextReader& reader = *static_cast<PngTextReader*>(png_get_io_ptr(png));
  if (size > reader.rest.size()) png_error(png, "the file is cut off");
  std::memcpy(data, reader.rest.data(), size);
  reader.rest.remove_prefix(size);
}

std::vector<png_text> rows_of(std::span<const PngText> texts) {
  std::vector<png_text> rows;
  for (const PngText& text : texts) {
    png_text row{};
    row.compression = text.text.size() > worth_compressing ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE;
    // libpng takes non-const pointers even to data that it only reads.
    row.key = const_cast<char*>(text.key.c_str());
    row.text = const_cast<char*>(text.text.c_str());
    row.itxt_length = text.text.size();
    rows.push_back(row);
  }
  return rows;
}

// Writes the picture. Rows of a figure repeat the one above them, which this filter turns into zeros; the rest is quick
// to compress.
bool write_all(PngTextWriter& writer, int width, int height, const PngRows& picture, std::vector<png_text>& rows,
               png_uint_32 pixels_a_metre) {
  if (setjmp(png_jmpbuf(writer.png)) != 0) return false;
  png_set_write_fn(writer.png, &writer, on_write, on_flush);
  png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  if (pixels_a_metre > 0) png_set_pHYs(writer.png, writer.info, pixels_a_metre, pixels_a_metre, PNG_RESOLUTION_METER);
  png_set_text(writer.png, writer.info, rows.data(), static_cast<int>(rows.size()));
  png_write_info(writer.png, writer.info);
  for (int y = 0; y < height; ++y) png_write_row(writer.png, picture(y));
  png_write_end(writer.png, nullptr);
  return true;
}

// Reads the rows into one buffer and forgets them: texts may stand behind them.
bool read_all(PngTextReader& reader) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_read_fn(reader.png, &reader, on_read);
  png_set_user_limits(reader.png, largest_side, largest_side);
  png_set_chunk_malloc_max(reader.png, largest_chunk);
  png_read_info(reader.png, reader.info);
  const int passes = png_set_interlace_handling(reader.png);
  png_read_update_info(reader.png, reader.info);
  reader.row.resize(png_get_rowbytes(reader.png, reader.info));
  const png_uint_32 height = png_get_image_height(reader.png, reader.info);
  for (int pass = 0; pass < passes; ++pass)
    for (png_uint_32 y = 0; y < height; ++y) png_read_row(reader.png, reader.row.data(), nullptr);
  png_read_end(reader.png, reader.end);
  return true;
}

void collect(png_structp png, png_infop info, std::vector<PngText>& texts) {
  png_textp rows = nullptr;
  const int count = png_get_text(png, info, &rows, nullptr);
  for (int n = 0; n < count; ++n) {
    const std::size_t size = rows[n].compression > 0 ? rows[n].itxt_length : rows[n].text_length;
    texts.push_back({rows[n].key, std::string(rows[n].text, std::max(size, rows[n].text_length))});
  }
}

}  // namespace

Result<std::string> encode_png(int width, int height, std::span<const std::uint8_t> rgba,
                               std::span<const PngText> texts) {
  const std::size_t stride = std::size_t{4} * static_cast<std::size_t>(width);
  return encode_png(
      width, height, [&](int y) { return rgba.data() + static_cast<std::size_t>(y) * stride; }, texts);
}

Result<std::string> encode_png(int width, int height, const PngRows& picture, std::span<const PngText> texts,
                               double dpi) {
  constexpr double inches_of_metre = 1 / 0.0254;
  PngTextWriter writer;
  std::vector<png_text> rows = rows_of(texts);
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_error<PngTextWriter>, on_warning);
  if (writer.png != nullptr) writer.info = png_create_info_struct(writer.png);
  if (writer.info == nullptr) return bad_input("no memory for the PNG writer");
  if (!write_all(writer, width, height, picture, rows, static_cast<png_uint_32>(std::lround(dpi * inches_of_metre))))
    return bad_input(fmt::format("the PNG could not be written: {}; try a smaller scale", writer.error));
  return std::move(writer.bytes);
}

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); }

Result<std::vector<PngText>> png_texts(std::string_view png) {
  PngTextReader reader;
  reader.rest = png;
  reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error<PngTextReader>, on_warning);
  if (reader.png != nullptr) reader.info = png_create_info_struct(reader.png);
  if (reader.info != nullptr) reader.end = png_create_info_struct(reader.png);
  if (reader.end == nullptr) return bad_input("no memory for the PNG reader");
  if (!read_all(reader)) return bad_input(fmt::format("the PNG is damaged: {}", reader.error));
  std::vector<PngText> texts;
  collect(reader.png, reader.info, texts);
  collect(reader.png, reader.end, texts);
  return texts;
}

}  // namespace tcviz::inline app_export
