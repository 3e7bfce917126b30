// The felt: seats around it, boards and pots in the middle, bets and the button between, and moving
// chips.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Card } from "cardroom-bot/protocol";
import { PlayingCard } from "../parts/card";
import { useCountdown } from "../room/clock";
import { room } from "../room/room";
import { settings } from "../room/settings";
import type { Table } from "../room/table";
import type { Flight } from "../room/table/seats";
import type { Tournament } from "../room/tournament";
import { clock, gameLong, hasButton, stakes, tableName } from "../room/words";
import { t } from "../words/words";
import { Amount, Pile, amountText } from "./amount";
import { equities } from "./equity";
import { POT, type Shape, type Spot, betSpot, buttonSpot, moved, placed, seatSpot, shapeFor } from "./geometry";
import { handName } from "./hand-name";
import { SeatPod } from "./seat";
import { feltText, lackOf } from "./waits";
import { winningCards } from "./winning";

/** Returns the shape that fits the available space. */
const useShape = (): [Shape, { current: HTMLDivElement | null }] => {
  const place = useRef<HTMLDivElement>(null);
  const [shape, set] = useState<Shape>(shapeFor(innerWidth, innerHeight - 200));
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      if (entry) set(shapeFor(entry.contentRect.width, entry.contentRect.height));
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return [shape, place];
};

export const Felt = ({ table, sit }: { table: Table; sit(seat: number): void }) => {
  const [shape, place] = useShape();
  const { hand, info } = table;
  const game = hand?.game ?? info.games[0];
  const isStud = game?.board_cards === 0 && game.hole_cards > 5;
  const bottom = table.seats.you?.seat ?? 0;
  const spots = Array.from({ length: info.seats }, (_, seat) =>
    seatSpot((seat - bottom + info.seats) % info.seats, info.seats, shape, isStud),
  );
  const at = (seat: number): Spot => spots[seat] ?? POT;
  const winning = winningCards(table);
  const chances = settings.equity ? equities(table) : null;
  const button = hand && hasButton(hand.game) && buttonSpot(at(hand.button), shape);
  return (
    <div class={`felt-room ${shape} ${shape === "wide" ? "" : "narrow"}`} ref={place}>
      <div class={`felt ${isStud ? "stud" : ""}`}>
        <div class="rail" aria-hidden="true" />
        <div class="cloth" aria-hidden="true">
          {!table.seats.you && <span class="legend">{tableName(info.name)}</span>}
        </div>
        <Middle table={table} winning={winning} />
        {table.seats.all.map(
          (seat, number) =>
            seat?.hand &&
            seat.hand.bet > 0 && (
              <span key={`bet${number}`} class="bet" style={placed(betSpot(at(number), shape))} aria-label={t("felt-bet", { name: table.seats.called(seat.name) })} role="group">
                <Pile table={table} amount={seat.hand.bet} narrow={shape !== "wide"} />
              </span>
            ),
        )}
        {button && (
          <span class="over carries-button" style={moved(button)}>
            <span class="dealer" role="img" aria-label={t("felt-button", { seat: (hand?.button ?? 0) + 1 })}>
              D
            </span>
          </span>
        )}
        {spots.map((spot, number) => (
          <SeatPod
            key={number}
            table={table}
            number={number}
            spot={spot}
            sit={sit}
            name={nameOf(table, number)}
            shape={shape}
            winning={winning}
            equity={chances?.get(number)}
          />
        ))}
        {table.seats.flights.map((flight) => (
          <FlyingChips key={flight.id} table={table} flight={flight} seat={betSpot(at(flight.seat), shape)} home={at(flight.seat)} />
        ))}
      </div>
    </div>
  );
};

/** Returns the name of a seat's hand, if this viewer may know it. */
const nameOf = (table: Table, number: number): string | null => {
  const hand = table.seats.all[number]?.hand;
  if (!hand || !table.hand) return null;
  if (hand.wonWith) return hand.wonWith;
  const own = table.seats.you?.seat === number ? table.seats.you.cards : hand.tabled;
  return own ? handName(table.hand.game, own, table.hand.boards[0] ?? []) : null;
};

const FlyingChips = ({ table, flight, seat, home }: { table: Table; flight: Flight; seat: Spot; home: Spot }) => {
  const [from, to] = flight.toPot ? [seat, POT] : [POT, home];
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const over = (): void => {
      table.seats.flights = table.seats.flights.filter((other) => other.id !== flight.id);
      place.current?.remove();
    };
    const frames = [
      { ...moved(from), opacity: 1 },
      { ...moved(to), opacity: flight.toPot ? 0.2 : 0.9 },
    ];
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const flown = place.current?.animate(frames, { duration: still ? 1 : flight.toPot ? 420 : 650, easing: "cubic-bezier(.4,0,.2,1)" });
    if (flown) flown.onfinish = over;
    else over();
    return () => flown?.cancel();
  }, []);
  return (
    <span class="over flying" ref={place} style={moved(from)} aria-hidden="true">
      <span class="bet">
        <Pile table={table} amount={flight.amount} narrow />
      </span>
    </span>
  );
};

