"""Every golden frame and line is read and written back as it was."""

from __future__ import annotations

import json
import unittest
from pathlib import Path

from cardroom_bot import binary, codec
from cardroom_bot.errors import DecodeError
from cardroom_bot.kinds import CLIENT, SERVER, TABLE, TOURNAMENT, Structure
from cardroom_bot.lines import read_line, write_answer
from cardroom_bot.messages import LINES, AnswerLine

GOLDEN = Path(__file__).parents[3] / "protocol/tests/golden"
SETS = {"client": CLIENT, "server": SERVER, "events": TABLE, "tournament_events": TOURNAMENT}


def blocks(name: str) -> list[list[str]]:
    text = (GOLDEN / f"{name}.txt").read_text()
    return [block.splitlines() for block in text.split("\n\n")[1:]]


class Golden(unittest.TestCase):
    def test_frames_in_json_are_written_back_as_they_were_read(self) -> None:
        for name, catalogue in SETS.items():
            for title, text, _ in blocks(name):
                with self.subTest(f"{name}: {title}"):
                    (message,) = codec.read_frame(f"[{text}]", catalogue)
                    self.assertEqual(type(message).__name__, title.split()[0])
                    self.assertEqual(codec.dumps(codec.plain_message(message)), text)

    def test_frames_in_binary_are_written_back_as_they_were_read(self) -> None:
        for name, catalogue in SETS.items():
            for title, text, item in blocks(name):
                with self.subTest(f"{name}: {title}"):
                    data = bytes.fromhex(item)
                    (message,) = binary.read_items(data, catalogue)
                    (same,) = codec.read_frame(f"[{text}]", catalogue)
                    self.assertEqual(message, same)
                    self.assertEqual(binary.write_items([message], catalogue), data)

    def test_every_message_has_a_frame(self) -> None:
        for name, catalogue in SETS.items():
            titles = {title.split()[0] for title, *_ in blocks(name)}
            self.assertEqual(titles, set(catalogue.by_name))

    def test_lines_are_written_back_as_they_were_read(self) -> None:
        heard = set()
        for title, text in blocks("lines"):
            with self.subTest(title):
                if title.startswith("→"):
                    key, line = read_line(text)
                    heard.add(key)
                    body = (
                        codec.plain_message(line)
                        if key == "event"
                        else codec.plain(line, Structure(type(line)))
                    )
                    self.assertEqual(codec.dumps({key: body}), text)
                else:
                    fields = json.loads(text)
                    whole = dict.fromkeys(AnswerLine.__annotations__) | fields
                    ready = fields.get("ready")
                    if ready is not None:
                        whole["ready"] = {"events": False, "offers": False} | ready
                    answer = codec.read_struct(whole, AnswerLine)
                    self.assertEqual(write_answer(answer), text)
        self.assertEqual(heard, set(LINES) | {"event"})

    def test_a_frame_that_is_none_is_refused_with_a_sentence(self) -> None:
        for frame in (
            "no JSON",
            "{}",
            "[7]",
            '[{"Pong":{}}]',
            '[{"Pong":{"nonce":"1","time_ms":1}}]',
            '[{"Pong":[]}]',
        ):
            with self.subTest(frame), self.assertRaises(DecodeError):
                codec.decode(frame)
        for item in ("02", "02 05 01", "3f 02 ff"):
            with self.subTest(item), self.assertRaises(DecodeError):
                binary.read_items(bytes.fromhex(item), CLIENT)

    def test_an_unknown_message_is_skipped(self) -> None:
        self.assertEqual(codec.decode('[{"Tomorrow":{"at":9}}]'), [])
        self.assertEqual(binary.read_items(bytes.fromhex("ff 01 01 00"), SERVER), [])
