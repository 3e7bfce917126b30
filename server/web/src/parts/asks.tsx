// What a tournament asks of the viewer, wherever the viewer is just then: more chips, a vote on a deal.
import { useState } from "preact/hooks";
import { room, useNow, useRoom } from "../room/room";
import type { Tournament } from "../room/tournament";
import { chips, clock } from "../room/words";
import { DealVote } from "./deal";

export const Asks = () => {
  const { events } = useRoom();
  const asking = [...events.values()].filter((event) => event.rebuy ?? event.deal);
  return (
    <>
      {asking.map((event) => (
        <Ask key={event.id} event={event} />
      ))}
    </>
  );
};

const Ask = ({ event }: { event: Tournament }) => {
  const now = useNow(500);
  const [looking, look] = useState(false);
  const { rebuy, deal } = event;
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
