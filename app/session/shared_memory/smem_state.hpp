// The state of the workspace Shared memory: an image (the arrangement of a matrix tile in shared memory, with its
// swizzle), a wgmma or tcgen05 descriptor of it, an access by a warp, and the journey of an element.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/layout/layout.hpp"
#include "gpu/smem/descriptor.hpp"
#include "gpu/smem/journey.hpp"

namespace tcviz::inline app_session {

enum class SmemPage : std::uint8_t { Image, Descriptor, Banks, Journey };
inline constexpr int smem_pages = 4;
// The grids that are shown. Lines: shared memory in lines of 128 bytes. Elements: the matrix. Both: side by side.
enum class SmemGrids : std::uint8_t { Both, Lines, Elements };
// Cells are coloured by the element's k, by its row, or by its bank.
enum class SmemColor : std::uint8_t { K, Row, Bank };

inline constexpr int most_smem_size = 512;                            // rows and columns of a tile on screen
inline constexpr int most_smem_pitch = 4096;                          // bytes
inline constexpr std::size_t most_smem_text = 240;                    // letters of an expression
inline constexpr float least_line_height = 5, most_line_height = 44;  // points

// A tile of rows x cols elements, and the fields of its descriptor. If lbo or sbo (leading and stride byte offset) is
// none, the swizzle atoms are packed without gaps.
struct SmemImage {
  Swizzle swizzle = Swizzle::B128;
  Major major = Major::K;
  int bits = 16;
  int rows = 64, cols = 64;
  std::optional<std::int64_t> lbo, sbo;  // bytes
  int base = 0;                          // base offset, 0 to 7
  std::int64_t start = 0;                // start address in shared memory, bytes
  friend bool operator==(const SmemImage&, const SmemImage&) = default;
};
ImageId id_of(const SmemImage& image);
// Converts `image` to the type of gpu/smem. It may be impossible: check_image() tests that.
OperandImage operand_image(const SmemImage& image);

// A descriptor, optionally a second one to compare with, and the instruction that reads them.
struct SmemDescriptor {
  DescriptorForm form = DescriptorForm::Sm90;
  std::uint64_t bits = 0x4000004002000000;  // that of SmemImage{}
  std::optional<std::uint64_t> other;       // the second descriptor
  std::size_t type = 0;                     // element type: index into descriptor_types()
  bool is_a = false, sparse = false;        // it describes A (false: B); the product is sparse
  Major major = Major::K;
  int n = OperandUse{}.n;
  friend bool operator==(const SmemDescriptor&, const SmemDescriptor&) = default;
};
OperandUse use_of(const SmemDescriptor& descriptor);

// An access by a warp: C expressions of `lane` for the element of the image (row, col), or for the byte address. Texts
// of more than most_smem_text letters are kept, and lanes_of() refuses them.
struct SmemAccess {
  std::string op = "ldm4";  // the instruction, as `tcviz banks --op` names it
  bool of_image = true;     // row and col are used, else address
  std::string address = "lane * 128", row = "lane % 16", col = "lane / 16 * 8";
  int pitch = 128;  // for addresses: bytes from row to row, used to try paddings; 0: none are tried
  friend bool operator==(const SmemAccess&, const SmemAccess&) = default;
};

// The path of one element through a kernel.
struct SmemJourney {
  std::size_t preset = 1;  // the kernel: index into journey_presets()
  JourneyElement element{'A', 37, 12};
  ProductSizes sizes;
  int hop = 0;  // index of the hop that is shown in detail
  friend bool operator==(const SmemJourney&, const SmemJourney&) = default;
};

// The part of the state that links contain and figures need.
struct SmemLook {
  SmemPage page = SmemPage::Image;
  SmemGrids grids = SmemGrids::Both;
  SmemColor color = SmemColor::K;
  bool every_element = false;  // a cell for each element; else for each 16 bytes (the unit of all swizzles)
  float line_height = 0;       // points; 0: as high as it fits
  SmemImage image;
  SmemDescriptor descriptor;
  SmemAccess access;
  SmemJourney journey;
  std::optional<Element> chosen;
  int first_line = 0, first_row = 0;  // first visible line and row; the grids are scrolled by these
  friend bool operator==(const SmemLook&, const SmemLook&) = default;
};

struct SmemState : SmemLook {
  std::optional<Element> hover;  // under the pointer
  std::string figure_path;       // empty: default_smem_path()
  // Returns the element that all grids highlight.
  const std::optional<Element>& marked() const { return hover ? hover : chosen; }
};

// Returns the image of the page: the tile, or on the page Descriptor the part that one instruction reads. Returns an
// error that names the impossible field.
Result<OperandImage> shown_image(const SmemLook& look);

}  // namespace tcviz::inline app_session
