// Cards to hand out at the draw, eight on a page. Each has a code that shows the player's seat, or
// opens the tournament if the viewer may not have such codes.
import { renderSVG } from "uqr";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { dateOf, eventName } from "../room/words";
import { t } from "../words/words";
import { type SeatCodes, grouped } from "./codes";
import { type SeatOf, seatsOf } from "./sheets";

const ON_A_PAGE = 8;

/** Returns the address that a code on paper leads to. A private tournament is found by its invitation. */
const address = ({ id }: Tournament): string => {
  const code = room.invitations.tournaments.get(id);
  return `${location.origin}/#/${code ? `join/${code}` : `tournament/${id}`}`;
};

/** A square that phones read: the seat of a code, or else the tournament. */
export const Code = ({ event, seat }: { event: Tournament; seat?: string }) => {
  const to = seat ? `${location.origin}/#/seat/${seat}` : address(event);
  return <div class="paper-code" role="img" aria-label={t("print-code", { address: to })} dangerouslySetInnerHTML={{ __html: renderSVG(to, { border: 1 }) }} />;
};

export const SeatCards = ({ event, codes }: { event: Tournament; codes: SeatCodes }) => {
  const seats = seatsOf(event);
  if (seats.length === 0) return <p class="pad print-none">{t("print-no-seats")}</p>;
  const pages = Array.from({ length: Math.ceil(seats.length / ON_A_PAGE) }, (_, at) => seats.slice(at * ON_A_PAGE, (at + 1) * ON_A_PAGE));
  return (
    <>
      {pages.map((cards, at) => (
        <section key={at} class="sheet seat-cards" aria-label={`${t("print-sheet-cards")}, ${t("print-page", { at: at + 1, of: pages.length })}`}>
          {cards.map((card) => (
            <SeatCard key={card.entry} event={event} card={card} code={codes.get(card.entry)} />
          ))}
        </section>
      ))}
    </>
  );
};

const SeatCard = ({ event, card: { name, table, seat }, code }: { event: Tournament; card: SeatOf; code: string | undefined }) => (
  <article class="seat-card">
    <h2>
      <bdi>{name}</bdi>
    </h2>
    <p class="card-where">
      <span>
        {t("print-table")} <b>{table}</b>
      </span>
      <span>
        {t("print-seat-head")} <b>{seat}</b>
      </span>
    </p>
    <Code event={event} seat={code} />
    <p class="card-what">
      {code && (
        <>
          {t("print-seat-code", { address: `${location.host}/#/seat` })}
          <br />
          <b>{grouped(code)}</b>
          <br />
        </>
      )}
      {eventName(event.view.info.name)}
      <br />
      {dateOf(event.view.info.starts_at || room.now())}
    </p>
  </article>
);
