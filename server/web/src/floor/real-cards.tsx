// A tournament with real cards from the floor: a large *Out* for each seat, and the moves to confirm.
import { useState } from "preact/hooks";
import type { PlayerRow, TableRow, TournamentCommand } from "cardroom-bot/protocol";
import type { Tournament } from "../room/tournament";
import { chips } from "../room/words";
import { t } from "../words/words";

interface Giving {
  event: Tournament;
  give(command: TournamentCommand, reason: string, rule: string | null): Promise<boolean>;
}

export const RealCards = ({ event, give }: Giving) => (
  <>
    <Moves event={event} give={give} />
    <h3>{t("floor-real-seats")}</h3>
    <div class="real-tables">
      {event.tables.map((row) => (
        <Table key={row.table} row={row} event={event} give={give} />
      ))}
    </div>
  </>
);

const Moves = ({ event, give }: Giving) => {
  const moves = event.moves ?? [];
  if (moves.length === 0) return null;
  return (
    <>
      <h3>{t("floor-real-moves")}</h3>
      <ul class="rulings-list">
        {moves.map((move) => (
          <li key={move.entry}>
            <div>
              <b>{event.named.player(move.entry)}</b>
              <p class="mute">{t("floor-real-move", { from: move.from_table, fromSeat: move.from_seat + 1, table: move.table, seat: move.seat + 1 })}</p>
            </div>
            <button class="primary" onClick={() => void give({ Moved: move.entry }, t("floor-real-sits"), null)}>
              {t("floor-real-confirm")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

const Table = ({ row, event, give }: Giving & { row: TableRow }) => {
  const [leaving, choose] = useState<PlayerRow | null>(null);
  const seated = event.players.filter((player) => player.table === row.table && player.seat !== null).sort((a, b) => (a.seat ?? 0) - (b.seat ?? 0));
  return (
    <section class="real-table" aria-label={t("floor-table-id", { id: row.number })}>
      <h4>{t("floor-table-id", { id: row.number })}</h4>
      <ul>
        {seated.map((player) => (
          <li key={player.entry}>
            <span>
              <b>{player.name}</b>
              <span class="mute">{t("floor-real-seat", { seat: (player.seat ?? 0) + 1, stack: chips(player.stack) })}</span>
            </span>
            <button aria-label={t("floor-real-out-of", { name: player.name })} onClick={() => choose(player)}>
              {t("floor-real-out")}
            </button>
          </li>
        ))}
      </ul>
      {leaving && <Winner key={leaving.entry} leaving={leaving} others={seated.filter((player) => player.entry !== leaving.entry)} give={give} close={() => choose(null)} />}
    </section>
  );
};

interface Deciding {
  leaving: PlayerRow;
  others: PlayerRow[];
  give: Giving["give"];
  close(): void;
}

/** What happened to another player in the hand. */
type Part = "won" | "out";
const PARTS: Part[] = ["won", "out"];

/** Asks who won the chips, and who else is out in the same hand, before the player is out. */
const Winner = ({ leaving, others, give, close }: Deciding) => {
  const [parts, set] = useState<ReadonlyMap<number, Part>>(new Map());
  const [busy, setBusy] = useState(false);
  /** Notes a player's part. A second tap takes it back. */
  const choose = (entry: number, part: Part): void => {
    const next = new Map(parts);
    if (next.get(entry) === part) next.delete(entry);
    else next.set(entry, part);
    set(next);
  };
  // A player may have left the table since.
  const having = (wanted: Part): number[] => others.filter(({ entry }) => parts.get(entry) === wanted).map(({ entry }) => entry);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const command = { Out: { entry: leaving.entry, by: having("won"), with: having("out") } };
    const done = await give(command, t("floor-real-lost"), null).finally(() => setBusy(false));
    if (done) close();
  };
  const [won, out] = [having("won").length, having("out").length];
  return (
    <div class="real-winner" role="group" aria-label={t("floor-real-out-of", { name: leaving.name })}>
      <b>{leaving.name}</b>
      <p class="mute">{t("floor-real-who")}</p>
      <ul>
        {others.map(({ entry, name }) => (
          <li key={entry}>
            <bdi>{name}</bdi>
            {PARTS.map((part) => (
              <button key={part} aria-label={t(`floor-real-also-${part}`, { name })} aria-pressed={parts.get(entry) === part} onClick={() => choose(entry, part)}>
                {t(`floor-real-part-${part}`)}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <p role="status">
        {t("floor-real-count-out", { count: out + 1 })} {t("floor-real-count-won", { count: won })}
      </p>
      <button class="primary" disabled={busy} onClick={() => void confirm()}>
        {t("floor-real-out")}
      </button>
      <button class="quiet" disabled={busy} onClick={close}>
        {t("floor-real-keep")}
      </button>
    </div>
  );
};
