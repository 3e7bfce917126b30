//! Generates `protocol/schema/asyncapi.yaml`, which describes the socket as AsyncAPI 3. The
//! messages are those of the JSON Schema beside it.
//!
//! `BLESS=1 cargo test -p cardroom-protocol asyncapi` writes the file again.

use crate::reference::Docs;
use crate::schema::is_fresh;
use cardroom_protocol::message::Message;
use cardroom_protocol::{ClientMessage, MINOR_VERSION, ServerMessage};
use std::fmt::Write as _;

/// The document above its messages.
const HEAD: &str = "\
# Written from the Rust types by `BLESS=1 cargo test -p cardroom-protocol asyncapi`: do not edit.
asyncapi: 3.0.0
info:
  title: Cardroom
  version: 1.MINOR.0
  description: >-
    The text frames of `cardroom.v1.json`. Each WebSocket message is a frame: a list of the
    messages below. PROTOCOL.md says what they mean, and describes the binary encoding.
  license:
    name: MIT OR Apache-2.0
defaultContentType: application/json
servers:
  local:
    host: 127.0.0.1:7777
    protocol: ws
    description: A room as `cardroom` opens it. Behind TLS, the protocol is wss.
channels:
  room:
    address: /ws
    servers:
      - $ref: '#/servers/local'
    bindings:
      ws:
        bindingVersion: 0.1.0
        method: GET
        headers:
          type: object
          required: [Sec-WebSocket-Protocol]
          properties:
            Sec-WebSocket-Protocol:
              type: string
              const: cardroom.v1.json
    messages:
      ClientFrame:
        $ref: '#/components/messages/ClientFrame'
      ServerFrame:
        $ref: '#/components/messages/ServerFrame'
operations:
  fromClient:
    action: receive
    summary: A client sends a frame. The first one holds Hello alone.
    channel:
      $ref: '#/channels/room'
    messages:
      - $ref: '#/channels/room/messages/ClientFrame'
  toClient:
    action: send
    summary: The room sends a frame.
    channel:
      $ref: '#/channels/room'
    messages:
      - $ref: '#/channels/room/messages/ServerFrame'
components:
  messages:
";

fn message(name: &str, title: &str, summary: &str, out: &mut String) {
    let summary = summary.split(". ").next().unwrap_or_default().trim_end_matches('.');
    let quoted = serde_json::to_string(&format!("{summary}.")).unwrap();
    write!(
        out,
        "    {name}:\n      title: {title}\n      summary: {quoted}\n      payload:\n        \
         schemaFormat: application/schema+json;version=draft-07\n        schema:\n          \
         $ref: './cardroom.v1.schema.json#/$defs/{name}'\n"
    )
    .unwrap();
}

fn asyncapi() -> String {
    let docs = Docs::read();
    let mut out = HEAD.replace("MINOR", &MINOR_VERSION.to_string());
    message(
        "ClientFrame",
        "Frame of a client",
        "A list of client messages, or one alone",
        &mut out,
    );
    message("ServerFrame", "Frame of the room", "A list of server messages", &mut out);
    for (_, name) in ClientMessage::CATALOGUE {
        message(name, &format!("{name} (client message)"), docs.of(name), &mut out);
    }
    for (_, name) in ServerMessage::CATALOGUE {
        message(name, &format!("{name} (server message)"), docs.of(name), &mut out);
    }
    out
}

#[test]
fn asyncapi_is_written_from_the_types() {
    is_fresh("asyncapi.yaml", &asyncapi());
}
