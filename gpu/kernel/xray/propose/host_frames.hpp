// The functions that host code calls on its way to a launch: their parameters stand for what the caller gives.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/propose/kernel_text.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int most_hops = 12;  // from a name to the code that sets it

// A call name<...>(...) of the text.
struct HostCall {
  std::string_view name;
  std::vector<TokenRange> arguments, template_arguments;
  TokenRange whole;
};

// A function that is being followed, and who calls it.
struct HostFrame {
  const HostFunction* function = nullptr;  // null: no function is around
  const HostFrame* caller = nullptr;
  std::vector<TokenRange> arguments, template_arguments;  // of the caller
  KnownValues known;
};
// Returns what the caller gives for a name; none: it is no parameter.
std::optional<TokenRange> given_for(const HostFrame& frame, std::string_view name);

class HostFrames {
 public:
  HostFrames(const HostText& text, const std::vector<HostFunction>& functions) : text_(text), functions_(functions) {}

  // True if more of the text was looked at than a proposal has time for.
  bool is_spent();
  // Returns the call that begins at a token.
  std::optional<HostCall> call_at(std::size_t at) const;
  // Returns the function that a call means: the last one in front of it; null: the text defines none.
  const HostFunction* function_named(const HostCall& call) const;
  HostFrame frame_of(const HostFunction& function, const HostCall& call, const HostFrame& caller) const;
  // Returns the frame of the function around a token, whose caller is not known.
  HostFrame frame_around(std::size_t at, const KnownValues& known) const;
  TokenRange body_of(const HostFrame& frame) const;

  // Returns the name of the variable in `&map`, `*map`, `(void*)map`, `maps.a`; empty if there is none.
  std::string_view variable(TokenRange range) const;
  // Returns the pointer that an expression is, as the outermost code names it.
  std::string_view pointer(const HostFrame& frame, TokenRange range, int hops = 0) const;
  // Returns what follows the prefix in the literal that an expression is: "BFLOAT16"; empty: it is not known.
  std::string_view literal(const HostFrame& frame, TokenRange range, std::string_view prefix, int hops = 0);
  // Returns the elements of a list: {a, b}, or the array that an expression names, from `+ n` on; -1 for those that are
  // not known.
  std::vector<std::int64_t> list(const HostFrame& frame, TokenRange range, std::size_t count, int hops = 0);

 private:
  std::string_view word(std::size_t at) const { return text_.token(at).text; }
  bool has_call(TokenRange range) const;
  std::size_t first_element(const HostFrame& frame, TokenRange range, std::string_view name) const;
  void elements(const HostFrame& frame, std::size_t open, std::vector<std::int64_t>& into) const;
  void fill(const HostFrame& frame, TokenRange body, std::string_view name, std::size_t end,
            std::vector<std::int64_t>& into);

  const HostText& text_;
  const std::vector<HostFunction>& functions_;
  std::size_t looked_ = 0;
};

}  // namespace tcviz::inline gpu_xray
