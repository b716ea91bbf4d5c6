// The sizes of a kernel's matrices that a proposal tries: those that the source fixes, else a few tiles of a block.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/propose/kernel_text.hpp"

namespace tcviz::inline gpu_xray {

// Returns 'm', 'n' or 'k' for a name that means this size of a product ("M", "M_GLOBAL", "size_k"); 0 for another one.
char letter_of_size(std::string_view name);
// True if the name is a pitch: "lda", "stride_b".
bool is_pitch_name(std::string_view name);

// A parameter of the kernel, as a size.
struct SizeParameter {
  bool is_whole = false;  // else it is no size
  char letter = 0;        // 'm', 'n', 'k' for a side of a matrix of a product; 0: its name says what it is
};
struct KernelSize {
  std::string name;  // "M" of the source
  char letter = 0;   // 'm', 'n', 'k'; 0: another size
  std::int64_t value = 0;
  std::size_t at = 0;         // the parameter
  bool is_parameter = false;  // of the kernel; else a constant of the source, or
  bool is_host = false;       // a variable of the code that launches the kernel
  bool is_fixed = false;      // stated by the source
  std::string origin;
};
// Returns the sizes that the kernel has: its whole parameters, else constants of the text.
// `known`: values of template parameters. `call`: the launch, or null. `work`: proposed sizes grow as long as their
// product is less, and shrink until it is. `of_host`: sizes may also be variables of the code around the call, as those
// of tensor maps are.
std::vector<KernelSize> sizes_of(const HostText& text, const KernelText& kernel, const KernelCall* call,
                                 const KnownValues& known, const std::vector<SizeParameter>& parameters,
                                 std::int64_t work, bool of_host = false);
// True if both are one size, as the widths of two matrices are: they have one value and one name.
bool is_one_size(const KernelSize& one, const KernelSize& other);
// Returns the tile that a block has of 'm', 'n' or 'k', by its name in the source.
std::optional<std::int64_t> tile_named(const HostText& text, const KernelText& kernel, const KnownValues& known,
                                       char letter);
// Makes the value of a size known, as put_size() does for a parameter.
void put_size(const HostText& text, const KernelText& kernel, const KernelCall* call, const KernelSize& size,
              std::int64_t value, KnownValues& known);
// Makes the value of the parameter `at` known, under its own name and under the one that the call gives it.
void put_size(const HostText& text, const KernelText& kernel, const KernelCall* call, std::size_t at,
              std::int64_t value, KnownValues& known);

}  // namespace tcviz::inline gpu_xray
