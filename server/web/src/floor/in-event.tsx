// One tournament from the floor: its tables at a glance, the commands, the rulings, and its roster.
import { useEffect } from "preact/hooks";
import type { Ruling, TournamentCommand, TournamentInfo } from "cardroom-bot/protocol";
import { room, useRoom } from "../room/room";
import { eventCommandText } from "../room/rulings";
import type { Tournament } from "../room/tournament";
import { brief, capital, chips } from "../room/words";
import { language, t } from "../words/words";
import { Because } from "./because";
import { inTournament } from "./commands";
import { CommandForm, type Lists } from "./form";
import { RealCards } from "./real-cards";
import { Roster } from "./roster";

/** Describes a command with the names of its players and the numbers of its tables, as players read it. */
const commandText = (command: TournamentCommand, event: Tournament): string => capital(eventCommandText(command, event.named));

/**
 * Returns whether a tournament's first hand has been dealt. Before that there are entries, and no
 * level yet.
 */
export const hasBegun = ({ level }: TournamentInfo): boolean => level > 0;

export const InEvent = ({ event }: { event: Tournament }) => {
  useEffect(() => {
    const timer = setInterval(() => void room.tournaments.pages(event.id), 2000);
    return () => clearInterval(timer);
  }, [event.id]);
  const { info } = event.view;
  const lists: Lists = {
    entries: event.players
      .filter((row) => row.state !== "Withdrawn")
      .sort((a, b) => a.name.localeCompare(b.name, language()))
      .map((row) => [row.entry, `${row.name}${row.stack ? `, ${chips(row.stack)}` : ""}`]),
    tables: event.tables.map((row) => [row.table, t("floor-table-id", { id: row.number })]),
    pots: event.pots.map((pot) => [pot.pot, `#${pot.pot}, ${chips(pot.chips)}`]),
    seats: Array.from({ length: info.seats }, (_, seat) => [seat, String(seat + 1)]),
  };
  const give = async (command: TournamentCommand, reason: string, rule: string | null): Promise<boolean> => {
    const done = await room.tournaments.direct(event, command, reason, rule);
    void room.tournaments.pages(event.id, true);
    return done !== null;
  };
  return (
    <>
      <div class="row">
        <a class="button" href={`#/tournament/${event.id}`}>
          {info.name}
        </a>
        <a class="button quiet" href={`#/clock/${event.id}`}>
          {t("floor-big-clock")}
        </a>
        <a class="button quiet" href={`#/print/${event.id}`}>
          {t("tournament-print")}
        </a>
        <span class="mute">
          {t(`tournament-state-${info.state}`)} · {hasBegun(info)
            ? t("floor-level-and-players", { level: info.level, left: info.players_left, entries: info.entries })
            : t("floor-entries-so-far", { entries: info.entries })}
          {event.view.hand_for_hand && ` · ${t("tournament-hand-for-hand")}`}
        </span>
      </div>
      {event.tables.length > 0 && (
        <ul class="glance" aria-label={t("floor-tables")}>
          {event.tables.map((row) => (
            <li key={row.table}>
              <a class={`button ${row.state === "Halted" ? "alarm" : ""}`} href={`#/floor/${row.table}`}>
                <b>{t("floor-table-id", { id: row.number })}</b>
                <span class="mute">
                  {row.players} · {t(`tournament-table-${row.state}`)} · {brief(row.smallest_stack)}–{brief(row.largest_stack)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {event.moves && <RealCards event={event} give={give} />}
      <CommandForm label={t("floor-command")} of={info.name} commands={inTournament(info.host !== null, event.moves !== null)} lists={lists} seen={t("floor-seen-tournament", { step: event.view.seq })} give={give} />
      <Rulings event={event} give={give} />
      {info.host === null && <Roster event={event} />}
    </>
  );
};

const Rulings = ({ event, give }: { event: Tournament; give(command: TournamentCommand, reason: string, rule: string | null): Promise<boolean> }) => {
  // Another operator confirms a command than the one who gave it.
  const me = useRoom().account.session?.name;
  const row = (ruling: Ruling) => (
    <li key={ruling.seq} class={ruling.state === "Undone" ? "undone" : ""}>
      <div>
        <b>{commandText(ruling.command, event)}</b>
        {ruling.state === "NeedsSecond" && <i class="tag gold">{t("floor-needs-second")}</i>}
        {ruling.state === "Undone" && <i class="tag">{t("floor-undone")}</i>}
        <p class="mute">
          {new Date(ruling.at).toLocaleTimeString(language())} · {ruling.operator ?? t("floor-automatic")}: {ruling.reason} {ruling.rule && <cite>{ruling.rule}</cite>}
        </p>
      </div>
      {ruling.state === "NeedsSecond" && ruling.operator !== me && (
        <button class="primary" onClick={() => void give({ Second: ruling.seq }, ruling.reason, ruling.rule)}>
          {t("title-tournament-second")}
        </button>
      )}
      {ruling.can_undo && <Because verb={t("title-tournament-undo")} about={commandText(ruling.command, event)} give={(reason) => give({ Undo: ruling.seq }, reason, null)} />}
    </li>
  );
  return (
    <>
      <h3>{t("floor-rulings")}</h3>
      <ul class="rulings-list">
        {event.rulings.map(row)}
        {event.rulings.length === 0 && <li class="mute">{t("floor-no-rulings")}</li>}
      </ul>
    </>
  );
};
