"""A word -> the page of the manual about it: Markdown as it is written, or what HELP says."""

import re
from collections.abc import Iterator
from functools import cache

from simnon.session import COMMANDS, WORDS, Printed, Session, command_section, examples_folder
from simnon.source import UserError, nearest, read_text

from .folders import manual_folder
from .messages import ManualPage, PageItem
from .requests import Manual

CHAPTERS = {"manual": "Manual", "language": "The language"}
GLOSSARY = "glossary"
COMMANDS_CHAPTER, WORDS_CHAPTER = "Commands", "Words of the language"
_TREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INCLUDED = re.compile(r"^```\{literalinclude\} (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^# (.+)$", re.MULTILINE)


def read_manual(session: Session, asked: Manual) -> ManualPage:
    """UserError if nothing is known about the word."""
    word = asked.word.strip()
    contents = all_pages()
    if not word:
        return ManualPage(asked.id, "", "The manual", _overview(contents), contents)
    command = COMMANDS.get(word.upper())
    if command is not None:
        text = command_section(command)
        if command.name in WORDS:
            text += f"\n\n{_explained(session, word)}"
        return ManualPage(asked.id, command.name, command.name, text, contents)
    page = _page_called(word)
    if page is not None:
        return ManualPage(asked.id, page.name, page.title, _text(page.name), contents)
    return ManualPage(asked.id, word.upper(), word.upper(), _explained(session, word), contents)


@cache
def all_pages() -> tuple[PageItem, ...]:
    """In the order of the manual; then the commands and the words that HELP explains."""
    commands = (PageItem(name, command.summary, COMMANDS_CHAPTER) for name, command in COMMANDS.items())
    alone = sorted(WORDS.keys() - COMMANDS.keys())
    words = (PageItem(name, WORDS[name].meaning, WORDS_CHAPTER) for name in alone)
    return (*_written_pages(), *commands, *words)


def _written_pages() -> Iterator[PageItem]:
    for chapter, title in CHAPTERS.items():
        index = manual_folder() / chapter / "index.md"
        if not index.is_file():
            continue
        for tree in _TREE.findall(read_text(index)):
            for name in (line.strip() for line in tree.splitlines() if line.strip() and not line.startswith(":")):
                yield PageItem(f"{chapter}/{name}", _title(f"{chapter}/{name}"), title)
    if (manual_folder() / f"{GLOSSARY}.md").is_file():
        yield PageItem(GLOSSARY, _title(GLOSSARY), CHAPTERS["language"])


def _title(name: str) -> str:
    found = _HEADING.search(read_text(manual_folder() / f"{name}.md"))
    return found[1].replace("`", "") if found else name


def _page_called(word: str) -> PageItem | None:
    """By its name, whole or its end; only pages of the contents are read."""
    wanted = word.casefold().removesuffix(".md")
    pages = tuple(page for page in all_pages() if page.chapter in CHAPTERS.values())
    whole = next((page for page in pages if page.name == wanted), None)
    return whole or next((page for page in pages if page.name.endswith(f"/{wanted}")), None)


def _text(name: str) -> str:
    """Without the directives of the printed manual: files that it includes are in place."""
    return _INCLUDED.sub(_with_file, read_text(manual_folder() / f"{name}.md"))


def _with_file(match: re.Match[str]) -> str:
    _, _, name = match[1].partition("examples/")
    path = examples_folder() / name
    return f"```simnon\n{read_text(path).rstrip()}\n```" if name and path.is_file() else ""


def _overview(contents: tuple[PageItem, ...]) -> str:
    """Every chapter, with links."""
    lines = ["# The manual"]
    for chapter in dict.fromkeys(page.chapter for page in contents):
        pages = [page for page in contents if page.chapter == chapter]
        lines += ["", f"## {chapter}", ""]
        if chapter in CHAPTERS.values():
            lines += [f"- [{page.title}]({page.name}.md)" for page in pages]
        else:
            lines += ["| | |", "|---|---|", *(f"| [`{page.name}`]({page.name}) | {page.title} |" for page in pages)]
    return "\n".join(lines) + "\n"


def _explained(session: Session, word: str) -> str:
    """A word of the language with its example, or what HELP prints."""
    known = WORDS.get(word.upper())
    if known is not None:
        return f"# {word.upper()}\n\n{known.meaning}\n\n```simnon\n{known.example}\n```\n"
    try:
        printed = [each.text for each in COMMANDS["HELP"].run(session.workspace, (word,)) if isinstance(each, Printed)]
    except UserError as error:
        near = nearest(word.casefold(), [page.name.rpartition("/")[2] for page in all_pages()])
        hint = f"did you mean {near}?" if near else "search the contents for a different word"
        raise UserError("no-page", error.message, hint) from None
    text = "\n\n".join(printed)
    return f"# {word}\n\n```text\n{text}\n```\n"
