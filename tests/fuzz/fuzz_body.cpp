// Any bytes as the body of an operation: read and run without a crash, and whatever errors come lie inside the text.
#include <array>
#include <cstdint>
#include <cstdlib>

#include "gpu/run/ops/body.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

void look_at(std::string_view text, Body::Value value) {
  const auto body = Body::parse(text, value);
  require(body.value.has_value() == body.diagnostics.empty());
  for (const Diagnostic& each : body.diagnostics)
    require(each.range.begin <= each.range.end && each.range.end <= text.size());
  if (!body) return;
  constexpr std::array<double, 3> elements = {1, -2, 0.5f};
  std::array<double, 3> out{};
  const BodyInputs inputs{1.5f, 2, -1, 3, 1, 14, 2, -7, 16, 8, elements, elements, out};
  const auto result = body.value->run(inputs, -3);
  if (const auto* error = std::get_if<BodyError>(&result))
    require(error->range.begin <= error->range.end && error->range.end <= text.size() && !error->message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  look_at(text, Body::Value::Float);
  look_at(text, Body::Value::Int);
  return 0;
}
