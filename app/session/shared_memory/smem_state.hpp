// The state of the workspace of shared memory, as one plain value: an image, a descriptor of it, an access of a warp.
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
// The grids that are shown: bytes across lines of 128, elements, or both beside each other.
enum class SmemGrids : std::uint8_t { Both, Lines, Elements };
enum class SmemColor : std::uint8_t { K, Row, Bank };

inline constexpr int most_smem_size = 512;  // rows and columns of a tile on screen
inline constexpr float least_line_height = 5, most_line_height = 44;

// A tile with the fields of its descriptor. Offsets that are not given make whole atoms lie side by side.
struct SmemImage {
  Swizzle swizzle = Swizzle::B128;
  Major major = Major::K;
  int bits = 16;
  int rows = 64, cols = 64;
  std::optional<std::int64_t> lbo, sbo;
  int base = 0;
  std::int64_t start = 0;
  friend bool operator==(const SmemImage&, const SmemImage&) = default;
};
ImageId id_of(const SmemImage& image);
// Returns the image as the look gives it; check_image tells if it is possible.
OperandImage operand_image(const SmemImage& image);

// One or two descriptors, and the instruction that reads them.
struct SmemDescriptor {
  DescriptorForm form = DescriptorForm::Sm90;
  std::uint64_t bits = 0;
  std::optional<std::uint64_t> other;
  std::size_t type = 0;  // of descriptor_types()
  bool is_a = false, sparse = false;
  Major major = Major::K;
  int n = 64;
  friend bool operator==(const SmemDescriptor&, const SmemDescriptor&) = default;
};
OperandUse use_of(const SmemDescriptor& descriptor);

// The places that the lanes of a warp read or write: an expression for the address, or for the element of the image.
struct SmemAccess {
  std::string op = "ldm4";
  bool of_image = true;
  std::string address = "lane * 128", row = "lane % 16", col = "lane / 16 * 8";
  int pitch = 128;  // of addresses: bytes from row to row, to try paddings; 0: none are tried
  friend bool operator==(const SmemAccess&, const SmemAccess&) = default;
};

// The way of one element through a kernel, and which of its hops is looked at.
struct SmemJourney {
  std::size_t preset = 1;  // of journey_presets()
  JourneyElement element{'A', 37, 12};
  ProductSizes sizes;
  int hop = 0;
  friend bool operator==(const SmemJourney&, const SmemJourney&) = default;
};

struct SmemLook {
  SmemPage page = SmemPage::Image;
  SmemGrids grids = SmemGrids::Both;
  SmemColor color = SmemColor::K;
  bool every_element = false;  // a cell for each; else for each 16 bytes, which no swizzle divides
  float line_height = 0;       // points; 0: as high as is read and fits
  SmemImage image;
  SmemDescriptor descriptor{DescriptorForm::Sm90, 0x4000004002000000, {}, 0, false, false, Major::K, 64};
  SmemAccess access;
  SmemJourney journey;
  std::optional<Element> chosen;
  int first_line = 0, first_row = 0;  // of the scrolled lists
  friend bool operator==(const SmemLook&, const SmemLook&) = default;
};

struct SmemState : SmemLook {
  std::optional<Element> hover;
  std::string figure_path;  // empty: default_smem_path()
  const std::optional<Element>& marked() const { return hover ? hover : chosen; }
};

// Returns the image of the page: the tile, or the part that one instruction reads. The error names the impossible part.
Result<OperandImage> shown_image(const SmemLook& look);

}  // namespace tcviz::inline app_session
