#include "gpu/ops/run.hpp"

#include <fmt/format.h>

#include <array>

namespace tcviz {
namespace {

const Kind& kind_of(const RunRequest& request) { return *find_kind(request.layout->kind()); }

}  // namespace

std::string_view name_of(Setting setting) { return setting == Setting::Alone ? "alone" : "chain"; }

Status check_request(const RunRequest& request) {
  const Kind* const kind = find_kind(request.layout->kind());
  if (kind == nullptr) {
    return bad_input(fmt::format("{} is no kind of the catalogue: operations need one.", request.layout->kind()));
  }
  if (const auto reason = why_not(*request.operation, *kind)) {
    return bad_input(fmt::format("{} does not go with {}: {}.", request.operation->id, kind->id, *reason));
  }
  const bool mapped = request.operation->form == Form::Place;
  const int side = std::min(kind->rows(), kind->cols());
  if (mapped && (request.scalars.d < 0 || request.scalars.d >= side)) {
    return bad_input(fmt::format("{}: d is {}, and element (d, d) must be inside the matrix: 0 to {}.",
                                 request.operation->id, request.scalars.d, side - 1));
  }
  const auto body = read_body(*request.operation, request.own_body, kind->type);
  if (!body) return body.error();
  return Nothing{};
}

Result<KernelTexts> texts_of(const RunRequest& request) {
  const Status fine = check_request(request);
  if (!fine) return fine.error();
  const auto body = read_body(*request.operation, request.own_body, kind_of(request).type);
  if (!body) return body.error();
  KernelRequest kernel{request.operation, &*request.layout, {}, true};
  if (request.operation->form == Form::Body) {
    // What begins with an assignment to x and never reads it needs nothing of what was there.
    kernel.reads_x = body.value().reads("x") || !body.value().kernel_text().starts_with("x = ");
    if (!request.own_body.empty()) kernel.own_body = body.value().kernel_text();
  }
  return kernel_texts(kernel);
}

RunResult judged(const RunRequest& request, const Body& body, const Problem& problem, Fragments fragments) {
  RunResult result;
  result.operation = request.operation->id;
  result.kind = request.layout->kind();
  Operation operation = *request.operation;
  if (!request.own_body.empty()) operation.reference = nullptr;
  if (operation.id == "body") operation.reference = nullptr;
  result.judgement = judge(operation, body, problem, fragments, request.layout->values());
  result.before = problem.matrix;
  result.after = as_matrix(*problem.kind, fragments.after, fragments.there);
  if (!fragments.second.empty()) result.second = as_matrix(*problem.kind, fragments.second, fragments.there);
  result.out = std::move(fragments.out);
  result.after_by_slot = std::move(fragments.after);
  return result;
}

Result<RunResult> run_on_cpu(const RunRequest& request) {
  const Status fine = check_request(request);
  if (!fine) return fine.error();
  const Kind& kind = kind_of(request);
  const auto body = read_body(*request.operation, request.own_body, kind.type);
  if (!body) return body.error();
  const Problem problem = make_problem(*request.operation, kind, request.scalars, request.seed);
  auto fragments = simulate(*request.operation, body.value(), *request.layout, problem);
  if (!fragments) return fragments.error();
  RunResult result = judged(request, body.value(), problem, std::move(fragments.value()));
  result.executor = "simulated on the CPU";
  return result;
}

}  // namespace tcviz
