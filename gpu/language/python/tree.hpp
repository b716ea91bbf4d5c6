// The tree of a Python text: expressions, statements and functions, with what every name is. Values only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"

namespace tcviz::inline gpu_python {

using PythonAt = std::uint32_t;  // number of a node, a statement or a function
inline constexpr PythonAt no_python = ~PythonAt{0};

// The kinds of expressions, with their parts.
enum class PythonNode : std::uint8_t {
  Number,
  Text,
  Nothing,  // None, or a part of a slice that is left out
  Name,
  Member,  // a.b, whose name is `text`
  Minus,
  Plus,
  Flip,
  Not,
  Binary,
  Compare,  // one more part than signs: a < b <= c
  And,
  Or,
  Choice,   // condition, value, otherwise
  Call,     // the function, then its arguments
  Keyword,  // name = value in a call
  Index,    // the list, then what stands in [ ]
  Slice,    // begin, end, step
  Tuple,
  List,
  Generator,      // as a Comprehension
  Comprehension,  // the value, then Clauses
  Clause,         // the target, the source, then conditions
};

enum class PythonSign : std::uint8_t {
  None,
  Add,
  Subtract,
  Multiply,
  Floor,
  Remainder,
  Power,
  Divide,
  Left,
  Right,
  And,
  Xor,
  Or,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  In,
  NotIn,
  Is,
  IsNot,
};
std::string_view spelled(PythonSign sign);

// The kinds of names. Input: a number of the slot, such as lane, or whatever else is outside of the text. Library: a
// function that Python or one of its modules has, or a constant of these.
enum class PythonScope : std::uint8_t { Unknown, Local, Global, Input, Library };

struct PythonExpression {
  PythonNode kind = PythonNode::Nothing;
  PythonSign sign = PythonSign::None;        // of a Binary
  PythonScope scope = PythonScope::Unknown;  // of a Name, or of a Member that is a whole name: np.arange
  std::uint32_t number = 0;                  // the place in its scope
  std::uint32_t depth = 1;                   // of the tree below
  std::int64_t value = 0;                    // of a Number
  std::string_view text{};                   // of a Name, Member, Keyword or Text
  std::vector<PythonAt> parts{};
  std::vector<PythonSign> signs{};  // of a Compare
  TextRange range{};
};

enum class PythonAct : std::uint8_t {
  Value,
  Assign,   // targets, value
  Augment,  // targets.front() sign= value
  If,
  While,
  For,     // targets.front() in value
  Return,  // value; no_python: nothing
  Break,
  Continue,
  Assert,
  Define,  // function
};

struct PythonStatement {
  PythonAct act = PythonAct::Value;
  PythonSign sign = PythonSign::None;
  PythonAt value = no_python;  // for If and While: the condition
  PythonAt function = no_python;
  std::vector<PythonAt> targets{};
  std::vector<PythonAt> body{}, otherwise{};
  TextRange range{};
};

struct PythonParameter {
  std::string_view name{};
  TextRange range{};
  PythonAt usual = no_python;  // its default value
};

struct PythonFunction {
  std::string_view name{};
  TextRange range{};  // of the name
  std::vector<PythonParameter> parameters{};
  std::vector<PythonAt> body{};
  std::vector<std::string_view> locals{};  // the parameters first
  std::vector<std::uint32_t> inputs{};     // that it or a function that it names reads
  std::vector<std::uint32_t> uses{};       // globals that it names
};

// A number of the slot that the text reads without giving it a value, as C spells it: lane, threadIdx.x.
struct PythonInput {
  std::string_view name{};
  TextRange range{};
  bool is_call = false;  // laneid()
};

struct PythonGlobal {
  std::string_view name{};
  TextRange range{};              // where it first gets a value
  PythonAt function = no_python;  // the last value that it is given is a function
};

// The module of a name: import numpy as np, from numpy import arange.
struct PythonImport {
  std::string_view name{}, path{};  // np, numpy; arange, arange of numpy
  std::string_view part{};          // arange; empty: the whole module
};

struct PythonTree {
  std::string text{};  // all names lie in it
  std::vector<PythonExpression> nodes{};
  std::vector<PythonStatement> statements{};
  std::vector<PythonFunction> functions{};
  std::vector<PythonAt> body{};     // of the module
  std::uint32_t module_locals = 0;  // names of comprehensions outside of functions
  std::vector<PythonGlobal> globals{};
  std::vector<PythonInput> inputs{};
  std::vector<PythonImport> imports{};
  std::vector<std::uint32_t> module_inputs{};  // that statements outside of functions read, or what these name
  std::vector<std::uint32_t> module_uses{};    // globals that these statements name
};

}  // namespace tcviz::inline gpu_python
