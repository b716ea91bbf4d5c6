// Asks a text for every slot, and tells the process that waits what it said.

namespace tcviz_harness {

enum State : int { Done, Undefined, Changed };

// As gpu/language/compiler/compiled_text.cpp reads it.
struct Record {
  long long row = 0, col = 0, linear = 0;
  int has = 0;   // 1: row, 2: col, 4: linear
  int form = 0;  // how two values came: 1 by names, 2 in their order, 3 col before row, as names elsewhere say
  int state = Done, line = 0;
  char why[56] = {};
};

inline sigjmp_buf back;
inline volatile int undefined_line = 0;
inline const char* volatile undefined_why = "";
inline volatile bool asking = false;

[[noreturn]] inline void leave(const char* why, int line) {
  if (!asking) _exit(1);
  undefined_why = why;
  undefined_line = line;
  siglongjmp(back, 1);
}

extern "C" inline void tcviz_on_signal(int number) {
  leave(number == SIGFPE    ? "a division by zero"
        : number == SIGABRT ? "an assertion or abort()"
        : number == SIGILL  ? "an illegal instruction"
                            : "a bad address",
        0);
}

template <class T>
long long whole(const T& value) {
  static_assert(!std::is_floating_point_v<T>, "a place is a whole number, and this is a fraction");
  if constexpr (std::is_enum_v<T>) {
    return static_cast<long long>(value);
  } else if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
      if (value > static_cast<T>(LLONG_MAX)) return LLONG_MAX;
    return static_cast<long long>(value);
  } else {
    return static_cast<long long>(static_cast<int>(value));
  }
}

template <class T>
inline constexpr bool is_one = std::is_enum_v<T> || std::is_arithmetic_v<T> || std::is_convertible_v<T, int>;

template <class T, class... Others>
inline constexpr bool is_any = (std::is_same_v<T, Others> || ...);

struct Answer {
  Record record;
  template <class T>
  void row(const T& v) { record.row = whole(v), record.has |= 1; }
  template <class T>
  void col(const T& v) { record.col = whole(v), record.has |= 2; }
  template <class T>
  void linear(const T& v) { record.linear = whole(v), record.has |= 4; }
  template <class A, class B>
  void two(const A& a, const B& b, int form) { row(a), col(b), record.form = form; }
  template <int Weight, bool Turned, class T>
  void in_order(const T& v) {
    constexpr int form = Turned ? 3 : Weight == 0 ? 2 : 1;
    const auto& [first, second] = v;
    if constexpr (Turned) two(second, first, form);
    else two(first, second, form);
  }
  // A pair by the names of its members, or by those that the text returns if these say more (their weight is 1 to 3: y
  // and x, letters, words); what has none, in order.
  template <int Weight = 0, bool Turned = false, class T>
  void place(const T& v) {
    constexpr bool own_names = !is_any<T, int2, uint2, short2, ushort2, char2, uchar2>;
    if constexpr (is_one<T>) linear(v);
    else if constexpr (requires { v.row; v.col; }) two(v.row, v.col, 1);
    else if constexpr (Weight == 3) in_order<Weight, Turned>(v);
    else if constexpr (requires { v.r; v.c; }) two(v.r, v.c, 1);
    else if constexpr (requires { v.m; v.n; }) two(v.m, v.n, 1);
    else if constexpr (requires { v.i; v.j; }) two(v.i, v.j, 1);
    else if constexpr (Weight == 2) in_order<Weight, Turned>(v);
    else if constexpr (own_names && requires { v.y; v.x; }) two(v.y, v.x, 1);
    else in_order<Weight, Turned>(v);
  }
};

// int& row or int* row, of whatever width.
class Result {
 public:
  Result() { std::memset(bytes_, 0xfe, sizeof bytes_); }
  template <class T>
    requires std::is_integral_v<T>
  operator T&() { return whole_of<T>(); }
  template <class T>
    requires std::is_integral_v<T>
  operator T*() { return &whole_of<T>(); }
  long long value() const { return read_ == nullptr ? -1 : read_(bytes_); }

 private:
  template <class T>
  T& whole_of() {
    read_ = [](const unsigned char* bytes) { return static_cast<long long>(*reinterpret_cast<const T*>(bytes)); };
    return *reinterpret_cast<T*>(bytes_);
  }
  alignas(8) unsigned char bytes_[8];
  long long (*read_)(const unsigned char*) = nullptr;
};

inline void tell(const Record& record) {
  const char* bytes = reinterpret_cast<const char*>(&record);
  for (std::size_t sent = 0; sent < sizeof record;) {
    const auto count = write(3, bytes + sent, sizeof record - sent);
    if (count <= 0) _exit(1);
    sent += static_cast<std::size_t>(count);
  }
}

