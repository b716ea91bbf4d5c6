#!/usr/bin/env python3
"""What a program asks of the machine that it runs on, and whether all of it is allowed: needs.py PROGRAM FLOOR.

It reads the dynamic section and the version needs by `objdump`, prints them, and ends with 1 if there is a library that
no row below names, a version of glibc above FLOOR ("2.28"), any other library's version, a path to look for libraries
in, or a symbol that the program gives to others.
"""

import re
import subprocess
import sys

# Library -> why it may be needed. OpenGL, X11, Wayland and CUDA's libraries are opened at run time, if they are there.
ALLOWED = {
    "libc.so.6": "glibc",
    "libm.so.6": "glibc",
    "libpthread.so.0": "glibc; empty since 2.34",
    "libdl.so.2": "glibc; empty since 2.34",
    "librt.so.1": "glibc; empty since 2.34",
    "ld-linux-x86-64.so.2": "glibc's loader",
}
HEADER = re.compile(r"^ +(NEEDED|RPATH|RUNPATH) +(\S*)$", re.MULTILINE)
VERSION = re.compile(r"^ +required from (\S+):\n((?: +0x.*\n?)+)", re.MULTILINE)
# A row of `objdump -T` of what is defined; a copy of glibc's data, such as stdout, has its version.
GIVEN = re.compile(r"^[0-9a-f]+ .{7} (?!\*UND\*)(\S+)\s+[0-9a-f]+ +(\(?GLIBC_\S+ +)?(?:\S+ +)?(\S+)$", re.MULTILINE)


def version(text):
    return tuple(int(number) for number in text.split("."))


def versions_of(headers):
    """Library -> the versions that are needed of it, "GLIBC_2.17"."""
    return {library: [row.split()[-1] for row in rows.splitlines()] for library, rows in VERSION.findall(headers)}


def version_complaint(library, name, floor):
    family, _, number = name.partition("_")
    if library not in ALLOWED or family != "GLIBC" or not re.fullmatch(r"[0-9.]+", number):
        return f"{library} is asked for {name}: that is no version of glibc"
    if version(number) > version(floor):
        return f"{library} is asked for {name}, above the floor {floor}: replace it in app/package/older_glibc.c"
    return None


def complaints(headers, symbols, floor):
    """Sentences, from what `objdump -p` and `objdump -T` say."""
    found = []
    entries = HEADER.findall(headers)
    if "file format elf64-x86-64" not in headers:
        found.append("this is no program for x86-64")
    for tag, value in entries:
        if tag == "NEEDED" and value not in ALLOWED:
            found.append(f"{value} is needed, which not every machine has: link it in, or open it at run time")
        if tag != "NEEDED":
            found.append(f"{tag} names {value}: a folder of the machine that it was built on")
    for library, names in versions_of(headers).items():
        found += filter(None, (version_complaint(library, name, floor) for name in names))
    for _, glibc, name in GIVEN.findall(symbols):
        if not glibc:
            found.append(f"{name} is given to libraries that are opened, and may be taken for theirs")
    return found


def table(headers):
    versions = versions_of(headers)
    for tag, library in HEADER.findall(headers):
        newest = max(versions.get(library, ["-"]), key=lambda name: version(name.partition("_")[2] or "0"))
        yield f"{tag} {library:22} newest version {newest:12} {ALLOWED.get(library, '')}"


def read(option, program):
    done = subprocess.run(["objdump", option, program], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"needs.py: {done.stderr.strip()}: name a program, as build/release/package/bin/tcviz", file=sys.stderr)
        sys.exit(2)
    return done.stdout


def main(*words):
    if len(words) != 2:
        print("needs.py: name a program and the newest glibc that it may ask for, as 2.28", file=sys.stderr)
        return 2
    program, floor = words
    headers = read("-p", program)
    found = complaints(headers, read("-T", program), floor)
    print("\n".join(table(headers)))
    print("\n".join(found) or f"nothing above glibc {floor}, and nothing else")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
