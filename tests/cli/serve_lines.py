"""10,000 lines to `tcviz serve`, good, damaged, huge, nested and repeated: serve_lines.py TCVIZ [SEED [LINES]].

Every line gets one answer, in its turn and with its own id or, where it cannot be read, none. Good ones are answered as
the command itself prints it. The end of the input ends the program, with code 0.
"""

import collections
import json
import random
import shlex
import subprocess
import sys
import threading

from program import Program, finish

ACC, RIGHT_ROW, RIGHT_COL = "wmma.m16n16k16.acc.f32", "(i & 2) << 2 | tid >> 2", "i & 1 | (i & 4) << 1 | (tid & 3) << 1"

# (method, params, the command that prints the same)
QUESTIONS = [
    ("layout", {"kind": ACC, "device": "A100"}, ["show", ACC, "--device", "A100", "--json"]),
    ("layout", {"kind": "mma.m16n8k16.a.bf16"}, ["show", "mma.m16n8k16.a.bf16", "--json"]),
    ("layout", {"kind": "wgmma.m64n64.acc.f32"}, ["show", "wgmma.m64n64.acc.f32", "--json"]),
    ("layout", {"kind": "mma.m16n8k16.a.f16", "device": "V100"},
     ["show", "mma.m16n8k16.a.f16", "--device", "V100", "--json"]),
    ("layout", {"kind": "nothing"}, ["show", "nothing", "--json"]),
    ("at", {"kind": ACC, "place": "9,6"}, ["at", ACC, "9,6", "--json"]),
    ("at", {"kind": "ldmatrix x4 trans", "place": ["r9c3", "T13"]},
     ["at", "ldmatrix x4 trans", "r9c3", "T13", "--json"]),
    ("at", {"kind": ACC, "place": "99,6"}, ["at", ACC, "99,6", "--json"]),
    ("check", {"kind": ACC, "device": "A100", "row": RIGHT_ROW, "col": RIGHT_COL},
     ["check", ACC, "--device", "A100", "--row", RIGHT_ROW, "--col", RIGHT_COL, "--json"]),
    ("check", {"kind": ACC, "row": "tid>>2", "col": "i"}, ["check", ACC, "--row", "tid>>2", "--col", "i", "--json"]),
    ("check", {"kind": ACC, "row": "-1", "col": "\u00e4"}, ["check", ACC, "--row=-1", "--col", "\u00e4", "--json"]),
    ("check", {"kind": ACC, "linear": "0"}, ["check", ACC, "--linear", "0", "--json"]),
    ("check", {"kind": "smem.128b.k.b16", "rows": 8, "offset": "row * 128"},
     ["check", "smem.128b.k.b16", "--rows", "8", "--offset", "row * 128", "--json"]),
    ("formula", {"kind": ACC, "style": "cute"}, ["formula", ACC, "--style", "cute", "--json"]),
    ("formula", {"kind": ACC, "style": "c", "inverse": True}, ["formula", ACC, "--inverse", "--json"]),
    ("diff", {"kind": ACC, "device": "V100", "with": "A100"},
     ["diff", ACC, "--device", "V100", "--with", "A100", "--json"]),
    ("image", {"id": "smem.128b.k.b16", "rows": 8, "cols": 64},
     ["image", "smem.128b.k.b16", "--rows", "8", "--cols", "64", "--json"]),
    ("image", {"descriptor": "0x4000004000010040", "sparse": True, "n": 8},
     ["image", "--descriptor", "0x4000004000010040", "--sparse", "--n", "8", "--json"]),
    ("image", {"id": "smem.128b.k.b17"}, ["image", "smem.128b.k.b17", "--json"]),
    ("descriptor", {"number": ["0x4000004000010040", "0x4000004000000040"]},
     ["descriptor", "0x4000004000010040", "0x4000004000000040", "--json"]),
    ("banks", {"op": "ldm4", "addresses": "lane * 128", "suggest": True},
     ["banks", "--op", "ldm4", "--addresses", "lane * 128", "--suggest", "--json"]),
    ("journey", {"preset": "ampere", "element": "A:37,12", "m": 128, "n": 128, "k": 128},
     ["journey", "--preset", "ampere", "--element", "A:37,12", "--m", "128", "--n", "128", "--k", "128", "--json"]),
    ("kinds", {"word": ["acc", "f32"], "device": "published:sm_80"},
     ["kinds", "acc", "f32", "--device", "published:sm_80", "--json"]),
    ("devices", {"device": "compiled:sm_80"}, ["devices", "--device", "compiled:sm_80", "--json"]),
    ("figure", {"kind": ACC, "device": "A100"}, ["show", ACC, "--device", "A100", "--format", "svg"]),
]
FAULTS = {2: "bad_input", 3: "unavailable"}

Line = collections.namedtuple("Line", "text ids expected")  # ids: those that its answer may have


def truth(program, command):
    """(result, None) or (None, (fault, message)), of the command line."""
    done = program.shell("tcviz " + shlex.join(command))
    if done.returncode in FAULTS:
        message = done.stderr.decode().removeprefix("tcviz: ").removesuffix("\n")
        return None, (FAULTS[done.returncode], message)
    text = done.stdout.decode()
    return (json.loads(text) if "--json" in command else {"text": text}), None


