"""Reads reports of `tcviz xray -o report.html` as a browser does: every element is closed, nothing is loaded and
nothing runs, each finding stands at its line of the source, which is there whole, and cells are what the JSON says.

    python3 report_page.py PROGRAM
"""
import html.parser
import json
import pathlib
import sys

from program import Program, finish

VOID = {"meta", "br"}
# A comment that would be markup, with a tab.
HOSTILE = '// <script>alert("1 & 2")</script>\t\u00e9 ]]>\n'


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.ids, self.links, self.tags = [], [], [], [], set()
        self.source, self.cells, self.rows = {}, [], {}
        self.feed(text)
        self.close()
        if self.open:
            self.faults.append(f"never closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.add(tag)
        self.faults += [f"{tag} loads or runs something: {name}" for name in values
                        if name in ("src", "srcset", "data", "action") or name.startswith("on")]
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.links.append(values.get("href", ""))
        if tag == "tr" and values.get("id", "").startswith("L"):
            self.rows[int(values["id"][1:])] = values.get("class", "")
        if tag == "td" and "title" in values:
            self.cells.append((values["class"], values["title"], ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]} at {self.getpos()}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open[-2:] == ["td", "pre"] and self.rows:
            number = max(self.rows)
            self.source[number] = self.source.get(number, "") + data
        elif self.open[-1:] == ["td"] and self.cells and not self.rows:
            state, title, text = self.cells[-1]
            self.cells[-1] = (state, title, text + data)


def check(program, name, verdict, failures):
    path = pathlib.Path(program.folder.name)
    code = program.shell(f"tcviz xray {name} -o page.html").returncode
    text = (path / "page.html").read_text(encoding="utf-8")
    page = Page(text)
    failures += [f"{name}: {fault}" for fault in page.faults]
    answer = json.loads(program.shell(f"tcviz xray {name} --json").stdout)
    if code != {"right": 0, "wrong": 1, "unjudged": 3}[verdict] or answer["state"] != verdict:
        failures.append(f"{name}: exit {code}, {answer['state']}")
    if f": {verdict}</h1>" not in text or text.count("<h1>") != 1:
        failures.append(f"{name}: the page does not say {verdict}")
    if len(set(page.ids)) != len(page.ids):
        failures.append(f"{name}: two places have one name")
    failures += [f"{name}: {link} leads nowhere" for link in page.links if link[:1] != "#" or link[1:] not in page.ids]
    if page.tags & {"script", "img", "link", "iframe", "object", "form"}:
        failures.append(f"{name}: it has {page.tags}")
    lines = (path / name).read_text(encoding="utf-8").split("\n")[:-1]
    if [page.source.get(at + 1, "") for at in range(len(lines))] != lines:
        failures.append(f"{name}: the source is another one")
    marked = {number for number, level in page.rows.items() if level}
    found = {finding["ptx_line"] for finding in answer["findings"]}
    if marked != found:
        failures.append(f"{name}: lines {sorted(marked)} are marked, and findings are at {sorted(found)}")
    return page


def check_cells(program, page, name, failures):
    """Each cell of the three matrices of the first wrong product, in their order, as the JSON lists them."""
    event = json.loads(program.shell(f"tcviz xray {name} --event 0:w0 --json").stdout)["event"]
    cells = [cell for tile in ("a", "b", "sum") for cell in event[tile]["cells"]]
    if [(cell["state"], cell["text"]) for cell in cells] != [(state, text) for state, _, text in page.cells]:
        failures.append(f"{name}: other cells than in JSON")
    odd = [title for state, title, _ in page.cells if state == "odd"]
    if not odd or not all("held by lane" in title and title.endswith(": odd") for title in odd):
        failures.append(f"{name}: {odd[:2]}")


def main():
    program, failures = Program(sys.argv[1]), []
    path = pathlib.Path(program.folder.name)
    kernel = program.text("tcviz xray --example")
    exchanged = kernel.replace("{%r10, %r11}", "{%r11, %r10}")
    (path / "right.ptx").write_text(HOSTILE + kernel, encoding="utf-8")
    (path / "wrong.ptx").write_text(HOSTILE + exchanged, encoding="utf-8")
    doubt = kernel.replace("st.global.v2.f32 [%rd8],", "add.f32 %f1, %f1, 0f3E99999A; st.global.v2.f32 [%rd8],")
    (path / "doubt.ptx").write_text(doubt, encoding="utf-8")
    check(program, "right.ptx", "right", failures)
    check_cells(program, check(program, "wrong.ptx", "wrong", failures), "wrong.ptx", failures)
    check(program, "doubt.ptx", "unjudged", failures)
    finish(failures)


if __name__ == "__main__":
    main()
