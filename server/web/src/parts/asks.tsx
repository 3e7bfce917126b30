// Offers that reach a player on any page: a reserved seat, a rebuy or add-on, a vote on a deal.
import { useState } from "preact/hooks";
import { useCountdown } from "../room/clock";
import { room, useRoomBesidesLobby } from "../room/room";
import type { Tournament } from "../room/tournament";
import { clock, eventName, tableName } from "../room/words";
import { rich, t } from "../words/words";
import { lazy } from "./lazy";

const DealVote = lazy(async () => (await import("./deal")).DealVote, true);

export const Asks = () => {
  const { tournaments: { all: events }, waitingLists: { places: lines } } = useRoomBesidesLobby();
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

const bold = { b: (text: string) => <b>{text}</b> };

/** A freed seat, reserved for the first player on the waiting list. */
const SeatOffer = ({ table, until }: { table: number; until: number }) => {
  const now = useCountdown(until);
  if (until <= now) return null;
  const name = (room.lobby.tables.get(table) ?? room.tables.all.get(table)?.info)?.name;
  return (
    <div class="banner gold ask" role="alert">
      <span>
        {rich("app-seat-offered", { table: name === undefined ? t("app-some-table") : tableName(name) }, bold)} <small aria-hidden="true">{clock(until - now)}</small>
      </span>
      <a class="button primary" href={`#/table/${table}`}>
        {t("app-go-to-table")}
      </a>
      <button onClick={() => room.waitingLists.leave(table)}>{t("app-no-thanks")}</button>
    </div>
  );
};

const Ask = ({ event }: { event: Tournament }) => {
  const { rebuy, deal } = event;
  const now = useCountdown(rebuy?.ends, deal?.ends);
  const [looking, look] = useState(false);
  const name = eventName(event.view.info.name);
  return (
    <>
      {rebuy && rebuy.ends > now && (
        <div class="banner gold ask" role="alert">
          <span>
            {rich(rebuy.what === "Rebuy" ? "app-rebuy-offered" : "app-add-on-offered", { tournament: name, chips: rebuy.chips, cost: rebuy.cost }, bold)}{" "}
            <small aria-hidden="true">{clock(rebuy.ends - now)}</small>
          </span>
          <button class="primary" onClick={() => room.entries.buy(event, rebuy.what)}>
            {t("app-buy")}
          </button>
          <button onClick={() => room.entries.declineRebuy(event)}>{t("app-no-thanks")}</button>
        </div>
      )}
      {deal && deal.ends > now && (
        <div class="banner gold ask" role="alert">
          <span>
            {rich("app-deal-offered", { tournament: name, yours: deal.yours, winner: deal.for_winner }, bold)} <small aria-hidden="true">{clock(deal.ends - now)}</small>
          </span>
          <button class="primary" onClick={() => look(true)}>
            {t("app-view-deal")}
          </button>
        </div>
      )}
      {looking && deal && <DealVote event={event} deal={deal} close={() => look(false)} />}
    </>
  );
};
