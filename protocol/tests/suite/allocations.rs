//! Bounds on the memory that a frame can make the decoder allocate, and on the
//! allocations of writing one.

use cardroom_protocol::client::Act;
use cardroom_protocol::limits::{MAX_FRAME_BYTES, MAX_SERVER_FRAME_BYTES};
use cardroom_protocol::message::Message;
use cardroom_protocol::server::YourTurn;
use cardroom_protocol::table::{Action, LegalActions};
use cardroom_protocol::{
    ActionId, Chips, ClientMessage, Encoding, Seq, ServerMessage, TableEvent, TableId,
    TournamentEvent, TurnToken,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting calls for each thread.
struct Counting;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn count(bytes: usize) {
    CALLS.set(CALLS.get() + 1);
    LARGEST.set(LARGEST.get().max(bytes));
}

// SAFETY: every call goes unchanged to the system's allocator, and the counters do not allocate.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the number of allocations and the size of the largest one.
pub(crate) fn allocations(work: impl FnOnce()) -> (usize, usize) {
    CALLS.set(0);
    LARGEST.set(0);
    work();
    (CALLS.get(), LARGEST.get())
}

/// Returns claimed lengths of 2^8 to 2^63 in bincode's encoding.
fn claims() -> impl Iterator<Item = Vec<u8>> {
    (8..64).step_by(4).map(|bits| {
        let mut spelled = vec![253];
        spelled.extend((1_u64 << bits).to_le_bytes());
        spelled
    })
}

/// Returns the largest allocation for bodies with a claimed length at every place where the
/// message may have one.
fn largest_for_claims<M: Message>(filler: u8, padding: usize, limit: usize) -> usize {
    let mut largest = 0;
    for (tag, _) in M::CATALOGUE {
        for claim in claims() {
            for before in 0..24 {
                let mut body = vec![filler; before];
                body.extend(&claim);
                body.resize(body.len() + padding, filler);
                let mut frame = vec![u8::try_from(*tag).unwrap()];
                let length = u16::try_from(body.len()).unwrap();
                frame.extend([length.to_le_bytes()[0] & 0x7f | 0x80, 0, 0]);
                frame[2] = u8::try_from(length >> 7 & 0x7f).unwrap() | 0x80;
                frame[3] = u8::try_from(length >> 14).unwrap();
                frame.extend(&body);
                let (_, bytes) = allocations(|| {
                    let _ = Encoding::Binary.decode::<M>(&frame, limit);
                });
                largest = largest.max(bytes);
            }
        }
    }
    largest
}

#[test]
fn a_claimed_length_buys_a_client_no_memory() {
    for filler in [0, 1] {
        let largest = largest_for_claims::<ClientMessage>(filler, 0, MAX_FRAME_BYTES);
        assert!(largest <= 8 * MAX_FRAME_BYTES, "{largest} bytes at once");
        // Some claims did reach a decoder of strings, which trusts those below the limit.
        assert!(largest >= MAX_FRAME_BYTES, "{largest} bytes at once");
    }
}

/// Only the server sends lists, and serde trusts their claimed length up to 1 MiB.
#[test]
fn a_claimed_length_buys_a_server_a_mebibyte() {
    for filler in [0, 1] {
        let large = MAX_FRAME_BYTES + 1;
        for padding in [0, large] {
            let limit = MAX_SERVER_FRAME_BYTES;
            let largest = largest_for_claims::<ServerMessage>(filler, padding, limit)
                .max(largest_for_claims::<TableEvent>(filler, padding, limit))
                .max(largest_for_claims::<TournamentEvent>(filler, padding, limit));
            assert!(largest <= 1 << 20, "{largest} bytes at once");
        }
    }
}

#[test]
fn a_long_json_frame_asks_for_no_more_than_its_length() {
    let text = "x".repeat(MAX_FRAME_BYTES - 40);
    let frame = format!(r#"[{{"Hello":{{"minor":0,"client":"{text}"}}}}]"#);
    let (_, largest) = allocations(|| {
        assert!(Encoding::Json.decode::<ClientMessage>(frame.as_bytes(), MAX_FRAME_BYTES).is_ok());
    });
    assert!(largest <= MAX_FRAME_BYTES, "{largest}");
    let frame = "[".repeat(MAX_FRAME_BYTES);
    let (calls, _) = allocations(|| {
        let _ = Encoding::Json.decode::<ClientMessage>(frame.as_bytes(), MAX_FRAME_BYTES);
    });
    assert_eq!(calls, 0, "the depth is known before anything is kept");
}

#[test]
fn writing_an_ordinary_message_allocates_nothing() {
    let act = ClientMessage::from(Act {
        table: TableId(7),
        turn: TurnToken(90_371),
        action_id: ActionId(12),
        action: Action::RaiseTo(Chips(600)),
    });
    let turn = ServerMessage::from(YourTurn {
        table: TableId(7),
        seq: Seq(23_118),
        turn: TurnToken(90_371),
        legal: LegalActions { fold: true, check: true, ..LegalActions::default() },
    });
    for encoding in Encoding::ALL {
        let mut list = Vec::with_capacity(1024);
        let (calls, _) = allocations(|| {
            encoding.append(&act, &mut list).unwrap();
            encoding.append(&turn, &mut list).unwrap();
        });
        assert_eq!(calls, 0, "{encoding:?}");
    }
}

#[test]
fn reading_an_ordinary_message_allocates_only_the_list_it_goes_into() {
    let act = ClientMessage::from(Act {
        table: TableId(7),
        turn: TurnToken(90_371),
        action_id: ActionId(12),
        action: Action::Call,
    });
    for encoding in Encoding::ALL {
        let frame = encoding.encode(std::slice::from_ref(&act)).unwrap();
        let (calls, _) = allocations(|| {
            let decoded = encoding.decode::<ClientMessage>(&frame, MAX_FRAME_BYTES);
            assert!(decoded.is_ok());
        });
        assert_eq!(calls, 1, "{encoding:?}");
    }
}
