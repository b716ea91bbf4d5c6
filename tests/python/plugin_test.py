"""The plug-in of pytest, as pytest runs it on the tests of somebody else."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tcviz

TESTS = '''
import pytest, tcviz

KIND = "mma.m16n8k16.acc.f32"

def lanes():
    layout = tcviz.layout(KIND)
    return [[row * 8 + col for row, col in (layout[tid, i] for i in range(4))] for tid in range(32)]

def test_right(assert_layout):
    assert_layout(lanes(), KIND)

def test_wrong(assert_layout):
    held = lanes()
    held[5][2], held[6][0] = held[5][3], 1000
    assert_layout(held, KIND)

def test_shape(assert_layout):
    assert_layout(lanes()[:31], KIND)

def test_true_figure(verify_figure):
    verify_figure("figure.svg")

def test_false_figure(verify_figure):
    verify_figure("figure.svg", device="V100")

def test_good_kernel(assert_kernel):
    assert_kernel("product.ptx")

def test_bad_kernel(assert_kernel):
    assert_kernel("exchanged.ptx")

def test_other_numbers(assert_kernel):
    assert_kernel("product.ptx", expect="C = 2 * sum(k: A * B)")
'''


def run_pytest(folder):
    command = [sys.executable, "-B", "-m", "pytest", "-p", "tcviz.pytest_plugin", "-p", "no:cacheprovider", "-v", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


class Plugin(unittest.TestCase):
    def test_names_the_first_wrong_lane_and_what_a_figure_says(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "test_kernel.py").write_text(TESTS, encoding="utf-8")
            figure = tcviz.layout("wmma.m16n16k16.acc.f32", device="A100").svg()
            (path / "figure.svg").write_text(figure, encoding="utf-8")
            kernel = subprocess.run([os.environ["TCVIZ_PROGRAM"], "xray", "--example"], capture_output=True, text=True,
                                    check=True).stdout
            (path / "product.ptx").write_text(kernel, encoding="utf-8")
            exchanged = kernel.replace("{%r10, %r11}", "{%r11, %r10}")
            (path / "exchanged.ptx").write_text(exchanged, encoding="utf-8")
            said = run_pytest(folder)
        for name, outcome in (("right", "PASSED"), ("wrong", "FAILED"), ("shape", "FAILED"), ("true_figure", "PASSED"),
                              ("false_figure", "FAILED"), ("good_kernel", "PASSED"), ("bad_kernel", "FAILED"),
                              ("other_numbers", "FAILED")):
            self.assertRegex(said, f"test_{name} {outcome}")
        # T5 x[2] holds row 5 / 4 + 8, column 5 % 4 * 2: PTX manual, mma.m16n8k16, the accumulator.
        self.assertIn("lane 5, x[2]: expected 74, element (9, 2), got 75, which is element (9, 3). "
                      "2 slots of 128 are wrong, in lanes 5-6.", said)
        self.assertIn("has 32 lanes, and 31 are given", said)
        # The second register of B has k + 8: PTX manual, mma.m16n8k16, the fragment of B.
        self.assertRegex(said, r"exchanged\.ptx: C is wrong; .*\n.*line 34 of the PTX, warp 0, lane 0, %r11: pairing: ")
        self.assertRegex(said, r"product\.ptx: C is wrong; C\[0,0\] is .*expected")
        self.assertNotIn("_xray.py", said)
        self.assertNotIn("_lanes.py", said)  # a failure is shown at the line of the test
        self.assertRegex(said, r"figure\.svg is no longer true: .*248 slots differ")


class Lanes(unittest.TestCase):
    def test_arrays_matrices_and_holes(self):
        import numpy

        layout = tcviz.layout("mma.m16n8k16.a.f16")
        matrix = numpy.random.default_rng(1).permutation(256).reshape(16, 16) / 7
        array = layout.to_numpy()
        tcviz.assert_layout(matrix[array[..., 0], array[..., 1]], layout, matrix=matrix)
        with self.assertRaisesRegex(AssertionError, "256 slots of 256 are wrong, in lanes 0-31"):
            tcviz.assert_layout(numpy.full((32, 8), -1), "mma.m16n8k16.a.f16")
        holes = tcviz.layout("mma.sp.m16n8k16.e.f16.sel0")
        lanes = [[-1 if holes[tid, i] is None else holes[tid, i][0] * holes.cols + holes[tid, i][1]
                  for i in range(holes.values)] for tid in range(holes.threads)]
        tcviz.assert_layout(lanes, holes)

    def test_a_matrix_must_be_one_that_tells_places_apart(self):
        layout = tcviz.layout("mma.m16n8k16.acc.f32")
        array = layout.to_numpy()
        lanes = (array * (8, 1)).sum(axis=-1)
        for matrix in ([[0] * 16] * 8, [[1, 2]], [[0] * 8] * 15 + [[0]], [0] * 16, 5):
            with self.assertRaisesRegex(tcviz.BadInput, "must be of 16 rows and 8 columns"):
                tcviz.assert_layout(lanes, layout, matrix=matrix)
        with self.assertRaisesRegex(tcviz.BadInput, "all elements of the matrix are 7"):
            tcviz.assert_layout([[7] * 4] * 32, layout, matrix=[[7] * 8] * 16)
        matrix = [[row * 8 + col & ~1 for col in range(8)] for row in range(16)]
        tcviz.assert_layout(lanes & ~1, layout, matrix=matrix)
        with self.assertRaisesRegex(AssertionError, "Some elements of the matrix are equal"):
            tcviz.assert_layout(lanes * 2, layout, matrix=matrix)

    def test_a_type_that_cannot_hold_the_numbers_is_named(self):
        import numpy

        layout = tcviz.layout("wgmma.m64n64.acc.f32")  # 4096 elements
        lanes = (layout.to_numpy() * (64, 1)).sum(axis=-1)
        # Of bf16's 8 bits: 257 lies between 256 and 258, and ties go to even.
        bf16 = [[number if number < 256 else round(number / 2 ** (int(number).bit_length() - 8))
                 * 2 ** (int(number).bit_length() - 8) for number in lane] for lane in lanes]
        for name, held in (("int8", lanes.astype(numpy.int8)), ("uint8", lanes.astype(numpy.uint8)),
                           ("float16", lanes.astype(numpy.float16))):
            with self.assertRaisesRegex(AssertionError, f"Lanes of {name} cannot hold all numbers to 4095: .*matrix="):
                tcviz.assert_layout(held, layout)
            with self.assertRaisesRegex(AssertionError, f"the right numbers as {name} holds them: .*matrix="):
                tcviz.assert_layout(held.tolist(), layout)
        with self.assertRaisesRegex(AssertionError, "the right numbers as bfloat16 holds them: .*matrix="):
            tcviz.assert_layout(bf16, layout)
        for held in (lanes * 0, lanes[::-1]):
            with self.assertRaises(AssertionError) as caught:
                tcviz.assert_layout(held, layout)
            self.assertNotIn("matrix=", str(caught.exception))

    def test_a_device_beside_a_layout_must_be_its_own(self):
        kind = "wmma.m16n16k16.acc.f32"
        layout = tcviz.layout(kind, device="A100")
        lanes = (layout.to_numpy() * (16, 1)).sum(axis=-1)
        for device in (None, "A100", "a100", "compiled:sm_80"):
            tcviz.assert_layout(lanes, layout, device)
        for device in ("V100", "nonsense", ""):
            with self.assertRaisesRegex(tcviz.BadInput, f"is of compiled:sm_80, and the device '{device}' is another"):
                tcviz.assert_layout(lanes, layout, device)
        self.assertRaises(AssertionError, tcviz.assert_layout, lanes, kind, "V100")


if __name__ == "__main__":
    unittest.main()
