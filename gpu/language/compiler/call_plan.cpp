#include "gpu/language/compiler/call_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "gpu/language/compiler/declarations.hpp"
#include "gpu/language/compiler/file_body.hpp"
#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/meaning_of_name.hpp"
#include "gpu/language/formula/returned_names.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_compiler {
namespace {

constexpr std::string_view name_it = "name what is meant by --call 'row=EXPR;col=EXPR', of tid and i";

class Planner {
 public:
  Planner(const CallRequest& request, const Layout& layout) : request_(request), layout_(layout) {
    read_declarations(request.text, request.cuda_arch, found_);
  }

  Result<CallPlan> plan() {
    if (!request_.call.empty()) return by_call();
    const bool done = take_statements() || take_named() || take_letters() || take_whole();
    if (!refusal_.empty()) return bad_input(fmt::format("{}: {}.", refusal_, name_it));
    if (!done) return bad_input(fmt::format("no function of the text says a place by its name: {}.", name_it));
    return finished();
  }

 private:
  using Functions = std::vector<DeclaredFunction>;

  // Says for what the text's place in a block and in a grid is taken.
  void say_launch() {
    const auto reads = [&](std::string_view name) {
      return std::ranges::any_of(found_.tokens, [&](const Token& token) { return token.text == name; });
    };
    plan_.rows_of_warps = layout_.threads() > 32 && reads("threadIdx.y");
    if (plan_.rows_of_warps) say("threadIdx.x", "tid % 32"), say("threadIdx.y", "tid / 32");
    for (const char* const name : {"threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z"})
      if (reads(name) && !(plan_.rows_of_warps && name == std::string_view("threadIdx.y")))
        say(name, "the number of a whole tile");
  }

  CallPlan finished() {
    say_launch();
    if (plan_.source.empty()) plan_.source = whole_file(request_.text, request_.file);
    plan_.source += fmt::format(
        "\n#undef tid\n#undef i\n#line 1 \"tcviz\"\nstatic void tcviz_place(const int tid, const int i, {}& answer) "
        "{{\n"
        "  (void)tid, (void)i;\n{}}}\n",
        "tcviz_harness::Answer", asks_);
    return std::move(plan_);
  }

  Result<CallPlan> by_call() {
    std::string_view rest = request_.call;
    std::set<std::string_view> named;
    while (!trimmed(rest).empty()) {
      const std::string_view part = rest.substr(0, rest.find(';'));
      rest.remove_prefix(std::min(rest.size(), part.size() + 1));
      const std::size_t equals = part.find('=');
      const std::string_view name = trimmed(part.substr(0, equals));
      const bool known = name == "row" || name == "col" || name == "linear" || name == "place";
      if (equals == part.npos || !known || !named.insert(name).second || trimmed(part.substr(equals + 1)).empty())
        return bad_input(
            fmt::format("--call: cannot read `{}`: expected row=EXPR;col=EXPR, linear=EXPR or place=EXPR, "
                        "of tid and i.",
                        trimmed(part).substr(0, 80)));
      ask(name, std::string(trimmed(part.substr(equals + 1))));
    }
    plan_.reading = fmt::format("called as {}", request_.call);
    return finished();
  }

  void ask(std::string_view what, const std::string& expression) {
    asks_ += fmt::format("  answer.{}({});\n", what, expression);
  }
  void say(std::string_view words) { plan_.reading += fmt::format("{}{}", plan_.reading.empty() ? "" : ", ", words); }
  void say(std::string_view name, std::string_view meaning) {
    if (name != meaning && said_.insert(fmt::format("{} {}", name, meaning)).second)
      say(fmt::format("`{}` is taken as {}", name, meaning));
  }
  bool refuse(std::string words) {
    if (refusal_.empty()) refusal_ = std::move(words);
    return true;
  }

  // Takes statements outside functions that give row and col.
  bool take_statements() {
    const FileBody body = file_body(found_, request_.text, request_.file, layout_);
    if (!body.refusal.empty()) return refuse(body.refusal);
    if (body.row.empty() && body.col.empty() && body.linear.empty()) return false;
    plan_.source = body.source;
    asks_ = "  tcviz_statements(tid, i, answer);\n";
    if (!body.row.empty()) say(body.row, "row");
    if (!body.col.empty()) say(body.col, "col");
    for (const auto& [name, meaning] : body.inputs) say(name, meaning);
    return true;
  }

  bool is_helper(const DeclaredFunction& asked) const {
    const auto uses = [&](const DeclaredFunction& other) {
      if (other.body_begin == asked.body_begin) return false;
      for (std::size_t at = other.body_begin; at < other.body_end; ++at) {
        const Token& token = found_.tokens[at];
        if (token.kind != TokenKind::Name || !token.text.ends_with(asked.name)) continue;
        const std::size_t rest = token.text.size() - asked.name.size();
        if (rest == 0 || token.text[rest - 1] == ':' || token.text[rest - 1] == '.') return true;
      }
      return false;
    };
    return std::ranges::any_of(found_.functions, uses);
  }

