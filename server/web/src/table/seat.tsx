// One seat on the felt: the player, the stack, the cards, the turn, and the last move.
import { useMemo } from "preact/hooks";
import type { Card } from "cardroom-bot/protocol";
import { useMoments } from "../room/clock";
import { room } from "../room/room";
import type { Table } from "../room/table";
import type { Turn } from "../room/table/hand";
import type { Seat } from "../room/table/seats";
import { Avatar } from "../parts/avatar";
import { PlayingCard } from "../parts/card";
import { StaffMark } from "../parts/staff";
import { cardNames, hasButton } from "../room/words";
import { language, t } from "../words/words";
import { Amount, amountText } from "./amount";
import { Bubble } from "./bubble";
import { type Shape, type Spot, isLeft, isRight, placed } from "./geometry";
import { isLeaving } from "./leaving";

/**
 * How long a turn lasts before its bar moves. Most turns are over by then. A moving bar is a
 * separate layer, and the browser paints several frames when it starts.
 */
const BAR_RESTS_MS = 700;

/** A bar that runs out. The style sheet animates it, without any script. */
const TurnBar = ({ turn, ends }: { turn: Turn; ends: number }) => {
  const begins = turn.begins + BAR_RESTS_MS;
  const now = useMoments(begins);
  const runs = now >= begins;
  // Computed once: a changed value would restart the bar.
  const gone = useMemo(() => performance.now() - begins, [turn.seat, turn.begins, runs]);
  return (
    <i
      key={`${turn.seat} ${turn.begins}`}
      class={`turn-bar ${turn.inBank ? "bank" : ""} ${runs ? "runs" : ""}`}
      style={runs ? { "--length": `${Math.max(1, ends - begins)}ms`, animationDelay: `${-gone}ms` } : undefined}
      aria-hidden="true"
    />
  );
};

/** Returns whether a player sits out already. A hand in progress is played to its end first. */
const isOut = ({ sitting_out, hand }: Seat): boolean => sitting_out && (!hand || hand.folded);

const standing = (table: Table, seat: Seat): string | null => {
  if (seat.seat === table.seats.you?.seat && isLeaving(table)) return t("seat-leaving");
  if (!seat.connected) return t("seat-away");
  if (isOut(seat)) return t("seat-sits-out");
  return seat.hand?.last ?? (seat.hand?.allIn && !seat.hand.folded ? t("seat-all-in") : null);
};

/**
 * A player's avatar, rendered once: the seat renders with every event, but the face does not
 * change.
 */
const Face = ({ seat }: { seat: Seat & { avatar?: number; color?: number } }) => {
  const { name, bot, avatar, color } = seat;
  return useMemo(() => <Avatar name={name} bot={bot} avatar={avatar} color={color} />, [name, bot, avatar, color]);
};

/** Returns the move that colors a seat's badge. */
const kindOf = (seat: Seat): string => {
  if (!seat.connected || isOut(seat)) return "";
  if (seat.hand?.folded) return "fold";
  return seat.hand?.allIn ? "all-in" : (seat.hand?.did ?? "");
};

/**
 * The cards of a seat, as far as this viewer may know them. The viewer's own stay until the next
 * hand, dimmed once they can no longer win, and bright again while they can be shown.
 */
const Cards = ({ table, seat, mine, winning }: { table: Table; seat: Seat; mine: boolean; winning: Set<Card> | null }) => {
  const { hand, shown } = seat;
  const toShow = mine && table.seats.you ? table.seats.you.to_show : [];
  // A player who comes back between hands knows only the cards that may still be shown.
  const own = mine && table.seats.you ? (table.seats.you.cards.length ? table.seats.you.cards : [...shown, ...toShow]) : [];
  if (!hand && !shown.length && !own.length) return null;
  const known = hand?.tabled ?? (own.length ? own : [...(hand?.up ?? []), ...shown]);
  const hidden = !hand || hand.folded ? 0 : Math.max(0, hand.cards - known.length);
  const count = hidden + known.length;
  if (!count) return null;
  const open = new Set([...(hand?.up ?? []), ...shown]);
  const isBeaten = hand && (hand.folded || ((table.hand?.result.length ?? 0) > 0 && !hand.won && known.length > 0));
  const hasLost = isBeaten && !shown.length;
  const face = (card: Card, index: number) => (
    <PlayingCard
      key={`${card}${index}`}
      card={card}
      press={toShow.includes(card) ? { label: t("seat-show-card", { card: cardNames([card]) }), act: () => room.offers.showCards(table, [card]) } : undefined}
      class={`${shown.includes(card) ? "shown" : ""} ${mine && open.has(card) ? "open" : hand?.tabled ? "tabled" : ""} ${hand?.won && winning ? (winning.has(card) ? "wins" : "rest") : ""}`}
    />
  );
  return (
    <span class={`cards cards-${Math.min(count, 7)} ${mine ? "own" : ""} ${hasLost && !toShow.length ? "dead" : ""} ${known.length ? "faces" : ""} ${known.length && hidden ? "mixed" : ""}`}>
      {Array.from({ length: hidden }, (_, index) => (
        <PlayingCard key={`back${index}`} card={null} />
      ))}
      {known.map(face)}
    </span>
  );
};

