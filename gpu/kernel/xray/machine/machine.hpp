// Executes blocks of a program one after another. The warps of a block take turns; of the lanes of a warp, those at the
// lowest program counter go on.
#pragma once

#include <bit>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/label/layout_cache.hpp"
#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/kernel/xray/label/roundings.hpp"
#include "gpu/kernel/xray/machine/architectures.hpp"
#include "gpu/kernel/xray/machine/finding.hpp"
#include "gpu/kernel/xray/machine/neighbours.hpp"
#include "gpu/kernel/xray/machine/path_log.hpp"
#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/machine/snapshot.hpp"
#include "gpu/kernel/xray/machine/warp.hpp"
#include "gpu/kernel/xray/order/clocks.hpp"
#include "gpu/kernel/xray/order/mbarrier.hpp"
#include "gpu/kernel/xray/order/proxy_stores.hpp"

namespace tcviz::inline gpu_xray {

struct MatrixPlan;
class AccessLog;

// The state of a named barrier (bar.sync).
struct NamedBarrier {
  int arrived = 0, wanted = 0;  // numbers of threads; wanted 0: all live threads of the block
  std::vector<int> waiting{};   // numbers of the waiting warps
  ClockVector clocks{};         // merged clocks of the warps that arrived
  ClockVector before{};         // of those that arrived when all had come the last time
};

// The state of a block that was suspended while it waits for other blocks of the grid.
struct BlockState {
  Dim3 index{};
  std::uint32_t number = 0;  // Neighbours::block
  MemoryRegion shared;
  ProxyStores stores;
  std::unique_ptr<BlockClocks> clocks;
  AsyncState async;
  std::vector<std::unique_ptr<WarpState>> warps;
  std::map<int, NamedBarrier> barriers;
};

// All that is recorded about the blocks executed so far, other than their stores.
struct ExecutionRecord {
  std::vector<XrayFinding> findings;
  // Number of the finding for each instruction and kind.
  std::map<std::pair<std::int64_t, int>, std::int32_t> known_findings;
  std::vector<XrayEvent> events;
  std::map<std::int64_t, XrayBanks> banks;  // by instruction
  std::int64_t steps = 0, thread_instructions = 0;
  std::int64_t proxy_fence = 0;   // step of the last fence.proxy.async that counts for global memory, of any thread
  std::string doubt;              // the reason why nothing is called right; empty: none
  bool order_matters = false;     // some instruction was executed whose effect depends on the order of threads
  bool branched_on_data = false;  // a branch or predicate depended on values with labels
  LastProducts products;
  Roundings roundings;
};
inline constexpr std::size_t most_findings = 2000, most_events = 20000;

// The reason why the execution of a block returned: done, stopped for good, or suspended until another block stores.
enum class BlockEnd : std::uint8_t { Done, Stopped, Waits };

// Executes the blocks of one launch.
class Machine : public FindingSink, public ExecutionRecord {
 public:
  Machine(const XrayProgram& program, const XrayLaunch& launch, const XrayLimits& limits, LayoutCache& layouts,
          XrayMemory& memory, LabelSpace& labels, std::function<bool()> interrupted = nullptr);

  // Executes the block with the index `block`. Returns Stopped if `stop_reason` or `refused` has the reason, and Waits
  // if the block waits for a store of another block: then leave_block() returns its state.
  BlockEnd run_block(const Dim3& block, std::uint32_t number);
  // Resumes a block that waited.
  BlockEnd go_on_with(BlockState state);
  BlockState leave_block();
  bool stopped() const { return !stop_reason.empty() || refused.has_value(); }

