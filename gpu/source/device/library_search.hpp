// Lists where on this machine a CUDA library may be, in the order of the search. Opens no library.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tcviz::inline gpu_device {

// The properties of the machine that the search uses; tests provide their own.
struct Surroundings {
  std::map<std::string, std::string> variables;  // environment variables
  std::filesystem::path root = "/";              // replaces / in all paths that the search uses
  std::filesystem::path setup;                   // the folder into which app/setup.sh downloads libraries; empty: none
  // The file of the running program: the search looks at Python packages installed with it.
  std::filesystem::path program;
  // true: bare names may be returned too, for which the system's loader searches (it ignores `root`).
  bool has_loader = true;
  // Returns the value of an environment variable; empty if it is not set.
  std::string variable(const std::string& name) const;
};
// Returns the properties of this machine.
Surroundings this_machine();

struct WantedLibrary {
  std::vector<std::string> names;          // names of the library's file, the best first: "libnvrtc.so.13"
  std::string setup_folder;                // folder below Surroundings::setup: "nvrtc"
  std::vector<std::string> wheel_folders;  // folders below a folder of Python packages: "nvidia/cu13/lib"
  bool of_python = false;                  // true: the search includes the Python packages of the user and the system
};

// Returns folders that may hold a CUDA toolkit (with lib64 and include): CUDA_HOME, CUDA_PATH, /usr/local/cuda*, and
// the folder of the nvcc on PATH.
std::vector<std::filesystem::path> toolkit_folders(const Surroundings& machine);
// Returns the file of a program of the toolkit, such as "nvcc": the first one on PATH, else one in a toolkit's bin.
// Returns an empty path if there is none.
std::filesystem::path toolkit_program(const std::string& name, const Surroundings& machine);

// Returns names for dlopen, in order: files in the set-up folder, bare names (for which the loader searches, also in
// LD_LIBRARY_PATH), files in toolkits, in the Python packages beside this program, and in other Python packages. All of
// them exist, except for the bare names, which nothing checks.
std::vector<std::string> library_places(const WantedLibrary& wanted, const Surroundings& machine);
// Returns the folders in which library_places searches, whether or not they exist. For error messages.
std::vector<std::string> library_folders(const WantedLibrary& wanted, const Surroundings& machine);

}  // namespace tcviz::inline gpu_device
