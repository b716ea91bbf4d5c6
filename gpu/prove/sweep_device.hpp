// The interface of devices that answer the cases of a sweep: a GPU in another process, or a rule in a test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/prove/sweep_cases.hpp"
#include "gpu/source/device/gpu.hpp"

namespace tcviz::inline gpu_prove {

struct SweepFacts {
  GpuInfo gpu;
  bool has_wgmma = false;  // the GPU has wgmma, and this program has kernels for it
};

// The answer to a case. Places: addresses; Cycles: a time; Refused: the driver refused the case; Faulted: the GPU did.
struct SweepAnswer {
  enum class Outcome : std::uint8_t { Places, Cycles, Refused, Faulted };
  Outcome outcome = Outcome::Places;
  // The address of every element or byte that was read or written, in bits if elements have one bit; -1 if no position
  // code was read.
  std::vector<std::int64_t> places;
  double cycles = 0;
  std::string text;  // for a refusal or fault: a sentence without its full stop
};
constexpr SweepAnswer::Outcome last_of(SweepAnswer::Outcome) { return SweepAnswer::Outcome::Faulted; }

class SweepDevice {
 public:
  SweepDevice() = default;
  SweepDevice(const SweepDevice&) = delete;
  SweepDevice& operator=(const SweepDevice&) = delete;
  virtual ~SweepDevice() = default;
  virtual const SweepFacts& facts() const = 0;
  // Returns the answer to a case. Returns an error only if the device can answer no further cases; a case that is
  // refused or faults has an answer.
  virtual Result<SweepAnswer> ask(const SweepCase& one) = 0;
};

}  // namespace tcviz::inline gpu_prove
