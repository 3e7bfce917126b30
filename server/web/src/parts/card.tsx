// Playing cards, drawn: four colors, suits as shapes, ranks large enough for a phone.
import type { Card } from "cardroom-bot/protocol";
import { settings } from "../room/settings";
import { cardName, rankOf, suitOf } from "../room/words";

const SHAPES: Record<string, string> = {
  s: "M50 4c9 18 42 31 42 58 0 15-11 24-23 24-6 0-11-2-14-6 1 8 5 13 10 16H35c5-3 9-8 10-16-3 4-8 6-14 6C19 86 8 77 8 62 8 35 41 22 50 4z",
  h: "M50 94C36 78 6 60 6 33 6 18 17 7 30 7c9 0 16 5 20 13 4-8 11-13 20-13 13 0 24 11 24 26 0 27-30 45-44 61z",
  d: "M50 3c9 17 22 33 37 47-15 14-28 30-37 47C41 80 28 64 13 50 28 36 41 20 50 3z",
  c: "M50 5c13 0 22 9 22 21 0 5-2 10-5 14 2-1 5-1 7-1 12 0 21 9 21 21s-9 22-21 22c-8 0-14-4-18-10 1 10 4 18 11 23H33c7-5 10-13 11-23-4 6-10 10-18 10C14 82 5 72 5 60s9-21 21-21c2 0 5 0 7 1-3-4-5-9-5-14C28 14 37 5 50 5z",
};

export const Suit = ({ suit }: { suit: string }) => (
  <svg class="suit" viewBox="0 0 100 100" aria-hidden="true">
    <path d={SHAPES[suit]} />
  </svg>
);

interface Shown {
  card: Card | null;
  class?: string;
  /** What a tap on the card does. */
  press?: { label: string; act(): void } | undefined;
}

/** A card face up, or its back if it is unknown. */
export const PlayingCard = ({ card, class: more = "", press }: Shown) => {
  if (!card) return <span class={`card back ${more}`} aria-hidden="true" />;
  const rank = rankOf(card) === "T" ? "10" : rankOf(card);
  return (
    <span
      class={`card ${settings.fourColors ? "four" : "two"} suit-${suitOf(card)} ${press ? "press" : ""} ${more}`}
      role={press ? "button" : "img"}
      tabIndex={press ? 0 : undefined}
      aria-label={press?.label ?? cardName(card)}
      onClick={press?.act}
      onKeyDown={press && ((event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        press.act();
      })}
    >
      <span class="index">
        {/* The text of a button would have to be in its name, which says "seven". */}
        {press ? <b data-rank={rank} /> : <b>{rank}</b>}
        <Suit suit={suitOf(card)} />
      </span>
      <Suit suit={suitOf(card)} />
    </span>
  );
};
