// Finds NVRTC and the header files that go with it.
#include <fmt/format.h>

#include "gpu/source/device/nvrtc.hpp"
#include "gpu/source/device/nvrtc_library.hpp"
#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline gpu_device {
namespace {

namespace fs = std::filesystem;

WantedLibrary nvrtc() {
  return {{"libnvrtc.so.13", "libnvrtc.so.12"}, "nvrtc", {"nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"}, true};
}

bool has_headers(const fs::path& folder) {
  std::error_code ignored;
  for (const char* const name : {"cuda_fp16.h", "mma.h", "crt/mma.h"})
    if (!fs::exists(folder / name, ignored)) return false;
  return true;
}

// Returns the folder of NVRTC's headers. Candidates beside the library come first: they belong to its own toolkit.
fs::path find_headers(const fs::path& library, const Surroundings& machine) {
  std::error_code problem;
  const fs::path real = fs::canonical(library, problem);
  std::vector<fs::path> folders;
  for (const fs::path& file : {library, problem ? library : real})
    for (const char* const way : {"../include", "../../include", "../../cuda_runtime/include"})
      folders.push_back((file.parent_path() / way).lexically_normal());
  for (const char* const fetched : {"nvrtc", "cuda"})
    if (!machine.setup.empty()) folders.push_back(machine.setup / fetched / "nvidia/cu13/include");
  for (const fs::path& each : toolkit_folders(machine)) folders.push_back(each / "include");
  folders.push_back(machine.root / "usr/include");
  for (const fs::path& each : folders)
    if (has_headers(each)) return each;
  return {};
}

std::vector<std::string> places_named(const fs::path& named) {
  std::error_code ignored;
  if (!fs::is_directory(named, ignored)) return {named.string()};
  std::vector<std::string> places;
  for (const std::string& name : nvrtc().names) places.push_back((named / name).string());
  return places;
}

std::optional<NvrtcPlaces> open_first(const std::vector<std::string>& places, const Surroundings& machine) {
  for (const std::string& place : places)
    if (const auto library = open_nvrtc(place))
      return NvrtcPlaces{library->file, library->version_text(), find_headers(library->file, machine), {}};
  return std::nullopt;
}

Error nothing_found(const std::vector<std::string>& searched, const Surroundings& machine) {
  return unavailable(
      fmt::format("no NVRTC is here, which compiles kernels at run time: fetch it with {} (up to 180 MB), install "
                  "a CUDA toolkit of version 12 or 13, or name the library in TCVIZ_NVRTC. Looked in: {}.",
                  fetch_command("gpu", machine.setup.string()), fmt::join(searched, ", ")));
}

}  // namespace

Result<NvrtcPlaces> find_nvrtc(const Surroundings& machine) {
  if (const std::string named = machine.variable("TCVIZ_NVRTC"); !named.empty()) {
    auto found = open_first(places_named(named), machine);
    if (!found)
      return unavailable(fmt::format("TCVIZ_NVRTC names {}, and there is no NVRTC of version 12 or 13", named));
    found->searched = {named};
    return *std::move(found);
  }
  auto searched = library_folders(nvrtc(), machine);
  auto found = open_first(library_places(nvrtc(), machine), machine);
  if (!found) return nothing_found(searched, machine);
  found->searched = std::move(searched);
  return *std::move(found);
}

Result<NvrtcPlaces> find_nvrtc() { return find_nvrtc(this_machine()); }

fs::path default_kernel_cache(const Surroundings& machine) {
  // The XDG Base Directory Specification says that a relative path must be ignored.
  if (const fs::path cache = machine.variable("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "tcviz/kernels";
  if (const fs::path home = machine.variable("HOME"); home.is_absolute()) return home / ".cache/tcviz/kernels";
  return {};
}

fs::path default_kernel_cache() { return default_kernel_cache(this_machine()); }

}  // namespace tcviz::inline gpu_device
