// Decides which requests survive a lost connection. Each was made in time, and the server may have
// carried it out or never seen it. A request is sent again only if that cannot act twice, and if
// it cannot answer another question than the one that the player saw.
import type { ClientMessageBodies } from "./protocol.ts";

/** What a request depends on, at the time of the tap or now. */
export interface Moment {
  seated: boolean;
  sittingOut: boolean;
  /** Without chips and without cards, so that bought chips count at once. */
  broke: boolean;
  hand: number | null;
  /** The names of the open offers. */
  offers: string[];
}

/** The moment of a request that depends on no table. */
export const NOWHERE: Moment = { seated: false, sittingOut: false, broke: false, hand: null, offers: [] };

/** Whether to send a request again, to count it as carried out, or to give it up. */
export type Verdict = "send" | "done" | "drop";

/** The offers that each answer is for. */
const ANSWERS: Partial<Record<keyof ClientMessageBodies, string[]>> = {
  ShowOrMuck: ["ShowOffered", "ShowdownOpened"], RunIt: ["RunItOffered"], ChooseGame: ["ChoiceOffered"],
  RabbitConsent: ["RabbitAsked"], AskToSee: ["AwardHeld"],
};

/** Whether no other hand has begun. Between hands the view has none. */
const isSameHand = (now: Moment, then: Moment): boolean => now.hand === then.hand || now.hand === null;

const BY_SEAT: Partial<Record<keyof ClientMessageBodies, (now: Moment, then: Moment) => Verdict>> = {
  Sit: (now) => (now.seated ? "done" : "send"),
  Leave: (now) => (now.seated ? "send" : "done"),
  SitIn: (now) => (now.sittingOut ? "send" : "done"),
  SitOut: (now) => (now.sittingOut ? "done" : "send"),
  SetPreferences: (now) => (now.seated ? "send" : "drop"),
  // Chips that are bought during a hand do not show before its end.
  TopUp: (now, then) => (now.broke && then.broke ? "send" : "drop"),
  Rebuy: (now, then) => (now.broke && then.broke ? "send" : "drop"),
  // The cards are named, and the room refuses them once the next hand has begun.
  ShowCards: (now, then) => (isSameHand(now, then) ? "send" : "drop"),
};

/** The answers to offers of a tournament, which the server repeats while they wait. */
const OFFERED: Partial<Record<keyof ClientMessageBodies, string>> = { BuyChips: "RebuyOffered", DeclineRebuy: "RebuyOffered", VoteOnDeal: "DealOffered" };

/** Returns whether a request waits for a new connection. */
export const isKept = (name: keyof ClientMessageBodies): boolean => name in ANSWERS || name in BY_SEAT || name in OFFERED;

/** Judges a request to a table by the server's first view of it on the new connection. */
export const atTable = (name: keyof ClientMessageBodies, then: Moment, now: Moment): Verdict => {
  const offers = ANSWERS[name];
  if (!offers) return BY_SEAT[name]?.(now, then) ?? "drop";
  return isSameHand(now, then) && offers.some((offer) => now.offers.includes(offer)) ? "send" : "drop";
};

/** Judges an answer to a tournament's offer, which the server has just repeated. */
export const atOffer = (name: keyof ClientMessageBodies, offer: string): Verdict | null => (OFFERED[name] === offer ? "send" : null);
