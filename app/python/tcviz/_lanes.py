"""Compares registers of lanes with a layout, and names the first wrong lane."""

from __future__ import annotations

import struct
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _data
from ._errors import BadInput
from ._layout import Layout, layout


def _nested(values: Any) -> Any:
    """Returns an array or tensor (numpy, torch, cupy) as lists, by its tolist; other sequences as they are."""
    return values.tolist() if hasattr(values, "tolist") else values


def _expected(of: Layout, tid: int, i: int, matrix: Any) -> Any:
    element = of[tid, i]
    if element is None:
        return None
    row, col = element
    return row * of.cols + col if matrix is None else matrix[row][col]


def _where(of: Layout, value: Any, matrix: Any) -> str:
    """Names the element that a wrong value is, if it occurs in the matrix exactly once."""
    cells = [(row, col) for row in range(of.rows) for col in range(of.cols)
             if (row * of.cols + col if matrix is None else matrix[row][col]) == value]
    return f", which is element {cells[0]}" if len(cells) == 1 else ""


def _meant(kind: Any, device: Optional[str]) -> Layout:
    __tracebackhide__ = True
    if not isinstance(kind, Layout):
        return layout(kind, device)
    if device is not None and not isinstance(device, str):
        raise TypeError(f"device must be a text, such as 'A100', not {device!r}.")
    if device is not None and kind.device not in (device, _data.source_named(device)):
        raise BadInput(f"the layout is of {kind.device}, and the device {device!r} is another: leave the device out, "
                       f"or give tcviz.layout({kind.kind!r}, {device!r}).")
    return kind


def _bf16(number: int) -> float:
    """Rounds to the nearest, to even if two are equally near."""
    bits: int = struct.unpack("<I", struct.pack("<f", number))[0]
    kept = bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000
    return float(struct.unpack("<f", struct.pack("<I", kept))[0])


_NARROW: Dict[str, Callable[[int], float]] = {
    "int8": lambda number: (number + 128) % 256 - 128,
    "uint8": lambda number: number % 256,
    "float16": lambda number: float(struct.unpack("<e", struct.pack("<e", number))[0]),
    "bfloat16": _bf16,
}


def _narrow(of: Layout, dtype: str, pairs: List[Tuple[Any, Any]]) -> str:
    """Names a type of the lanes that is too narrow for row * cols + col, by its name or by the values that it made."""
    last = of.rows * of.cols - 1
    for name, held in _NARROW.items():
        if name == dtype and held(last) != last:
            found = f" Lanes of {name} cannot hold all numbers to {last}"
        elif all(held(expected) == got for expected, got in pairs):
            found = f" All of them are the right numbers as {name} holds them"
        else:
            continue
        return f"{found}: load a matrix of elements that your type can hold, and give it as matrix=."
    return ""


def _advice(of: Layout, dtype: str, pairs: List[Tuple[Any, Any]], matrix: Any) -> str:
    """Says what may have misled the comparison."""
    if matrix is None:
        return _narrow(of, dtype, pairs)
    different = {repr(value) for row in matrix for value in row}  # arrays of one number may have no hash
    alike = len(different) < of.rows * of.cols
    return " Some elements of the matrix are equal, and cannot be told apart." if alike else ""


def _check_matrix(of: Layout, matrix: Any) -> None:
    __tracebackhide__ = True
    try:
        widths = {len(row) for row in matrix}
        fits = len(matrix) == of.rows and widths == {of.cols}
    except TypeError:  # a number, or rows that are numbers
        fits = False
    if not fits:
        raise BadInput(f"the matrix must be of {of.rows} rows and {of.cols} columns, as {of.kind} is.")
    first = matrix[0][0]
    if of.rows * of.cols > 1 and all(value == first for row in matrix for value in row):
        raise BadInput(f"all elements of the matrix are {first!r}, so no place can be told from another: "
                       "make them differ.")


def _check_shape(of: Layout, lanes: List[Any]) -> None:
    __tracebackhide__ = True
    if len(lanes) != of.threads:
        raise AssertionError(f"{of.kind} has {of.threads} lanes, and {len(lanes)} are given.")
    for tid, values in enumerate(lanes):
        if len(values) != of.values:
            raise AssertionError(f"{of.kind} has {of.values} values in each lane, and lane {tid} has {len(values)}.")


def assert_layout(lanes: Any, kind: Any, device: Optional[str] = None, *, matrix: Any = None) -> None:
    """Raises AssertionError, naming the first wrong lane, unless every lane tid holds in value i what it should.

    lanes: an array, a tensor or lists of shape (threads, values): the registers of your kernel after it has loaded a
    matrix whose element (row, col) is row * cols + col, or `matrix`. matrix: of shape (rows, cols), for a type that
    cannot hold such numbers: int8 beyond 127, f16 beyond 2048, bf16 beyond 256. Equal elements of it cannot be told
    apart: a wrong place goes unnoticed if the right one holds the same. kind: an id, or a Layout. device: as for
    `tcviz.layout`; with a Layout, only its own. Slots that hold no element are ignored.
    """
    __tracebackhide__ = True
    of = _meant(kind, device)
    held, known = _nested(lanes), _nested(matrix)
    if known is not None:
        _check_matrix(of, known)
    _check_shape(of, held)
    wrong = [(tid, i) for tid in range(of.threads) for i in range(of.values)
             if of[tid, i] is not None and held[tid][i] != _expected(of, tid, i, known)]
    if not wrong:
        return
    tid, i = wrong[0]
    pairs = [(_expected(of, *slot, known), held[slot[0]][slot[1]]) for slot in wrong]
    (expected, got), dtype = pairs[0], str(getattr(lanes, "dtype", "")).rpartition(".")[2]
    raise AssertionError(
        f"lane {tid}, x[{i}]: expected {expected!r}, element {of[tid, i]}, got {got!r}"
        f"{_where(of, got, known)}. {len(wrong)} slots of {of.threads * of.values} are wrong, in lanes "
        f"{_ranges(sorted({lane for lane, _ in wrong}))}.{_advice(of, dtype, pairs, known)} "
        f"{of.kind}, {of.device}: {of.provenance}")


def _ranges(numbers: List[int]) -> str:
    """0, 1, 2, 5 -> "0-2, 5"."""
    runs: List[List[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
