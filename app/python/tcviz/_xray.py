"""Questions about a kernel: the X-ray executes it without a GPU, and names what is in the wrong place."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from . import _program
from ._errors import Unavailable

Size = Union[int, "Sequence[int]"]  # of a grid or a block: x, or (x, y, z)


class OtherSide(NamedTuple):
    """The other access of a race."""

    by: str  # "warp 0"
    access: str  # "reads" or "writes"
    line: int  # of the source; 0: unknown
    warp: Optional[int]
    lane: Optional[int]


class Finding(NamedTuple):
    """One fault of a kernel, at the instruction where it shows first."""

    kind: str  # "pairing", "race", "uninitialised", ...
    severity: str  # "wrong", "race" or "warning"
    line: int  # of the source; 0: unknown
    ptx_line: int
    instruction: str
    warp: int
    lane: int
    register: Optional[str]
    text: str  # what is wrong there
    expected: str
    got: str
    cause: Optional[str]
    remedy: Optional[str]
    times: int  # it was met
    calls: Tuple[Tuple[str, int], ...]  # file and line of each inlined call, the innermost first
    other: Optional[OtherSide]

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line > 0 else f"line {self.ptx_line} of the PTX"
        register = f", {self.register}" if self.register else ""
        return f"{place}, warp {self.warp}, lane {self.lane}{register}: {self.kind}: {self.text}"


class XrayReport(NamedTuple):
    """What the X-ray says of a kernel. True in a condition if every output is right. str() is its sentence."""

    state: str  # "right", "wrong", "incomplete" or "unjudged"
    sentence: str  # why it is not right; empty if it is
    outputs: Dict[str, str]  # the state of each
    findings: Tuple[Finding, ...]
    kernel: str
    arch: str
    blocks: int  # that were executed
    data: Dict[str, Any]  # the whole answer: tcviz-xray/1

    def __bool__(self) -> bool:
        return self.state == "right"

    def __str__(self) -> str:
        return self.sentence or f"{', '.join(self.outputs)}: right"


def _size(name: str, value: Optional[Size]) -> Optional[str]:
    if value is None:
        return None
    sides = [value] if isinstance(value, int) else list(value)
    if isinstance(value, str) or not 1 <= len(sides) <= 3 or not all(isinstance(side, int) for side in sides):
        raise TypeError(f"{name} must be a whole number or up to three of them, such as (2, 2), not {value!r}.")
    return ",".join(str(side) for side in sides)


def _texts(name: str, value: Union[str, Sequence[str], None]) -> Optional[List[str]]:
    if value is None:
        return None
    texts = [value] if isinstance(value, str) else list(value) if isinstance(value, Sequence) else []
    if not isinstance(value, Sequence) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"{name} must be texts, such as 'A=f16[m:64,k:128]', not {value!r}.")
    return texts


def _finding(of: Dict[str, Any]) -> Finding:
    other = of["other"]
    side = OtherSide(other["by"], other["access"], other["line"], other["warp"], other["lane"]) if other else None
    plain = {name: of[name] for name in Finding._fields if name not in ("times", "calls", "other")}
    calls = tuple((call["file"], call["line"]) for call in of["calls"])
    return Finding(**plain, times=of["count"], calls=calls, other=side)


def _report(answer: Dict[str, Any], sentence: str) -> XrayReport:
    outputs = {name: verdict["state"] for name, verdict in answer["verdict"].items()}
    return XrayReport(answer["state"], sentence, outputs, tuple(_finding(each) for each in answer["findings"]),
                      answer["kernel"], answer["arch"], answer["executed"]["blocks"], answer)


def xray(file: Union[str, os.PathLike[str]], args: Union[str, Sequence[str], None] = None,
         expect: Optional[str] = None, *, entry: Optional[str] = None, arch: Optional[str] = None,
         grid: Optional[Size] = None, block: Optional[Size] = None, shared: Optional[int] = None,
         launch: Union[str, os.PathLike[str], None] = None, all_blocks: bool = False,
         seconds: Optional[float] = None) -> XrayReport:
    """Executes a kernel of a file (PTX or CUDA C++) without a GPU: xray("gemm.cu").

    The launch stands in the source as a comment, or is given: block=128, args=["A=f16[m:64,k:128]", ...]; else it is
    proposed from the source. args replace those of the comment by name. expect: "C = sum(k: A * B)".
    A kernel that is not judged is no exception but a report whose state is "unjudged". Raises BadInput for what cannot
    be read, and Unavailable without a compiler for CUDA C++.
    """
    asked: Dict[str, Any] = {
        "file": os.path.abspath(os.fspath(file)), "entry": entry, "arch": arch, "grid": _size("grid", grid),
        "block": _size("block", block), "shared": shared, "arg": _texts("args", args), "expect": expect,
        "launch": None if launch is None else os.path.abspath(os.fspath(launch)), "all_blocks": all_blocks or None,
        "seconds": seconds, "explain": True}
    try:
        answer = _program.SHARED.ask_whole("xray", **asked)
    except Unavailable as error:
        if not isinstance(error.data, dict) or "verdict" not in error.data:
            raise
        return _report(error.data, str(error))
    return _report(answer["result"], str(answer.get("no") or ""))


def assert_kernel(file: Union[str, os.PathLike[str]], args: Union[str, Sequence[str], None] = None,
                  expect: Optional[str] = None, **launch: Any) -> None:
    """Fails unless the X-ray calls every output of a kernel right; the arguments are those of `xray`.

    The text names the first finding of each kind with line, warp and lane. What is not judged fails, too: it is not
    known to be right.
    """
    __tracebackhide__ = True
    report = xray(file, args, expect, **launch)
    if report:
        return
    first: Dict[str, Finding] = {}
    for finding in report.findings:
        first.setdefault(finding.kind, finding)
    lines = [f"{os.fspath(file)}: {report.sentence}"]
    for finding in first.values():
        lines.append(f"  {finding}")
        lines.extend(f"    {why}" for why in (finding.cause, finding.remedy) if why)
    raise AssertionError("\n".join(lines))
