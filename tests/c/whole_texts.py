"""Whole texts mean what they mean in C++: whole_texts.py WHOLE_VALUES CXX [COUNT] [SEED]

Random texts of row(tid, i) and col(tid, i) with helpers, constants, macros, records, templates, lambdas, loops and switch
go to our reader and, each in a namespace of its own, to the C++ compiler with its sanitizer of undefined behaviour set to
trap. All values of 256 slots must be equal, and undefined in one exactly where they are undefined in the other. What is
refused is counted by reason, and is to stay below one in ten.
"""
import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from whole_text_writer import Writer

PER_FILE = 400


HEADER = r"""
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <setjmp.h>
#include <signal.h>
#include <string>
#define __device__
#define __host__
static sigjmp_buf back;
static void trapped(int) { siglongjmp(back, 1); }
// Of what fits into no long our side shows the greatest.
template <class T> static std::string shown(T value) { return value > T(0) && (uint64_t)value > (uint64_t)INT64_MAX ? std::to_string(INT64_MAX) : std::to_string(+value); }
template <class Row, class Col> static void each(Row row, Col col) {
  static volatile int tid, i;
  for (tid = 0; tid < 32; tid = tid + 1) for (i = 0; i < 8; i = i + 1) {
    if (sigsetjmp(back, 0)) { std::printf("U "); continue; }
    const std::string both = shown(row(tid, i)) + " " + shown(col(tid, i));
    std::printf("%s ", both.c_str());
  }
  std::printf("\n");
}
"""
MAIN = r"""int main() {
  struct sigaction action = {}; action.sa_handler = trapped; action.sa_flags = SA_NODEFER;
  sigaction(SIGILL, &action, 0); sigaction(SIGTRAP, &action, 0); sigaction(SIGFPE, &action, 0); sigaction(SIGSEGV, &action, 0);
"""


def program(texts):
    """The source, and of each of its lines the number of its text."""
    source, owner = HEADER, [None] * HEADER.count("\n")
    for number, (text, macros) in texts.items():
        part = f"namespace t{number} {{\n{text}" + "".join(f"#undef {each}\n" for each in macros) + "}\n"
        source += part
        owner += [number] * part.count("\n")
    calls = "".join(f"each([](auto a, auto b) {{ return t{n}::row(a, b); }}, [](auto a, auto b) {{ return t{n}::col(a, b); }});\n" for n in texts)
    return source + MAIN + calls + "}\n", owner


def values_of_compiler(compiler, texts, folder, name):
    """By number of text; what does not compile is left out."""
    texts = dict(texts)
    source, binary = folder / f"{name}.cpp", folder / name
    for _ in range(6):
        content, owner = program(texts)
        source.write_text(content)
        done = subprocess.run([compiler, "-std=c++20", "-w", "-O0", "-fmax-errors=0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error",
                               str(source), "-o", str(binary)], capture_output=True, text=True)
        if done.returncode == 0:
            break
        lines = [int(each) for each in re.findall(rf"{name}\.cpp:(\d+):\d+: (?:error|  required from here)", done.stderr)]
        bad = {owner[line - 1] for line in lines if line <= len(owner)} - {None}
        if not bad:
            raise RuntimeError(done.stderr[:2000])
        if os.environ.get("WHOLE_TEXTS_ERRORS"):
            print("\n".join(line for line in done.stderr.splitlines() if "error" in line)[:1500])
        for each in bad:
            texts.pop(each)
    lines = subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout.splitlines()
    return dict(zip(texts, lines))


def values_of_ours(values, texts, folder):
    file = folder / "texts"
    file.write_text("".join(f"===\n{text}" for text, _ in texts.values()))
    lines = subprocess.run([values, str(file)], check=True, capture_output=True, text=True).stdout.splitlines()
    return dict(zip(texts, lines))


def slots(line):
    return re.findall(r"U|\S+ \S+", line)


def judge(texts, theirs, ours):
    refused, wrong, undefined, stricter = collections.Counter(), [], 0, 0
    for number, values in theirs.items():
        undefined += "U" in values
        if ours[number].startswith("refused"):
            refused[re.sub(r"`[^`]*`", "`...`", ours[number][9:])] += 1
        elif slots(values) != slots(ours[number]):
            # GCC computes (char)(a + a) in eight bits, where no overflow is seen.
            only = all(one == two or two == "U" for one, two in zip(slots(values), slots(ours[number])))
            stricter += only
            wrong += [] if only else [number]
    return refused, wrong, undefined, stricter


def difference(theirs, ours):
    # Where a slot is undefined it has one word, and others have two.
    for at, (one, two) in enumerate(zip(theirs.split(), ours.split())):
        if one != two:
            return f"  word {at}: C++ {' '.join(theirs.split()[at:at + 6])}, ours {' '.join(ours.split()[at:at + 6])}"
    return "  of different lengths"


def main(values, compiler, count="400", seed="5"):
    rand = random.Random(int(seed))
    texts = {number: Writer(rand).text() for number in range(int(count))}
    theirs = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for first in range(0, len(texts), PER_FILE):
            part = {number: texts[number] for number in range(first, min(first + PER_FILE, len(texts)))}
            theirs.update(values_of_compiler(compiler, part, folder, f"texts{first}"))
        ours = values_of_ours(values, texts, folder)
    refused, wrong, undefined, stricter = judge(texts, theirs, ours)
    equal = len(theirs) - stricter - len(wrong) - sum(refused.values())
    print(f"{len(theirs)} texts that compile of {len(texts)}: {equal} equal, {sum(refused.values())} refused, {len(wrong)} wrong, {stricter} undefined for us alone; "
          f"{undefined} undefined for some slot")
    for reason, times in refused.most_common(30):
        print(f"  refused {times} times: {reason}")
    for number in sorted(wrong, key=lambda each: len(texts[each][0]))[:int(os.environ.get("WHOLE_TEXTS_SHOWN", "5"))]:
        print(f"--- text {number}\n{texts[number][0]}{difference(theirs[number], ours[number])}")
    fair = len(ours) == len(texts) and len(theirs) > len(texts) * 0.8 and undefined < len(theirs) * 0.7 and stricter * 50 < len(theirs)
    return 1 if wrong or not fair or sum(refused.values()) * 10 > len(theirs) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
