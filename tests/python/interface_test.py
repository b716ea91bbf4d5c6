"""What the package answers, refuses and asks: by the sentences of the program, in one process, and only if need be."""

import ast
import copy
import json
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

import tcviz
from tcviz import _program

PROGRAM = os.environ["TCVIZ_PROGRAM"]
ACC = "wmma.m16n16k16.acc.f32"
# Stated by two documents and probed: rows of tid >> 2, as in the README of this repository.
ROW, COL = "(i & 2) << 2 | tid >> 2", "i & 1 | (i & 4) << 1 | (tid & 3) << 1"


def sentence(*words):
    """What the program complains on the command line."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    return done.stderr.removeprefix("tcviz: ").rstrip("\n")


def alone(code, **variables):
    """Runs code in an interpreter of its own."""
    return subprocess.run([sys.executable, "-B", "-W", "error", "-c", code], capture_output=True, text=True,
                          env={**os.environ, **variables}, check=False)


class Layouts(unittest.TestCase):
    def test_slots_and_owners(self):
        layout = tcviz.layout(ACC, device="A100")
        self.assertEqual((layout[7, 2], layout.owners(9, 6)), ((9, 6), [(7, 2)]))
        twice = tcviz.layout("wmma.m16n16k16.a.f16.row", device="A100")
        self.assertEqual((twice.replication, len(twice.owners(0, 0))), (2, 2))

    def test_what_is_not_there_is_an_index_error(self):
        layout = tcviz.layout(ACC, device="A100")
        for slot in ((32, 0), (0, 8), (-1, 0)):
            self.assertRaises(IndexError, lambda slot=slot: layout[slot])
        for element in ((16, 0), (0, 16), (0, -1)):
            self.assertRaises(IndexError, layout.owners, *element)

    def test_what_is_no_index_or_name_is_a_type_error_with_a_sentence(self):
        layout = tcviz.layout(ACC, device="A100")
        for ask, words in ((lambda: layout.owners(1.5, 0), "row must be a whole number, not 1.5"),
                           (lambda: layout.owners(0, "1"), "col must be a whole number, not '1'"),
                           (lambda: layout[1.0, 0], "tid must be a whole number, not 1.0"),
                           (lambda: layout[0, None], "i must be a whole number, not None"),
                           (lambda: layout[5], "a slot is a thread and a value, as in L.7, 2., and not 5"),
                           (lambda: layout[1, 2, 3], "and not .1, 2, 3."),
                           (lambda: tcviz.layout(None), "kind must be a text, .* not None"),
                           (lambda: tcviz.layout(ACC, 5), "device must be a text, .* not 5"),
                           (lambda: tcviz.assert_layout([], layout, 5), "device must be a text, .* not 5")):
            with self.assertRaisesRegex(TypeError, words):
                ask()

    def test_indices_of_narrow_integers(self):
        import numpy

        layout = tcviz.layout("wgmma.m64n64.acc.f32")
        for narrow in (numpy.int8, numpy.uint8, numpy.int16):
            self.assertEqual(layout[narrow(127), narrow(31)], layout[127, 31])
            self.assertEqual(layout.owners(narrow(63), narrow(63)), layout.owners(63, 63))
        self.assertIs(type(layout.owners(numpy.int8(1), 1)[0][0]), int)

    def test_numpy(self):
        array = tcviz.layout(ACC, device="A100").to_numpy()
        self.assertEqual((array.shape, array[7, 2].tolist(), array.dtype.kind), ((32, 8, 2), [9, 6], "i"))
        holes = tcviz.layout("mma.sp.m16n8k16.e.f16.sel0").to_numpy()
        self.assertTrue((holes.min(axis=(0, 1)) == [-1, -1]).all())

    def test_does_not_change_and_is_copied_whole(self):
        layout = tcviz.layout(ACC, device="A100")
        for name in ("kind", "device", "rows", "map", "provenance", "_map", "other"):
            with self.assertRaises(AttributeError):
                setattr(layout, name, 1)
        self.assertEqual((layout.kind, layout[7, 2]), (ACC, (9, 6)))
        for made in (copy.copy(layout), copy.deepcopy(layout), pickle.loads(pickle.dumps(layout))):
            self.assertEqual((made, repr(made), made.owners(9, 6)), (layout, repr(layout), [(7, 2)]))

    def test_without_a_device(self):
        self.assertEqual(tcviz.layout(ACC).device, "recorded:sm_90")
        self.assertEqual(tcviz.layout("sgemm64.c").device, "documented:maxas")

    def test_another_name_of_a_kind_or_product(self):
        self.assertEqual(tcviz.layout("HMMA.16816.F32.D"), tcviz.layout("mma.m16n8k16.acc.f32"))
        self.assertEqual(tcviz.layout(ACC, device="NVIDIA GeForce RTX 4090").device, "compiled:sm_89")
        self.assertEqual(tcviz.layout(ACC, device="a100").device, "compiled:sm_80")

    def test_equal_is_what_places_alike(self):
        self.assertEqual(tcviz.layout(ACC, device="A100"), tcviz.layout(ACC, device="H100"))
        self.assertNotEqual(tcviz.layout(ACC, device="A100"), tcviz.layout(ACC, device="V100"))

    def test_refusals_are_those_of_the_command_line(self):
        for kind, device, error in (("mma.m16n8k16.a.f16", "V100", tcviz.Unavailable),
                                    ("nothing", None, tcviz.BadInput), ("HMMA.16816.F32", None, tcviz.BadInput),
                                    (ACC, "A101", tcviz.Unavailable), (ACC, "cuda:0", tcviz.Unavailable)):
            words = ["show", kind] + (["--device", device] if device else [])
            with self.assertRaises(error) as caught:
                tcviz.layout(kind, device)
            self.assertEqual(str(caught.exception), sentence(*words).replace("try --device ", "try device "))

    def test_options_are_called_as_arguments_are_but_in_commands(self):
        with self.assertRaises(tcviz.Unavailable) as caught:
            tcviz.layout("mma.m16n8k16.a.f16", "V100")
        self.assertRegex(str(caught.exception),
                         r"\(`tcviz kinds --device compiled:sm_70`\).*: try device recorded:sm_90\.$")
        with self.assertRaises(tcviz.BadInput) as caught:
            tcviz.layout(ACC).check()
        self.assertRegex(str(caught.exception), r"\brow\b")
        self.assertNotIn("--", str(caught.exception))


class Questions(unittest.TestCase):
    def test_a_right_formula(self):
        verdict = tcviz.layout(ACC, device="A100").check(row=ROW, col=COL)
        self.assertTrue(verdict)
        self.assertEqual((verdict.slots, verdict.mismatches, verdict.first, verdict.repair), (256, 0, None, None))
        self.assertIn("8.0", verdict.provenance)

    def test_a_wrong_formula(self):
        layout = tcviz.layout(ACC, device="A100")
        verdict = layout.check(row="tid >> 2", col=COL)
        wrong = [(tid, i) for tid in range(32) for i in range(8) if layout[tid, i][0] != tid >> 2]
        self.assertFalse(verdict)
        self.assertEqual(verdict.mismatches, len(wrong))
        self.assertEqual((verdict.first.tid, verdict.first.i, verdict.first.expected), (*wrong[0], layout[wrong[0]]))
        self.assertTrue(layout.check(row=verdict.repair, col=COL))

    def test_other_texts(self):
        layout = tcviz.layout(ACC, device="A100")
        self.assertTrue(layout.check(linear=f"({ROW}) * 16 + ({COL})"))
        self.assertTrue(layout.check(tid="row % 8 * 4 + col / 2 % 4", i="col % 2 + row / 8 * 2 + col / 8 * 4"))
        self.assertTrue(layout.check(text=str(layout.formula("cute"))))
        inverse = layout.check(tid="0", i="0")
        self.assertEqual((inverse.mismatches, inverse.first.got_for, inverse.first.got), (255, (0, 1), (0, 0)))

    def test_a_text_that_cannot_be_read(self):
        with self.assertRaises(tcviz.BadInput) as caught:
            tcviz.layout(ACC).check(row="tid +", col="0")
        self.assertIn("expected a value before the end", str(caught.exception))
        self.assertEqual(caught.exception.data["error"]["begin"], 5)
        with self.assertRaisesRegex(tcviz.BadInput, "say what to check"):
            tcviz.layout(ACC).check()

    def test_an_empty_text_is_refused_by_the_name_of_its_parameter(self):
        layout = tcviz.layout(ACC)
        for ask, name in ((lambda: layout.formula(style=""), "style"), (lambda: layout.check("", "tid"), "row"),
                          (lambda: layout.check("tid", ""), "col"), (lambda: tcviz.layout(ACC, ""), "device"),
                          (lambda: layout.svg(title=""), "title")):
            with self.assertRaises(tcviz.BadInput) as caught:
                ask()
            self.assertEqual(str(caught.exception), f"{name} is an empty text: give it a value, or leave it out.")

    def test_formulae(self):
        layout = tcviz.layout(ACC, device="A100")
        formula = layout.formula("c")
        self.assertTrue(layout.check(row=formula.row, col=formula.col))
        self.assertEqual(formula.proved_slots, 256)
        inverse = layout.formula("c", inverse=True)
        self.assertTrue(layout.check(tid=inverse.tid, i=inverse.i))
        with self.assertRaisesRegex(tcviz.BadInput, "cute"):
            layout.formula("cut")

    def test_diff(self):
        volta, ampere = tcviz.layout(ACC, device="V100"), tcviz.layout(ACC, device="A100")
        found = tcviz.diff(ACC, "V100", "A100")
        moved = [(tid, i, volta[tid, i], ampere[tid, i]) for tid in range(32) for i in range(8)
                 if volta[tid, i] != ampere[tid, i]]
        self.assertEqual([tuple(slot) for slot in found.moved], moved)
        self.assertFalse(tcviz.diff(ACC, "A100", "H100"))
        self.assertTrue(ampere.diff("V100"))

    def test_a_layout_and_a_difference_say_the_same_of_what_is_not_known(self):
        said = []
        for question in (tcviz.layout, lambda kind, device: tcviz.diff(kind, device, "A100")):
            with self.assertRaises(tcviz.Unavailable) as caught:
                question("mma.m16n8k16.acc.f32", "V100")
            said.append(str(caught.exception))
        self.assertEqual(said[0], said[1])

    def test_nothing_found(self):
        with self.assertRaises(tcviz.No) as caught:
            tcviz.kinds("zzz")
        self.assertEqual(str(caught.exception), sentence("kinds", "zzz"))

    def test_figures(self):
        layout = tcviz.layout(ACC, device="A100")
        with tempfile.TemporaryDirectory() as folder:
            figure = pathlib.Path(folder) / "figure.svg"
            figure.write_text(layout.svg(pin="7,2", no_legend=True), encoding="utf-8")
            self.assertTrue(tcviz.verify(figure))
            held = tcviz.layout(str(figure))
            self.assertEqual((held, held.device), (layout, str(figure)))
            self.assertTrue(held.check(row=ROW, col=COL))
            self.assertIn("<svg", held.svg())
            other = tcviz.verify(figure, device="V100")
            self.assertFalse(other)
            self.assertIn("248 slots differ from", other.problem)
            figure.write_text("no figure", encoding="utf-8")
            self.assertRaises(tcviz.BadInput, tcviz.verify, figure)
        self.assertIn("<svg", layout._repr_svg_())
        self.assertEqual(sorted(layout._repr_mimebundle_()), ["image/svg+xml", "text/plain"])

    def test_the_window_is_opened_on_the_layout(self):
        with mock.patch("subprocess.Popen") as started:
            tcviz.show(tcviz.layout(ACC, device="A100"))
            tcviz.show(ACC)
        self.assertEqual([call.args[0] for call in started.call_args_list],
                         [[PROGRAM, ACC, "--device", "compiled:sm_80"], [PROGRAM, ACC]])


class TheProgram(unittest.TestCase):
    def test_is_not_needed_for_data(self):
        done = alone("import tcviz\n"
                     f"print(tcviz.layout('{ACC}', device='A100')[7, 2])\n"
                     "print(len(tcviz.kinds('mma')), len(tcviz.devices()))\n"
                     f"print('svg' in tcviz.layout('{ACC}')._repr_mimebundle_())\n"
                     "try: tcviz.layout('nothing')\n"
                     "except tcviz.ProgramMissing as error: print(error)", TCVIZ_PROGRAM="/no/such")
        self.assertEqual(done.stderr, "")
        self.assertTrue(done.stdout.startswith("(9, 6)\n"))
        self.assertIn("TCVIZ_PROGRAM is '/no/such', which is not a program", done.stdout)

    def test_is_found_on_the_path_or_named_as_missing(self):
        code = "import tcviz._program as p\ntry: print(p.find_program())\nexcept Exception as error: print(error)"
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("install it beside this interpreter", alone(code, TCVIZ_PROGRAM="", PATH=folder).stdout)
            os.symlink(PROGRAM, os.path.join(folder, "tcviz"))
            self.assertEqual(alone(code, TCVIZ_PROGRAM="", PATH=folder).stdout, os.path.join(folder, "tcviz") + "\n")

    def test_is_found_in_the_folder_that_pip_was_told_to_install_into(self):
        code = "import tcviz._program as p; print(p.find_program())"
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(pathlib.Path(tcviz.__file__).parent, f"{folder}/tcviz",
                            ignore=shutil.ignore_patterns("data"))
            os.mkdir(f"{folder}/bin")
            os.symlink(PROGRAM, f"{folder}/bin/tcviz")
            done = alone(code, PYTHONPATH=folder, TCVIZ_PROGRAM="", PATH="/no/such")
        self.assertEqual(done.stdout, f"{folder}/bin/tcviz\n")

    def test_is_asked_in_one_process(self):
        layout = tcviz.layout(ACC)
        layout.formula()
        process = _program.SHARED._process
        layout.check(row=ROW, col=COL)
        self.assertIs(_program.SHARED._process, process)
        tcviz.close()
        self.assertIsNotNone(process.returncode)
        self.assertTrue(layout.check(row=ROW, col=COL))

    def test_that_was_killed_is_started_again(self):
        layout = tcviz.layout(ACC)
        layout.formula()
        os.kill(_program.SHARED._process.pid, signal.SIGKILL)
        _program.SHARED._process.wait()
        self.assertTrue(layout.check(row=ROW, col=COL))

    def test_answers_threads_each_its_own(self):
        layout, wrong = tcviz.layout(ACC), []

        def ask(number):
            for _ in range(20):
                verdict = layout.check(row=str(number), col="0")
                if verdict.first is None or (verdict.first.got[0] if number else 0) != number:
                    wrong.append((number, verdict))

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_that_answers_another_question_is_not_believed(self):
        liar = _program.Program([sys.executable, "-c",
                                 "print('{\"format\":\"tcviz-serve/1\",\"version\":\"0\"}', flush=True); input()\n"
                                 "print('{\"id\":99,\"result\":1}', flush=True); input()"])
        self.assertRaises(tcviz.Unavailable, liar.ask, "devices")
        self.assertIsNone(liar._process)

    def test_of_another_kind_is_refused(self):
        other = _program.Program([sys.executable, "-c", "print('hello')"])
        self.assertRaisesRegex(tcviz.ProgramMissing, "does not speak tcviz-serve/1", other.ask, "devices")
        silent = _program.Program([sys.executable, "-c", ""])
        self.assertRaises(tcviz.ProgramMissing, silent.ask, "devices")


class Package(unittest.TestCase):
    def test_says_its_version(self):
        said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(tcviz.__version__, r"^[0-9]+\.[0-9]+\.[0-9]+$")
        self.assertIn(tcviz.__version__, said.split())
        self.assertFalse(hasattr(tcviz, "no_such_name"))
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(pathlib.Path(tcviz.__file__).parent, f"{folder}/tcviz",
                            ignore=shutil.ignore_patterns("data"))
            code = "import tcviz; print(getattr(tcviz, '__version__', None))"
            self.assertEqual(alone(code, PYTHONPATH=folder).stdout, tcviz.__version__ + "\n")
            self.assertEqual(alone(code, PYTHONPATH=folder, TCVIZ_PROGRAM="/no/such").stdout, "None\n")

    def test_is_python_3_9(self):
        for path in pathlib.Path(tcviz.__file__).parent.glob("*.py"):
            ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 9))

    def test_says_that_it_is_typed(self):
        self.assertTrue((pathlib.Path(tcviz.__file__).parent / "py.typed").exists())

    def test_imports_nothing_that_it_may_not_need(self):
        done = alone("import sys, tcviz, json\n"
                     "print(json.dumps([name for name in ('numpy', 'subprocess', 'pytest') if name in sys.modules]))")
        self.assertEqual(json.loads(done.stdout), [])

    def test_without_its_data_asks_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            bare = os.path.join(folder, "tcviz")
            shutil.copytree(pathlib.Path(tcviz.__file__).parent, bare, ignore=shutil.ignore_patterns("data"))
            done = alone("import tcviz\n"
                         f"print(tcviz.layout('{ACC}', device='A100')[7, 2], tcviz.layout('{ACC}').device)\n"
                         "print(len(tcviz.kinds('mma f16 acc')), len(tcviz.devices()))", PYTHONPATH=folder)
        self.assertEqual(done.stdout, f"(9, 6) recorded:sm_90\n7 {len(tcviz.devices())}\n")

    def test_small_data(self):
        data = pathlib.Path(tcviz.__file__).parent / "data"
        self.assertLess(sum(path.stat().st_size for path in data.iterdir()), 2_000_000)


if __name__ == "__main__":
    unittest.main()
