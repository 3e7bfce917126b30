// A question that waits for the floor: the situation, the rule, and the possible rulings.
import { useState } from "preact/hooks";
import { useCountdown } from "../room/clock";
import * as floor from "../room/requests/floor";
import { isOfAll, matterText, optionText } from "../room/rulings";
import type { Table } from "../room/table";
import { amountText } from "../table/amount";
import { choice, clock, tableName } from "../room/words";
import { t } from "../words/words";

export const Ticket = ({ table }: { table: Table }) => {
  const { floor: { ticket } } = table;
  const now = useCountdown(ticket?.ends);
  const [reason, write] = useState("");
  if (!ticket) return null;
  const usual = choice(ticket.default);
  const ofAll = isOfAll(ticket.matter);
  const inUnit = (chips: number): string => amountText(table, chips);
  const facts = [
    !ofAll && t("floor-ticket-in-front", { amount: inUnit(ticket.shown) }),
    ticket.pushed > 0 && t("floor-ticket-pushed", { amount: inUnit(ticket.pushed) }),
    ticket.call_to !== null && t("floor-ticket-call", { amount: inUnit(ticket.call_to) }),
    ticket.forfeit !== null && t("floor-ticket-forfeit", { amount: inUnit(ticket.forfeit) }),
  ].filter((fact) => fact !== false);
  return (
    <article class="ticket-card" aria-label={t("floor-ticket-at", { table: tableName(table.info.name) })}>
      <header class="spread">
        <h2>
          {tableName(table.info.name)}: {!ofAll && `${table.seats.name(ticket.seat)}, `}
          {matterText(ticket.matter)}
        </h2>
        {ticket.ends > now && <b class="number">{clock(ticket.ends - now)}</b>}
      </header>
      <p>
        <cite>{ticket.rule}</cite>
        {facts.map((fact) => ` · ${fact}`)}. {t("floor-ticket-default", { ruling: optionText(ticket.default, inUnit) })}
      </p>
      <label>
        {t("floor-reason")}
        <input value={reason} maxLength={280} onInput={({ currentTarget }) => write(currentTarget.value)} placeholder={t("floor-reason-hint")} />
      </label>
      <div class="row">
        {ticket.options.map((option) => (
          <button
            key={choice(option)}
            class={choice(option) === usual ? "primary" : ""}
            onClick={() => void floor.direct(table, { RuleTicket: { ticket: ticket.ticket, option } }, reason || t("floor-ruling-reason"), ticket.rule)}
          >
            {optionText(option, inUnit)}
            {choice(option) === usual && <small> {t("floor-ticket-usual")}</small>}
          </button>
        ))}
        <button class="quiet" onClick={() => void floor.direct(table, { ClaimTicket: ticket.ticket }, reason || t("floor-claim-reason"), ticket.rule)}>
          {t("title-table-claim")}
        </button>
        <a class="button quiet" href={`#/table/${table.id}`}>
          {t("floor-watch")}
        </a>
      </div>
    </article>
  );
};
