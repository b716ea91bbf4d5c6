#include "gpu/kernel/xray/propose/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/ptx/kernel_name.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Words of a parameter that are no part of its type.
constexpr auto qualifiers = std::to_array<std::string_view>(
    {"const", "__restrict__", "__restrict", "restrict", "volatile", "__grid_constant__", "struct", "typename"});
bool is_qualifier(std::string_view word) { return std::ranges::find(qualifiers, word) != qualifiers.end(); }

// Returns the index of the < that `>` at `close` closes; `close` if none does.
std::size_t template_open(const HostText& text, std::size_t close) {
  int depth = 0;
  for (std::size_t at = close + 1; at-- > 0 && close - at < 400;) {
    const Token& token = text.token(at);
    depth += is_sign(token, ">") + 2 * is_sign(token, ">>") - is_sign(token, "<");
    if (depth <= 0) return at;
    if (is_sign(token, ";") || is_sign(token, "{") || is_sign(token, "}")) break;
  }
  return close;
}

// Returns the last name of a declaration, before a default value and array brackets.
std::size_t declared_name(const HostText& text, TokenRange part) {
  std::size_t found = part.end;
  for (std::size_t at = part.begin; at < part.end; ++at) {
    if (is_sign(text.token(at), "=") || is_sign(text.token(at), "[")) break;
    if (is_name(text.token(at)) && !is_qualifier(text.token(at).text)) found = at;
  }
  return found;
}

KernelParameter parameter_in(const HostText& text, TokenRange part) {
  KernelParameter parameter;
  const std::size_t name = declared_name(text, part);
  for (std::size_t at = part.begin; at < part.end; ++at) {
    const Token& token = text.token(at);
    const bool is_before_star = !parameter.is_pointer;
    parameter.is_pointer = parameter.is_pointer || is_sign(token, "*") || is_sign(token, "[");
    if (token.text == "const" && is_before_star) parameter.is_const = true;
    if (!is_name(token) || at == name || is_qualifier(token.text)) continue;
    parameter.type += (parameter.type.empty() ? "" : " ") + std::string(token.text);
  }
  if (name < part.end) parameter.name = std::string(text.token(name).text);
  return parameter;
}

// Returns the index of the `template` whose parameters end in front of the declaration at `begin`.
std::optional<std::size_t> template_before(const HostText& text, std::size_t begin) {
  while (begin > 0 && (is_name(text.token(begin - 1)) || is_sign(text.token(begin - 1), "*"))) --begin;
  if (begin == 0 || !is_sign(text.token(begin - 1), ">")) return std::nullopt;
  const std::size_t open = template_open(text, begin - 1);
  if (open == 0 || open == begin - 1 || text.token(open - 1).text != "template") return std::nullopt;
  return open;
}

std::vector<std::string> template_names(const HostText& text, std::size_t begin) {
  std::vector<std::string> names;
  const auto open = template_before(text, begin);
  if (!open) return names;
  std::size_t close = begin;
  while (close > *open && !is_sign(text.token(close), ">")) --close;
  for (const TokenRange& part : template_parts(text, {*open + 1, close})) {
    const std::size_t name = declared_name(text, part);
    names.emplace_back(name < part.end ? text.token(name).text : std::string_view());
  }
  return names;
}

std::optional<KernelText> kernel_at(const HostText& text, std::size_t global) {
  KernelText kernel;
  kernel.at = global;
  std::size_t at = global + 1;
  const std::size_t last = text.tokens().size() - 1;
  for (; at < last && !is_sign(text.token(at), "{") && !is_sign(text.token(at), ";"); ++at) {
    if (!is_name(text.token(at)) || !is_sign(text.token(at + 1), "(")) continue;
    const std::size_t behind = text.behind(at + 1);
    const TokenRange inside{at + 2, std::max(at + 2, behind - 1)};
    const std::string_view word = text.token(at).text;
    if (word == "__launch_bounds__") kernel.launch_bounds = inside;
    if (word.starts_with("__")) {  // attributes
      at = behind - 1;
      continue;
    }
    if (!is_sign(text.token(behind), "{")) return std::nullopt;
    kernel.name = std::string(word);
    for (const TokenRange& part : template_parts(text, inside)) kernel.parameters.push_back(parameter_in(text, part));
    if (kernel.parameters.size() == 1 && kernel.parameters[0].name == "void") kernel.parameters.clear();
    kernel.body = {behind, text.behind(behind)};
    kernel.template_parameters = template_names(text, global);
    return kernel;
  }
  return std::nullopt;
}

