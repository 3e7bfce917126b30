//! Percent-encoding (RFC 3986) for parts of addresses.

/// Encodes text for a part of an address: everything but ASCII letters and digits becomes `%XX`.
#[must_use]
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
