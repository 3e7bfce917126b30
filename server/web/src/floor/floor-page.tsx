// The floor's console: open questions, tables and tournaments at a glance, commands, and what was commanded.
import { useEffect, useState } from "preact/hooks";
import type { TableInfo } from "../protocol";
import { room, useRoom } from "../room/room";
import { chips, plural, spaced } from "../room/words";
import { AtTable } from "./at-table";
import { Audit } from "./audit";
import { InEvent } from "./in-event";
import { LeagueFloor } from "./league-floor";
import { OpenEvent } from "./open-event";
import { Ticket } from "./ticket";

export const FloorPage = ({ table: only, event: directs }: { table: number | null; event: number | null }) => {
  const { session, standing, lobby, tournaments } = useRoom();
  const [chosen, choose] = useState<number | null>(only);
  const [event, setEvent] = useState<number | null>(directs);
  useEffect(() => {
    if (standing !== "open" || !session) return;
    if (room.rulesEverywhere) void room.listAudit(null);
    else if (only !== null) void room.listAudit(only);
  }, [standing, session, only]);
  // Whoever hosts a table has the floor at that one.
  const own = [...room.tables.values()].map(({ info }) => info).filter((info) => room.hosts(info));
  const hybrid = [...lobby.values()].filter((info) => info.hybrid).map((info) => info.table).join();
  useEffect(() => {
    if (standing !== "open" || !room.rules || !hybrid) return;
    for (const table of hybrid.split(",").map(Number)) room.watch(table);
  }, [standing, hybrid]);
  useEffect(() => {
    if (only === null) return;
    room.watch(only);
    choose(only);
  }, [only]);
  const ownEvents = [...room.events.values()].map(({ view }) => view.info).filter((info) => room.hosts(info));
  useEffect(() => {
    if (directs === null || standing !== "open" || !session) return;
    room.follow(directs);
  }, [directs, standing, session]);
  if (!room.rules && own.length === 0 && ownEvents.length === 0) {
    return <main class="pad mute">This page is for the floor. Log in with an account that rules on tables.</main>;
  }
  const shown = room.rulesEverywhere ? [...lobby.values(), ...own] : room.rules ? [...own, ...lobby.values()] : own;
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
  const everyTable = room.rulesEverywhere;
  return (
    <main class="floor">
      <header class="page-head">
        <div>
          <p class="eyebrow">Floor</p>
          <h1>{tickets.length ? `${plural(tickets.length, "question")} open` : "Nothing is open"}</h1>
        </div>
      </header>
      <section aria-label="Open questions" class="tickets" role="region" aria-live="assertive">
        {tickets.map((each) => (
          <Ticket key={`${each.id} ${each.ticket?.ticket}`} table={each} />
        ))}
      </section>
      <div class="floor-grid">
        <section aria-label="Tables">
          <h2>Tables</h2>
          <ul class="glance">
            {shown.map((info) => (
              <Glance key={info.table} info={info} chosen={chosen === info.table} pick={pick} />
            ))}
          </ul>
        </section>
        <section aria-label="Commands">
          <h2>{table ? table.info.name : "Choose a table"}</h2>
          {table && <AtTable key={table.id} table={table} />}
        </section>
        {(room.rules || ownEvents.length > 0) && (
          <>
            <section aria-label="Tournaments">
              <h2>Tournaments</h2>
              <ul class="glance">
                {[...ownEvents, ...(room.rules ? tournaments.values() : [])].map((info) => (
                  <li key={info.tournament}>
                    <button aria-pressed={event === info.tournament} onClick={() => pickEvent(info.tournament)}>
                      <b>{info.name}</b>
                      <span class="mute">
                        {spaced(info.state)} · {chips(info.players_left)} left
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {room.rules && <OpenEvent opened={pickEvent} />}
            </section>
            <section aria-label="Direct a tournament">
              <h2>{directed ? directed.view.info.name : "Choose a tournament"}</h2>
              {directed && <InEvent key={directed.id} event={directed} />}
            </section>
          </>
        )}
        {everyTable && (
          <section aria-label="Leagues" class="whole">
            <h2>Leagues, results and bans</h2>
            <LeagueFloor />
          </section>
        )}
        <div class="whole">
          <Audit table={chosen} />
        </div>
      </div>
    </main>
  );
};

const Glance = ({ info, chosen, pick }: { info: TableInfo; chosen: boolean; pick(table: number): void }) => {
  const table = room.tables.get(info.table);
  return (
    <li>
      <button class={table?.ticket ? "alarm" : ""} aria-pressed={chosen} onClick={() => pick(info.table)}>
        <b>{info.name}</b>
        <span class="mute">
          {info.seated}/{info.seats} · hand {chips(info.hands_played)}
        </span>
        <span class="tags">
          {table?.ticket && <i class="tag gold">Question</i>}
          {table?.paused && <i class="tag gold">Paused</i>}
          {info.hybrid && <i class="tag">{table?.hybrid?.attended ? "Attended" : "Hybrid"}</i>}
        </span>
      </button>
    </li>
  );
};
