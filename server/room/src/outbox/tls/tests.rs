//! Tests of what reaches a client over TLS, and of what it sends.

use crate::outbox::{Ending, Outbox};
use bytes::Bytes;
use cardroom_protocol::{Encoding, ErrorCode};
use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{PrivateKeyDer, ServerName};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::client::TlsStream;
use tokio_rustls::{TlsAcceptor, TlsConnector};

async fn pair(limit: usize) -> (Arc<Outbox>, OwnedReadHalf, TlsStream<TcpStream>) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let own = params.self_signed(&key).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(own.der().clone()).unwrap();
    let client = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let server = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.der().clone()], PrivateKeyDer::Pkcs8(key.serialize_der().into()))
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let accept = async {
        let (socket, _) = listener.accept().await.unwrap();
        TlsAcceptor::from(Arc::new(server)).accept(socket).await.unwrap()
    };
    let connect = async {
        let socket = TcpStream::connect(address).await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(client)).connect(name, socket).await.unwrap()
    };
    let (server, client) = tokio::join!(accept, connect);
    let (socket, session) = server.into_inner();
    let (read, write) = socket.into_split();
    (Arc::new(Outbox::over_tls(Encoding::Binary, write, session, limit)), read, client)
}

async fn flush(outbox: &Outbox, read: &OwnedReadHalf) {
    poll_fn(|cx| match outbox.poll_flush(read.as_ref(), cx).drained {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

async fn read(outbox: &Outbox, half: &mut OwnedReadHalf, most: usize) -> Vec<u8> {
    let mut bytes = vec![0; most];
    let mut buffer = ReadBuf::new(&mut bytes);
    poll_fn(|cx| outbox.poll_read_tls(half, cx, &mut buffer)).await.unwrap();
    let count = buffer.filled().len();
    bytes.truncate(count);
    bytes
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
async fn what_the_socket_does_not_take_follows_in_order() {
    let (outbox, half, mut client) = pair(1 << 20).await;
    let payload = Bytes::from(vec![1; 60_000]);
    let mut sent = 0;
    while outbox.pending() == 0 {
        outbox.send(&payload);
        sent += 1;
    }
    outbox.send(&Bytes::from_static(b"last"));
    let mut bytes = vec![0; sent * 60_004 + 6];
    tokio::join!(flush(&outbox, &half), async { client.read_exact(&mut bytes).await.unwrap() });
    for frame in bytes[..sent * 60_004].chunks(60_004) {
        assert_eq!(&frame[..4], b"\x82\x7e\xea\x60");
        assert!(frame[4..].iter().all(|byte| *byte == 1));
    }
    assert_eq!(&bytes[sent * 60_004..], b"\x82\x04last");
    assert_eq!(outbox.pending(), 0);
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_closed_as_without_tls() {
    let (outbox, half, mut client) = pair(10_000).await;
    let payload = Bytes::from(vec![7; 4_000]);
    while outbox.ending().is_none() {
        outbox.send(&payload);
    }
    assert_eq!(outbox.ending(), Some(Ending::Goodbye(ErrorCode::SlowClient)));
    let mut all = Vec::new();
    let (_, read) = tokio::join!(
        async {
            flush(&outbox, &half).await;
            outbox.release();
        },
        client.read_to_end(&mut all)
    );
    read.expect("the end of the stream is announced");
    assert!(all.windows(4).any(|bytes| bytes == b"slow"), "the goodbye arrives");
}

#[tokio::test]
async fn what_the_client_sends_is_read_in_parts_and_to_its_end() {
    let (outbox, mut half, mut client) = pair(1_024).await;
    client.write_all(b"a long message").await.unwrap();
    assert_eq!(read(&outbox, &mut half, 6).await, b"a long");
    assert_eq!(read(&outbox, &mut half, 64).await, b" message");
    client.shutdown().await.unwrap();
    assert_eq!(read(&outbox, &mut half, 64).await, b"");
}

#[tokio::test]
async fn a_connection_that_moves_to_another_runtime_keeps_its_session() {
    let (outbox, mut half, mut client) = pair(1_024).await;
    client.write_all(b"before").await.unwrap();
    assert_eq!(read(&outbox, &mut half, 3).await, b"bef");
    let mut half = outbox.change_runtime(half).unwrap();
    assert_eq!(read(&outbox, &mut half, 64).await, b"ore");
    outbox.send(&Bytes::from_static(b"after"));
    // A socket that is new to its runtime is not known to be writable yet.
    flush(&outbox, &half).await;
    let mut bytes = [0; 7];
    client.read_exact(&mut bytes).await.unwrap();
    assert_eq!(&bytes, b"\x82\x05after");
}

#[tokio::test]
async fn a_message_of_a_gathering_connection_waits_for_its_task() {
    let (outbox, half, mut client) = pair(1_024).await;
    outbox.gather(true);
    outbox.send(&Bytes::from_static(b"one"));
    outbox.send(&Bytes::from_static(b"two"));
    assert_eq!(outbox.pending(), 10);
    flush(&outbox, &half).await;
    let mut bytes = [0; 10];
    client.read_exact(&mut bytes).await.unwrap();
    assert_eq!(&bytes, b"\x82\x03one\x82\x03two");
}