const labels = new WeakMap<Seat, { of: string; label: string }>();

/**
 * Returns a seat's label for screen readers. It is rebuilt only when one of its parts has changed.
 */
const labelOf = (table: Table, seat: Seat, said: string | null, acts: boolean, equity: number | undefined): string => {
  const { hand } = seat;
  const mine = table.seats.you?.seat === seat.seat;
  const stack = amountText(table, seat.stack);
  const name = table.seats.called(seat.name);
  const of = [language(), mine, name, seat.staff, stack, said, seat.shown, hand?.tabled, hand?.folded, hand?.cards, acts, equity].join();
  const known = labels.get(seat);
  if (known?.of === of) return known.label;
  const label = [
    t("seat-label", { seat: seat.seat + 1, name: mine ? t("seat-you") : name, stack }),
    seat.staff && t("staff"),
    said,
    hand?.tabled ? t("seat-shows", { cards: cardNames(hand.tabled) }) : seat.shown.length ? t("seat-shows", { cards: cardNames(seat.shown) }) : hand && !hand.folded && t("seat-cards", { count: hand.cards }),
    acts && t("seat-to-act"),
    equity !== undefined && t("seat-equity-wins", { percent: Math.round(equity) }),
  ]
    .filter(Boolean)
    .join(", ");
  labels.set(seat, { of, label });
  return label;
};

interface Shown {
  table: Table;
  number: number;
  spot: Spot;
  sit(seat: number): void;
  name: string | null;
  shape: Shape;
  winning: Set<Card> | null;
  /** The seat's average share of the pots it plays for, in percent, while all hands are open. */
  equity: number | undefined;
}

export const SeatPod = ({ table, number, spot, sit, name, shape, winning, equity }: Shown) => {
  const seat = table.seats.all[number];
  const style = placed(spot);
  if (!seat) {
    const free = !table.seats.you && table.info.tournament === null;
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
  const mine = table.seats.you?.seat === number;
  const { hand } = seat;
  const turn = table.hand?.turn?.seat === number ? table.hand.turn : null;
  const said = standing(table, seat);
  const state = [
    mine ? "mine" : "",
    turn ? "acts" : "",
    hand?.folded ? "folded" : "",
    !hand || isOut(seat) ? "idle" : "",
    hand?.won ? "won" : "",
    isLeft(spot) ? "left" : isRight(spot) ? "right" : "",
    table.hand?.button === number && hasButton(table.hand.game) ? "deals" : "",
  ].join(" ");
  // On a phone there is one line below a pod, for the bet, the winning hand or the last move.
  const narrow = shape !== "wide" && !mine;
  const shown = name && !hand?.folded && !(narrow && equity !== undefined) ? name : null;
  const badge = !hand?.won && said && !(narrow && ((hand?.bet ?? 0) > 0 || shown)) ? said : null;
  const label = labelOf(table, seat, said, turn !== null, equity);
  return (
    <div class={`seat ${state}`} style={style} role="group" aria-label={label} data-seat={number}>
      <Cards table={table} seat={seat} mine={mine} winning={winning} />
      <div class="pod">
        <span class="who" dir="auto">
          {/* Before the name, whose end a small plate cuts off. */}
          {seat.staff && <StaffMark />}
          {table.seats.called(seat.name)}
          {seat.bot && <i class="bot" role="img" title={t("seat-bot-title")} aria-label={t("seat-bot")} />}
        </span>
        <span class="behind">{seat.hand?.allIn && seat.stack === 0 ? t("seat-all-in") : <Amount table={table} amount={seat.stack} narrow={shape !== "wide"} />}</span>
        {turn && turn.ends !== null && <TurnBar turn={turn} ends={turn.ends} />}
      </div>
      <Face seat={seat} />
      <div class="under">
        {hand?.won ? (
          <span class="badge win">
            +<Amount table={table} amount={hand.won} narrow={shape !== "wide"} />
          </span>
        ) : equity === undefined ? (
          badge && <span class="badge" data-did={kindOf(seat)}>{badge}</span>
        ) : (
          <span class="badge equity">{t("seat-equity", { percent: Math.round(equity) })}</span>
        )}
        {shown && !(narrow && hand?.won) && <span class="hand-name">{narrow ? shown.replace(/,.*/, "") : shown}</span>}
      </div>
      <Bubble table={table} seat={number} />
      {room.chat.muted.has(seat.name) && <span class="unseen">{t("seat-muted")}</span>}
    </div>
  );
};
