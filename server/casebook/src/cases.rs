//! Rule cases: a table, a script of inputs, and what the rulebook says comes of them.
