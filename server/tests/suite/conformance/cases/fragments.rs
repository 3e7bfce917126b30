//! Messages in several frames.

use crate::conformance::case::{Chapter, bin, json, of_frames};
use crate::conformance::frame::{Frame, PING, binary, cont, ping, pong, text};
use cardroom_protocol::Encoding;

/// Returns the ping with one byte in each frame.
fn scattered() -> Vec<Frame> {
    let bytes = PING.as_bytes();
    let (last, before) = bytes.split_last().unwrap();
    let called = |frame: Frame| frame.called("one byte of Ping 7");
    let mut frames = vec![called(text(&before[..1]).unfinished())];
    frames.extend(before[1..].iter().map(|byte| called(cont([*byte]).unfinished())));
    frames.push(called(cont([*last])));
    frames
}

pub(crate) fn chapter() -> Chapter {
    let (head, tail) = PING.split_at(9);
    let (first, last) = (|| text(head).unfinished(), || cont(tail));
    Chapter {
        title: "Fragments",
        about: "A message may come in several frames, with control frames between them.",
        cases: vec![
            json("4.1", "Two fragments", [first(), last()], "Pong 7"),
            bin("4.2", "Two binary fragments", [binary([2]).unfinished(), cont([1, 7])], "Pong 7"),
            json("4.3", "Two fragments, a byte at a time", [first(), last()], "Pong 7")
                .in_pieces_of(1),
            of_frames("4.4", "A fragment for each byte", Encoding::Json, scattered(), "Pong 7"),
            json(
                "4.5",
                "Empty fragments around",
                [text([]).unfinished(), cont(PING).unfinished(), cont([])],
                "Pong 7",
            ),
            bin(
                "4.6",
                "Nothing but empty fragments",
                [binary([]).unfinished(), cont([]).unfinished(), cont([])],
                "nothing",
            ),
            json(
                "4.7",
                "A ping between fragments",
                [first(), ping("1"), last()],
                "pong `1`, Pong 7",
            ),
            json(
                "4.8",
                "Pings between many fragments",
                [first(), ping("1"), cont([]).unfinished(), ping("2"), last()],
                "pong `1`, pong `2`, Pong 7",
            ),
            json("4.9", "A pong between fragments", [first(), pong("1"), last()], "Pong 7"),
            json(
                "4.10",
                "A fragmented ping between fragments",
                [first(), ping("1").unfinished(), last()],
                "close 1002",
            ),
            json("4.11", "A continuation of nothing", [cont(PING)], "close 1002"),
            json(
                "4.12",
                "An unfinished continuation of nothing",
                [cont(PING).unfinished()],
                "close 1002",
            ),
            json(
                "4.13",
                "A continuation after a whole message",
                [text(PING), cont(tail)],
                "Pong 7, close 1002",
            ),
            json(
                "4.14",
                "A continuation after the last",
                [first(), last(), last()],
                "Pong 7, close 1002",
            ),
            json("4.15", "A new message inside another", [first(), text(PING)], "close 1002"),
            json(
                "4.16",
                "A binary message inside of text",
                [first(), binary([2, 1, 7])],
                "close 1002",
            ),
            json("4.17", "Two beginnings", [first(), first(), last()], "close 1002"),
            json(
                "4.18",
                "A fragment with a reserved bit",
                [first(), last().reserved(0b010)],
                "close 1002",
            ),
            json("4.19", "A fragment without a mask", [first(), last().unmasked()], "close 1002"),
        ],
    }
}
