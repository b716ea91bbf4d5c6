// Any lines as what is said of a launch: arguments, structures among them, one a line, and last what an output should
// be; and all of them as a source with comments. Each is read or refused with a sentence; what was read is an
// expression whose nodes stand in order, and the host computes it, or says why not. The usual expectations of any
// launch can be read.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/verdict/arrays.hpp"
#include "gpu/kernel/xray/verdict/launch_text.hpp"
#include "gpu/kernel/xray/verdict/numbers.hpp"
#include "gpu/kernel/xray/verdict/struct_argument.hpp"
#include "gpu/kernel/xray/verdict/usual_expectations.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const OutputExpectation& of, std::size_t arguments) {
  require(!of.nodes.empty() && !of.output.empty());
  for (std::size_t at = 0; at < of.nodes.size(); ++at) {
    const ExpectedNode& node = of.nodes[at];
    require(node.left < static_cast<int>(at) && node.right < static_cast<int>(at));
    require(node.begin <= node.end && node.end <= of.source.size() && node.argument < arguments + 1);
  }
}

// Small enough for a run of many, and without a dimension of two sizes, which is refused before anything is computed.
bool is_small(const XrayRequest& launch) {
  if (!dimensions_of(launch)) return false;
  std::int64_t elements = 1, bytes = 0;
  for (const ArrayDimension& axis : axes_of(launch))
    elements = axis.size > 64 || elements > 4096 ? 4097 : elements * axis.size;
  for (const XrayArgument& argument : launch.arguments)
    if (argument.has_array()) bytes += argument.array.bytes();
  return elements <= 512 && bytes <= 1 << 16;
}

struct SomeInputs {
  std::vector<std::pair<std::string, std::vector<double>>> numbers;
  std::vector<PassedScalar> scalars;

  explicit SomeInputs(const XrayRequest& launch) {
    for (const XrayArgument& argument : launch.arguments) {
      scalars.push_back({argument.number, argument.form == XrayArgument::Form::Number});
      if (!argument.has_array() || argument.array.role == ArrayRole::Out) continue;
      auto& values = numbers.emplace_back(argument.array.name, std::vector<double>()).second;
      for (std::int64_t at = 0; at < argument.array.elements(); ++at)
        values.push_back(static_cast<double>(at * 7 % 11) / 4 - 1);
    }
  }
};

void judge(const XrayRequest& launch, const SomeInputs& some, const XrayArray& output) {
  const HostInputs inputs{launch, some.numbers, some.scalars};
  OutputVerdict verdict;
  for (const auto& [name, values] : some.numbers) verdict.sources.push_back(name);
  verdict.stored.assign(static_cast<std::size_t>(output.elements()), true);
  verdict.values.assign(verdict.stored.size(), 0.5);
  judge_numbers(inputs, output, true, verdict);
  require(verdict.numbers.has_value());
  require(verdict.numbers->state != VerdictState::Right || verdict.numbers->compared > 0);
  require((verdict.numbers->state == VerdictState::Unjudged) == !verdict.numbers->reason.empty());
}

// What is usual is hundreds of expressions, which take a thousand times as long as all else: one input of many sees to
// it, and always the same ones.
bool may_take_long(std::string_view text) {
  constexpr std::uint32_t one_of = 2048;
  std::uint32_t hash = 2166136261U;
  for (const char byte : text) hash = (hash ^ static_cast<std::uint8_t>(byte)) * 16777619U;
  return (hash >> 8) % one_of == 0;
}

void look_at(XrayRequest& launch, std::string_view expectation, bool with_usual) {
  const Result<OutputExpectation> read = read_expectation(expectation, launch);
  require(read.ok() || !read.error().message.empty());
  if (read) check(read.value(), launch.arguments.size());
  if ((!read && !with_usual) || !is_small(launch)) return;
  const SomeInputs some(launch);
  const HostInputs inputs{launch, some.numbers, some.scalars};
  if (read) {
    const Result<DenseNumbers> made = HostNumbers(inputs, {}).evaluate(read.value());
    require(made.ok() ? count_of(made.value().sizes) == static_cast<std::int64_t>(made.value().values.size())
                      : !made.error().message.empty());
    launch.expectations.push_back(read.value());
  }
  for (const XrayArgument& argument : launch.arguments) {
    if (!argument.has_array() || argument.array.role == ArrayRole::In) continue;
    const bool is_given = read && read.value().output == argument.array.name;
    if (is_given || with_usual) return judge(launch, some, argument.array);
  }
}

// The fields of a structure lie behind each other; returns them, or the argument that is none.
std::vector<XrayArgument> fields_in(std::string_view line) {
  const Result<std::vector<XrayArgument>> read = read_whole_argument(line);
  require(read.ok() ? !read.value().empty() : !read.error().message.empty());
  if (!read) return {};
  std::int64_t end = 0;
  for (const XrayArgument& field : read.value()) {
    if (!field.in_struct) continue;
    require(field.in_struct->offset >= end && field.in_struct->is_first == (end == 0));
    end = field.in_struct->offset + field.in_struct->bytes;
  }
  return read.value();
}

void read_as_source(std::string_view text) {
  LaunchWords words;
  const Status comments = add_launch_comments(text, words, "a.cu");
  require(comments.ok() || comments.error().message.find("a.cu") != std::string::npos);
  if (!comments || words.block.empty()) return;
  const Result<XrayRequest> launch = launch_of(words);
  require(launch.ok() || !launch.error().message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const bool with_usual = may_take_long(text);
  read_as_source(text);
  XrayRequest launch;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    for (XrayArgument& field : fields_in(text.substr(0, end)))
      if (launch.arguments.size() < 8) launch.arguments.push_back(std::move(field));
    text.remove_prefix(end + 1);
  }
  const Result<Dim3> sides = read_dim3("--grid", text);
  require(sides.ok() || !sides.error().message.empty());
  const Result<PathWish> wish = read_path_wish(std::string(text), launch);
  require(wish.ok() || !wish.error().message.empty());
  look_at(launch, text, with_usual);
  return 0;
}
