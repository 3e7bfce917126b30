//! Real hands: histories in the formats they are published in, and the stacks they ended with.