// Which thread of which block asks. Where the text reads threadIdx.y, a block of several warps has a row of 32 threads
// for each; elsewhere y and z number whole tiles, as blockIdx does.
struct Launch {
  int threads = 32;
  bool rows_of_warps = false;
  unsigned block = 0;
  uint3 thread(unsigned tid) const {
    return rows_of_warps ? uint3{tid % 32, tid / 32, block} : uint3{tid, block, block};
  }
  dim3 threads_of_block() const {
    const auto all = static_cast<unsigned>(threads);
    return rows_of_warps ? dim3(32, all / 32) : dim3(all);
  }
};

template <class Ask>
Record ask(Ask&& place, const Launch& launch, int tid, int i) {
  Answer answer;
  const char* volatile thrown = nullptr;
  asking = true;
  if (sigsetjmp(back, 1) == 0) {
    threadIdx = launch.thread(static_cast<unsigned>(tid));
    blockIdx = {launch.block, launch.block, launch.block};
    try {
      place(tid, i, answer);
    } catch (...) {
      thrown = "an exception that is not caught";
    }
  } else {
    thrown = undefined_why;
  }
  asking = false;
  if (thrown != nullptr) {
    answer.record = {};
    answer.record.state = Undefined;
    answer.record.line = undefined_line;
    std::strncpy(answer.record.why, thrown, sizeof answer.record.why - 1);
    undefined_line = 0;
  }
  return answer.record;
}

inline void catch_signals() {
  static char stack[1 << 16];
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, nullptr);
  struct sigaction action{};
  action.sa_handler = tcviz_on_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigaction(number, &action, nullptr);
}

// Three times: the second time from the end, as what depends on more than tid and i gives another value then; the third
// time in another block.
template <class Ask>
int run(Ask&& place, Launch launch, int values) {
  constexpr unsigned other_block = 2;
  blockDim = launch.threads_of_block();
  gridDim = dim3(2 * other_block, 2 * other_block, 2 * other_block);
  catch_signals();
  const int slots = launch.threads * values;
  for (int slot = 0; slot < slots; ++slot) tell(ask(place, launch, slot / values, slot % values));
  for (int slot = slots; slot-- > 0;) tell(ask(place, launch, slot / values, slot % values));
  launch.block = other_block;
  for (int slot = 0; slot < slots; ++slot) tell(ask(place, launch, slot / values, slot % values));
  return 0;
}

// Where the compiler finds that C++ leaves a value undefined. Every such datum begins with its place in the text.
struct Place {
  const char* file;
  unsigned line, column;
};

}  // namespace tcviz_harness

#define TCVIZ_UNDEFINED(handler, words)                                                    \
  extern "C" [[noreturn]] __attribute__((used)) void tcviz_##handler(tcviz_harness::Place* at) \
      __asm__("__ubsan_handle_" #handler);                                                 \
  extern "C" void tcviz_##handler(tcviz_harness::Place* at) { tcviz_harness::leave(words, int(at->line)); }
TCVIZ_UNDEFINED(add_overflow_abort, "a sum that does not fit its type")
TCVIZ_UNDEFINED(sub_overflow_abort, "a difference that does not fit its type")
TCVIZ_UNDEFINED(mul_overflow_abort, "a product that does not fit its type")
TCVIZ_UNDEFINED(negate_overflow_abort, "a negation that does not fit its type")
TCVIZ_UNDEFINED(divrem_overflow_abort, "a division by zero, or one that does not fit")
TCVIZ_UNDEFINED(shift_out_of_bounds_abort, "a shift by too many or too few bits")
TCVIZ_UNDEFINED(out_of_bounds_abort, "an index outside its array")
TCVIZ_UNDEFINED(builtin_unreachable, "a place that is never to be reached")
TCVIZ_UNDEFINED(missing_return, "the end of a function without a return")
TCVIZ_UNDEFINED(vla_bound_not_positive_abort, "an array without elements")
TCVIZ_UNDEFINED(float_cast_overflow_abort, "a fraction that fits no whole number")
TCVIZ_UNDEFINED(load_invalid_value_abort, "a value that its type does not have")
TCVIZ_UNDEFINED(type_mismatch_v1_abort, "a bad address")
TCVIZ_UNDEFINED(alignment_assumption_abort, "a bad alignment")
TCVIZ_UNDEFINED(nonnull_arg_abort, "a null pointer")
TCVIZ_UNDEFINED(nonnull_return_v1_abort, "a null pointer")
TCVIZ_UNDEFINED(nullability_arg_abort, "a null pointer")
TCVIZ_UNDEFINED(nullability_return_v1_abort, "a null pointer")
TCVIZ_UNDEFINED(pointer_overflow_abort, "a pointer outside its array")
TCVIZ_UNDEFINED(invalid_builtin_abort, "a count of the leading zeros of zero")
TCVIZ_UNDEFINED(function_type_mismatch_abort, "a call by a pointer of another type")
TCVIZ_UNDEFINED(function_type_mismatch_v1_abort, "a call by a pointer of another type")
#undef TCVIZ_UNDEFINED
