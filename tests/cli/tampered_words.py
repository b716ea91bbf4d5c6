"""Holds verify to what it vouches for: every word of a figure that can be changed is changed, one at a time, and found
out; words of an author are told apart from those of the program; pictures without layouts are drawn again.

    python3 tampered_words.py PROGRAM
"""
import copy
import json
import pathlib
import re
import sys

from program import Program, finish

KIND, SOURCE = "wmma.m16n16k16.acc.f32", "recorded:sm_90"
# A word for the author's texts, and whether it may stand there: the figure shows KIND, probed on an H200, 2026-11-22.
WORDS = [("The accumulator, as thread 5 sees it", True), (KIND, True), ("probed on NVIDIA H200, 2026-11-22", True),
         ("mma.m16n8k8.acc.f32", False), ("wmma m32n8k16", False), ("probed on NVIDIA A100 (8.0), 64 threads", False),
         ("as of 2025-01-01", False), ("compiled:sm_70", False), ("for sm_80", False)]
# Every field of the provenance, and another value of its type.
FIELDS = {"source": "compiled", "device": "NVIDIA A100", "compute_capability": "8.0", "driver": "1.2.3", "cuda": "12.0",
          "date": "2025-01-01", "methods": ["load"], "reference": "a paper", "note": "a remark"}


# Commands that draw without a layout; the X-ray's kernel is an example, and wrong.
PICTURES = {
    "image": "image smem.128b.k.b16 --rows 16 --cols 64 --with smem.64b.k.b16 --color-by bank",
    "operand": "image --descriptor 0x4000004000010040 --type bf16 --operand a",
    "banks": "banks --op ldm4 --addresses 'lane * 128'",
    "fragment": "banks --ldmatrix mma.m16n8k16.a.f16 --image smem.128b.k.b16",
    "journey": "journey --preset ampere --element A:37,12",
    "xray": "xray k.ptx",
}
HOSTILE = [["probe", "--all"], ["image", "--cross-check", "--record=stolen"], ["image", "smem.128b.k.b16", "-ostolen"],
           ["xray", "/etc/passwd"], ["xray", "../k.ptx"], ["xray", "k.ptx", "--ptx=stolen"],
           ["xray", "k.ptx", "--launch=/etc/passwd"], ["image", "--at=0,0", "smem.128b.k.b16"], ["image"], []]