  // Implements FindingSink.
  std::int32_t found(FindingKind kind, const std::string& expected, const std::string& got) override;
  bool in_product() const override;
  // Adds a finding that is a fault even if it reaches no output.
  void report(FindingKind kind, FindingWeight weight, const std::string& text, int lane,
              AwaitedBy awaited = AwaitedBy::None, std::optional<OtherSide> other = std::nullopt);
  // Sets the reason why nothing is to be called right, as doubt_all() does, and warns of the place.
  void warn(std::string why, FindingKind kind, const std::string& text, int lane, AwaitedBy awaited = AwaitedBy::None,
            std::optional<OtherSide> other = std::nullopt) {
    doubt_all(std::move(why));
    report(kind, FindingWeight::Warning, text, lane, awaited, std::move(other));
  }
  // Adds a warning about a doubt, which counts if it reaches an output, and returns its number; `text` is asked once.
  std::int32_t tell_doubt(int lane, std::int32_t reg, const std::function<std::string()>& text);
  // Sets the instruction, step, warp and lane of `finding` to those of `at`, an earlier store or product.
  void place(XrayFinding& finding, const LastPlace& at) const;
  // Sets the lane, register and text for the findings that label rules report from now on.
  void blame(int lane, std::int32_t reg, std::string text, AwaitedBy awaited = AwaitedBy::None) {
    blamed_ = {lane, reg, std::move(text), awaited};
  }
  // Returns the layout of a kind; if it is not known, refuses the current instruction and returns null.
  const Layout* layout(const std::string& kind);
  // Stops the execution; the report gives `reason`.
  void stop(std::string reason) { stop_reason = std::move(reason); }
  // Stops the execution because the current instruction is not supported.
  void refuse(const std::string& why);
  // Sets the reason why nothing is to be called right; the first reason stays.
  void doubt_all(std::string why) {
    if (doubt.empty()) doubt = std::move(why);
  }
  // Counts the arrival of the current warp at a named barrier of `threads` threads (0: all); if `waits`, the warp waits
  // there.
  void arrive(int barrier, int threads, bool waits);
  // Adds the results of an instruction to the log of the path.
  void log_results(const StepContext& context);

  const XrayProgram& program;
  const XrayLaunch& launch;
  const XrayLimits& limits;
  const XrayTarget target;
  XrayMemory& memory;
  LabelSpace& labels;
  std::string stop_reason;
  bool was_interrupted = false;
  bool is_out_of_time = false;
  std::optional<std::string> refused;
  MemoryRegion shared;
  ProxyStores stores;  // to shared memory, for missing proxy fences
  std::unique_ptr<BlockClocks> clocks;
  AsyncState async;
  WarpState* warp = nullptr;  // the current warp
  std::int64_t at_step = -1;  // the instruction that it executes, a number in XrayProgram::steps; -1: none
  Dim3 block_index{};
  std::vector<std::unique_ptr<WarpState>> warps;
  std::unordered_map<const XrayStep*, std::shared_ptr<MatrixPlan>> plans;
  PathLog* path = nullptr;                    // null: the user asks for no path
  AccessLog* accesses = nullptr;              // null: the user asks for no accesses to shared memory
  std::optional<std::int64_t> snapshot_step;  // step of the product to be kept in `snapshot`
  std::optional<EventSnapshot> snapshot;
  Neighbours others;
  LayoutCache& layouts;
  const std::function<bool()> interrupted;  // called now and then: true if the user stops the execution

 private:
  struct Blame {
    int lane = 0;
    std::int32_t reg = -1;
    std::string text;
    AwaitedBy awaited = AwaitedBy::None;
  };
  void begin_block(const Dim3& block);
  BlockEnd run_warps();
  void begin_warp(int number, int threads);
  std::uint64_t special(std::string_view name, int thread) const;
  // Executes a warp until it waits, ends or has had its turn. False if the turn only polled an mbarrier and nothing had
  // changed.
  bool go_on(WarpState& state);
  // Executes one instruction of a warp; false if the warp cannot go on.
  bool step_once(WarpState& state);
  // Returns the lanes that go on, and sets `counter` to their program counter.
  std::uint32_t choose(WarpState& state, std::int32_t& counter);
  // True if all lanes that `step` needs are in `mask`.
  bool gathered(WarpState& state, const XrayStep& step, std::uint32_t mask) const;
  // Moves the lanes in `mask` to the instruction after `from`.
  void advance(WarpState& state, std::uint32_t mask, std::int32_t from);
  // Wakes the waiting warps if all threads have arrived; true if it does.
  bool settle(NamedBarrier& barrier);
  void doubt_early_warp(int barrier);
  // Returns a text about the wait of a warp: "at barrier 1".
  std::string wait_of(const WarpState& state) const;
  void report_deadlock();
  // True if the execution stops: too many steps, too much time, or interrupted.
  bool out_of_budget();
  std::int32_t add(XrayFinding finding);

  std::map<int, NamedBarrier> barriers_;
  Blame blamed_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// The codes of the bytes of a register of one lane.
using RegisterCodes = std::array<Code, 8>;
using LaneLabels = std::array<Label, lanes_of_warp>;

// One instruction as it is executed by the active lanes of a warp: operands, values and labels.
class StepContext {
 public:
  StepContext(Machine& on, WarpState& of, const XrayStep& instruction, std::uint32_t lanes)
      : machine(on), warp(of), step(instruction), active(lanes) {}

  Machine& machine;
  WarpState& warp;
  const XrayStep& step;
  std::uint32_t active;  // one bit for each lane that executes it
  bool jumped = false;   // the instruction has set the program counters

