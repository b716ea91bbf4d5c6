"""The expressions and plain statements of random whole texts: see whole_texts.py."""
import contextlib
import re


TYPES = ["int"] * 8 + ["unsigned", "uint8_t", "char", "bool", "short", "size_t", "int64_t", "long long", "unsigned char",
                       "uint16_t", "int8_t", "uint32_t", "long", "signed char", "unsigned short", "uint64_t"]
NAMES = ["row", "col", "tid", "i", "n", "k", "x", "y", "quad", "half", "r", "c", "lo", "hi", "base", "acc", "step"]


class Scope:
    def __init__(self):
        self.read, self.write, self.tables, self.calls, self.lambdas = {}, {}, {}, [], []

    def copy(self):
        other = Scope()
        other.read, other.write, other.tables = dict(self.read), dict(self.write), dict(self.tables)
        other.calls, other.lambdas = list(self.calls), list(self.lambdas)
        return other


class Parts:
    def __init__(self, rand):
        self.rand, self.count, self.scope, self.loop, self.is_free = rand, 0, Scope(), 0, True
        self.type_parameters, self.returns = [], False

    def pick(self, *choices):
        return self.rand.choice(choices)

    def chance(self, share):
        return self.rand.random() < share

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def any_type(self):
        return self.rand.choice(TYPES + self.type_parameters)

    @contextlib.contextmanager
    def hidden(self, name):
        kept = self.scope
        self.scope = kept.copy()
        for names in (self.scope.read, self.scope.write, self.scope.tables):
            names.pop(name, None)
        self.scope.lambdas = []
        yield
        self.scope = kept

    # Expressions
    def leaf(self):
        names = list(self.scope.read)
        if names and self.chance(0.75):
            return self.rand.choice(names)
        return self.rand.choice(["0", "1", "2", "3", "4", "7", "8", "16", "31", "0x1f", "5u", "0b11", "017", "2L", "3ULL", "true"])

    def expr(self, depth=2):
        if depth <= 0 or self.chance(0.12):
            return self.leaf()
        deeper = depth - 1
        kind = self.rand.random()
        if kind < 0.45:
            sign = self.pick("+", "-", "*", "&", "|", "^", "+", "-", "<", "<=", ">", "==", "!=", "&&", "||", ">=")
            return f"{self.operand(deeper)} {sign} {self.operand(deeper)}"
        if kind < 0.54:
            return f"{self.operand(deeper)} {self.pick('<<', '>>')} {self.pick('1', '2', '3', f'({self.expr(deeper)} & 3)')}"
        if kind < 0.62:
            return f"{self.operand(deeper)} {self.pick('/', '%')} {self.pick('2', '3', '4', '8', f'({self.expr(deeper)} | 1)', '5u')}"
        if kind < 0.68:
            return f"{self.pick('-', '~', '!', '+')}{self.operand(0) if self.chance(.5) else '(' + self.expr(deeper) + ')'}"
        if kind < 0.74:
            word = self.any_type()
            inner = self.expr(deeper)
            forms = [f"({word})({inner})", f"static_cast<{word}>({inner})"] + ([f"{word}({inner})"] if " " not in word else [])
            return self.rand.choice(forms)
        if kind < 0.80:
            return f"({self.operand(deeper)} ? {self.expr(deeper)} : {self.operand(deeper)})"
        if kind < 0.82:
            return f"({self.expr(deeper)}, {self.expr(deeper)})"
        if kind < 0.88 and self.scope.tables:
            return self.element(deeper)
        calls = self.scope.calls + self.scope.lambdas
        return self.rand.choice(calls)(deeper) if calls else self.leaf()

    def operand(self, depth):
        text = self.expr(depth)
        return text if re.fullmatch(r"[\w.]+", text) else f"({text})" if self.chance(0.8) else text

    def element(self, depth):
        name = self.rand.choice(list(self.scope.tables))
        _, sizes, _ = self.scope.tables[name]
        return name + "".join(f"[{self.index(size, depth)}]" for size in sizes)

    def index(self, size, depth):
        inner = self.expr(depth)
        if size & (size - 1) == 0 and self.chance(0.8):
            return f"({inner}) & {size - 1}"
        return self.pick(f"unsigned({inner}) % {size}", str(self.rand.randrange(size)), f"({inner}) & 3")

    # Statements
    def declaration(self):
        word = self.any_type()
        name = self.rand.choice(NAMES) if self.chance(0.7) else self.fresh("v")
        if name in self.declared:
            name = self.fresh("v")
        self.declared.add(name)
        with self.hidden(name):
            value = self.changing() if self.chance(0.12) else self.expr(self.rand.randint(1, 3))
        kind = self.rand.random()
        const = self.chance(0.35)
        self.scope.tables.pop(name, None)
        self.scope.write.pop(name, None)
        self.scope.lambdas = [each for each in self.scope.lambdas if each.name != name]
        if kind < 0.1 and self.scope.write:
            other = self.rand.choice(list(self.scope.write))
            if other != name:
                what = self.scope.write[other]
                constant = self.chance(0.5)
                self.scope.read[name] = what
                if not constant and what:
                    self.scope.write[name] = what
                if what:
                    return f"{'const ' if constant else ''}{what}& {name} = {other};"
        if word == "int" and self.chance(0.15):
            word = "auto"
        self.scope.read[name] = None if word == "auto" else word
        if not const:
            self.scope.write[name] = self.scope.read[name]
        const = "const " if const else ""
        if word != "auto" and self.chance(0.15):
            return f"{const}{word} {name}{{({word})({value})}};"
        if word != "auto" and self.chance(0.1):
            return f"{const}{word} {name}({value});"
        if not const and word != "auto" and self.chance(0.15):
            return f"{word} {name}; {name} = {value};"
        return f"{const}{word} {name} = {value};"

    def changing(self):
        """An expression that changes one variable, which nothing else in it names."""
        names = [name for name, word in self.scope.write.items() if word not in ("bool", None) and name not in self.aliased]
        if not names:
            return self.expr(2)
        name = self.rand.choice(names)
        with self.hidden(name):
            other = self.expr(1)
            change = self.pick(f"{name}++", f"++{name}", f"{name}--", f"--{name}", f"({name} += {other})", f"({name} ^= {other})")
        with self.hidden(name):
            return self.pick(change, f"{change} + ({self.expr(1)})", f"({self.expr(1)}) * {change}")

    def assignment(self):
        if not self.scope.write:
            return self.declaration()
        name = self.rand.choice(list(self.scope.write))
        word = self.scope.write[name]
        sign = self.pick("=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%=", "++", "--")
        if word == "bool":
            sign = self.pick("=", "&=", "|=", "^=")
        if sign in ("++", "--"):
            return self.pick(f"{name}{sign};", f"{sign}{name};")
        value = self.expr(2)
        if sign in ("<<=", ">>="):
            value = self.pick("1", "2", f"({value}) & 3")
        if sign in ("/=", "%="):
            value = self.pick("2", "3", "4", f"({value}) | 1")
        if sign == "=" and self.chance(0.3):
            value = f"({value}) & {self.pick('7', '15', '31', '255')}"
        others = [each for each in self.scope.write if each != name and each not in self.aliased]
        if sign == "=" and others and self.chance(0.08):
            return f"{name} = {self.rand.choice(others)} = {value};"
        return f"{name} {sign} {value};"

    def table(self):
        name = self.fresh("t")
        word = self.any_type()
        sizes = self.pick([4], [8], [3], [2, 4], [4, 2], [2, 2, 2])
        const = self.chance(0.6)
        if not const and self.chance(0.3):
            self.scope.tables[name] = (word, [4], True)
            k = self.fresh("k")
            self.scope.read[k] = "int"
            text = f"{word} {name}[4]; for (int {k} = 0; {k} < 4; ++{k}) {name}[{k}] = "
            with self.hidden(name):
                text += f"{self.expr(2)};"
            self.scope.read.pop(k)
            return text

        def cells(rest):
            if not rest:
                return f"({word})({self.expr(1)})" if not const or self.chance(0.3) else str(self.rand.randrange(2 if word == "bool" else 100))
            full = self.rand.randint(max(1, rest[0] - 1), rest[0])
            return "{" + ", ".join(cells(rest[1:]) for _ in range(full)) + "}"
        value = cells(sizes)
        self.scope.tables[name] = (word, sizes, not const)
        first = "[]" if len(sizes) == 1 and value.count(",") + 1 == sizes[0] and "(" not in value and self.chance(0.4) else f"[{sizes[0]}]"
        return f"{'const ' if const else ''}{word} {name}{first}{''.join(f'[{each}]' for each in sizes[1:])}{self.pick(' = ', '')}{value};"

    def table_change(self):
        names = [name for name, (_, _, writable) in self.scope.tables.items() if writable]
        if not names:
            return self.assignment()
        name = self.rand.choice(names)
        word, sizes, _ = self.scope.tables[name]
        at = "".join(f"[{self.index(size, 1)}]" for size in sizes)
        sign = self.pick("=", "+=", "-=", "^=", "|=", "++") if word != "bool" else "="
        return f"{name}{at}++;" if sign == "++" else f"{name}{at} {sign} {self.expr(2)};"

    def block(self, depth, many=3, own=()):
        kept, declared = self.scope, self.declared
        self.scope, self.declared = kept.copy(), set(own)
        text = "{ " + " ".join(self.statement(depth - 1) for _ in range(self.rand.randint(1, many))) + " }"
        self.scope, self.declared = kept, declared
        return text

    def branch(self, depth):
        text = f"if ({self.expr(2)}) {self.block(depth)}"
        while self.chance(0.25):
            text += f" else if ({self.expr(2)}) {self.block(depth)}"
        return text + (f" else {self.block(depth)}" if self.chance(0.5) else "")

    def loop_statement(self, depth):
        self.loop += 1
        kept = self.scope
        self.scope = kept.copy()
        name = self.fresh("k")
        times = self.rand.randint(1, 5)
        kind = self.rand.random()
        if kind < 0.6:
            self.scope.read[name] = "int"
            word = self.pick("int", "int", "unsigned", "size_t", "uint8_t", "short")
            step = self.pick(f"{name}++", f"++{name}", f"{name} += {self.pick(1, 2)}")
            text = f"for ({word} {name} = 0; {name} < {times}; {step}) {self.block(depth)}"
        elif kind < 0.8:
            text = f"{{ int {name} = {times}; while ({self.pick(f'{name}-- > 0', f'--{name} > 0', f'{name}--')}) {self.block(depth)} }}"
        else:
            text = f"{{ int {name} = 0; do {self.block(depth)} while ({self.pick(f'++{name} < {times}', f'{name}++ < {times}')}); }}"
        self.scope = kept
        self.loop -= 1
        return text
