// wgmma: a product of four warps whose B, and mostly A, is read from shared memory as its descriptors say.
// PTX ISA 9.0, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/bulk_copy.hpp"
#include "gpu/kernel/xray/machine/product.hpp"
#include "gpu/kernel/xray/machine/races.hpp"
#include "gpu/kernel/xray/machine/warpgroup.hpp"
#include "gpu/kernel/xray/step/steps.hpp"
#include "gpu/smem/descriptor.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// The types that go together, and the words behind the operands.
struct WgmmaRow {
  std::string_view a, b, d;  // names, with blanks between them
  int k;
  bool has_scales, may_transpose;
};
constexpr std::array wgmma_types{
    WgmmaRow{"f16", "f16", "f16 f32", 16, true, true},   WgmmaRow{"bf16", "bf16", "f32", 16, true, true},
    WgmmaRow{"tf32", "tf32", "f32", 8, true, false},     WgmmaRow{"e4m3 e5m2", "e4m3 e5m2", "f16 f32", 32, true, false},
    WgmmaRow{"s8 u8", "s8 u8", "s32", 32, false, false},
};

const WgmmaRow* row_of(const XrayStep& step) {
  if (step.types.size() != 3) return nullptr;
  const auto* const row = std::ranges::find_if(wgmma_types, [&](const WgmmaRow& one) {
    return lists(one.d, step.type(0)) && lists(one.a, step.type(1)) && lists(one.b, step.type(2));
  });
  return row == wgmma_types.end() ? nullptr : row;
}

// Returns n of "m64n128k16"; 0 if no modifier is a shape with this k.
int width_of_shape(const XrayStep& step, int k) {
  const std::string behind = fmt::format("k{}", k);
  for (const std::string_view word : step.modifiers) {
    if (!word.starts_with("m64n") || !word.ends_with(behind)) continue;
    int n = 0;
    const char *const first = word.data() + 4, *const last = word.data() + word.size() - behind.size();
    const auto [end, error] = std::from_chars(first, last, n);
    if (error == std::errc() && end == last) return n;
  }
  return 0;
}

bool has_a_in_registers(const XrayStep& step) { return step.arguments[1].form == PtxForm::Vector; }

std::string a_kind(const XrayStep& step, int k) { return fmt::format("wgmma.m64k{}.a.{}", k, step.type(1)); }
std::string sum_kind(const XrayStep& step, int n) { return fmt::format("wgmma.m64n{}.acc.{}", n, step.type(0)); }

std::int32_t immediate(const StepContext& context, std::size_t argument) {
  return static_cast<std::int32_t>(context.values(context.reg(argument))[0]);
}

// The words behind the operands of this instruction.
struct WgmmaWords {
  bool adds = true;  // scale-d
  int scale_a = 1, scale_b = 1;
  Major a = Major::K, b = Major::K;
};

std::optional<WgmmaWords> words_of(StepContext& context, const WgmmaRow& row) {
  WgmmaWords words;
  words.adds = ((context.values(context.reg(3))[0] & 1) != 0) != context.negated(3);
  if (row.has_scales) words.scale_a = immediate(context, 4), words.scale_b = immediate(context, 5);
  int transposed_a = 0, transposed_b = 0;
  if (row.may_transpose) {
    transposed_b = immediate(context, context.step.arguments.size() - 1);
    if (!has_a_in_registers(context.step)) transposed_a = immediate(context, 6);
  }
  const auto is_sign = [](int scale) { return scale == 1 || scale == -1; };
  if (!is_sign(words.scale_a) || !is_sign(words.scale_b) || (transposed_a & ~1) != 0 || (transposed_b & ~1) != 0) {
    context.machine.refuse("imm-scale is 1 or -1, and imm-trans is 0 or 1");
    return std::nullopt;
  }
  words.a = transposed_a != 0 ? Major::MN : Major::K, words.b = transposed_b != 0 ? Major::MN : Major::K;
  return words;
}

struct GroupStep {
  StepContext& last;  // of the warp that came last
  std::vector<StepContext> warps;
  int agent = 0;
};

// Returns the label of a number in shared memory.
Label shared_label(StepContext& context, std::uint64_t at, ElementType type, bool& is_pending) {
  const Code* const codes = context.machine.shared.codes.data() + at;
  const int bytes = bytes_of(type);
  bool whole = codes[0] != 0 && (codes[0] & 7) == 0;
  for (int byte = 1; byte < bytes; ++byte) whole = whole && codes[byte] == codes[0] + static_cast<Code>(byte);
  const Label first = label_of(codes[0]);
  if (whole && context.labels().shape(first).format == type) return first;
  std::array<Code, 8> own{};
  std::copy_n(codes, bytes, own.begin());
  for (int byte = 0; byte < bytes; ++byte)
    is_pending = check_code(context, 0, own[byte], at + static_cast<std::uint64_t>(byte)) || is_pending;
  return context.told(joined_factor(context.labels(), own.data(), type), -1, 0,
                      {own.data(), static_cast<std::size_t>(bytes)});
}

