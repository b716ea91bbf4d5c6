#include "gpu/source/device/open_library.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_device {
namespace {

namespace fs = std::filesystem;

constexpr int for_good = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;

// A library, and the part beside it for which it asks the loader by name.
struct Part {
  std::string_view library, part;
};
constexpr Part parts[] = {
    {"libnvrtc.so", "libnvrtc-builtins.so"},
    {"libcublas.so", "libcublasLt.so"},
};

// Returns "13" for "libnvrtc.so.13.0.88" if `stem` is "libnvrtc.so"; empty for a name without a version.
std::string_view major_version(std::string_view name, std::string_view stem) {
  name.remove_prefix(std::min(name.size(), stem.size() + 1));
  return name.substr(0, name.find('.'));
}

bool is_part(std::string_view name, std::string_view library, const Part& row) {
  if (!name.starts_with(row.part)) return false;
  const std::string_view wanted = major_version(library, row.library);
  return wanted.empty() || major_version(name, row.part) == wanted;
}

std::vector<fs::path> parts_beside(const fs::path& library, const Part& row) {
  const std::string name = library.filename().string();
  if (!name.starts_with(row.library)) return {};
  std::vector<fs::path> found;
  std::error_code problem;
  for (fs::directory_iterator each(library.parent_path(), problem), end; !problem && each != end;
       each.increment(problem))
    if (is_part(each->path().filename().string(), name, row)) found.push_back(each->path());
  return found;
}

// Opens the parts of a library that lie beside it. Follows links, too: a link may lie in a folder of its own, or have
// no version in its name.
void open_parts(const fs::path& library) {
  std::error_code problem;
  const fs::path real = fs::canonical(library, problem);
  for (const fs::path& file : {library, problem ? library : real})
    for (const Part& row : parts)
      for (const fs::path& part : parts_beside(file, row)) OpenLibrary(dlopen(part.c_str(), for_good));
}

}  // namespace

OpenLibrary open_library(const std::string& place) {
  if (place.find('/') != place.npos) open_parts(place);
  OpenLibrary library(dlopen(place.c_str(), for_good));
  return library;
}

fs::path file_of(const void* function) {
  Dl_info info{};
  return dladdr(function, &info) != 0 ? info.dli_fname : fs::path();
}

}  // namespace tcviz::inline gpu_device
