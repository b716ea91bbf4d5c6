#include "gpu/source/device/nvrtc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "gpu/source/device/kernel_cache.hpp"
#include "gpu/source/device/nvrtc_library.hpp"
#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline gpu_device {
namespace {

using Outcome = std::variant<Compiled, CompileFailure>;

bool is_given(const std::vector<std::string>& options, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(options.begin(), options.end(), [&](const std::string& option) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](auto each) { return option.starts_with(each); });
  });
}

std::vector<std::string> all_options(const NvrtcPlaces& places, const CompileRequest& request) {
  std::vector<std::string> options;
  if (!is_given(request.options, {"--gpu-architecture", "-arch"}))
    options.push_back(fmt::format("--gpu-architecture=sm_{}", request.capability));
  if (!is_given(request.options, {"--std", "-std"})) options.push_back("--std=c++20");
  if (!places.include.empty()) options.push_back("--include-path=" + places.include.string());
  options.insert(options.end(), request.options.begin(), request.options.end());
  return options;
}

// Returns everything that the cubin depends on; zero bytes separate the parts, which hold none.
std::string key_of(const NvrtcPlaces& places, const CompileRequest& request, const std::vector<std::string>& options) {
  std::string key = "NVRTC " + places.version + '\0' + request.file_name + '\0';
  for (const std::string& each : options) key += each + '\0';
  return key + '\0' + request.text;
}

// A program of NVRTC's, destroyed at the end.
class Program {
 public:
  Program(const NvrtcLibrary& library, const CompileRequest& request) : library_(library) {
    result_ = library_.create(&program_, request.text.c_str(), request.file_name.c_str(), 0, nullptr, nullptr);
  }
  ~Program() {
    if (program_ != nullptr) library_.destroy(&program_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool compile(const std::vector<std::string>& options) {
    std::vector<const char*> texts;
    for (const std::string& each : options) texts.push_back(each.c_str());
    if (result_ == 0) result_ = library_.compile(program_, static_cast<int>(texts.size()), texts.data());
    return result_ == 0;
  }

  std::string log() const {
    std::size_t size = 0;
    if (program_ == nullptr || library_.log_size(program_, &size) != 0 || size == 0) return {};
    std::string text(size, '\0');
    if (library_.log(program_, text.data()) != 0) return {};
    return text.substr(0, text.find('\0'));
  }

  std::string cubin() const { return made(library_.cubin_size, library_.cubin); }
  std::string ptx() const {
    const std::string text = made(library_.ptx_size, library_.ptx);
    return text.substr(0, text.find('\0'));
  }

  std::string why() const { return library_.error_text(result_); }

 private:
  std::string made(int (*count)(NvrtcLibrary::Program, std::size_t*), int (*get)(NvrtcLibrary::Program, char*)) const {
    std::size_t size = 0;
    if (count(program_, &size) != 0) return {};
    std::string bytes(size, '\0');
    return get(program_, bytes.data()) == 0 ? bytes : std::string();
  }

  const NvrtcLibrary& library_;
  NvrtcLibrary::Program program_ = nullptr;
  int result_ = 0;
};

// True for NVRTC 13.0's "nvrtc: error: failed to open libnvrtc-builtins.so.13.0.", which goes with advice for the
// author of the program.
bool lacks_its_half(const std::string& log) { return log.find("failed to open libnvrtc-builtins") != log.npos; }

std::string incomplete(const NvrtcPlaces& places) {
  return fmt::format("; it belongs beside {}: {} fetches a whole NVRTC (up to 180 MB)", places.library.string(),
                     fetch_command("gpu"));
}

CompileFailure failure(const NvrtcPlaces& places, std::string log, const std::string& why) {
  CompileFailure failed;
  failed.lines = parse_compile_log(log);
  const auto first =
      std::find_if(failed.lines.begin(), failed.lines.end(), [](const auto& each) { return each.error; });
  std::string message = why;
  if (first != failed.lines.end())
    message =
        first->line > 0 ? fmt::format("{}, line {}: {}", first->file, first->line, first->message) : first->message;
  if (places.include.empty() && message.find("cannot open source file") != message.npos)
    message += fmt::format("; CUDA's header files are not here: {} fetches them", fetch_command("gpu"));
  message = fmt::format("NVRTC {}: {}", places.version, message);
  failed.error = lacks_its_half(log) ? unavailable(message + incomplete(places)) : bad_input(std::move(message));
  failed.log = std::move(log);
  return failed;
}

std::string gone(const NvrtcPlaces& places) {
  return fmt::format("{} is not an NVRTC any more: start the program again", places.library.string());
}

CompileFailure unable(std::string message) {
  CompileFailure failed;
  failed.error = unavailable(std::move(message));
  failed.log = failed.error.message;
  return failed;
}

Compiled compiled(const NvrtcPlaces& places, const CachedKernel& kernel, bool from_cache) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(kernel.cubin.data());
  Compiled result;
  result.cubin.assign(bytes, bytes + kernel.cubin.size());
  result.log = kernel.log;
  result.from_cache = from_cache;
  result.compiler = "NVRTC " + places.version;
  return result;
}

std::vector<ComputeCapability> architectures_of(const NvrtcLibrary& library) {
  int count = 0;
  if (library.count_architectures(&count) != 0 || count <= 0) return {};
  std::vector<ComputeCapability> found(static_cast<std::size_t>(count));
  if (library.architectures(found.data()) != 0) return {};
  std::sort(found.begin(), found.end());
  return found;
}

Outcome compile_now(const NvrtcPlaces& places, const CompileRequest& request, const std::vector<std::string>& options) {
  const auto library = open_nvrtc(places.library.string());
  if (!library) return unable(gone(places));
  const auto known = architectures_of(*library);
  if (std::find(known.begin(), known.end(), request.capability) == known.end())
    return unable(
        fmt::format("NVRTC {} does not compile for sm_{}: it knows {}. Install the CUDA toolkit that knows it, "
                    "or name its library in TCVIZ_NVRTC",
                    places.version, request.capability, fmt::join(known, ", ")));
  Program program(*library, request);
  const bool done = program.compile(options);
  CachedKernel kernel{done ? program.cubin() : std::string(), program.log()};
  if (!done) return failure(places, std::move(kernel.log), program.why());
  if (kernel.cubin.empty()) return failure(places, std::move(kernel.log), "there is no cubin");
  return compiled(places, kernel, false);
}

}  // namespace

