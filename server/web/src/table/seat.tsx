// One seat on the felt: who, how much behind, which cards, whose turn, and what was done last.
import { useMemo } from "preact/hooks";
import { room } from "../room/room";
import type { Table } from "../room/table";
import type { Seat, Turn } from "../room/table-parts";
import { PlayingCard } from "../parts/card";
import { cardNames } from "../room/words";
import { t } from "../words/words";
import { amountText } from "./amount";
import type { Spot } from "./geometry";

/** A bar that runs out. Drawn by the style sheet alone: no script runs while it does. */
const TurnBar = ({ turn }: { turn: Turn }) => {
  const length = Math.max(1, turn.ends - turn.begins);
  // Said once: with every other value the bar would begin anew.
  const gone = useMemo(() => performance.now() - turn.begins, [turn.seat, turn.begins]);
  return (
    <i
      key={`${turn.seat} ${turn.begins}`}
      class={`turn-bar ${turn.inBank ? "bank" : ""}`}
      style={{ animationDuration: `${length}ms`, animationDelay: `${-gone}ms` }}
      aria-hidden="true"
    />
  );
};

const standing = (seat: Seat): string | null => {
  if (!seat.connected) return t("seat-away");
  if (seat.sitting_out) return t("seat-sits-out");
  return seat.hand?.last ?? (seat.hand?.allIn && !seat.hand.folded ? t("seat-all-in") : null);
};

/** The cards a seat holds, as far as this viewer may know them. */
const Cards = ({ table, seat, mine }: { table: Table; seat: Seat; mine: boolean }) => {
  const { hand } = seat;
  if (!hand || (hand.folded && !hand.tabled)) return null;
  const own = mine && table.you ? table.you.cards : [];
  const known = hand.tabled ?? (own.length ? own : hand.up);
  const hidden = Math.max(0, hand.cards - known.length);
  const count = hidden + known.length;
  if (!count) return null;
  const open = new Set(hand.up);
  return (
    <span class={`cards cards-${Math.min(count, 7)} ${mine ? "own" : ""} ${hand.folded ? "dead" : ""} ${known.length ? "faces" : ""}`}>
      {Array.from({ length: hidden }, (_, index) => (
        <PlayingCard key={`back${index}`} card={null} index={index} />
      ))}
      {known.map((card, index) => (
        <PlayingCard
          key={`${card}${index}`}
          card={card}
          index={hidden + index}
          class={mine && open.has(card) ? "open" : hand.tabled ? "tabled" : ""}
        />
      ))}
    </span>
  );
};

interface Shown {
  table: Table;
  number: number;
  spot: Spot;
  sit(seat: number): void;
  name: string | null;
}

export const SeatPod = ({ table, number, spot, sit, name }: Shown) => {
  const seat = table.seats[number];
  const style = { left: `${spot.x}%`, top: `${spot.y}%` };
  if (!seat) {
    const free = !table.you && table.info.tournament === null;
    return (
      <div class="seat empty" style={style}>
        {free ? (
          <button onClick={() => sit(number)} aria-label={t("seat-sit-number", { seat: number + 1 })}>
            {t("seat-sit")}
          </button>
        ) : (
          <span class="hole" aria-hidden="true" />
        )}
      </div>
    );
  }
  const mine = table.you?.seat === number;
  const { hand } = seat;
  const turn = table.hand?.turn?.seat === number ? table.hand.turn : null;
  const said = standing(seat);
  const state = [
    mine ? "mine" : "",
    turn ? "acts" : "",
    hand?.folded ? "folded" : "",
    !hand || seat.sitting_out ? "idle" : "",
    hand?.won ? "won" : "",
  ].join(" ");
  const label = [
    t("seat-label", { seat: number + 1, name: mine ? t("seat-you") : seat.name, stack: amountText(table, seat.stack) }),
    said,
    hand?.tabled ? t("seat-shows", { cards: cardNames(hand.tabled) }) : hand && !hand.folded && t("seat-cards", { count: hand.cards }),
    turn && t("seat-to-act"),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <div class={`seat ${state} ${spot.y < 30 ? "upper" : ""}`} style={style} role="group" aria-label={label} data-seat={number}>
      <Cards table={table} seat={seat} mine={mine} />
      <div class="pod">
        <span class="who">
          {seat.name}
          {seat.bot && <i class="bot" role="img" title={t("seat-bot-title")} aria-label={t("seat-bot")} />}
        </span>
        <span class="behind">{seat.hand?.allIn && seat.stack === 0 ? t("seat-all-in") : amountText(table, seat.stack)}</span>
        {turn && <TurnBar turn={turn} />}
      </div>
      {hand?.won ? (
        <span class="badge win">+{amountText(table, hand.won)}</span>
      ) : (
        said && <span class={`badge ${said.toLowerCase().replace(/[^a-z]+/g, "-")}`}>{said}</span>
      )}
      {name && !hand?.folded && <span class="hand-name">{name}</span>}
      {room.muted.has(seat.name) && <span class="unseen">{t("seat-muted")}</span>}
    </div>
  );
};
