// NVIDIA's management library, opened at run time: the state of the driver and of a GPU at this moment. NVML API
// Reference Guide, "Device Queries", "System Queries".
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace tcviz::inline gpu_device {

// The state of the GPU that a measurement depends on besides the program.
struct GpuState {
  int sm_clock_mhz = 0;
  double power_w = 0, power_limit_w = 0;
  int performance_state = 0;  // P0, the fastest, to P15
  int temperature_c = 0;
  friend bool operator==(const GpuState&, const GpuState&) = default;
};
// Returns "1755 MHz, 612 of 700 W, P0, 48 degrees C".
std::string describe(const GpuState& state);

class Nvml {
 public:
  // Opens the library; returns none if it is not there or does not start.
  static std::optional<Nvml> open(const std::string& library = "libnvidia-ml.so.1");
  std::string driver_version() const;                                  // empty: not known
  std::optional<GpuState> state(const std::string& pci_bus_id) const;  // of "0000:1b:00.0"; all of it or nothing

 private:
  struct Functions;
  explicit Nvml(std::shared_ptr<const Functions> functions) : functions_(std::move(functions)) {}
  std::shared_ptr<const Functions> functions_;
};

}  // namespace tcviz::inline gpu_device