Outcome compile_kernel(const NvrtcPlaces& places, const CompileRequest& request,
                       const std::filesystem::path& cache_folder) {
  const auto began = std::chrono::steady_clock::now();
  const auto options = all_options(places, request);
  const std::string key = key_of(places, request, options);
  Outcome outcome;
  const auto cached = cache_folder.empty() ? std::nullopt : read_cached(cache_folder, key);
  outcome = cached ? Outcome(compiled(places, *cached, true)) : compile_now(places, request, options);
  auto* const result = std::get_if<Compiled>(&outcome);
  if (result == nullptr) return outcome;
  if (!cached && !cache_folder.empty())
    write_cached(cache_folder, key,
                 {{reinterpret_cast<const char*>(result->cubin.data()), result->cubin.size()}, result->log});
  result->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  return outcome;
}

Result<std::string> compile_to_ptx(const NvrtcPlaces& places, const std::string& text, const std::string& file_name,
                                   const std::string& architecture, const std::vector<std::string>& flags) {
  const auto library = open_nvrtc(places.library.string());
  if (!library) return unavailable(gone(places));
  const std::string number = architecture.substr(architecture.find('_') + 1);  // sm_90a: compute_90a
  CompileRequest request{text, file_name, 0, {"--gpu-architecture=compute_" + number, "-lineinfo"}};
  if (std::ranges::none_of(flags, [](const std::string& flag) { return flag.find("-std") != std::string::npos; }))
    request.options.emplace_back("--std=c++17");
  request.options.insert(request.options.end(), flags.begin(), flags.end());
  Program program(*library, request);
  const bool done = program.compile(all_options(places, request));
  std::string ptx = done ? program.ptx() : std::string();
  if (!ptx.empty()) return ptx;
  const CompileFailure failed = failure(places, program.log(), done ? "there is no PTX" : program.why());
  if (failed.error.fault != Fault::BadInput || failed.log.empty()) return failed.error;
  return bad_input(
      fmt::format("NVRTC {} does not compile {} for {}:\n{}", places.version, file_name, architecture, failed.log));
}

std::vector<ComputeCapability> nvrtc_architectures(const NvrtcPlaces& places) {
  const auto library = open_nvrtc(places.library.string());
  return library ? architectures_of(*library) : std::vector<ComputeCapability>();
}

}  // namespace tcviz::inline gpu_device