def ids_of(text):
    """None, and the id that a lenient reader of JSON finds in a line that may be damaged."""
    try:
        value = json.loads(text)
        return [None, value["id"]]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return [None]


def damaged(rng, text):
    """One to four random changes of bytes; never an end of line."""
    data = bytearray(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(4)
        if what == 0:
            del data[at:at + rng.randint(1, 20)]
        elif what == 1:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 8)))
        elif what == 2 and at < len(data):
            data[at] = rng.randrange(256)
        else:
            data = data[:at] + rng.choice([b'"', b"}", b"{", b"[", b"\\", b"null", b"1e999", b'"id":1,']) + data[at:]
    return bytes(data).replace(b"\n", b" ")


def odd(rng, number):
    """Lines that nobody should send."""
    deep = rng.choice([40, 1000, 200_000])
    return rng.choice([
        lambda: b"[" * deep,
        lambda: b'{"id":%d,"method":"devices","params":' % number + b'{"device":' * deep + b"1" + b"}" * (deep + 1),
        lambda: b'{"id":%d,"method":"layout","params":{"kind":"%s"}}' % (number, b"m" * rng.choice([1000, 900_000])),
        lambda: b"x" * 1_100_000 if rng.random() < 0.1 else b"x",
        lambda: bytes(rng.randrange(256) for _ in range(rng.randint(1, 300))).replace(b"\n", b" ") + b"!",
        lambda: b'{"id":"%d","method":"no such","params":{}}' % number,
        lambda: b'{"id":%d,"method":"check","params":{"kind":"%s","row":"%s"}}' % (number, ACC.encode(), b"(" * 5000),
        lambda: b'{"id":%d,"method":"at","params":{"kind":"%s","place":[%s"0,0"]}}' % (
            number, ACC.encode(), b'"1,1",' * 200),
    ])()


def lines_of(rng, count, answers):
    lines = []
    while len(lines) < count:
        number = len(lines)
        which = rng.randrange(len(QUESTIONS))
        name = rng.choice([number, f"request {number}", -number - 1])
        method, params, _ = QUESTIONS[which]
        good = json.dumps({"id": name, "method": method, "params": params}, ensure_ascii=rng.random() < 0.5).encode()
        kind = rng.random()
        if kind < 0.55:
            lines.append(Line(good, [name], answers[which]))
        elif kind < 0.62 and lines:
            lines.append(rng.choice(lines[-50:]))
        elif kind < 0.97:
            text = damaged(rng, good)
            lines.append(Line(text, ids_of(text), None))
        else:
            text = odd(rng, number)
            lines.append(Line(text, ids_of(text), None))
    return lines


def complaint(line, raw):
    """What is wrong about an answer, or None."""
    if not raw.endswith(b"\n"):
        return "no answer"
    answer = json.loads(raw)
    if answer["id"] not in line.ids or ("result" in answer) == ("error" in answer):
        return f"an answer with the id {answer['id']!r} to one of {line.ids!r}"
    if "error" in answer and not answer["error"]["message"]:
        return "an error without a sentence"
    if line.expected is None:
        return None
    result, error = line.expected
    if error is not None:
        said = answer.get("error", {})
        return None if (said.get("fault"), said.get("message")) == error else f"{raw[:300]!r} instead of {error!r}"
    return None if answer.get("result") == result else f"{raw[:300]!r} instead of {str(result)[:300]}"


def converse(program, lines):
    """The answers, and the exit code."""
    serve = subprocess.Popen([str(program.path), "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, cwd=program.folder.name, env=program.environment())

    def write():
        for number, line in enumerate(lines):
            serve.stdin.write(line.text + b"\n" + (b" \n" if number % 100 == 0 else b""))
        serve.stdin.close()

    writer = threading.Thread(target=write)
    writer.start()
    greeting = serve.stdout.readline()
    answers = [serve.stdout.readline() for _ in lines]
    rest, errors = serve.stdout.read(), serve.stderr.read()
    writer.join()
    return greeting, answers, rest, errors, serve.wait()


def main():
    program = Program(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**9)
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    print(f"seed {seed}, {count} lines")
    lines = lines_of(random.Random(seed), count, [truth(program, command) for _, _, command in QUESTIONS])
    greeting, answers, rest, errors, code = converse(program, lines)
    failures = [] if json.loads(greeting)["format"] == "tcviz-serve/1" else [f"greeted by {greeting!r}"]
    for line, raw in zip(lines, answers):
        wrong = complaint(line, raw)
        if wrong:
            failures.append(f"{line.text[:300]!r}\n  {wrong}")
    if rest or errors or code != 0:
        failures.append(f"at the end: {rest[:300]!r}, {errors[:300]!r}, code {code}")
    read = sum(b'"id":null' not in answer for answer in answers)
    print(f"{len(answers)} answers, {read} of them with an id, {sum(b'error' in answer for answer in answers)} errors")
    finish(failures[:20])


if __name__ == "__main__":
    main()
