//! Frames built by hand, so that they can be wrong.

use std::fmt;

/// The mask of every payload. It is not zero, so that a server that forgets
/// to unmask reads nonsense.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
/// The message that most cases send, as JSON and in binary.
pub(crate) const PING: &str = r#"{"Ping":{"nonce":7}}"#;
pub(crate) const BINARY_PING: [u8; 3] = [2, 1, 7];

const FINAL: u8 = 0x80;

/// A frame in which everything can be wrong.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    is_final: bool,
    reserved: u8,
    opcode: u8,
    masked: bool,
    length: Length,
    payload: Vec<u8>,
    /// The text that the table shows in place of the payload.
    label: Option<String>,
}

/// How a frame gives its length.
#[derive(Clone, Copy, Debug)]
enum Length {
    Shortest,
    /// In two bytes, or in eight.
    Wide(u8),
    /// Another length than the payload's, in eight bytes.
    Claimed(u64),
}

pub(crate) fn frame(opcode: u8, payload: impl AsRef<[u8]>) -> Frame {
    Frame {
        is_final: true,
        reserved: 0,
        opcode,
        masked: true,
        length: Length::Shortest,
        payload: payload.as_ref().to_vec(),
        label: None,
    }
}

pub(crate) fn cont(payload: impl AsRef<[u8]>) -> Frame {
    frame(0, payload)
}

pub(crate) fn text(payload: impl AsRef<[u8]>) -> Frame {
    frame(1, payload)
}

pub(crate) fn binary(payload: impl AsRef<[u8]>) -> Frame {
    frame(2, payload)
}

pub(crate) fn ping(payload: impl AsRef<[u8]>) -> Frame {
    frame(9, payload)
}

pub(crate) fn pong(payload: impl AsRef<[u8]>) -> Frame {
    frame(10, payload)
}

/// Returns a close with a code and a reason.
pub(crate) fn close(code: u16, reason: impl AsRef<[u8]>) -> Frame {
    let reason = reason.as_ref();
    let payload = [&code.to_be_bytes(), reason].concat();
    let label = match reason.len() {
        0 => code.to_string(),
        _ => format!("{code} {}", shown(reason)),
    };
    frame(8, payload).called(label)
}

/// Returns a close with a raw payload.
pub(crate) fn raw_close(payload: impl AsRef<[u8]>) -> Frame {
    frame(8, payload)
}

/// Returns a message of a later version with these bytes in a string, followed by a ping. If the
/// bytes are UTF-8, the server ignores the message and answers the ping.
pub(crate) fn dance(bytes: &[u8]) -> Vec<u8> {
    let end = format!("\"}},{PING}]");
    [br#"[{"Dance":""#, bytes, end.as_bytes()].concat()
}

/// Returns the ping as JSON after enough spaces for a total of `length` bytes.
pub(crate) fn padded(length: usize) -> Vec<u8> {
    format!("{PING:>length$}").into_bytes()
}

impl Frame {
    pub(crate) fn unfinished(self) -> Self {
        Self { is_final: false, ..self }
    }

    /// Sets reserved bits, such as `0b100` for the first.
    pub(crate) fn reserved(self, bits: u8) -> Self {
        Self { reserved: bits, ..self }
    }

    pub(crate) fn unmasked(self) -> Self {
        Self { masked: false, ..self }
    }

    /// Writes the length in two or eight bytes, needed or not.
    pub(crate) fn wide(self, bytes: u8) -> Self {
        Self { length: Length::Wide(bytes), ..self }
    }

    /// Writes another length than the payload's.
    pub(crate) fn claims(self, length: u64) -> Self {
        Self { length: Length::Claimed(length), ..self }
    }

    /// Sets the text that the table shows in place of the payload.
    pub(crate) fn called(self, label: impl Into<String>) -> Self {
        Self { label: Some(label.into()), ..self }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let first = if self.is_final { FINAL } else { 0 } | self.reserved << 4 | self.opcode;
        let mut bytes = vec![first];
        let mask_bit = if self.masked { 0x80 } else { 0 };
        let length = self.payload.len();
        let eight = |length: u64, bytes: &mut Vec<u8>| {
            bytes.push(mask_bit | 127);
            bytes.extend(length.to_be_bytes());
        };
        match (self.length, length) {
            (Length::Claimed(length), _) => eight(length, &mut bytes),
            (Length::Wide(8), _) | (Length::Shortest, 65_536..) => eight(length as u64, &mut bytes),
            (Length::Wide(_), _) | (Length::Shortest, 126..) => {
                bytes.push(mask_bit | 126);
                bytes.extend(u16::try_from(length).unwrap().to_be_bytes());
            }
            (Length::Shortest, _) => bytes.push(mask_bit | u8::try_from(length).unwrap()),
        }
        if self.masked {
            bytes.extend(MASK);
            let masked =
                self.payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask);
            bytes.extend(masked);
        } else {
            bytes.extend(&self.payload);
        }
        bytes
    }
}

/// Returns a payload as the table shows it.
pub(crate) fn shown(payload: &[u8]) -> String {
    let is_plain = |text: &&str| {
        text.len() <= 32
            && text.chars().all(|c| c.is_alphabetic() || c.is_ascii() && !c.is_control())
    };
    if payload == PING.as_bytes() || payload == BINARY_PING {
        return "Ping 7".to_owned();
    }
    if let Some(text) = std::str::from_utf8(payload).ok().filter(is_plain) {
        return format!("`{text}`");
    }
    if payload.len() > 16 {
        return format!("{} bytes", payload.len());
    }
    let hex: Vec<_> = payload.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("`{}`", hex.join(" "))
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.opcode {
            0 => f.write_str("continuation")?,
            1 => f.write_str("text")?,
            2 => f.write_str("binary")?,
            8 => f.write_str("close")?,
            9 => f.write_str("ping")?,
            10 => f.write_str("pong")?,
            other => write!(f, "opcode {other:#x}")?,
        }
        match &self.label {
            Some(label) => write!(f, " {label}")?,
            None if self.payload.is_empty() => {}
            None => write!(f, " {}", shown(&self.payload))?,
        }
        if !self.is_final {
            f.write_str(" …")?;
        }
        if self.reserved != 0 {
            write!(f, " with reserved bits `{:03b}`", self.reserved)?;
        }
        if !self.masked {
            f.write_str(" without a mask")?;
        }
        match self.length {
            Length::Shortest => Ok(()),
            Length::Wide(bytes) => write!(f, " with a length of {bytes} bytes"),
            Length::Claimed(length) => write!(f, " that claims {length} bytes"),
        }
    }
}