const Middle = ({ table, winning }: { table: Table; winning: Set<Card> | null }) => {
  const { hand, info } = table;
  if (!hand) {
    const phase = tournamentOf(table)?.view.clock.phase ?? "Level";
    const isHalted = table.clock.paused || ["Paused", "Break", "BreakDue"].includes(phase);
    return (
      <div class="middle waiting">
        <Halt table={table} />
        {!isHalted && <p>{feltText(table)}</p>}
        <p class="mute">
          {gameLong(info.betting, info.game_name)} · {stakes(info)}
        </p>
        <Rabbit table={table} />
      </div>
    );
  }
  const { pot } = table;
  const shows = hand.game.board_cards > 0;
  const isTold = hand.over && hand.result.length > 0;
  return (
    <div class={`middle ${hand.boards.length > 1 || table.offers.hunted.length > 0 ? "several" : ""}`}>
      <p class="game-line">
        {info.games.length > 1 && <b>{hand.game.name} </b>}
        {hand.bombPot && <b class="bomb">{t("felt-bomb-pot")} </b>}
      </p>
      <p class={`pot ${isTold ? "told" : ""}`} data-pot={pot}>
        {isTold ? <span class="result">{hand.result[hand.result.length - 1]}</span> : <PotLine table={table} pot={pot} />}
      </p>
      {shows &&
        hand.boards.map((board, index) => (
          <div key={index} class="board" role="group" aria-label={hand.boards.length > 1 ? t("felt-board-number", { number: index + 1 }) : t("felt-board")}>
            {Array.from({ length: hand.game.board_cards }, (_, at) => {
              const card = board[at];
              return card ? <PlayingCard key={card} card={card} class={`dealt ${winning ? (winning.has(card) ? "wins" : "rest") : ""}`} /> : <i key={`none${at}`} class="card none" />;
            })}
          </div>
        ))}
      {hand.pots.length > 1 && !hand.over && (
        <ul class="pots" aria-label={t("felt-pots")}>
          {hand.pots.map((each, index) => (
            <li key={index}>
              <span class="mute">{index ? t("felt-side-pot", { number: index }) : t("felt-main-pot")}</span> <Amount table={table} amount={each.amount} />
            </li>
          ))}
        </ul>
      )}
      <Rabbit table={table} />
    </div>
  );
};

/**
 * Returns the tournament of a live table. A replay does not show the present state of its
 * tournament.
 */
const tournamentOf = (table: Table): Tournament | undefined =>
  room.tables.all.get(table.id) === table && table.info.tournament !== null ? room.tournaments.all.get(table.info.tournament) : undefined;

/**
 * A pause or a break during a hand, shown beside the felt, because its bets and cards leave no room
 * for the reason there.
 */
export const HaltBeside = ({ table }: { table: Table }) => {
  if (!table.hand) return null;
  // A player reads the same in the bar of actions.
  const lacks = !table.seats.you && lackOf(table) !== null && room.tables.all.get(table.id) === table;
  return lacks ? <p class="halt" role="status">{feltText(table)}</p> : <Halt table={table} />;
};

/**
 * The reason why play stops or no hand begins: a pause of the table or its tournament, or a break.
 * Where the floor has paused, the table stands still. Any other pause lets the hand end.
 */
const Halt = ({ table }: { table: Table }) => {
  const event = tournamentOf(table);
  const phase = event?.view.clock.phase;
  const now = useCountdown(phase === "Break" ? event?.ends : null);
  const reason = table.clock.pauseReason ?? (phase === "Paused" ? event?.pauseReason : null);
  if (event && phase === "Break") {
    return (
      <p class="halt">
        <b role="status">{t("felt-break")}</b> {t("felt-break-ends", { time: clock(event.left(now)) })}
      </p>
    );
  }
  if (phase === "BreakDue") return <p class="halt" role="status"><b>{t("felt-break-due")}</b> {t("felt-break-waits")}</p>;
  if (!table.clock.paused && phase !== "Paused") return null;
  return (
    <p class="halt" role="status">
      <b>{t(!table.clock.paused && table.hand && !table.hand.over ? "felt-pauses" : phase === "Paused" ? "felt-tournament-paused" : "felt-paused")}</b> {reason}
    </p>
  );
};

/** The cards that would have come. A player who returns after the hand sees them too. */
const Rabbit = ({ table }: { table: Table }) =>
  table.offers.hunted.length > 0 ? (
    <div class="board rabbit" aria-label={t("felt-rabbit")}>
      {table.offers.hunted.map((card) => (
        <PlayingCard key={card} card={card} />
      ))}
    </div>
  ) : null;

const PotLine = ({ table, pot }: { table: Table; pot: number }) =>
  pot > 0 ? (
    <span class="pot-sum" aria-label={t("felt-pot-amount", { amount: amountText(table, pot) })}>
      <small>{t("felt-pot")}</small> <Amount table={table} amount={pot} />
    </span>
  ) : null;
