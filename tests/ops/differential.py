"""Random bodies mean what they mean in C++: differential.py BODY_VALUES CXX [COUNT] [SEED]

The same text goes to our evaluator and to the C++ compiler, without contraction and with its sanitizer of undefined
behaviour set to trap. x must have equal bits for every slot, and be undefined in one exactly where it is in the other.
"""
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

INTS = ["row", "col", "tid", "i", "d", "ROWS", "COLS", "0", "1", "2", "3", "7", "31", "32", "40", "1u", "5U", "0x10", "017",
        "0xffffffff", "2147483647", "true", "false"]
FLOATS = ["x", "a", "b", "x", "0.5f", "1.0f", "3.f", ".25", "1e-3f", "2.0", "1e10f", "0.1", "-0.0f", "INFINITY", "NAN", "16777217.0f"]
ARITHMETIC = ["+", "-", "*", "/"]
WHOLE = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]
COMPARE = ["<", "<=", ">", ">=", "==", "!="]
ONE = ["fabs", "sqrt", "exp", "log", "floor", "ceil", "round", "rint", "trunc", "tanh", "sin", "cos", "exp2", "log2", "tan", "erf",
       "log10", "rsqrt"]
TWO = ["fmin", "fmax", "pow", "fmod"]
BITS = ["__popc", "__clz", "__ffs", "__brev"]
TYPES = ["int", "unsigned", "float", "double", "bool", "auto", "const float", "const int", "unsigned int"]


