#!/usr/bin/env python3
"""Checks every relative link in the repository's Markdown files, that the book has every page, that
the figures of the front page are those of the page they link to, and that every decision on a
question the rulebooks leave open is explained if and only if something cites it.

Usage: links.py. Prints each fault with its file and line, and exits with 1 if there is one.
Links to other hosts are not followed. Needs Python 3.8 and git, nothing else.
"""

import os
import re
import subprocess
import sys
from urllib.parse import unquote

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
SUMMARY = "server/docs/SUMMARY.md"
DECISIONS = "server/GAPS.md"

# [text](target), ![text](target), with or without a title; [name]: target; src="target", href="target".
INLINE = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)")
HTML = re.compile(r"\b(?:src|href)=\"([^\"]+)\"")
FENCE = re.compile(r"^\s*(```+|~~~+)")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
FIGURE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
DECISION = re.compile(r"\bG-[0-9]{2}\b")
ROW = re.compile(r"^\| (G-[0-9]{2}) \|(?: [^|]+ \|){3}$")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def tracked():
    """Returns the paths of all files in the repository, committed or new, that exist."""
    command = ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    return [name for name in names if name and os.path.exists(os.path.join(ROOT, name))]


def without_code(text):
    """Returns the text with code blanked out. Lines and their numbers stay as they are."""
    lines, fence = [], None
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if fence:
            if mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = None
            lines.append("")
        elif mark:
            fence = mark[1]
            lines.append("")
        else:
            lines.append(line)
    return CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), "\n".join(lines))


def links(text):
    """Yields the line number and the target of each link."""
    for number, line in enumerate(without_code(text).split("\n"), 1):
        # The text of a link may begin on the line before, its target never does.
        for pattern in (INLINE, REFERENCE, HTML):
            for link in pattern.finditer(line):
                yield number, link[1]


def slug(heading):
    """Returns the anchor that GitHub and mdBook give a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[`*]|<[^>]+>", "", text).strip().lower()
    return "".join(c for c in text.replace(" ", "-") if c.isalnum() or c in "-_")


def anchors(text):
    """Returns all anchors of a page; a heading that comes again gets a number."""
    found, fence = set(), None
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if mark:
            fence = None if fence and line.strip().startswith(fence) else fence or mark[1]
            continue
        heading = None if fence else re.match(r"^#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            name = anchor = slug(heading[1])
            again = 0
            while anchor in found:
                again += 1
                anchor = f"{name}-{again}"
            found.add(anchor)
    found.update(re.findall(r"\b(?:id|name)=\"([^\"]+)\"", text))
    return found


def broken(page, target, files, folders, anchors_of):
    """Returns what is wrong with a link, or None."""
    path, _, anchor = unquote(target).partition("#")
    if path.startswith("/"):
        return "begins with a slash, which is another place on GitHub and in the book"
    name = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if name not in files and name not in folders:
        return "there is no such file"
    if not anchor:
        return None
    if not name.endswith(".md"):
        return None if re.fullmatch(r"L\d+(-L\d+)?", anchor) else "only pages have anchors"
    if name not in anchors_of:
        anchors_of[name] = anchors(read(name))
    return None if anchor in anchors_of[name] else f"{name} has no such heading"


def section(text, anchor):
    """Returns the part of a page below a heading, without the headings below it."""
    lines, inside = [], False
    for line in text.split("\n"):
        heading = re.match(r"^#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            inside = slug(heading[1]) == anchor
        elif inside:
            lines.append(line)
    return "\n".join(lines)


def figures(text):
    """Returns the numbers in a text; 1,000 and 1000 are the same."""
    return {float(figure.replace(",", "")) for figure in FIGURE.findall(text)}


def stale_figures(page):
    """Yields the line, the figure and the link of each figure in a table that its link lacks."""
    for number, line in enumerate(read(page).split("\n"), 1):
        row = re.match(r"^\| \[([^]]+)\]\(([^)#]+)#([^)]+)\)(.*)\|$", line)
        if row:
            there = section(read(row[2]), row[3])
            for figure in sorted(figures(row[1] + row[4]) - figures(there)):
                yield number, figure, f"{row[2]}#{row[3]}"


def cited_decisions():
    """Returns the first place that cites each decision, such as "config/load.toml:7"."""
    command = ["git", "-C", ROOT, "grep", "-InE", "--untracked", DECISION.pattern]
    elsewhere = ["--", ".", f":!{DECISIONS}"]
    found = subprocess.run(command + elsewhere, check=True, capture_output=True, text=True).stdout
    places = {}
    for line in found.splitlines():
        path, number, text = line.split(":", 2)
        for decision in DECISION.findall(text):
            places.setdefault(decision, f"{path}:{number}")
    return places


def wrong_decisions():
    """Yields each decision that is cited without a row, and each row that is twice or uncited."""
    cited, rows = cited_decisions(), set()
    for number, line in enumerate(read(DECISIONS).split("\n"), 1):
        row = ROW.match(line)
        if not row:
            continue
        if row[1] in rows:
            yield f"{DECISIONS}:{number}: {row[1]} has a row already"
        elif row[1] not in cited:
            yield f"{DECISIONS}:{number}: nothing cites {row[1]}; remove the row"
        rows.add(row[1])
    for decision in sorted(set(cited) - rows):
        yield f"{cited[decision]}: {decision} has no row in {DECISIONS}"


def main():
    files = set(tracked())
    folders = {"."}
    for name in files:
        while name := os.path.dirname(name):
            folders.add(name)
    pages = sorted(name for name in files if name.endswith(".md"))
    problems, count, anchors_of = [], 0, {}
    for page in pages:
        for number, target in links(read(page)):
            if ELSEWHERE.match(target):
                continue
            count += 1
            wrong = broken(page, target, files, folders, anchors_of)
            if wrong:
                problems.append(f"{page}:{number}: {target}: {wrong}")
    listed = {
        os.path.normpath(os.path.join(os.path.dirname(SUMMARY), target))
        for _, target in links(read(SUMMARY))
    }
    for page in pages:
        if page not in listed and page != SUMMARY:
            problems.append(f"{page}: this page is not in the book; add it to {SUMMARY}")
    for number, figure, target in stale_figures("README.md"):
        problems.append(f"README.md:{number}: {target} has no figure {figure:g}")
    problems.extend(wrong_decisions())
    print("\n".join(problems) if problems else f"{count} links on {len(pages)} pages hold")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
