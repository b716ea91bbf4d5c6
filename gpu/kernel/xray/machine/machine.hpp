// Executes blocks of a program, one after the other: warps in turn, in each the lanes at the lowest program counter.
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
#include "gpu/kernel/xray/machine/architectures.hpp"
#include "gpu/kernel/xray/machine/clocks.hpp"
#include "gpu/kernel/xray/machine/finding.hpp"
#include "gpu/kernel/xray/machine/mbarrier.hpp"
#include "gpu/kernel/xray/machine/neighbours.hpp"
#include "gpu/kernel/xray/machine/path_log.hpp"
#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/machine/proxy_stores.hpp"
#include "gpu/kernel/xray/machine/roundings.hpp"
#include "gpu/kernel/xray/machine/snapshot.hpp"
#include "gpu/kernel/xray/machine/warp.hpp"

namespace tcviz::inline gpu_xray {

struct MatrixPlan;
class AccessLog;

// The arrivals at a named barrier.
struct NamedBarrier {
  int arrived = 0, wanted = 0;  // threads; 0: all that live
  std::vector<int> waiting;     // warps
  ClockVector clocks{};
};

// A block that waits for others of the grid, in the state in which it was left.
struct BlockState {
  Dim3 index{};
  std::uint32_t number = 0, known = 0;
  MemoryRegion shared;
  ProxyStores stores;
  std::unique_ptr<BlockClocks> clocks;
  AsyncState async;
  std::vector<std::unique_ptr<WarpState>> warps;
  std::map<int, NamedBarrier> barriers;
};

// The traces of the blocks that were executed, beside their stores.
struct ExecutionRecord {
  std::vector<XrayFinding> findings;
  std::map<std::pair<std::int64_t, int>, std::int32_t> known_findings;  // by instruction and kind
  std::vector<XrayEvent> events;
  std::map<std::int64_t, XrayBanks> banks;
  std::int64_t steps = 0, thread_instructions = 0;
  std::string doubt;
  bool branched_on_data = false;
  LastProducts products;
  Roundings roundings;
};
inline constexpr std::size_t most_findings = 2000, most_events = 20000;

enum class BlockEnd : std::uint8_t { Done, Stopped, Waits };

class Machine : public FindingSink, public ExecutionRecord {
 public:
  Machine(const XrayProgram& program, const XrayLaunch& launch, const XrayLimits& limits, LayoutCache& layouts,
          XrayMemory& memory, LabelSpace& labels, std::function<bool()> interrupted = nullptr);

  // Executes a block. Stopped: `stop_reason` or `refused` has the reason. Waits: for a store of another block;
  // `leave_block` keeps its state.
  BlockEnd run_block(const Dim3& block, std::uint32_t number);
  BlockEnd go_on_with(BlockState state);
  BlockState leave_block();
  bool stopped() const { return !stop_reason.empty() || refused.has_value(); }

  std::int32_t found(FindingKind kind, const std::string& expected, const std::string& got) override;
  bool in_product() const override;
  // Adds a finding that is wrong by itself, even if it reaches no output.
  void report(FindingKind kind, FindingWeight weight, const std::string& text, int lane,
              AwaitedBy awaited = AwaitedBy::None);
  // Gives a finding the place of an earlier store or product.
  void place(XrayFinding& finding, const LastPlace& at) const;
  void blame(int lane, std::int32_t reg, std::string text, AwaitedBy awaited = AwaitedBy::None) {
    blamed_ = {lane, reg, std::move(text), awaited};
  }
  const Layout* layout(const std::string& kind);  // null: there is none, and the step is refused
  void stop(std::string reason) { stop_reason = std::move(reason); }
  void refuse(const std::string& why);
  // Notes the reason why nothing is to be called right; the first one counts.
  void doubt_all(std::string why) {
    if (doubt.empty()) doubt = std::move(why);
  }
  void arrive(int barrier, int threads, bool waits);
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
  ProxyStores stores;  // to shared memory
  std::unique_ptr<BlockClocks> clocks;
  AsyncState async;
  WarpState* warp = nullptr;  // the one that goes on
  std::int64_t at_step = -1;  // the instruction that it executes
  Dim3 block_index{};
  std::vector<std::unique_ptr<WarpState>> warps;
  std::unordered_map<const XrayStep*, std::shared_ptr<MatrixPlan>> plans;
  PathLog* path = nullptr;                    // if the user asks for a path
  AccessLog* accesses = nullptr;              // if the user asks for accesses to shared memory
  std::optional<std::int64_t> snapshot_step;  // the product to be kept
  std::optional<EventSnapshot> snapshot;
  Neighbours others;
  LayoutCache& layouts;
  const std::function<bool()> interrupted;  // called now and then

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
  bool go_on(WarpState& state);  // until it waits, ends or has had its turn; false if it only waited in vain
  bool step_once(WarpState& state);
  std::uint32_t choose(WarpState& state, std::int32_t& counter);
  bool gathered(WarpState& state, const XrayStep& step, std::uint32_t mask) const;
  void advance(WarpState& state, std::uint32_t mask, std::int32_t from);
  bool settle(NamedBarrier& barrier);                 // wakes the warps that wait, if all have come
  std::string wait_of(const WarpState& state) const;  // "at barrier 1"
  void report_deadlock();
  bool out_of_budget();
  std::int32_t add(XrayFinding finding);

