// Poker bots for Cardroom. README.md explains how to write one.
export { Bot, type Policy } from "./bot.ts";
export { HIGH, type HighCategory, handValue, highCategory, rank, suit } from "./cards.ts";
export { Legal } from "./choices.ts";
export { sensibleDiscards } from "./discards.ts";
export type { EntryResult } from "./entry.ts";
export { Hybrid } from "./hybrid.ts";
export { type LineSettings, type LineTotals, playLines } from "./lines.ts";
export { type Made, main } from "./main.ts";
export type { Totals } from "./place.ts";
export type { Outcome } from "./player.ts";
export { type BotMaker, type Summary, play } from "./room.ts";
export { type BuyIn, CannotPlay, type Settings } from "./settings.ts";
export { type Decision, Hand, type HandResult, InHand, type Position, Seat, Table } from "./table.ts";
export { Misfit, admit, apply, applyEvent } from "./apply.ts";
export type * from "./protocol.ts";
