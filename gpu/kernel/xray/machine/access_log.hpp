// Notes accesses to shared memory while a block is executed: the one that the user asks for, and those that brought a
// product its factors.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "gpu/kernel/xray/label/bank_access.hpp"
#include "gpu/kernel/xray/label/label_space.hpp"

namespace tcviz::inline gpu_xray {

class StepContext;
struct LabelledTile;
struct XrayProgram;

class AccessLog {
 public:
  // Keeps the loads that fed the product of a warp: `product` is its step; 0: none.
  AccessLog(std::optional<AccessWish> wish, std::int64_t product, int product_warp)
      : wish_(std::move(wish)), product_(product), product_warp_(product_warp) {}

  // Notes one lane's access of the instruction that is being executed.
  void touch(int lane, std::uint64_t address, int bytes, bool stores);
  void count(const WarpAccess& access, const LaneAddresses& addresses);
  void bring(std::uint64_t address, std::span<const Code> codes);  // the codes that a copy will bring
  // Notes that the product reads a tile of elements of `bytes` bytes each, if they lie in shared memory.
  void read_tile(const StepContext& context, const LabelledTile& tile, int bytes);
  // Ends the instruction, after its accesses.
  void end_step(const StepContext& context);

  std::vector<BankAccess> feeding;  // by step; the accesses of the product itself are the last ones
  std::optional<BankAccess> wished;
  std::vector<BankPlace> places(const XrayProgram& program) const;

 private:
  struct Line {
    std::int64_t address = 0;
    std::array<Code, bank_line> codes{};
  };
  struct Kept {
    std::int64_t step = 0, instruction = 0;
    int warp = 0;
    bool stores = false;
    std::vector<BankTouch> touches;
    const WarpAccess* counted = nullptr;
    LaneAddresses addresses{};
    std::vector<Line> lines;
  };
  using KeptAccess = std::shared_ptr<const Kept>;
  using Feeders = std::vector<KeptAccess>;  // by step

  bool is_wished(const StepContext& context);
  void keep_lines(const StepContext& context);
  void follow(const StepContext& context, const KeptAccess& access);
  void add_feeders(const StepContext& context, std::size_t argument, Feeders& into) const;
  void take_product(const StepContext& context);

  std::optional<AccessWish> wish_;
  std::int64_t product_ = 0;
  int product_warp_ = -1;
  int seen_ = 0;  // accesses that the wish fits
  Kept now_;
  std::vector<std::pair<std::uint64_t, std::vector<Code>>> brought_;
  std::vector<BankAccess> own_;          // of the product
  std::map<std::int32_t, Feeders> fed_;  // by register of the product's warp
  std::set<std::int64_t> places_;        // instructions
};

}  // namespace tcviz::inline gpu_xray
