// Structures that a kernel takes by value: their fields as the source defines them, and what host code fills them with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/kernel/xray/propose/kernel_text.hpp"

namespace tcviz::inline gpu_xray {

struct StructField {
  KernelParameter parameter;  // its name with that of the structure in front: "params.stride.m"
  std::int64_t offset = 0, bytes = 0;
};
struct StructLayout {
  std::vector<StructField> fields;
  std::int64_t bytes = 0, align = 1;
  std::size_t at = 0;  // the token of the definition
  std::string open;    // the field whose type is not known; empty: none
};

// Returns the layout of a structure of this name, whose fields begin with `prefix`; none: the text does not define it.
std::optional<StructLayout> layout_of(const HostText& text, std::string_view type, const std::string& prefix);
// Returns what the host sets a field to, given the argument of the launch; an empty range: it is not known.
TokenRange filled_with(const HostText& text, TokenRange argument, const StructLayout& layout, std::size_t field);

}  // namespace tcviz::inline gpu_xray
