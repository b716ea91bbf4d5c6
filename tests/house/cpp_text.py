"""What the rules must know of C++ text, read without a compiler: functions with their lengths, classes with the number
of their methods, names of types and functions.

The text is blanked first: comments, literals and preprocessor lines become spaces, so that only braces of code count.
"""

import dataclasses
import functools
import re

# What is blanked: raw strings, comments, strings, characters (but not the ' inside 1'000), preprocessor lines.
BLANK = re.compile(
    r'(?:u8|[uUL])?R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)"'
    r"|//[^\n]*|/\*.*?\*/"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'"
    r"|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*",
    re.DOTALL | re.MULTILINE,
)

NAMESPACE = re.compile(r"(?P<inline>inline\s+)?namespace\b\s*(?P<name>\w*(?:::(?:inline\s+)?\w+)*)\s*$")
INLINE_PART = re.compile(r"::inline\s+\w+")
TYPE = re.compile(
    r"\b(?:enum\s+class|enum\s+struct|enum|struct|class|union)\s+(?:alignas\s*\([^()]*\)\s*)?(?P<name>\w+)[^()]*$"
)
USING = re.compile(r"\busing\s+(?P<name>\w+)\s*=\s*(?P<meaning>.*)$")
PARAMETERS = re.compile(r"\btemplate\s*<(?:[^<>]|<[^<>]*>)*>")
LINKAGE = re.compile(r"\bextern\s*$")  # of extern "C" {: the literal is blank
PIECE = re.compile(r"[{};]")
# The name of a function before its parameters: `Status f(int a)`, `Result<T> Reader::read() const`, but not a variable.
CALLABLE = re.compile(r"(?P<before>[\w>&*\]:]\s+[&*]?)?(?P<scope>(?:\w+::)*)(?P<name>~?\w+)\s*\(")
NOT_METHODS = re.compile(r"^(using|friend|static_assert|typedef|return)\b")


@dataclasses.dataclass(frozen=True)
class Function:
    head: str  # up to its brace, on one line
    line: int  # where the head begins
    lines: int  # to its closing brace


@dataclasses.dataclass(frozen=True)
class Type:
    name: str
    namespaces: tuple  # outermost first; inline ones are left out, and "" is an unnamed one
    line: int
    meaning: str | None  # what an alias stands for; None for a type of its own


@dataclasses.dataclass
class Scope:
    kind: str  # "namespace", "type" or "code": a function's body or an initializer, whose insides are of no interest
    begin: int  # where its head begins
    name: str | None = None  # of a namespace that is not inline
    head: str = ""


def blanked(text):
    """The same text, line for line, with spaces for all that is no code."""
    return BLANK.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def has_equals_sign(head):
    """Whether the head is that of a variable with a value, and not of a function (`operator==`, default arguments)."""
    outside = re.sub(r"operator\s*\S+?\s*\(", "(", head)
    while (shorter := re.sub(r"\([^()]*\)|<[^<>]*>", "", outside)) != outside:
        outside = shorter
    return "=" in outside


def scope_of(head, begin):
    if match := NAMESPACE.search(head):
        return Scope("namespace", begin, None if match["inline"] else INLINE_PART.sub("", match["name"]), head)
    if LINKAGE.search(head):
        return Scope("namespace", begin, None, head)
    if (match := TYPE.search(PARAMETERS.sub("", head))) and not has_equals_sign(head):
        return Scope("type", begin, match["name"], head)
    return Scope("code", begin, None, head)


class Reader:
    """Goes from brace to brace and keeps what lies open."""

    def __init__(self, text):
        self.text = blanked(text)
        self.open = []
        self.functions = []
        self.types = []
        self.methods = {}  # class -> how many functions stand in it
        self.declared = []  # (name, line) of every function that is no operator, constructor or override
        self.begin = 0  # of the head that is being read

    def line(self, at):
        return self.text.count("\n", 0, at) + 1

    def head(self, end):
        """The text since the last piece, and where its first letter stands."""
        piece = self.text[self.begin:end]
        begin = self.begin + len(piece) - len(piece.lstrip())
        return " ".join(piece.split()), begin

    def in_code(self):
        return bool(self.open) and self.open[-1].kind == "code"

    def in_namespace(self):
        return all(scope.kind == "namespace" for scope in self.open)

    def add_type(self, name, begin, meaning=None):
        names = tuple(part for scope in self.open if scope.name is not None for part in scope.name.split("::"))
        self.types.append(Type(name, names, self.line(begin), meaning))

    def add_function(self, head, begin):
        """Counts a method of the class that is open, and keeps the function's name."""
        outer = self.open[-1] if self.open else None
        head = re.sub(r"^(public|private|protected)\s*:\s*", "", PARAMETERS.sub("", head).strip())
        match = CALLABLE.search(head)
        if not match or NOT_METHODS.match(head) or has_equals_sign(re.sub(r"=\s*(0|default|delete)$", "", head)):
            return
        if outer and outer.kind == "type" and outer.name:
            self.methods[outer.name] = self.methods.get(outer.name, 0) + 1
        if "operator" not in head and " override" not in head and match["before"] and outer and outer.kind != "code":
            self.declared.append((match["name"], self.line(begin)))

    def opens(self, at):
        head, begin = self.head(at)
        scope = Scope("code", begin) if self.in_code() else scope_of(head, begin)
        if scope.kind == "code" and not self.in_code():
            self.add_function(head, begin)
        specialized = re.search(r"\btemplate\s*<\s*>|" + re.escape(scope.name or " ") + r"\s*(<|::)", head)
        if scope.kind == "type" and self.in_namespace() and not specialized:
            self.add_type(scope.name, begin)
        self.open.append(scope)
        self.begin = at + 1

    def closes(self, at):
        if not self.open:
            return
        scope = self.open.pop()
        self.begin = at + 1
        if scope.kind != "code" or self.in_code():
            return
        if re.match(r"\s*[,{(]", self.text[at + 1:at + 80]):  # a member's braces in a constructor's head: it goes on
            self.begin = scope.begin
            return
        if "(" in scope.head and not has_equals_sign(scope.head):
            first = self.line(scope.begin)
            self.functions.append(Function(scope.head, first, self.line(at) - first + 1))

    def ends(self, at):
        head, begin = self.head(at)
        if self.in_namespace() and (match := USING.search(head)) and "template <>" not in head:
            self.add_type(match["name"], begin, match["meaning"])
        if not self.in_code():
            self.add_function(head, begin)
            self.begin = at + 1

    def read(self):
        for match in PIECE.finditer(self.text):
            {"{": self.opens, "}": self.closes, ";": self.ends}[match.group()](match.start())
        return self


@functools.cache
def read(text):
    """Reads a file: `.functions` with their lengths, `.types` at the level of namespaces, `.methods`, `.declared`."""
    return Reader(text).read()
