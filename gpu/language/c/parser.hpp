// Parses a subset of C for formulae, functions and the bodies of operations: tokens -> steps of a program. Refuses
// constructs that it cannot translate, and names them. A function is translated again at every call, with the types and
// constants of that call.
#pragma once

#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/language/c/cursor.hpp"
#include "gpu/language/c/emitter.hpp"
#include "gpu/language/c/functions.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/language/c/scope.hpp"

namespace tcviz::inline gpu_c {

// The constructs that a text may use.
struct Dialect {
  Inputs inputs = Inputs::Slot;
  // The text is the body of an operation, which changes x; if it is a single expression, that is the new x.
  bool is_body = false;
  Type value = Type::Float;  // the type of x in a body
  // Names that a formula may assign to without a declaration: "row", "col".
  std::span<const std::string_view> results = {};
  int threads = 0, values = 0;  // of the layout; 0: not known
  bool lane_in_warp = false;    // `lane` goes from 0 to 31 in each of several warps
};

// A name such as blockIdx.x or threadIdx.y, and the words for the value that is assumed for it.
struct Assumed {
  std::string_view name, meaning;
};

// A store that shows where value i of a thread belongs, out[row * ld + col] = frag[i], or a load of that kind.
struct StoreFound {
  bool any = false, two_indices = false;
  bool computes = false;  // what is stored is computed from the fragment's value: C[at] = alpha * frag[i]
  std::string_view memory, fragment;
  std::string_view stride;  // name of a leading dimension that the text does not declare
  Spot beyond{};            // of a fragment of no known size: is set if values beyond the layout's are stored
  // For a call func(i, row, col): the names of its arguments in this order; `memory` is func.
  std::array<std::string_view, 3> told{};
  std::size_t first = 0, second = 0;  // numbers of the locals that hold the index, or row and col
};

// True for =, +=, ++ and the like.
bool is_assignment(const Token& token);
inline bool is_step(const Token& token) { return token.text == "++" || token.text == "--"; }
bool is_keyword(std::string_view word);
// True for words with arguments that may precede a function's name, such as __launch_bounds__ and alignas.
bool is_attribute(std::string_view word);

// Parses the tokens of one text and writes its program.
class Parser {
 public:
  Parser(Cursor& cursor, Emitter& emitter, const Dialect& dialect);

  // Parses a text that is one expression.
  Value expression_alone();
  // Does the same, and reports an error if the value is no integer, as elements and addresses must be.
  Value whole_expression_alone();
  // Parses the whole text: stores its functions for later calls, and translates statements.
  void unit();

  const std::pmr::vector<Function>& functions() const { return functions_; }
  const std::pmr::vector<Local>& locals() const { return locals_; }
  const Record& record(std::int16_t number) const { return records_[static_cast<std::size_t>(number)]; }
  const RecordField& field(const Record& record, std::size_t number) const {
    return fields_[record.first_field + number];
  }
  // Returns the store or load that was found; its `any` is false if there is none.
  const StoreFound& store() const { return store_; }
  bool assigns_x() const { return assigns_x_; }
  bool is_expression() const { return expression_end_ > 0; }
  // Returns the offset in the text at which the expression ends; 0 if the text is more than one expression.
  std::size_t expression_end() const { return expression_end_; }
  int operators() const { return operators_; }
  // Returns blockIdx.x, threadIdx.y and their like, if they are read.
  const std::pmr::vector<Assumed>& assumed() const { return assumed_; }
  // True if a name is read that means a thread or a lane of its warp.
  bool reads_bare_lane() const { return reads_bare_lane_; }
  // Returns the number of a thread, of a lane or of a warp, and notes what that assumes.
  Value thread_named(std::string_view name, Who who, Type type, TextRange range);

  // Translates a call of function number `function` and returns its value. A kernel is called without arguments.
  Value call(std::size_t function, std::span<const Value> arguments, TextRange range);
  // A parameter of a function, as declared.
  struct Parameter {
    Token name;
    TypeForm form;
    bool is_reference = false, is_pointer = false, is_const = false, is_auto = false;
    std::size_t inner_rank = 0, default_at = 0;  // default_at: index of the token after "="; 0: no default
    std::uint16_t inner = 0;                     // for float (*acc)[4]: 4
    // True if the function may return a value through it.
    bool gives_result() const { return (is_reference || is_pointer) && !is_const; }
  };
  std::pmr::vector<Parameter> parameters_of(const Function& function);
  // Declares a new local without a value, and returns its number.
  std::size_t declare(std::string_view name, const TypeForm& form, TextRange range);
  Value value_of_local(std::size_t local, TextRange range);
  // Returns a value for reading.
  Value rvalue(const Value& value);
  // Makes the next step the target of the returns of the current function.
  void land_returns();
  // Returns the local that holds the value of a `return` outside of functions; none if the text has no such statement.
  std::optional<std::size_t> returned() const { return returned_value_ ? std::optional(frame_.result) : std::nullopt; }

