// The table of the forms of opcodes.
#pragma once

#include <span>
#include <string_view>

namespace tcviz::inline gpu_xray {

// One form of an opcode. Its types are one of `types`, "s32 u32" or "f32.f16.f16.f32", and then one of `from` unless
// that is empty; - stands for none. It needs one modifier of each group of `needs`, "lo|hi|wide", and may have one of
// each group of `may`. The order of modifiers is free, as in ptxas, except within "row.col"; "^async.bulk" comes
// first, and m64* is every word that begins so.
struct FormRow {
  std::string_view name, types, from = "", needs = "", may = "";
};

// Stands for no type.
inline constexpr std::string_view no_type = "-";

// Returns all forms, sorted by name.
std::span<const FormRow> form_rows();

}  // namespace tcviz::inline gpu_xray
