// One tournament from the floor: its tables at a glance, what can be commanded, what was ruled, and its roster.
import { useEffect } from "preact/hooks";
import type { Ruling, TournamentCommand } from "../protocol";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { brief, chips, choice, spaced } from "../room/words";
import { IN_A_PRIVATE_ONE, IN_A_TOURNAMENT, mayBeTakenBack } from "./event-commands";
import { CommandForm, type Lists } from "./form";
import { Roster } from "./roster";

/** A command with whom or what it is about. */
const commandText = (command: TournamentCommand, event: Tournament): string => {
  if (typeof command === "string") return spaced(command);
  const [[name, held]] = Object.entries(command) as [[string, unknown]];
  const said = (key: string, value: unknown): string => {
    if (key === "entry" || key === "one" || key === "other") return event.players.find((row) => row.entry === value)?.name ?? `entry ${String(value)}`;
    return value === null ? "" : `${key.replace(/_/g, " ")} ${String(value)}`;
  };
  if (typeof held === "object" && held !== null) return `${spaced(name)}: ${Object.entries(held).map(([key, value]) => said(key, value)).filter(Boolean).join(", ")}`;
  if (["RemoveEntry", "Warn", "LiftPenalty", "PickUp", "Mute", "Unmute"].includes(name)) return `${spaced(name)}: ${said("entry", held)}`;
  if (typeof held === "boolean") return `${spaced(name)}: ${held ? "on" : "off"}`;
  if (name === "BreakTable" || name === "HaltTable" || name === "WaiveHalt") {
    return `${spaced(name)}: ${event.tables.find((row) => row.table === held)?.number ?? String(held)}`;
  }
  return name === "Announce" ? `announce: “${String(held)}”` : choice(command);
};

const first = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

export const InEvent = ({ event }: { event: Tournament }) => {
  useEffect(() => {
    const timer = setInterval(() => void room.pages(event.id), 2000);
    return () => clearInterval(timer);
  }, [event.id]);
  const { info } = event.view;
  const lists: Lists = {
    entries: event.players.filter((row) => !["Withdrawn"].includes(row.state)).map((row) => [row.entry, `${row.name}${row.stack ? `, ${chips(row.stack)}` : ""}`]),
    tables: event.tables.map((row) => [row.table, `Table ${row.number}`]),
    seats: Array.from({ length: info.seats }, (_, seat) => [seat, String(seat + 1)]),
  };
  const give = async (command: TournamentCommand, reason: string, rule: string | null): Promise<boolean> => {
    const done = await room.directTournament(event, command, reason, rule);
    void room.pages(event.id, true);
    return done !== null;
  };
  return (
    <>
      <div class="row">
        <a class="button" href={`#/tournament/${event.id}`}>
          {info.name}
        </a>
        <a class="button quiet" href={`#/clock/${event.id}`}>
          Big clock
        </a>
        <span class="mute">
          {spaced(info.state)} · level {info.level} · {chips(info.players_left)} of {chips(info.entries)}
          {event.view.hand_for_hand && " · hand for hand"}
        </span>
      </div>
      {event.tables.length > 0 && (
        <ul class="glance" aria-label="Its tables">
          {event.tables.map((row) => (
            <li key={row.table}>
              <a class={`button ${row.state === "Halted" ? "alarm" : ""}`} href={`#/floor/${row.table}`}>
                <b>Table {row.number}</b>
                <span class="mute">
                  {row.players} · {spaced(row.state)} · {brief(row.smallest_stack)}–{brief(row.largest_stack)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <CommandForm label="Command" commands={info.host === null ? IN_A_TOURNAMENT : IN_A_PRIVATE_ONE} lists={lists} seen={`step ${chips(event.view.seq)} of it`} give={give} />
      <Rulings event={event} give={give} />
      {info.host === null && <Roster event={event} />}
    </>
  );
};

const Rulings = ({ event, give }: { event: Tournament; give(command: TournamentCommand, reason: string, rule: string | null): Promise<boolean> }) => {
  const row = (ruling: Ruling) => (
    <li key={ruling.seq} class={ruling.state === "Undone" ? "undone" : ""}>
      <div>
        <b>{first(commandText(ruling.command, event))}</b>
        {ruling.state === "NeedsSecond" && <i class="tag gold">needs a second</i>}
        {ruling.state === "Undone" && <i class="tag">taken back</i>}
        <p class="mute">
          {new Date(ruling.at).toLocaleTimeString()} · {ruling.operator ?? "the room"}: {ruling.reason} {ruling.rule && <cite>{ruling.rule}</cite>}
        </p>
      </div>
      {ruling.state === "NeedsSecond" && (
        <button class="primary" onClick={() => void give({ Second: ruling.seq }, ruling.reason, ruling.rule)}>
          Second it
        </button>
      )}
      {ruling.state !== "Undone" && (mayBeTakenBack(ruling.command) || ruling.state === "NeedsSecond") && (
        <button onClick={() => void give({ Undo: ruling.seq }, "Taken back", ruling.rule)}>Take back</button>
      )}
    </li>
  );
  return (
    <>
      <h3>What was ruled</h3>
      <ul class="rulings-list">
        {event.rulings.map(row)}
        {event.rulings.length === 0 && <li class="mute">Nothing yet.</li>}
      </ul>
    </>
  );
};
