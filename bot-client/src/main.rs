//! Runs bots against a server.
fn main() {}