// True if a name in a call means the kernel: its own, or a variable that is defined by it.
bool means(const HostText& text, std::size_t at, std::string_view kernel) {
  const auto is_kernel = [&](std::string_view name) {
    return name == kernel || (name.ends_with(kernel) && name.substr(0, name.size() - kernel.size()).ends_with("::"));
  };
  if (!is_name(text.token(at))) return false;
  if (is_kernel(text.token(at).text)) return true;
  for (const TokenRange& value : text.definitions(text.token(at).text, at))
    for (std::size_t inner = value.begin; inner < std::min(value.end, value.begin + 20); ++inner)
      if (is_name(text.token(inner)) && is_kernel(text.token(inner).text)) return true;
  return false;
}

// Returns the index of the first sign of >>> behind `at`.
std::size_t configuration_end(const HostText& text, std::size_t at) {
  const std::size_t last = text.tokens().size() - 1;
  for (; at < last;
       at = std::max(at + 1, is_sign(text.token(at), "(") || is_sign(text.token(at), "{") ? text.behind(at) : 0)) {
    if (is_sign(text.token(at), ">>") && is_sign(text.token(at + 1), ">")) return at;
    if (is_sign(text.token(at), ";")) break;
  }
  return last;
}

std::optional<KernelCall> call_at(const HostText& text, std::size_t open, std::string_view kernel) {
  if (open == 0) return std::nullopt;
  std::size_t name = open - 1;
  if (is_sign(text.token(name), ">")) {
    const std::size_t less = template_open(text, name);
    if (less == 0 || less == name) return std::nullopt;
    name = less - 1;
  }
  if (!means(text, name, kernel)) return std::nullopt;
  const std::size_t end = configuration_end(text, open + 2);
  const std::vector<TokenRange> parts = template_parts(text, {open + 2, end});
  if (parts.size() < 2 || !is_sign(text.token(end + 2), "(")) return std::nullopt;
  const std::size_t behind = text.behind(end + 2);
  KernelCall call{name, parts[0], parts[1], parts.size() > 2 ? parts[2] : TokenRange(), {}, {name, end + 2}};
  call.arguments = template_parts(text, {end + 3, std::max(end + 3, behind - 1)});
  return call;
}

// Returns the range of a value as an expression: `dim3(2, n)` for the list that a definition keeps of it.
TokenRange as_expression(const HostText& text, TokenRange value) {
  const bool is_list = value.begin > 1 && opens(text.token(value.begin - 1));
  if (!is_list) return value;
  return {value.begin - (text.token(value.begin - 2).text == "dim3" ? 2 : 1), value.end + 1};
}

// Returns what a field of a cudaLaunchConfig_t is set to: `config.gridDim = grid`, or number `place` of its list.
TokenRange field_of_config(const HostText& text, std::string_view config, std::string_view field, std::size_t place,
                           std::size_t from) {
  const auto set = text.definitions(fmt::format("{}.{}", config, field), from);
  if (!set.empty() && set[0].begin < set[0].end) return as_expression(text, set[0]);
  for (const TokenRange& list : text.definitions(config, from)) {
    const std::vector<TokenRange> parts = text.parts(list);
    for (const TokenRange& part : parts)
      if (part.end > part.begin + 3 && text.token(part.begin + 1).text == field) return {part.begin + 3, part.end};
    if (place < parts.size() && !is_sign(text.token(parts[place].begin), ".")) return parts[place];
  }
  return {};
}

std::size_t last_name(const HostText& text, TokenRange range) {
  std::size_t found = range.end;
  for (std::size_t at = range.begin; at < range.end; ++at)
    if (is_name(text.token(at))) found = at;
  return found;
}

// Returns the elements of the list `void* args[] = {&a, &b}` that a part of a call names.
std::vector<TokenRange> argument_list(const HostText& text, TokenRange part) {
  const std::size_t name = last_name(text, part);
  if (name == part.end) return {};
  for (std::size_t at = name; at-- > 1;) {
    if (text.token(at).text != text.token(name).text || !is_sign(text.token(at + 1), "[")) continue;
    std::size_t open = text.behind(at + 1);
    if (is_sign(text.token(open), "=")) ++open;
    if (is_sign(text.token(open), "{")) return text.parts({open + 1, text.behind(open) - 1});
  }
  return {};
}