// Reads one operand, as its descriptor says; B comes as k by n.
bool read_operand(GroupStep& group, std::size_t argument, const OperandUse& use, ElementType type, int sign,
                  LabelledTile& into) {
  StepContext& context = group.last;
  Machine& machine = context.machine;
  const std::uint64_t bits = context.values(context.reg(argument))[0];
  for (const StepContext& warp : group.warps)
    for (int lane = 0; lane < lanes_of_warp; ++lane)
      if (warp.values(warp.reg(argument))[lane] != bits) {
        not_allowed(context, lane, FindingKind::Divergence,
                    fmt::format("lane {} of warp {} has another descriptor of {} than the others of its warpgroup",
                                lane, warp.warp.number, use.is_a ? "A" : "B"));
        return false;
      }
  const Result<Descriptor> descriptor = read_descriptor(bits, DescriptorForm::Sm90);
  const Result<OperandImage> image = descriptor.ok() ? operand_of(descriptor.value(), use) : descriptor.error();
  if (!image.ok()) {
    not_allowed(context, 0, FindingKind::Bounds, image.error().message);
    return false;
  }
  const OperandImage& from = image.value();
  into.resize(use.is_a ? from.rows : from.cols, use.is_a ? from.cols : from.rows);
  into.first_warp = context.warp.number;
  const auto bytes = static_cast<std::uint64_t>(bytes_of(type));
  std::optional<OtherSide> other;
  std::uint64_t where = 0;
  std::optional<std::uint64_t> not_fenced;
  // Each warp reads its rows of A, and all of them read B.
  const int first_warp = group.warps.front().warp.number;
  if (!use.is_a) machine.clocks->know_as(group.agent, first_warp, warps_of_group);
  for (int row = 0; row < from.rows; ++row)
    for (int col = 0; col < from.cols; ++col) {
      if (use.is_a && col == 0 && row % 16 == 0) machine.clocks->know_as(group.agent, first_warp + row / 16, 1);
      const auto at = static_cast<std::uint64_t>(from.address(row, col));
      if (at + bytes > machine.shared.bytes.size()) {
        not_allowed(context, 0, FindingKind::Bounds,
                    fmt::format("the descriptor of {} names byte {} of {} bytes of shared memory", use.is_a ? "A" : "B",
                                at, machine.shared.bytes.size()));
        return false;
      }
      const std::size_t place = use.is_a ? into.at(row, col) : into.at(col, row);
      bool is_pending = false;
      const std::uint64_t word = word_of(machine.shared.bytes.data() + at, static_cast<int>(bytes));
      if (type == ElementType::TF32) machine.roundings.cut_to_tf32(word);
      into.values[place] = sign * from_bits(type, word);
      into.labels[place] = shared_label(context, at, type, is_pending);
      into.owners[place] = {0, -1, -1, at};
      for (std::uint64_t byte = at; byte < at + bytes; ++byte) {
        if (!not_fenced && !machine.stores.is_fenced(byte)) not_fenced = byte;
        const int found = machine.clocks->read(group.agent, 0, byte);
        if (found >= 0 && !other && !(is_pending && found >= most_warps)) other = other_side(machine), where = byte;
      }
    }
  if (other) report_race(machine, 0, agent_text(group.agent) + " reads", where, *std::move(other));
  if (not_fenced) warn_of_proxy(context, 0, *not_fenced, agent_text(group.agent));
  return true;
}

MatrixPlan* plan_of(StepContext& context, const WgmmaRow& row) {
  const XrayStep& step = context.step;
  std::shared_ptr<MatrixPlan>& plan = context.machine.plans[&step];
  if (plan != nullptr) return plan.get();
  auto made = std::make_shared<MatrixPlan>();
  made->d_type = made->c_type = *format_named(step.type(0));
  made->a_type = *format_named(step.type(1)), made->b_type = *format_named(step.type(2));
  if (has_a_in_registers(step)) made->a = context.machine.layout(a_kind(step, row.k));
  made->d = made->c = context.machine.layout(sum_kind(step, width_of_shape(step, row.k)));
  if (context.machine.refused) return nullptr;
  plan = std::move(made);
  return plan.get();
}

