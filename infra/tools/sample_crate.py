"""A test case that writes small crates and reads the imports between their files."""

import tempfile
import unittest
from pathlib import Path

from import_cycles import read_graph


class CrateTest(unittest.TestCase):
    """A test with a folder for crates."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = Path(folder.name) / "src"

    def write(self, **files: str):
        """Writes the files of a crate. In their names here, `__` stands for a slash, and `.rs` is left out."""
        for name, text in files.items():
            file = self.source / f"{name.replace('__', '/')}.rs"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def graph(self, **files: str):
        self.write(**files)
        return read_graph(self.source)

    def edges(self, **files: str) -> set[str]:
        """The imports between the files, each as `importer > imported`."""
        graph = self.graph(**files)
        return {f"{self.name(file)} > {self.name(other)}" for file, targets in graph.items() for other in targets}

    def name(self, file: Path) -> str:
        return str(file.relative_to(self.source).with_suffix(""))
