"""Splits Rust source into token trees and leaves out code that is compiled for tests only.

Comments disappear here, and strings become tokens of their own, so that nothing in them looks like code.
"""

import re
from dataclasses import dataclass

CLOSING = {"(": ")", "[": "]", "{": "}"}

# Items that end with a semicolon, even where braces come first: `use a::{b, c};`, `const X: Y = Y { .. };`.
ENDS_WITH_SEMICOLON = {"use", "const", "static", "type", "let"}
# Items that end with their braces, or with a semicolon where they have none. A comma does not end them.
ENDS_WITH_BRACES = {
    "async", "enum", "extern", "fn", "impl", "macro_rules", "mod", "struct", "trait", "union", "unsafe",
}

TOKEN = re.compile(
    r"""
      (?P<space>\s+|//[^\n]*)
    | (?P<comment>/\*)
    | [bc]?r(?P<hashes>\#*)"(?P<raw>.*?)"(?P=hashes)
    | [bc]?"(?P<string>(?:\\.|[^"\\])*)"
    | (?P<char>b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^\\'])')
    | (?P<lifetime>'[^\W\d]\w*)
    | (?P<word>(?:r\#)?[^\W\d]\w*)
    | (?P<number>\d\w*(?:\.\d\w*)?)
    | (?P<sign>::|.)
    """,
    re.VERBOSE | re.DOTALL,
)
COMMENT_EDGE = re.compile(r"/\*|\*/")


class SourceError(Exception):
    """The source can't be read as Rust."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a sign or a literal. `kind` is `word`, `sign`, `string` or `literal`."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Group:
    """The tokens between two brackets. `opening` is the first of the two."""

    opening: str
    items: list
    line: int


def is_word(item, *texts: str) -> bool:
    """Returns whether the item is one of these words, or any word if none is given."""
    return isinstance(item, Token) and item.kind == "word" and (not texts or item.text in texts)


def is_sign(item, text: str) -> bool:
    return isinstance(item, Token) and item.kind == "sign" and item.text == text


def is_group(item, opening: str) -> bool:
    return isinstance(item, Group) and item.opening == opening


def tokens(text: str):
    """Yields the tokens of a source text."""
    position, line = 0, 1
    if text.startswith("#!") and not text.startswith("#!["):
        position = text.find("\n") if "\n" in text else len(text)
    while position < len(text):
        match = TOKEN.match(text, position)
        end = match.end()
        if match["comment"]:
            end = end_of_comment(text, position, line)
        elif match["raw"] is not None or match["string"] is not None:
            yield Token("string", match["raw"] if match["raw"] is not None else match["string"], line)
        elif match["word"]:
            yield Token("word", match["word"].removeprefix("r#"), line)
        elif match["sign"]:
            yield Token("sign", match["sign"], line)
        elif not match["space"]:
            yield Token("literal", match.group(), line)
        line += text.count("\n", position, end)
        position = end


def end_of_comment(text: str, start: int, line: int) -> int:
    """The position after a block comment. Block comments nest."""
    depth = 0
    for edge in COMMENT_EDGE.finditer(text, start):
        depth += 1 if edge.group() == "/*" else -1
        if depth == 0:
            return edge.end()
    raise SourceError(f"line {line}: this comment has no end")


def trees(text: str) -> list:
    """The source as a list of tokens and groups."""
    top = Group("", [], 1)
    open_groups = [top]
    for token in tokens(text):
        innermost = open_groups[-1]
        if token.kind == "sign" and token.text in CLOSING:
            group = Group(token.text, [], token.line)
            innermost.items.append(group)
            open_groups.append(group)
        elif token.kind == "sign" and token.text in CLOSING.values():
            if CLOSING.get(innermost.opening) != token.text:
                raise SourceError(f"line {token.line}: `{token.text}` closes nothing")
            open_groups.pop()
        else:
            innermost.items.append(token)
    if len(open_groups) > 1:
        raise SourceError(f"line {open_groups[-1].line}: `{open_groups[-1].opening}` is never closed")
    return top.items


def without_tests(items: list) -> list:
    """The same code as it is compiled outside of tests: without `#[test]` and items that `#[cfg(..)]` limits to tests."""
    kept, position = [], 0
    while position < len(items):
        inner = inner_attribute(items, position)
        if inner is not None and is_for_tests(inner):
            return []
        end, attributes = outer_attributes(items, position)
        if any(map(is_for_tests, attributes)):
            position = end_of_item(items, end)
            continue
        item = items[position]
        if isinstance(item, Group):
            item = Group(item.opening, without_tests(item.items), item.line)
        kept.append(item)
        position += 1
    return kept


def inner_attribute(items: list, position: int):
    """The brackets of `#![..]`, if it is here."""
    if is_sign(items[position], "#") and position + 2 < len(items) and is_sign(items[position + 1], "!"):
        if is_group(items[position + 2], "["):
            return items[position + 2]
    return None


def outer_attributes(items: list, position: int) -> tuple[int, list]:
    """The position after the attributes that begin here, and the brackets of each."""
    found = []
    while position + 1 < len(items) and is_sign(items[position], "#") and is_group(items[position + 1], "["):
        found.append(items[position + 1])
        position += 2
    return position, found


def is_for_tests(attribute: Group) -> bool:
    """Returns whether the attribute keeps its item out of every build that is not a test."""
    content = attribute.items
    if len(content) == 1:
        return is_word(content[0], "test")
    if len(content) == 2 and is_word(content[0], "cfg") and is_group(content[1], "("):
        return not outside_tests(content[1].items)[0]
    return False


def outside_tests(predicate: list) -> tuple[bool, bool]:
    """Returns whether a predicate of `cfg` can hold, and whether it can fail, outside of tests. All but `test` can do both."""
    if len(predicate) == 1 and is_word(predicate[0], "test"):
        return False, True
    if len(predicate) == 2 and is_word(predicate[0], "all", "any", "not") and is_group(predicate[1], "("):
        parts = [outside_tests(part) for part in split_at_commas(predicate[1].items)]
        holds, fails = [part[0] for part in parts], [part[1] for part in parts]
        match predicate[0].text:
            case "all":
                return all(holds), any(fails)
            case "any":
                return any(holds), all(fails)
            case "not" if len(parts) == 1:
                return fails[0], holds[0]
    return True, True


def split_at_commas(items: list) -> list[list]:
    parts = [[]]
    for item in items:
        if is_sign(item, ","):
            parts.append([])
        else:
            parts[-1].append(item)
    return [part for part in parts if part]


def end_of_item(items: list, position: int) -> int:
    """The position after the item, statement, field or match arm that begins here."""
    first = position
    while first < len(items) and (is_word(items[first], "pub") or (first > position and is_group(items[first], "("))):
        first += 1
    keyword = items[first].text if first < len(items) and is_word(items[first]) else ""
    if keyword == "const" and first + 1 < len(items) and is_word(items[first + 1], *ENDS_WITH_BRACES):
        keyword = "fn"
    for end in range(first, len(items)):
        item = items[end]
        if is_sign(item, ";"):
            return end + 1
        if is_group(item, "{") and keyword not in ENDS_WITH_SEMICOLON:
            return end + 1
        if is_sign(item, ",") and keyword not in ENDS_WITH_SEMICOLON | ENDS_WITH_BRACES:
            return end + 1
    return len(items)
