#include "gpu/kernel/xray/propose/host_frames.hpp"

#include <algorithm>

#include "gpu/kernel/xray/propose/host_types.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_tokens = 500'000;  // looked at

}  // namespace

bool HostFrames::is_spent() { return ++looked_ > most_tokens; }

std::string_view HostFrames::variable(TokenRange range) const {
  std::string_view found;
  for (std::size_t at = range.begin; at < range.end; ++at) {
    if (is_sign(text_.token(at), "[") && !found.empty()) break;
    const std::string_view name = word(at);
    const bool is_type = host_type(name) != nullptr || name == "const" || name == "void" || name.ends_with("_cast") ||
                         name == "CUtensorMap";
    if (!is_name(text_.token(at)) || is_type || is_sign(text_.token(at + 1), "<")) continue;
    if (is_sign(text_.token(at + 1), "(") && name.find('.') == std::string_view::npos) continue;
    found = name;
  }
  for (const std::string_view end : {".data_ptr", ".data", ".get", ".mutable_data_ptr"})
    if (found.ends_with(end)) found.remove_suffix(end.size());
  return found;
}

std::optional<HostCall> HostFrames::call_at(std::size_t at) const {
  if (!is_name(text_.token(at))) return std::nullopt;
  HostCall call{word(at), {}, {}, {at, at}};
  std::size_t open = at + 1;
  if (is_sign(text_.token(open), "<")) {
    const std::size_t close = template_close(text_, open);
    if (close == open) return std::nullopt;
    call.template_arguments = template_parts(text_, {open + 1, close});
    open = close + 1;
  }
  if (!is_sign(text_.token(open), "(")) return std::nullopt;
  const std::size_t behind = text_.behind(open);
  call.arguments = template_parts(text_, {open + 1, std::max(open + 1, behind - 1)});
  call.whole.end = behind;
  return call;
}

const HostFunction* HostFrames::function_named(const HostCall& call) const {
  const auto fits = [&](const HostFunction& one) {
    return one.name == last_part(call.name) && one.parameters.size() >= call.arguments.size();
  };
  const HostFunction* nearest = nullptr;  // of the last ones in front of the call
  for (const HostFunction& one : functions_)
    if (fits(one) && (nearest == nullptr || one.body.begin < call.whole.begin)) nearest = &one;
  return nearest;
}

HostFrame HostFrames::frame_of(const HostFunction& function, const HostCall& call, const HostFrame& caller) const {
  HostFrame made;
  made.function = &function, made.caller = &caller;
  made.arguments = call.arguments, made.template_arguments = call.template_arguments;
  made.known = caller.known;
  const auto bind = [&](const std::string& name, const std::vector<TokenRange>& given, std::size_t at) {
    made.known.erase(name);
    if (at >= given.size() || name.empty()) return;
    if (const auto number = text_.value(given[at], caller.known)) made.known[name] = *number;
  };
  for (std::size_t at = 0; at < function.parameters.size(); ++at)
    bind(function.parameters[at].name, call.arguments, at);
  for (std::size_t at = 0; at < function.template_parameters.size(); ++at)
    bind(function.template_parameters[at], call.template_arguments, at);
  return made;
}

std::optional<TokenRange> given_for(const HostFrame& frame, std::string_view name) {
  if (frame.function == nullptr || frame.caller == nullptr) return std::nullopt;
  const auto& parameters = frame.function->parameters;
  for (std::size_t at = 0; at < std::min(parameters.size(), frame.arguments.size()); ++at)
    if (parameters[at].name == name) return frame.arguments[at];
  const auto& types = frame.function->template_parameters;
  for (std::size_t at = 0; at < std::min(types.size(), frame.template_arguments.size()); ++at)
    if (types[at] == name) return frame.template_arguments[at];
  return std::nullopt;
}

HostFrame HostFrames::frame_around(std::size_t at, const KnownValues& known) const {
  HostFrame made;
  made.function = function_around(functions_, at);
  made.known = known;
  return made;
}

TokenRange HostFrames::body_of(const HostFrame& frame) const {
  return frame.function != nullptr ? frame.function->body : TokenRange{0, text_.tokens().size() - 1};
}

std::string_view HostFrames::pointer(const HostFrame& frame, TokenRange range, int hops) const {
  const std::string_view name = variable(range);
  if (name.empty() || hops > most_hops) return name;
  if (const auto given = given_for(frame, name))
    if (const std::string_view outer = pointer(*frame.caller, *given, hops + 1); !outer.empty()) return outer;
  for (const TokenRange& value : text_.definitions(name, range.begin)) {
    const TokenRange body = body_of(frame);
    if (value.begin < body.begin || value.end > body.end || value.begin >= range.begin) continue;
    if (const std::string_view other = variable(value); !other.empty() && other != name && !has_call(value))
      return HostFrames::pointer(frame, value, hops + 1);
    break;
  }
  return name;
}
bool HostFrames::has_call(TokenRange range) const {
  for (std::size_t at = range.begin; at + 1 < range.end; ++at)
    if (is_name(text_.token(at)) && is_sign(text_.token(at + 1), "(")) return true;
  return false;
}