// Reads cudaLaunchKernelEx(&config, kernel, ...), cudaLaunchKernelExC(&config, kernel, arguments) and
// cudaLaunchKernel(kernel, grid, block, arguments, shared).
std::optional<KernelCall> function_call_at(const HostText& text, std::size_t name, std::string_view kernel) {
  const std::string_view word = last_part(text.token(name).text);
  const bool by_config = word == "cudaLaunchKernelEx", by_list = word == "cudaLaunchKernelExC";
  const bool by_sides = word == "cudaLaunchKernel" || word == "cudaLaunchCooperativeKernel";
  if (!by_config && !by_list && !by_sides) return std::nullopt;
  const std::size_t behind = text.behind(name + 1);
  const std::vector<TokenRange> parts = template_parts(text, {name + 2, std::max(name + 2, behind - 1)});
  const std::size_t at = by_sides ? 0 : 1;
  if (parts.size() < (by_sides ? 4U : 2U)) return std::nullopt;
  const auto is_meant = [&](TokenRange part) {
    for (std::size_t inner = part.begin; inner < part.end; ++inner)
      if (means(text, inner, kernel)) return true;
    return false;
  };
  if (!is_meant(parts[at])) return std::nullopt;
  KernelCall call;
  call.at = name, call.whole = {name, behind};
  if (by_sides) {
    call.grid = parts[1], call.block = parts[2], call.arguments = argument_list(text, parts[3]);
    if (parts.size() > 4) call.shared = parts[4];
    return call;
  }
  const std::size_t config = last_name(text, parts[0]);
  if (config == parts[0].end) return std::nullopt;
  const std::string_view of = text.token(config).text;
  call.grid = field_of_config(text, of, "gridDim", 0, name);
  call.block = field_of_config(text, of, "blockDim", 1, name);
  call.shared = field_of_config(text, of, "dynamicSmemBytes", 2, name);
  call.arguments = by_list && parts.size() > 2 ? argument_list(text, parts[2])
                                               : std::vector<TokenRange>(parts.begin() + 2, parts.end());
  return call;
}

// Words in front of brackets that are no functions.
constexpr auto statements = std::to_array<std::string_view>(
    {"if", "for", "while", "switch", "catch", "return", "sizeof", "alignas", "decltype", "__launch_bounds__"});

// Returns the { of the body that follows the parameters; 0: there is none.
std::size_t body_behind(const HostText& text, std::size_t at) {
  constexpr std::size_t longest = 24;  // const, noexcept, -> std::array<int, 2>
  for (const std::size_t end = at + longest; at < end && at + 1 < text.tokens().size(); ++at) {
    if (is_sign(text.token(at), "{")) return at;
    const bool is_type = is_name(text.token(at)) || is_sign(text.token(at), "->") || is_sign(text.token(at), "<") ||
                         is_sign(text.token(at), ">") || is_sign(text.token(at), "*") || is_sign(text.token(at), "&");
    if (!is_type) break;
  }
  return 0;
}

// Reads a function whose name is at `name`, or the lambda that this variable holds.
std::optional<HostFunction> host_function_at(const HostText& text, std::size_t name) {
  if (!is_name(text.token(name)) || std::ranges::find(statements, text.token(name).text) != statements.end())
    return std::nullopt;
  std::size_t open = name + 1;
  if (is_sign(text.token(open), "=") && is_sign(text.token(open + 1), "[")) open = text.behind(open + 1);
  if (!is_sign(text.token(open), "(")) return std::nullopt;
  const bool is_lambda = open > name + 1;
  const Token& before = text.token(name - 1);
  const bool has_type = is_name(before) || is_sign(before, "*") || is_sign(before, "&") || is_sign(before, ">");
  if (!has_type) return std::nullopt;
  const std::size_t behind = text.behind(open), body = body_behind(text, behind);
  if (body == 0) return std::nullopt;
  HostFunction function;
  function.name = std::string(last_part(text.token(name).text));
  for (const TokenRange& part : template_parts(text, {open + 1, std::max(open + 1, behind - 1)}))
    function.parameters.push_back(parameter_in(text, part));
  function.body = {body, text.behind(body)};
  if (!is_lambda) function.template_parameters = template_names(text, name);
  return function;
}

// Returns the pieces of a text between commas that are in no bracket.
std::vector<std::string_view> pieces(std::string_view text) {
  std::vector<std::string_view> found;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char letter = at < text.size() ? text[at] : ',';
    depth += letter == '(' || letter == '<' || letter == '['   ? 1
             : letter == ')' || letter == '>' || letter == ']' ? -1
                                                               : 0;
    if (letter != ',' || (depth > 0 && at < text.size())) continue;
    if (const std::string_view piece = trimmed(text.substr(begin, at - begin)); !piece.empty()) found.push_back(piece);
    begin = at + 1;
  }
  return found;
}

KernelParameter demangled_parameter(std::string_view text) {
  KernelParameter parameter;
  const std::size_t star = text.find('*');
  parameter.is_pointer = star != std::string_view::npos;
  std::string_view type = trimmed(text.substr(0, star));
  parameter.is_const = parameter.is_pointer && type.ends_with(" const");
  if (type.ends_with(" const")) type = trimmed(type.substr(0, type.size() - 6));
  parameter.type = std::string(type);
  return parameter;
}

}  // namespace

