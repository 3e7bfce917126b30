// The floor's console: open questions, tables at a glance, commands and what was commanded.
import { useEffect, useState } from "preact/hooks";
import type { TableCommand, TournamentCommand } from "../protocol";
import { room, useNow, useRoom } from "../room/room";
import type { Table } from "../room/table";
import type { Tournament } from "../room/tournament";
import { chips, choice, clock, spaced } from "../room/words";
import { DealErrorForm } from "./deal-error";

export const FloorPage = ({ table: only }: { table: number | null }) => {
  const { session, standing, lobby, tournaments } = useRoom();
  const [chosen, choose] = useState<number | null>(only);
  const [event, setEvent] = useState<number | null>(null);
  useEffect(() => {
    if (standing === "open" && room.rules) void room.listAudit(null);
  }, [standing, session]);
  const hybrid = [...lobby.values()].filter((info) => info.hybrid).map((info) => info.table).join();
  useEffect(() => {
    if (standing !== "open" || !room.rules || !hybrid) return;
    for (const table of hybrid.split(",").map(Number)) room.watch(table);
  }, [standing, hybrid]);
  if (!room.rules) return <main class="pad mute">This page is for the floor. Log in with an account that rules on tables.</main>;
  const pick = (table: number): void => {
    room.watch(table);
    choose(table);
  };
  const pickEvent = (tournament: number): void => {
    room.follow(tournament);
    setEvent(tournament);
  };
  const table = chosen === null ? undefined : room.tables.get(chosen);
  const directed = event === null ? undefined : room.events.get(event);
  const tickets = [...room.tables.values()].filter((each) => each.ticket);
  return (
    <main class="floor">
      <header class="page-head">
        <div>
          <p class="eyebrow">Floor</p>
          <h1>{tickets.length ? `${tickets.length} open` : "Nothing is open"}</h1>
        </div>
      </header>
      <section aria-label="Open questions" class="tickets">
        {tickets.map((each) => (
          <Ticket key={each.id} table={each} />
        ))}
      </section>
      <div class="floor-grid">
        <section aria-label="Tables">
          <h2>Tables</h2>
          <ul class="glance">
            {[...lobby.values()].map((info) => (
              <li key={info.table}>
                <button aria-pressed={chosen === info.table} onClick={() => pick(info.table)}>
                  <b>{info.name}</b>
                  <span class="mute">
                    {info.seated}/{info.seats} · hand {chips(info.hands_played)}
                  </span>
                  {info.hybrid && <i class="tag gold">Hybrid</i>}
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Commands">
          <h2>{table ? table.info.name : "Choose a table"}</h2>
          {table && <TableCommands key={table.id} table={table} />}
        </section>
        <section aria-label="Tournaments">
          <h2>Tournaments</h2>
          <ul class="glance">
            {[...tournaments.values()].map((info) => (
              <li key={info.tournament}>
                <button aria-pressed={event === info.tournament} onClick={() => pickEvent(info.tournament)}>
                  <b>{info.name}</b>
                  <span class="mute">
                    {spaced(info.state)} · {info.players_left} left
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {directed && <TournamentCommands key={directed.id} event={directed} />}
        </section>
        <section aria-label="Audit">
          <h2>What was commanded</h2>
          <div class="scroll" tabIndex={0} role="region" aria-label="Commands so far">
            <table>
              <thead>
                <tr>
                  <th>When</th>
                  <th>Who</th>
                  <th>What</th>
                  <th>Why</th>
                </tr>
              </thead>
              <tbody>
                {room.audit.map((entry) => (
                  <tr key={`${entry.table} ${entry.seq}`}>
                    <td>{new Date(entry.at).toLocaleTimeString()}</td>
                    <td>{entry.operator}</td>
                    <td>
                      {lobby.get(entry.table)?.name ?? `Table ${entry.table}`}: {entry.command}
                    </td>
                    <td>
                      {entry.reason} {entry.rule && <cite>{entry.rule}</cite>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      </div>
    </main>
  );
};

const Ticket = ({ table }: { table: Table }) => {
  const now = useNow(500);
  const [reason, write] = useState("");
  const { ticket } = table;
  if (!ticket) return null;
  return (
    <article class="ticket-card">
      <h2>
        {table.info.name}: {table.name(ticket.seat)}, {choice(ticket.matter)}
      </h2>
      <p>
        <cite>{ticket.rule}</cite> · {chips(ticket.shown)} in front{ticket.call_to !== null && `, a call needs ${chips(ticket.call_to)}`}
        {ticket.ends > now && <b> · {clock(ticket.ends - now)}</b>}
      </p>
      <label>
        Why
        <input value={reason} maxLength={280} onInput={(event) => write(event.currentTarget.value)} placeholder="for everybody to read" />
      </label>
      <div class="row">
        <button class="quiet" onClick={() => void room.direct(table, { ClaimTicket: ticket.ticket }, reason || "I look at it", ticket.rule)}>
          Take it
        </button>
        {ticket.options.map((option) => (
          <button
            key={choice(option)}
            class={choice(option) === choice(ticket.default) ? "primary" : ""}
            onClick={() =>
              void room.direct(table, { RuleTicket: { ticket: ticket.ticket, option } }, reason || "By the book", ticket.rule)
            }
          >
            {choice(option)}
          </button>
        ))}
      </div>
    </article>
  );
};

type Make<C> = { name: string; needs?: ("seat" | "amount" | "text")[]; make(given: Given): C };
interface Given {
  seat: number;
  amount: number;
  text: string;
}

const AT_A_TABLE: Make<TableCommand>[] = [
  { name: "Pause", make: () => "Pause" },
  { name: "Resume", make: () => "Resume" },
  { name: "Void the hand", make: () => "VoidHand" },
  { name: "Deal the next street", make: () => "DealStreet" },
  { name: "Kill a hand", needs: ["seat"], make: ({ seat }) => ({ KillHand: seat }) },
  { name: "Show a hand", needs: ["seat"], make: ({ seat }) => ({ ShowHand: seat }) },
  { name: "Set the button", needs: ["seat"], make: ({ seat }) => ({ SetButton: seat }) },
  { name: "Call the clock", needs: ["seat"], make: ({ seat }) => ({ CallClock: seat }) },
  { name: "Let a wager stand", needs: ["seat", "amount"], make: ({ seat, amount: to }) => ({ ForceWager: { seat, to } }) },
  { name: "Correct a wager", needs: ["seat", "amount"], make: ({ seat, amount: to }) => ({ CorrectWager: { seat, to } }) },
  { name: "Count the pot", needs: ["seat", "amount"], make: ({ seat, amount }) => ({ QuotePot: { seat, amount } }) },
  { name: "Wrong count given", needs: ["amount"], make: ({ amount }) => ({ Misquote: amount }) },
];

const IN_A_TOURNAMENT: Make<TournamentCommand>[] = [
  { name: "Pause", make: () => "Pause" },
  { name: "Resume", make: () => "Resume" },
  { name: "Add seconds", needs: ["amount"], make: ({ amount }) => ({ AddTime: amount }) },
  { name: "Take seconds", needs: ["amount"], make: ({ amount }) => ({ TakeTime: amount }) },
  { name: "Close entries", make: () => "CloseEntry" },
  { name: "Balance now", make: () => "BalanceNow" },
  { name: "Redraw seats", make: () => "Redraw" },
  { name: "Break a table", needs: ["amount"], make: ({ amount }) => ({ BreakTable: amount }) },
  { name: "Hand for hand", make: () => ({ HandForHand: true }) },
  { name: "End hand for hand", make: () => ({ HandForHand: false }) },
  { name: "Announce", needs: ["text"], make: ({ text }) => ({ Announce: text }) },
  { name: "Enter a player", needs: ["text"], make: ({ text }) => ({ EnterPlayer: text }) },
  { name: "Remove an entry", needs: ["amount"], make: ({ amount }) => ({ RemoveEntry: amount }) },
  { name: "Warn an entry", needs: ["amount"], make: ({ amount }) => ({ Warn: amount }) },
  { name: "Lift a penalty", needs: ["amount"], make: ({ amount }) => ({ LiftPenalty: amount }) },
  { name: "Pick up a stack", needs: ["amount"], make: ({ amount }) => ({ PickUp: amount }) },
  { name: "Disqualify an entry", needs: ["amount"], make: ({ amount: entry }) => ({ Disqualify: { entry, keeps_prize: false } }) },
  { name: "Allow deals", make: () => ({ AllowDeals: true }) },
  { name: "Undo a ruling", needs: ["amount"], make: ({ amount }) => ({ Undo: amount }) },
  { name: "Second a ruling", needs: ["amount"], make: ({ amount }) => ({ Second: amount }) },
  { name: "Cancel, refund all", make: () => ({ Cancel: "Everything" }) },
];

interface Commanding<C> {
  commands: Make<C>[];
  seats: { seat: number; name: string }[];
  give(command: C, reason: string, rule: string | null): void;
}

const CommandForm = <C,>({ commands, seats, give }: Commanding<C>) => {
  const [chosen, choose] = useState(0);
  const [seat, setSeat] = useState(seats[0]?.seat ?? 0);
  const [amount, setAmount] = useState("");
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const [rule, setRule] = useState("");
  const command = commands[chosen];
  const order = (event: Event): void => {
    event.preventDefault();
    if (command) give(command.make({ seat, amount: Number(amount) || 0, text }), reason, rule || null);
  };
  return (
    <form class="command" onSubmit={order}>
      <label>
        Command
        <select value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {commands.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {command?.needs?.includes("seat") && (
        <label>
          Seat
          <select value={seat} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
            {seats.map((each) => (
              <option key={each.seat} value={each.seat}>
                {each.seat + 1}: {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {command?.needs?.includes("amount") && (
        <label>
          Number
          <input inputMode="numeric" required value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
        </label>
      )}
      {command?.needs?.includes("text") && (
        <label>
          Text
          <input required maxLength={280} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
      )}
      <label>
        Why
        <input required maxLength={280} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <label>
        Rule
        <input maxLength={40} value={rule} onInput={(event) => setRule(event.currentTarget.value)} placeholder="TDA 47-A" />
      </label>
      <button class="primary">Order it</button>
    </form>
  );
};

const TableCommands = ({ table }: { table: Table }) => {
  const seats = table.seats.flatMap((seat) => (seat ? [{ seat: seat.seat, name: seat.name }] : []));
  const give = (command: TableCommand, reason: string, rule: string | null): void =>
    void room.direct(table, command, reason, rule).then(() => room.listAudit(null));
  return (
    <>
      <div class="row">
        <a class="button" href={`#/table/${table.id}`}>
          Watch
        </a>
        {table.info.hybrid && (
          <>
            <button onClick={() => room.attend(table.id, true)}>Attend</button>
            <button class="quiet" onClick={() => room.attend(table.id, false)}>
              Leave it
            </button>
            <span class="mute">{table.hybrid?.attended ? "Somebody attends" : "Nobody attends"}</span>
          </>
        )}
      </div>
      <CommandForm
        commands={AT_A_TABLE}
        seats={seats}
        give={give}
      />
      <h3>An error of the deal</h3>
      <DealErrorForm
        hybrid={table.info.hybrid}
        seats={seats}
        report={(error, reason) => give({ DealError: error }, reason, null)}
      />
      <div class="lines short" tabIndex={0} role="region" aria-label="What happens there">
        {table.log.slice(-12).map((line) => (
          <p key={line.id} class={`line-${line.kind}`}>
            {line.text}
          </p>
        ))}
      </div>
    </>
  );
};

const TournamentCommands = ({ event }: { event: Tournament }) => (
  <CommandForm
    commands={IN_A_TOURNAMENT}
    seats={[]}
    give={(command, reason, rule) => void room.directTournament(event, command, reason, rule)}
  />
);
