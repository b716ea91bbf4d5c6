"""Registers of lanes against a layout: the first wrong lane by name."""

from __future__ import annotations

from typing import Any, List, Optional

from . import _data
from ._errors import BadInput
from ._layout import Layout, layout


def _nested(values: Any) -> Any:
    """Lists of an array or tensor (numpy, torch, cupy), which all have tolist; other sequences as they are."""
    return values.tolist() if hasattr(values, "tolist") else values


def _expected(of: Layout, tid: int, i: int, matrix: Any) -> Any:
    element = of[tid, i]
    if element is None:
        return None
    row, col = element
    return row * of.cols + col if matrix is None else matrix[row][col]


def _where(of: Layout, value: Any, matrix: Any) -> str:
    """What element a wrong value is, if it is one of the matrix and of no other place."""
    cells = [(row, col) for row in range(of.rows) for col in range(of.cols)
             if (row * of.cols + col if matrix is None else matrix[row][col]) == value]
    return f", which is element {cells[0]}" if len(cells) == 1 else ""


def _meant(kind: Any, device: Optional[str]) -> Layout:
    __tracebackhide__ = True
    if not isinstance(kind, Layout):
        return layout(kind, device)
    if device is not None and not isinstance(device, str):
        raise TypeError(f"device must be a text, as 'A100', and is {device!r}.")
    if device is not None and kind.device not in (device, _data.source_named(device)):
        raise BadInput(f"the layout is of {kind.device}, and the device {device!r} is another: leave the device out, "
                       f"or give tcviz.layout({kind.kind!r}, {device!r}).")
    return kind


def _check_shape(of: Layout, lanes: List[Any]) -> None:
    if len(lanes) != of.threads:
        raise AssertionError(f"{of.kind} has {of.threads} lanes, and {len(lanes)} are given.")
    for tid, values in enumerate(lanes):
        if len(values) != of.values:
            raise AssertionError(f"{of.kind} has {of.values} values in each lane, and lane {tid} has {len(values)}.")


def assert_layout(lanes: Any, kind: Any, device: Optional[str] = None, *, matrix: Any = None) -> None:
    """Raises AssertionError unless lane tid holds in value i what it should; the first wrong lane is named.

    lanes: an array, a tensor or lists of shape (threads, values): what your kernel found in its registers after loading
    a matrix whose element (row, col) is row * cols + col, or `matrix`, of shape (rows, cols). kind: an id, or a Layout.
    device: as of `tcviz.layout`; beside a Layout, only its own. Slots that hold no element are not looked
    at.
    """
    __tracebackhide__ = True
    of = _meant(kind, device)
    held, known = _nested(lanes), _nested(matrix)
    _check_shape(of, held)
    wrong = [(tid, i) for tid in range(of.threads) for i in range(of.values)
             if of[tid, i] is not None and held[tid][i] != _expected(of, tid, i, known)]
    if not wrong:
        return
    tid, i = wrong[0]
    got = held[tid][i]
    raise AssertionError(
        f"lane {tid}, x[{i}]: expected {_expected(of, tid, i, known)!r}, element {of[tid, i]}, got {got!r}"
        f"{_where(of, got, known)}. {len(wrong)} slots of {of.threads * of.values} are wrong, in lanes "
        f"{_ranges(sorted({lane for lane, _ in wrong}))}. {of.kind}, {of.device}: {of.provenance}")


def _ranges(numbers: List[int]) -> str:
    """0, 1, 2, 5 -> "0-2, 5"."""
    runs: List[List[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
