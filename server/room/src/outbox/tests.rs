//! Tests of what reaches a real socket, and when.

use super::*;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Wake, Waker};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::net::tcp::OwnedReadHalf;

async fn pair(limit: usize) -> (Outbox, OwnedReadHalf, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (server, _) = listener.accept().await.unwrap();
    server.writable().await.unwrap();
    let (read, write) = server.into_split();
    (Outbox::new(Encoding::Binary, write, limit), read, client)
}

/// Sends until the socket accepts no more and something stays pending.
fn fill(outbox: &Outbox, payload: &Bytes) -> usize {
    let mut sent = 0;
    while outbox.pending() == 0 {
        outbox.send(payload);
        sent += 1;
    }
    sent
}

#[tokio::test]
async fn a_message_is_on_the_wire_when_send_returns() {
    let (outbox, _read, mut client) = pair(1_024).await;
    outbox.send(&Bytes::from_static(b"abc"));
    assert_eq!(outbox.pending(), 0);
    let mut bytes = [0; 5];
    client.read_exact(&mut bytes).await.unwrap();
    assert_eq!(&bytes, b"\x82\x03abc");
}

#[tokio::test]
async fn frames_of_every_length_have_the_header_of_the_rfc() {
    let (outbox, read, mut client) = pair(1 << 20).await;
    for (length, header) in [
        (125, &b"\x82\x7d"[..]),
        (126, &b"\x82\x7e\x00\x7e"[..]),
        (65_535, &b"\x82\x7e\xff\xff"[..]),
        (65_536, &b"\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00"[..]),
    ] {
        outbox.send(&Bytes::from(vec![7; length]));
        let mut bytes = vec![0; header.len() + length];
        let flush = poll_fn(|cx| match outbox.poll_flush(read.as_ref(), cx).drained {
            true => Poll::Ready(()),
            false => Poll::Pending,
        });
        tokio::join!(flush, async { client.read_exact(&mut bytes).await.unwrap() });
        assert_eq!(&bytes[..header.len()], header);
        assert!(bytes[header.len()..].iter().all(|byte| *byte == 7));
    }
}

#[tokio::test]
async fn what_the_socket_does_not_take_follows_in_order() {
    let (outbox, read, mut client) = pair(1 << 20).await;
    let sent = fill(&outbox, &Bytes::from(vec![1; 60_000]));
    outbox.send(&Bytes::from_static(b"last"));
    let flush = poll_fn(|cx| match outbox.poll_flush(read.as_ref(), cx).drained {
        true => Poll::Ready(()),
        false => Poll::Pending,
    });
    let mut bytes = vec![0; sent * 60_004 + 6];
    tokio::join!(flush, async { client.read_exact(&mut bytes).await.unwrap() });
    for frame in bytes[..sent * 60_004].chunks(60_004) {
        assert_eq!(&frame[..4], b"\x82\x7e\xea\x60");
        assert!(frame[4..].iter().all(|byte| *byte == 1));
    }
    assert_eq!(&bytes[sent * 60_004..], b"\x82\x04last");
    assert_eq!(outbox.pending(), 0);
}

#[tokio::test]
async fn a_client_that_does_not_read_is_told_so_and_gets_no_more() {
    let (outbox, _read, _client) = pair(100_000).await;
    let payload = Bytes::from(vec![1; 60_000]);
    fill(&outbox, &payload);
    while outbox.ending().is_none() {
        outbox.send(&payload);
    }
    assert_eq!(outbox.ending(), Some(Ending::Goodbye(ErrorCode::SlowClient)));
    let pending = outbox.pending();
    assert!(pending < 100_200, "{pending} bytes are kept, a goodbye over the limit");
    outbox.send(&payload);
    outbox.close(ErrorCode::Internal, "a second ending");
    assert_eq!(outbox.pending(), pending);
    assert_eq!(outbox.ending(), Some(Ending::Goodbye(ErrorCode::SlowClient)));
}

#[tokio::test]
async fn a_goodbye_is_followed_by_its_close_code() {
    let (outbox, _read, mut client) = pair(1_024).await;
    let long = "é".repeat(200);
    outbox.close(ErrorCode::Malformed, &long);
    outbox.release();
    let mut bytes = Vec::new();
    client.read_to_end(&mut bytes).await.unwrap();
    let goodbye = Goodbye { code: ErrorCode::Malformed, message: long };
    let payload = Encoding::Binary.encode(&[ServerMessage::from(goodbye)]).unwrap();
    let close = &bytes[4 + payload.len()..];
    assert_eq!(&bytes[4..4 + payload.len()], &payload[..]);
    assert_eq!(&close[..4], &[0x88, 124, 0x0f, 0xa1], "4001, cut between two letters");
    assert!(std::str::from_utf8(&close[4..]).is_ok());
}