  std::map<int, NamedBarrier> barriers_;
  Blame blamed_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Codes of the bytes of a register of one lane.
using RegisterCodes = std::array<Code, 8>;
using LaneLabels = std::array<Label, lanes_of_warp>;

// One instruction executed by lanes of one warp.
class StepContext {
 public:
  StepContext(Machine& on, WarpState& of, const XrayStep& instruction, std::uint32_t lanes)
      : machine(on), warp(of), step(instruction), active(lanes) {}

  Machine& machine;
  WarpState& warp;
  const XrayStep& step;
  std::uint32_t active;
  bool jumped = false;  // program counters are set

  LabelSpace& labels() const { return machine.labels; }
  std::int32_t reg(std::size_t argument, std::size_t at = 0) const {
    return machine.program.slots[step.arguments[argument].first + at];
  }
  std::size_t count(std::size_t argument) const { return step.arguments[argument].count; }
  std::uint64_t* values(std::int32_t reg) const {
    return warp.values.data() + static_cast<std::size_t>(reg) * lanes_of_warp;
  }
  // Returns the lanes whose register has a label, or no value at all.
  std::uint32_t labelled(std::int32_t reg) const {
    const std::uint32_t unset = machine.program.may_be_unset[reg] != 0 ? ~warp.written[reg] : 0;
    return warp.labelled[reg] | unset;
  }
  bool is_labelled(std::int32_t reg, int lane) const { return ((labelled(reg) >> lane) & 1) != 0; }
  bool is_written(std::int32_t reg, int lane) const { return ((warp.written[reg] >> lane) & 1) != 0; }
  Label unset_label(std::int32_t reg, int lane) const;  // a finding
  int bytes(std::int32_t reg) const { return machine.program.bytes[reg]; }
  Code* codes(std::int32_t reg) const { return warp.codes_of(reg, bytes(reg)); }
  Code* codes(std::int32_t reg, int lane) const { return codes(reg) + static_cast<std::size_t>(lane) * bytes(reg); }

  template <class Function>
  void each_lane(Function function) const {
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) function(std::countr_zero(rest));
  }
  // Returns the label of a number of this format that begins at a byte of a register.
  Label label(std::int32_t reg, int lane, int first_byte, ElementType format) const;
  Label factor_label(std::int32_t reg, int lane, int first_byte, ElementType format) const;
  // Returns the label of all bytes of a register, of any format: for functions that know none.
  Label any_label(std::int32_t reg, int lane) const;
  void set_label(std::int32_t reg, int lane, int first_byte, int count, Label label) const;
  // Marks the active lanes written; `lanes` of them have labels, of numbers that fill `count` bytes.
  void set_labels(std::int32_t reg, std::uint32_t lanes, int count, const LaneLabels& made) const;
  // Marks the active lanes written, without labels.
  void set_plain(std::int32_t reg) const {
    warp.labelled[reg] &= ~active;
    warp.written[reg] |= active;
  }
  void copy_codes(std::int32_t to, std::int32_t from) const;
  // Returns all codes of one lane, or none if it has no label; write_codes marks the lane written.
  RegisterCodes read_codes(std::int32_t reg, int lane) const;
  void write_codes(std::int32_t reg, int lane, const RegisterCodes& codes) const;
  // Returns the address that an argument such as [%rd1+16] names.
  std::uint64_t address(std::size_t argument, int lane) const {
    return values(reg(argument))[lane] + static_cast<std::uint64_t>(step.arguments[argument].offset);
  }
  bool negated(std::size_t argument) const { return step.arguments[argument].negated; }
};

// Joins codes of the bytes of one number to its label.
Label joined(LabelSpace& labels, const Code* codes, ElementType format);
// Does the same for a factor: a byte with a sign that is multiplied as one without is another number, though a load or
// a move may give it either type.
Label joined_factor(LabelSpace& labels, const Code* codes, ElementType format);

}  // namespace tcviz::inline gpu_xray
