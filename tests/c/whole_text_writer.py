"""Random whole texts: their control statements, functions, records and lambdas. See whole_texts.py."""
import re

from whole_text_parts import Parts


class Writer(Parts):
    def switch(self, depth):
        labels = self.rand.sample(range(5), self.rand.randint(1, 4))
        parts = []
        for label in labels:
            both = f"case {label + 8}: " if self.chance(0.2) else ""
            parts.append(f"case {label}: {both}{self.inner(depth)}{self.pick(' break;', ' break;', '')}")
        if self.chance(0.7):
            parts.insert(self.rand.randint(0, len(parts)), f"default: {self.inner(depth)}{self.pick(' break;', '')}")
        return f"switch ({self.expr(1)}{self.pick('', ' & 3', ' & 7') if self.chance(.1) else ''}) {{ {' '.join(parts)} }}"

    def inner(self, depth):
        if self.chance(0.5) or not self.scope.write:
            return self.block(depth - 1, 2)
        return self.pick(self.assignment, self.table_change)()

    def lambda_statement(self):
        name, word = self.fresh("f"), self.any_type()
        capture = self.pick("&", "&", "=", "=", "")
        kept, loop = self.scope, self.loop
        self.scope, self.loop = kept.copy(), 0
        if capture == "":
            self.scope.read, self.scope.write, self.scope.tables = {}, {}, {}
            self.scope.read.update(self.constants)
        elif self.chance(0.3):
            names = [each for each in self.scope.read if each not in self.constants and "." not in each]
            capture = ", ".join(self.pick("&", "") + each for each in self.rand.sample(names, min(2, len(names))))
            allowed = {each.strip(" &") for each in capture.split(",")}
            self.scope.read = {each: word for each, word in self.scope.read.items() if each in allowed or each in self.constants}
            self.scope.tables = {}
        self.scope.write, self.scope.lambdas = {}, []
        parameter = self.pick("a", "b", "tid", "x")
        if parameter in capture.replace("&", "").split(", "):
            parameter = "z"
        self.scope.read[parameter] = "int"
        kept_returns, self.returns = self.returns, False
        body = f"return {self.expr(2)};"
        if self.chance(0.3):
            declared, self.declared = self.declared, {parameter}
            body = self.declaration() + " " + body.replace("return", "return ")
            if self.chance(0.5):
                body = f"if ({self.expr(1)}) {{ return {word}({self.leaf()}); }} " + body if " " not in word else body
            self.declared = declared
        self.returns = kept_returns
        self.scope, self.loop = kept, loop
        parameter_type = self.pick("int", "int", "auto", "const int&", "unsigned", "uint8_t")
        text = f"auto {name} = [{capture}]({parameter_type} {parameter}) -> {word} {{ {body} }};"

        def call(depth):
            return f"{name}({self.expr(depth)})"
        self.add_lambda(name, call)
        return text

    def add_lambda(self, name, call):
        class Named:
            def __init__(self):
                self.name = name

            def __call__(self, depth):
                return call(depth)
        self.scope.lambdas.append(Named())

    def statement(self, depth):
        kinds = [self.declaration] * 3 + [self.assignment] * 4 + [self.table_change]
        if depth > 0:
            kinds += [lambda: self.branch(depth)] * 3 + [lambda: self.loop_statement(depth)] * 2 + [lambda: self.switch(depth)] * 2
            kinds += [self.table, self.table, self.lambda_statement, lambda: self.block(depth)]
        if self.loop and self.chance(0.12):
            return f"if ({self.expr(1)}) {self.pick('break', 'continue')};"
        if self.returns and self.chance(0.05):
            return f"if ({self.expr(1)}) return {self.expr(1)};"
        if self.chance(0.05) and self.changers:
            return self.rand.choice(self.changers)()
        return self.rand.choice(kinds)()

    # What stands around
    def body(self, parameters, depth=2, statements=5):
        """The body of a function, with parameters as {name: type}; None: it may not be assigned to."""
        kept = self.scope
        self.scope = kept.copy()
        self.aliased, self.declared, self.loop, self.returns = set(parameters), set(parameters), 0, True
        for name, word in parameters.items():
            self.scope.read[name] = word or "int"
            self.scope.tables.pop(name, None)
            self.scope.write.pop(name, None)
            if word:
                self.scope.write[name] = word
        self.aliased = set()
        text = " ".join(self.statement(depth) for _ in range(self.rand.randint(0, statements)))
        text += f" return {self.expr(3)};"
        self.scope, self.returns = kept, False
        return text

    def parameter(self, name):
        kind = self.rand.random()
        if kind < 0.15:
            return f"const {self.any_type()} {name}", None
        if kind < 0.3:
            return f"const int& {name}", None
        word = self.any_type()
        return f"{word} {name}", word

    def constant(self):
        name = self.fresh("K")
        value = self.pick("1", "2", "4", "8", "3", "16", "2 * 4", "1 << 3", "4 + 4", "(1 << 4) - 1", *(self.numbers or ["5"]))
        kind = self.rand.random()
        self.numbers.append(name)
        if kind < 0.35:
            self.constants[name] = "int"
            word = self.any_type()
            return f"{self.pick('const', 'constexpr', 'static const', 'static constexpr', 'constexpr static')} {word} {name} = {value};"
        if kind < 0.6:
            self.constants[name] = "int"
            self.macros.append(name)
            self.numbers.pop()
            return f"#define {name} {self.pick(value, f'({value})')}\n"
        if kind < 0.75:
            self.constants[name] = "int"
            return f"enum{self.pick('', ' ' + self.fresh('E'))}{self.pick('', ' : uint8_t', ' : unsigned', ' : int')} {{ {name}_, {name} = 6, {name}b }};"
        owner = self.fresh("S")
        self.numbers.pop()
        if kind < 0.85:
            self.constants[f"int({owner}::{name})"] = "int"
            return f"enum class {owner}{self.pick('', ' : uint8_t')} {{ {name} = 3, Other }};"
        if kind < 0.93:
            self.constants[f"{owner}::{name}"] = "int"
            return f"struct {owner} {{ static constexpr {self.any_type()} {name} = {value}; }};"
        self.constants[f"{owner}::{name}"] = "int"
        return f"namespace {owner} {{ {self.pick('const', 'constexpr')} int {name} = {value}; }}"

    def macro(self):
        name = self.fresh("F")
        self.macros.append(name)
        body = self.pick("(x) / 4 + (y)", "x * 2 + y", "((x) & 7) ^ (y)", "(x) << 1 | y", "x - y", "((x) > (y) ? (x) : (y))", "x + y",
                         "(x) % 8 +\\\n  (y)")
        def argument(depth):
            text = self.expr(depth)
            return f"({text})" if "{" in text or "<" in text else text
        self.scope.calls.append(lambda depth: f"{name}({argument(depth)}, {argument(depth)})")
        return f"#define {name}(x, y) {body}\n"

    def condition(self):
        name = self.fresh("A")
        self.macros.append(name)
        self.constants[name] = "int"
        value = self.pick("1", "0", "2 > 1", "defined(NOTHING)", "!defined(NOTHING) && 3 % 2", "-1 < 0", "(4 | 1) == 5 ? 1 : 0")
        other = self.pick("1", "0", "7 / 2 == 3")
        return f"#if {value}\n#define {name} 3\n#elif {other}\n#define {name} 5\n#else\n#define {name} 9\n#endif\n"

    def helper(self):
        name, word = self.fresh("h"), self.any_type()
        first, one = self.parameter("a")
        second, two = self.parameter(self.pick("b", "tid", "row", "i"))
        text = self.body({first.split()[-1]: one, second.split()[-1]: two}, 1, 3)
        default = f" = {self.rand.randint(1, 9)}" if self.chance(0.3) else ""

        def call(depth):
            if default and self.chance(0.5):
                return f"{self.qualify(name)}({self.expr(depth)})"
            return f"{self.qualify(name)}({self.expr(depth)}, {self.expr(depth)})"
        self.scope.calls.append(call)
        head = self.pick("", "static ", "inline ", "constexpr ", "static inline ") if not self.owner else ""
        if "constexpr" in head:
            head = ""
        return f"{head}{word} {name}({first}, {second}{default}) {{ {text} }}"

    def qualify(self, name):
        return name

    def changer(self):
        name = self.fresh("g")
        text = self.body({"a": "int", "b": "int"}, 1, 3).rsplit(" return ", 1)[0]
        text = re.sub(r"if \([^;]*\) return [^;]*;", "", text) if "return" in text else text
        if "return" in text:
            text = "a += b;"

        def call():
            names = [each for each, word in self.scope.write.items() if word == "int"]
            if not names:
                return self.assignment()
            one = self.rand.choice(names)
            with self.hidden(one):
                return f"{name}({one}, {self.expr(1)});"
        self.changers.append(call)
        return f"void {name}(int& a, int b) {{ {text} }}"

    def template(self):
        name = self.fresh("p")
        kind = self.rand.random()
        if kind < 0.5:
            word = self.pick("int", "unsigned", "int", "uint8_t", "bool" if False else "int")
            self.constants_kept = dict(self.scope.read)
            self.scope.read["N"] = "int"
            text = self.body({"a": "int"}, 1, 2)
            self.scope.read.pop("N", None)
            default = self.chance(0.4)
            self.scope.calls.append(lambda depth: f"{name}{'<>' if default and self.chance(.3) else f'<{self.rand.randint(1, 8)}>'}({self.expr(depth)})")
            return f"template <{word} N{' = 4' if default else ''}> int {name}(int a) {{ {text} }}"
        self.type_parameters = ["T", "T", "T"]
        text = self.body({"a": "T"}, 1, 2)
        self.type_parameters = []
        explicit = self.chance(0.5)
        result = self.pick("T", "int", "auto" if False else "T")

        def call(depth):
            argument = self.expr(depth)
            if explicit or not re.fullmatch(r"\w+", argument):
                return f"{name}<{self.pick('int', 'unsigned', 'uint8_t', 'short', 'long')}>({argument})"
            return f"{name}({argument})"
        self.scope.calls.append(call)
        return f"template <{self.pick('typename', 'class')} T> {result} {name}({self.pick('T', 'T', 'const T')} a) {{ {text} }}".replace("const T a) {", "T a) {")

    def record(self):
        name = self.fresh("R")
        one, two = self.any_type(), self.any_type()
        kept = self.scope
        self.scope = kept.copy()
        self.scope.read.update({"one": one, "two": two})
        method = self.body({"a": "int"}, 1, 2)
        self.scope = kept
        initial = f" = {self.rand.randint(0, 9)}" if self.chance(0.4) else ""
        variable = self.fresh("o")
        self.records.append((name, one, two, initial))
        is_constant = " const"
        shared = self.body({"a": "int"}, 1, 2)
        self.scope.calls.append(lambda depth: f"{name}{{({one})({self.expr(1)}), ({two})({self.expr(1)})}}.{self.pick('one', 'two', f'at({self.leaf()})')}")
        self.scope.calls.append(lambda depth: f"{name}::of({self.expr(depth)})")
        del variable
        return (f"struct {name} {{ {one} one{initial}; {two} two; int at(int a){is_constant} {{ {method} }} "
                f"static int of(int a) {{ {shared} }} }};")

    def object_statement(self):
        name, one, two, initial = self.rand.choice(self.records)
        variable = self.fresh("o")
        text = self.pick(f"{name} {variable}{{({one})({self.expr(1)}), ({two})({self.expr(1)})}};",
                         f"{name} {variable} = {{({one})({self.expr(1)})}};", f"{name} {variable}{{}};", f"auto {variable} = {name}{{}};")
        self.scope.read.update({f"{variable}.one": one, f"{variable}.two": two})
        self.scope.write.update({f"{variable}.one": one, f"{variable}.two": two})
        copy = self.fresh("o")
        if self.chance(0.4):
            text += f" {name} {copy} = {variable}; {copy}.one = {self.expr(1)};"
            self.scope.read.update({f"{copy}.one": one, f"{copy}.two": two})
        if self.chance(0.3):
            text += f" {variable} = {{({one}){variable}.two, ({two}){variable}.one}};"
        return text

    def namespace(self):
        name = self.fresh("ns")
        kept = len(self.scope.calls)
        self.owner = name
        text = "".join(self.helper() + "\n" for _ in range(self.rand.randint(1, 2)))
        self.owner = ""
        calls = self.scope.calls[kept:]
        self.scope.calls[kept:] = [lambda depth, call=call: f"{name}::{call(depth)}" for call in calls]
        return f"namespace {name} {{\n{text}}}"

    def entry(self, name):
        word = self.pick("int", "int", "int", "auto", "unsigned", "uint8_t", "size_t", "long long", "short", "char", "bool", "int64_t", "long")
        one, two = self.pick(("int tid", "int i"), ("int tid", "int i"), ("const int tid", "const int i"), ("unsigned tid", "unsigned i"),
                             ("int lane", "int reg"), ("const int& tid", "const int& i"), ("uint32_t lane", "uint8_t i"))
        kept = dict(self.scope.read)
        parameters = {each.split()[-1]: None if "const" in each else each.split()[0] for each in (one, two)}
        first = self.object_statement() if self.records and self.chance(0.7) else ""
        text = self.body(parameters, 3, 7)
        if word == "auto":
            text = re.sub(r"return ([^;]*);", r"return int(\1);", text) if "->" not in text else text
            word = "int" if "->" in text else "auto"
        self.scope.read = kept
        for each in [each for each in self.scope.write if each not in kept]:
            self.scope.write.pop(each)
        specifier = self.pick("", "", "__device__ ", "static ", "__host__ __device__ ", "constexpr __device__ " if False else "")
        return f"{specifier}{word} {name}({one}, {two}) {{ {first} {text} }}"

    def text(self):
        self.constants, self.numbers, self.macros, self.records, self.changers, self.owner = {}, [], [], [], [], ""
        self.aliased, self.declared = set(), set()
        parts = []
        for _ in range(self.rand.randint(0, 6)):
            part = self.pick(self.constant, self.constant, self.macro, self.condition, self.helper, self.helper, self.changer,
                             self.template, self.record, self.namespace)
            parts.append(part())
            self.scope.read.update(self.constants)
        parts += [self.entry("row"), self.entry("col")]
        return "\n".join(parts).strip() + "\n", self.macros