class Tamper:
    def __init__(self, program):
        self.program, self.folder, self.failures = program, pathlib.Path(program.folder.name), []

    def verify(self, name, wanted, what, says=""):
        done = self.program.shell(f"tcviz verify {name}")
        answer = done.stdout.decode() + done.stderr.decode()
        if done.returncode not in wanted or says not in answer:
            self.failures.append(f"{what}: exit {done.returncode}, not {wanted} with '{says}': {answer}")

    def show(self, name, words=""):
        self.program.text(f"tcviz show {KIND} --device {SOURCE} -o {name} {words}")
        return self.folder / name

    def words_of_an_author(self):
        for suffix in ("svg", "png", "pdf", "tex"):
            for option in ("title", "caption"):
                for words, may in WORDS:
                    name = self.show(f"w.{suffix}", f"--{option} '{words}'").name
                    says = f"the author's own, and not judged: {option}" if may else f"the {option} of {name} names"
                    self.verify(name, {0} if may else {1}, f"{suffix} {option} {words}", says)

    def description(self):
        svg = self.show("d.svg").read_text()
        begin = svg.index('<desc id="tcviz-desc">') + len('<desc id="tcviz-desc">')
        end = svg.index("</desc>")
        for words, may in WORDS:
            for spelled in (words, "".join(f"&#{ord(c)};" for c in words)):
                (self.folder / "d.svg").write_text(svg[:begin] + spelled + svg[end:])
                self.verify("d.svg", {0} if may else {1}, f"description {spelled}",
                            "not judged: description" if may else "the description of d.svg names")
        (self.folder / "d.svg").write_text(svg.replace("tcviz-title\">", "tcviz-title\">Not "))
        self.verify("d.svg", {1}, "the title in an SVG alone", "does not show")

    def provenance(self):
        plain = json.loads(self.show("p.json").read_text())
        self.verify("p.json", {0}, "a layout file", "true for")
        known = set(plain["provenance"]) | {"note"}
        if known != set(FIELDS):
            self.failures.append(f"fields of the provenance: {known ^ set(FIELDS)} not tried")
        for field, other in FIELDS.items():
            for value in (other, None):
                changed = copy.deepcopy(plain)
                if changed["provenance"].get(field) == value or (field in ("source", "methods") and value is None):
                    continue
                changed["provenance"][field] = value
                (self.folder / "p.json").write_text(json.dumps(changed))
                self.verify("p.json", {1, 3}, f"provenance: {field} {value}")
        self.verify_in_figures(plain["provenance"])

    def verify_in_figures(self, provenance):
        """The same in the object that an SVG carries, and in a CSV."""
        for name in ("p.svg", "p.csv"):
            text = self.show(name).read_text()
            for field, other in FIELDS.items():
                old, new = json.dumps(provenance.get(field)), json.dumps(other)
                if isinstance(other, list):
                    old, new = old.replace(", ", ","), new.replace(", ", ",")
                quote = (lambda t: t.replace('"', '""')) if name.endswith("csv") else (lambda t: t)
                old, new = (quote(f'"{field}":{value}') for value in (old, new))
                if old in text:
                    (self.folder / name).write_text(text.replace(old, new, 1))
                    self.verify(name, {1, 3}, f"{name}: {field}")
                elif field != "note":
                    self.failures.append(f"{name}: no {old}")

    def pictures(self):
        self.program.text("tcviz xray --example | sed 's/rd5+16/rd5+32/' > k.ptx")
        for name, command in PICTURES.items():
            for suffix in ("svg", "png", "pdf", "tex"):
                file = f"{name}.{suffix}"
                done = self.program.shell(f"tcviz {command} -o {file}")
                if not (self.folder / file).exists():
                    self.failures.append(f"{command} -o {file}: {done.stderr.decode()}")
                    continue
                (self.folder / "k.ptx").rename(self.folder / "away.ptx")
                self.verify(file, {0}, file, "drawn again, and the same: tcviz " + command.split()[0])
                (self.folder / "away.ptx").rename(self.folder / "k.ptx")
                done = self.program.shell(f"tcviz show {file}")
                if done.returncode != 2 or b"holds no layout, but the command that draws it" not in done.stderr:
                    self.failures.append(f"show {file}: {done.stderr.decode()}")
            self.change_numbers(name)

    def change_numbers(self, name):
        """Some of the numbers and words that an eye sees in the SVG, its description, a byte of the PDF."""
        svg = (self.folder / f"{name}.svg").read_text()
        texts = [m.start(1) for m in re.finditer(r">([^<>]+)</(?:text|desc)>", svg)]
        for at in texts[:3] + texts[::max(1, len(texts) // 9)] + texts[-2:]:
            (self.folder / "c.svg").write_text(svg[:at] + ("8" if svg[at] != "8" else "9") + svg[at + 1:])
            self.verify("c.svg", {1}, f"{name}.svg at {at}", "is not what `tcviz")
        pdf = bytearray((self.folder / f"{name}.pdf").read_bytes())
        pdf[pdf.index(b"stream\n") + 60] ^= 1
        (self.folder / "c.pdf").write_bytes(pdf)
        self.verify("c.pdf", {1}, f"{name}.pdf", "the PDF is not the one")

    def hostile_commands(self):
        """The text of a stranger runs nothing that does not draw, and reads nothing that the picture does not carry."""
        svg = (self.folder / "xray.svg").read_text()
        begin = svg.index("<![CDATA[") + len("<![CDATA[")
        carried = json.loads(svg[begin:svg.index("]]></metadata>")])
        for command in HOSTILE:
            other = json.dumps(carried | {"command": command})
            (self.folder / "h.svg").write_text(svg[:begin] + other + svg[svg.index("]]></metadata>"):])
            self.verify("h.svg", {1, 2}, f"{command}")
        for files in ({"../stolen": "x", "k.ptx": "x"}, {"": "x"}, {"..": "x"}, {"k.ptx": 1}, []):
            other = json.dumps(carried | {"files": files})
            (self.folder / "h.svg").write_text(svg[:begin] + other + svg[svg.index("]]></metadata>"):])
            self.verify("h.svg", {2}, f"{files}", "files: ")
        for stolen in ("stolen", "picture.svg"):
            if (self.folder / stolen).exists():
                self.failures.append(f"{stolen} was written")


def main(path):
    tamper = Tamper(Program(path))
    tamper.words_of_an_author()
    tamper.description()
    tamper.provenance()
    tamper.pictures()
    tamper.hostile_commands()
    finish(tamper.failures)


main(sys.argv[1])
