//! Pings and pongs.

use crate::conformance::case::{Chapter, json};
use crate::conformance::frame::{PING, ping, pong, text};

pub(crate) fn chapter() -> Chapter {
    Chapter {
        title: "Pings and pongs",
        about: "A ping is answered by a pong with the same bytes, an unasked pong by nothing.",
        cases: vec![
            json("3.1", "A ping", [ping([])], "pong"),
            json("3.2", "A ping with text", [ping("Hello")], "pong `Hello`"),
            json(
                "3.3",
                "A ping with any bytes",
                [ping([0x00, 0xff, 0xfe, 0xfd, 0x01])],
                "pong `00 ff fe fd 01`",
            ),
            json("3.4", "The longest ping", [ping([0xfe; 125])], "pong 125 bytes"),
            json(
                "3.5",
                "The longest ping, a byte at a time",
                [ping([0xfe; 125])],
                "pong 125 bytes",
            )
            .in_pieces_of(1),
            json("3.6", "A ping that is too long", [ping([0xfe; 126])], "close 1002"),
            json("3.7", "A pong nobody asked for", [pong([])], "nothing"),
            json("3.8", "A pong with bytes", [pong("unasked")], "nothing"),
            json("3.9", "A pong that is too long", [pong([0xfe; 126])], "close 1002"),
            json("3.10", "A pong, then a ping", [pong("unasked"), ping("Hello")], "pong `Hello`"),
            json(
                "3.11",
                "Pings in order",
                [ping("1"), ping("2"), ping("3")],
                "pong `1`, pong `2`, pong `3`",
            ),
            json("3.12", "A ping before a message", [ping("1"), text(PING)], "pong `1`, Pong 7"),
            json("3.13", "A ping in fragments", [ping("1").unfinished()], "close 1002"),
            json("3.14", "A pong in fragments", [pong("1").unfinished()], "close 1002"),
            json("3.15", "A ping with a reserved bit", [ping("1").reserved(0b100)], "close 1002"),
            json("3.16", "A ping without a mask", [ping("1").unmasked()], "close 1002"),
        ],
    }
}