#[test]
fn a_recording_outbox_keeps_payloads_until_it_is_closed() {
    let outbox = Outbox::recording(Encoding::Json);
    outbox.send(&Bytes::from_static(b"[]"));
    outbox.close(ErrorCode::Replaced, "elsewhere");
    outbox.send(&Bytes::from_static(b"[]"));
    let recorded = outbox.take_recorded();
    assert_eq!(recorded.len(), 2);
    assert!(recorded[1].starts_with(br#"[{"Goodbye":{"code":"replaced""#));
}

#[tokio::test]
async fn what_many_tables_send_waits_for_the_task_and_is_one_write() {
    let (outbox, read, client) = pair(1 << 20).await;
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut context = Context::from_waker(&waker);
    assert!(outbox.poll_flush(read.as_ref(), &mut context).drained);
    outbox.gather(true);
    for _ in 0..100 {
        outbox.send(b"turn");
    }
    assert_eq!((outbox.pending(), woken.0.load(Ordering::Relaxed)), (600, 1));
    let nothing = client.try_read(&mut [0; 1]).unwrap_err();
    assert_eq!(nothing.kind(), io::ErrorKind::WouldBlock);
    assert!(outbox.poll_flush(read.as_ref(), &mut context).drained);
    client.readable().await.unwrap();
    let mut bytes = [0; 1_000];
    assert_eq!(client.try_read(&mut bytes).unwrap(), 600, "one write is one read here");
    assert!(bytes[..600].chunks(6).all(|frame| frame == b"\x82\x04turn"));
    outbox.gather(false);
    outbox.send(b"turn");
    assert_eq!(outbox.pending(), 0);
}

/// Runs a test on a thread whose messages may wait for 20 ms.
async fn on_a_thread_of_play(test: impl Future<Output = ()>) {
    tokio::select! {
        biased;
        () = write_late(Duration::from_millis(20)) => {}
        () = test => {}
    }
}

#[tokio::test]
async fn a_message_that_may_wait_goes_with_the_next_one_that_may_not() {
    let (outbox, _read, client) = pair(1 << 20).await;
    let outbox = Arc::new(outbox);
    on_a_thread_of_play(async {
        outbox.send_soon(b"call");
        outbox.send_soon(b"fold");
        assert_eq!(outbox.pending(), 12);
        outbox.send(b"turn");
        assert_eq!(outbox.pending(), 0);
        client.readable().await.unwrap();
        let mut bytes = [0; 100];
        assert_eq!(client.try_read(&mut bytes).unwrap(), 18, "one write is one read here");
        assert_eq!(&bytes[..18], b"\x82\x04call\x82\x04fold\x82\x04turn");
    })
    .await;
}

#[tokio::test]
async fn a_message_that_may_wait_waits_for_a_moment_only() {
    let (outbox, _read, mut client) = pair(1 << 20).await;
    let outbox = Arc::new(outbox);
    on_a_thread_of_play(async {
        for word in [b"call", b"fold"] {
            outbox.send_soon(word);
            let before = Instant::now();
            let mut bytes = [0; 6];
            client.read_exact(&mut bytes).await.unwrap();
            assert_eq!((&bytes[2..], outbox.pending()), (&word[..], 0));
            let waited = before.elapsed();
            assert!(waited >= Duration::from_millis(15), "{waited:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_nearly_due_is_written_with_what_is_due() {
    let (first, _read, mut client) = pair(1 << 20).await;
    let (second, _other_read, _other_client) = pair(1 << 20).await;
    let (first, second) = (Arc::new(first), Arc::new(second));
    let delay = Duration::from_secs(2);
    let test = async {
        first.send_soon(b"call");
        tokio::time::sleep(delay / 1_000).await;
        second.send_soon(b"call");
        client.read_exact(&mut [0; 6]).await.unwrap();
        assert_eq!(second.pending(), 0);
    };
    tokio::select! {
        biased;
        () = write_late(delay) => {}
        () = test => {}
    }
}

#[tokio::test]
async fn messages_wait_on_threads_of_play_only_and_not_if_they_are_long() {
    let (outbox, _read, mut client) = pair(1 << 20).await;
    let outbox = Arc::new(outbox);
    outbox.send_soon(b"call");
    assert_eq!(outbox.pending(), 0);
    on_a_thread_of_play(async {
        outbox.send_soon(&[1; 4_000]);
        assert_ne!(outbox.pending(), 0);
        outbox.send_soon(&[2; 100]);
        assert_eq!(outbox.pending(), 0);
        outbox.send_soon(b"fold");
        outbox.finish();
        assert_eq!(outbox.pending(), 0);
        outbox.release();
    })
    .await;
    let mut bytes = Vec::new();
    client.read_to_end(&mut bytes).await.unwrap();
    assert_eq!(&bytes[..6], b"\x82\x04call");
    assert_eq!(&bytes[6 + 4_004 + 102..][..8], b"\x82\x04fold\x88\x02");
}

#[tokio::test]
async fn a_client_with_many_tables_gets_what_waited_in_one_write() {
    let (outbox, read, client) = pair(1 << 20).await;
    let outbox = Arc::new(outbox);
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut context = Context::from_waker(&waker);
    assert!(outbox.poll_flush(read.as_ref(), &mut context).drained);
    outbox.gather(true);
    on_a_thread_of_play(async {
        outbox.send_soon(b"call");
        assert_eq!((outbox.pending(), woken.0.load(Ordering::Relaxed)), (6, 0));
        outbox.send(b"turn");
        assert_eq!((outbox.pending(), woken.0.load(Ordering::Relaxed)), (12, 1));
        assert!(outbox.poll_flush(read.as_ref(), &mut context).drained);
        client.readable().await.unwrap();
        assert_eq!(client.try_read(&mut [0; 100]).unwrap(), 12);
    })
    .await;
}

#[tokio::test]
async fn a_socket_goes_on_with_another_runtime() {
    let (outbox, read, mut client) = pair(1 << 20).await;
    let other =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    outbox.send(b"before");
    let mut read = {
        let _other = other.enter();
        outbox.change_runtime(read).unwrap()
    };
    outbox.send(b"after");
    let mut bytes = [0; 15];
    // The new runtime does not know yet that the socket takes something.
    let flush = poll_fn(|cx| match outbox.poll_flush(read.as_ref(), cx).drained {
        true => Poll::Ready(()),
        false => Poll::Pending,
    });
    let (read_all, ()) = tokio::join!(client.read_exact(&mut bytes), flush);
    read_all.unwrap();
    assert_eq!(&bytes, b"\x82\x06before\x82\x05after");
    let heard = other.spawn(async move {
        let mut bytes = [0; 5];
        read.read_exact(&mut bytes).await.map(|_| bytes)
    });
    client.write_all(b"raise").await.unwrap();
    assert_eq!(&heard.await.unwrap().unwrap(), b"raise");
    other.shutdown_background();
}

/// Counts how often a task is woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn an_answer_that_cannot_be_encoded_refuses_its_request_and_the_connection_goes_on() {
    use cardroom_protocol::server::{ApiTokenInfo, ApiTokenList, Balance};
    use cardroom_protocol::{ApiTokenId, Chips, RequestId, TimeMs};
    let token = ApiTokenInfo {
        id: ApiTokenId(1),
        label: "bot".to_owned(),
        scopes: Default::default(),
        created_ms: TimeMs(1 << 53),
        last_used_ms: None,
        last_address: None,
        ends_ms: None,
    };
    let request = RequestId(9);
    let answer = ApiTokenList { request, tokens: vec![token], second_factor: false };
    let (small, large) = (Balance { balance: Chips(5) }, Balance { balance: Chips(1 << 53) });
    for encoding in Encoding::ALL {
        let outbox = Outbox::recording(encoding);
        outbox.send_messages(&[small.clone().into(), answer.clone().into(), small.clone().into()]);
        outbox.send_message(large.clone());
        outbox.send_message(small.clone());
        assert_eq!(outbox.ending(), None);
        let read = outbox
            .take_recorded()
            .into_iter()
            .map(|payload| encoding.decode::<ServerMessage>(&payload, 4_096).unwrap().messages);
        let read: Vec<Vec<ServerMessage>> = read.collect();
        let small = ServerMessage::from(small.clone());
        let [first, second] = &read[..] else { panic!("an event alone is left out: {read:?}") };
        let [before, ServerMessage::Refused(refused), after] = &first[..] else {
            panic!("{first:?}");
        };
        assert_eq!((before, after, &second[..]), (&small, &small, &[small.clone()][..]));
        assert_eq!((refused.request, refused.code), (request, ErrorCode::Internal));
    }
}
