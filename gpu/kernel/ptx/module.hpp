// A parsed PTX module: functions with their registers, instructions and variables. All names are views into the text
// that the module owns. It knows no opcode: an instruction is a name with operands.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/ptx/literal.hpp"

namespace tcviz::inline gpu_ptx {

enum class PtxSpace : std::uint8_t { Param, Shared, Global, Const, Local };

// Returns the bits of a type as PTX spells it, such as ".f16x2": 1 for a predicate, 0 if `type` is no type.
int bits_of_ptx_type(std::string_view type);

// A variable or parameter.
struct PtxVariable {
  std::string_view name;
  PtxSpace space = PtxSpace::Global;
  std::string_view type;              // ".b8"
  std::int64_t bytes = 0;             // 0: the size is given at the launch (.extern .shared)
  int align = 1;                      // in bytes
  std::vector<std::uint8_t> initial;  // initial bytes, at most `bytes`; the rest is zero
};

struct PtxRegister {
  std::string_view name;  // "%r12"; for a numbered declaration (%r<20>) the prefix "%r"
  int bits = 32;          // 1 for a predicate
  char kind = 'b';        // the letter of its type: u, s, f, b; b of a packed one
};

// The form of an operand. Sink is the operand "_", which discards a result.
enum class PtxForm : std::uint8_t { Register, Immediate, Special, Symbol, Address, Vector, Sink };

// One operand of an instruction. Address: a base register or symbol, `value` as offset; the part after a comma, such as
// the coordinates of a tensor, is in elements. Vector: {a, b}, (a, b) of a call and a|b of a pair, in elements.
struct PtxArgument {
  PtxForm form = PtxForm::Immediate;
  bool negated = false;                    // !%p1
  std::int32_t reg = -1;                   // register number of a Register, or of the base of an Address; -1: none
  std::int64_t value = 0;                  // the bits of an Immediate; the offset of an Address
  PtxLiteral literal = PtxLiteral::Whole;  // how an Immediate is spelled
  std::string_view name;                   // name of a Special register or a Symbol
  std::uint32_t first = 0, count = 0;      // range in PtxFunction::elements
};

// The source line of an instruction (.loc). 0: not known.
struct PtxPlace {
  int file = 0, line = 0;
  int caller_file = 0, caller_line = 0;  // the place into which the function was inlined (inlined_at)
};

// One instruction.
struct PtxLine {
  std::string_view opcode;             // "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
  std::int32_t predicate = -1;         // register of the guard @%p; -1: none
  bool negated = false;                // the guard is @!%p
  std::uint32_t first = 0, count = 0;  // range in PtxFunction::operands
  std::int32_t target = -1;            // number of the instruction that it branches to; -1: none
  std::int32_t ptx_line = 0;
  std::uint32_t place = 0;  // index in PtxFunction::places
};

// A kernel (.entry) or a function (.func).
struct PtxFunction {
  std::string_view name;
  bool is_entry = false;
  std::vector<PtxVariable> params;     // parameters, all in the space Param
  std::vector<PtxVariable> variables;  // declared in the body: Shared, Local, and Param for calls
  std::vector<PtxRegister> registers;
  std::vector<PtxLine> instructions;
  std::vector<PtxArgument> operands, elements;
  std::vector<PtxPlace> places;
  std::array<int, 3> required{};  // x, y and z of a block by .reqntid; 0: not declared
  int cluster = 1;                // blocks of a cluster by .reqnctapercluster
  int threads = 0;                // threads of a block by .reqntid or .maxntid (product of x, y and z); 0: not declared
};

// The content of one PTX text.
struct PtxModule {
  std::shared_ptr<const std::string> text;
  std::string_view target;  // "sm_80"
  std::string_view version;
  std::vector<PtxVariable> variables;
  std::vector<PtxFunction> functions;
  std::unordered_map<int, std::string_view> files;  // source files by the number that .file gives them

  // Returns the kernel of this name; null if there is none.
  const PtxFunction* entry(std::string_view name) const;
  // Returns the names of all kernels.
  std::vector<std::string_view> entries() const;
};

}  // namespace tcviz::inline gpu_ptx
