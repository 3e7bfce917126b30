//! Valid WebSocket that Cardroom's own protocol rejects.

use crate::conformance::case::{Chapter, bin, json};
use crate::conformance::frame::{BINARY_PING, PING, binary, text};

const HELLO: &str = r#"{"Hello":{"minor":0,"client":"again"}}"#;

pub(crate) fn chapter() -> Chapter {
    Chapter {
        title: "What Cardroom refuses",
        about: "These are good frames of WebSocket. The room ends the connection with a `Goodbye` and a code from 4000.",
        cases: vec![
            json("8.1", "Text that is not JSON", [text("[")], "Goodbye `malformed`, close 4001"),
            json("8.2", "An object alone", [text("{}")], "Goodbye `malformed`, close 4001"),
            bin(
                "8.3",
                "Binary that does not decode",
                [binary([2, 1])],
                "Goodbye `malformed`, close 4001",
            ),
            json(
                "8.4",
                "A binary frame where text is spoken",
                [binary(BINARY_PING)],
                "Goodbye `wrong_frame_kind`, close 4003",
            ),
            bin(
                "8.5",
                "A text frame where binary is spoken",
                [text(PING)],
                "Goodbye `wrong_frame_kind`, close 4003",
            ),
            json(
                "8.6",
                "A second hello",
                [text(HELLO).called("Hello")],
                "Goodbye `hello_expected`, close 4005",
            ),
        ],
    }
}
