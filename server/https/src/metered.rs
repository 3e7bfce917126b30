//! A connection from which no more than a limit is read.

use crate::{HttpError, MAX_ANSWER_BYTES};
use std::error::Error;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection that fails once a response is longer than [`MAX_ANSWER_BYTES`], head included.
pub(crate) struct Metered<S> {
    stream: S,
    left: usize,
}

#[derive(Debug, thiserror::Error)]
#[error("the answer is too long")]
struct TooLong;

impl<S> Metered<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, left: MAX_ANSWER_BYTES }
    }
}

/// Returns why an exchange failed on a connection that is metered.
pub(crate) fn failure(error: hyper::Error) -> HttpError {
    let mut cause: Option<&(dyn Error + 'static)> = error.source();
    while let Some(error) = cause {
        let is_limit =
            |error: &io::Error| error.get_ref().is_some_and(|inner| inner.is::<TooLong>());
        if error.downcast_ref().is_some_and(is_limit) {
            return HttpError::TooLong;
        }
        cause = error.source();
    }
    HttpError::Hyper(error)
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if matches!(read, Poll::Ready(Ok(()))) {
            let bytes = buffer.filled().len() - before;
            let Some(left) = self.left.checked_sub(bytes) else {
                return Poll::Ready(Err(io::Error::other(TooLong)));
            };
            self.left = left;
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
