//! Frames that are broken, hostile, or from a future version.

use crate::golden;
use cardroom_protocol::client::{Act, Hello, ListTables, Login, Ping, Sit};
use cardroom_protocol::codec::{DecodeError, Decoded, Frame, Misnamed};
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::items::Items;
use cardroom_protocol::limits::{MAX_FRAME_BYTES, MAX_ITEMS_PER_FRAME, MAX_JSON_DEPTH};
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::server::{Done, Step};
use cardroom_protocol::table::{Action, Resumed, SeatLeft};
use cardroom_protocol::tournament::TournamentCommand;
use cardroom_protocol::{
    ActionId, Chips, ClientMessage, Encoding, RequestId, Secret, Seq, ServerMessage, TableEvent,
    TableId, TurnToken,
};
use std::fmt::Write as _;

use Encoding::{Binary, Json};

fn client(encoding: Encoding, frame: &[u8]) -> Result<Decoded<ClientMessage>, DecodeError> {
    encoding.decode(frame, MAX_FRAME_BYTES)
}

fn json(frame: &str) -> Result<Decoded<ClientMessage>, DecodeError> {
    client(Json, frame.as_bytes())
}

fn server(encoding: Encoding, frame: &[u8]) -> Result<Decoded<ServerMessage>, DecodeError> {
    encoding.decode(frame, MAX_FRAME_BYTES)
}

fn ping(nonce: u32) -> ClientMessage {
    Ping { nonce }.into()
}

/// Returns the reason why a JSON frame does not decode.
fn reason(frame: &str) -> String {
    match json(frame) {
        Err(DecodeError::BadJson { reason }) => reason,
        other => panic!("{frame} is not refused for its JSON: {other:?}"),
    }
}

#[test]
fn a_frame_cut_short_anywhere_is_refused() {
    for golden in golden::read("server") {
        for end in 1..golden.item.len() {
            assert!(server(Binary, &golden.item[..end]).is_err(), "{} at {end}", golden.title);
        }
        let array = format!("[{}]", golden.json);
        for end in 0..array.len() {
            assert!(server(Json, &array.as_bytes()[..end]).is_err(), "{} at {end}", golden.title);
        }
    }
}

/// The body is shorter than its type, although the item is whole.
#[test]
fn a_body_cut_short_is_refused() {
    for golden in golden::read("events") {
        let [tag, length, body @ ..] = golden.item.as_slice() else { panic!("an item") };
        assert_eq!(usize::from(*length), body.len(), "no sample has a long body");
        for end in 0..body.len() {
            let mut item = vec![*tag, u8::try_from(end).unwrap()];
            item.extend(&body[..end]);
            let refused = Binary.decode::<TableEvent>(&item, MAX_FRAME_BYTES);
            assert!(
                matches!(refused, Err(DecodeError::BadBody { tag: t, .. }) if t == u32::from(*tag)),
                "{} with {end} bytes: {refused:?}",
                golden.title
            );
        }
    }
}