void finish(GroupStep& group, const MatrixPlan& plan, const LabelledTile& a, const LabelledTile& b,
            const LabelledTile& c) {
  Machine& machine = group.last.machine;
  for (std::size_t at = 0; at < group.warps.size(); ++at) {
    StepContext& warp = group.warps[at];
    const int first_thread = static_cast<int>(at) * lanes_of_warp;
    scatter(warp, 0, *plan.d, plan.d_type, c, first_thread);
    put_in_flight(warp);
    if (machine.path == nullptr) continue;
    log_products(warp, *plan.d, plan.d_type, a, b, c, first_thread);
    if (warp.warp.number != group.last.warp.number) machine.log_results(warp);
  }
  if (machine.snapshot_step == machine.steps) machine.snapshot = snapshot_of(group.last, a, b, c);
}

void multiply_async(StepContext& context) {
  Machine& machine = context.machine;
  if (!context.warp.fenced)
    machine.report(
        FindingKind::PendingCopy, FindingWeight::Race,
        fmt::format("warp {} comes to a wgmma with no wgmma.fence before it: what it has written to registers "
                    "may not be there",
                    context.warp.number),
        0, AwaitedBy::Fence);
  if (!meet(context)) return;
  const WgmmaRow& row = *row_of(context.step);
  MatrixPlan* const plan = plan_of(context, row);
  const std::optional<WgmmaWords> words = plan == nullptr ? std::nullopt : words_of(context, row);
  if (!words) return;
  const int number = context.warp.number / warps_of_group;
  GroupStep group{context, {}, first_product_agent + number};
  for (int at = 0; at < warps_of_group; ++at) {
    WarpState& warp = *machine.warps[static_cast<std::size_t>(number * warps_of_group + at)];
    group.warps.emplace_back(machine, warp, context.step, all_lanes);
  }
  LabelledTile &a = plan->tile_a, &b = plan->tile_b, &c = plan->tile_c;
  const int n = plan->d->cols();
  if (plan->a != nullptr) {
    for (int at = 0; at < warps_of_group; ++at)
      gather(group.warps[static_cast<std::size_t>(at)], 1, *plan->a, plan->a_type, a, at * lanes_of_warp);
    for (double& value : a.values) value *= words->scale_a;
  } else if (!read_operand(group, 1, {context.step.type(1), true, words->a, n}, plan->a_type, words->scale_a, a)) {
    return;
  }
  if (!read_operand(group, 2, {context.step.type(2), false, words->b, n}, plan->b_type, words->scale_b, b)) return;
  c.resize(plan->d->rows(), n);
  for (int at = 0; at < warps_of_group && words->adds; ++at)
    gather(group.warps[static_cast<std::size_t>(at)], 0, *plan->d, plan->d_type, c, at * lanes_of_warp);
  multiply_tiles(context, a, b, c, plan->d_type, c);
  finish(group, *plan, a, b, c);
}

// True if the words and operands are those of wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 d, a, b, scale-d{,
// imm-scale-a, imm-scale-b{, imm-trans-a}, imm-trans-b};
bool fits(const XrayStep& step) {
  const WgmmaRow* const row = row_of(step);
  if (row == nullptr || step.arguments.size() < 4) return false;
  const int n = width_of_shape(step, row->k);
  const Kind* const sum = n == 0 ? nullptr : find_kind(sum_kind(step, n));
  if (sum == nullptr) return false;
  const bool in_registers = has_a_in_registers(step);
  const std::size_t wanted = 4 + (row->has_scales ? 2 : 0) + (row->may_transpose ? (in_registers ? 1 : 2) : 0);
  const auto registers = static_cast<std::size_t>(sum->values * element_bits(sum->type) / 32);
  return step.arguments.size() == wanted && step.arguments[0].count == registers &&
         step.arguments[1].count == (in_registers ? 4U : 1U) && step.arguments[2].count == 1 &&
         step.arguments[2].form == PtxForm::Register;
}

StepRun choose_wgmma(const XrayStep& step) { return step.has("mma_async") && fits(step) ? multiply_async : nullptr; }

StepRun choose_wgmma_order(const XrayStep& step) {
  if (step.has("fence")) return [](StepContext& context) { context.warp.fenced = true; };
  if (step.has("commit_group")) return step.arguments.empty() ? commit_products : nullptr;
  return step.has("wait_group") && step.arguments.size() == 1 ? wait_for_products : nullptr;
}

// Returns the known modifiers; shapes are words too: m64n8k8 to m64n256k32.
std::string wgmma_words() {
  std::string words = "mma_async sync aligned satfinite";
  for (int n = 8; n <= 256; n += 8)
    for (const int k : {8, 16, 32}) words += fmt::format(" m64n{}k{}", n, k);
  return words;
}

}  // namespace

std::span<const OpcodeRow> wgmma_opcodes() {
  static const std::string words = wgmma_words();
  static const std::array rows{
      OpcodeRow{"wgmma", words, choose_wgmma, true, 0, true, true},
      OpcodeRow{"wgmma", "fence commit_group wait_group sync aligned", choose_wgmma_order, true},
  };
  return rows;
}

}  // namespace tcviz::inline gpu_xray