 private:
  // Expressions
  Value expression();
  Value assignment();  // accepts += and ++ inside an expression if it is clear what they change
  Value conditional();
  Value choice(const Value& condition, TextRange range);
  Value constant_choice(bool holds, TextRange range);
  Value binary(int precedence);
  Value logic(const BinaryRow& row, const Value& left);
  Value combine(const BinaryRow& row, const Value& left, const Value& right);
  Value unary();
  Value signed_operand(const Token& sign);
  Value dereferenced(const Token& sign);
  Value postfix(Value value);
  Value primary();
  Value number(const Token& token);
  Value fraction(const Token& token);
  Value name();
  Value variable_named(const Token& token);
  Value input(const NameRow& row, TextRange range);
  Value outside_input(std::string_view name, TextRange range);
  bool is_whole_input(const NameRow& row) const {  // its register holds it, and may be assigned to
    return row.who == Who::Thread || (row.who == Who::Lane && !(dialect_.lane_in_warp && has_warps()));
  }
  bool has_warps() const { return dialect_.threads == 0 || dialect_.threads > 32; }
  void assume(std::string_view name, std::string_view meaning);
  Value member(const Value& of, std::string_view name, TextRange range);
  Value element(const Value& of, TextRange open);
  Value body_element(std::size_t array, const Token& name);
  Value body_index();
  Value load_outside(std::size_t array, Type type, const Value& index, TextRange range);
  Value whole_index(const Value& index);
  Value whole_statement_value(bool alone = true);
  Value member_or_call(const Value& of, std::string_view name, TextRange range);
  Value missing_operand();
  // Returns a value of which nothing is known. Complains unless that was done: no text has such a value for an answer.
  Value nothing(TextRange range) {
    if (cursor_.diagnostics->empty()) cursor_.complain(range, "what this computes is not followed here");
    return {.range = range};
  }
  Value truth(const Value& value);
  Value to_type(const Value& value, Type type, TextRange range);
  bool at_cast() const;
  Value cast();
  Value static_cast_of(const Token& word);
  Value size_of(const Token& word);
  Value constructed(const TypeForm& form, const Token& name);
  void unknown_name(const Token& name);
  void expect(std::string_view sign, TextRange open);
  bool too_deep();

  // Calls
  Value call_named(const Token& name);
  std::optional<Value> call_of_text(const Token& name);
  std::optional<Value> call_of_function(const Token& name);
  Value call_unknown(const Token& name);
  Value call_library(const Token& name);
  Value call_foreign(const Token& name);
  void enter_function(const Function& function, const Value* receiver);
  void bind_all(const Function& function, std::span<const Value> arguments, TextRange range);
  Value body_value(const Function& function, TextRange range);
  std::pmr::vector<Value> arguments();
  Value call_builtin(const FunctionRow& function, std::pmr::vector<Value>& arguments, TextRange range);
  Value pair_of(std::string_view maker, std::span<const Value> arguments, TextRange range);
  bool has_function(std::string_view name, std::int16_t record) const;
  Value call_own(const Token& name, std::int16_t record, const Value* receiver);
  Value inlined(std::size_t function, std::span<const Value> arguments, std::span<const Value> template_arguments,
                const Value* receiver, TextRange range);
  void bind_template(const Function& function, std::span<const Value> given, std::span<const Value> arguments);
  void bind(const Function& function, const Parameter& parameter, const Value& value, TextRange range);
  void bind_default(const Function& function, const Parameter& parameter, TextRange range);
  void bind_copy(const Parameter& parameter, const TypeForm& form, const Value& value);
  void bind_reference(const Parameter& parameter, const Value& value, TextRange range);
  bool mentions(const Function& function, std::string_view name) const;
  bool changes(const Function& function, std::string_view name);
  bool is_given_to_change(std::size_t at);
  void bind_fields(std::int16_t record, const Value* receiver);
  Parameter parameter();
  void return_type(const Function& function);
  std::pmr::vector<Value> template_arguments();
  const Record* find_template(std::string_view name) const;
  std::int16_t instantiate(std::string_view name, std::span<const Value> given, TextRange range);
  void add_instance(std::string_view name, std::span<const Value> arguments, std::int16_t record);
  bool same_arguments(const Instance& instance, std::span<const Value> given) const;
  void specialisation();
  void use_templates();
  void forget_lambdas(std::size_t from);
  Value of_record(std::int16_t record, TextRange range);
  // Parses std::tie(row, col) = place(tid, i);
  void tie();
  // True if the current statement names the variable once, so that the order of its reads and writes does not matter.
  bool is_named_once(const Value& changed) const;
  Value changed_inside(const Value& changed, const Token& sign, bool before);
  bool changes_arguments(const Function& function);
  void check_fields(const Function& called);
  bool stands_alone(std::size_t name) const;

