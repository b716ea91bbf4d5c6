#include "gpu/kernel/xray/propose/pointer_use.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_followed = 64;  // places; more are left open
using Sources = std::uint64_t;             // the places whose memory a register may point into

// Opcodes that pass an address on.
bool moves_address(std::string_view opcode) {
  constexpr auto passing =
      std::to_array<std::string_view>({"mov.", "add.", "sub.", "cvta.", "mad.", "selp.", "and.", "or.", "shfl."});
  return std::ranges::any_of(passing, [&](std::string_view begin) { return opcode.starts_with(begin); });
}

// True for a bulk copy from shared to global memory.
bool copies_out(std::string_view opcode) {
  return opcode.starts_with("cp.async.bulk") && opcode.find(".global.shared") != std::string_view::npos;
}

// Adds two offsets as a GPU does, which knows no overflow.
std::int64_t moved(std::int64_t offset, std::int64_t by) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) + static_cast<std::uint64_t>(by));
}

class Uses {
 public:
  Uses(const PtxFunction& entry, const std::vector<PointerPlace>& places)
      : entry_(entry), places_(places), of_(entry.registers.size()), uses_(places.size()) {}

  std::vector<PointerUse> find() {
    for (int turn = 0; turn < 64 && spread(); ++turn) {
    }
    for (const PtxLine& line : entry_.instructions) note(line);
    return std::move(uses_);
  }

 private:
  std::span<const PtxArgument> operands(const PtxLine& line) const {
    return std::span(entry_.operands).subspan(line.first, line.count);
  }
  Sources of(const PtxArgument& operand) const {
    if (operand.form == PtxForm::Vector) {
      Sources all = 0;
      for (const PtxArgument& one : std::span(entry_.elements).subspan(operand.first, operand.count)) all |= of(one);
      return all;
    }
    return operand.reg < 0 ? 0 : of_[static_cast<std::size_t>(operand.reg)];
  }
  // True if the register points into further parameters now.
  bool add(const PtxArgument& to, Sources sources) {
    if (to.form == PtxForm::Vector) {
      bool grows = false;
      for (const PtxArgument& one : std::span(entry_.elements).subspan(to.first, to.count))
        grows = add(one, sources) || grows;
      return grows;
    }
    if (to.reg < 0 || to.form != PtxForm::Register) return false;
    Sources& into = of_[static_cast<std::size_t>(to.reg)];
    const bool grows = (sources & ~into) != 0;
    into |= sources;
    return grows;
  }
  Sources pointer_at(std::string_view name, std::int64_t offset) const {
    Sources found = 0;
    for (std::size_t at = 0; at < std::min(places_.size(), most_followed); ++at)
      if (places_[at].offset == offset && entry_.params[places_[at].parameter].name == name) found |= Sources{1} << at;
    return found;
  }

  // True if a load of parameters makes a register point into further ones.
  bool load(const PtxLine& line, const PtxArgument& to, const PtxArgument& from) {
    if (to.form != PtxForm::Vector) return add(to, pointer_at(from.name, from.value));
    const std::int64_t width = bits_of_ptx_type(line.opcode.substr(line.opcode.rfind('.'))) / 8;
    bool grows = false;
    for (std::uint32_t n = 0; n < to.count; ++n)
      grows = add(entry_.elements[to.first + n], pointer_at(from.name, moved(from.value, n * width))) || grows;
    return grows;
  }

  bool spread() {
    bool grows = false;
    for (const PtxLine& line : entry_.instructions) {
      const auto given = operands(line);
      if (given.size() < 2) continue;
      if (line.opcode.starts_with("ld.param")) {
        grows = load(line, given[0], given[1]) || grows;
      } else if (moves_address(line.opcode)) {
        const std::size_t first = line.opcode.starts_with("mad.") ? given.size() - 1 : 1;  // a * b + address
        Sources all = 0;
        for (const PtxArgument& one : given.subspan(first))
          all |= one.form == PtxForm::Symbol ? pointer_at(one.name, 0) : of(one);  // a tensor map's own address
        grows = add(given[0], all) || grows;
      }
    }
    return grows;
  }

  void note(const PtxLine& line) {
    const std::string_view opcode = line.opcode;
    const bool is_global =
        opcode.find(".shared") == std::string_view::npos || opcode.find(".global") != std::string_view::npos;
    const bool is_hint = opcode.starts_with("prefetch") || opcode.starts_with("fence");
    if (!is_global || is_hint || opcode.starts_with("ld.param")) return;
    const bool stores = opcode.starts_with("st.") || opcode.starts_with("wmma.store") || copies_out(opcode);
    const bool adds = opcode.starts_with("atom.") || opcode.starts_with("red.") || opcode.starts_with("cp.reduce.");
    for (const PtxArgument& operand : operands(line)) {
      if (operand.form != PtxForm::Address) continue;
      const Sources sources = of(operand);
      for (std::size_t at = 0; at < std::min(uses_.size(), most_followed); ++at)
        if ((sources >> at & 1) != 0) touch(uses_[at], opcode, stores, adds);
    }
  }

  static void touch(PointerUse& use, std::string_view opcode, bool stores, bool adds) {
    (stores ? use.written : use.read) = true;
    if (adds) use.atomic = use.written = use.read = true;
    const bool copies = opcode.starts_with("cp.");
    const std::string_view type = opcode.substr(std::min(opcode.rfind('.'), opcode.size()));
    const int bits = copies ? 0 : bits_of_ptx_type(type);
    if (bits > 0) use.bits = use.bits == 0 ? bits : std::min(use.bits, bits);
    use.is_float = use.is_float || type == ".f32" || type == ".f64";
  }

  const PtxFunction& entry_;
  const std::vector<PointerPlace>& places_;
  std::vector<Sources> of_;
  std::vector<PointerUse> uses_;
};

}  // namespace

std::vector<PointerUse> pointer_uses(const PtxFunction& entry, const std::vector<PointerPlace>& places) {
  return Uses(entry, places).find();
}

}  // namespace tcviz::inline gpu_xray
