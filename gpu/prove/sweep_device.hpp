// A device that answers the cases of a sweep: a GPU in a process of its own, or a test's own rule.
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

struct SweepAnswer {
  enum class Outcome : std::uint8_t { Places, Cycles, Refused, Faulted };
  Outcome outcome = Outcome::Places;
  // The address of every element or byte, in bits if elements have one bit; -1 if no coded byte was read.
  std::vector<std::int64_t> places;
  double cycles = 0;
  std::string text;  // of a refusal or a fault: a sentence without its end
};
constexpr SweepAnswer::Outcome last_of(SweepAnswer::Outcome) { return SweepAnswer::Outcome::Faulted; }

class SweepDevice {
 public:
  SweepDevice() = default;
  SweepDevice(const SweepDevice&) = delete;
  SweepDevice& operator=(const SweepDevice&) = delete;
  virtual ~SweepDevice() = default;
  virtual const SweepFacts& facts() const = 0;
  // Returns the answer; an error only if the device can answer nothing more. An effect of a case on the GPU is an
  // answer.
  virtual Result<SweepAnswer> ask(const SweepCase& one) = 0;
};

}  // namespace tcviz::inline gpu_prove
