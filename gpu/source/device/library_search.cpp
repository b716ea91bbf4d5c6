#include "gpu/source/device/library_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline gpu_device {
namespace {

namespace fs = std::filesystem;

constexpr const char* read_variables[] = {"HOME",          "PATH",         "CUDA_HOME",       "CUDA_PATH",
                                          "VIRTUAL_ENV",   "CONDA_PREFIX", "LD_LIBRARY_PATH", "TCVIZ_NVRTC",
                                          "XDG_CACHE_HOME"};
constexpr std::string_view loader = "the loader's folders";

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

fs::path below(const Surroundings& machine, std::string_view path) {
  return machine.root / fs::path(path).relative_path();
}

// Returns the folders in `parent` whose names begin like this, the highest version first.
std::vector<fs::path> folders_in(const fs::path& parent, std::string_view beginning) {
  std::vector<fs::path> found;
  std::error_code problem;
  for (fs::directory_iterator each(parent, problem), end; !problem && each != end; each.increment(problem))
    if (each->path().filename().string().starts_with(beginning)) found.push_back(each->path());
  std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
    const std::string x = a.string(), y = b.string();
    return x.size() != y.size() ? x.size() > y.size() : x > y;
  });
  return found;
}

std::vector<fs::path> listed(const std::string& colons) {
  std::vector<fs::path> paths;
  std::istringstream list(colons);
  for (std::string path; std::getline(list, path, ':');)
    if (!path.empty()) paths.emplace_back(path);
  return paths;
}

// Returns the folders that programs of this name on PATH are installed in: /opt/x for /opt/x/bin/nvcc, links followed.
std::vector<fs::path> prefixes_of(const std::string& program, const Surroundings& machine) {
  std::vector<fs::path> prefixes;
  for (const fs::path& folder : listed(machine.variable("PATH"))) {
    std::error_code problem;
    const fs::path file = fs::canonical(folder / program, problem);
    if (!problem) prefixes.push_back(file.parent_path().parent_path());
  }
  return prefixes;
}

void add_packages(std::vector<fs::path>& folders, const fs::path& lib) {
  for (const fs::path& python : folders_in(lib, "python3"))
    for (const char* const name : {"site-packages", "dist-packages"})
      if (is_there(python / name)) folders.push_back(python / name);
}

// Returns the package folders of the environment that the program itself was installed into: by pip to PREFIX/bin, or
// by `pip --target DIR` to DIR/bin.
std::vector<fs::path> own_packages(const Surroundings& machine) {
  std::vector<fs::path> folders;
  if (machine.program.empty()) return folders;
  const fs::path prefix = machine.program.parent_path().parent_path();
  for (const char* const lib : {"lib", "lib64"}) add_packages(folders, prefix / lib);
  if (is_there(prefix / "nvidia")) folders.push_back(prefix);
  return folders;
}

std::vector<fs::path> python_packages(const Surroundings& machine) {
  std::vector<fs::path> folders;
  for (const char* const name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const std::string prefix = machine.variable(name); !prefix.empty())
      add_packages(folders, fs::path(prefix) / "lib");
  // A virtual environment's python3 is a link to that of another one: the folder that names it counts, too.
  for (const fs::path& folder : listed(machine.variable("PATH")))
    if (is_there(folder / "python3")) add_packages(folders, folder.parent_path() / "lib");
  for (const fs::path& prefix : prefixes_of("python3", machine)) add_packages(folders, prefix / "lib");
  if (const std::string home = machine.variable("HOME"); !home.empty())
    add_packages(folders, fs::path(home) / ".local/lib");
  for (const char* const lib : {"/usr/local/lib", "/usr/lib"}) add_packages(folders, below(machine, lib));
  return folders;
}

void add_below(std::vector<std::string>& folders, const fs::path& packages, const WantedLibrary& wanted) {
  for (const std::string& each : wanted.wheel_folders) folders.push_back((packages / each).string());
}

}  // namespace

std::string Surroundings::variable(const std::string& name) const {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string() : found->second;
}

Surroundings this_machine() {
  Surroundings machine;
  for (const char* const name : read_variables)
    if (const char* value = std::getenv(name)) machine.variables[name] = value;
  machine.setup = setup_folder();
  std::error_code unknown;
  machine.program = fs::read_symlink("/proc/self/exe", unknown);
  return machine;
}

std::vector<fs::path> toolkit_folders(const Surroundings& machine) {
  std::vector<fs::path> folders;
  for (const char* const name : {"CUDA_HOME", "CUDA_PATH"})
    if (const std::string value = machine.variable(name); !value.empty()) folders.emplace_back(value);
  folders.push_back(below(machine, "/usr/local/cuda"));
  for (const fs::path& each : folders_in(below(machine, "/usr/local"), "cuda-")) folders.push_back(each);
  for (const fs::path& each : prefixes_of("nvcc", machine)) folders.push_back(each);
  return folders;
}

fs::path toolkit_program(const std::string& name, const Surroundings& machine) {
  std::vector<fs::path> folders = listed(machine.variable("PATH"));
  for (const fs::path& each : toolkit_folders(machine)) folders.push_back(each / "bin");
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / name, ignored)) return folder / name;
  }
  return {};
}

std::vector<std::string> library_folders(const WantedLibrary& wanted, const Surroundings& machine) {
  std::vector<std::string> folders;
  if (!machine.setup.empty()) add_below(folders, machine.setup / wanted.setup_folder, wanted);
  if (machine.has_loader) folders.emplace_back(loader);
  for (const fs::path& each : toolkit_folders(machine))
    for (const char* const lib : {"lib64", "lib"}) folders.push_back((each / lib).string());
  for (const fs::path& each : own_packages(machine)) add_below(folders, each, wanted);
  if (wanted.of_python)
    for (const fs::path& each : python_packages(machine)) add_below(folders, each, wanted);
  std::vector<std::string> once;
  for (const std::string& each : folders)
    if (std::find(once.begin(), once.end(), each) == once.end()) once.push_back(each);
  return once;
}

std::vector<std::string> library_places(const WantedLibrary& wanted, const Surroundings& machine) {
  std::vector<std::string> places;
  for (const std::string& folder : library_folders(wanted, machine))
    for (const std::string& name : wanted.names) {
      if (folder == loader)
        places.push_back(name);
      else if (is_there(fs::path(folder) / name))
        places.push_back((fs::path(folder) / name).string());
    }
  return places;
}

}  // namespace tcviz::inline gpu_device
