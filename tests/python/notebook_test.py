"""The notebook of app/python/examples is executed, and what it shows is looked at."""

import os
import pathlib
import tempfile
import unittest
import warnings

import nbclient
import nbformat

import tcviz

ROOT = pathlib.Path(os.environ["TCVIZ_ROOT"])


def executed():
    notebook = nbformat.read(str(ROOT / "app/python/examples/tour.ipynb"), as_version=4)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        os.environ.update({"HOME": folder, "IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder})
        nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}}).execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell, kind):
    """All that a cell shows of a type: a picture, a value, or what it prints."""
    texts = [output.text for output in cell.outputs if output.output_type == "stream" and kind == "printed"]
    return "".join(texts + [output.data.get(kind, "") for output in cell.outputs if "data" in output])


class Notebook(unittest.TestCase):
    def test_shows_what_is_true(self):
        first, owners, verdict, formulae, diff, refusal = executed()
        # The picture is the layout that it claims to be: it is read back out of what the notebook shows.
        for cell, device in ((first, "A100"), (diff, "V100")):
            with tempfile.NamedTemporaryFile("w", suffix=".svg", encoding="utf-8") as figure:
                figure.write(shown(cell, "image/svg+xml"))
                figure.flush()
                self.assertTrue(tcviz.verify(figure.name, device=device))
        self.assertEqual(shown(owners, "text/plain"), "((9, 6), [(7, 2)], [(0, 0), (0, 8)])")
        self.assertIn("wrong for 128 of 256 slots; T0 x[2]: expected (8, 0), got (0, 0)", shown(verdict, "printed"))
        self.assertIn("((4,8),(2,2,2)):((32,1),(16,8,128))", shown(formulae, "printed"))
        self.assertIn("248 of 256 slots hold another element", shown(diff, "printed"))
        self.assertIn("sm_70 does not have it: the first architecture with it is sm_80", shown(refusal, "printed"))


if __name__ == "__main__":
    unittest.main()
