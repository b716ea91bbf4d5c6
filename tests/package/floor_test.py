"""floor.py chooses of every function the newest version that the floor has, and the library that it was in."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "app/package"))
import floor  # noqa: E402

LISTING = """
DYNAMIC SYMBOL TABLE:
0000000000000000      DF *UND*	0000000000000000 (GLIBC_2.3)  __tls_get_addr
0000000000000000 g    DO *ABS*	0000000000000000  GLIBC_2.14  GLIBC_2.14
00000000000a2d70 g    DF .text	0000000000000028 (GLIBC_2.2.5) memcpy
000000000009be70 g   iD  .text	0000000000000109  GLIBC_2.14  memcpy
00000000000f77e0  w   DF .text	0000000000000012  GLIBC_2.33  stat
00000000000f7700 g    DF .text	000000000000004c (GLIBC_2.2.5) __xstat
00000000001d4848 g    DO .data	0000000000000008  GLIBC_2.2.5 stdout
0000000000089380 g    DF .text	0000000000000eed (GLIBC_2.2.5) pthread_create
0000000000089380 g    DF .text	0000000000000eed  GLIBC_2.34  pthread_create
0000000000088000 g    DF .text	0000000000000010  GLIBC_2.2.5 pthread_self
00000000000855b0 g    DF .text	00000000000000b9  GLIBC_2.34  dlsym
00000000000855b0 g    DF .text	00000000000000b9 (GLIBC_2.2.5) dlsym
0000000000091b60 g    DF .text	000000000000009d (GLIBC_2.2.5) shm_open
0000000000091b60 g    DF .text	000000000000009d  GLIBC_2.34  shm_open
0000000000012345 g    DF .text	0000000000000001  GLIBC_PRIVATE __nothing
"""


class Floor(unittest.TestCase):
    def chosen(self, number, library="libc.so.6", listing=LISTING):
        return floor.below(floor.version(number), library, floor.symbols_of(listing))

    def test_each_function_is_where_the_floor_has_it(self):
        self.assertEqual(self.chosen("2.28"), {
            "libc.so.6": {"memcpy": ((2, 14), False, 0x109), "__xstat": ((2, 2, 5), False, 0x4c),
                          "stdout": ((2, 2, 5), True, 8), "pthread_self": ((2, 2, 5), False, 16)},
            "libpthread.so.0": {"pthread_create": ((2, 2, 5), False, 0xeed)},
            "libdl.so.2": {"dlsym": ((2, 2, 5), False, 0xb9)},
            "librt.so.1": {"shm_open": ((2, 2, 5), False, 0x9d)},
        })

    def test_an_older_floor_has_older_versions(self):
        self.assertEqual(self.chosen("2.13")["libc.so.6"]["memcpy"], ((2, 2, 5), False, 0x28))

    def test_a_newer_floor_has_everything_in_one_library(self):
        found = self.chosen("2.34")
        self.assertEqual(list(found), ["libc.so.6"])
        self.assertEqual(found["libc.so.6"]["pthread_create"][0], (2, 34))
        self.assertEqual(found["libc.so.6"]["stat"][0], (2, 33))

    def test_other_libraries_keep_their_own(self):
        rows = "0000000000000010 g    DF .text	0000000000000001 (GLIBC_2.2.5) log\n" \
               "0000000000000020 g    DF .text	0000000000000001  GLIBC_2.29  log\n"
        self.assertEqual(self.chosen("2.28", "libm.so.6", rows), {"libm.so.6": {"log": ((2, 2, 5), False, 1)}})


if __name__ == "__main__":
    unittest.main()