  LabelSpace& labels() const { return machine.labels; }
  // Returns the register at position `at` of an argument, such as an element of a vector.
  std::int32_t reg(std::size_t argument, std::size_t at = 0) const {
    return machine.program.slots[step.arguments[argument].first + at];
  }
  std::size_t count(std::size_t argument) const { return step.arguments[argument].count; }
  // Returns the values of a register in all lanes.
  std::uint64_t* values(std::int32_t reg) const {
    return warp.values.data() + static_cast<std::size_t>(reg) * lanes_of_warp;
  }
  // Returns the lanes in which `reg` has a label, or has no value.
  std::uint32_t labelled(std::int32_t reg) const {
    const std::uint32_t unset = machine.program.may_be_unset[reg] != 0 ? ~warp.written[reg] : 0;
    return warp.labelled[reg] | unset;
  }
  bool is_labelled(std::int32_t reg, int lane) const { return ((labelled(reg) >> lane) & 1) != 0; }
  bool is_written(std::int32_t reg, int lane) const { return ((warp.written[reg] >> lane) & 1) != 0; }
  // Reports the use of a register without a value, and returns the label of a wrong value.
  Label unset_label(std::int32_t reg, int lane) const;
  int bytes(std::int32_t reg) const { return machine.program.bytes[reg]; }
  // Returns the codes of a register: of all lanes, or of one.
  Code* codes(std::int32_t reg) const { return warp.codes_of(reg, bytes(reg)); }
  Code* codes(std::int32_t reg, int lane) const { return codes(reg) + static_cast<std::size_t>(lane) * bytes(reg); }

  template <class Function>
  void each_lane(Function function) const {
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) function(std::countr_zero(rest));
  }
  // Does the same in the order of the execution, for accesses that other lanes see.
  template <class Function>
  void each_lane_in_order(Function function) const {
    for (int at = 0; at < lanes_of_warp; ++at)
      if (const auto lane = static_cast<int>(place_in(machine.limits.order, at, lanes_of_warp));
          ((active >> lane) & 1) != 0)
        function(lane);
  }
  // Returns the label of a number of `format` that begins at byte `first_byte` of a register. factor_label() does the
  // same for a factor of a product (see joined_factor).
  Label label(std::int32_t reg, int lane, int first_byte, ElementType format) const;
  Label factor_label(std::int32_t reg, int lane, int first_byte, ElementType format) const;
  // Does the same for a factor of less than 8 bits.
  Label small_factor_label(std::int32_t reg, int lane, int first_bit, ElementType format) const;
  // Returns the label with the place of its doubt, if it is that of packed elements in bytes of a register; -1: in
  // shared memory.
  Label told(Label label, std::int32_t reg, int lane, std::span<const Code> codes) const;
  // Returns the label of all bytes of a register, for operations that know no number format.
  Label any_label(std::int32_t reg, int lane) const;
  // Gives `count` bytes of a register from `first_byte` on the codes of `label`.
  void set_label(std::int32_t reg, int lane, int first_byte, int count, Label label) const;
  // Marks the active lanes written. Gives `lanes`, a part of them, the labels `made` of numbers of `count` bytes.
  void set_labels(std::int32_t reg, std::uint32_t lanes, int count, const LaneLabels& made) const;
  // Marks the active lanes written, without labels.
  void set_plain(std::int32_t reg) const {
    warp.labelled[reg] &= ~active;
    warp.written[reg] |= active;
  }
  void copy_codes(std::int32_t to, std::int32_t from) const;
  // Returns the codes of all bytes of a register in one lane, or zeros if it has no label. write_codes() sets them and
  // marks the lane written.
  RegisterCodes read_codes(std::int32_t reg, int lane) const;
  void write_codes(std::int32_t reg, int lane, const RegisterCodes& codes) const;
  // Returns the address that an argument such as [%rd1+16] names.
  std::uint64_t address(std::size_t argument, int lane) const {
    return values(reg(argument))[lane] + static_cast<std::uint64_t>(step.arguments[argument].offset);
  }
  bool negated(std::size_t argument) const { return step.arguments[argument].negated; }
};

// Returns the label of the number of `format` whose bytes have these codes.
Label joined(LabelSpace& labels, const Code* codes, ElementType format);
// Does the same for a factor of a product. A signed byte that is multiplied as an unsigned one is a different number,
// so its label gets a doubt; loads and moves may give a byte either type.
Label joined_factor(LabelSpace& labels, const Code* codes, ElementType format);

}  // namespace tcviz::inline gpu_xray
