//! Cards, sets of cards, deck order and hand evaluators. Pure: no clock, socket, file or randomness.
