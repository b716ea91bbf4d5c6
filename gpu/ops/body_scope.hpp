// The names in force while a body is read, and where its reader stands.
#pragma once

#include <algorithm>
#include <vector>

#include "gpu/formula/scope.hpp"
#include "gpu/ops/body_emitter.hpp"

namespace tcviz {

// A cursor that can give up: it goes to the end, and nothing that follows from that is complained of.
struct BodyCursor : Cursor {
  bool gave_up = false;

  void complain(TextRange range, std::string message, std::optional<std::string> fix = {}) const {
    if (!gave_up) Cursor::complain(range, std::move(message), std::move(fix));
  }
  void give_up(TextRange range, std::string message) {
    complain(range, std::move(message));
    gave_up = true;
    at = tokens.size() - 1;
  }
};

struct BodyLocal {
  std::string_view name;
  BodyType type = BodyType::Unknown;
  std::uint32_t place = 0;
  bool is_const = false;
  bool is_checked = false;  // declared without a value: register `has_value` says at run time whether there is one
  std::uint32_t has_value = 0;
};

// Inner blocks hide names of outer ones; what a block declares goes when it ends.
class BodyScope {
 public:
  const BodyLocal* find(std::string_view name) const {
    const auto found =
        std::find_if(locals_.rbegin(), locals_.rend(), [&](const auto& each) { return each.name == name; });
    return found == locals_.rend() ? nullptr : &*found;
  }
  bool declared_here(std::string_view name) const {
    return std::any_of(locals_.begin() + static_cast<std::ptrdiff_t>(outer_), locals_.end(),
                       [&](const auto& each) { return each.name == name; });
  }
  void declare(const BodyLocal& local) { locals_.push_back(local); }
  const std::vector<BodyLocal>& locals() const { return locals_; }

  // What `enter` gives is handed to `leave`.
  struct Mark {
    std::size_t count, outer;
  };
  Mark enter() {
    const Mark mark{locals_.size(), outer_};
    outer_ = locals_.size();
    return mark;
  }
  void leave(const Mark& mark) {
    locals_.resize(mark.count);
    outer_ = mark.outer;
  }

 private:
  std::vector<BodyLocal> locals_;
  std::size_t outer_ = 0;
};

inline const BodyInputRow* find_body_input(std::string_view name) {
  const auto found = std::ranges::find(body_inputs, name, &BodyInputRow::name);
  return found == body_inputs.end() ? nullptr : &*found;
}

}  // namespace tcviz
