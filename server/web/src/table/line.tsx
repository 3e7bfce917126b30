// A line of a hand's log with small cards. A line renders once, however often its log does.
import { Component } from "preact";
import { Suit } from "../parts/card";
import type { Card } from "cardroom-bot/protocol";
import { Line } from "../room/line";
import type { Table } from "../room/table";
import { settings } from "../room/settings";
import { cardNames, chips, rankOf, suitOf } from "../room/words";
import { t } from "../words/words";

/** Cards as small as the words around them. Screen readers read their names. */
export const SmallCards = ({ cards }: { cards: Card[] }) => (
  <span class="small-cards" role="img" aria-label={cardNames(cards)}>
    {cards.map((card) => (
      <span key={card} class={`small-card ${settings.fourColors ? "four" : "two"} suit-${suitOf(card)}`}>
        {rankOf(card) === "T" ? "10" : rankOf(card)}
        <Suit suit={suitOf(card)} />
      </span>
    ))}
  </span>
);

interface Shown {
  line: Line;
  /** Everything that affects the look of a line. See `lineStamp`. */
  stamp: string;
}

/** Changes with the language, the unit of amounts and the colors of the suits. */
export const lineStamp = (): string => `${Line.stamp} ${settings.fourColors}`;

export class LineText extends Component<Shown> {
  override shouldComponentUpdate(next: Shown): boolean {
    return next.line !== this.props.line || next.stamp !== this.props.stamp;
  }
  override render({ line }: Shown) {
    return <>{line.parts.map((part, index) => (typeof part === "string" ? part : <SmallCards key={index} cards={part} />))}</>;
  }
}

/** A link to the replay of a hand that the viewer was dealt into. */
export const ReplayLink = ({ table, hand, short = false }: { table: Table; hand: number; short?: boolean }) => {
  const isLast = !short && hand !== table.hand?.number;
  const address = `#/hand/${table.id}-${hand}`;
  if (isLast) return <a class="log-replay" href={address}>{t("panel-replay-last")}</a>;
  return <a class="log-replay" href={address} aria-label={t("panel-replay-hand", { number: chips(hand) })}>{t("panel-replay")}</a>;
};
