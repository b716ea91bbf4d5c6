"""Questions to the program about a layout: formulae, checks, differences and figures."""

from __future__ import annotations

import os
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from . import _program

Asked = Dict[str, Optional[str]]  # a layout by its kind and device
Element = Optional[Tuple[int, int]]


class Formula(NamedTuple):
    """A formula that was deduced from a layout and proved on all its slots. str() is its text."""

    text: str  # in the style that was asked for
    style: str
    row: Optional[str]  # as expressions, where the style has such
    col: Optional[str]
    linear: Optional[str]
    tid: Optional[str]  # of an inverse
    i: Optional[str]
    operators: Dict[str, Optional[int]]  # that each expression costs
    proved_slots: int
    note: str
    provenance: str  # of the layout

    def __str__(self) -> str:
        return self.text


class Mismatch(NamedTuple):
    """The first slot (for an inverse, the first element) for which a formula is wrong."""

    tid: int
    i: int
    expected: Element  # None of an inverse: any owner of `got_for` would do
    got: Tuple[int, int]  # (row, col); of an inverse the slot (tid, i) that the formula gives
    got_for: Element = None  # of an inverse: the element


class Repair(NamedTuple):
    """A change that would make a formula right."""

    part: str  # "row", "col", ...; empty: the whole
    change: str  # "with `+ ((i & 2) << 2)`"
    text: str  # the whole text with it


class Verdict(NamedTuple):
    """The result of a check. True in a condition if the formula is right on every slot."""

    ok: bool
    slots: int  # that were checked; of an inverse, owners or elements
    mismatches: int
    first: Optional[Mismatch]
    repairs: Tuple[Repair, ...]
    right_for: Tuple[str, ...]  # other kinds and sources that it would be right for
    notation: str  # that the text was read as: "a C expression"
    undefined: Optional[str]  # what C, or Python, gives no value on some slot: "a shift by -1"
    provenance: str  # of the layout

    @property
    def repair(self) -> Optional[str]:
        """Returns the text of the first repair, or None."""
        return next((repair.text for repair in self.repairs if repair.text), None)

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"right: all {self.slots} slots ({self.notation})"
        found = f"wrong for {self.mismatches} of {self.slots} slots"
        if self.first is not None and self.first.got_for is None:
            found += f"; T{self.first.tid} x[{self.first.i}]: expected {self.first.expected}, got {self.first.got}"
        return found + (f"; {self.undefined}" if self.undefined else "")


class MovedSlot(NamedTuple):
    """A slot that holds another element on the other device."""

    tid: int
    i: int
    here: Element
    there: Element


class Difference(NamedTuple):
    """Two layouts of one kind, compared. True in a condition if they differ."""

    kind: str
    device: str
    other: str
    equal: bool
    slots: int
    moved: Tuple[MovedSlot, ...]
    history: str  # which architectures share a layout
    provenance: Tuple[str, str]

    def __bool__(self) -> bool:
        return not self.equal


class Verification(NamedTuple):
    """The result of verifying a figure. True in a condition if it still shows what its source says."""

    figure: str
    true: bool
    shown: Optional[bool]  # what it draws is what it carries; None: that cannot be told of this format
    problem: str  # a sentence; empty if there is none
    layouts: Tuple[Dict[str, Any], ...]  # each: kind, source, true, differing_slots, ...

    def __bool__(self) -> bool:
        return self.true


def formula(of: Asked, style: str, inverse: bool) -> Formula:
    answer = _program.ask("formula", **of, style=style, inverse=inverse)
    parts = {name: answer.get(name) for name in ("row", "col", "linear", "tid", "i")}
    return Formula(answer["text"], answer["style"], **parts, operators=answer["operators"],
                   proved_slots=answer["proved_slots"], note=answer["note"], provenance=answer["provenance"])


def _first(answer: Dict[str, Any]) -> Optional[Mismatch]:
    first = answer.get("first")
    if first is None:
        return None
    got = (first["got"][0], first["got"][1])
    if "tid" in first:
        return Mismatch(first["tid"], first["i"], (first["expected"][0], first["expected"][1]), got)
    return Mismatch(got[0], got[1], None, got, (first["row"], first["col"]))


def check(of: Asked, texts: Dict[str, Optional[str]]) -> Verdict:
    answer = _program.ask("check", **of, **texts)
    repairs = tuple(Repair(each["in"].lstrip("-"), each["change"], each["text"]) for each in answer.get("repairs", ()))
    undefined = answer.get("undefined")
    slots = answer["slots"] if "slots" in answer else answer["asked"]
    return Verdict(answer["ok"], slots, answer["mismatches"], _first(answer), repairs,
                   tuple(answer.get("right_for", ())), answer.get("notation", "an inverse"),
                   undefined["message"] if undefined else None, answer["provenance"])


def _element(pair: Optional[List[int]]) -> Element:
    return None if pair is None else (pair[0], pair[1])


def diff(kind: str, device: Optional[str], other: str) -> Difference:
    """Compares the layouts of a kind on two devices, slot by slot: diff("wmma.m16n16k16.acc.f32", "V100", "A100").

    Raises Unavailable if one of them is not known.
    """
    answer = _program.ask("diff", kind=kind, device=device, **{"with": other})
    moved = tuple(MovedSlot(each["tid"], each["i"], _element(each["device"]), _element(each["with"]))
                  for each in answer["moved"])
    return Difference(answer["kind"], answer["device"], answer["with"], answer["equal"], answer["slots"], moved,
                      answer["history"], (answer["provenance"]["device"], answer["provenance"]["with"]))


def verify(figure: Union[str, os.PathLike[str]], device: Optional[str] = None) -> Verification:
    """Checks whether a figure that tcviz wrote (SVG, PNG, PDF, TeX, ...) still shows what the source named in it says.

    device: compare with this one instead. Raises BadInput for a file that is no such figure, and Unavailable if the
    source cannot be asked here.
    """
    answer = _program.ask("verify", figure=os.path.abspath(os.fspath(figure)), device=device)
    problems = [answer[key] for key in ("shown_problem", "words_problem") if answer.get(key)]
    for each in answer["layouts"]:
        if each.get("problem"):
            problems.append(each["problem"])
        elif not each["true"]:
            first = each.get("first", {})
            slot = f"T{first.get('tid')} x[{first.get('i')}]"
            problems.append(f"{each['kind']}: {each['differing_slots']} slots differ from {each['source']}, the first "
                            f"is {slot}: {first.get('figure')} instead of {first.get('source')}")
    return Verification(os.fspath(figure), bool(answer["true"]), answer["shown"], "; ".join(problems),
                        tuple(answer["layouts"]))
