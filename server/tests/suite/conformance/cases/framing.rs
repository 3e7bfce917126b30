//! Single frames: opcodes, reserved bits, masks and lengths.

use crate::conformance::case::{Chapter, bin, json};
use crate::conformance::frame::{BINARY_PING, PING, binary, frame, padded, text};

pub(crate) fn chapter() -> Chapter {
    Chapter {
        title: "Framing",
        about: "Opcodes, reserved bits, masks and lengths of single frames.",
        cases: vec![
            json("2.1", "A text message", [text(PING)], "Pong 7"),
            bin("2.2", "A binary message", [binary(BINARY_PING)], "Pong 7"),
            json("2.3", "A byte at a time", [text(PING)], "Pong 7").in_pieces_of(1),
            json("2.4", "Two messages at once", [text(PING), text(PING)], "Pong 7 …"),
            bin("2.5", "An empty binary message", [binary([])], "nothing"),
            json("2.6", "A length of two bytes", [text(padded(126))], "Pong 7"),
            json("2.7", "The last length of one byte", [text(padded(125))], "Pong 7"),
            json("2.8", "A long message, three bytes at a time", [text(padded(3_000))], "Pong 7")
                .in_pieces_of(3),
            json("2.9", "Two bytes for a short length", [text(PING).wide(2)], "close 1002"),
            json("2.10", "Eight bytes for a short length", [text(PING).wide(8)], "close 1002"),
            json("2.11", "First reserved bit", [text(PING).reserved(0b100)], "close 1002"),
            json("2.12", "Second reserved bit", [text(PING).reserved(0b010)], "close 1002"),
            json("2.13", "Third reserved bit", [text(PING).reserved(0b001)], "close 1002"),
            json("2.14", "All reserved bits", [text(PING).reserved(0b111)], "close 1002"),
            json(
                "2.15",
                "Reserved bit after a message",
                [text(PING), text(PING).reserved(0b100)],
                "Pong 7, close 1002",
            ),
            json("2.16", "Data opcode 3", [frame(3, PING)], "close 1002"),
            json("2.17", "Data opcode 4", [frame(4, [])], "close 1002"),
            json("2.18", "Data opcode 5", [frame(5, PING)], "close 1002"),
            json("2.19", "Data opcode 6", [frame(6, [])], "close 1002"),
            json("2.20", "Data opcode 7", [frame(7, PING)], "close 1002"),
            json("2.21", "Control opcode 11", [frame(11, [])], "close 1002"),
            json("2.22", "Control opcode 12", [frame(12, PING)], "close 1002"),
            json("2.23", "Control opcode 13", [frame(13, [])], "close 1002"),
            json("2.24", "Control opcode 14", [frame(14, PING)], "close 1002"),
            json("2.25", "Control opcode 15", [frame(15, [])], "close 1002"),
            json("2.26", "Text without a mask", [text(PING).unmasked()], "close 1002"),
            bin("2.27", "Binary without a mask", [binary(BINARY_PING).unmasked()], "close 1002"),
            bin(
                "2.28",
                "Without a mask after a message",
                [binary(BINARY_PING), binary(BINARY_PING).unmasked()],
                "Pong 7, close 1002",
            ),
            json("2.29", "An empty text message", [text("")], "nothing"),
        ],
    }
}
