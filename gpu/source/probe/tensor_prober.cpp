#include "gpu/source/probe/tensor_prober.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/source/probe/in_parallel.hpp"

namespace tcviz::inline gpu_probe {
namespace {

constexpr std::string_view renaming_note =
    "a product cannot tell a renaming of m, n or k that is the same in A, B and D: these names are the document's";

std::string_view method_of(const Kind& kind) {
  if (kind.family == Family::Stmatrix) return "store";
  if (is_move(kind)) return "load";
  if (kind.operand == Operand::Metadata) return "metadata";
  return kind.operand == Operand::Accumulator ? "code" : "one-hot";
}

std::string words_of(ComputeCapability capability) { return fmt::format("{}.{}", capability / 10, capability % 10); }

// Returns a device's answer, or the error `none` if there is none.
const Result<Words>& given(const std::optional<Result<Words>>& answer) {
  static const Result<Words> none = unavailable("not run: the device was lost to a fault in another kind's kernel");
  return answer ? *answer : none;
}

}  // namespace

std::vector<std::string_view> tensor_methods(const Kind& kind) {
  if (is_move(kind)) return {method_of(kind)};
  return {method_of(kind), "product"};
}

bool has_kind(ComputeCapability device, const Kind& kind) {
  if (kind.family == Family::Sgemm) return false;
  if (kind.since > device || (kind.one_generation && kind.since != device)) return false;
  if (!is_tensor(kind) || is_move(kind)) return true;
  const auto instructions = tensor_instructions(kind);
  return !instructions.empty() && instructions.front().since <= device;
}

std::string why_not(const DeviceFacts& device, const Kind& kind) {
  if (has_kind(device.capability, kind)) return {};
  const std::string has = fmt::format("{} has {}", device.name, words_of(device.capability));
  if (kind.one_generation)
    return fmt::format("{} exists on compute capability {} only; {}", kind.id, words_of(kind.since), has);
  if (kind.since > device.capability)
    return fmt::format("{} needs compute capability {}; {}", kind.id, words_of(kind.since), has);
  const auto instructions = tensor_instructions(kind);
  if (!instructions.empty())
    return fmt::format("the probe of {} needs compute capability {}; {}", kind.id, words_of(instructions.front().since),
                       has);
  return fmt::format("no kernel of this program executes a product with {}", kind.id);
}

void TensorProber::ask(const Kind& kind) {
  State& state = states_[&kind];
  if (state.kind != nullptr) return;
  state.kind = &kind;
  state.instructions = tensor_instructions(kind);
  std::erase_if(state.instructions,
                [this](const TensorInstruction& one) { return one.since > device_.facts().capability; });
  if (std::string problem = why_not(device_.facts(), kind); !problem.empty())
    state.failure = unavailable(std::move(problem));
}

std::vector<TensorProber::State*> TensorProber::alive() {
  std::vector<State*> found;
  for (auto& [kind, state] : states_) {
    if (!state.failure) found.push_back(&state);
  }
  return found;
}

void TensorProber::read_document() {
  for (const State* state : alive()) {
    for (const TensorInstruction& one : state->instructions) {
      for (const Kind* operand : {one.a, one.b, one.sum, one.e}) {
        if (operand != nullptr) stated_layouts_.emplace(operand, unavailable("no document is at hand"));
      }
    }
  }
  if (!stated_) return;
  std::vector<std::pair<const Kind*, Result<Layout>*>> places;
  for (auto& [kind, layout] : stated_layouts_) places.emplace_back(kind, &layout);
  in_parallel(places.size(), 4, [&](std::size_t at) { *places[at].second = stated_(*places[at].first); });
}

Result<const Layout*> TensorProber::stated(const Kind* kind) const {
  const Result<Layout>& layout = stated_layouts_.at(kind);
  if (layout) return &layout.value();
  return unavailable(fmt::format("its product cannot be read: no source states the layout of {} ({})", kind->id,
                                 layout.error().message));
}

Result<TensorLayouts> TensorProber::stated_layouts(const TensorInstruction& instruction) const {
  TensorLayouts layouts;
  const struct {
    const Kind* kind;
    const Layout*& layout;
  } parts[] = {{instruction.a, layouts.a},
               {instruction.b, layouts.b},
               {instruction.sum, layouts.sum},
               {instruction.e, layouts.e}};
  for (const auto& part : parts) {
    if (part.kind == nullptr) continue;
    const auto layout = stated(part.kind);
    TCVIZ_TRY(layout);
    part.layout = layout.value();
  }
  return layouts;
}

Result<TensorLayouts> TensorProber::found_layouts(const State& state, const TensorInstruction& instruction) const {
  auto layouts = stated_layouts(instruction);
  TCVIZ_TRY(layouts);
  TensorLayouts& all = layouts.value();
  if (state.kind == instruction.a) all.a = &*state.layout;
  if (state.kind == instruction.b) all.b = &*state.layout;
  if (state.kind == instruction.sum) all.sum = &*state.layout;
  if (state.kind == instruction.e) all.e = &*state.layout;
  return layouts;
}

Status TensorProber::prepare(State& state) const {
  const Kind& kind = *state.kind;
  if (is_move(kind)) {
    state.trial = move_trial(kind);
    return Nothing{};
  }
  const TensorInstruction& instruction = state.instructions.front();
  const auto layouts = stated_layouts(instruction);
  TCVIZ_TRY(layouts);
  const auto make = kind.operand == Operand::Metadata      ? metadata_trial
                    : kind.operand == Operand::Accumulator ? sum_trial
                                                           : operand_trial;
  state.trial = make(kind, instruction, layouts.value());
  return Nothing{};
}

void TensorProber::conclude(State& state, std::string method, std::string problem, Fault fault) {
  const bool confirmed = problem.empty();
  if (!confirmed && !state.failure) state.failure = Error{fault, fmt::format("{} probe: {}", method, problem)};
  state.methods.push_back({std::move(method), confirmed, std::move(problem)});
}

Provenance TensorProber::provenance(const State& state) const {
  const DeviceFacts& facts = device_.facts();
  Provenance made;
  made.source = Source::Probed;
  made.device = facts.name;
  made.compute_capability = words_of(facts.capability);
  made.driver = facts.driver;
  made.cuda = facts.cuda;
  made.date = date_;
  for (const std::string_view method : tensor_methods(*state.kind)) made.methods.emplace_back(method);
  if (is_move(*state.kind)) return made;
  made.note = std::string(renaming_note);
  if (const auto layout = stated(state.kind)) made.reference = layout.value()->provenance().reference;
  return made;
}

void TensorProber::take_slots(State& state, std::span<const Answer> answers) const {
  const Kind& kind = *state.kind;
  const std::string method(method_of(kind));
  std::vector<AnswerWords> words;
  for (const auto& answer : answers) {
    const Result<Words>& got = given(answer);
    if (!got) return conclude(state, method, got.error().message, got.error().fault);
    words.emplace_back(got.value());
  }
  auto map = state.trial.read(words);
  if (!map) return conclude(state, method, map.error().message);
  auto layout = Layout::make({std::string(kind.id), kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(),
                              provenance(state), std::move(map).value()});
  if (!layout) return conclude(state, method, layout.error().message);
  state.layout = std::move(layout).value();
  conclude(state, method, {});
}

void TensorProber::expect() {
  std::vector<std::string> instructions;
  for (const State* state : alive()) {
    for (const TensorInstruction& one : state->instructions) instructions.push_back(one.id);
  }
  std::ranges::sort(instructions);
  const auto repeated = std::unique(instructions.begin(), instructions.end());
  instructions.erase(repeated, instructions.end());
  if (!instructions.empty()) device_.expect(std::move(instructions));
}

void TensorProber::probe_slots() {
  expect();
  read_document();
  const std::vector<State*> asked = alive();
  in_parallel(asked.size(), 4, [&](std::size_t at) {
    if (const Status ready = prepare(*asked[at]); !ready) asked[at]->failure = ready.error();
  });
  std::vector<TensorRequest> requests;
  std::vector<std::pair<State*, std::size_t>> places;  // the first request of a kind
  for (State* state : alive()) {
    places.emplace_back(state, requests.size());
    for (TensorRequest& request : state->trial.requests) requests.push_back(std::move(request));
  }
  if (requests.empty()) return;
  const auto answers = device_.execute(requests);
  in_parallel(places.size(), 4, [&](std::size_t at) {
    const auto& [state, first] = places[at];
    take_slots(*state, std::span(answers).subspan(first, state->trial.requests.size()));
  });
}

void TensorProber::take_product(State& state, const TensorInstruction& instruction, const Answer& answer,
                                const std::string& problem) const {
  if (state.failure) return;  // the first of two products has failed already
  const Fault fault = answer && !*answer ? answer->error().fault : Fault::Negative;
  if (!problem.empty() || instruction.id == state.instructions.back().id) conclude(state, "product", problem, fault);
}

void TensorProber::multiply() {
  struct Trial {
    State* state;
    const TensorInstruction* instruction;
    unsigned seed;
    TensorProduct product = {};
    std::string problem = {};
  };
  std::vector<Trial> trials;
  for (State* state : alive()) {
    if (!state->layout) continue;
    for (const TensorInstruction& one : state->instructions)
      trials.push_back({state, &one, static_cast<unsigned>(random_())});
  }
  in_parallel(trials.size(), 4, [&](std::size_t at) {
    Trial& trial = trials[at];
    const auto layouts = found_layouts(*trial.state, *trial.instruction);
    if (layouts)
      trial.product = random_tensor_product(*trial.state->kind, *trial.instruction, layouts.value(), trial.seed);
    else
      trial.problem = layouts.error().message;
  });
  std::vector<TensorRequest> requests;
  for (Trial& trial : trials) requests.push_back(std::move(trial.product.request));
  if (requests.empty()) return;
  const auto answers = device_.execute(requests);
  in_parallel(trials.size(), 4, [&](std::size_t at) {
    if (!trials[at].problem.empty()) return;
    const auto d = given(answers[at]);
    trials[at].problem = d ? check_tensor_product(trials[at].product, d.value()) : d.error().message;
  });
  for (std::size_t at = 0; at < trials.size(); ++at)
    take_product(*trials[at].state, *trials[at].instruction, answers[at], trials[at].problem);
}

KindReport TensorProber::report(const Kind& kind) const {
  const State& state = states_.at(&kind);
  const std::string id(kind.id);
  if (state.failure) return {id, *state.failure, state.methods};
  if (state.methods.size() < tensor_methods(kind).size())
    return {id, unavailable("cancelled before all probes had run"), state.methods};
  return {id, *state.layout, state.methods};
}

}  // namespace tcviz::inline gpu_probe
