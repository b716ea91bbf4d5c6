"""Which files of the system configuring, building and testing read, and who reads each of them.

Knows nothing of packages. A file of somebody else's scripts (xvfb-run) is read like one of ours.
"""

import ast
import collections
import importlib.util
import os
import pathlib
import re
import shutil
import struct
import subprocess

# `program`: `app/run` alone reads it, too, where the packages of the tests are missing.
Read = collections.namedtuple("Read", "path who program")

SYSTEM = re.compile(r"(?<![\w./+-])/(?:usr|lib|lib64|bin|sbin)/[^\s:;|'\"$,()<>]+")


# ---- a build ----------------------------------------------------------------------------------------------------


def dependencies(log):
    """Object -> the files that the compiler read for it: ninja's binary .ninja_deps, version 4 (since ninja 1.10)."""
    head = b"# ninjadeps\n" + struct.pack("<i", 4)
    if not log.startswith(head):
        raise ValueError("this ninja writes its dependencies in a way that reads.py does not know")
    at, paths, found = len(head), [], {}
    while at + 4 <= len(log):
        size, = struct.unpack_from("<I", log, at)
        record = log[at + 4:at + 4 + (size & 0x7fffffff)]
        at += 4 + (size & 0x7fffffff)
        if size >> 31:
            numbers = struct.unpack(f"<{len(record) // 4}I", record)
            found[paths[numbers[0]]] = [paths[number] for number in numbers[3:]]
        else:
            paths.append(record[:-4].rstrip(b"\0").decode())
    return found


class Build:
    """A build folder of ninja's."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.name = self.folder.name
        self.text = (self.folder / "build.ninja").read_text(encoding="utf-8")
        self.inputs = {}  # of each output
        for outputs, inputs in re.findall(r"^build ((?:[^:$\n]|\$.)+):(.*)$", self.text, re.MULTILINE):
            for output in outputs.split():
                if output != "|":  # stands before outputs that no rule names
                    self.inputs[output] = inputs.split()
        self.program = self.needed_by("bin/tcviz") if self.name == "release" else set()  # rules are among them
        cache = (self.folder / "CMakeCache.txt").read_text(encoding="utf-8")
        self.cache = dict(re.findall(r"^([\w-]+):\w+=(.*)$", cache, re.MULTILINE))

    def needed_by(self, target):
        found, to_do = set(), [target]
        while to_do:
            name = to_do.pop()
            if name not in found:
                found.add(name)
                to_do.extend(self.inputs.get(name, ()))
        return found

    def compiled(self):
        """The files that a compiler read. What was compiled once and is no longer part of the build does not count."""
        log = self.folder / ".ninja_deps"
        found = dependencies(log.read_bytes()) if log.exists() else {}  # nothing is compiled yet
        for output, files in found.items():
            if output in self.inputs:
                for path in files:
                    yield Read(path, output, output in self.program)

    def written(self):
        """The files of the system that stand in ninja's files: tools, libraries, what CMake read."""
        rules = (self.folder / "CMakeFiles/rules.ninja").read_text(encoding="utf-8")
        who, program = "", False
        for line in (rules + self.text).split("\n"):
            if line.startswith(("rule ", "build ")):
                who = line.split()[1].rstrip(":")
                program = who in self.program
            reader = "CMake" if who == "build.ninja" else who
            yield from (Read(path, reader, program) for path in SYSTEM.findall(line))

    def found_programs(self):
        for name, value in self.cache.items():
            program = name in ("TCVIZ_PYTHON", "PKG_CONFIG_EXECUTABLE", "WAYLAND_SCANNER_EXECUTABLE")
            if program or name.startswith(("TCVIZ_", "XVFB_RUN", "_Python3_EXECUTABLE")):
                yield Read(value, f"{name} of CMake", program)

    def linked(self):
        """What the compiler hands to the linker by itself: the start of a program, its own libraries, sanitizers."""
        compiler = self.cache.get("CMAKE_CXX_COMPILER", "c++")
        for flag in sorted(set(re.findall(r"-fsanitize=[\w,-]+", self.text)) | {""}):
            words = output_of([compiler, *flag.split(), "-###", "-xc++", "/dev/null", "-o", "/dev/null"])
            who = f"{compiler} {flag}".strip()
            for name in re.findall(r'(?<=[\s"])-l([\w+-]+)', words):
                found = (output_of([compiler, f"-print-file-name=lib{name}.{end}"]).strip() for end in ("so", "a"))
                yield from (Read(path, who, self.name == "release") for path in found if os.path.isabs(path))
            yield from (Read(path, who, self.name == "release") for path in SYSTEM.findall(words))

    def loaded(self):
        """The libraries that the loader finds for what was built."""
        for file in (self.folder / "bin").glob("*"):
            for path in re.findall(r"=> (/\S+)", output_of(["ldd", str(file)])):
                yield Read(path, f"bin/{file.name}", self.name == "release" and file.name == "tcviz")

    def tested(self):
        """The programs that the tests' command lines name."""
        for listing in self.folder.glob("tests/**/CTestTestfile.cmake"):
            text = listing.read_text(encoding="utf-8")
            for name, command in re.findall(r"^add_test\([\[=]*([\w.]+)[\]=]*(.*)\)$", text, re.MULTILINE):
                yield from named_programs(re.findall(r'"([^"]*)"', command), name)

    def reads(self):
        # A launcher (ccache) is somebody's choice.
        launchers = {shutil.which(value) for name, value in self.cache.items() if name.endswith("_LAUNCHER")}
        for reads in (self.compiled, self.written, self.found_programs, self.linked, self.loaded, self.tested):
            for read in reads():
                if read.path not in launchers:
                    yield read._replace(who=f"{self.name}: {read.who}")


