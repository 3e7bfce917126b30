#!/usr/bin/env python3
"""Builds the documentation as one searchable site in target/docs/book, with mdBook.

Usage: build.py [--source URL]. The pages stay where they are in the repository; this script gathers them
in target/docs/src under the same paths, so links between them hold as they stand. Links to other files
lead to a copy shown as text, or below URL (such as https://host/owner/cardroom/blob/main) if one is
given. For language models, llms.txt lists the pages, which lie beside the site as Markdown, too, and the
schemas. In the end every link of the built site is checked. `mdbook` must be in PATH, or named by MDBOOK.
"""

import argparse
import html
import os
import re
import shutil
import subprocess
import sys
from urllib.parse import unquote

sys.dont_write_bytecode = True  # no __pycache__ beside the pages
from links import CODE, ELSEWHERE, FENCE, HTML, INLINE, ROOT, SUMMARY, links, read  # noqa: E402

SOURCE = os.path.join(ROOT, "target/docs/src")
BOOK = os.path.join(ROOT, "target/docs/book")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".webm", ".mp4")


def book_name(page):
    """Returns where a page stands in the book: a README is the first page of its folder."""
    return re.sub(r"(^|/)README\.md$", r"\1index.md", page)


class Gatherer:
    """Copies pages into the book's source and points their links at what the book has."""

    def __init__(self, pages, base):
        self.pages = pages
        self.base = base

    def target(self, page, target):
        """Returns where a link of a page leads in the book; None if only its text can stay."""
        if ELSEWHERE.match(target) or target.startswith("#"):
            return target
        path, mark, anchor = target.partition("#")
        name = os.path.normpath(os.path.join(os.path.dirname(page), unquote(path)))
        here = os.path.dirname(book_name(page) if page != SUMMARY else "SUMMARY.md")
        if name in self.pages:
            return os.path.relpath(book_name(name), here or ".") + mark + anchor
        if self.base:
            return f"{self.base}/{name}{mark}{anchor}"
        if os.path.isdir(os.path.join(ROOT, name)):
            return None
        copy = name if name.endswith(PICTURES) else name + ".txt"
        self.write(copy, open(os.path.join(ROOT, name), "rb").read())
        return os.path.relpath(copy, here or ".")

    def line(self, page, line):
        """Returns a line of a page with its links rewritten; code stays as it is."""
        code = [span.span() for span in CODE.finditer(line)]

        def inside(link):
            return any(start <= link.start(1) < end for start, end in code)

        def markdown(link):
            if inside(link):
                return link[0]
            to = self.target(page, link[1])
            return "]()" if to is None else link[0].replace(link[1], to, 1)

        def attribute(link):
            to = None if inside(link) else self.target(page, link[1])
            return link[0] if to is None else link[0].replace(link[1], to, 1)

        line = HTML.sub(attribute, INLINE.sub(markdown, line))
        return re.sub(r"\[([^\[\]]*)\]\(\)", r"\1", line)

    def page(self, page):
        lines, fence = [], None
        for line in read(page).split("\n"):
            mark = FENCE.match(line)
            if mark:
                fence = None if fence and line.strip().startswith(fence) else fence or mark[1]
            lines.append(line if fence or mark else self.line(page, line))
        name = "SUMMARY.md" if page == SUMMARY else book_name(page)
        self.write(name, "\n".join(lines).encode())

    @staticmethod
    def write(name, content):
        path = os.path.join(SOURCE, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


SCHEMAS = {
    "protocol/schema/cardroom.v1.schema.json": "JSON Schema of every message and frame",
    "protocol/schema/lines.v1.schema.json": "JSON Schema of the lines of programs",
    "protocol/schema/asyncapi.yaml": "AsyncAPI of the socket",
    "protocol/openapi.json": "OpenAPI of the HTTP API",
    "server/match/match.v1.schema.json": "JSON Schema of the report of a match",
}


def first_sentence(text):
    """Returns the first sentence of a page's first paragraph, without links and line breaks."""
    for paragraph in re.split(r"\n\s*\n", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)):
        plain = re.sub(r"!?\[([^\[\]]*)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
        if re.match(r"[A-Za-z`]", plain) and not plain.startswith("```"):
            return re.split(r"(?<=[.!?]) ", plain)[0]
    return ""


def language_model_index():
    """Writes llms.txt and what it links to. Returns the links that lead nowhere, and their number."""
    lines = ["# Cardroom", "", "> " + first_sentence(read("README.md")), ""]
    targets = list(SCHEMAS)
    for line in read(SUMMARY).split("\n")[1:]:
        if line.startswith("# "):
            lines += ["", "## " + line[2:], ""]
        for _, to in links(line):
            page = os.path.normpath(os.path.join(os.path.dirname(SUMMARY), to))
            title = re.search(r"\[([^\[\]]*)\]", line)[1]
            lines.append(f"- [{title}]({page}): {first_sentence(read(page))}")
            targets.append(page)
    lines += ["", "## Schemas", ""] + [f"- [{os.path.basename(path)}]({path}): {what}" for path, what in SCHEMAS.items()]
    for path in targets:
        copy = os.path.join(BOOK, path)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        if os.path.exists(os.path.join(ROOT, path)):
            shutil.copy(os.path.join(ROOT, path), copy)
    with open(os.path.join(BOOK, "llms.txt"), "w", encoding="utf-8") as file:
        file.write(re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n")
    return [f"llms.txt: {path}: there is no such file" for path in targets if not os.path.exists(os.path.join(BOOK, path))], len(targets)


def check_site():
    """Returns every link of the built site that leads nowhere."""
    texts = {}
    for folder, _, names in os.walk(BOOK):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    texts[path] = file.read()
    anchors = {path: set(re.findall(r"\bid=\"([^\"]+)\"", text)) for path, text in texts.items()}
    problems, count = [], 0
    for path, text in texts.items():
        # print.html has all pages in one, and its links lead to the pages.
        if os.path.basename(path) in ("print.html", "404.html", "toc.html"):
            continue
        for target in re.findall(r"<(?:a|img)\b[^>]*?\b(?:href|src)=\"([^\"]*)\"", text):
            target = unquote(html.unescape(target))
            if not target or ELSEWHERE.match(target):
                continue
            count += 1
            name, _, anchor = target.partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
            if not os.path.exists(file):
                problems.append(f"{os.path.relpath(path, BOOK)}: {target}: there is no such file")
            elif anchor and file in anchors and anchor not in anchors[file]:
                problems.append(f"{os.path.relpath(path, BOOK)}: {target}: no such heading")
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--source", default="", help="where the repository's files can be read")
    base = parser.parse_args().source.rstrip("/")
    folder = os.path.dirname(SUMMARY)
    pages = {os.path.normpath(os.path.join(folder, to)) for _, to in links(read(SUMMARY))}
    for old in (SOURCE, BOOK):
        shutil.rmtree(old, ignore_errors=True)
    gatherer = Gatherer(pages, base)
    for page in sorted(pages) + [SUMMARY]:
        gatherer.page(page)
    program = os.environ.get("MDBOOK", "mdbook")
    built = subprocess.run([program, "build", os.path.join(ROOT, folder)], check=False)
    if built.returncode:
        return built.returncode
    missing, listed = language_model_index()
    problems, count = check_site()
    problems += missing
    count += listed
    print("\n".join(problems) if problems else f"{len(pages)} pages, {count} links hold: {BOOK}/index.html")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
