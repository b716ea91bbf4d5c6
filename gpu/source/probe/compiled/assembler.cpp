#include "gpu/source/probe/compiled/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <set>
#include <sstream>

#include "gpu/layout/file.hpp"
#include "gpu/source/device/library_search.hpp"
#include "gpu/source/device/open_library.hpp"
#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline gpu_probe {
namespace {

// nvJitLink.h of CUDA 13.0; the same since 12.0.
using Handle = void*;
constexpr int input_ptx = 2;  // NVJITLINK_INPUT_PTX
struct Functions {
  int (*create)(Handle*, std::uint32_t, const char* const*) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*add)(Handle, int, const void*, std::size_t, const char*) = nullptr;
  int (*complete)(Handle) = nullptr;
  int (*cubin_size)(Handle, std::size_t*) = nullptr;
  int (*cubin)(Handle, void*) = nullptr;
  int (*log_size)(Handle, std::size_t*) = nullptr;
  int (*log)(Handle, char*) = nullptr;
  int (*version)(unsigned*, unsigned*) = nullptr;
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, Functions& f) {
  return find(library, "nvJitLinkCreate", f.create) && find(library, "nvJitLinkDestroy", f.destroy) &&
         find(library, "nvJitLinkAddData", f.add) && find(library, "nvJitLinkComplete", f.complete) &&
         find(library, "nvJitLinkGetLinkedCubinSize", f.cubin_size) &&
         find(library, "nvJitLinkGetLinkedCubin", f.cubin) && find(library, "nvJitLinkGetErrorLogSize", f.log_size) &&
         find(library, "nvJitLinkGetErrorLog", f.log) && find(library, "nvJitLinkVersion", f.version);
}

// Returns the architectures that the library compiles for: it names each in an option of its own, "-arch=compute_90",
// zero byte.
std::vector<ComputeCapability> named_architectures(std::string_view bytes) {
  constexpr std::string_view prefix = "-arch=compute_";
  std::set<ComputeCapability> found;
  const std::boyer_moore_horspool_searcher search(prefix.begin(), prefix.end());
  for (auto at = bytes.begin(); (at = std::search(at, bytes.end(), search)) != bytes.end();) {
    at += static_cast<std::ptrdiff_t>(prefix.size());
    const std::string_view rest = bytes.substr(static_cast<std::size_t>(at - bytes.begin()), 4);
    int number = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const bool whole = problem == std::errc() && end != rest.data() + rest.size() && *end == '\0';
    if (whole && number >= 70) found.insert(number);
  }
  return {found.begin(), found.end()};
}

class NvJitLink final : public Assembler {
 public:
  NvJitLink(OpenLibrary library, const Functions& functions, std::string path)
      : library_(std::move(library)), f_(functions), path_(std::move(path)) {
    unsigned major = 0, minor = 0;
    f_.version(&major, &minor);
    version_ = fmt::format("{}.{}", major, minor);
  }

  const std::string& version() const override { return version_; }
  const std::string& path() const override { return path_; }

  const std::vector<ComputeCapability>& architectures() override {
    const std::lock_guard lock(mutex_);
    if (architectures_.empty()) {
      const auto bytes = read_file(path_, std::size_t{1} << 30);
      if (bytes) architectures_ = named_architectures(bytes.value());
    }
    return architectures_;
  }

  Result<std::string> assemble(const std::string& ptx, ComputeCapability architecture, bool optimise) const override {
    const std::string target = fmt::format("-arch=sm_{}", architecture);
    const std::vector<const char*> options{target.c_str(), optimise ? "-O3" : "-O0"};
    Handle handle = nullptr;
    if (f_.create(&handle, static_cast<std::uint32_t>(options.size()), options.data()) != 0) {
      return unavailable(fmt::format("nvJitLink {} refuses {}", version_, target));
    }
    auto cubin = link(handle, ptx);
    f_.destroy(&handle);
    return cubin;
  }

 private:
  Result<std::string> link(Handle handle, const std::string& ptx) const {
    // The terminating zero belongs to the text.
    const bool done =
        f_.add(handle, input_ptx, ptx.c_str(), ptx.size() + 1, "probe.ptx") == 0 && f_.complete(handle) == 0;
    std::size_t size = 0;
    if (!done) return unavailable(fmt::format("nvJitLink {}: {}", version_, error_log(handle)));
    if (f_.cubin_size(handle, &size) != 0) return unavailable("nvJitLink has no cubin");
    std::string cubin(size, '\0');
    if (f_.cubin(handle, cubin.data()) != 0) return unavailable("nvJitLink gives no cubin");
    return cubin;
  }

  std::string error_log(Handle handle) const {
    std::size_t size = 0;
    if (f_.log_size(handle, &size) != 0 || size == 0) return "failed without a message";
    std::string text(size, '\0');
    f_.log(handle, text.data());
    return text.substr(0, text.find('\0'));
  }

  OpenLibrary library_;
  Functions f_;
  std::string path_, version_;
  std::vector<ComputeCapability> architectures_;
  std::mutex mutex_;
};

WantedLibrary nvjitlink() {
  return {{"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"},
          "nvjitlink",
          {"nvidia/cu13/lib", "nvidia/nvjitlink/lib"}};
}

// Returns the two numbers of a version, in an order that puts "9.0" before "12.9" before "13.0".
std::pair<int, int> version_number(const std::string& version) {
  int major = 0, minor = 0;
  const auto dot = std::min(version.find('.'), version.size() - 1);
  std::from_chars(version.data(), version.data() + dot, major);
  std::from_chars(version.data() + dot + 1, version.data() + version.size(), minor);
  return {major, minor};
}

}  // namespace

Error no_assembler() {
  return unavailable(fmt::format(
      "no nvJitLink is here: fetch it with {} (up to 180 MB), install a CUDA toolkit, or name the library in "
      "TCVIZ_NVJITLINK.",
      fetch_command("sass")));
}

std::vector<std::string> assembler_paths() {
  const char* named = std::getenv("TCVIZ_NVJITLINK");
  std::vector<std::string> paths;
  std::istringstream list(named == nullptr ? "" : named);
  for (std::string path; std::getline(list, path, ':');) paths.push_back(path);
  return paths;
}

Result<std::unique_ptr<Assembler>> open_assembler(const std::string& path) {
  OpenLibrary library = open_library(path);
  if (!library) {
    return unavailable(
        fmt::format("no nvJitLink at {}: install a CUDA toolkit or the Python package nvidia-nvjitlink", path));
  }
  Functions functions;
  const bool whole = find_all(library.get(), functions);
  const std::string file = whole ? file_of(reinterpret_cast<void*>(functions.create)).string() : std::string();
  if (file.empty()) {
    return unavailable(fmt::format("{} is not an nvJitLink that is known (12.3 or later)", path));
  }
  return std::unique_ptr<Assembler>(std::make_unique<NvJitLink>(std::move(library), functions, file));
}

std::vector<std::unique_ptr<Assembler>> find_assemblers(const std::vector<std::string>& paths) {
  std::vector<std::string> places = paths;
  const auto usual = library_places(nvjitlink(), this_machine());
  places.insert(places.end(), usual.begin(), usual.end());
  std::vector<std::unique_ptr<Assembler>> found;
  for (const std::string& place : places) {
    auto assembler = open_assembler(place);
    if (!assembler) continue;
    const auto same = [&](const auto& other) { return other->version() == assembler.value()->version(); };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(assembler).value());
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return version_number(a->version()) > version_number(b->version());
  });
  return found;
}

}  // namespace tcviz::inline gpu_probe
