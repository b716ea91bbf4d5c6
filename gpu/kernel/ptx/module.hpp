// A module of PTX as data: entries, their registers, instructions and variables. Every name is a piece of the text that
// the module owns. Knows no opcode: an instruction is a name with operands.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tcviz::inline gpu_ptx {

enum class PtxSpace : std::uint8_t { Param, Shared, Global, Const, Local };

// Returns the bits of a type as the module spells it, ".f16x2": 1 for a predicate and 0 for a word that is no type.
int bits_of_ptx_type(std::string_view type);

struct PtxVariable {
  std::string_view name;
  PtxSpace space = PtxSpace::Global;
  std::string_view type;   // ".b8"
  std::int64_t bytes = 0;  // 0: as many as the launch says (.extern .shared)
  int align = 1;
  std::vector<std::uint8_t> initial;  // at most `bytes`; the rest is zero
};

struct PtxRegister {
  std::string_view name;  // "%r12", of a numbered declaration "%r"
  int bits = 32;          // 1: a predicate
};

enum class PtxForm : std::uint8_t { Register, Immediate, Special, Symbol, Address, Vector, Sink };

// Address: base register or symbol, `value` as offset, and the part behind a comma, as coordinates of a tensor, as
// elements. Vector: {a, b}, (a, b) of a call, and a|b of a pair, as elements.
struct PtxArgument {
  PtxForm form = PtxForm::Immediate;
  bool negated = false;                // !%p1
  std::int32_t reg = -1;               // Register, and an address's base
  std::int64_t value = 0;              // the bits of an immediate
  std::string_view name;               // Special, Symbol
  std::uint32_t first = 0, count = 0;  // of `elements` of the function
};

struct PtxPlace {
  int file = 0, line = 0;                // 0: not known
  int caller_file = 0, caller_line = 0;  // inlined_at
};

struct PtxLine {
  std::string_view opcode;  // "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
  std::int32_t predicate = -1;
  bool negated = false;
  std::uint32_t first = 0, count = 0;  // of `operands` of the function
  std::int32_t target = -1;            // instruction to branch to
  std::int32_t ptx_line = 0;
  std::uint32_t place = 0;  // of `places` of the function
};

struct PtxFunction {
  std::string_view name;
  bool is_entry = false;
  std::vector<PtxVariable> params;     // Param
  std::vector<PtxVariable> variables;  // declared inside: Shared, Local, Param of calls
  std::vector<PtxRegister> registers;
  std::vector<PtxLine> instructions;
  std::vector<PtxArgument> operands, elements;
  std::vector<PtxPlace> places;
  int threads = 0;  // .reqntid or .maxntid: product of the sides
};

struct PtxModule {
  std::shared_ptr<const std::string> text;
  std::string_view target;  // "sm_80"
  std::string_view version;
  std::vector<PtxVariable> variables;
  std::vector<PtxFunction> functions;
  std::unordered_map<int, std::string_view> files;

  const PtxFunction* entry(std::string_view name) const;
  std::vector<std::string_view> entries() const;
};

}  // namespace tcviz::inline gpu_ptx
