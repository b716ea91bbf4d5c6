"""A plug-in of pytest, registered by the wheel under the name tcviz: fixtures `assert_layout`, `assert_kernel` and
`verify_figure`.

Without the wheel: ``pytest -p tcviz.pytest_plugin``, or ``pytest_plugins = ["tcviz.pytest_plugin"]`` in conftest.py.
"""

from __future__ import annotations

import os
from typing import Callable, Optional, Union

import pytest

from . import _lanes, _xray
from ._questions import verify


@pytest.fixture(name="assert_layout")
def assert_layout_fixture() -> Callable[..., None]:
    """`tcviz.assert_layout`: assert_layout(lanes, "mma.m16n8k16.acc.f32") names the first wrong lane."""
    return _lanes.assert_layout


@pytest.fixture(name="assert_kernel")
def assert_kernel_fixture() -> Callable[..., None]:
    """`tcviz.assert_kernel`: assert_kernel("gemm.cu") names the first wrong element, line, warp and lane."""
    return _xray.assert_kernel


def _verify_figure(path: Union[str, os.PathLike[str]], device: Optional[str] = None) -> None:
    """Fails unless the figure still shows what the source named in it says; `device`: compare with this one instead."""
    __tracebackhide__ = True
    found = verify(path, device)
    if not found:
        pytest.fail(f"{os.fspath(path)} is no longer true: {found.problem}", pytrace=False)


@pytest.fixture
def verify_figure() -> Callable[..., None]:
    """`tcviz verify` for the figures of a document: verify_figure("paper/layout.svg")."""
    return _verify_figure
