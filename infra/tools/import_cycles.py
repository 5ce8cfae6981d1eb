"""Fails if files of a Rust crate import each other in a circle.

    python3 infra/tools/import_cycles.py shared/keys/src shared/single-table/src ...

For each `src` folder it prints the number of cycles, and each cycle with its files, the lines that import, and one shortest
way round. The exit code is 1 if there is a cycle and 2 if a folder can't be read.

A file imports another if its code names something that the other defines, in a `use` declaration or by a path. A re-export
is followed to the file that defines the item: a file that imports its sibling through the parent imports the sibling.
A file that declares modules and re-exports their items imports none of them, unless its own code uses what it re-exports.
Code for tests doesn't count: `#[cfg(test)]`, `#[test]`, and files named `tests.rs` or `*_tests.rs`. Nor do comments,
strings, and the code that `quote!` generates. Methods have no paths, so calls of them don't count either.
"""

import argparse
import sys
from collections import deque
from pathlib import Path

from rust_source.imports import Imports
from rust_source.modules import crate_roots, read_crate
from rust_source.tokens import SourceError

# The files that a file imports, each with the lines and paths that import it.
Graph = dict[Path, dict[Path, list[tuple[int, str]]]]


def is_test_file(file: Path) -> bool:
    return file.name == "tests.rs" or file.name.endswith("_tests.rs")


def read_graph(source: Path) -> Graph:
    """The imports between the files of a `src` folder. Fails if there is a file that no module declares."""
    roots = crate_roots(source)
    if not roots:
        raise SourceError(f"{source}: this folder has no lib.rs, no main.rs and no bin")
    declared: set[Path] = set()
    graph: Graph = {}
    for root in roots:
        declared |= {file.resolve() for file in read_crate(root, with_tests=True).files}
        crate = read_crate(root)
        edges = Imports(crate).edges
        for file in crate.files:
            for imported, lines in edges.get(file, {}).items():
                graph.setdefault(file, {}).setdefault(imported, []).extend(lines)
            graph.setdefault(file, {})
    stray = sorted(file for file in source.rglob("*.rs") if file.resolve() not in declared)
    if stray:
        raise SourceError(f"{stray[0]}: no module declares this file")
    return {
        file: {imported: lines for imported, lines in targets.items() if not is_test_file(imported)}
        for file, targets in graph.items()
        if not is_test_file(file)
    }


def reachable(graph: Graph, start: Path) -> set[Path]:
    """The files that a file imports, directly or through others."""
    found: set[Path] = set()
    waiting = [start]
    while waiting:
        for imported in graph[waiting.pop()]:
            if imported not in found:
                found.add(imported)
                waiting.append(imported)
    return found


def cycles(graph: Graph) -> list[list[Path]]:
    """The largest sets of files that all import each other, directly or through others."""
    reached = {file: reachable(graph, file) for file in graph}
    found = {
        frozenset(other for other in others if file in reached[other])
        for file, others in reached.items()
        if file in others
    }
    return sorted(sorted(files) for files in found)


def shortest_way_round(graph: Graph, files: list[Path]) -> list[Path]:
    """The shortest circle among the files. It ends where it begins."""
    ways = []
    for start in files:
        previous: dict[Path, Path] = {}
        waiting = deque([start])
        while waiting and start not in previous:
            file = waiting.popleft()
            for imported in sorted(graph[file]):
                if imported in files and imported not in previous:
                    previous[imported] = file
                    waiting.append(imported)
        way = [start, previous[start]]
        while way[-1] != start:
            way.append(previous[way[-1]])
        ways.append(way[::-1])
    return min(ways, key=len)


def describe(graph: Graph, files: list[Path], source: Path) -> str:
    """A cycle in words: its files, and each import between them with its lines."""

    def name(file: Path) -> str:
        return str(file.relative_to(source)) if file.is_relative_to(source) else str(file)

    way = " -> ".join(map(name, shortest_way_round(graph, files)))
    text = [f"  {len(files)} files import each other. Shortest way round: {way}"]
    for file in files:
        for imported in sorted(set(graph[file]) & set(files)):
            text.append(f"    {name(file)} imports {name(imported)}:")
            text += [f"      line {line}: {path}" for line, path in graph[file][imported]]
    return "\n".join(text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Fails if files of a Rust crate import each other in a circle.")
    parser.add_argument("sources", metavar="SRC", type=Path, nargs="+", help="the src folder of a crate")
    found_any = False
    for source in parser.parse_args().sources:
        try:
            graph = read_graph(source)
        except (SourceError, OSError, UnicodeDecodeError) as error:
            print(error, file=sys.stderr)
            return 2
        found = cycles(graph)
        found_any = found_any or bool(found)
        print(f"{source}: {len(graph)} files, {len(found)} cycles")
        for files in found:
            print(describe(graph, files, source))
    return int(found_any)


if __name__ == "__main__":
    sys.exit(main())
