"""msrv on small workspaces: the versions that count, and the answer of the command.

    python -m unittest discover infra/tools
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from msrv import has_let_chain, version
from rust_source.tokens import trees

SCRIPT = Path(__file__).with_name("msrv.py")


class Msrv(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.root.joinpath("Cargo.toml").write_text('[workspace]\nresolver = "3"\nmembers = ["*"]\n')

    def package(self, name: str, rust_version: str | None, *sections: str, code: str = ""):
        folder = self.root / name
        folder.joinpath("src").mkdir(parents=True)
        declared = f'rust-version = "{rust_version}"\n' if rust_version else ""
        manifest = f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2024"\n{declared}'
        folder.joinpath("Cargo.toml").write_text(manifest + "\n".join(sections))
        folder.joinpath("src/lib.rs").write_text(code)

    def run_on(self, *packages: str) -> subprocess.CompletedProcess:
        subprocess.run(["cargo", "generate-lockfile", "--offline"], cwd=self.root, check=True, capture_output=True)
        return subprocess.run(
            [sys.executable, SCRIPT, *packages], cwd=self.root, capture_output=True, text=True, timeout=60
        )

    def assert_answer(self, run: subprocess.CompletedProcess, code: int, answer: str):
        self.assertEqual((run.returncode, run.stdout.strip()), (code, answer), run.stderr)

    def test_the_newest_dependency_decides(self):
        self.package("ours", "1.90", '[dependencies]\nfirst = { path = "../first" }')
        self.package("first", "1.86", '[dependencies]\nsecond = { path = "../second" }')
        self.package("second", "1.90.0")
        self.assert_answer(self.run_on("ours"), 0, "ours supports Rust 1.90, the version of second 0.1.0")

    def test_a_version_below_a_dependency_fails(self):
        self.package("ours", "1.86", '[build-dependencies]\nfirst = { path = "../first" }')
        self.package("first", "1.90")
        answer = "ours declares rust-version 1.86: set it to 1.90.0, the version of first 0.1.0"
        self.assert_answer(self.run_on("ours"), 1, answer)

    def test_a_version_above_all_needs_fails(self):
        self.package("ours", "1.86")
        answer = "ours declares rust-version 1.86: set it to 1.85.0, the version of edition 2024"
        self.assert_answer(self.run_on("ours"), 1, answer)

    def test_no_version_at_all_fails(self):
        self.package("ours", None)
        answer = "ours declares rust-version None: set it to 1.85.0, the version of edition 2024"
        self.assert_answer(self.run_on("ours"), 1, answer)

    def test_optional_dependencies_and_other_platforms_count_and_development_does_not(self):
        self.package(
            "ours",
            "1.91",
            '[dependencies]\nfirst = { path = "../first", optional = true }',
            '[target.\'cfg(target_os = "none")\'.dependencies]\nsecond = { path = "../second" }',
            '[dev-dependencies]\nthird = { path = "../third" }',
        )
        self.package("first", "1.90")
        self.package("second", "1.91")
        self.package("third", "1.92")
        self.assert_answer(self.run_on("ours"), 0, "ours supports Rust 1.91, the version of second 0.1.0")

    def test_a_let_chain_counts_outside_of_tests(self):
        chain = "fn f(a: Option<u8>) { if let Some(b) = a && let 1 = b {} }"
        self.package("ours", "1.88", code=chain)
        self.package("others", "1.85", code=f"#[cfg(test)] mod tests {{ {chain} }}")
        run = self.run_on("others", "ours")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("ours supports Rust 1.88, the version of a let chain in ", run.stdout)

    def test_one_wrong_package_fails_the_command(self):
        self.package("ours", "1.86")
        self.package("others", "1.85")
        self.assertEqual(self.run_on("ours", "others").returncode, 1)

    def test_an_unknown_package_is_an_error(self):
        self.package("ours", "1.85")
        run = self.run_on("other")
        self.assertEqual(run.returncode, 2)
        self.assertIn("the workspace has no package other", run.stderr)


class Parts(unittest.TestCase):
    def test_versions_have_up_to_three_numbers(self):
        self.assertEqual([version("1.89"), version("1.94.1")], [(1, 89, 0), (1, 94, 1)])
        self.assertLess(version("1.9"), version("1.10"))

    def test_only_a_let_after_two_signs_is_a_let_chain(self):
        self.assertTrue(has_let_chain(trees("fn f() { while x && let Some(y) = z {} }")))
        self.assertFalse(has_let_chain(trees("let a = &b; if c && d { let e = f; } // && let")))


if __name__ == "__main__":
    unittest.main()