class Writer:
    """Writes one body that a compiler takes: % only of whole numbers, no call that is ambiguous."""

    def __init__(self, rand, is_int):
        self.rand = rand
        self.whole_names, self.float_names = (["x", "x"], []) if is_int else ([], [])
        self.floats = [each for each in FLOATS if each != "x" or not is_int]
        self.variables, self.count, self.bools = ["x"], 0, set()

    def pick(self, *choices):
        return self.rand.choice(choices)()

    def bracket(self, text):
        return f"({text})" if self.rand.random() < 0.6 else text

    def any(self, depth):
        return self.pick(lambda: self.whole(depth), lambda: self.fraction(depth))

    def truth(self, depth):
        """No sum of ints: of "a - b != 0" the compiler makes "a != b" before its sanitizer sees an overflow."""
        return self.pick(lambda: self.rand.choice(INTS + self.whole_names * 3), lambda: self.fraction(depth), lambda: self.comparison(depth))

    def comparison(self, depth):
        return f"({self.any(depth)} {self.rand.choice(COMPARE)} {self.any(depth)})"

    def whole(self, depth):
        if depth <= 0 or self.rand.random() < 0.1:
            return self.rand.choice(INTS + self.whole_names * 3)
        deeper = depth - 1
        return self.pick(
            lambda: f"({self.whole(deeper)} {self.rand.choice(WHOLE)} {self.bracket(self.whole(deeper))})",
            lambda: f"({self.whole(deeper)} {self.rand.choice(WHOLE)} {self.whole(deeper)})",
            lambda: self.comparison(deeper),
            lambda: f"({self.truth(deeper)} {self.rand.choice(['&&', '||'])} {self.truth(deeper)})",
            lambda: f"{self.rand.choice('-~+')} {self.whole(deeper)}",
            lambda: f"!{self.bracket(self.truth(0))}",
            lambda: f"({self.rand.choice(['int', 'unsigned', 'bool', 'unsigned int'])}){self.bracket(self.any(0))}",
            lambda: f"{self.rand.choice(['int', 'unsigned'])}({self.any(deeper)})",
            lambda: f"bool({self.truth(deeper)})",
            lambda: f"({self.truth(deeper)} ? {self.whole(deeper)} : {self.whole(deeper)})",
            lambda: f"{self.rand.choice(['min', 'max'])}({self.whole(deeper)}, {self.whole(deeper)})",
            lambda: f"abs((int)({self.whole(deeper)}))",
            lambda: f"{self.rand.choice(BITS)}({self.any(deeper)})",
            lambda: f"isnan({self.fraction(deeper)})",
            # The sign of a NaN is anybody's: none gets here.
            lambda: f"__float_as_int(fminf({self.any(deeper)}, 1e30f))")

    def fraction(self, depth):
        if depth <= 0 or self.rand.random() < 0.1:
            return self.rand.choice(self.floats + self.float_names * 3)
        deeper = depth - 1
        return self.pick(
            lambda: f"{self.fraction(deeper)} {self.rand.choice(ARITHMETIC)} {self.bracket(self.any(deeper))}",
            lambda: f"{self.any(deeper)} {self.rand.choice(ARITHMETIC)} {self.fraction(deeper)}",
            lambda: f"({self.fraction(deeper)} {self.rand.choice(ARITHMETIC)} {self.fraction(deeper)})",
            lambda: f"- {self.fraction(deeper)}",
            lambda: f"({self.rand.choice(['float', 'double'])}){self.bracket(self.any(0))}",
            lambda: f"static_cast<float>({self.any(deeper)})",
            lambda: f"({self.truth(deeper)} ? {self.fraction(deeper)} : {self.any(deeper)})",
            lambda: f"{self.rand.choice(ONE)}({self.fraction(deeper)})",
            lambda: f"{self.rand.choice(ONE)}f({self.any(deeper)})",
            lambda: f"{self.rand.choice(TWO)}f({self.any(deeper)}, {self.any(deeper)})",
            lambda: f"{self.rand.choice(TWO)}((float)({self.fraction(deeper)}), (int)({self.whole(deeper)}))",
            lambda: f"fmaf({self.any(deeper)}, {self.any(deeper)}, {self.any(deeper)})",
            lambda: f"{self.rand.choice(['min', 'max'])}({self.fraction(deeper)}, {self.fraction(deeper)})",
            lambda: f"abs({self.fraction(deeper)})",
            lambda: f"u[({self.whole(deeper)}) & 7]",
            lambda: f"v[{self.whole(deeper)}]",
            lambda: f"__int_as_float({self.any(deeper)})")

    def declaration(self):
        word, name = self.rand.choice(TYPES), f"n{self.count}"
        self.count += 1
        is_float = word in ("float", "double", "const float")
        value = self.whole(2) if word == "auto" else self.truth(2) if word == "bool" else self.any(2)
        self.bools.update([name] if word == "bool" else [])
        (self.float_names if is_float else self.whole_names).append(name)
        if "const" not in word:
            self.variables.append(name)
        return f"{word} {name} = {value};"

    def assignment(self):
        name = self.rand.choice(self.variables)
        whole = name in self.whole_names
        sign = self.rand.choice(["=", "=", "+=", "-=", "*=", "/="] + (["%=", "&=", "|=", "^=", "<<=", ">>="] if whole else []))
        if name in self.bools:
            return f"{name} = {self.truth(2)};"
        return f"{name} {sign} {self.whole(2) if sign not in ('=', '+=', '-=', '*=', '/=') else self.any(3)};"

    def loop(self, depth):
        name = f"k{self.count}"
        self.count += 1
        self.whole_names.append(name)
        text = f"for (int {name} = 0; {name} < {self.rand.randint(0, 5)}; {self.rand.choice([name + '++', '++' + name])}) {self.block(depth)}"
        self.whole_names.remove(name)
        return text

    def branch(self, depth):
        text = f"if ({self.truth(2)}) {self.block(depth)}"
        return text + (f" else {self.block(depth)}" if self.rand.random() < 0.5 else "")

    def block(self, depth):
        kept = list(self.whole_names), list(self.float_names), list(self.variables)
        text = "{ " + " ".join(self.statement(depth - 1) for _ in range(self.rand.randint(1, 3))) + " }"
        self.whole_names, self.float_names, self.variables = kept
        return text

    def statement(self, depth):
        kinds = [self.declaration, self.assignment, self.assignment]
        if depth > 0:
            kinds += [lambda: self.branch(depth), lambda: self.loop(depth)]
        if self.rand.random() < 0.05:
            return "return;"
        return self.rand.choice(kinds)()

    def body(self):
        if self.rand.random() < 0.45:
            return self.any(self.rand.randint(1, 5))
        return " ".join(self.statement(2) for _ in range(self.rand.randint(1, 4))) + f" x = {self.any(2)};"


