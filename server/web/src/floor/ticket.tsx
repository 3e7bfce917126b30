// A question that waits for the floor: what happened, by which rule, and what can be ruled.
import { useState } from "preact/hooks";
import { useCountdown } from "../room/clock";
import { room } from "../room/room";
import { isOfAll, matterText } from "../room/rulings";
import type { Table } from "../room/table";
import { chips, choice, clock } from "../room/words";

export const Ticket = ({ table }: { table: Table }) => {
  const { ticket } = table;
  const now = useCountdown(ticket?.ends);
  const [reason, write] = useState("");
  if (!ticket) return null;
  const usual = choice(ticket.default);
  const ofAll = isOfAll(ticket.matter);
  return (
    <article class="ticket-card" aria-label={`Ticket at ${table.info.name}`}>
      <header class="spread">
        <h2>
          {table.info.name}: {!ofAll && `${table.name(ticket.seat)}, `}
          {matterText(ticket.matter)}
        </h2>
        {ticket.ends > now && <b class="number">{clock(ticket.ends - now)}</b>}
      </header>
      <p>
        <cite>{ticket.rule}</cite>
        {!ofAll && ` · ${chips(ticket.shown)} in front`}
        {ticket.pushed > 0 && `, ${chips(ticket.pushed)} just pushed`}
        {ticket.call_to !== null && `, a call needs ${chips(ticket.call_to)}`}
        {ticket.forfeit !== null && `, a fold forfeits ${chips(ticket.forfeit)}`}. Without a ruling in time it is: {usual}.
      </p>
      <label>
        Why
        <input value={reason} maxLength={280} onInput={({ currentTarget }) => write(currentTarget.value)} placeholder="for everybody to read" />
      </label>
      <div class="row">
        {ticket.options.map((option) => (
          <button
            key={choice(option)}
            class={choice(option) === usual ? "primary" : ""}
            onClick={() => void room.direct(table, { RuleTicket: { ticket: ticket.ticket, option } }, reason || "By the book", ticket.rule)}
          >
            {choice(option).replace(/^./, (first) => first.toUpperCase())}
            {choice(option) === usual && <small> as usual</small>}
          </button>
        ))}
        <button class="quiet" onClick={() => void room.direct(table, { ClaimTicket: ticket.ticket }, reason || "I look at it", ticket.rule)}>
          Take it
        </button>
        <a class="button quiet" href={`#/table/${table.id}`}>
          Watch
        </a>
      </div>
    </article>
  );
};