std::string_view HostFrames::literal(const HostFrame& frame, TokenRange range, std::string_view prefix, int hops) {
  if (is_spent()) return {};
  std::string_view found;
  for (std::size_t at = range.begin; at < range.end; ++at) {
    std::string_view name = last_part(word(at));
    if (!name.starts_with(prefix)) continue;
    if (!found.empty()) return {};  // a choice
    found = name.substr(prefix.size());
  }
  if (!found.empty() || hops > most_hops || range.end != range.begin + 1) return found;
  const std::string_view name = word(range.begin);
  if (const auto given = given_for(frame, name)) return literal(*frame.caller, *given, prefix, hops + 1);
  for (const TokenRange& value : text_.definitions(name, range.begin))
    if (const std::string_view of = literal(frame, value, prefix, hops + 1); !of.empty()) return of;
  return {};
}

std::vector<std::int64_t> HostFrames::list(const HostFrame& frame, TokenRange range, std::size_t count, int hops) {
  std::vector<std::int64_t> found(count, -1);
  if (hops > most_hops || range.begin >= range.end) return found;
  for (std::size_t at = range.begin; at < range.end; ++at)
    if (is_sign(text_.token(at), "{")) return elements(frame, at, found), found;
  const std::string_view name = variable(range);
  if (name.empty()) return found;
  const std::size_t from = first_element(frame, range, name);
  if (const auto given = given_for(frame, name)) {
    found = list(*frame.caller, *given, count + from, hops + 1);
  } else {
    found.resize(count + from, -1);
    HostFrames::fill(frame, body_of(frame), name, range.begin, found);
    if (std::ranges::all_of(found, [](std::int64_t one) { return one == -1; }))
      HostFrames::fill(frame, {0, range.begin}, name, range.begin, found);
  }
  found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(std::min(from, found.size())));
  return found;
}

// Returns 1 for `strides + 1` and `&strides[1]`.
std::size_t HostFrames::first_element(const HostFrame& frame, TokenRange range, std::string_view name) const {
  for (std::size_t at = range.begin; at + 1 < range.end; ++at) {
    if (word(at) != name) continue;
    const bool is_index = is_sign(text_.token(at + 1), "[");
    if (!is_index && !is_sign(text_.token(at + 1), "+")) continue;
    const TokenRange offset{at + 2, is_index ? text_.behind(at + 1) - 1 : range.end};
    const auto first = text_.value(offset, frame.known);
    return first && *first >= 0 && *first < 4 ? static_cast<std::size_t>(*first) : 0;
  }
  return 0;
}

void HostFrames::elements(const HostFrame& frame, std::size_t open, std::vector<std::int64_t>& into) const {
  if (is_sign(text_.token(open + 1), "{")) ++open;  // {{a, b}} of a std::array
  const std::vector<TokenRange> parts = template_parts(text_, {open + 1, text_.behind(open) - 1});
  for (std::size_t at = 0; at < std::min(parts.size(), into.size()); ++at)
    into[at] = text_.value(parts[at], frame.known).value_or(-1);
}

// Reads `name[2] = {a, b}`, `name{a, b}` and `name[0] = a` in front of a token.
void HostFrames::fill(const HostFrame& frame, TokenRange body, std::string_view name, std::size_t end,
                      std::vector<std::int64_t>& into) {
  for (std::size_t at = body.begin; at < std::min(body.end, end) && !is_spent(); ++at) {
    if (word(at) != name) continue;
    std::size_t next = at + 1;
    std::optional<std::int64_t> index;
    if (is_sign(text_.token(next), "[")) {
      const std::size_t behind = text_.behind(next);
      index = text_.value({next + 1, behind - 1}, frame.known);
      next = behind;
    }
    const bool sets = is_sign(text_.token(next), "=");
    if (sets) ++next;
    if (is_sign(text_.token(next), "{")) {
      HostFrames::elements(frame, next, into);
    } else if (sets && index && *index >= 0 && *index < static_cast<std::int64_t>(into.size())) {
      std::size_t last = next;
      while (last < body.end && !is_sign(text_.token(last), ";")) ++last;
      into[static_cast<std::size_t>(*index)] = text_.value({next, last}, frame.known).value_or(-1);
    }
  }
}

}  // namespace tcviz::inline gpu_xray