  // Statements
  void statement();
  bool control_statement(const Token& token);
  // Skips a statement without effect on values; false if the next one is none.
  bool quiet_statement(const Token& token);
  void block();
  // Parses a statement that is executed under a condition.
  void guarded_body();
  void end_statement();
  void skip_statement();
  void skip_branch();
  std::size_t condition();
  void if_statement();
  void constant_if(const Value& condition);
  void while_statement();
  void do_statement();
  void for_statement();
  void for_head(std::uint32_t test, std::size_t& end, std::size_t& to_body, std::uint32_t& step);
  void switch_statement();
  void case_label();
  // Parses break or continue.
  void leave();
  void loop_end(std::uint32_t start);
  void land_continues();
  void return_statement();
  void asm_statement();
  void note_given(std::size_t open_at, TextRange range);
  // True if no result of inline PTX is an integer variable of the text.
  bool changes_no_number(std::size_t at);
  void simple_statements();
  void simple_statement();
  const Token& behind_indices(std::size_t ahead) const;
  void value_statement(const Value& value, std::size_t first);
  void assign_statement(const Value& target);
  void step_by_one(const Value& stepped, const Token& sign);
  void assign(const Value& target, const Value& value);
  void assign_aggregate(const Value& target, const Value& value);
  Value assignable();
  void note_read(const Value& target);
  Value with_kept_index(Value target);
  void put_element(const Token& name);
  bool store_statement();
  struct Subscript {
    std::string_view name;
    bool is_fragment = false, of_thread = false, is_chosen = false;  // of_thread: the index depends on the thread
    std::array<std::span<const Token>, 2> indices{};
    std::size_t count = 0, end = 0;  // end: index of the token after it
    std::uint16_t inner = 0;         // for name[..][..]: size of the second dimension; 0: not known
    std::optional<Spot> before{};    // for a pointer into the array: the offset to which it points
  };
  bool is_of_thread(std::string_view name, const Local* local) const;
  bool depends_on_thread(std::span<const Token> tokens);
  std::optional<Subscript> subscript_at(std::size_t at);
  std::optional<Subscript> pointed_at(std::size_t at);
  std::pmr::vector<Subscript> subscripts(std::size_t begin, std::size_t end);
  static bool is_one_value(std::span<const Subscript> all);
  void take_store(std::span<const Subscript> all, std::array<std::size_t, 2> places, bool vector, TextRange range);
  void emit_store(const Subscript& memory, const Subscript& fragment, std::int64_t offset, TextRange range);
  Value added(const Value& value, std::int64_t offset, TextRange range);
  bool has_other_values(std::span<const Subscript> all, std::span<const Token> value, TextRange range);
  void emit_pair(const Subscript& memory, std::span<const Subscript> all, std::size_t maker, TextRange range);
  void same_index(const Subscript& one, const Subscript& other, TextRange range);
  bool has_first_values(std::string_view name) const;
  void note_copied(const Subscript& one, const Subscript& other, TextRange range);
  void require_copied(std::string_view fragment, TextRange range);
  void note_named(std::size_t from, std::size_t to);
  bool is_filled(std::string_view memory, TextRange range);
  void note_value(const Subscript& one, bool changes, TextRange range);
  bool is_used_as_both(std::string_view name, TextRange range);
  void note_more_values(const Subscript& fragment, const Value& index);
  Value flat_index(const Subscript& fragment, TextRange range);
  Value parse_index(const Subscript& subscript);
  Value bounded(const Subscript& of, std::size_t dimension, const Value& index);
  bool pointer_into_array();
  // Parses func(i, row, col) with an unknown func: its arguments say where value i belongs.
  void told(const Token& function, std::span<const Value> given, std::span<const Token> names);
  void keep_index(std::size_t local, const Value& index, TextRange range);
  Value parse_span(std::span<const Token> tokens);

