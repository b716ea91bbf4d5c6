// mma, wmma, ldmatrix, stmatrix, movmatrix: the place of each element comes from the catalogue's layouts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/bank_count.hpp"
#include "gpu/kernel/xray/machine/product.hpp"
#include "gpu/kernel/xray/step/steps.hpp"
#include "gpu/layout/instruction.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns "m16n8k16"; empty if no modifier is a shape.
std::string_view shape_of(const XrayStep& step) {
  for (const std::string_view word : step.modifiers)
    if (word.size() > 3 && word[0] == 'm' && word[1] >= '0' && word[1] <= '9' &&
        word.find('n') != std::string_view::npos)
      return word;
  return {};
}

std::string_view order_of(const XrayStep& step, std::size_t number) {
  for (const std::string_view word : step.modifiers)
    if ((word == "row" || word == "col") && number-- == 0) return word;
  return {};
}

// Returns the types of D, A, B and C of mma and wmma.mma; wmma with f16 spells only D and C.
std::optional<std::array<ElementType, 4>> product_types_of(const XrayStep& step) {
  std::array<std::string_view, 4> names{};
  if (step.types.size() == 4)
    for (std::size_t at = 0; at < 4; ++at) names[at] = step.types[at];
  else if (step.types.size() == 2)
    names = {step.types[0], "f16", "f16", step.types[1]};
  else
    return std::nullopt;
  std::array<ElementType, 4> types{};
  for (std::size_t at = 0; at < 4; ++at) {
    const std::optional<ElementType> type = format_named(names[at]);
    if (!type) return std::nullopt;
    types[at] = *type;
  }
  return types;
}

struct ProductKinds {
  std::string a, b, c, d;
};

std::optional<ProductKinds> kinds_of(const XrayStep& step) {
  const auto types = product_types_of(step);
  const std::string_view shape = shape_of(step);
  if (!types || shape.empty()) return std::nullopt;
  const bool is_wmma = step.name == "wmma";
  const auto operand = [&](std::string_view which, ElementType type, std::size_t order) {
    const std::string id = fmt::format("{}.{}.{}.{}", step.name, shape, which, name_of(type));
    return is_wmma ? fmt::format("{}.{}", id, order_of(step, order)) : id;
  };
  const auto sum = [&](ElementType type) { return fmt::format("{}.{}.acc.{}", step.name, shape, name_of(type)); };
  ProductKinds kinds{operand("a", (*types)[1], 0), operand("b", (*types)[2], 1), sum((*types)[3]), sum((*types)[0])};
  for (const std::string& id : {kinds.a, kinds.b, kinds.c, kinds.d})
    if (find_kind(id) == nullptr) return std::nullopt;
  return kinds;
}

MatrixPlan* plan_of(StepContext& context) {
  std::shared_ptr<MatrixPlan>& plan = context.machine.plans[&context.step];
  if (plan != nullptr) return plan.get();
  const ProductKinds kinds = *kinds_of(context.step);
  const auto types = *product_types_of(context.step);
  auto made = std::make_shared<MatrixPlan>();
  made->d_type = types[0], made->a_type = types[1], made->b_type = types[2], made->c_type = types[3];
  made->a = context.machine.layout(kinds.a);
  made->b = context.machine.layout(kinds.b);
  made->c = context.machine.layout(kinds.c);
  made->d = context.machine.layout(kinds.d);
  if (context.machine.refused) return nullptr;
  plan = std::move(made);
  return plan.get();
}

// Multiplies bits: .and.popc counts where both are 1, as a product of numbers does, .xor.popc where they differ. That
// is half of what k lacks to the product of the signs 1 - 2 a and 1 - 2 b.
void multiply_bits(StepContext& context, LabelledTile& a, LabelledTile& b, LabelledTile& c, ElementType type) {
  if (!context.step.has("xor")) return multiply_tiles(context, a, b, c, type, c);
  const double k = a.cols;
  for (double& value : a.values) value = 1 - 2 * value;
  for (double& value : b.values) value = 1 - 2 * value;
  for (double& value : c.values) value = -2 * value - k;
  multiply_tiles(context, a, b, c, type, c);
  for (double& value : c.values) value = value / -2;
}

void multiply(StepContext& context) {
  MatrixPlan* const plan = plan_of(context);
  if (plan == nullptr) return;
  LabelledTile &a = plan->tile_a, &b = plan->tile_b, &c = plan->tile_c;
  gather(context, 1, *plan->a, plan->a_type, a);
  gather(context, 2, *plan->b, plan->b_type, b);
  gather(context, 3, *plan->c, plan->c_type, c);
  multiply_bits(context, a, b, c, plan->d_type);
  scatter(context, 0, *plan->d, plan->d_type, c);
  if (context.machine.path != nullptr) log_products(context, *plan->d, plan->d_type, a, b, c);
  if (context.machine.snapshot_step == context.machine.steps) context.machine.snapshot = snapshot_of(context, a, b, c);
}

