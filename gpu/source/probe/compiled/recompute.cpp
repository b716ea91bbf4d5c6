#include "gpu/source/probe/compiled/recompute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/compiled/compiled_kernels.hpp"
#include "gpu/source/probe/in_parallel.hpp"
#include "gpu/source/probe/stopwatch.hpp"
#include "gpu/source/sass/trace.hpp"

namespace tcviz::inline gpu_probe {
namespace {

std::string unequal_ownership(const Kind& kind, const Map& map) {
  std::vector<int> owners(static_cast<std::size_t>(kind.rows()) * kind.cols());
  for (const std::int32_t element : map) ++owners[static_cast<std::size_t>(element)];
  const auto [least, most] = std::minmax_element(owners.begin(), owners.end());
  if (*least == *most) return {};
  return fmt::format("some elements of {} have {} owners and others {}", kind.id, *least, *most);
}

// True if every slot that is stored goes back to where it came from; trace_store sees that every element is stored
// once.
bool stores_back(const Map& loaded, const Map& stored) {
  for (std::size_t slot = 0; slot < loaded.size(); ++slot) {
    if (stored[slot] != no_element && stored[slot] != loaded[slot]) return false;
  }
  return true;
}

Result<const KernelCode*> kernel_of(const Cubin& cubin, const Kind& kind, Direction direction, MemoryOrder order) {
  const std::string name = kernel_name(kind, direction, order);
  const KernelCode* kernel = cubin.find(name);
  if (kernel == nullptr) return unavailable(fmt::format("the assembled module has no kernel {}", name));
  return kernel;
}

// Adds this cubin's kernel for one memory order to the map, which it begins if there is none. Returns an empty text if
// it agrees with the map so far.
std::string add_order(const Kind& kind, MemoryOrder order, const Cubin& cubin, Map& map) {
  const auto load = kernel_of(cubin, kind, Direction::Load, order);
  if (!load) return load.error().message;
  auto loaded = trace_load(kind, order, *load.value());
  if (!loaded) return loaded.error().message;
  if (map.empty())
    map = std::move(loaded).value();
  else if (map != loaded.value())
    return fmt::format("kernels of {} do not agree", kind.id);
  if (kind.operand != Operand::Accumulator) return {};
  const auto store = kernel_of(cubin, kind, Direction::Store, order);
  if (!store) return store.error().message;
  const auto stored = trace_store(kind, order, *store.value());
  if (!stored) return stored.error().message;
  return stores_back(map, stored.value()) ? "" : fmt::format("{} is not stored where it is loaded from", kind.id);
}

// A small module. Several are assembled at once: the assembler uses one thread for a module.
struct Module {
  std::vector<const Kind*> kinds;
  bool optimise = true;
  Result<std::string> cubin = unavailable("cancelled");
};

std::vector<Module> make_modules(ComputeCapability architecture, std::size_t pieces) {
  const std::vector<const Kind*> kinds = kinds_since(architecture);
  std::vector<Module> modules(2 * pieces);
  for (std::size_t at = 0; at < kinds.size(); ++at) {
    for (const std::size_t half : {std::size_t{0}, pieces}) modules[half + at % pieces].kinds.push_back(kinds[at]);
  }
  for (std::size_t at = 0; at < modules.size(); ++at) modules[at].optimise = at < pieces;
  return modules;
}

// Returns the number of modules for each build. Every module costs some milliseconds beside its kernels, but progress
// is reported after each.
std::size_t piece_count() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 4, 8); }

// Assembles all modules. Only this thread reports progress, after each of its modules; the others stop if progress says
// so.
void assemble_all(const Assembler& assembler, ComputeCapability architecture, std::vector<Module>& modules,
                  const Progress& progress) {
  std::atomic<std::size_t> done = 0;  // kinds, in either build
  std::atomic<bool> cancelled = false;
  std::size_t all = 0;
  for (const Module& module : modules) all += module.kinds.size();
  const std::thread::id caller = std::this_thread::get_id();
  in_parallel(modules.size(), 1, [&](std::size_t at) {
    if (cancelled) return;
    Module& module = modules[at];
    module.cubin = assembler.assemble(probe_module(architecture, module.kinds), architecture, module.optimise);
    done += module.kinds.size();
    if (std::this_thread::get_id() == caller && progress &&
        !progress(static_cast<int>(done / 2), static_cast<int>(all / 2)))
      cancelled = true;
  });
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Finds the layouts of the kinds of one piece, from its optimised module and the other one.
Status trace_piece(const Module& optimised, const Module& plain, std::vector<CompiledMap>& kinds) {
  std::vector<Cubin> cubins;
  for (const Module* module : {&optimised, &plain}) {
    TCVIZ_TRY(module->cubin);
    auto cubin = read_cubin(bytes_of(module->cubin.value()));
    TCVIZ_TRY(cubin);
    cubins.push_back(std::move(cubin).value());
  }
  for (const Kind* kind : optimised.kinds) kinds.push_back({kind, map_from_code(*kind, cubins)});
  return Nothing{};
}

}  // namespace

std::string architecture_name(ComputeCapability architecture) { return fmt::format("sm_{}", architecture); }

std::vector<const Kind*> kinds_since(ComputeCapability architecture) {
  std::vector<const Kind*> kinds;
  for (const Kind& kind : catalogue(Family::Wmma)) {
    if (kind.since <= architecture) kinds.push_back(&kind);
  }
  return kinds;
}

Result<Map> map_from_code(const Kind& kind, std::span<const Cubin> cubins) {
  Map map;
  for (const Cubin& cubin : cubins) {
    for (const MemoryOrder order : orders_of(kind)) {
      const std::string problem = add_order(kind, order, cubin, map);
      if (!problem.empty()) return unavailable("not known: " + problem);
    }
  }
  const std::string problem = unequal_ownership(kind, map);
  if (!problem.empty()) return unavailable("not known: " + problem);
  return map;
}

Status check_known(Assembler& assembler, ComputeCapability architecture) {
  const auto& known = assembler.architectures();
  if (std::find(known.begin(), known.end(), architecture) != known.end()) return Nothing{};
  return unavailable(
      fmt::format("nvJitLink {} does not know {}", assembler.version(), architecture_name(architecture)));
}

Result<Recomputed> recompute(Assembler& assembler, ComputeCapability architecture, const Progress& progress) {
  TCVIZ_TRY(check_known(assembler, architecture));
  const std::size_t pieces = piece_count();
  std::vector<Module> modules = make_modules(architecture, pieces);
  Recomputed result{architecture, assembler.version(), {}};
  const auto begin = Clock::now();
  assemble_all(assembler, architecture, modules, progress);
  result.assemble_ms = milliseconds_since(begin);
  const auto traced = Clock::now();
  std::vector<std::vector<CompiledMap>> found(pieces);
  std::vector<Status> statuses(pieces, Status(Nothing{}));
  in_parallel(pieces, 1, [&](std::size_t piece) {
    statuses[piece] = trace_piece(modules[piece], modules[pieces + piece], found[piece]);
  });
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    if (!statuses[piece]) return statuses[piece].error();
    std::move(found[piece].begin(), found[piece].end(), std::back_inserter(result.kinds));
  }
  result.trace_ms = milliseconds_since(traced);
  std::sort(result.kinds.begin(), result.kinds.end(),
            [](const CompiledMap& a, const CompiledMap& b) { return a.kind < b.kind; });
  return result;
}

}  // namespace tcviz::inline gpu_probe
