"""The program for other machines answers as the one for this machine does, byte for byte: text, figures, pictures."""

import pathlib
import tempfile
import unittest

import packed

KIND = ["wmma.m16n16k16.acc.f32", "--device", "recorded:sm_90"]
ANSWERS = [
    ["--version", "--json"],
    ["--help"],
    ["kinds"],
    ["show", *KIND],
    ["show", *KIND, "--format", "json"],
    ["show", *KIND, "--format", "svg"],
    ["at", KIND[0], "5,9", *KIND[1:]],
    ["completion", "fish"],
]
FILES = {  # what it ends with -> the words before its name
    "text.png": ["show", *KIND, "-o"],
    "text.pdf": ["show", *KIND, "-o"],
    "print.pdf": ["show", *KIND, "--palette", "print", "--caption", "Größe – μ × π √", "-o"],
    "image.pdf": ["image", "smem.128b.k.b16", "--rows", "8", "--cols", "64", "-o"],
    "window.png": ["capture", *KIND[1:], "--kind", KIND[0], "-o"],
}


class SameAnswers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_text(self):
        for words in ANSWERS:
            with self.subTest(words):
                one, other = (packed.run(program, *words, folder=self.folder)
                              for program in (packed.BUILD / "bin/tcviz", packed.PROGRAM))
                self.assertEqual(one, other)

    def test_files(self):
        for name, words in FILES.items():
            with self.subTest(name):
                for program, folder in ((packed.BUILD / "bin/tcviz", "one"), (packed.PROGRAM, "other")):
                    (self.folder / folder).mkdir(exist_ok=True)
                    packed.run(program, *words, name, folder=self.folder / folder)
                one, other = ((self.folder / folder / name).read_bytes() for folder in ("one", "other"))
                self.assertEqual(one, other)


if __name__ == "__main__":
    unittest.main()