std::size_t registers_for(const Kind& kind, ElementType type) {
  const int bits = element_bits(type);
  return static_cast<std::size_t>(kind.values) * bits / (bits == 64 ? 64 : 32);
}

bool counts_fit(const XrayStep& step) {
  const auto kinds = kinds_of(step);
  const auto types = product_types_of(step);
  if (!kinds || step.arguments.size() != 4) return false;
  const std::array<const std::string*, 4> ids = {&kinds->d, &kinds->a, &kinds->b, &kinds->c};
  for (std::size_t at = 0; at < 4; ++at)
    if (step.arguments[at].count != registers_for(*find_kind(*ids[at]), (*types)[at])) return false;
  return true;
}

// Chooses the function for mma; m8n8k4 of f16 is four products in one, of which the catalogue has the stacked layout.
StepRun choose_multiply(const XrayStep& step) {
  if (step.has("m8n8k4") && step.type(1) == "f16") return nullptr;
  if ((step.has("rn") && step.type() != "f64") || step.has("popc") != (step.type(1) == "b1")) return nullptr;
  if ((step.has("and") || step.has("xor")) && !step.has("popc")) return nullptr;  // ptxas takes them for s4
  return counts_fit(step) ? multiply : nullptr;
}

// True if the kernel can go on: the CUDA C++ Programming Guide, "Warp Matrix Functions", demands a pointer that is a
// multiple of 32 bytes, and a leading dimension that is one of 16 bytes. LDSM reads rows of 16-bit factors in shared
// memory, and stops at others; the remaining breaches are not defined, and gave right results in trials.
bool fits_wmma(StepContext& context, std::size_t address, std::int64_t usual_stride, int bits, bool is_sure) {
  constexpr std::uint64_t pointer_bytes = 32;
  constexpr std::int64_t line_bytes = 16;
  Machine& machine = context.machine;
  const int lane = std::countr_zero(context.active);
  const std::uint64_t base = context.address(address, lane);
  const bool has_stride = context.step.arguments.size() == 3;
  const std::int64_t stride_bytes =
      bits * (has_stride ? static_cast<std::int32_t>(context.values(context.reg(2))[lane]) : usual_stride) / 8;
  if (stride_bytes % line_bytes != 0) {
    machine.report(FindingKind::Alignment, is_sure ? FindingWeight::Wrong : FindingWeight::Warning,
                   fmt::format("the lines of this fragment are {} bytes apart: the leading dimension of WMMA is a "
                               "multiple of {} bytes",
                               stride_bytes, line_bytes),
                   lane);
    if (is_sure)
      machine.stop("a misaligned leading dimension: a GPU stops there");
    else
      machine.doubt_all("WMMA does not define what a leading dimension that is no multiple of 16 bytes gives");
  } else if (base % pointer_bytes != 0) {
    machine.report(FindingKind::Alignment, FindingWeight::Warning,
                   fmt::format("this fragment begins at {:#x}: the pointer of WMMA is a multiple of {} bytes", base,
                               pointer_bytes),
                   lane);
    machine.doubt_all("WMMA does not define what a pointer that is no multiple of 32 bytes gives");
  }
  return !machine.stopped();
}

bool is_sum_fragment(const XrayStep& step) { return step.has("c") || step.has("d"); }

// Returns the kind that wmma.load or wmma.store moves.
std::string fragment_of(const XrayStep& step) {
  const std::string_view which = is_sum_fragment(step) ? "acc" : step.has("a") ? "a" : "b";
  const std::string id = fmt::format("wmma.{}.{}.{}", shape_of(step), which, name_of(*format_named(step.type())));
  return which == "acc" ? id : fmt::format("{}.{}", id, order_of(step, 0));
}

