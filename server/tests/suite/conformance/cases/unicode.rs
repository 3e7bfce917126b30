//! UTF-8 in text frames.

use crate::conformance::case::{Case, Chapter, json};
use crate::conformance::frame::{Frame, cont, dance, shown, text};

/// Returns a case with a message whose string has these bytes.
fn string(id: &'static str, title: &'static str, bytes: &[u8], answer: &'static str) -> Case {
    json(id, title, [text(dance(bytes)).called(shown(bytes))], answer)
}

/// Returns the same message in two fragments. The first one ends inside the
/// string, after `at` bytes.
fn split(bytes: &[u8], at: usize) -> [Frame; 2] {
    let whole = dance(bytes);
    let (head, tail) =
        whole.split_at(whole.iter().position(|&byte| byte == b':').unwrap() + 2 + at);
    let (before, after) = bytes.split_at(at);
    let first = text(head).unfinished().called(shown(before));
    [first, cont(tail).called(shown(after))]
}

pub(crate) fn chapter() -> Chapter {
    const GOOD: &str = "Pong 7, Refused";
    const BAD: &str = "close 1007";
    let kosme = "κόσμε".as_bytes();
    let clef = "𝄞".as_bytes();
    let early = [text([0xff]).unfinished(), cont([])];
    Chapter {
        title: "UTF-8",
        about: "The table shows the text inside a string of a message that the server does not know, \
                and refuses. `Ping 7` follows it.",
        cases: vec![
            string("5.1", "Two bytes a letter", kosme, GOOD),
            string("5.2", "Four bytes a letter", clef, GOOD),
            string("5.3", "The first of two bytes, U+0080", "\u{80}".as_bytes(), GOOD),
            string("5.4", "The last of three bytes, U+FFFF", "\u{ffff}".as_bytes(), GOOD),
            string("5.5", "The last of all, U+10FFFF", "\u{10ffff}".as_bytes(), GOOD),
            string("5.6", "Before the surrogates, U+D7FF", "\u{d7ff}".as_bytes(), GOOD),
            string("5.7", "Behind the surrogates, U+E000", "\u{e000}".as_bytes(), GOOD),
            json("5.8", "Split between letters", split(kosme, 2), GOOD),
            json("5.9", "Split inside a letter of two bytes", split(kosme, 1), GOOD),
            json("5.10", "Split after the first of four", split(clef, 1), GOOD),
            json("5.11", "Split after the second of four", split(clef, 2), GOOD),
            json("5.12", "Split after the third of four", split(clef, 3), GOOD),
            json("5.13", "Split inside a letter, a byte at a time", split(clef, 2), GOOD)
                .in_pieces_of(1),
            string("5.14", "A byte that never occurs", &[0xff], BAD),
            string("5.15", "A continuation without a start", &[0x80], BAD),
            string("5.16", "A start without a continuation", &[0xce], BAD),
            string("5.17", "Two bytes too long for a NUL", &[0xc0, 0x80], BAD),
            string("5.18", "Three bytes too long for a slash", &[0xe0, 0x80, 0xaf], BAD),
            string("5.19", "Four bytes too long for U+FFFF", &[0xf0, 0x8f, 0xbf, 0xbf], BAD),
            string("5.20", "The first surrogate", &[0xed, 0xa0, 0x80], BAD),
            string("5.21", "A pair of surrogates", &[0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80], BAD),
            string("5.22", "Above U+10FFFF", &[0xf4, 0x90, 0x80, 0x80], BAD),
            string("5.23", "Five bytes", &[0xf8, 0x88, 0x80, 0x80, 0x80], BAD),
            string(
                "5.24",
                "Good letters, then a surrogate",
                &[kosme, &[0xed, 0xa0, 0x80]].concat(),
                BAD,
            ),
            json(
                "5.25",
                "A message that ends inside a letter",
                [text([0xce]).called("`ce`, and the end")],
                BAD,
            ),
            json(
                "5.26",
                "The last fragment ends inside a letter",
                [text([]).unfinished(), cont([0xf0, 0x9d]).called("`f0 9d`, and the end")],
                BAD,
            ),
            json(
                "5.27",
                "Split inside what is no letter",
                split(&[0xf4, 0x90, 0x80, 0x80], 2),
                BAD,
            ),
            json("5.28", "Wrong in the first fragment", early, BAD),
            json("5.29", "Wrong before the message is over", [text([0xff]).unfinished()], BAD),
        ],
    }
}
