#!/usr/bin/env python3
"""Writes libraries that stand for an older glibc when a program is linked: floor.py COMPILER FLOOR FOLDER.

glibc keeps every function of old in every version that it ever had, and a linker takes the newest. These libraries
have of each function the newest version that is no newer than FLOOR ("2.28"), and no code: linked with them, a program
asks for nothing that a machine with that glibc lacks, and what is newer altogether is an undefined symbol when it is
linked. They are made from the glibc of this machine, whose symbols say which versions there are. Nobody ever runs them.
"""

import pathlib
import re
import subprocess
import sys

# A row of `objdump -T`: value, flags (the last is the type), section, size, version (in brackets: not the newest) and
# name.
SYMBOL = re.compile(r"^[0-9a-f]+ .{6}(.) (\S+)\s+([0-9a-f]+)\s+\(?GLIBC_([0-9.]+)\)?\s+(\w+)$", re.MULTILINE)

# Before 2.34 these were not in libc.so.6; every function that has moved got a newer version of it then, or in 2.32.
MOVED = [
    (r"(__)?(pthread|sem)_|(mtx|cnd|thrd|tss)_|call_once$", "libpthread.so.0"),
    (r"dl", "libdl.so.2"),
    (r"(shm|mq|timer|aio|lio)_", "librt.so.1"),
]
READ = ["libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"]
WRITTEN = READ + [library for _, library in MOVED]


def version(text):
    return tuple(int(number) for number in text.split("."))


def symbols_of(listing):
    """Name, version, is it data, and its size, of what a library gives; its versions themselves are no symbols."""
    for kind, section, size, number, name in SYMBOL.findall(listing):
        if section != "*UND*" and not name.startswith("GLIBC_"):
            yield name, version(number), kind == "O", int(size, 16)


def library_of(library, name, has_newer):
    if library != "libc.so.6" or not has_newer:
        return library
    return next((other for pattern, other in MOVED if re.match(pattern, name)), library)


def below(floor, library, symbols):
    """Library -> name -> (version, is it data, size), of what there was at the floor."""
    best, newest = {}, {}
    for name, number, data, size in symbols:
        newest[name] = max(newest.get(name, number), number)
        if number <= floor and (name not in best or number > best[name][0]):
            best[name] = (number, data, size)
    found = {}
    for name, symbol in best.items():
        found.setdefault(library_of(library, name, newest[name] > floor), {})[name] = symbol
    return found


def assembly(symbols):
    """A program may hold a copy of data, so that its size matters; functions are never called."""
    lines = []
    for name, (_, data, size) in sorted(symbols.items()):
        kind = "object" if data else "function"
        lines += [f".globl {name}", f".type {name}, @{kind}"]
        lines += [".bss", ".balign 32", f".size {name}, {size}"] if data else [".text"]
        lines += [f"{name}:", f".skip {max(size, 1) if data else 1}"]
    return "\n".join([*lines, '.section .note.GNU-stack,"",@progbits', ""])


def version_script(symbols):
    nodes = {}
    for name, (number, _, _) in sorted(symbols.items()):
        nodes.setdefault(number, []).append(name)
    texts = [f"GLIBC_{'.'.join(map(str, number))} {{ global: {'; '.join(names)}; }};\n"
             for number, names in sorted(nodes.items())]
    return "".join(texts)


def write(compiler, folder, library, symbols):
    source, script = folder / f"{library}.s", folder / f"{library}.map"
    source.write_text(assembly(symbols), encoding="ascii")
    script.write_text(version_script(symbols), encoding="ascii")
    subprocess.run([compiler, "-shared", "-nostdlib", "-o", folder / library, source,
                    f"-Wl,-soname,{library},--version-script,{script}"], check=True)


def listing_of(compiler, library):
    asked = [compiler, f"-print-file-name={library}"]
    path = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    return subprocess.run(["objdump", "-T", path], check=True, capture_output=True, text=True).stdout


def main(compiler, floor, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for library in READ:
        for part, symbols in below(version(floor), library, symbols_of(listing_of(compiler, library))).items():
            found.setdefault(part, {}).update(symbols)
    for library in WRITTEN:
        write(compiler, folder, library, found[library])


if __name__ == "__main__":
    main(*sys.argv[1:])