#[test]
fn every_byte_of_a_body_must_be_needed() {
    assert_eq!(
        client(Binary, &[2, 3, 5, 0, 0]),
        Err(DecodeError::TrailingBytes { tag: 2, count: 2 })
    );
    assert!(client(Binary, &[2, 1, 5]).is_ok());
    assert!(reason(r#"[{"Ping":{"nonce":5}}] []"#).contains("trailing"));
    assert!(reason(r#"[{"Ping":{"nonce":5}}],"#).contains("trailing"));
}

#[test]
fn a_frame_over_the_limit_is_not_looked_at() {
    let limit = MAX_FRAME_BYTES;
    for encoding in Encoding::ALL {
        let frame = vec![b' '; limit + 1];
        assert_eq!(
            client(encoding, &frame),
            Err(DecodeError::TooLarge { bytes: limit + 1, limit })
        );
    }
    // A frame exactly at the limit decodes.
    let frame = format!("{:limit$}", r#"[{"Ping":{"nonce":5}}]"#);
    assert_eq!(json(&frame).map(|decoded| decoded.messages), Ok(vec![ping(5)]));
}

#[test]
fn items_are_counted_while_they_are_read() {
    for encoding in Encoding::ALL {
        let mut frame = Frame::new(encoding);
        for nonce in 0..MAX_ITEMS_PER_FRAME {
            frame.push(&ping(u32::try_from(nonce).unwrap())).unwrap();
        }
        let full = frame.clone().finish();
        assert_eq!(client(encoding, &full).unwrap().messages.len(), MAX_ITEMS_PER_FRAME);
        frame.push(&ping(0)).unwrap();
        assert_eq!(client(encoding, &frame.finish()), Err(DecodeError::TooManyItems));
    }
    // The decoder does not look at what follows the first item over the limit.
    let mut bytes = [2, 1, 5].repeat(MAX_ITEMS_PER_FRAME);
    bytes.extend([0xff; 9]);
    assert_eq!(client(Binary, &bytes), Err(DecodeError::TooManyItems));
    let many = r#"{"Ping":{"nonce":5}},"#.repeat(MAX_ITEMS_PER_FRAME + 1);
    assert_eq!(json(&format!("[{many} no JSON")), Err(DecodeError::TooManyItems));
    // Unknown messages count toward the limit, too.
    assert_eq!(client(Binary, &[127, 0].repeat(257)), Err(DecodeError::TooManyItems));
    let many = vec![r#"{"New":0}"#; MAX_ITEMS_PER_FRAME + 1].join(",");
    assert_eq!(json(&format!("[{many}]")), Err(DecodeError::TooManyItems));
}

#[test]
fn events_of_a_step_are_counted_too() {
    let step = |count: usize| {
        let events = Items(vec![TableEvent::from(Resumed {}); count]);
        ServerMessage::from(Step { table: TableId(1), seq: Seq(1), events })
    };
    for encoding in Encoding::ALL {
        let full = encoding.encode(&[step(MAX_ITEMS_PER_FRAME)]).unwrap();
        assert!(server(encoding, &full).is_ok());
        let over = encoding.encode(&[step(MAX_ITEMS_PER_FRAME + 1)]).unwrap();
        let error = server(encoding, &over).unwrap_err().to_string();
        assert!(error.contains("more than 256 items"), "{error}");
    }
}

#[test]
fn unknown_messages_are_passed_over_and_counted() {
    let of = |misnamed| Ok(Decoded { messages: vec![ping(1), ping(2)], unknown: 2, misnamed });
    let bytes = [2, 1, 1, 127, 3, 0xff, 0xff, 0xff, 0xac, 0x02, 0, 2, 1, 2];
    assert_eq!(client(Binary, &bytes), of(vec![]));
    let text = r#"[{"Ping":{"nonce":1}},{"New":{"a":[1,{"b":null}]}},{"Newer":-1.5e3},
                   {"Ping":{"nonce":2}}]"#;
    assert_eq!(json(text), of(vec![misnamed("New", None), misnamed("Newer", None)]));
    // The names and tags of one set mean nothing in another.
    assert_eq!(json(r#"[{"Done":{"request":1}}]"#), Ok(only(misnamed("Done", Some(1)))));
}

/// Returns a JSON message with an unknown name, as it is read.
fn misnamed(name: &str, request: Option<u32>) -> Misnamed {
    Misnamed { name: name.to_owned(), request: request.map(RequestId) }
}

/// Returns what is read of a frame with nothing but a message with an unknown name.
fn only(misnamed: Misnamed) -> Decoded<ClientMessage> {
    Decoded { messages: vec![], unknown: 1, misnamed: vec![misnamed] }
}

#[test]
fn the_request_of_an_unknown_message_is_found_in_a_body_of_any_shape() {
    for (body, request) in [
        (r#"{"request":7}"#, Some(7)),
        (r#"{"table":{"request":3},"seats":[1,{}],"request":4294967295}"#, Some(u32::MAX)),
        (r#"{"request":4294967296}"#, None),
        (r#"{"request":-1}"#, None),
        (r#"{"request":7.0}"#, None),
        (r#"{"request":99999999999999999999999}"#, None),
        (r#"{"request":"7"}"#, None),
        (r#"{"request":{"request":7}}"#, None),
        (r#"{"request":[7]}"#, None),
        (r#"{"request":null}"#, None),
        (r#"{"Request":7}"#, None),
        ("{}", None),
        ("7", None),
        ("true", None),
        ("[7]", None),
        ("null", None),
        (r#""request""#, None),
    ] {
        let frame = format!(r#"[{{"Sitt":{body}}}]"#);
        assert_eq!(json(&frame), Ok(only(misnamed("Sitt", request))), "{body}");
    }
    let long = "S".repeat(1_000);
    let read = json(&format!(r#"{{"{long}":{{}}}}"#)).unwrap();
    assert_eq!(read.misnamed[0].name.len(), Misnamed::MAX_NAME_CHARS);
}

#[test]
fn unknown_events_inside_a_step_are_passed_over() {
    let step = |events: Vec<TableEvent>| {
        ServerMessage::from(Step { table: TableId(7), seq: Seq(9), events: Items(events) })
    };
    let expected = vec![step(vec![SeatLeft { seat: 3 }.into(), Resumed {}.into()])];
    let bytes = [41, 11, 7, 9, 8, 17, 1, 3, 200, 1, 0, 25, 0];
    assert_eq!(server(Binary, &bytes).map(|decoded| decoded.messages), Ok(expected.clone()));
    let text = r#"[{"Step":{"table":7,"seq":9,"events":[{"SeatLeft":{"seat":3}},{"New":7},
                   {"Resumed":{}}]}}]"#;
    assert_eq!(server(Json, text.as_bytes()).map(|decoded| decoded.messages), Ok(expected));
}

#[test]
fn a_known_event_that_is_broken_is_not_passed_over() {
    let bytes = [41, 6, 7, 9, 3, 17, 1, 3];
    assert!(server(Binary, &bytes).is_ok());
    // The event has two bytes too many, its length exceeds the step, its tag has no length.
    for bytes in
        [&[41, 8, 7, 9, 5, 17, 3, 3, 0, 0][..], &[41, 6, 7, 9, 3, 17, 2, 3], &[41, 4, 7, 9, 1, 17]]
    {
        let refused = server(Binary, bytes);
        assert!(matches!(refused, Err(DecodeError::BadBody { tag: 41, .. })), "{refused:?}");
    }
}

#[test]
fn longer_spellings_of_numbers_are_read() {
    // Tag 2 in two bytes, length 3 in two bytes, nonce 5 as a u16.
    assert_eq!(
        client(Binary, &[0x82, 0x00, 0x83, 0x00, 251, 5, 0]).map(|decoded| decoded.messages),
        Ok(vec![ping(5)])
    );
    // Nonce 5 may come as a u32, but not as a u64, which a u32 never is.
    assert!(client(Binary, &[2, 5, 252, 5, 0, 0, 0]).is_ok());
    assert!(client(Binary, &[2, 9, 253, 5, 0, 0, 0, 0, 0, 0, 0]).is_err());
    // A tag of more than 32 bits.
    assert_eq!(client(Binary, &[0xff; 6]), Err(DecodeError::BadVarint));
}

#[test]
fn integers_javascript_cannot_hold_are_refused_both_ways() {
    let sit = |amount: u64| {
        ClientMessage::from(Sit {
            request: RequestId(1),
            table: TableId(7),
            seat: None,
            buy_in: Chips(amount),
            wait_for_big_blind: false,
        })
    };
    for encoding in Encoding::ALL {
        let largest = encoding.encode(&[sit(MAX_SAFE)]).unwrap();
        assert_eq!(client(encoding, &largest).map(|d| d.messages), Ok(vec![sit(MAX_SAFE)]));
        let error = encoding.encode(&[sit(MAX_SAFE + 1)]).unwrap_err().to_string();
        assert!(error.contains("2^53 - 1"), "{error}");
    }
    let body = |amount: u64| {
        let mut item = vec![42, 13, 1, 7, 0, 253];
        item.extend(amount.to_le_bytes());
        item.push(0);
        item
    };
    assert!(client(Binary, &body(MAX_SAFE)).is_ok());
    assert!(client(Binary, &body(MAX_SAFE + 1)).is_err());
    let text = |amount: &str| {
        format!(
            r#"[{{"Sit":{{"request":1,"table":7,"seat":null,"buy_in":{amount},"wait_for_big_blind":false}}}}]"#
        )
    };
    assert!(json(&text("9007199254740991")).is_ok());
    for amount in ["9007199254740992", "18446744073709551616", "-1", "200.0", "2e2", "\"200\""] {
        assert!(json(&text(amount)).is_err(), "{amount}");
    }
}

/// A message that does not encode leaves nothing behind in the frame.
#[test]
fn a_message_that_does_not_encode_leaves_the_frame_as_it_was() {
    let too_large = ServerMessage::from(Step {
        table: TableId(7),
        seq: Seq(MAX_SAFE + 1),
        events: Items(Vec::new()),
    });
    let done = ServerMessage::from(Done { request: RequestId(1) });
    for encoding in Encoding::ALL {
        let mut frame = Frame::new(encoding);
        assert!(frame.push(&too_large).is_err());
        assert!(frame.is_empty());
        frame.push(&done).unwrap();
        assert!(frame.push(&too_large).is_err());
        frame.push(&done).unwrap();
        let decoded = server(encoding, &frame.finish()).unwrap();
        assert_eq!(decoded.messages, [done.clone(), done.clone()]);
    }
}

/// A part that many viewers share is encoded once and added to all their frames.
#[test]
fn shared_parts_go_into_frames() {
    let messages = [ping(1), ping(2), ping(3)];
    for encoding in Encoding::ALL {
        let mut shared = Vec::new();
        encoding.append(&messages[0], &mut shared).unwrap();
        encoding.append(&messages[1], &mut shared).unwrap();
        let mut frame = Frame::new(encoding);
        frame.push_encoded(&[]);
        assert!(frame.is_empty());
        frame.push_encoded(&shared);
        frame.push_encoded(&[]);
        frame.push(&messages[2]).unwrap();
        let length = frame.len();
        let frame = frame.finish();
        assert_eq!(frame, encoding.encode(&messages).unwrap());
        assert_eq!(frame.len() - length, usize::from(encoding == Json));
    }
}

/// From a length of 128 on, the encoded length needs another byte and the body has to move.
#[test]
fn bodies_of_every_length_come_back() {
    for length in (0..300).chain([16_000]) {
        let hello = ClientMessage::from(Hello { minor: 9, client: "é".repeat(length / 2) });
        for encoding in Encoding::ALL {
            let frame = encoding.encode(&[ping(1), hello.clone(), ping(2)]).unwrap();
            let expected = vec![ping(1), hello.clone(), ping(2)];
            assert_eq!(encoding.decode(&frame, 70_000).map(|d| d.messages), Ok(expected));
        }
    }
}

#[test]
fn nesting_beyond_what_messages_need_is_refused() {
    let deep = |depth: usize, open: &str, close: &str| {
        let inside = depth - 2;
        format!(r#"[{{"New":{}0{}}}]"#, open.repeat(inside), close.repeat(inside))
    };
    assert_eq!(json(&deep(MAX_JSON_DEPTH, "[", "]")).map(|decoded| decoded.unknown), Ok(1));
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        for depth in [MAX_JSON_DEPTH + 1, 2_000] {
            assert_eq!(json(&deep(depth, open, close)), Err(DecodeError::TooDeep));
        }
    }
    assert_eq!(client(Json, &[b'['; MAX_FRAME_BYTES]), Err(DecodeError::TooDeep));
    // Brackets in strings do not nest, even after escapes.
    let text = r#"[{"Hello":{"minor":0,"client":"\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}}]"#;
    assert!(json(text).is_ok());
}

#[test]
fn an_object_is_one_message() {
    for text in [
        r#"[{"Ping":{"nonce":1},"Ping":{"nonce":2}}]"#,
        r#"[{"Ping":{"nonce":1},"Hello":{"minor":0,"client":""}}]"#,
        r#"{"Ping":{"nonce":1},"Unknown":2}"#,
        r#"{"Unknown":2,"Ping":{"nonce":1}}"#,
    ] {
        assert!(reason(text).contains("one name"), "{text}");
    }
    for text in ["[{}]", "{}"] {
        assert!(reason(text).contains("needs a name"), "{text}");
    }
    for text in
        ["", "[", "null", "1", "\"Ping\"", "[1]", "[null]", "[\"Ping\"]", "[[]]", "nonsense"]
    {
        reason(text);
    }
}

#[test]
fn a_message_alone_may_stand_without_its_array() {
    assert_eq!(
        json(r#" {"Ping":{"nonce":5}} "#),
        Ok(Decoded { messages: vec![ping(5)], unknown: 0, misnamed: vec![] })
    );
    assert_eq!(json(r#"{"New":5}"#), Ok(only(misnamed("New", None))));
    assert!(reason(r#"{"Ping":{"nonce":5}}{"Ping":{"nonce":5}}"#).contains("trailing"));
}

/// A misspelled field is reported, and does not count as an absent one.
#[test]
fn fields_of_client_messages_are_exact() {
    let sit = r#"{"Sit":{"request":1,"table":7,"buy_in":200,"wait_for_big_blind":true"#;
    assert!(json(&format!("{sit}}}}}")).is_ok(), "an absent option is none");
    assert!(reason(&format!(r#"{sit},"Seat":3}}}}"#)).contains("Sit: unknown field `Seat`"));
    assert!(reason(&format!(r#"{sit},"seat":3,"seat":4}}}}"#)).contains("duplicate field `seat`"));
    assert!(reason(r#"{"Ping":{}}"#).contains("Ping: missing field `nonce`"));
    let filter = r#"{"ListTables":{"request":1,"filter":{"open_seats":true,"minbb":1}}}"#;
    assert!(reason(filter).contains("unknown field `minbb`"));
    for (name, body) in [("Ping", "[5]"), ("Ping", "null")] {
        // serde also reads structs from arrays. Null is not a struct.
        assert_eq!(json(&format!(r#"{{"{name}":{body}}}"#)).is_ok(), body == "[5]");
    }
}

/// In JSON, an absent part of a filter matches every table. Binary has every part.
#[test]
fn absent_parts_of_a_filter_match_every_table() {
    let list =
        |filter: TableFilter| ClientMessage::from(ListTables { request: RequestId(1), filter });
    let every = list(TableFilter::default());
    for body in [r#""request":1"#, r#""request":1,"filter":{}"#] {
        let text = format!(r#"[{{"ListTables":{{{body}}}}}]"#);
        assert_eq!(json(&text).map(|decoded| decoded.messages), Ok(vec![every.clone()]), "{body}");
    }
    let text = r#"{"ListTables":{"request":1,"filter":{"open_seats":true}}}"#;
    let open = list(TableFilter { open_seats: true, ..TableFilter::default() });
    assert_eq!(json(text).map(|decoded| decoded.messages), Ok(vec![open]));
    assert!(reason(r#"{"ListTables":{"filter":{}}}"#).contains("missing field `request`"));
    let whole = [30, 7, 1, 0, 0, 0, 0, 0, 0];
    assert_eq!(client(Binary, &whole).map(|decoded| decoded.messages), Ok(vec![every]));
    for length in 0..7_u8 {
        let mut cut = vec![30, length];
        cut.extend(&whole[2..2 + usize::from(length)]);
        assert!(client(Binary, &cut).is_err(), "{length} bytes of it");
    }
}

/// JSON of a client that knows no later terms of a table opens one as before, and sets a stack.
#[test]
fn terms_that_came_later_may_be_absent() {
    let whole = r#"[{"HostTable":{"request":1,"terms":{"name":"Thursday","game":"holdem","rulebook":"online","betting":"NoLimit","small_blind":1,"big_blind":2,"bring_in":0,"ante":0,"ante_kind":"None","seats":6,"min_buy_in":40,"max_buy_in":200,"act_seconds":25,"bank_seconds":60,"max_boards":1,"hybrid":false,"bots_allowed":false,"free_chat":false,"between_hands_ms":3000,"top_up_to":200"#;
    let later =
        r#","approve_buy_ins":false,"free_entry":false,"ends_at_ms":0,"note":"","chip_value":null"#;
    let read = |more: &str| json(&format!("{whole}{more}}}}}}}]")).map(|decoded| decoded.messages);
    assert!(read("").is_ok());
    assert_eq!(read(""), read(later));
    assert!(read(r#","notes":"""#).is_err(), "a misspelled term is none of them");
    let stack = |more: &str| {
        let order = format!(r#"{{"SetStack":{{"entry":3,"chips":900{more}}}}}"#);
        serde_json::from_str::<TournamentCommand>(&order).map_err(|error| error.to_string())
    };
    assert_eq!(stack(""), stack(r#","beyond":false"#));
    assert!(stack("").is_ok());
}

#[test]
fn secrets_show_in_no_debug_output_and_no_error() {
    let message = ClientMessage::from(Login {
        request: RequestId(1),
        name: "Ada".to_owned(),
        password: Secret::from("hunter2"),
        browser: None,
    });
    let debug = format!("{message:?} {message:#?} {:?}", Some(Secret::from("hunter2")));
    assert!(debug.contains("Ada") && debug.contains("Secret(..)"), "{debug}");
    assert!(!debug.contains("hunter2"));
    for password in ["4711", "[\"hunter2\"]", "{\"hunter2\":4711}", "4711.5", "true", "\"hunter2"] {
        let text = format!(r#"{{"Login":{{"request":1,"name":"Ada","password":{password}}}}}"#);
        let reason = reason(&text);
        assert!(!reason.contains("hunter2") && !reason.contains("4711"), "{reason}");
    }
}

/// Tries every byte where bincode allows only a few values.
#[test]
fn leaves_with_few_values_refuse_the_rest() {
    let act = |action: u8| [48, 4, 7, 1, 2, action];
    for action in 0..=255 {
        // A bet and a raise hold an amount, which is missing here.
        let is_whole = matches!(action, 0..=2 | 5);
        assert_eq!(client(Binary, &act(action)).is_ok(), is_whole, "{action}");
    }
    // A bool and the mark of an option are 0 or 1.
    for byte in 0..=255_u8 {
        let fits = byte < 2;
        assert_eq!(client(Binary, &[31, 2, 1, byte]).is_ok(), fits, "{byte}");
        let mut sit = vec![42, 5, 1, 7, 0, 9, byte];
        assert_eq!(client(Binary, &sit).is_ok(), fits, "{byte}");
        sit = vec![42, 6, 1, 7, byte, 0, 9, 0];
        assert_eq!(client(Binary, &sit).is_ok(), byte == 1, "{byte}");
    }
    // There are 52 cards, and text is UTF-8.
    let board = |card: u8| Binary.decode::<TableEvent>(&[9, 3, 0, 1, card], MAX_FRAME_BYTES);
    assert!(board(51).is_ok() && board(52).is_err() && board(255).is_err());
    assert!(client(Binary, &[1, 3, 0, 1, 0xff]).is_err());
    assert!(client(Json, b"[{\"Hello\":{\"minor\":0,\"client\":\"\xff\"}}]").is_err());
}

/// No player holds more cards than a discard may name.
#[test]
fn a_discard_names_few_cards() {
    let discard = |count: u8| {
        let mut item = vec![51, 4 + count, 7, 1, 2, count];
        item.extend(0..count);
        client(Binary, &item)
    };
    assert!((0..=7).all(|count| discard(count).is_ok()));
    assert!((8..=52).all(|count| discard(count).is_err()));
}

#[test]
fn the_largest_action_fits_in_a_few_bytes() {
    let act = ClientMessage::from(Act {
        table: TableId(MAX_SAFE),
        turn: TurnToken(MAX_SAFE),
        action_id: ActionId(MAX_SAFE),
        action: Action::RaiseTo(Chips(MAX_SAFE)),
    });
    assert_eq!(Binary.encode(&[act]).unwrap().len(), 2 + 4 * 9 + 1);
}

/// An honest message decodes, however many small integers it holds, although the decoder counts
/// each as eight bytes.
#[test]
fn a_frame_full_of_small_integers_is_read() {
    let mut text = String::from("[");
    for number in 0..250 {
        let comma = if number == 0 { "" } else { "," };
        write!(text, "{comma}{}", TABLE_INFO.replace("TABLE", &number.to_string())).unwrap();
    }
    text.push(']');
    let list = format!(r#"[{{"TableList":{{"request":1,"last":true,"tables":{text}}}}}]"#);
    let decoded = Json.decode::<ServerMessage>(list.as_bytes(), 1 << 20).unwrap();
    let frame = Binary.encode(&decoded.messages).unwrap();
    assert!(frame.len() < MAX_FRAME_BYTES);
    assert_eq!(server(Binary, &frame), Ok(decoded));
}

const TABLE_INFO: &str = r#"{"table":TABLE,"name":"","game":"","game_name":"","betting":"NoLimit",
    "rulebook":"","small_blind":1,"big_blind":2,"ante":0,"ante_kind":"None","unit":1,"seats":6,
    "seated":0,"min_buy_in":40,"max_buy_in":200,"bots_allowed":true,"hands_played":0,
    "average_pot":0,"games":[],"switch":"Never","straddle":null,"bomb_pot":null,"max_boards":1,"tournament":null,"hybrid":false,"host":null,"waiting":0,"bots":0,"free_chat":false,"top_up_to":200,"shows_folded":false}"#;
