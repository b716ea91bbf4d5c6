"""Random Python texts that give row and col: helpers, scopes, lists, loops, numbers of every size."""

NUMBERS = ["0", "1", "2", "3", "4", "7", "8", "16", "31", "0x10", "0b101", "0o17", "0o10", "1_000", "0xffff_ffff",
           "2147483647", "4294967296", "1000000007", "9223372036854775807", "True", "False"]
BINARY = ["+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^", "**"]
RELATIONS = ["<", "<=", ">", ">=", "==", "!="]
GLOBALS = ["n", "k", "GROUP"]


class Writer:
    """Writes one text; `names` are those that have a value where the writer stands."""

    def __init__(self, rand):
        self.rand = rand
        self.helpers = []  # name, number of parameters
        self.lists = []
        self.loops = 0

    def leaf(self, names):
        return self.rand.choice(names) if self.rand.random() < 0.65 else self.rand.choice(NUMBERS)

    def small(self, names):
        """A value of 0 to 7, to count shifts and powers with."""
        return f"({self.rand.choice(names)} & 7)" if self.rand.random() < 0.6 else str(self.rand.randrange(6))

    def operand(self, names, depth):
        text = self.value(names, depth)
        return f"({text})" if self.rand.random() < 0.6 else text

    def binary(self, names, depth):
        sign = self.rand.choice(BINARY)
        left = self.operand(names, depth - 1)
        careful = self.rand.random() < 0.8
        if sign == "**":
            exponent = self.rand.choice(["0", "1", "2", "3", f"({self.rand.choice(names)} & 7)", "-1"])
            return f"({left} & 63) ** {exponent}"
        if sign == "<<":  # Python itself has no room for all others
            count = self.small(names) if careful else self.rand.choice(["20", "30", "31", "40", "-1"])
            return f"({left} & 0xffffffff) << {count}"
        if sign == ">>" and careful:
            return f"({left}) {sign} {self.small(names)}"
        if sign in ("//", "%") and careful:
            return f"({left}) {sign} {self.rand.choice(['2', '4', '8', '3', '-4', '-3', '5'])}"
        return f"{left} {sign} {self.operand(names, depth - 1)}"

    def call(self, names, depth):
        inner = [self.value(names, depth - 1) for _ in range(3)]
        shapes = [f"abs({inner[0]})", f"min({inner[0]}, {inner[1]})", f"max({inner[0]}, {inner[1]}, {inner[2]})",
                  f"divmod({inner[0]}, {self.rand.choice(['3', '4', '-4'])})[{self.rand.choice(['0', '1', '-1'])}]",
                  f"sum([{inner[0]}, {inner[1]}])", f"int({inner[0]})", f"len([{inner[0]}, {inner[1]}])",
                  f"sum(e * {self.small(names)} for e in range({self.small(names)}))",
                  f"[e {self.rand.choice('+-^')} {inner[0]} for e in (0, 1, 2)][{self.rand.randrange(-3, 3)}]",
                  f"[{inner[0]}, {inner[1]}][{self.small(names)} % 2 - {self.rand.randrange(3)}]",
                  f"tuple(range(1, 9))[{self.small(names)}]"]
        if self.lists:
            name, size = self.rand.choice(self.lists)
            shapes += [f"{name}[({inner[0]}) % {size}]", f"{name}[{self.small(names)} - {self.rand.randrange(6)}]",
                       f"{name}[{self.rand.randrange(1, 4)}:][0]", f"{name}[::-1][{self.rand.randrange(2)}]"] * 2
        for name, count in self.helpers:
            shapes += [f"{name}({', '.join(inner[:count])})"] * 2
        return self.rand.choice(shapes)

    def value(self, names, depth):
        if depth == 0 or self.rand.random() < 0.1:
            return self.leaf(names)
        shape = self.rand.random()
        if shape < 0.55:
            return self.binary(names, depth)
        if shape < 0.62:
            return f"{self.rand.choice(['-', '~', '+', 'not '])}{self.operand(names, depth - 1)}"
        if shape < 0.70:
            signs = [self.rand.choice(RELATIONS) for _ in range(self.rand.choice([1, 1, 2]))]
            rest = "".join(f" {sign} ({self.value(names, depth - 1)})" for sign in signs)
            return f"(({self.value(names, depth - 1)}){rest})"
        if shape < 0.76:
            left, right = self.operand(names, depth - 1), self.operand(names, depth - 1)
            return f"({left} {self.rand.choice(['and', 'or'])} {right})"
        if shape < 0.82:
            a, b, c = (self.operand(names, depth - 1) for _ in range(3))
            return f"({a} if {b} else {c})"
        return self.call(names, depth)

    def branch(self, names, indent, depth):
        lines = [f"{indent}if {self.value(names, 2)}:"] + self.block(list(names), indent + "    ", depth - 1)
        if self.rand.random() < 0.3:
            lines += [f"{indent}elif {self.value(names, 1)}:"] + self.block(list(names), indent + "    ", depth - 1)
        if self.rand.random() < 0.6:
            lines += [f"{indent}else:"] + self.block(list(names), indent + "    ", depth - 1)
        return lines

    def loop(self, names, indent, depth):
        self.loops += 1
        if self.rand.random() < 0.3:
            name = f"w{self.loops}"
            body = self.block(names + [name], indent + "    ", depth - 1)
            head = [f"{indent}{name} = {self.small(names)}", f"{indent}while {name} > 0:", f"{indent}    {name} -= 1"]
            return head + body
        source = self.rand.choice([f"range({self.small(names)})", "range(5, -1, -2)", f"({self.leaf(names)}, 2, 3)",
                                   "[1, -2, 3]"])
        name = self.rand.choice(["e", "k", f"f{self.loops}"])
        body = self.block(names + [name], indent + "    ", depth - 1)
        if self.rand.random() < 0.2:
            body += [f"{indent}    if {self.value(names + [name], 1)}: {self.rand.choice(['break', 'continue'])}"]
        return [f"{indent}for {name} in {source}:"] + body

    def block(self, names, indent, depth):
        lines = []
        for _ in range(self.rand.randrange(1, 3)):
            shape = self.rand.random()
            if shape < 0.2 and depth > 0:
                lines += self.branch(names, indent, depth)
            elif shape < 0.35 and depth > 0:
                lines += self.loop(names, indent, depth)
            elif shape < 0.5:
                lines.append(f"{indent}t {self.rand.choice(['+', '-', '//', '%', '^', '&', '|'])}= "
                             f"{self.rand.choice(['2', '3', '-4', self.leaf(names)])}")
            elif shape < 0.6:
                lines.append(f"{indent}t, u = {self.value(names, 1)}, {self.value(names, 1)}")
            elif shape < 0.65:
                lines.append(f"{indent}t, u = u, t")
            else:
                name = self.rand.choice(["t", "u", "n"])
                lines.append(f"{indent}{name} = {self.value(names, 2)}")
        return lines

    def function(self, name, parameters):
        names = parameters + GLOBALS[1:] + ["t", "u", "n"]
        lines = [f"def {name}({', '.join(parameters)}):", f"    t = {self.leaf(parameters)}",
                 f"    u = {self.leaf(parameters)}", f"    n = {self.rand.choice(NUMBERS[:8])}"]
        if self.rand.random() < 0.6:
            lines += self.block(names, "    ", 2)
        if self.rand.random() < 0.15:
            lines.append(f"    if {self.value(names, 1)}: return {self.value(names, 1)}")
        return lines + [f"    return {self.value(names, 3)}"]

    def module(self):
        lines = [f"{name} = {self.rand.choice(NUMBERS)}" for name in GLOBALS]
        for name in ("TAB", "MAP"):
            size = self.rand.randrange(4, 9)
            open_, close = self.rand.choice(["[]", "()"])
            lines.append(f"{name} = {open_}{', '.join(str(self.rand.randrange(-9, 40)) for _ in range(size))}{close}")
            self.lists.append((name, size))
        if self.rand.random() < 0.3:
            lines.append(f"ODD = [e * n for e in range(8) if e % 2]\nk = k * 2")
            self.lists.append(("ODD", 4))
        for name, parameters in (("f", ["v"]), ("g", ["k", "i"])):
            lines += self.function(name, parameters)
            self.helpers.append((name, len(parameters)))
        lines += self.function("row", ["tid", "i"])
        lines += self.function("col", ["tid", "i"])
        if self.rand.random() < 0.4:  # what a global is when it is used
            lines.append(f"{self.rand.choice(GLOBALS[1:])} = {self.rand.choice(NUMBERS)}")
        return "\n".join(lines) + "\n"


def random_text(rand):
    return Writer(rand).module()
