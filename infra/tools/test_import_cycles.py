"""import_cycles on small crates: the files that it reads, the cycles that it finds, and the command's answer.

    python -m unittest discover infra/tools
"""

import subprocess
import sys
import unittest
from pathlib import Path

from import_cycles import cycles, shortest_way_round
from rust_source.tokens import SourceError
from sample_crate import CrateTest

SCRIPT = Path(__file__).with_name("import_cycles.py")


class Files(CrateTest):
    def test_a_path_attribute_names_the_file(self):
        edges = self.edges(
            lib='#[path = "else/where.rs"] mod a; mod b;',
            else__where="mod c; use crate::b::B;",
            else__c="use super::super::b::B;",
            b="pub struct B;",
        )
        self.assertEqual(edges, {"else/where > b", "else/c > b"})

    def test_every_program_of_a_package_is_read(self):
        edges = self.edges(
            main="mod a; fn main() { a::f() }", a="pub fn f() {}", bin__two__main="mod b; use b::B;", bin__two__b="pub struct B;"
        )
        self.assertEqual(edges, {"main > a", "bin/two/main > bin/two/b"})

    def test_modules_of_two_platforms_may_share_a_name(self):
        edges = self.edges(
            lib='#[cfg(unix)] #[path = "unix.rs"] mod os; #[cfg(windows)] #[path = "windows.rs"] mod os; mod a;',
            unix="use crate::a::A;",
            windows="use crate::a::A;",
            a="pub struct A;",
        )
        self.assertEqual(edges, {"unix > a", "windows > a"})

    def test_what_cannot_be_read_is_an_error(self):
        for files, message in [
            ({"lib": "mod a;"}, "line 1: module `a` has no file"),
            ({"lib": "", "stray": ""}, "stray.rs: no module declares this file"),
            ({"lib": "\nfn f() {"}, "line 2: `{` is never closed"),
            ({"lib": "fn f() }"}, "line 1: `}` closes nothing"),
            ({"lib": "/* /* */"}, "line 1: this comment has no end"),
            ({"other": ""}, "no lib.rs, no main.rs and no bin"),
        ]:
            with self.subTest(message):
                self.setUp()
                with self.assertRaisesRegex(SourceError, message.replace("{", r"\{")):
                    self.graph(**files)


class Cycles(CrateTest):
    FILES = {
        "lib": "mod a; mod b; mod c; mod d; mod e; mod f;",
        "a": "use crate::b::B;\npub struct A;\nfn f() { crate::c::g() }",
        "b": "use crate::c::C; pub struct B;",
        "c": "use crate::a::A; pub struct C; pub fn g() {}",
        "d": "use crate::a::A; use crate::e::E; pub struct D;",
        "e": "use crate::d::D; pub struct E;",
        "f": "use crate::e::E;",
    }

    def run_on(self, *sources: Path) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, SCRIPT, *sources], capture_output=True, text=True, timeout=60)

    def test_files_that_lead_to_a_cycle_are_not_in_it(self):
        graph = self.graph(**self.FILES)
        found = cycles(graph)
        self.assertEqual([list(map(self.name, files)) for files in found], [["a", "b", "c"], ["d", "e"]])
        self.assertEqual(list(map(self.name, shortest_way_round(graph, found[0]))), ["a", "c", "a"])

    def test_the_command_names_files_and_lines_and_fails(self):
        self.write(**self.FILES)
        run = self.run_on(self.source)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn(f"{self.source}: 7 files, 2 cycles\n", run.stdout)
        self.assertIn("3 files import each other. Shortest way round: a.rs -> c.rs -> a.rs\n", run.stdout)
        self.assertIn("a.rs imports c.rs:\n      line 3: crate::c::g\n", run.stdout)
        self.assertNotIn("f.rs", run.stdout)

    def test_one_bad_crate_fails_the_command(self):
        self.write(lib="mod a; fn f() { a::g() }", a="pub fn g() {}")
        good = self.source
        self.setUp()
        self.write(lib="mod a; fn f() { a::g() }", a="pub fn g() { crate::f() }")
        self.assertEqual(self.run_on(good).returncode, 0)
        self.assertEqual(self.run_on(self.source, good).returncode, 1)

    def test_a_folder_without_a_crate_is_told_apart_from_a_cycle(self):
        run = self.run_on(self.source)
        self.assertEqual(run.returncode, 2)
        self.assertIn("no lib.rs, no main.rs and no bin", run.stderr)


if __name__ == "__main__":
    unittest.main()
