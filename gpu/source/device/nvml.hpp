// Opens NVIDIA's management library (NVML) at run time and reads the current state of the driver and of a GPU. NVML API
// Reference Guide, "Device Queries", "System Queries".
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace tcviz::inline gpu_device {

// The state of a GPU that influences measurements.
struct GpuState {
  int sm_clock_mhz = 0;
  double power_w = 0, power_limit_w = 0;
  int performance_state = 0;  // 0 (P0, the fastest) to 15
  int temperature_c = 0;
  friend bool operator==(const GpuState&, const GpuState&) = default;
};
// Returns the state as text: "1755 MHz, 612 of 700 W, P0, 48 degrees C".
std::string describe(const GpuState& state);

class Nvml {
 public:
  // Opens the library; returns none if it is missing or cannot be initialised.
  static std::optional<Nvml> open(const std::string& library = "libnvidia-ml.so.1");
  // Returns the driver's version; empty: not known.
  std::string driver_version() const;
  // Returns the state of the GPU with this PCI bus id ("0000:1b:00.0"); none unless all of it can be read.
  std::optional<GpuState> state(const std::string& pci_bus_id) const;

 private:
  struct Functions;
  explicit Nvml(std::shared_ptr<const Functions> functions) : functions_(std::move(functions)) {}
  std::shared_ptr<const Functions> functions_;
};

}  // namespace tcviz::inline gpu_device