  // Declarations
  struct TypeRead {
    TypeForm form{};
    bool is_auto = false, is_const = false, is_static = false, is_kernel = false, any = false;
  };
  bool at_type(std::size_t ahead = 0) const;
  bool at_declaration() const;
  bool at_opaque_declaration() const;
  TypeRead read_type();
  std::optional<TypeForm> find_type_named(std::string_view name) const;
  TypeForm record_template(const Token& name);
  void declaration();
  void declare_one(const TypeRead& type);
  void declare_opaque(std::string_view name, const TypeForm& form);
  void declare_reference(const TypeRead& type, const Token& name);
  void declare_copy(const TypeRead& type, const Token& name, const Value& value);
  void array_sizes(TypeForm& form, bool& open_size);
  void structured_binding(const TypeRead& type);
  void opaque_declaration();
  void initialise(std::size_t local, bool is_auto);
  void initialise_cells(const Value& target);
  void initialise_listed(const Value& target);
  void zero(const Value& target);
  void default_fields(const Value& object);
  void default_field(const Value& object, std::size_t number);
  void declare_with_value(const Token& name, const TypeForm& form, const TypeRead& type, bool direct);
  std::size_t listed_values() const;
  bool skip_initialiser();
  void skip_to_semicolon();
  Value part_of(const Value& target, std::uint32_t number);
  void mark_assigned(const Value& target);
  bool lambda(const Token& name);
  void capture_copies(Function& made, std::size_t open, std::size_t parameters, bool is_mutable);
  void using_declaration();
  void typedef_declaration();
  void enum_declaration();
  std::int16_t record_declaration();
  void template_record(std::size_t head);
  void record_member(Record& record, std::int16_t number);
  bool function_definition(std::size_t template_head, std::int16_t record);
  bool skip_file_scope(const Token& token);
  void known_records();
  std::size_t template_head();
  void check_new_name(const Token& name);

  std::uint32_t cells_of(const TypeForm& form) const;
  std::optional<std::int64_t> constant_value(const Value& value) const;
  const Local* find_local(std::string_view name, std::string_view scope = {}) const;
  // Returns the local of which `text` names a part: p for "p.r".
  const Local* find_owner(std::string_view text) const;
  std::optional<Value> qualified(const Token& token);
  Value part_number(const Token& name);
  std::size_t add_local(const Local& local);
  Value alias_of(const Local& local, TextRange range) const;
  Local alias_named(std::string_view name, const Value& value, bool is_const) const;
  void note_input(const NameRow& row, bool changes, TextRange range);
  // Writes a step that stops the execution if the variable has no value yet.
  void read_flag(const Value& value);

  struct Mark {
    std::size_t locals, aliases, functions, block;
  };
  Mark enter();
  void leave_block(const Mark& mark);
  struct Loop {
    explicit Loop(std::pmr::memory_resource* memory) : breaks(memory), continues(memory), cases(memory) {}
    std::pmr::vector<std::size_t> breaks, continues;
    struct Case {
      Value value;
      std::uint32_t step;
    };
    std::pmr::vector<Case> cases;
    std::optional<std::uint32_t> otherwise;
    bool is_switch = false;
    std::size_t first_local = 0;  // first local of a switch's body
  };
  struct UsedInput {
    std::string_view name;
    bool changed = false, two_names = false;
  };

  Cursor& cursor_;
  Emitter& emitter_;
  Dialect dialect_;
  std::pmr::vector<Local> locals_;
  std::pmr::vector<Function> functions_;
  std::pmr::vector<Record> records_;
  std::pmr::vector<RecordField> fields_, open_fields_;  // open: of the records that are being read
  std::pmr::vector<Local> record_constants_, open_constants_;
  std::pmr::vector<TypeAlias> record_aliases_;
  std::pmr::vector<Instance> instances_;
  std::pmr::vector<Value> instance_arguments_;
  std::pmr::vector<TypeAlias> aliases_;
  std::pmr::vector<std::size_t> returns_;
  std::pmr::vector<Loop> loops_;
  std::pmr::vector<Assumed> assumed_;
  std::pmr::vector<std::string_view> filled_;  // arrays, one element of which gets a value that is no fragment's
  std::pmr::vector<std::string_view> given_;   // arrays to which inline PTX gave values
  std::pmr::vector<std::string_view> copied_;  // arrays whose values were taken as copies of a fragment's
  std::array<UsedInput, variable_count> used_{};
  Frame frame_;
  StoreFound store_;
  std::size_t given_locals_ = 0, given_aliases_ = 0;  // template arguments while a record template is read
  std::size_t statement_ = 0, file_results_ = 0, file_locals_ = 0,
              block_ = 0;  // first local of the innermost block
  std::size_t expression_end_ = 0, namespaces_ = 0;
  int depth_ = 0, statement_depth_ = 0, choices_ = 0, calls_ = 0, guarded_ = 0, operators_ = 0;
  bool assigns_x_ = false, in_statement_call_ = false, in_place_ = false, returned_value_ = false,
       typedef_name_ = false, reads_bare_lane_ = false;
  bool by_y_ = false;  // the block has a row of 32 threads for each warp: the text reads threadIdx.y
};

}  // namespace tcviz::inline gpu_c
