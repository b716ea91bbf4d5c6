#include "gpu/source/probe/discover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/layout_file.hpp"
#include "gpu/layout/sgemm.hpp"
#include "gpu/source/device/device_name.hpp"
#include "gpu/source/device/gpu.hpp"
#include "gpu/source/probe/compiled/compiled_source.hpp"
#include "gpu/source/probe/cuda_probe_device.hpp"
#include "gpu/source/probe/gpu_source.hpp"
#include "gpu/source/probe/indexed_source.hpp"
#include "gpu/source/probe/remote_device.hpp"
#include "gpu/source/probe/restarting_device.hpp"

namespace tcviz::inline gpu_probe {
namespace {

OpenAgain fresh_process(std::vector<std::string> command, const GpuInfo& gpu) {
  command.push_back(fmt::format("{}", gpu.ordinal));
  return [command, facts = DeviceFacts{gpu.name, gpu.capability, gpu.driver, gpu.cuda}] {
    return start_remote_device(command, facts);
  };
}

Result<OpenedDevice> open_gpu(const GpuInfo& gpu, const std::vector<std::string>& command) {
  auto opened = open_cuda_probe(gpu);
  if (opened && !command.empty()) {
    OpenedDevice& device = opened.value();
    device.device = make_restarting_device(std::move(device.device), fresh_process(command, gpu));
  }
  return opened;
}

void add_gpus(Sources& sources, const std::vector<std::string>& command, const StatedLayouts& stated) {
  const GpuSurvey survey = survey_gpus();
  sources.set_absence({survey.absence});
  for (const GpuInfo& gpu : survey.gpus) {
    if (gpu.capability < oldest_capability) continue;
    GpuSourceOptions options;
    options.info = {device_name(gpu.ordinal), SourceClass::Gpu,
                    fmt::format("{}, compute capability {}.{}, driver {}, CUDA {}", gpu.name, gpu.capability / 10,
                                gpu.capability % 10, gpu.driver, gpu.cuda)};
    options.capability = gpu.capability;
    options.open = [gpu, command] { return open_gpu(gpu, command); };
    options.stated = stated;
    sources.add(make_gpu_source(std::move(options)));
  }
}

constexpr std::string_view published_prefix = "published_";

// Adds architectures that the newest assembler on this machine knows and the file does not. Asks it only if it is newer
// than those that made the file, as that takes a tenth of a second.
void add_newer(Sources& sources, const CompiledTable& table) {
  auto assemblers = find_assemblers(assembler_paths());
  if (assemblers.empty()) return;
  const std::shared_ptr<Assembler> newest = std::move(assemblers.front());
  const auto made_by = [&](const CompiledArchitecture& made) { return made.assembler == newest->version(); };
  if (std::any_of(table.architectures.begin(), table.architectures.end(), made_by)) return;
  for (const ComputeCapability architecture : newest->architectures()) {
    if (table.find(architecture) == nullptr) sources.add(make_recomputing_source(newest, architecture));
  }
}

// Adds the compiled layouts of every architecture, which one file holds.
void add_compiled(Sources& sources, const EmbeddedFile& file, bool look_for_assembler) {
  auto table = parse_compiled(file.bytes);
  if (!table) {
    sources.add_problem(fmt::format("built-in {}: {}", file.name, table.error().message));
    return;
  }
  const auto shared = std::make_shared<const CompiledTable>(std::move(table).value());
  for (auto& source : make_compiled_sources(shared)) sources.add(std::move(source));
  if (look_for_assembler) add_newer(sources, *shared);
}

constexpr std::string_view compiled_stem = "compiled";

// Adds a file's layouts as a source: sm_90 -> recorded:sm_90, published_sm_70 -> published:sm_70.
void add_layouts(Sources& sources, std::string_view stem, std::vector<Layout> layouts) {
  const bool published = stem.starts_with(published_prefix);
  if (published) stem.remove_prefix(published_prefix.size());
  const SourceClass type = published ? SourceClass::Published : SourceClass::Recorded;
  std::string name = fmt::format("{}:{}", published ? "published" : "recorded", stem);
  if (sources.find(name).ok()) {
    sources.add_problem(
        fmt::format("a layout file in your folder is named like {}, which is built in: rename yours", name));
    return;
  }
  sources.add(make_file_source(std::move(name), type, std::move(layouts)));
}

// Adds a file of hundreds of kinds, which is not read as the program starts; false if the file is none of these.
bool add_indexed(Sources& sources, const EmbeddedFile& file) {
  constexpr std::size_t large = 1 << 20;
  if (file.bytes.size() < large) return false;
  IndexedFile indexed = index_file(file.bytes);
  if (indexed.entries.empty()) return false;
  auto source = make_indexed_source(fmt::format("recorded:{}", file.name), SourceClass::Recorded, std::move(indexed));
  if (source) sources.add(std::move(source).value());
  return source.ok();
}

// Adds layouts of no device: stated by a kernel's code and computed here.
void add_documented(Sources& sources) {
  std::vector<Layout> layouts;
  for (const SgemmKernel& kernel : sgemm_kernels) layouts.push_back(sgemm_layout(kernel));
  sources.add(make_file_source("documented:maxas", SourceClass::Documented, std::move(layouts)));
}

std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code unknown;  // a pipe would be waited for without an end
    if (at->path().extension() == ".json" && at->is_regular_file(unknown)) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Sources discover_sources(const DiscoverOptions& options) {
  Sources sources;
  if (options.look_for_gpus) add_gpus(sources, options.fresh_process, options.stated);
  for (const EmbeddedFile& file : options.shipped) {
    if (file.name == compiled_stem || add_indexed(sources, file)) continue;
    auto layouts = parse_layouts(file.bytes);
    if (layouts)
      add_layouts(sources, file.name, std::move(layouts).value());
    else
      sources.add_problem(fmt::format("built-in {}: {}", file.name, layouts.error().message));
  }
  add_documented(sources);
  // A source that asked a GPU comes before one that was read from code, wherever sources are listed.
  for (const EmbeddedFile& file : options.shipped) {
    if (file.name == compiled_stem) add_compiled(sources, file, options.look_for_assembler);
  }
  if (options.user_folder.empty()) return sources;
  for (const auto& path : json_files(options.user_folder)) {
    auto layouts = read_layouts(path);
    if (layouts)
      add_layouts(sources, path.stem().string(), std::move(layouts).value());
    else
      sources.add_problem(layouts.error().message);
  }
  return sources;
}

Status serve_gpu(int ordinal, const std::string& break_kind, int input, int output) {
  for (const GpuInfo& gpu : survey_gpus().gpus) {
    if (gpu.ordinal != ordinal) continue;
    auto opened = open_cuda_probe(gpu, {break_kind});
    TCVIZ_TRY(opened);
    serve_device(*opened.value().device, input, output);
    return Nothing{};
  }
  return unavailable("no GPU " + device_name(ordinal));
}

}  // namespace tcviz::inline gpu_probe
