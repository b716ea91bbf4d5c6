// Lists the places on this machine where a library of CUDA's may lie, in order. Opens nothing.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tcviz::inline gpu_device {

// The parts of the machine that the search looks at; a test makes its own.
struct Surroundings {
  std::map<std::string, std::string> variables;  // of the environment
  std::filesystem::path root = "/";              // stands for / in the paths written here
  std::filesystem::path setup;                   // the folder into which app/setup.sh fetches libraries; empty: none
  std::filesystem::path program;  // the file that runs; the search looks at the packages installed with it
  bool has_loader = true;         // its own search uses bare names and ignores `root`
  std::string variable(const std::string& name) const;
};
Surroundings this_machine();

struct WantedLibrary {
  std::vector<std::string> names;          // of files, the best first: "libnvrtc.so.13"
  std::string setup_folder;                // "nvrtc": below Surroundings::setup
  std::vector<std::string> wheel_folders;  // "nvidia/cu13/lib": below a folder of Python's packages
  bool of_python = false;                  // true: look at Python's packages of the user and the system, too
};

// Returns folders that may hold a CUDA toolkit, with lib64 and include in them: CUDA_HOME, CUDA_PATH, /usr/local/cuda*,
// and that of the nvcc on PATH.
std::vector<std::filesystem::path> toolkit_folders(const Surroundings& machine);
// Returns the file of a toolkit's program, "nvcc": the first on PATH, else in a toolkit's bin. Empty if there is none.
std::filesystem::path toolkit_program(const std::string& name, const Surroundings& machine);

// Returns names that may be handed to dlopen, in order: files in the set-up's folder, bare names for the loader's own
// search (which looks at LD_LIBRARY_PATH), files of toolkits, of the Python packages beside this program, of others.
// All but the bare names exist.
std::vector<std::string> library_places(const WantedLibrary& wanted, const Surroundings& machine);
// Returns the folders that library_places looks into, existing or not: for a message.
std::vector<std::string> library_folders(const WantedLibrary& wanted, const Surroundings& machine);

}  // namespace tcviz::inline gpu_device
