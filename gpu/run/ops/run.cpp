#include "gpu/run/ops/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/run/ops/prepared_run.hpp"

namespace tcviz::inline gpu_ops {
namespace {

// True if there is a reference: a person's body has none but the interpreter.
bool has_reference(const RunRequest& request) {
  return request.own_body.empty() && request.operation->reference != nullptr;
}

// Marks a verdict on the CPU as computed: the interpreter that judged the values is the one that computed them.
void mark_computed(OperationVerdict& verdict) {
  if (!verdict.verified) return;
  verdict.verified = false;
  verdict.computed = true;
  verdict.sentence = fmt::format(
      "{} values, which only the interpreter that computed them has judged; a GPU would verify them", verdict.slots);
}

constexpr int largest_d = 1 << 16;            // so that row + d is an int
constexpr double largest_whole = 2147483647;  // of a scalar that becomes an int

Status check_scalars(const Scalars& scalars, const Kind& kind) {
  if (scalars.d < -largest_d || scalars.d > largest_d)
    return bad_input(fmt::format("d is {}: it goes from {} to {}.", scalars.d, -largest_d, largest_d));
  const bool whole = compute_of(kind.type) == Compute::Int;
  for (const auto& [name, value] : {std::pair{'a', scalars.a}, std::pair{'b', scalars.b}})
    if (whole && !(std::abs(value) <= largest_whole))
      return bad_input(fmt::format("{} is {}, and {} has whole numbers of at most 32 bits: it goes from {} to {}.",
                                   name, value, kind.id, -largest_whole, largest_whole));
  return Nothing{};
}

}  // namespace

std::string_view name_of(Setting setting) { return setting == Setting::Alone ? "alone" : "chain"; }

Result<PreparedRun> PreparedRun::of(const RunRequest& request) {
  const Kind* const kind = find_kind(request.layout->kind());
  if (kind == nullptr) {
    return bad_input(fmt::format("{} is no kind of the catalogue: operations need one.", request.layout->kind()));
  }
  if (const auto reason = why_not(*request.operation, *kind)) {
    return bad_input(fmt::format("{} does not go with {}: {}.", request.operation->id, kind->id, *reason));
  }
  TCVIZ_TRY(check_scalars(request.scalars, *kind));
  const bool mapped = request.operation->form == Form::Place;
  const int side = std::min(kind->rows(), kind->cols());
  if (mapped && (request.scalars.d < 0 || request.scalars.d >= side)) {
    return bad_input(fmt::format("{}: d is {}, and element (d, d) must be inside the matrix: 0 to {}.",
                                 request.operation->id, request.scalars.d, side - 1));
  }
  auto body = read_body(*request.operation, request.own_body, kind->type);
  if (!body) return body.error();
  return PreparedRun(request, *kind, std::move(body).value());
}

Result<KernelTexts> PreparedRun::texts() const {
  KernelRequest kernel{request_.operation, &*request_.layout, {}, true};
  if (request_.operation->form == Form::Body) {
    // A body that begins with an assignment to x and never reads it needs none of the fragment's old values.
    kernel.reads_x = body_.reads("x") || !body_.kernel_text().starts_with("x = ");
    if (!request_.own_body.empty()) kernel.own_body = body_.kernel_text();
  }
  return kernel_texts(kernel);
}

Status check_request(const RunRequest& request) {
  const auto run = PreparedRun::of(request);
  return run ? Status(Nothing{}) : Status(run.error());
}

Result<KernelTexts> texts_of(const RunRequest& request) {
  const auto run = PreparedRun::of(request);
  return run ? run.value().texts() : Result<KernelTexts>(run.error());
}

RunResult judged(const RunRequest& request, const Body& body, const Problem& problem, Fragments fragments) {
  RunResult result;
  result.operation = request.operation->id;
  result.kind = request.layout->kind();
  Operation operation = *request.operation;
  if (!has_reference(request)) operation.reference = nullptr;
  result.judgement = judge(operation, body, problem, fragments, request.layout->values());
  result.before = problem.matrix;
  result.after = as_matrix(*problem.kind, fragments.after, fragments.there);
  if (!fragments.second.empty()) result.second = as_matrix(*problem.kind, fragments.second, fragments.there);
  result.out = std::move(fragments.out);
  result.after_by_slot = std::move(fragments.after);
  return result;
}

Result<RunResult> run_on_cpu(const PreparedRun& run) {
  const RunRequest& request = run.request();
  const Problem problem = make_problem(*request.operation, run.kind(), request.scalars, request.seed);
  auto fragments = simulate(*request.operation, run.body(), *request.layout, problem);
  if (!fragments) return fragments.error();
  RunResult result = judged(request, run.body(), problem, std::move(fragments.value()));
  result.executor = "simulated on the CPU";
  if (!has_reference(request)) mark_computed(result.judgement);
  return result;
}

Result<RunResult> run_on_cpu(const RunRequest& request) {
  const auto run = PreparedRun::of(request);
  return run ? run_on_cpu(run.value()) : Result<RunResult>(run.error());
}

}  // namespace tcviz::inline gpu_ops
