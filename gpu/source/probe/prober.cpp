#include "gpu/source/probe/prober.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "gpu/source/probe/stopwatch.hpp"
#include "gpu/source/probe/trial/load_probe.hpp"
#include "gpu/source/probe/trial/partners.hpp"
#include "gpu/source/probe/trial/product_probe.hpp"
#include "gpu/source/probe/trial/store_probe.hpp"

namespace tcviz::inline gpu_probe {
namespace {

using Map = std::vector<std::int32_t>;

template <class T>
Result<T> answered(const std::optional<Result<T>>& answer) {
  if (answer) return *answer;
  return unavailable("not run: the device was lost to a fault in another kind's kernel");
}

Result<Layout> with_note(const Layout& layout, const std::string& note) {
  if (note.empty()) return layout;
  Provenance provenance = layout.provenance();
  provenance.note = note;
  return Layout::make({layout.kind(),
                       layout.rows(),
                       layout.cols(),
                       layout.threads(),
                       layout.values(),
                       layout.element_bits(),
                       provenance,
                       {layout.map().begin(), layout.map().end()}});
}

// The knowledge of one kind so far. Partners are loaded for the products of others even if the caller has not asked for
// them.
struct State {
  const Kind* kind = nullptr;
  bool asked = false;
  std::optional<Layout> layout;
  std::vector<MethodResult> methods;
  std::optional<Error> failure;
  std::string note;  // the store probe's other observation
};

class Prober {
 public:
  Prober(ProbeDevice& device, const StatedLayouts& stated, const std::string& date, std::mt19937& random)
      : device_(device), date_(date), random_(random), tensor_(device, stated, date, random) {}

  void ask(const std::string& id);
  void load();
  void store();
  void probe_slots() { tensor_.probe_slots(); }
  void multiply();
  KindReport report(const std::string& id) const;

 private:
  void add(const Kind* kind, bool asked);
  void conclude(State& state, std::string method, std::string problem, Fault fault = Fault::Negative);
  Provenance provenance() const;
  void take_load(State& state, const Result<Words>& words);
  std::optional<ProductLayouts> product_layouts(State& state, const ProductKinds& kinds);
  // Returns the kinds that were asked for and have passed everything so far.
  std::vector<State*> alive();

