// The floor's console: open questions, tables and tournaments at a glance, commands, and the audit
// trail.
import { useEffect, useState } from "preact/hooks";
import type { TableInfo } from "cardroom-bot/protocol";
import { Sentence } from "../parts/missing";
import * as floor from "../room/requests/floor";
import { room, useRoom } from "../room/room";
import { tableName } from "../room/words";
import { t } from "../words/words";
import { AtTable } from "./at-table";
import { Audit } from "./audit";
import { InEvent, hasBegun } from "./in-event";
import { LeagueFloor } from "./league-floor";
import { OpenEvent } from "./open-event";
import { useOpenable } from "./openable";
import { Schedules } from "./schedules";
import { Ticket } from "./ticket";

export const FloorPage = ({ table: only, event: directs }: { table: number | null; event: number | null }) => {
  const { account: { session }, line: { standing }, signIn: { arriving, done }, lobby: { tables: lobby, tournaments } } = useRoom();
  const [chosen, choose] = useState<number | null>(only);
  const [event, setEvent] = useState<number | null>(directs);
  useEffect(() => {
    if (standing !== "open" || !session) return;
    if (room.account.rulesEverywhere) void floor.listAudit(null);
    else if (only !== null) void floor.listAudit(only);
  }, [standing, session, only]);
  // A host is the floor of their own table.
  const own = [...room.tables.all.values()].map(({ info }) => info).filter((info) => room.account.hosts(info));
  const hybrid = [...lobby.values()].filter((info) => info.hybrid).map((info) => info.table).join();
  useEffect(() => {
    if (standing !== "open" || !room.account.rules || !hybrid) return;
    for (const table of hybrid.split(",").map(Number)) room.tables.watch(table);
  }, [standing, hybrid]);
  useEffect(() => {
    if (only === null || standing !== "open" || arriving) return;
    room.tables.watch(only);
    choose(only);
  }, [only, standing, arriving]);
  useEffect(
    () => () => {
      // The floor keeps attending a hybrid table on other pages.
      for (const { id, watched, floor: { hybrid } } of [...room.tables.all.values()]) if (watched && !hybrid?.attended) room.tables.unwatch(id);
    },
    [],
  );
  const ownEvents = [...room.tournaments.all.values()].map(({ view }) => view.info).filter((info) => room.account.hosts(info));
  useEffect(() => {
    if (directs === null || !Number.isSafeInteger(directs) || standing !== "open" || !session) return;
    room.tournaments.follow(directs);
  }, [directs, standing, session]);
  useEffect(
    () => () => {
      if (event !== null) room.tournaments.unfollow(event);
    },
    [event],
  );
  const openable = useOpenable(room.account.rules && done);
  if (!room.account.rules && own.length === 0 && ownEvents.length === 0) {
    const coming = (only !== null && !room.tables.all.has(only) && room.invitations.tables.get(only) !== undefined) || (directs !== null && !room.tournaments.all.has(directs) && room.invitations.tournaments.get(directs) !== undefined);
    if (standing !== "open" || arriving || (session && coming)) return <Sentence text="floor-loading" />;
    return <Sentence text="floor-not-allowed" />;
  }
  const shown = room.account.rulesEverywhere ? [...lobby.values(), ...own] : room.account.rules ? [...own, ...lobby.values()] : own;
  const pick = (table: number): void => {
    // Every hybrid table stays watched, for its questions.
    if (chosen !== null && chosen !== table && !room.tables.all.get(chosen)?.info.hybrid) room.tables.unwatch(chosen);
    room.tables.watch(table);
    choose(table);
  };
  const pickEvent = (tournament: number): void => {
    room.tournaments.follow(tournament);
    setEvent(tournament);
  };
  const table = chosen === null ? undefined : room.tables.all.get(chosen);
  const directed = event === null ? undefined : room.tournaments.all.get(event);
  const tickets = [...room.tables.all.values()].filter((each) => each.floor.ticket);
  const everyTable = room.account.rulesEverywhere;
  return (
    <main class="floor">
      <header class="page-head">
        <div>
          <p class="eyebrow">{t("floor-floor")}</p>
          <h1>{tickets.length ? t("floor-questions-open", { count: tickets.length }) : t("floor-no-questions")}</h1>
        </div>
        {everyTable && (
          <a class="button" href="#/integrity">
            {t("floor-integrity")}
          </a>
        )}
      </header>
      <section aria-label={t("floor-open-questions")} class="tickets" role="region" aria-live="assertive">
        {tickets.map((each) => (
          <Ticket key={`${each.id} ${each.floor.ticket?.ticket}`} table={each} />
        ))}
      </section>
      <div class="floor-grid">
        {(shown.length > 0 || table) && (
          <>
            <section aria-label={t("floor-tables")}>
              <h2>{t("floor-tables")}</h2>
              <ul class="glance">
                {shown.map((info) => (
                  <Glance key={info.table} info={info} chosen={chosen === info.table} pick={pick} />
                ))}
              </ul>
            </section>
            <section aria-label={t("floor-commands")}>
              <h2>{table ? tableName(table.info.name) : t("floor-choose-table")}</h2>
              {table && <AtTable key={table.id} table={table} />}
            </section>
          </>
        )}
        {(room.account.rules || ownEvents.length > 0) && (
          <>
            <section aria-label={t("floor-tournaments")}>
              <h2>{t("floor-tournaments")}</h2>
              <ul class="glance">
                {[...ownEvents, ...(room.account.rules ? tournaments.values() : [])].map((info) => (
                  <li key={info.tournament}>
                    <button aria-pressed={event === info.tournament} onClick={() => pickEvent(info.tournament)}>
                      <b>{info.name}</b>
                      <span class="mute">
                        {t(`tournament-state-${info.state}`)} ·{" "}
                        {hasBegun(info) ? t("floor-left", { count: info.players_left }) : t("floor-entered", { count: info.entries })}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {room.account.rules && <OpenEvent openable={openable} opened={pickEvent} />}
            </section>
            <section aria-label={t("floor-direct-tournament")}>
              <h2>{directed ? directed.view.info.name : t("floor-choose-tournament")}</h2>
              {directed && <InEvent key={directed.id} event={directed} />}
            </section>
          </>
        )}
        {everyTable && (
          <section aria-label={t("floor-schedules")} class="whole">
            <Schedules openable={openable} />
          </section>
        )}
        {everyTable && (
          <section aria-label={t("floor-leagues")} class="whole">
            <h2>{t("floor-leagues-title")}</h2>
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
  const table = room.tables.all.get(info.table);
  return (
    <li>
      <button class={table?.floor.ticket ? "alarm" : ""} aria-pressed={chosen} onClick={() => pick(info.table)}>
        <b>{info.name}</b>
        <span class="mute">
          {info.seated}/{info.seats} · {t("floor-hand-number", { hand: info.hands_played })}
        </span>
        <span class="tags">
          {table?.floor.ticket && <i class="tag gold">{t("floor-tag-question")}</i>}
          {table?.clock.paused && <i class="tag gold">{t("floor-tag-paused")}</i>}
          {info.hybrid && <i class="tag">{table?.floor.hybrid?.attended ? t("floor-tag-attended") : t("floor-tag-hybrid")}</i>}
        </span>
      </button>
    </li>
  );
};
