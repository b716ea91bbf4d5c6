"""Kernels as they are asked about from Python: reports, findings, refusals."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import tcviz

KERNEL = subprocess.run([os.environ["TCVIZ_PROGRAM"], "xray", "--example"], capture_output=True, text=True,
                        check=True).stdout
# The second register of B has k + 8: PTX manual, mma.m16n8k16, the fragment of B.
EXCHANGED = KERNEL.replace("{%r10, %r11}", "{%r11, %r10}")
# Two lanes store different values to one place.
RACE = KERNEL.replace("cvt.u64.u32 %rd7, %r4;", "and.b32 %r4, %r4, 0xFFFFFFDF; cvt.u64.u32 %rd7, %r4;")


class Kernels(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text, name="kernel.ptx"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_a_right_one_is_true(self):
        report = tcviz.xray(self.write(KERNEL))
        self.assertTrue(report)
        self.assertEqual((report.state, str(report), report.outputs, report.findings, report.kernel, report.arch,
                          report.blocks), ("right", "C: right", {"C": "right"}, (), "product", "sm_80", 1))
        self.assertEqual(report.data["format"], "tcviz-xray/1")
        self.assertIsNone(tcviz.assert_kernel(self.folder / "kernel.ptx"))

    def test_a_wrong_one_has_findings(self):
        report = tcviz.xray(self.write(EXCHANGED))
        self.assertFalse(report)
        first = report.findings[0]
        self.assertEqual((report.state, first.kind, first.severity, first.line, first.warp, first.lane),
                         ("wrong", "pairing", "wrong", 0, 0, 0))  # a PTX has no other source
        self.assertEqual((first.ptx_line, first.other, first.calls), (34, None, ()))
        self.assertTrue(first.instruction.startswith("mma.sync"))
        self.assertIn("line 34 of the PTX, warp 0, lane 0, %r11: pairing: ", str(first))
        self.assertIn("k=0 with k=8", first.text)
        self.assertTrue(first.remedy)
        self.assertTrue(str(report).startswith("C is wrong; "))

    def test_the_launch_may_be_given(self):
        text = KERNEL.replace("// xray: ", "// ")
        args = ["A=f16[m:16,k:16]", "B=f16[k:16,n:8]:col", "C=out f32[m:16,n:8]"]
        for block in (32, (32, 1), [32, 1, 1]):
            self.assertTrue(tcviz.xray(self.write(text), args, block=block, grid=1, entry="product", shared=0))
        self.assertFalse(tcviz.xray(self.write(KERNEL), "B=f16[k:16,n:8]"))  # B row by row
        self.assertFalse(tcviz.xray(self.write(KERNEL), expect="C = 2 * sum(k: A * B)"))

    def test_what_is_not_judged_is_a_report_and_no_exception(self):
        report = tcviz.xray(self.write(RACE))
        self.assertEqual(bool(report), False)
        self.assertIn(report.state, ("unjudged", "wrong", "incomplete"))
        unknown = tcviz.xray(self.write(KERNEL), expect="C = sum(k: A * B)", seconds=1e-9)
        self.assertIn(unknown.state, ("right", "unjudged"))
        with self.assertRaisesRegex(AssertionError, "kernel.ptx: "):
            tcviz.assert_kernel(self.write(RACE))

    def test_the_other_side_of_a_race(self):
        text = """// xray: f <<<1, 64>>> (C=out f32[m:64])
.version 7.0
.target sm_80
.address_size 64
.visible .entry f(.param .u64 C) {
  .reg .pred %p<3>; .reg .b32 %r<3>; .shared .b32 s[1];
  mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; setp.ge.u32 %p2, %r1, 32;
  @%p1 st.shared.b32 [s], %r1;
  @%p2 ld.shared.b32 %r2, [s];
  ret;
}
"""
        report = tcviz.xray(self.write(text))
        races = [finding for finding in report.findings if finding.kind == "race"]
        self.assertTrue(races and races[0].other is not None, report)
        other = races[0].other
        self.assertEqual((races[0].ptx_line, races[0].warp, other.by, other.access), (9, 1, "warp 0", "writes"))

    def test_what_cannot_be_read_is_refused(self):
        path = self.write(KERNEL)
        for ask, error, words in (
                (lambda: tcviz.xray(self.folder / "none.ptx"), tcviz.BadInput, "none.ptx"),
                (lambda: tcviz.xray(path, "A=zz"), tcviz.BadInput, "no array"),
                (lambda: tcviz.xray(path, entry="zz"), tcviz.BadInput, "entry is one of product"),
                (lambda: tcviz.xray(path, 5), TypeError, "args must be texts, .* not 5"),
                (lambda: tcviz.xray(path, [5]), TypeError, "args must be texts"),
                (lambda: tcviz.xray(path, block="32"), TypeError, "block must be a whole number or up to three"),
                (lambda: tcviz.xray(path, grid=(1, 1, 1, 1)), TypeError, "grid must be a whole number"),
                (lambda: tcviz.xray(path, block=0), tcviz.BadInput, "block")):
            with self.assertRaisesRegex(error, words):
                ask()


if __name__ == "__main__":
    unittest.main()