  ProbeDevice& device_;
  std::string date_;
  std::mt19937& random_;
  std::map<std::string, State, std::less<>> states_;
  TensorProber tensor_;
};

void Prober::add(const Kind* kind, bool asked) {
  State& state = states_[std::string(kind->id)];
  state.kind = kind;
  state.asked |= asked;
  const ComputeCapability have = device_.facts().capability;
  if (kind->since <= have || state.failure) return;
  state.failure = unavailable(fmt::format("{} needs compute capability {}.{}; {} has {}.{}", kind->id, kind->since / 10,
                                          kind->since % 10, device_.facts().name, have / 10, have % 10));
}

void Prober::ask(const std::string& id) {
  const Kind* kind = find_kind(id);
  if (kind == nullptr) return;
  if (is_tensor(*kind)) return tensor_.ask(*kind);
  add(kind, true);
  const ProductKinds kinds = product_kinds(*kind);
  for (const Kind* partner : {kinds.a, kinds.b, kinds.sum}) add(partner, false);
}

void Prober::conclude(State& state, std::string method, std::string problem, Fault fault) {
  const bool confirmed = problem.empty();
  if (!confirmed && !state.failure) state.failure = Error{fault, fmt::format("{} probe: {}", method, problem)};
  state.methods.push_back({std::move(method), confirmed, std::move(problem)});
}

Provenance Prober::provenance() const {
  const DeviceFacts& facts = device_.facts();
  Provenance made;
  made.source = Source::Probed;
  made.device = facts.name;
  made.compute_capability = fmt::format("{}.{}", facts.capability / 10, facts.capability % 10);
  made.driver = facts.driver;
  made.cuda = facts.cuda;
  made.date = date_;
  made.methods = {"load", "store", "product"};
  return made;
}

void Prober::take_load(State& state, const Result<Words>& words) {
  if (!words) return conclude(state, "load", words.error().message, words.error().fault);
  const Kind& kind = *state.kind;
  const auto map = read_load(kind, words.value());
  if (!map) return conclude(state, "load", map.error().message);
  auto layout = Layout::make({std::string(kind.id), kind.rows(), kind.cols(), kind.threads, kind.values,
                              element_bits(kind.type), provenance(), map.value()});
  if (!layout) return conclude(state, "load", layout.error().message);
  state.layout = std::move(layout).value();
  conclude(state, "load", {});
}

void Prober::load() {
  std::vector<State*> states;
  std::vector<LoadRequest> requests;
  for (auto& [id, state] : states_) {
    if (state.failure) continue;
    states.push_back(&state);
    requests.push_back(load_request(*state.kind));
  }
  const auto answers = device_.load(requests);
  for (std::size_t at = 0; at < states.size(); ++at) take_load(*states[at], answered(answers[at]));
}

std::vector<State*> Prober::alive() {
  std::vector<State*> states;
  for (auto& [id, state] : states_) {
    if (state.asked && !state.failure) states.push_back(&state);
  }
  return states;
}

void Prober::store() {
  const std::vector<State*> states = alive();
  std::vector<StoreRequest> requests;
  for (const State* state : states) requests.push_back(store_request(*state->kind));
  const auto answers = device_.store(requests);
  for (std::size_t at = 0; at < states.size(); ++at) {
    State& state = *states[at];
    const Result<ProbeBytes> cells = answered(answers[at]);
    if (!cells) {
      conclude(state, "store", cells.error().message, cells.error().fault);
      continue;
    }
    const auto landings = read_store(*state.kind, cells.value());
    if (landings) state.note = describe_unread(*state.kind, landings.value());
    conclude(
        state, "store",
        landings ? compare_landings(*state.kind, state.layout->map(), landings.value()) : landings.error().message);
  }
}

std::optional<ProductLayouts> Prober::product_layouts(State& state, const ProductKinds& kinds) {
  for (const Kind* partner : {kinds.a, kinds.b, kinds.sum}) {
    if (states_.find(partner->id)->second.layout) continue;
    conclude(state, "product", fmt::format("not run, because the load probe of {} failed", partner->id));
    return {};
  }
  const auto layout = [&](const Kind* kind) { return &*states_.find(kind->id)->second.layout; };
  return ProductLayouts{layout(kinds.a), layout(kinds.b), layout(kinds.sum)};
}

void Prober::multiply() {
  tensor_.multiply();
  struct Trial {
    State* state;
    ProductKinds kinds;
    ProductLayouts layouts;
    ProductData data;
  };
  std::vector<Trial> trials;
  std::vector<ProductRequest> requests;
  for (State* state : alive()) {
    const ProductKinds kinds = product_kinds(*state->kind);
    const auto layouts = product_layouts(*state, kinds);
    if (!layouts) continue;
    trials.push_back({state, kinds, *layouts, random_product(kinds, random_)});
    requests.push_back(product_request(*state->kind, kinds, *layouts, trials.back().data));
  }
  const auto answers = device_.multiply(requests);
  for (std::size_t at = 0; at < trials.size(); ++at) {
    const Trial& trial = trials[at];
    const Result<Words> d = answered(answers[at]);
    if (!d)
      conclude(*trial.state, "product", d.error().message, d.error().fault);
    else
      conclude(*trial.state, "product", check_product(trial.kinds, *trial.layouts.sum, trial.data, d.value()));
  }
}

KindReport Prober::report(const std::string& id) const {
  if (const Kind* kind = find_kind(id); kind != nullptr && is_tensor(*kind)) return tensor_.report(*kind);
  const auto found = states_.find(id);
  if (found == states_.end()) return {id, bad_input(fmt::format("unknown kind {}", id)), {}};
  const State& state = found->second;
  if (state.failure) return {id, *state.failure, state.methods};
  if (state.methods.size() < 3) return {id, unavailable("cancelled before all probes had run"), state.methods};
  return {id, with_note(*state.layout, state.note), state.methods};
}

}  // namespace

std::vector<std::string_view> probe_methods(const Kind& kind) {
  if (is_tensor(kind)) return tensor_methods(kind);
  return {"load", "store", "product"};
}

ProbeReport probe_kinds(ProbeDevice& device, std::span<const std::string> kinds, const std::string& date,
                        std::mt19937& random, const Progress& progress, const StatedLayouts& stated) {
  Prober prober(device, stated, date, random);
  struct Step {
    void (Prober::*run)();
    double ProbeReport::*time;
  };
  constexpr Step steps[] = {{&Prober::load, &ProbeReport::load_ms},
                            {&Prober::store, &ProbeReport::store_ms},
                            {&Prober::probe_slots, &ProbeReport::slots_ms},
                            {&Prober::multiply, &ProbeReport::product_ms}};
  ProbeReport report;
  const auto begin = Clock::now();
  for (const std::string& id : kinds) prober.ask(id);
  report.slots_ms = milliseconds_since(begin);  // the requests of the tensor-core probes are built
  const int all = static_cast<int>(kinds.size() * std::size(steps));
  int done = 0;
  for (const Step& step : steps) {
    if (progress && !progress(done, all)) break;
    const auto start = Clock::now();
    (prober.*step.run)();
    report.*step.time += milliseconds_since(start);
    done += static_cast<int>(kinds.size());
  }
  for (const std::string& id : kinds) report.kinds.push_back(prober.report(id));
  return report;
}

}  // namespace tcviz::inline gpu_probe