// Executes wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {...}, [address], stride; and wmma.store.
template <bool Loads>
void move_fragment(StepContext& context) {
  const std::size_t registers = Loads ? 0 : 1, address_at = Loads ? 1 : 0;
  const XrayStep& step = context.step;
  const ElementType type = *format_named(step.type());
  const bool is_sum = is_sum_fragment(step);
  const std::string_view order = order_of(step, 0);
  const Layout* const layout = context.machine.layout(fragment_of(step));
  if (layout == nullptr) return;
  const int bits = element_bits(type), bytes = bytes_of(type), of_register = bytes == 8 ? 8 : 4;
  const int each = std::max(1, 8 / bits);  // elements that share a byte, which lie side by side
  const Window window = window_of(step);
  LabelledTile tile;
  if (!Loads) gather(context, registers, *layout, type, tile);
  if (Loads)
    scatter(context, registers, *layout, type, [&] {
      tile.resize(layout->rows(), layout->cols());
      return tile;
    }());
  const auto map = layout->map();
  const bool has_stride = step.arguments.size() == 3;
  const int usual = order == "row" ? layout->cols() : layout->rows();
  const bool is_sure = Loads && !is_sum && bytes == 2 && window == Window::Shared;
  if (!fits_wmma(context, address_at, usual, bits, is_sure)) return;
  context.each_lane([&](int lane) {
    const std::uint64_t base = context.address(address_at, lane);
    const std::int64_t stride = has_stride ? static_cast<std::int32_t>(context.values(context.reg(2))[lane]) : usual;
    for (int i = 0; i < layout->values(); i += each) {
      const std::int32_t element = map[static_cast<std::size_t>(lane) * layout->values() + i];
      if (element < 0 || context.machine.stopped()) continue;
      const std::int64_t row = element / layout->cols(), col = element % layout->cols();
      const std::uint64_t at =
          base + static_cast<std::uint64_t>((order == "row" ? row * stride + col : col * stride + row) * bits / 8);
      const int shift = i * bits / 8 % of_register;
      const std::int32_t reg = context.reg(registers, static_cast<std::size_t>(i * bits / 8 / of_register));
      AccessBytes moved;
      if (Loads) {
        if (!read_bytes(context, lane, window, at, bytes, moved)) return;
        Code* const codes = context.codes(reg, lane);
        if (!context.is_labelled(reg, lane)) std::fill_n(codes, context.bytes(reg), Code{0});
        context.warp.labelled[reg] |= 1U << lane;
        for (int byte = 0; byte < bytes; ++byte) {
          context.values(reg)[lane] |= std::uint64_t{moved.bytes[byte]} << (8 * (shift + byte));
          codes[shift + byte] = moved.codes[byte];
        }
      } else {
        for (int byte = 0; byte < bytes; ++byte) {
          moved.bytes[byte] = static_cast<std::uint8_t>(context.values(reg)[lane] >> (8 * (shift + byte)));
          moved.codes[byte] = code_of(tile.labels[element], byte);
        }
        moved.reg = reg;
        if (!write_bytes(context, lane, window, at, bytes, moved)) return;
      }
    }
  });
}

StepRun choose_wmma(const XrayStep& step) {
  if (step.has("rn") && step.type() != "f64") return nullptr;
  if (step.has("mma")) return counts_fit(step) ? multiply : nullptr;
  const bool loads = step.has("load");
  if (step.types.size() != 1 || !format_named(step.type()) || shape_of(step).empty() || order_of(step, 0).empty())
    return nullptr;
  const std::size_t address = loads ? 1 : 0;
  if (step.arguments.size() < 2 || step.arguments.size() > 3 || step.arguments[address].form != PtxForm::Address)
    return nullptr;
  const Kind* const kind = find_kind(fragment_of(step));
  if (kind == nullptr || step.arguments[1 - address].count != registers_for(*kind, *format_named(step.type())))
    return nullptr;
  return loads ? move_fragment<true> : move_fragment<false>;
}

int matrices_of(const XrayStep& step) { return step.has("x4") ? 4 : step.has("x2") ? 2 : 1; }

template <bool Loads>
void move_matrices(StepContext& context) {
  const int matrices = matrices_of(context.step);
  std::shared_ptr<MatrixPlan>& plan = context.machine.plans[&context.step];
  if (plan == nullptr) {
    plan = std::make_shared<MatrixPlan>();
    plan->a = context.machine.layout(fmt::format("{}matrix.m8n8.x{}{}.b16", Loads ? "ld" : "st", matrices,
                                                 context.step.has("trans") ? ".trans" : ""));
  }
  const Layout* const layout = plan->a;
  if (layout == nullptr) return;
  const std::size_t registers = Loads ? 0 : 1, address = Loads ? 1 : 0;
  std::array<std::uint64_t, lanes_of_warp> rows{};
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    const std::uint64_t at = context.address(address, lane);
    rows[lane] = window_of(context.step) == Window::Generic ? at - shared_window_base : at & 0xFFFFFFFF;
  }
  count_matrix_banks(context, Loads, rows, matrices);
  std::array<AccessBytes, lanes_of_warp> lines{};
  for (int row = 0; row < 8 * matrices && Loads; ++row)
    if (!read_bytes(context, row, Window::Shared, rows[row], 16, lines[row])) return;
  const auto map = layout->map();
  for (int lane = 0; lane < lanes_of_warp; ++lane)
    for (int i = 0; i < layout->values(); ++i) {
      const std::int32_t element = map[static_cast<std::size_t>(lane) * layout->values() + i];
      const int row = element / layout->cols(), first = element % layout->cols() * 2;
      const std::int32_t reg = context.reg(registers, static_cast<std::size_t>(i / 2));
      const bool labelled = context.is_labelled(reg, lane);
      if (Loads) {
        Code* const codes = context.codes(reg, lane);
        if (i % 2 == 0) context.values(reg)[lane] = 0;
        context.warp.written[reg] |= 1U << lane;
        context.warp.labelled[reg] |= 1U << lane;
        for (int byte = 0; byte < 2; ++byte) {
          context.values(reg)[lane] |= std::uint64_t{lines[row].bytes[first + byte]} << (16 * (i % 2) + 8 * byte);
          codes[2 * (i % 2) + byte] = lines[row].codes[first + byte];
        }
      } else {
        for (int byte = 0; byte < 2; ++byte) {
          lines[row].bytes[first + byte] =
              static_cast<std::uint8_t>(context.values(reg)[lane] >> (16 * (i % 2) + 8 * byte));
          lines[row].codes[first + byte] = labelled ? context.codes(reg, lane)[2 * (i % 2) + byte] : 0;
        }
      }
    }
  for (int row = 0; row < 8 * matrices && !Loads; ++row)
    if (!write_bytes(context, row, Window::Shared, rows[row], 16, lines[row])) return;
}

