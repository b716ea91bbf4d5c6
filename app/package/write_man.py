#!/usr/bin/env python3
"""Makes the man page of what the program says of itself: write_man.py PROGRAM FILE."""

import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^  (\S.*?)(?:  +(\S.*))?$")
COMMAND = re.compile(r"^  (\w+)  ", re.MULTILINE)
SPELLED = {"\\": "\\e", "-": "\\-", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga"}  # the first one first
EXIT_CODES = [
    ("0", "fine"),
    ("1", 'the answer is "no": a mismatch, a failed verification'),
    ("2", "wrong usage, unreadable input or unwritable output"),
    ("3", "no such device, display or ability"),
]


def escaped(text):
    """As troff prints it: a hyphen that can be copied, no control character at the start of a line."""
    for letter, spelled in SPELLED.items():
        text = text.replace(letter, spelled)
    return re.sub(r"^(?=[.'])", r"\\&", text)


def said(program, *words):
    return subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True).stdout


def sections(text):
    """Title and lines of each part of a help text; the title of what stands before the first is empty."""
    found = [("", [])]
    for line in text.split("\n"):
        if re.fullmatch(r"[A-Z][a-z]+", line):
            found.append((line, []))
        elif line:
            found[-1][1].append(line)
    return found


def rows(lines):
    for line in lines:
        row = ROW.match(line)
        if row and row[2]:
            yield f".TP\n.B {escaped(row[1])}\n{escaped(row[2])}"
        else:
            yield f".PP\n{escaped(line.strip())}"


def examples(lines):
    shown = [escaped(line.strip()) for line in lines if line.startswith("  ")]
    told = [f".PP\n{escaped(line)}" for line in lines if not line.startswith("  ")]
    return ["\n".join([".PP", ".nf", ".RS", *shown, ".RE", ".fi"]), *told]


def part(title, lines, head):
    if title == "Examples":
        return [f".{head} {title.upper() if head == 'SH' else title}", *examples(lines)]
    return [f".{head} {title.upper() if head == 'SH' else title}", *rows(lines)]


def command_part(program, name):
    parts = sections(said(program, name))
    summary, usage = parts[0][1][0].partition(": ")[2], parts[0][1][1].partition(": ")[2]
    lines = [f".SS tcviz {name}", escaped(summary[0].upper() + summary[1:] + "."), f".PP\n.B {escaped(usage)}"]
    for title, body in parts[1:]:
        lines += examples(body) if title == "Examples" else rows(body)
    return lines


def page(program):
    parts = dict(sections(said(program)))
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    summary, usage = parts[""][0].partition(": ")[2], parts[""][1].partition(": ")[2]
    lines = [f'.TH TCVIZ 1 "" "{version}" "User Commands"', ".SH NAME", f"tcviz \\- {escaped(summary)}",
             ".SH SYNOPSIS", f".B {escaped(usage)}", ".br", ".B tcviz COMMAND [options]"]
    lines += part("Options", parts["Options"], "SH") + part("Commands", parts["Commands"], "SH")
    for name in COMMAND.findall("\n".join(parts["Commands"])):
        if name != "help":
            lines += command_part(program, name)
    lines += [".SH EXIT STATUS", *(f".TP\n.B {code}\n{meaning}" for code, meaning in EXIT_CODES)]
    return "\n".join(lines + part("Examples", parts["Examples"], "SH")) + "\n"


def main(program, file):
    pathlib.Path(file).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(file).write_text(page(program), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