def output_of(command):
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, **both, text=True, errors="replace", check=False).stdout


# ---- scripts and tests ------------------------------------------------------------------------------------------


def named_programs(words, who, program=False):
    for word in words:
        path = word if os.path.isabs(word) else shutil.which(word) if re.fullmatch(r"[\w.+-]+", word) else None
        if path:
            yield Read(path, who, program)


TOKEN = re.compile(r"""\\[\s\S] | \$?\( | \) | " | '[^']*' | (?:^|(?<=\s))\#.* """, re.MULTILINE | re.VERBOSE)


def code_of(script):
    """A shell script without its comments and its quoted text, but with the commands that stand in double quotes."""
    script = re.sub(r"<<-?\s*(\w+)\n[\s\S]*?\n\s*\1$", " ", script, flags=re.MULTILINE)
    code, quoted, at = [], [False], 0  # quoted: of each parenthesis that is open, whether we are in double quotes
    while token := TOKEN.search(script, at):
        code.append(" _ " if quoted[-1] else script[at:token.start()])
        text, at = token.group(), token.end()
        if text == '"':
            quoted[-1] = not quoted[-1]
        elif text.endswith("(") and (text[0] == "$" or not quoted[-1]):
            quoted.append(False)
            code.append(text)
        elif text == ")" and not quoted[-1] and len(quoted) > 1:
            quoted.pop()
            code.append(text)
        elif quoted[-1]:  # neither a comment nor another quotation
            at = max(token.start() + 1, at if text[0] == "\\" else 0)
        elif text[0] != "#":
            code.append(" _ ")
    return "".join(code) + script[at:]


KEYWORDS = r"then|do|else|if|elif|while|until|exec|env|sudo|command -v|time|step\s+\S+\s+_"
BEFORE_COMMANDS = rf"[|&;{{`!]|(?<!=)\(|\b(?:{KEYWORDS})\s"


def shell_commands(text, before=BEFORE_COMMANDS):
    """The words of a shell script that may be commands; a few that are not do no harm."""
    found = re.findall(rf"(?:^|{before})(?=\s*(?:[A-Za-z_]\w*=\S*\s+)*([\w./+-]+))", code_of(text), re.MULTILINE)
    return sorted(set(found))


def script_reads(path, who, program=False):
    """What a shell script calls."""
    yield from named_programs(shell_commands(pathlib.Path(path).read_text(errors="replace")), who, program)


def with_scripts(found):
    """These reads, and those of the programs among them that are shell scripts."""
    seen, to_do = set(), list(found)
    while to_do:
        read = to_do.pop()
        yield read
        if "/bin/" in read.path and (read.path, read.program) not in seen and is_shell_script(read.path):
            to_do.extend(script_reads(read.path, read.path, read.program))
        seen.add((read.path, read.program))


def is_shell_script(path):
    try:
        with open(path, "rb") as file:
            return re.match(rb"#! ?/\S*/(ba|da)?sh\b", file.read(40)) is not None
    except OSError:
        return False


def python_reads(path, who, program=False):
    """The modules that a script imports, and the programs that it starts."""
    tree = ast.parse(pathlib.Path(path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else \
            [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
        for name in names:
            yield from module_reads(name.split(".")[0], who, program)
        if isinstance(node, ast.List) and node.elts and isinstance(node.elts[0], ast.Constant):
            yield from named_programs([str(node.elts[0].value)], who, program)


def module_reads(name, who, program):
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return
    if found is not None and found.origin:
        yield Read(found.origin, who, program)


def cpp_reads(path, who):
    """The programs in the command lines of a test that starts some."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    if re.search(r"\b(system|popen|output_of)\(", text):
        literals = [word for word in re.findall(r'"((?:[^"\\]|\\.)*)"', text) if " " in word]
        literals += re.findall(r'\bis_there\("([^"]*)"\)', text)
        for literal in literals:
            yield from named_programs(shell_commands(literal, before=r"&&|\|"), who)


def tex_reads(tree, folder):
    """What pdflatex reads for a figure: the class and the packages that the tests' documents name."""
    if shutil.which("pdflatex") is None:
        return
    sources = "".join(path.read_text(encoding="utf-8") for path in (tree / "tests/export").glob("*_test.cpp"))
    packages = sorted(set(re.findall(r"usepackage\{(\w+)\}", sources)))
    document = "\\documentclass{article}" + "".join(f"\\usepackage{{{name}}}" for name in packages)
    (folder / "a.tex").write_text(document + "\\begin{document}$a_1$ \\texttt{b} \\textbf{c}\\end{document}\n")
    command = ["pdflatex", "-recorder", "-interaction=batchmode", "a.tex"]
    subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL)
    for line in (folder / "a.fls").read_text(errors="replace").split("\n"):
        if line.startswith("INPUT /"):
            yield Read(line[len("INPUT "):], "pdflatex of the tests of figures", False)


def tree_reads(tree, folder):
    """`folder` is for what this writes."""
    tree = pathlib.Path(tree)
    for name in ["app/run", "app/setup.sh", "tests/run", "tests/approve", ".ci/run"]:
        yield from script_reads(tree / name, name, program=name.startswith("app/"))
    for path in sorted((tree / "tests").rglob("*")):
        who = str(path.relative_to(tree))
        if path.suffix == ".py":
            yield from python_reads(path, who)
        elif path.suffix == ".cpp":
            yield from cpp_reads(path, who)
        elif path.suffix == ".sh":
            yield from script_reads(path, who)
    for path in sorted((tree / "build/setup/glad").rglob("*.py")):  # it writes a part of the program
        yield from python_reads(path, f"glad's {path.name}", program=True)
    yield from tex_reads(tree, folder)