template <bool Loads>
StepRun choose_matrices(const XrayStep& step) {
  const std::size_t registers = Loads ? 0 : 1, address = Loads ? 1 : 0;
  if (step.arguments.size() != 2 || step.arguments[address].form != PtxForm::Address || shape_of(step) != "m8n8")
    return nullptr;
  return step.arguments[registers].count == static_cast<std::size_t>(matrices_of(step)) && step.type() == "b16"
             ? move_matrices<Loads>
             : nullptr;
}

void transpose_registers(StepContext& context) {
  const Layout* const from = context.machine.layout("movmatrix.m8n8.trans.b16.a");
  const Layout* const to = from == nullptr ? nullptr : context.machine.layout("movmatrix.m8n8.trans.b16.d");
  if (to == nullptr) return;
  const std::int32_t d = context.reg(0), a = context.reg(1);
  std::array<std::array<Code, 2>, 64> codes{};
  std::array<std::uint64_t, 64> values{};
  for (std::int32_t slot = 0; slot < from->slots(); ++slot) {
    const int lane = slot / 2, half = slot % 2;
    const std::int32_t element = from->map()[slot];
    values[element] = (context.values(a)[lane] >> (16 * half)) & 0xFFFF;
    if (context.is_labelled(a, lane))
      for (int byte = 0; byte < 2; ++byte) codes[element][byte] = context.codes(a, lane)[2 * half + byte];
  }
  context.set_plain(d);
  for (std::int32_t slot = 0; slot < to->slots(); ++slot) {
    const int lane = slot / 2, half = slot % 2;
    const std::int32_t element = to->map()[slot];
    if (half == 0) context.values(d)[lane] = 0;
    context.values(d)[lane] |= values[element] << (16 * half);
    context.warp.labelled[d] |= 1U << lane;
    for (int byte = 0; byte < 2; ++byte) context.codes(d, lane)[2 * half + byte] = codes[element][byte];
  }
}

StepRun choose_transpose(const XrayStep& step) {
  return step.arguments.size() == 2 && step.has("trans") && step.type() == "b16" ? transpose_registers : nullptr;
}

constexpr std::string_view shapes =
    "m8n8k4 m8n8k16 m8n8k32 m8n8k128 m16n8k4 m16n8k8 m16n8k16 m16n8k32 m16n8k64 m16n8k128 m16n8k256 m16n16k16 "
    "m32n8k16 m8n32k16 m16n16k8 sync aligned row col satfinite rn and xor popc";
constexpr std::string_view wmma_words =
    "load store mma a b c d global shared shared::cta m8n8k4 m8n8k32 m8n8k128 m16n16k16 m32n8k16 m8n32k16 m16n16k8 "
    "sync aligned row col satfinite rn and xor popc";
constexpr std::array matrix_rows{
    OpcodeRow{"mma", shapes, choose_multiply, true, 0, true, true},
    OpcodeRow{"wmma", wmma_words, choose_wmma, true, 0, true, true},
    OpcodeRow{"ldmatrix", "sync aligned m8n8 x1 x2 x4 trans shared shared::cta", choose_matrices<true>, true, 0, true,
              true},
    OpcodeRow{"stmatrix", "sync aligned m8n8 x1 x2 x4 trans shared shared::cta", choose_matrices<false>, true, 0, true,
              true},
    OpcodeRow{"movmatrix", "sync aligned m8n8 trans", choose_transpose, true, 0, true, true},
};

}  // namespace

std::span<const OpcodeRow> matrix_opcodes() { return matrix_rows; }

}  // namespace tcviz::inline gpu_xray