std::vector<KernelText> kernels_in(const HostText& text) {
  std::vector<KernelText> found;
  for (std::size_t at = 0; at + 1 < text.tokens().size(); ++at)
    if (text.token(at).text == "__global__")
      if (auto kernel = kernel_at(text, at)) found.push_back(std::move(*kernel));
  return found;
}

std::vector<KernelCall> calls_of(const HostText& text, std::string_view kernel) {
  std::vector<KernelCall> found;
  for (std::size_t at = 1; at + 2 < text.tokens().size(); ++at) {
    if (is_sign(text.token(at), "<<") && is_sign(text.token(at + 1), "<")) {
      if (auto call = call_at(text, at, kernel)) found.push_back(std::move(*call));
    } else if (is_sign(text.token(at + 1), "(")) {
      if (auto call = function_call_at(text, at, kernel)) found.push_back(std::move(*call));
    }
  }
  return found;
}

std::size_t behind_bracket(const HostText& text, std::size_t at, TokenRange range) {
  if (opens(text.token(at))) return std::max(at + 1, text.behind(at));
  if (!is_sign(text.token(at), "<")) return at + 1;
  const bool is_of_launch = range.begin > 1 && is_sign(text.token(range.begin - 2), "<<");
  const std::size_t close = template_close(text, at), last = is_of_launch ? range.end - 1 : range.end;
  return close > at && close <= last ? close + 1 : at + 1;
}

std::vector<TokenRange> template_parts(const HostText& text, TokenRange range) {
  std::vector<TokenRange> found;
  std::size_t begin = range.begin;
  for (std::size_t at = range.begin; at < range.end; at = behind_bracket(text, at, range)) {
    if (!is_sign(text.token(at), ",")) continue;
    found.push_back({begin, at});
    begin = at + 1;
  }
  if (begin < range.end) found.push_back({begin, range.end});
  return found;
}

std::size_t template_close(const HostText& text, std::size_t open) {
  constexpr std::size_t longest = 200;
  int depth = 0;
  for (std::size_t at = open; at < open + longest && at + 1 < text.tokens().size(); ++at) {
    const Token& token = text.token(at);
    if (is_sign(token, ";") || is_sign(token, "{") || is_sign(token, "&&") || is_sign(token, "||") || closes(token))
      break;
    depth += is_sign(token, "<") - is_sign(token, ">") - 2 * is_sign(token, ">>");
    if (depth <= 0) return at;
    if (opens(token)) at = text.behind(at) - 1;
  }
  return open;
}

std::vector<HostFunction> functions_in(const HostText& text) {
  std::vector<HostFunction> found;
  for (std::size_t at = 1; at + 2 < text.tokens().size(); ++at)
    if (auto function = host_function_at(text, at)) found.push_back(std::move(*function));
  return found;
}

const HostFunction* function_around(const std::vector<HostFunction>& functions, std::size_t at) {
  const HostFunction* inner = nullptr;
  for (const HostFunction& one : functions)
    if (one.body.begin <= at && at < one.body.end && (inner == nullptr || one.body.begin > inner->body.begin))
      inner = &one;
  return inner;
}

std::vector<KernelParameter> demangled_parameters(std::string_view name) {
  std::vector<KernelParameter> found;
  const std::size_t open = parameters_of(name);
  if (!name.ends_with(')') || open == name.size()) return found;
  for (const std::string_view piece : pieces(name.substr(open + 1, name.size() - open - 2)))
    found.push_back(demangled_parameter(piece));
  return found;
}

std::vector<std::optional<std::int64_t>> demangled_template_arguments(std::string_view name) {
  std::vector<std::optional<std::int64_t>> found;
  const std::size_t parameters = parameters_of(name);
  if (parameters == name.size() || parameters == 0 || name[parameters - 1] != '>') return found;
  int depth = 0;
  std::size_t open = parameters;
  while (open > 0) {
    --open;
    depth += (name[open] == '>') - (name[open] == '<');
    if (depth == 0) break;
  }
  for (const std::string_view piece : pieces(name.substr(open + 1, parameters - open - 2))) {
    std::string_view digits = piece;
    if (digits.starts_with('(')) digits = digits.substr(std::min(digits.find(')') + 1, digits.size()));  // (type)4
    while (!digits.empty() && (digits.back() == 'u' || digits.back() == 'l')) digits.remove_suffix(1);
    if (piece == "true" || piece == "false")
      found.emplace_back(piece == "true");
    else
      found.push_back(number_in<std::int64_t>(digits));
  }
  return found;
}

}  // namespace tcviz::inline gpu_xray
