#include "gpu/kernel/ptx/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "gpu/kernel/ptx/cursor.hpp"
#include "gpu/kernel/ptx/declaration.hpp"
#include "gpu/kernel/ptx/function_reader.hpp"

namespace tcviz::inline gpu_ptx {
namespace {

// Reads directives outside of functions.
class ModuleReader {
 public:
  explicit ModuleReader(PtxModule& module) : module_(module), cursor_(*module.text) {}

  Status read() {
    while (!cursor_.at_end()) TCVIZ_TRY(directive());
    if (module_.target.empty()) return bad_input("this is not PTX: there is no .target in it.");
    return Nothing{};
  }

 private:
  Error wrong(std::string_view what) const { return ptx_error(cursor_.line(), what); }

  Status directive() {
    const PtxCursor::Mark here = cursor_.mark();
    const std::string_view word = cursor_.word();
    if (word == ".version") return named(module_.version);
    if (word == ".target") return target();
    if (word == ".file") return file();
    if (word == ".section") {
      cursor_.skip_braces();
      return Nothing{};
    }
    if (word == ".address_size" || word == ".loc") {
      cursor_.skip_line();
      return Nothing{};
    }
    if (word == ".pragma" || word == ".alias") {
      cursor_.skip_past(';');
      return Nothing{};
    }
    if (word.empty() || word.front() != '.') return no_directive();
    cursor_.back_to(here);
    return declared();
  }

  Error no_directive() const {
    if (!module_.version.empty()) return wrong("expected a directive, such as .entry");
    if (module_.text->starts_with("\xef\xbb\xbf"))
      return wrong("a byte order mark stands in front of the text, which ptxas refuses, too: save it without one");
    return wrong("this is no PTX, which begins with .version; CUDA C++ is read from a .cu file");
  }

  Status named(std::string_view& into) {
    into = cursor_.word();
    return into.empty() ? Status(wrong("a word is missing here")) : Status(Nothing{});
  }

  Status target() {
    TCVIZ_TRY(named(module_.target));
    while (cursor_.take(',')) cursor_.word();
    return Nothing{};
  }

  Status file() {
    const std::optional<std::int64_t> number = cursor_.number();
    if (!number) return wrong(".file needs a number and a name");
    module_.files[static_cast<int>(*number)] = cursor_.quoted();
    cursor_.skip_line();
    return Nothing{};
  }

  // Reads .visible .entry, .extern .func, .global and the like.
  Status declared() {
    bool external = false;
    for (;;) {
      const PtxCursor::Mark here = cursor_.mark();
      const std::string_view word = cursor_.word();
      if (word == ".extern") external = true;
      if (word == ".extern" || word == ".visible" || word == ".weak" || word == ".common") continue;
      if (word == ".entry" || word == ".func") return function(word == ".entry");
      cursor_.back_to(here);
      break;
    }
    Result<PtxVariable> variable = read_ptx_variable(cursor_);
    TCVIZ_TRY(variable);
    if (!external && !names_.insert(variable.value().name).second)
      return wrong(fmt::format("{} is declared twice", variable.value().name));
    if (external && variable.value().space == PtxSpace::Shared) variable.value().bytes = 0;
    module_.variables.push_back(std::move(variable).value());
    return cursor_.take(';') ? Status(Nothing{}) : Status(wrong("expected ; after a declaration"));
  }

  Status function(bool is_entry) {
    PtxFunction function;
    function.is_entry = is_entry;
    TCVIZ_TRY(read_ptx_function(cursor_, function));
    if (is_entry && !names_.insert(function.name).second)
      return wrong(fmt::format("{} is declared twice", function.name));
    module_.functions.push_back(std::move(function));
    return Nothing{};
  }

  PtxModule& module_;
  std::unordered_set<std::string_view> names_;
  PtxCursor cursor_;
};

}  // namespace

Result<PtxModule> read_ptx(std::string text) {
  if (text.size() > most_ptx_bytes)
    return bad_input(
        fmt::format("the PTX has {} MB; {} are the most that is read.", text.size() >> 20, most_ptx_bytes >> 20));
  PtxModule module;
  while (!text.empty() && text.back() == '\0') text.pop_back();
  module.text = std::make_shared<const std::string>(std::move(text));
  TCVIZ_TRY(ModuleReader(module).read());
  return module;
}

}  // namespace tcviz::inline gpu_ptx
