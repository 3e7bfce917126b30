//! Sizes, and limits on rates.

use crate::conformance::case::{Chapter, On, bin, json, of_frames};
use crate::conformance::frame::{Frame, PING, binary, cont, padded, ping, pong, text};
use cardroom_protocol::Encoding;

/// More than a slow room tolerates.
const FLOOD: usize = 300;
const TOO_FAST: &str = "Goodbye `rate_limited`, close 4006";

fn flood(first: Option<Frame>, then: Frame) -> Vec<Frame> {
    first.into_iter().chain(std::iter::repeat_n(then, FLOOD)).collect()
}

pub(crate) fn chapter() -> Chapter {
    let (largest, half) = (16_384, 8_192);
    Chapter {
        title: "Limits",
        about: "A message has at most 16384 bytes, however many frames it comes in. *Slow* is a room \
                that allows ten messages at once and then one a second; it forgives a hundred more, counted in frames.",
        cases: vec![
            json("7.1", "The largest message", [text(padded(largest))], "Pong 7"),
            json("7.2", "A byte too many", [text(padded(largest + 1))], "close 1009"),
            json(
                "7.3",
                "The largest in fragments",
                [text(vec![b' '; half]).unfinished(), cont(padded(half))],
                "Pong 7",
            ),
            json(
                "7.4",
                "A byte too many in fragments",
                [text(vec![b' '; half]).unfinished(), cont(padded(half + 1))],
                "close 1009",
            ),
            json(
                "7.5",
                "Too many before the end",
                [text(vec![b' '; largest]).unfinished(), cont(" ").unfinished()],
                "close 1009",
            ),
            bin("7.6", "Too large in binary", [binary(vec![0; largest + 1])], "close 1009"),
            bin("7.7", "A megabyte", [binary(vec![0; 1 << 20])], "close 1009"),
            bin(
                "7.8",
                "Four gigabytes that do not follow",
                [binary([]).claims(1 << 32)],
                "close 1009",
            ),
            bin(
                "7.9",
                "The largest length there is",
                [binary([]).claims((1 << 63) - 1)],
                "close 1009",
            ),
            bin(
                "7.10",
                "A length whose first bit is set",
                [binary([]).claims(1 << 63)],
                "close 1002",
            ),
            json(
                "7.11",
                "A ping that is too large for a message",
                [ping(vec![0; largest + 1])],
                "close 1002",
            ),
            of_frames(
                "7.12",
                "Slow: messages without end",
                Encoding::Json,
                flood(None, text(PING)),
                "Pong 7 …, Goodbye `rate_limited`, close 4006",
            )
            .on(On::Slow),
            of_frames(
                "7.13",
                "Slow: empty continuations without end",
                Encoding::Json,
                flood(Some(text([]).unfinished()), cont([]).unfinished()),
                TOO_FAST,
            )
            .on(On::Slow),
            of_frames(
                "7.14",
                "Slow: continuations of a byte without end",
                Encoding::Json,
                flood(Some(text([]).unfinished()), cont(" ").unfinished()),
                TOO_FAST,
            )
            .on(On::Slow),
            of_frames(
                "7.15",
                "Slow: pings without end",
                Encoding::Json,
                flood(None, ping([])),
                "pong …, Goodbye `rate_limited`, close 4006",
            )
            .on(On::Slow),
            of_frames(
                "7.16",
                "Slow: pongs without end",
                Encoding::Json,
                flood(None, pong([])),
                TOO_FAST,
            )
            .on(On::Slow),
            of_frames(
                "7.17",
                "Slow: empty messages without end",
                Encoding::Binary,
                flood(None, binary([])),
                TOO_FAST,
            )
            .on(On::Slow),
            of_frames(
                "7.18",
                "Slow: pings inside a message",
                Encoding::Json,
                flood(Some(text([]).unfinished()), ping([])),
                "pong …, Goodbye `rate_limited`, close 4006",
            )
            .on(On::Slow),
        ],
    }
}
