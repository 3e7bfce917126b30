//! The room over HTTP for programs: every resource and every command gives what the socket gives,
//! every refusal has its status, and a token does no more than its scopes.

mod alike;
mod http;
mod matrix;
mod refused;
mod served;
