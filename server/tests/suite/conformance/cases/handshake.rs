//! Handshakes, and the host names that a request may use.

use crate::conformance::case::Edit::{Line, Twice, With, Without};
use crate::conformance::case::{Chapter, On, request};

const HOST: &str = "Host";
const ORIGIN: &str = "Origin";
const PROTOCOL: &str = "Sec-WebSocket-Protocol";
const VERSION: &str = "Sec-WebSocket-Version";
const KEY: &str = "Sec-WebSocket-Key";
const HEALTH: &str = "GET /healthz HTTP/1.1";
const OLD: &str = "426 `Sec-WebSocket-Version: 13`, `Upgrade: websocket`";

pub(crate) fn chapter() -> Chapter {
    Chapter {
        title: "Handshake and host names",
        about: "Each request is a good handshake for `cardroom.v1.json`, except for what is named. *Listed* is a room \
                with `server.hosts = [\"poker.example\"]`, *admin* the admin address of a room without such a list.",
        cases: vec![
            request("1.1", "Good", [], "101 `cardroom.v1.json`"),
            request(
                "1.2",
                "The first known subprotocol",
                [With(PROTOCOL, "chat, cardroom.v1.bin, cardroom.v1.json")],
                "101 `cardroom.v1.bin`",
            ),
            request(
                "1.3",
                "Subprotocols in two headers",
                [With(PROTOCOL, "chat"), Twice(PROTOCOL, "cardroom.v1.bin")],
                "101 `cardroom.v1.bin`",
            ),
            request("1.4", "No subprotocol", [Without(PROTOCOL)], "400"),
            request("1.5", "Unknown subprotocol", [With(PROTOCOL, "cardroom.v9.json")], "400"),
            request(
                "1.6",
                "Extensions are offered",
                [With("Sec-WebSocket-Extensions", "permessage-deflate")],
                "101 `cardroom.v1.json`",
            ),
            request(
                "1.7",
                "Several connection options",
                [With("Connection", "keep-alive, Upgrade")],
                "101 `cardroom.v1.json`",
            ),
            request(
                "1.8",
                "Names in other cases",
                [With("Upgrade", "WebSocket"), With("Connection", "upgrade")],
                "101 `cardroom.v1.json`",
            ),
            request("1.9", "No Upgrade", [Without("Upgrade")], "400"),
            request("1.10", "Another protocol", [With("Upgrade", "h2c")], "400"),
            request("1.11", "No Connection", [Without("Connection")], "400"),
            request(
                "1.12",
                "Connection without upgrade",
                [With("Connection", "keep-alive")],
                "400",
            ),
            request("1.13", "No key", [Without(KEY)], "400"),
            request("1.14", "A short key", [With(KEY, "dGhlIHNhbXBsZQ==")], "400"),
            request(
                "1.15",
                "A key that is not base64",
                [With(KEY, "????????????????????????")],
                "400",
            ),
            request("1.16", "An older version", [With(VERSION, "8")], OLD),
            request("1.17", "A later version", [With(VERSION, "14")], OLD),
            request("1.18", "A version that is no number", [With(VERSION, "hybi")], OLD),
            request("1.19", "No version", [Without(VERSION)], "400"),
            request("1.20", "HTTP/1.0", [Line("GET /ws HTTP/1.0")], "400"),
            request("1.21", "Another method", [Line("POST /ws HTTP/1.1")], "405"),
            request("1.22", "Another path", [Line("GET /websocket HTTP/1.1")], "404"),
            request("1.23", "No Host", [Without(HOST)], "400"),
            request("1.24", "Two Hosts", [Twice(HOST, "poker.example")], "400"),
            request("1.25", "An empty Host", [With(HOST, "")], "400"),
            request("1.26", "A Host that is none", [With(HOST, "http://poker.example/")], "400"),
            request(
                "1.27",
                "A page of another origin",
                [With(ORIGIN, "https://evil.example")],
                "403",
            ),
            request(
                "1.28",
                "The room's own page",
                [With(HOST, "poker.example"), With(ORIGIN, "https://poker.example")],
                "101 `cardroom.v1.json`",
            ),
            request(
                "1.29",
                "Any name without a list",
                [With(HOST, "evil.example")],
                "101 `cardroom.v1.json`",
            ),
            request(
                "1.30",
                "Listed: a listed name",
                [With(HOST, "Poker.Example:7777")],
                "101 `cardroom.v1.json`",
            )
            .on(On::Listed),
            request(
                "1.31",
                "Listed: loopback",
                [With(HOST, "localhost:7777")],
                "101 `cardroom.v1.json`",
            )
            .on(On::Listed),
            request("1.32", "Listed: another name", [With(HOST, "evil.example:7777")], "421")
                .on(On::Listed),
            request(
                "1.33",
                "Listed: a name that begins alike",
                [With(HOST, "poker.example.evil.example")],
                "421",
            )
            .on(On::Listed),
            request(
                "1.34",
                "Listed: another name and its page",
                [With(HOST, "evil.example"), With(ORIGIN, "http://evil.example")],
                "421",
            )
            .on(On::Listed),
            request(
                "1.35",
                "Listed: another name in the line",
                [Line("GET http://evil.example/ws HTTP/1.1"), With(HOST, "poker.example")],
                "421",
            )
            .on(On::Listed),
            request(
                "1.36",
                "Listed: another page than /ws",
                [Line(HEALTH), With(HOST, "evil.example")],
                "421",
            )
            .on(On::Listed),
            request("1.37", "Admin: loopback", [Line(HEALTH)], "200").on(On::Admin),
            request(
                "1.38",
                "Admin: localhost",
                [Line(HEALTH), With(HOST, "localhost:7778")],
                "200",
            )
            .on(On::Admin),
            request(
                "1.39",
                "Admin: another name",
                [Line(HEALTH), With(HOST, "evil.example")],
                "421",
            )
            .on(On::Admin),
            request(
                "1.40",
                "Admin: another address",
                [Line("GET /metrics HTTP/1.1"), With(HOST, "192.0.2.1:7778")],
                "421",
            )
            .on(On::Admin),
            request(
                "1.41",
                "Admin: a health check of HTTP/1.0",
                [Line("GET /healthz HTTP/1.0"), Without(HOST)],
                "200",
            )
            .on(On::Admin),
        ],
    }
}
