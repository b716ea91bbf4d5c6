// Keeps which lanes of a warp have synchronised with each other, and when: all of them, or those that one member mask
// names. PTX ISA 9.0, "bar.warp.sync": memory is ordered among the threads that take part.
#pragma once

#include <cstdint>
#include <vector>

namespace tcviz::inline gpu_xray {

class LaneMeetings {
 public:
  // Notes that all lanes synchronised; meet(): that only these did.
  void together(std::int64_t step) {
    full_epoch_ = ++epoch_, together_at_ = step;
    meetings_.clear();
  }
  void meet(std::uint32_t lanes, std::int64_t step);
  // Counts how often lanes synchronised; full_epoch(): the count when all did the last time.
  std::uint32_t epoch() const { return epoch_; }
  std::uint32_t full_epoch() const { return full_epoch_; }
  // Returns the step of that last time.
  std::int64_t together_at() const { return together_at_; }
  // Returns those of `lanes` that have not synchronised with `lane` since an epoch.
  std::uint32_t apart_from(std::uint32_t lanes, int lane, std::uint32_t epoch) const;
  // True if `lane` has synchronised with `other` after `step`.
  bool have_met_after(int other, int lane, std::int64_t step) const;

 private:
  // Returns the lanes that the lane has synchronised with in the last meetings, itself among them.
  std::uint32_t met_in(std::size_t last, int lane) const;
  struct Meeting {
    std::int64_t step = 0;
    std::uint32_t lanes = 0;
  };
  std::uint32_t epoch_ = 0, full_epoch_ = 0;
  std::int64_t together_at_ = 0;
  std::vector<Meeting> meetings_;  // of some lanes, since all met: one for each epoch, the last ones
};

}  // namespace tcviz::inline gpu_xray
