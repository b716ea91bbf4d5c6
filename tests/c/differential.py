"""Random expressions mean what they mean in C: differential.py EXPRESSION_VALUES CC [COUNT] [SEED]

The same text goes to our evaluator and to the C compiler, compiled with its sanitizer of undefined behaviour set to trap.
Every value of 256 slots must be equal, and undefined in one exactly where it is undefined in the other.
"""
import pathlib
import random
import subprocess
import sys
import tempfile

BINARY = ["+", "-", "*", "/", "%", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&", "^", "|", "&&", "||"]
UNARY = ["-", "+", "~", "!", "(int)", "(unsigned)", "(unsigned char)", "(signed char)", "(short)", "(bool)"]
CALLS = ["min", "max", "abs", "__popc", "__clz", "__ffs", "__brev"]
LITERALS = ["0", "1", "2", "3", "4", "7", "8", "16", "28", "31", "32", "40", "0x10", "0b101", "017", "1u", "5U", "0xffffffff",
            "2147483647", "0x80000000", "0"]


def leaf(rand):
    return rand.choice(["tid", "i", "tid", "i", rand.choice(LITERALS)])


def expression(rand, depth):
    if depth == 0 or rand.random() < 0.1:
        return leaf(rand)
    shape = rand.random()
    if shape < 0.68:
        return f"{operand(rand, depth)} {rand.choice(BINARY)} {operand(rand, depth)}"
    if shape < 0.80:
        return f"{rand.choice(UNARY)} {operand(rand, depth)}"
    if shape < 0.92:
        return f"{operand(rand, depth)} ? {expression(rand, depth - 1)} : {operand(rand, depth)}"
    name = rand.choice(CALLS)
    if name == "abs":  # of an unsigned it is ambiguous in a kernel
        return f"abs((int)({expression(rand, depth - 1)}))"
    return f"{name}({', '.join(expression(rand, depth - 1) for _ in range(2 if name in ('min', 'max') else 1))})"


def operand(rand, depth):
    text = expression(rand, depth - 1)
    return f"({text})" if rand.random() < 0.5 else text


HEADER = r"""
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
// The type of ?: is the common type of both, as that of CUDA's min and max is.
#define min(a, b) ({ auto a_ = (a); auto b_ = (b); b_ < a_ ? b_ : a_; })
#define max(a, b) ({ auto a_ = (a); auto b_ = (b); a_ < b_ ? b_ : a_; })
static int abs_(int x) { return x < 0 ? -x : x; }
#define abs abs_
static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __clz(unsigned x) { return x == 0 ? 32 : __builtin_clz(x); }
static int __ffs(unsigned x) { return __builtin_ffs((int)x); }
static unsigned __brev(unsigned x) { unsigned y = 0; for (int b = 0; b < 32; ++b) y |= (x >> b & 1) << (31 - b); return y; }
static sigjmp_buf back;
static void trapped(int number) { (void)number; siglongjmp(back, 1); }
#define EACH(e) for (tid = 0; tid < 32; ++tid) for (i = 0; i < 8; ++i) { \
  if (sigsetjmp(back, 0)) { printf("U "); continue; } \
  auto value = (e); \
  long long wide = value; printf("%lld ", wide); } printf("\n");
static volatile int tid, i;
// Of sums with the literal GCC would take parts away before its sanitizer sees them.
static volatile int most = 2147483647;
"""


def program(expressions):
    parts = [HEADER]
    for number, text in enumerate(expressions):
        parts.append(f"static void f{number}(void) {{ EACH({text.replace('2147483647', 'most')}) }}")
    parts.append("int main(void) { struct sigaction action = {}; action.sa_handler = trapped; action.sa_flags = SA_NODEFER;")
    parts.append("sigaction(SIGILL, &action, 0); sigaction(SIGTRAP, &action, 0); sigaction(SIGFPE, &action, 0);")
    parts += [f"f{number}();" for number in range(len(expressions))]
    return "\n".join(parts + ["return 0; }\n"])


def values_of_c(compiler, expressions, folder):
    source, binary = folder / "expressions.c", folder / "expressions"
    source.write_text(program(expressions))
    subprocess.run([compiler, "-x", "c++", "-std=c++20", "-w", "-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error",
                    str(source), "-o", str(binary)], check=True)
    return subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout.splitlines()


def main(values, compiler, count="2400", seed="6"):
    rand = random.Random(int(seed))
    expressions = [expression(rand, rand.randint(1, 5)) for _ in range(int(count))]
    with tempfile.TemporaryDirectory() as folder:
        theirs = values_of_c(compiler, expressions, pathlib.Path(folder))
    text = "".join(each + "\n" for each in expressions)
    ours = subprocess.run([values], input=text, check=True, capture_output=True, text=True).stdout.splitlines()
    wrong = [f"{e}\n  C:    {t[:160]}\n  ours: {o[:160]}" for e, t, o in zip(expressions, theirs, ours) if t.split() != o.split()]
    undefined = sum("U" in each.split() for each in theirs)
    print(f"{len(ours)} expressions, {undefined} of them undefined for some slot, {len(wrong)} wrong")
    print("\n".join(wrong[:10]))
    return 1 if wrong or len(ours) != len(theirs) or not undefined else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
