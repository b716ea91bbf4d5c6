#include "gpu/language/python/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/c/names.hpp"
#include "gpu/language/python/library.hpp"

namespace tcviz::inline gpu_python {
namespace {

constexpr std::string_view numba = "numba.cuda";
// Numbers of a thread, as Numba and CUDA call them.
constexpr auto thread_names =
    std::to_array<std::string_view>({"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y",
                                     "blockIdx.z", "blockDim.x", "blockDim.y", "blockDim.z", "gridDim.x"});

bool is_thread_name(std::string_view name) { return std::ranges::find(thread_names, name) != thread_names.end(); }

template <class Value>
void add_once(std::vector<Value>& to, const Value& value) {
  if (std::ranges::find(to, value) == to.end()) to.push_back(value);
}

class PythonResolver {
 public:
  PythonResolver(PythonTree& tree, std::vector<Diagnostic>& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void resolve() {
    for (const PythonAt each : tree_.body) find_globals(each);
    for (const PythonImport& each : tree_.imports)
      if (find_global(each.name) != nullptr)
        complain(find_global(each.name)->range, "this name is imported, too: give one of the two another name");
    for (const PythonAt each : tree_.body) statement(each);
    for (std::size_t number = 0; number < tree_.functions.size(); ++number) function(number);
    for (bool grew = true; grew;) grew = spread_inputs();
  }

 private:
  struct Inner {
    std::string_view name;
    std::uint32_t number;
  };

  PythonExpression& node(PythonAt at) { return tree_.nodes[at]; }
  void complain(TextRange range, std::string message) {
    if (diagnostics_.empty()) diagnostics_.push_back({std::move(message), range, {}});
  }

  template <class Found>
  void names_in_target(PythonAt target, Found&& found) {
    const PythonExpression& of = tree_.nodes[target];
    if (of.kind == PythonNode::Name) found(of);
    if (of.kind == PythonNode::Tuple || of.kind == PythonNode::List)
      for (const PythonAt part : of.parts) names_in_target(part, found);
  }
  // Calls `found` with the node of each name that a statement gives a value.
  template <class Found>
  void names_given(PythonAt at, Found&& found) {
    const PythonStatement& of = tree_.statements[at];
    for (const PythonAt target : of.targets) names_in_target(target, found);
    for (const PythonAt each : of.body) names_given(each, found);
    for (const PythonAt each : of.otherwise) names_given(each, found);
  }

  PythonGlobal* find_global(std::string_view name) {
    const auto found = std::ranges::find(tree_.globals, name, &PythonGlobal::name);
    return found == tree_.globals.end() ? nullptr : &*found;
  }
  PythonGlobal& global(std::string_view name, TextRange range) {
    PythonGlobal* const found = find_global(name);
    return found != nullptr ? *found : tree_.globals.emplace_back(PythonGlobal{.name = name, .range = range});
  }
  void find_globals(PythonAt at) {
    names_given(at, [&](const PythonExpression& name) { global(name.text, name.range).function = no_python; });
    const PythonStatement& statement = tree_.statements[at];
    define(statement);
    for (const PythonAt each : statement.body) define_inside(each);
    for (const PythonAt each : statement.otherwise) define_inside(each);
  }
  void define(const PythonStatement& statement) {
    if (statement.act != PythonAct::Define) return;
    const PythonFunction& function = tree_.functions[statement.function];
    global(function.name, function.range).function = statement.function;
  }
  void define_inside(PythonAt at) {
    const PythonStatement& statement = tree_.statements[at];
    if (statement.act == PythonAct::Define)
      complain(statement.range, "a function that is defined under a condition is not followed here");
    for (const PythonAt each : statement.body) define_inside(each);
    for (const PythonAt each : statement.otherwise) define_inside(each);
  }

  void function(std::size_t number) {
    PythonFunction& of = tree_.functions[number];
    for (const PythonParameter& parameter : of.parameters) of.locals.push_back(parameter.name);
    for (const PythonAt each : of.body)
      names_given(each, [&](const PythonExpression& name) { add_once(of.locals, name.text); });
    named_ = of.locals.size();
    of_ = &of;
    for (const PythonAt each : of.body) statement(each);
    of_ = nullptr;
  }

  void statement(PythonAt at) {
    const PythonStatement of = tree_.statements[at];
    if (of.act == PythonAct::Define) {
      for (const PythonParameter& parameter : tree_.functions[of.function].parameters)
        if (parameter.usual != no_python) expression(parameter.usual);
      return;
    }
    if (of.act == PythonAct::Augment && of.sign == PythonSign::Divide) complain_of_fraction(of.range);
    if (of.value != no_python) expression(of.value);
    for (const PythonAt target : of.targets) expression(target);
    for (const PythonAt each : of.body) statement(each);
    for (const PythonAt each : of.otherwise) statement(each);
  }

  void complain_of_fraction(TextRange range) {
    complain(range, "`/` makes a fraction in Python: write `//`, which rounds down");
  }

  void expression(PythonAt at) {
    const PythonExpression of = node(at);
    switch (of.kind) {
      case PythonNode::Name:
        return name(at);
      case PythonNode::Member:
        return member(at);
      case PythonNode::Call:
        return call(at);
      case PythonNode::Generator:
      case PythonNode::Comprehension:
        return comprehension(of);
      case PythonNode::Binary:
        if (of.sign == PythonSign::Divide) complain_of_fraction(of.range);
        break;
      default:
        break;
    }
    for (const PythonAt part : of.parts) expression(part);
  }

  void set(PythonAt at, PythonScope scope, std::size_t number) {
    node(at).scope = scope;
    node(at).number = static_cast<std::uint32_t>(number);
  }

  // True if the text itself gives the name a value where it stands.
  bool own_name(PythonAt at) {
    const std::string_view text = node(at).text;
    for (auto inner = inner_.rbegin(); inner != inner_.rend(); ++inner)
      if (inner->name == text) return set(at, PythonScope::Local, inner->number), true;
    if (of_ != nullptr) {
      const auto end = of_->locals.begin() + static_cast<std::ptrdiff_t>(named_);
      const auto local = std::find(of_->locals.begin(), end, text);
      if (local != end) return set(at, PythonScope::Local, static_cast<std::size_t>(local - of_->locals.begin())), true;
    }
    const PythonGlobal* const found = find_global(text);
    if (found == nullptr) return false;
    const auto number = static_cast<std::uint32_t>(found - tree_.globals.data());
    set(at, PythonScope::Global, number);
    add_once(of_ != nullptr ? of_->uses : tree_.module_uses, number);
    return true;
  }

  const PythonImport* find_import(std::string_view name) const {
    const auto found = std::ranges::find(tree_.imports, name, &PythonImport::name);
    return found == tree_.imports.end() ? nullptr : &*found;
  }

  void name(PythonAt at) {
    if (own_name(at)) return;
    const PythonExpression of = node(at);
    if (const PythonImport* const from = find_import(of.text)) return outside(at, from->path, from->part);
    if (const auto function = find_python_function("", of.text))
      return set(at, PythonScope::Library, static_cast<std::size_t>(*function));
    input(at, of.text, false);
  }

  // Resolves a name of another module.
  void outside(PythonAt at, std::string_view module, std::string_view name) {
    const TextRange range = node(at).range;
    if (module == numba && is_thread_name(name)) return input(at, name, false);
    if (module == numba && name == "laneid") return input(at, name, true);
    if (const auto function = find_python_function(module, name))
      return set(at, PythonScope::Library, static_cast<std::size_t>(*function));
    const std::string_view said = std::string_view(tree_.text).substr(range.begin, range.end - range.begin);
    complain(range, fmt::format("`{}` is not followed here: write what it computes", said.substr(0, 60)));
  }

  // Returns the module that a node names, as "triton.language"; empty if it names none.
  std::string module_of(PythonAt at) {
    const PythonExpression of = node(at);
    if (of.kind == PythonNode::Member) {
      const std::string base = module_of(of.parts[0]);
      return base.empty() ? base : fmt::format("{}.{}", base, of.text);
    }
    if (of.kind != PythonNode::Name || own_name(at)) return {};
    const PythonImport* const from = find_import(of.text);
    if (from == nullptr) return std::string(usual_python_module(of.text));
    return from->part.empty() ? std::string(from->path) : fmt::format("{}.{}", from->path, from->part);
  }

  // Resolves a.b: a name of a module, threadIdx.x, or a member of a value.
  void member(PythonAt at) {
    const PythonExpression of = node(at);
    const PythonExpression base = node(of.parts[0]);
    const std::string module = module_of(of.parts[0]);
    if (module.starts_with(fmt::format("{}.", numba))) {
      const std::string whole = fmt::format("{}.{}", module.substr(numba.size() + 1), of.text);
      const auto* const known = std::ranges::find(thread_names, whole);
      if (known != thread_names.end()) return input(at, *known, false);
    }
    if (!module.empty()) return outside(at, module, of.text);
    if (base.kind != PythonNode::Name || own_name(of.parts[0])) return expression(of.parts[0]);
    const std::string_view whole = std::string_view(tree_.text).substr(of.range.begin, of.range.end - of.range.begin);
    if (is_thread_name(whole)) return input(at, whole, false);
    complain(of.range, fmt::format("`{}` is not known here: of names with dots, threadIdx.x is", whole.substr(0, 40)));
  }

  void call(PythonAt at) {
    const PythonExpression of = node(at);
    const PythonExpression callee = node(of.parts[0]);
    const bool bare = callee.kind == PythonNode::Name && !own_name(of.parts[0]) &&
                      find_import(callee.text) == nullptr && !find_python_function("", callee.text);
    if (bare && of.parts.size() == 1 && find_lane_function(callee.text) != nullptr) {
      node(at).kind = PythonNode::Name;
      node(at).parts.clear();
      return input(at, callee.text, true);
    }
    if (bare)
      complain(callee.range, fmt::format("`{}` is not followed here: of Python's functions min, max, abs, divmod, sum, "
                                         "range and len are",
                                         callee.text.substr(0, 40)));
    expression(of.parts[0]);
    const auto whole_of = static_cast<PythonCall>(node(of.parts[0]).number);
    const bool makes_whole = node(of.parts[0]).scope == PythonScope::Library && of.parts.size() == 2 &&
                             (whole_of == PythonCall::Int || whole_of == PythonCall::Floor ||
                              whole_of == PythonCall::Ceil || whole_of == PythonCall::Truncate);
    for (std::size_t part = 1; part < of.parts.size(); ++part) {
      const PythonExpression argument = node(of.parts[part]);
      const bool divides = argument.kind == PythonNode::Binary && argument.sign == PythonSign::Divide;
      if (!makes_whole || !divides) {
        expression(of.parts[part]);
        continue;
      }
      for (const PythonAt operand : argument.parts) expression(operand);
    }
  }

  // Resolves [value for target in source if condition], whose targets are its own.
  void comprehension(const PythonExpression& of) {
    const std::size_t outer = inner_.size();
    for (std::size_t part = 1; part < of.parts.size(); ++part) {
      const PythonExpression clause = node(of.parts[part]);
      expression(clause.parts[1]);
      names_in_target(clause.parts[0], [&](const PythonExpression& name) {
        inner_.push_back({name.text, new_local(name.text)});
      });
      expression(clause.parts[0]);
      for (std::size_t condition = 2; condition < clause.parts.size(); ++condition) expression(clause.parts[condition]);
    }
    expression(of.parts[0]);
    inner_.resize(outer);
  }
  std::uint32_t new_local(std::string_view name) {
    if (of_ == nullptr) return tree_.module_locals++;
    of_->locals.push_back(name);
    return static_cast<std::uint32_t>(of_->locals.size() - 1);
  }

  void input(PythonAt at, std::string_view name, bool is_call) {
    const auto same = [&](const PythonInput& each) { return each.name == name && each.is_call == is_call; };
    auto found = std::ranges::find_if(tree_.inputs, same);
    if (found == tree_.inputs.end()) found = tree_.inputs.insert(found, {name, node(at).range, is_call});
    const auto number = static_cast<std::uint32_t>(found - tree_.inputs.begin());
    set(at, PythonScope::Input, number);
    add_once(of_ == nullptr ? tree_.module_inputs : of_->inputs, number);
  }

  // Adds the inputs of every function that has had the name. False: all were there.
  bool add_inputs_of(std::uint32_t global, std::vector<std::uint32_t>& to) {
    const std::size_t before = to.size();
    for (const PythonFunction& each : tree_.functions) {
      if (each.name != tree_.globals[global].name) continue;
      const std::vector<std::uint32_t> inputs = each.inputs;  // they may be those that grow
      for (const std::uint32_t input : inputs) add_once(to, input);
    }
    return to.size() > before;
  }
  // Gives functions, and the statements outside of them, the inputs of those that they name. False: all had them.
  bool spread_inputs() {
    bool grew = false;
    for (PythonFunction& each : tree_.functions)
      for (const std::uint32_t used : each.uses) grew = add_inputs_of(used, each.inputs) || grew;
    for (const std::uint32_t used : tree_.module_uses) grew = add_inputs_of(used, tree_.module_inputs) || grew;
    return grew;
  }

  PythonTree& tree_;
  std::vector<Diagnostic>& diagnostics_;
  PythonFunction* of_ = nullptr;  // the function whose names are resolved
  std::size_t named_ = 0;         // number of its locals that are no comprehension's
  std::vector<Inner> inner_;      // names of comprehensions around
};

}  // namespace

void resolve_python_names(PythonTree& tree, std::vector<Diagnostic>& diagnostics) {
  PythonResolver(tree, diagnostics).resolve();
}

}  // namespace tcviz::inline gpu_python
