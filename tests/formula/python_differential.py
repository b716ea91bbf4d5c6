"""Random Python texts mean what they mean in Python: python_differential.py PYTHON_VALUES [COUNT] [SEED]

The same text is executed by this Python and by ours. Every value must be equal; where Python raises an exception ours
has none. Ours may say of a value that it is not known, as of one beyond 64 bits, but of few.
"""
import random
import subprocess
import sys

import python_texts

SLOTS = [(tid, i) for tid in range(32) for i in range(8)]
MOST_UNKNOWN = 0.5  # of the values


def value_in_python(function, slot):
    try:
        return str(int(function(*slot)))
    except MemoryError:
        return "?"
    except Exception:  # pylint: disable=broad-except
        return "U"


def values_in_python(text):
    names = {}
    try:
        exec(compile(text, "text", "exec"), names)  # pylint: disable=exec-used
    except Exception:  # pylint: disable=broad-except
        return None
    return [value_in_python(names[name], slot) for slot in SLOTS for name in ("row", "col")]


def by_slots(values):
    """A slot has both values or none: `row` and `col` are one formula here."""
    pairs = zip(values[::2], values[1::2])
    return [list(pair) if "U" not in pair and "?" not in pair else None for pair in pairs]


def differences(text, line):
    """The first slot that differs, or the text if one of the two refuses it; and the number of slots not known."""
    ours, python = line.split(), values_in_python(text)
    if line.startswith("error") and "beyond 64 bits" in line:
        return None, len(SLOTS)
    if line.startswith("error"):
        return (None if python is None else f"Python takes it: {line}"), 0
    if python is None:
        return "Python refuses the text", 0
    unknown = 0
    for slot, own, other in zip(SLOTS, zip(ours[::2], ours[1::2]), by_slots(python)):
        if "?" in own:
            unknown += 1
        elif ("U" in own) != (other is None) or (other is not None and list(own) != other):
            return f"tid, i = {slot}: {own} is {other} in Python", unknown
    return None, unknown


def main(program, count="200", seed="1"):
    sys.set_int_max_str_digits(0)
    rand = random.Random(int(seed))
    texts = [python_texts.random_text(rand) for _ in range(int(count))]
    given = "".join(f"{text}---\n" for text in texts)
    lines = subprocess.run([program], input=given, capture_output=True, text=True, check=True).stdout.splitlines()
    if len(lines) != len(texts):
        print(f"{len(texts)} texts, {len(lines)} answers")
        return 1
    wrong = unknown = 0
    for text, line in zip(texts, lines):
        difference, not_known = differences(text, line)
        unknown += not_known
        if difference:
            wrong += 1
            print(f"{difference}\n{text}")
    slots = len(texts) * len(SLOTS)
    print(f"{len(texts)} texts, {wrong} wrong, {unknown} of {slots} slots not known")
    return 1 if wrong or unknown > MOST_UNKNOWN * slots else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