HEADER = r"""
#include <cmath>
#include <cstdio>
#include <cstring>
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf back;
static void trapped(int) { siglongjmp(back, 1); }
struct Array {
  const float* first; long long size;
  float operator[](long long at) const { if (at < 0 || at >= size) __builtin_trap(); return first[at]; }
};
// Of sums and products of literals the compiler would take parts away before its sanitizer sees them.
template <class T> static T literal(T value) { volatile T kept = value; return kept; }
#undef NAN
#undef INFINITY
static const float NAN = __builtin_nanf(""), INFINITY = __builtin_inff();
namespace body {
// PTX ISA, "min": of a number and NaN the number, and -0 is below +0.
template <class T> T least(T a, T b) { if (a != a) return b; if (b != b) return a; if (a == b) return __builtin_signbit(a) ? a : b; return a < b ? a : b; }
template <class T> T greatest(T a, T b) { if (a != a) return b; if (b != b) return a; if (a == b) return __builtin_signbit(a) ? b : a; return a < b ? b : a; }
static int min(int a, int b) { return b < a ? b : a; }
static unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
static unsigned min(int a, unsigned b) { return min((unsigned)a, b); }
static unsigned min(unsigned a, int b) { return min(a, (unsigned)b); }
static float min(float a, float b) { return least(a, b); }
static double min(double a, double b) { return least(a, b); }
static double min(float a, double b) { return least((double)a, b); }
static double min(double a, float b) { return least(a, (double)b); }
static int max(int a, int b) { return a < b ? b : a; }
static unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
static unsigned max(int a, unsigned b) { return max((unsigned)a, b); }
static unsigned max(unsigned a, int b) { return max(a, (unsigned)b); }
static float max(float a, float b) { return greatest(a, b); }
static double max(double a, double b) { return greatest(a, b); }
static double max(float a, double b) { return greatest((double)a, b); }
static double max(double a, float b) { return greatest(a, (double)b); }
static int abs(int a) { return a < 0 ? -a : a; }
static float abs(float a) { return ::fabsf(a); }
static double abs(double a) { return ::fabs(a); }
static int isnan(float a) { return a != a; }
static int isnan(double a) { return a != a; }
static float fminf(float a, float b) { return least(a, b); }
static float fmaxf(float a, float b) { return greatest(a, b); }
static float fmin(float a, float b) { return least(a, b); }
static float fmax(float a, float b) { return greatest(a, b); }
static float rsqrtf(float a) { return 1 / ::sqrtf(a); }
static float rsqrt(float a) { return 1 / ::sqrtf(a); }
static double rsqrt(double a) { return 1 / ::sqrt(a); }
static float rintf(float a) { return ::nearbyintf(a); }
static float rint(float a) { return ::nearbyintf(a); }
static double rint(double a) { return ::nearbyint(a); }
static int __popc(unsigned x) { int n = 0; for (; x != 0; x &= x - 1) ++n; return n; }
static int __clz(int x) { int n = 0; for (unsigned bit = 0x80000000u; bit != 0 && !(bit & (unsigned)x); bit >>= 1) ++n; return n; }
static int __ffs(int x) { for (int b = 0; b < 32; ++b) if ((unsigned)x >> b & 1) return b + 1; return 0; }
static unsigned __brev(unsigned x) { unsigned y = 0; for (int b = 0; b < 32; ++b) y |= (x >> b & 1) << (31 - b); return y; }
static int __float_as_int(float x) { int y; std::memcpy(&y, &x, 4); return y; }
static float __int_as_float(int x) { float y; std::memcpy(&y, &x, 4); return y; }
"""
OVERLOADED = [(name, 1) for name in ONE if name not in ("rsqrt", "rint")] + [(name, 2) for name in TWO if name not in ("fmin", "fmax")]


def overloads():
    for name, count in OVERLOADED:
        for kind, suffix in (("float", "f"), ("double", "")):
            parameters = ", ".join(f"{kind} p{at}" for at in range(count))
            yield f"static {kind} {name}({parameters}) {{ return ::{name}{suffix}({', '.join(f'p{at}' for at in range(count))}); }}"


def slots(rand):
    numbers = [0.0, -0.0, 1.0, -1.5, 3.25, 1e30, -1e30, 1e-40, float("inf"), float("-inf"), float("nan"), 255.0, -7.0, 2.5]
    for _ in range(40):
        bits = [struct.unpack("<I", struct.pack("<f", rand.choice(numbers)))[0] for _ in range(3)]
        ints = [rand.randint(0, 15), rand.randint(0, 23), rand.randint(0, 31), rand.randint(0, 7), rand.choice([-9, -1, 0, 1, 2, 300])]
        yield bits + ints + [rand.choice([0, 1, -1, 7, -128, 2147483647, -2147483648, rand.randint(-999, 999)])]


