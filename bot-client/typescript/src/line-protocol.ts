// The lines between a table and a program as they stand in JSON. Written from the Rust types by
// `BLESS=1 cargo test -p cardroom-protocol typescript`: do not edit.
import type {
  Action,
  AnteKind,
  Betting,
  Card,
  Game,
  LegalActions,
  Pot,
  Switch,
  TableEvent,
} from "./protocol.ts";

export interface ActLine {
  id: number;
  hand: number;
  game: string;
  seat: number;
  button: number;
  street: number;
  cards: Card[];
  boards: Card[][];
  pots: Pot[];
  pot: number;
  to_call: number;
  seats: LineSeat[];
  legal: LegalActions;
  events: TableEvent[];
  time_ms: number | null;
}

export interface AnswerLine {
  ready: ReadyLine | null;
  id: number | null;
  action: Action | null;
  discard: Card[] | null;
  policy: ([Action, number])[] | null;
  run_it: number | null;
  show: boolean | null;
  choose_game: number | null;
}

export type EndLine = Record<string, never>;

export interface HandLine {
  hand: number;
  game: Game;
  bomb_pot: boolean;
  button: number;
  small_blind: number | null;
  big_blind: number | null;
  dealt: number[];
  players: LinePlayer[];
}

export interface HelloLine {
  protocol: string;
  seat: number;
  seats: number;
  players: LinePlayer[];
  game: string;
  games: Game[];
  switch: Switch;
  rulebook: string;
  betting: Betting;
  small_blind: number;
  big_blind: number;
  ante: number;
  ante_kind: AnteKind;
  unit: number;
  turn_ms: number | null;
  bank_ms: number | null;
}

export interface LinePlayer {
  seat: number;
  name: string;
  stack: number;
}

export interface LineResult {
  seat: number;
  net: number | null;
  cards: Card[];
}

export interface LineSeat {
  seat: number;
  stack: number;
  bet: number;
  dealt: boolean;
  folded: boolean;
  all_in: boolean;
  card_count: number;
  open: Card[];
  discarded: number | null;
}

export interface OfferLine {
  id: number;
  question: Question;
  hand: number;
  cards: Card[];
  boards: Card[][];
  pot: number;
  time_ms: number;
}

export interface ReadyLine {
  events: boolean;
  offers: boolean;
}

export interface ResultLine {
  hand: number;
  voided: boolean;
  boards: Card[][];
  seats: LineResult[];
}

export type Question =
  | { run_it: number }
  | "show"
  | { choose_game: string[] };

export type ToBot =
  | { hello: HelloLine }
  | { hand: HandLine }
  | { act: ActLine }
  | { offer: OfferLine }
  | { event: TableEvent }
  | { result: ResultLine }
  | { end: EndLine };
