#include "gpu/source/device/nvml.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>

#include "gpu/source/device/find_function.hpp"

namespace tcviz::inline gpu_device {
namespace {

constexpr int clock_of_multiprocessors = 1;  // NVML_CLOCK_SM
constexpr int sensor_of_gpu = 0;             // NVML_TEMPERATURE_GPU

using Device = void*;

}  // namespace

struct Nvml::Functions {
  void* library = nullptr;
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;
  int (*device)(const char*, Device*) = nullptr;
  int (*clock)(Device, int, unsigned*) = nullptr;
  int (*power)(Device, unsigned*) = nullptr;        // milliwatts
  int (*power_limit)(Device, unsigned*) = nullptr;  // milliwatts
  int (*performance)(Device, int*) = nullptr;
  int (*temperature)(Device, int, unsigned*) = nullptr;
  bool started = false;

  Functions() = default;
  Functions(const Functions&) = delete;
  Functions& operator=(const Functions&) = delete;
  ~Functions() {
    if (started) shutdown();
    if (library != nullptr) dlclose(library);
  }

  bool start(const char* name) {
    library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) return false;
    const bool complete = find_function(library, "nvmlInit_v2", init) &&
                          find_function(library, "nvmlShutdown", shutdown) &&
                          find_function(library, "nvmlSystemGetDriverVersion", driver_version) &&
                          find_function(library, "nvmlDeviceGetHandleByPciBusId_v2", device) &&
                          find_function(library, "nvmlDeviceGetClockInfo", clock) &&
                          find_function(library, "nvmlDeviceGetPowerUsage", power) &&
                          find_function(library, "nvmlDeviceGetEnforcedPowerLimit", power_limit) &&
                          find_function(library, "nvmlDeviceGetPerformanceState", performance) &&
                          find_function(library, "nvmlDeviceGetTemperature", temperature);
    started = complete && init() == 0;
    return started;
  }
};

std::string describe(const GpuState& state) {
  return fmt::format("{} MHz, {:.0f} of {:.0f} W, P{}, {} degrees C", state.sm_clock_mhz, state.power_w,
                     state.power_limit_w, state.performance_state, state.temperature_c);
}

std::optional<Nvml> Nvml::open(const std::string& library) {
  const auto functions = std::make_shared<Functions>();
  if (!functions->start(library.c_str())) return std::nullopt;
  return Nvml(functions);
}

std::string Nvml::driver_version() const {
  std::array<char, 96> text{};
  return functions_->driver_version(text.data(), text.size()) == 0 ? std::string(text.data()) : std::string();
}

std::optional<GpuState> Nvml::state(const std::string& pci_bus_id) const {
  const Functions& nvml = *functions_;
  Device device = nullptr;
  unsigned clock = 0, power = 0, limit = 0, temperature = 0;
  int performance = 0;
  const bool known = nvml.device(pci_bus_id.c_str(), &device) == 0 &&
                     nvml.clock(device, clock_of_multiprocessors, &clock) == 0 && nvml.power(device, &power) == 0 &&
                     nvml.power_limit(device, &limit) == 0 && nvml.performance(device, &performance) == 0 &&
                     nvml.temperature(device, sensor_of_gpu, &temperature) == 0;
  if (!known) return std::nullopt;
  return GpuState{static_cast<int>(clock), power / 1000.0, limit / 1000.0, performance, static_cast<int>(temperature)};
}

}  // namespace tcviz::inline gpu_device