  const DeclaredFunction* best(NameMeaning meaning) {
    const DeclaredFunction* found = nullptr;
    int best_worth = 0, equal = 0;
    for (const DeclaredFunction& each : found_.functions) {
      const MeaningOfName name = meaning_of(each.name);
      if (name.meaning != meaning || name.weight == 0) continue;
      const bool fits = request_.operand != '\0' && name.operand == request_.operand;
      const int worth = name.weight * 4 + (fits ? 2 : 0) + (is_helper(each) ? 0 : 1);
      if (worth < best_worth) continue;
      equal = worth == best_worth ? equal + 1 : 1;
      found = &each;
      best_worth = worth;
    }
    if (equal > 1) refuse(fmt::format("{} functions like `{}` may be meant", equal, found->name));
    return found;
  }

  bool take_named() {
    const DeclaredFunction* const row = best(NameMeaning::Row);
    const DeclaredFunction* const col = best(NameMeaning::Col);
    if (!refusal_.empty()) return true;
    if (row == nullptr && col == nullptr) return false;
    if (row != nullptr) ask("row", called(*row)), say(row->name, "row");
    if (col != nullptr) ask("col", called(*col)), say(col->name, "col");
    return true;
  }

  // Takes get_i and get_j, or m and n, as row and col: only both of them.
  bool take_letters() {
    std::map<std::string_view, std::size_t> scopes;
    std::vector<LetterName> names;
    for (const DeclaredFunction& each : found_.functions)
      names.push_back({each.name, scopes.try_emplace(each.scope, scopes.size()).first->second});
    const LetterPair pair = pair_by_letters(names);
    if (pair.is_open()) return refuse("several pairs of functions may be meant");
    if (!pair.is_found()) return false;
    const DeclaredFunction &row = found_.functions[pair.row], &col = found_.functions[pair.col];
    say(row.name, "row"), say(col.name, "col");
    ask("row", called(row)), ask("col", called(col));
    return true;
  }

  // Takes the one function that no other uses.
  bool take_whole() {
    const DeclaredFunction* whole = best(NameMeaning::Both);
    int others = 0, kernels = 0;
    const DeclaredFunction* kernel = nullptr;
    if (whole == nullptr) {
      for (const DeclaredFunction& each : found_.functions) {
        if (each.is_kernel) kernel = &each, ++kernels;
        if (is_helper(each) || each.name == "main") continue;
        whole = &each, ++others;
      }
      if (kernels == 1) return take_kernel(*kernel);
      if (others > 1) whole = best(NameMeaning::Linear);
    }
    if (!refusal_.empty()) return true;
    if (whole == nullptr) return false;
    if (whole->is_kernel) return take_kernel(*whole);
    const auto results = std::ranges::count_if(whole->parameters, &DeclaredParameter::gives_result);
    if (results > 0) return take_results(*whole, results);
    const NamedOrder order = order_of_results(*whole);
    say(fmt::format("`{}` gives the place", whole->name));
    ask(fmt::format("place<{}, {}>", order.weight, order.is_turned), called(*whole));
    return true;
  }

  // Returns what return {c, r} says, or the function's own name if that says more.
  NamedOrder order_of_results(const DeclaredFunction& function) const {
    const NamedOrder said =
        order_of_return(found_.tokens, function.body_begin, function.body_end, NameMeaning::Row, NameMeaning::Col);
    return stronger(said, order_of(function.name));
  }

  bool take_results(const DeclaredFunction& function, std::ptrdiff_t results) {
    if (results != 2) return refuse(fmt::format("`{}` has {} results, and a place has two", function.name, results));
    std::vector<std::string> names;
    for (const DeclaredParameter& each : function.parameters)
      if (each.gives_result) names.push_back(each.name);
    const NamedOrder order = order_of(names[0], names[1], NameMeaning::Row, NameMeaning::Col);
    const bool turns = order.is_turned;
    say(names[turns ? 1 : 0], "row"), say(names[turns ? 0 : 1], "col");
    if (order.weight == 0) say("by their places");
    asks_ += fmt::format("  tcviz_harness::Result first, second;\n  {};\n", called(function));
    ask(turns ? "col" : "row", "first.value()");
    ask(turns ? "row" : "col", "second.value()");
    return true;
  }

