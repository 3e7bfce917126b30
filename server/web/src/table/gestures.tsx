// A hybrid table: a player's declarations and pushed chips, and the server's rulings.
import { useState } from "preact/hooks";
import type { ChipCount, Gesture, Said, Words } from "cardroom-bot/protocol";
import { useCountdown } from "../room/clock";
import { room } from "../room/room";
import { isOfAll, matterText, rulingSentence } from "../room/rulings";
import type { Table } from "../room/table";
import { chips, clock, kebab } from "../room/words";
import { t } from "../words/words";
import { amountText, readTyped, wrongTyped } from "./amount";

const DENOMINATIONS = [25, 100, 500, 1000, 5000];
const SAID = ["Check", "Call", "Bet", "Raise", "Fold", "AllIn", "Amount"] as const satisfies Words[];
const NUMBERED: Words[] = ["Bet", "Raise", "Amount"];

export const Gestures = ({ table }: { table: Table }) => {
  const [pushed, push] = useState<number[]>([]);
  const [amount, setAmount] = useState("");
  const counts: ChipCount[] = DENOMINATIONS.map((denomination) => ({
    denomination,
    count: pushed.filter((chip) => chip === denomination).length,
  })).filter(({ count }) => count > 0);
  const make = (gesture: Gesture): void => {
    room.play.gesture(table, gesture);
    push([]);
    setAmount("");
  };
  /** Builds a declaration. A number stands for itself, but a small one alone may mean more. */
  const said = (words: Words): Said => {
    const number = heard || null;
    const bare = number !== null && number < (table.hand?.game.big_blind ?? 0) && NUMBERED.includes(words);
    return { words, amount: bare || !NUMBERED.includes(words) ? null : number, figure: bare ? number : null };
  };
  const say = (words: Words): void => {
    const first = said(words);
    if (!counts.length) return make({ Say: first });
    make({ Both: { first: "Word", said: first, chips: counts, heard_by_all: true } });
  };
  const read = amount.trim() ? readTyped(table, amount) : null;
  const wrong = read && wrongTyped(table, amount, read);
  const heard = read && "chips" in read ? read.chips : 0;
  const sum = pushed.reduce((total, chip) => total + chip, 0);
  const denominations = DENOMINATIONS.filter((denomination) => denomination % table.info.unit === 0);
  if (!table.seats.mine?.hand || table.seats.mine.hand.folded || table.hand?.over) return null;
  return (
    <section class="gestures" aria-label={t("action-say-and-push")}>
      <div class="chip-tray" role="group" aria-label={t("action-chips-to-push")}>
        {denominations.map((denomination) => (
          <button
            key={denomination}
            class={`chip-face chip-${denomination}`}
            disabled={sum + denomination > (table.seats.mine?.stack ?? 0)}
            onClick={() => push([...pushed, denomination])}
            aria-label={t("action-one-chip", { worth: denomination })}
          >
            {chips(denomination)}
          </button>
        ))}
        <button class="push" disabled={!sum} onClick={() => make({ Push: { chips: counts, pulled: [] } })}>
          {sum ? t("action-push-amount", { amount: chips(sum) }) : t("action-push")}
        </button>
        {sum > 0 && (
          <button class="quiet" onClick={() => push([])}>
            {t("action-take-back")}
          </button>
        )}
      </div>
      <div class="say" role="group" aria-label={t("action-say")}>
        <input
          inputMode="decimal"
          value={amount}
          aria-invalid={wrong !== null}
          placeholder={t("action-number")}
          aria-label={t("action-number-you-say")}
          onInput={(event) => setAmount(event.currentTarget.value)}
        />
        {wrong && (
          <small class="refused" role="alert">
            {wrong}
          </small>
        )}
        {SAID.map((words) => (
          <button key={words} disabled={wrong ? NUMBERED.includes(words) : words === "Amount" && !heard} onClick={() => say(words)}>
            {NUMBERED.includes(words) && heard && words !== "Amount"
              ? t("action-say-with-number", { words: t(`action-say-${kebab(words)}`), number: chips(heard) })
              : t("action-say-words", { words: t(`action-say-${kebab(words)}`) })}
          </button>
        ))}
        <button class="quiet" onClick={() => room.play.callClock(table.id)}>
          {t("action-call-clock")}
        </button>
      </div>
    </section>
  );
};

/** The rulings with their rules, and the open question to the floor. */
export const Rulings = ({ table }: { table: Table }) => {
  const { floor: { ticket } } = table;
  const now = useCountdown(ticket?.ends);
  const last = table.floor.rulings[table.floor.rulings.length - 1];
  return (
    <div class="rulings" role="status">
      {ticket && (
        <p class="ticket">
          <span>
            {isOfAll(ticket.matter)
              ? t("action-floor-called", { matter: matterText(ticket.matter) })
              : t("action-floor-called-to", { ...who(table, ticket.seat), matter: matterText(ticket.matter) })}
          </span>
          <cite>{ticket.rule}</cite>
          {ticket.ends > now && <small>{clock(ticket.ends - now)}</small>}
        </p>
      )}
      {!ticket && last && (
        <p key={last.id}>
          {t("action-ruled", { ...who(table, last.seat), ruling: rulingSentence(last, (chips) => amountText(table, chips)) })} <cite>{last.rule}</cite>
        </p>
      )}
      {table.floor.held.map((held) => (
        <p key={held.seat} class="mute">
          {t("action-held", who(table, held.seat))}
        </p>
      ))}
    </div>
  );
};

/** Returns the arguments for the player that a sentence is about. */
const who = (table: Table, seat: number) => ({ you: table.seats.you?.seat === seat ? "yes" : "no", name: table.seats.playerName(seat) });