LITERAL = re.compile(r"(?<![\w.])((?:0x[0-9a-f]+|[0-9]+)[uU]?)(?![\w.])")


def program(bodies, inputs):
    parts = [HEADER, *overloads()]
    for number, (kind, text) in enumerate(bodies):
        statements = text if text.endswith((";", "}")) else f"x = ({text});"
        statements = LITERAL.sub(r"literal(\1)", statements)
        parts.append(f"static void f{number}({kind}& x, float a, float b, int row, int col, int tid, int i, int d, int ROWS, int COLS, "
                     f"Array u, Array v) {{ {statements} }}")
    rows = ",".join("{" + ",".join(f"{value & 0xffffffff}u" for value in each) + "}" for each in inputs)
    parts.append("}  // namespace body")
    parts.append(f"static const unsigned inputs[][9] = {{{rows}}};")
    parts.append(r"""
static float number(unsigned bits) { float value; std::memcpy(&value, &bits, 4); return value; }
static void show(float x) { unsigned bits; std::memcpy(&bits, &x, 4); if (x != x) std::printf("nan "); else std::printf("%x ", bits); }
static void show(int x) { std::printf("%x ", (unsigned)x); }
template <class X, class F> static void each(F function) {
  static float us[8], vs[5];
  for (int k = 0; k < 8; ++k) us[k] = (float)(k - 3) * 0.75f;
  for (int k = 0; k < 5; ++k) vs[k] = (float)(k - 3) * -2.f;
  static volatile int s;
  for (s = 0; s < (int)(sizeof inputs / sizeof *inputs); s = s + 1) {
    const unsigned* w = inputs[s];
    X x;
    if (sigsetjmp(back, 0)) { std::printf("U "); continue; }
    if constexpr (sizeof(X(0.5) * 2) && X(0.5) != 0) x = number(w[0]); else x = (int)w[8];
    function(x, number(w[1]), number(w[2]), (int)w[3], (int)w[4], (int)w[5], (int)w[6], (int)w[7], 16, 24, Array{us, 8}, Array{vs, 5});
    show(x);
  }
  std::printf("\n");
}
int main() {
  struct sigaction action = {}; action.sa_handler = trapped; action.sa_flags = SA_NODEFER;
  sigaction(SIGILL, &action, 0); sigaction(SIGTRAP, &action, 0); sigaction(SIGFPE, &action, 0);
""")
    parts += [f"each<{kind}>(body::f{number});" for number, (kind, _) in enumerate(bodies)]
    return "\n".join(parts + ["}\n"])


def values_of_compiler(compiler, bodies, inputs, folder):
    source, binary = folder / "bodies.cpp", folder / "bodies"
    source.write_text(program(bodies, inputs))
    subprocess.run([compiler, "-std=gnu++20", "-w", "-O0", "-ffp-contract=off", "-fno-builtin",
                    "-fsanitize=undefined,float-cast-overflow", "-fsanitize-undefined-trap-on-error", str(source), "-o", str(binary)],
                   check=True)
    return subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout.splitlines()


def main(values, compiler, count="1200", seed="9"):
    rand = random.Random(int(seed))
    bodies = []
    for _ in range(int(count)):
        is_int = rand.random() < 0.3
        bodies.append(("int" if is_int else "float", Writer(rand, is_int).body()))
    inputs = list(slots(rand))
    with tempfile.TemporaryDirectory() as folder:
        theirs = values_of_compiler(compiler, bodies, inputs, pathlib.Path(folder))
    lines = [" ".join(f"{value & 0xffffffff:x}" for value in each) for each in inputs]
    lines += [""] + [f"{'I' if kind == 'int' else 'F'} {text}" for kind, text in bodies]
    ours = subprocess.run([values], input="\n".join(lines) + "\n", check=True, capture_output=True, text=True).stdout.splitlines()
    wrong = [f"{kind}: {text}\n  C++:  {t[:400]}\n  ours: {o[:400]}" for (kind, text), t, o in zip(bodies, theirs, ours) if t.split() != o.split()]
    undefined = sum("U" in each.split() for each in theirs)
    defined = sum("U" not in each.split() for each in theirs)
    print(f"{len(ours)} bodies, {undefined} of them undefined for some slot, {len(wrong)} wrong")
    print("\n".join(wrong[:10]))
    fair = undefined > len(bodies) // 20 and defined > len(bodies) // 5
    return 1 if wrong or len(ours) != len(theirs) or not fair else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
