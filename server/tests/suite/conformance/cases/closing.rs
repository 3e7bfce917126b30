//! Closes, with every code and every length.

use crate::conformance::case::{Case, Chapter, json};
use crate::conformance::frame::{PING, close, frame, ping, raw_close, text};

/// Returns a case that closes with a code and nothing else.
fn code(id: &'static str, title: &'static str, number: u16, answer: &'static str) -> Case {
    json(id, title, [close(number, "")], answer)
}

pub(crate) fn chapter() -> Chapter {
    const WRONG: &str = "close 1002";
    let longest = "x".repeat(123);
    Chapter {
        title: "Closing",
        about: "A close is answered by a close with the same code, and then the server ends the connection. \
                1014 is for gateways, and the library does not know it.",
        cases: vec![
            json("6.1", "Without a code", [raw_close([])], "close"),
            json("6.2", "Half a code", [raw_close([3])], WRONG),
            json("6.3", "A code and a reason", [close(1000, "Good night")], "close 1000"),
            json("6.4", "The longest reason", [close(1000, &longest)], "close 1000"),
            json("6.5", "A reason that is too long", [close(1000, longest + "x")], WRONG),
            json(
                "6.6",
                "A reason that is not UTF-8",
                [close(1000, [0xce, 0xba, 0xff])],
                "close 1007",
            ),
            json(
                "6.7",
                "A reason that ends inside a letter",
                [close(1000, [0xf0, 0x9d])],
                "close 1007",
            ),
            json("6.8", "In fragments", [close(1000, "").unfinished()], WRONG),
            json("6.9", "With a reserved bit", [close(1000, "").reserved(0b100)], WRONG),
            json("6.10", "Without a mask", [close(1000, "").unmasked()], WRONG),
            json("6.11", "A message before", [text(PING), close(1000, "")], "Pong 7, close 1000"),
            json("6.12", "A message behind", [close(1000, ""), text(PING)], "close 1000"),
            json("6.13", "A ping behind", [close(1000, ""), ping("late")], "close 1000"),
            json(
                "6.14",
                "A ping before",
                [ping("early"), close(1000, "")],
                "pong `early`, close 1000",
            ),
            json("6.15", "A second close", [close(1000, ""), close(1001, "")], "close 1000"),
            json(
                "6.16",
                "Nonsense behind",
                [close(1000, ""), frame(7, PING).reserved(0b111)],
                "close 1000",
            ),
            json(
                "6.17",
                "Inside a message in fragments",
                [text(PING).unfinished(), close(1000, "")],
                "close 1000",
            ),
            code("6.18", "Normal", 1000, "close 1000"),
            code("6.19", "Going away", 1001, "close 1001"),
            code("6.20", "Protocol error", 1002, "close 1002"),
            code("6.21", "Unsupported data", 1003, "close 1003"),
            code("6.22", "Invalid payload", 1007, "close 1007"),
            code("6.23", "Policy", 1008, "close 1008"),
            code("6.24", "Too big", 1009, "close 1009"),
            code("6.25", "Extension wanted", 1010, "close 1010"),
            code("6.26", "Internal error", 1011, "close 1011"),
            code("6.27", "Restart", 1012, "close 1012"),
            code("6.28", "Try again", 1013, "close 1013"),
            code("6.29", "The first for libraries", 3000, "close 3000"),
            code("6.30", "The last for libraries", 3999, "close 3999"),
            code("6.31", "The first private one", 4000, "close 4000"),
            code("6.32", "The last private one", 4999, "close 4999"),
            code("6.33", "Zero", 0, WRONG),
            code("6.34", "Below all", 999, WRONG),
            code("6.35", "Reserved", 1004, WRONG),
            code("6.36", "No code, never sent", 1005, WRONG),
            code("6.37", "Lost connection, never sent", 1006, WRONG),
            code("6.38", "Of a gateway", 1014, WRONG),
            code("6.39", "Failed TLS, never sent", 1015, WRONG),
            code("6.40", "Not registered", 1016, WRONG),
            code("6.41", "Not registered", 1100, WRONG),
            code("6.42", "For extensions", 2000, WRONG),
            code("6.43", "The last for extensions", 2999, WRONG),
            code("6.44", "Above all", 5000, WRONG),
            code("6.45", "The largest number", 65535, WRONG),
        ],
    }
}
