"""Imports between the files of a crate. Each path is followed through modules and re-exports to the file that defines it."""

from collections import defaultdict
from pathlib import Path

from .modules import Crate, Module
from .paths import PATH_KEYWORDS

# The target of a path that leads to another crate.
FOREIGN = object()


class Imports:
    """The imports of a crate: `edges[importer][imported]` has the lines and paths, in their order."""

    def __init__(self, crate: Crate):
        self.crate = crate
        self.edges: dict[Path, dict[Path, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
        for module in crate.root.all():
            self.add_imports(module)
            self.add_references(module)
        for imported in self.edges.values():
            for lines in imported.values():
                lines.sort()

    def add_imports(self, module: Module):
        """Counts the `use` declarations. A file that re-exports what is below it does not import it by that."""
        below = {child.file for child in module.of_file().all()}
        for imported in module.imports:
            found = self.resolve(module, imported.path)
            files = {item for item in found if isinstance(item, Path)}
            if imported.name == "*":
                files |= {target.file for target in found if isinstance(target, Module) and target.items}
            if imported.is_reexport:
                files -= below
            self.add(module, files, imported.line, imported.path)

    def add_references(self, module: Module):
        """Counts the paths in code, except for those that begin with an item that `use` has named already."""
        for reference in module.references:
            if self.is_counted(module, reference.path[0]):
                continue
            files = {item for item in self.resolve(module, reference.path) if isinstance(item, Path)}
            if reference.is_macro and not files:
                files = self.macro_files(module, reference.path[-1])
            self.add(module, files, reference.line, reference.path)

    def add(self, module: Module, files: set[Path], line: int, path: tuple[str, ...]):
        for file in files - {module.file}:
            entry = (line, "::".join(path))
            if entry not in self.edges[module.file][file]:
                self.edges[module.file][file].append(entry)

    def is_counted(self, module: Module, word: str) -> bool:
        """Returns whether the word is an item that a `use` declaration imports. A re-export doesn't count, nor does a module."""
        declared = [imported for imported in module.imports if imported.name == word and not imported.is_reexport]
        return any(isinstance(item, Path) for each in declared for item in self.resolve(module, each.path))

    def macro_files(self, module: Module, name: str) -> set[Path]:
        """The files that define a macro of this name. The caller's own file comes first."""
        files = self.crate.macros.get(name, set())
        return set() if module.file in files else files

    def resolve(self, module: Module, path: tuple[str, ...], followed: frozenset = frozenset()) -> set:
        """Finds the target of a path in a module: files, modules, or `FOREIGN`. `followed` has the imports on the way so far."""
        start, rest = self.start_of(module, path)
        found = self.find(start, rest, followed)
        if found:
            return found
        is_own = len(rest) < len(path) or rest[0] in start.children
        return {nearest_file(start, rest)} if is_own else {FOREIGN}

    def start_of(self, module: Module, path: tuple[str, ...]) -> tuple[Module, tuple[str, ...]]:
        """The module that a path begins at, and the path from there."""
        while path and (path[0] in PATH_KEYWORDS or path[0] in self.crate.names):
            if path[0] == "super":
                module = module.parent or module
            elif path[0] != "self":
                module = self.crate.root
            path = path[1:]
        return module, path

    def find(self, module: Module, path: tuple[str, ...], followed: frozenset) -> set:
        """Finds the target of a path that begins in the module. Finds nothing if the module doesn't have the first word."""
        if not path:
            return {module}
        word, rest = path[0], path[1:]
        found = {module.file} if word in module.items else set()
        if word in module.children:
            found |= self.find(module.children[word], rest, followed)
        elif word in module.macros:
            found.add(module.macros[word])
        for imported in module.imports:
            if imported.name == word and (module, imported) not in followed:
                found |= self.resolve(module, imported.path + rest, followed | {(module, imported)})
        return found or self.find_in_globs(module, path, followed)

    def find_in_globs(self, module: Module, path: tuple[str, ...], followed: frozenset) -> set:
        found = set()
        for imported in module.imports:
            if imported.name == "*" and (module, imported) not in followed:
                seen = followed | {(module, imported)}
                for target in self.resolve(module, imported.path, seen):
                    if isinstance(target, Module):
                        found |= self.find(target, path, seen)
        return found


def nearest_file(module: Module, path: tuple[str, ...]) -> Path:
    """The file of the last module on the path, for names that no item in it has: a macro makes them."""
    for word in path:
        if word not in module.children:
            break
        module = module.children[word]
    return module.file
