// What the viewer is asked, wherever the viewer is just then: a seat that was waited for, more chips, a vote on a deal.
import { useState } from "preact/hooks";
import { useCountdown } from "../room/clock";
import { room, useRoom } from "../room/room";
import type { Tournament } from "../room/tournament";
import { chips, clock } from "../room/words";
import { DealVote } from "./deal";

export const Asks = () => {
  const { events, lines } = useRoom();
  const asking = [...events.values()].filter((event) => event.rebuy ?? event.deal);
  return (
    <>
      {[...lines].map(([table, line]) => line.offered !== null && <SeatOffer key={table} table={table} until={line.offered} />)}
      {asking.map((event) => (
        <Ask key={event.id} event={event} />
      ))}
    </>
  );
};

/** A seat is kept for the first in line. */
const SeatOffer = ({ table, until }: { table: number; until: number }) => {
  const now = useCountdown(until);
  if (until <= now) return null;
  const name = (room.lobby.get(table) ?? room.tables.get(table)?.info)?.name ?? "a table";
  return (
    <div class="banner gold ask" role="alert">
      <span>
        <b>A seat is yours</b> at {name} <small aria-hidden="true">{clock(until - now)}</small>
      </span>
      <a class="button primary" href={`#/table/${table}`}>
        Go there
      </a>
      <button onClick={() => room.leaveLine(table)}>No</button>
    </div>
  );
};

const Ask = ({ event }: { event: Tournament }) => {
  const { rebuy, deal } = event;
  const now = useCountdown(rebuy?.ends, deal?.ends);
  const [looking, look] = useState(false);
  const { name } = event.view.info;
  return (
    <>
      {rebuy && rebuy.ends > now && (
        <div class="banner gold ask" role="alert">
          <span>
            <b>{rebuy.what === "Rebuy" ? "Rebuy" : "Add-on"}</b> in {name}: {chips(rebuy.chips)} chips for {chips(rebuy.cost)}{" "}
            <small aria-hidden="true">{clock(rebuy.ends - now)}</small>
          </span>
          <button class="primary" onClick={() => room.buy(event.id, rebuy.what)}>
            Buy
          </button>
          <button onClick={() => room.declineRebuy(event.id)}>No</button>
        </div>
      )}
      {deal && deal.ends > now && (
        <div class="banner gold ask" role="alert">
          <span>
            <b>A deal</b> in {name}: you get {chips(deal.yours)}
            {deal.for_winner > 0 && `, ${chips(deal.for_winner)} are left to play for`} <small aria-hidden="true">{clock(deal.ends - now)}</small>
          </span>
          <button class="primary" onClick={() => look(true)}>
            See and vote
          </button>
        </div>
      )}
      {looking && deal && <DealVote event={event} deal={deal} close={() => look(false)} />}
    </>
  );
};
