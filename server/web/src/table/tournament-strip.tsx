// The tournament at its table, in one line: level, clock, players, rank, stacks and the break.
import { useEffect } from "preact/hooks";
import { useCountdown } from "../room/clock";
import { room } from "../room/room";
import type { Table } from "../room/table";
import type { Tournament } from "../room/tournament";
import { settings } from "../room/settings";
import { brief, chips, clock, inUnitWithin, stakes } from "../room/words";
import { t } from "../words/words";

/**
 * The shortest interval between reloads of the player list, from which the viewer's rank is
 * computed.
 */
const PLAYERS_EVERY_MS = 15_000;
const read = new Map<number, number>();

/** Follows the tournament of a table, and reloads its players as hands go by. */
const useTournament = (table: Table): Tournament | undefined => {
  const id = table.info.tournament;
  const { line: { standing }, signIn: { arriving } } = room;
  useEffect(() => {
    if (id === null || standing !== "open" || arriving || room.tournaments.follows(id)) return;
    // A page that was just left may have known the tournament, and stopped following it.
    read.set(id, performance.now());
    room.tournaments.follow(id);
  }, [id, standing, arriving]);
  useEffect(
    () => () => {
      if (id !== null) room.tournaments.unfollow(id);
    },
    [id],
  );
  useEffect(() => {
    if (id === null || !room.tournaments.all.has(id) || performance.now() - (read.get(id) ?? -PLAYERS_EVERY_MS) < PLAYERS_EVERY_MS) return;
    read.set(id, performance.now());
    void room.tournaments.pages(id);
  }, [id, table.hand?.number]);
  return id === null ? undefined : room.tournaments.all.get(id);
};

/** Returns the viewer's rank by chips among the remaining players. Null for a watcher. */
const rankIn = (event: Tournament): number | null => {
  const own = event.players.find((row) => row.entry === event.view.you?.entry);
  return own && own.place === null ? 1 + event.players.filter((row) => row.place === null && row.stack > own.stack).length : null;
};

export const TournamentStrip = ({ table }: { table: Table }) => {
  const event = useTournament(table);
  return event ? <Strip event={event} /> : null;
};

const Strip = ({ event }: { event: Tournament }) => {
  const { clock: face, info, average_stack } = event.view;
  const now = useCountdown(event.ends ?? event.breakAt);
  const rank = rankIn(event);
  const inBreak = event.breakAt === null ? 0 : event.breakAt - now;
  const left = ["Level", "Break", "Paused"].includes(face.phase) ? clock(event.left(now)) : null;
  return (
    <dl class="strip" aria-label={t("table-strip")}>
      <Fact kind="level" name={t(`table-phase-${face.phase}`, { level: face.level })} value={stakes(face.stakes)} />
      {left && <Fact kind="clock" name={t("table-time-left")} value={left} />}
      {face.next && <Fact kind="next" name={t("table-next-level")} value={stakes(face.next.stakes)} />}
      <Fact kind="left" name={t("table-players-left")} value={`${chips(info.players_left)}/${chips(info.entries)}`} />
      {rank !== null && <Fact kind="rank" name={t("table-rank")} value={chips(rank)} />}
      {average_stack > 0 && <Fact kind="average" name={t("table-average")} value={settings.bigBlinds ? inUnitWithin(average_stack, face.stakes.big_blind) : brief(average_stack)} />}
      {event.pots.length > 0 && <Fact kind="impounded" name={t("table-impounded")} value={brief(event.pots.reduce((sum, pot) => sum + pot.chips + pot.due, 0))} />}
      {inBreak > 0 && <Fact kind="break" name={t("table-next-break")} value={clock(inBreak)} />}
    </dl>
  );
};

const Fact = ({ kind, name, value }: { kind: string; name: string; value: string }) => (
  <div class={`strip-${kind}`}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