  bool take_kernel(const DeclaredFunction& kernel) {
    std::string arguments;
    int memories = 0;
    for (const DeclaredParameter& each : kernel.parameters) {
      if (each.has_default) break;
      memories += each.is_memory;
      const char* const argument = each.is_memory ? memories == 1 ? "tcviz_harness::memory()" : "nullptr" : "tcviz_ld";
      arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", argument);
    }
    if (memories != 1)
      return refuse(fmt::format("the kernel `{}` has {} memories, and one is expected", kernel.name, memories));
    if (kernel.needs_arguments) return refuse(fmt::format("the kernel `{}` is a template", kernel.name));
    plan_.is_kernel = true;
    say(fmt::format("where the kernel `{}` stores the values of its fragment", kernel.name));
    asks_ +=
        fmt::format("  tcviz_harness::stored(answer, i, {}, {}, [&](int tcviz_ld) {{ (void)tcviz_ld; {}{}({}); }});\n",
                    layout_.values(), layout_.cols(), kernel.scope, kernel.name, arguments);
    return true;
  }

  // Writes Tile<>::row(tid, i); with an object of its own if it is no static member.
  std::string called(const DeclaredFunction& function) {
    if (function.needs_arguments)
      refuse(
          fmt::format("`{}{}` is of a template whose arguments the text does not give", function.scope, function.name));
    std::string arguments;
    int results = 0;
    for (std::size_t at = 0; at < function.parameters.size(); ++at) {
      const DeclaredParameter& each = function.parameters[at];
      std::string argument;
      if (each.gives_result)
        argument = results++ == 0 ? "first" : "second";
      else if (each.has_default && find_role(each.name, Inputs::Slot) == nullptr)
        break;
      else
        argument = argument_of(function, at);
      arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", argument);
    }
    const bool bound = function.is_member && !function.is_static && !function.is_lambda;
    const std::string scope = function.scope.empty() ? "::" : function.scope;
    if (bound) return fmt::format("{}{{}}.{}({})", scope.substr(0, scope.size() - 2), function.name, arguments);
    return fmt::format("{}{}({})", scope, function.name, arguments);
  }

  bool reads_thread(const DeclaredFunction& function) const {
    for (std::size_t at = function.body_begin; at < function.body_end; ++at) {
      const std::string_view text = found_.tokens[at].text;
      if (text == "threadIdx.x" || find_lane_function(text) != nullptr) return true;
    }
    return false;
  }

  // Returns what a parameter's name says. An x beside a y is a coordinate, and not the value x[i].
  static const Variable* role_of(const DeclaredFunction& function, const DeclaredParameter& parameter) {
    const auto is_y = [](const DeclaredParameter& each) { return !each.gives_result && each.name == "y"; };
    const bool coordinate = parameter.name == "x" && std::ranges::any_of(function.parameters, is_y);
    return coordinate ? nullptr : find_role(parameter.name, Inputs::Slot);
  }

  // Returns an argument by its name; for the remaining parameters, by their places. A constant of the kind goes by its
  // own name.
  std::string argument_of(const DeclaredFunction& function, std::size_t number) {
    const DeclaredParameter& parameter = function.parameters[number];
    const NameRow* const row = find_name(parameter.name, Inputs::Slot);
    if (row != nullptr && row->variable > Variable::R) return std::to_string(constants_of(layout_)[row->variable]);
    if (parameter.is_memory)
      refuse(fmt::format("the meaning of `{}` of `{}` is not clear", parameter.name, function.name));
    bool tid_taken = reads_thread(function), i_taken = false;
    std::vector<std::size_t> unknown;
    std::optional<Variable> own;
    for (std::size_t at = 0; at < function.parameters.size(); ++at) {
      const DeclaredParameter& each = function.parameters[at];
      const NameRow* const known = find_name(each.name, Inputs::Slot);
      const Variable* const role = role_of(function, each);
      if (each.gives_result || (known != nullptr && known->variable > Variable::R)) continue;
      if (role == nullptr && each.has_default) continue;
      if (role == nullptr) {
        unknown.push_back(at);
        continue;
      }
      bool& taken = *role == Variable::Tid ? tid_taken : i_taken;
      if (taken && !(*role == Variable::Tid && at == number && !own)) unclear(function);
      taken = true;
      if (at == number) own = *role;
    }
    if (!own) {
      const std::size_t place = static_cast<std::size_t>(std::ranges::find(unknown, number) - unknown.begin());
      const std::size_t free = (tid_taken ? 0 : 1) + (i_taken ? 0 : 1);
      if (unknown.size() > free) unclear(function);
      own = place == 0 && !tid_taken ? Variable::Tid : Variable::I;
    }
    const std::string_view meaning = *own == Variable::Tid ? "tid" : "i";
    if (!parameter.name.empty()) say(parameter.name, meaning);
    return std::string(meaning);
  }
  void unclear(const DeclaredFunction& function) {
    refuse(fmt::format("it is not clear which parameters of `{}` are tid and i", function.name));
  }

  const CallRequest& request_;
  const Layout& layout_;
  Declarations found_;
  CallPlan plan_;
  std::string asks_, refusal_;
  std::set<std::string> said_;
};

}  // namespace

Result<CallPlan> plan_calls(const CallRequest& request, const Layout& layout) {
  return Planner(request, layout).plan();
}

}  // namespace tcviz::inline gpu_compiler
