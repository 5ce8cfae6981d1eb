"""Checks that packages declare the lowest Rust version that they can support, by `rust-version` in Cargo.toml.

    python3 infra/tools/msrv.py table-keys single-table-derive single-table

The lowest version is the newest of three: the version that a dependency in Cargo.lock declares, on any platform and with all
features; the version of the package's edition; and the version of let chains, if the code has one. Dev-dependencies and
tests don't count. Clippy's lint `incompatible_msrv` compares the standard library's functions that the code calls with
`rust-version`, so neither check needs an old compiler. The exit code is 1 if a package declares another version.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from rust_source.tokens import Group, is_sign, is_word, trees, without_tests

Version = tuple[int, int, int]

# The first Rust version with each edition, by the Edition Guide.
EDITIONS = {"2015": (1, 0, 0), "2018": (1, 31, 0), "2021": (1, 56, 0), "2024": (1, 85, 0)}
# `if let A = a && let B = b`, by the release notes. Clippy doesn't report them.
LET_CHAINS = (1, 88, 0)

# A line of `cargo tree`: name and version.
TREE_LINE = re.compile(r"(\S+) v(\S+)")


def version(text: str) -> Version:
    """Parses a version such as `1.89` or `1.89.0`."""
    major, minor, patch = (*map(int, text.split(".")), 0, 0)[:3]
    return major, minor, patch


def text(parsed: Version) -> str:
    return ".".join(map(str, parsed))


def cargo(*arguments: str) -> str:
    return subprocess.run(["cargo", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def read_dependencies(package: str) -> set[tuple[str, str]]:
    """Returns the names and versions of the crates that users of the package compile, the package itself left out."""
    lines = cargo(
        "tree", "--locked", "--package", package, "--edges", "normal,build", "--all-features", "--target", "all",
        "--prefix", "none", "--format", "{p}",
    ).splitlines()  # fmt: skip
    return {match.groups() for line in lines if (match := TREE_LINE.match(line)) and match[1] != package}


def has_let_chain(items: list) -> bool:
    """Returns whether `&& let` is in the code."""
    for position, item in enumerate(items):
        if isinstance(item, Group):
            if has_let_chain(item.items):
                return True
        elif is_word(item, "let") and position > 1 and all(is_sign(each, "&") for each in items[position - 2 : position]):
            return True
    return False


def lowest(edition: str, sources: Iterable[Path], dependencies: dict[str, Version]) -> tuple[Version, str]:
    """Returns the lowest version that a package can support, and the reason for it."""
    needs = [(EDITIONS[edition], f"edition {edition}")]
    needs += [(needed, name) for name, needed in dependencies.items()]
    needs += [
        (LET_CHAINS, f"a let chain in {source}")
        for source in sources
        if has_let_chain(without_tests(trees(source.read_text(encoding="utf-8"))))
    ]
    return max(needs)


def check(crate: dict, dependencies: dict[str, Version]) -> tuple[bool, str]:
    """Compares a package, as `cargo metadata` describes it, with the lowest version. Returns the result in words, too."""
    sources = Path(crate["manifest_path"]).parent.joinpath("src").rglob("*.rs")
    needed, reason = lowest(crate["edition"], sorted(sources), dependencies)
    declared = crate["rust_version"]
    if declared is not None and version(declared) == needed:
        return True, f"{crate['name']} supports Rust {declared}, the version of {reason}"
    return False, f"{crate['name']} declares rust-version {declared}: set it to {text(needed)}, the version of {reason}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks that packages declare the lowest Rust version that they can support.")
    parser.add_argument("packages", metavar="PACKAGE", nargs="+")
    names = parser.parse_args().packages

    metadata = json.loads(cargo("metadata", "--locked", "--format-version=1", "--all-features"))
    declared = {(crate["name"], crate["version"]): crate["rust_version"] for crate in metadata["packages"]}
    members = {crate["name"]: crate for crate in metadata["packages"] if crate["id"] in metadata["workspace_members"]}
    failed = False
    for name in names:
        if name not in members:
            parser.error(f"the workspace has no package {name}")
        needs = {" ".join(key): version(declared[key]) for key in read_dependencies(name) if declared[key]}
        passed, words = check(members[name], needs)
        print(words)
        failed = failed or not passed
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
