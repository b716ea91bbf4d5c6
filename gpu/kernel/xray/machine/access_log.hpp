// Records accesses to shared memory while a block is executed: the access that the user asks for, and those that loaded
// the factors of one product.
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
  // Records the access `wish`, and the loads that brought the factors of the product at step `product` of the warp
  // `product_warp`; 0: of no product.
  AccessLog(std::optional<AccessWish> wish, std::int64_t product, int product_warp)
      : wish_(std::move(wish)), product_(product), product_warp_(product_warp) {}

  // Notes the bytes that a lane accesses in the current instruction.
  void touch(int lane, std::uint64_t address, int bytes, bool stores);
  // Notes the wavefronts to be counted for the current instruction.
  void count(const WarpAccess& access, const LaneAddresses& addresses);
  // Notes the codes of bytes that a copy will bring to `address`.
  void bring(std::uint64_t address, std::span<const Code> codes);
  // Notes that the product reads a tile from shared memory; ignores tiles in registers. Each element has `bytes` bytes.
  void read_tile(const StepContext& context, const LabelledTile& tile, int bytes);
  // Ends the current instruction, after its accesses.
  void end_step(const StepContext& context);

  // Accesses that loaded the factors, in the order of steps; the last are accesses by the product itself.
  std::vector<BankAccess> feeding;
  // The access that the user asks for; none: it has not happened.
  std::optional<BankAccess> wished;
  // Returns the instructions that accessed shared memory.
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
    const WarpAccess* counted = nullptr;  // null: wavefronts are not counted
    LaneAddresses addresses{};
    std::vector<Line> lines;
  };
  using KeptAccess = std::shared_ptr<const Kept>;
  using Feeders = std::vector<KeptAccess>;  // in the order of steps

  bool is_wished(const StepContext& context);
  void keep_lines(const StepContext& context);
  void follow(const StepContext& context, const KeptAccess& access);
  void add_feeders(const StepContext& context, std::size_t argument, Feeders& into) const;
  void take_product(const StepContext& context);

  std::optional<AccessWish> wish_;
  std::int64_t product_ = 0;
  int product_warp_ = -1;
  int seen_ = 0;  // accesses so far that fit the wish
  Kept now_;
  std::vector<std::pair<std::uint64_t, std::vector<Code>>> brought_;
  std::vector<BankAccess> own_;          // accesses by the product itself
  std::map<std::int32_t, Feeders> fed_;  // accesses that brought the value of each register of the product's warp
  std::set<std::int64_t> places_;        // instructions that accessed shared memory
};

}  // namespace tcviz::inline gpu_xray
