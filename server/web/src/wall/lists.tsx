// The scenes of a wall that are lists: seats, moves, prizes or points, standings and house rules.
import { useEffect, useState } from "preact/hooks";
import type { Payout, StandingPage } from "cardroom-bot/protocol";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { chips, points } from "../room/words";
import { language, t } from "../words/words";
import { type Move, movesOf } from "./moves";
import { Paged } from "./paged";
import type { Scene } from "./scenes";

interface SceneProps {
  event: Tournament;
  pages(count: number): void;
}

/** Returns the places that are paid. A league's night may have places with a prize of nothing. */
export const paid = (event: Tournament): Payout[] => event.view.payouts.filter(({ prize, ticket }) => prize > 0 || ticket !== null);

/** A player with a seat, by the number of the table. */
export interface Seated {
  entry: number;
  name: string;
  table: number | string;
  seat: number;
}

/** Returns the players who have a seat, by name. */
export const seated = (event: Tournament): Seated[] =>
  event.players
    .flatMap(({ entry, name, table, seat }) => (table === null || seat === null ? [] : [{ entry, name, table: event.named.table(table), seat: seat + 1 }]))
    .sort((a, b) => a.name.localeCompare(b.name, language()));

/** Returns whether a scene has anything to show. */
export const has = (event: Tournament) => (scene: Scene): boolean =>
  ({
    clock: true,
    seats: event.players.some(({ seat }) => seat !== null),
    moves: movesOf(event).length > 0,
    prizes: paid(event).length > 0 || (event.wall?.points.length ?? 0) > 0,
    standings: event.view.info.counts_for?.season != null,
    rules: event.houseRules.length > 0,
  })[scene];

/** Returns the class of a list so short that it has room for larger letters. */
const sized = (rows: number): string => (rows <= 8 ? "few" : "");

const Empty = ({ text }: { text: string }) => <p class="wall-empty">{t(text)}</p>;

export const SeatsScene = ({ event, pages }: SceneProps) => {
  const rows = seated(event);
  return (
    <div class="wall-scene">
      <h2>{t("wall-scene-seats")}</h2>
      {rows.length === 0 && <Empty text="wall-no-seats" />}
      <Paged label={t("wall-scene-seats")} of={rows.length} pages={pages} class={sized(rows.length)}>
        {rows.map(({ entry, name, table, seat }) => (
          <li key={entry}>
            <bdi>{name}</bdi>
            <span>{t("wall-table", { table })}</span>
            <span>{t("wall-seat", { seat })}</span>
          </li>
        ))}
      </Paged>
    </div>
  );
};

export const MovesScene = ({ event, pages, moves }: SceneProps & { moves: Move[] }) => (
  <div class="wall-scene">
    <h2>{t("wall-scene-moves")}</h2>
    {moves.length === 0 && <Empty text="wall-no-moves" />}
    <Paged label={t("wall-scene-moves")} of={moves.length} pages={pages} class="moving">
      {moves.map(({ entry, from, table, number, seat }) => (
        <li key={entry}>
          <bdi>{event.named.player(entry)}</bdi>
          <span class="from">{from === null ? "" : t("wall-table", { table: from })}</span>
          <b>
            {t("wall-to", { table: number ?? event.named.table(table), seat: seat + 1 })}
          </b>
        </li>
      ))}
    </Paged>
  </div>
);

export const PrizesScene = ({ event, pages }: SceneProps) => {
  const prizes = paid(event);
  const scores = event.wall?.points ?? [];
  const title = t(prizes.length || !scores.length ? "wall-scene-prizes" : "wall-points");
  return (
    <div class="wall-scene">
      <h2>{title}</h2>
      {!prizes.length && !scores.length && <Empty text="tournament-no-prizes" />}
      <Paged label={title} of={prizes.length + scores.length} pages={pages} class={`ranked ${sized(prizes.length + scores.length)}`}>
        {prizes.map((payout) => (
          <li key={payout.first}>
            <span>{payout.first === payout.last ? payout.first : `${payout.first}–${payout.last}`}</span>
            <b>
              {chips(payout.prize)} {payout.ticket !== null && t("tournament-ticket")}
            </b>
          </li>
        ))}
        {!prizes.length && scores.map((score, index) => (
          <li key={index}>
            <span>{index + 1}</span>
            <b>{points(score)}</b>
          </li>
        ))}
      </Paged>
    </div>
  );
};

/** The most rows of the standings that a wall shows. */
const MOST_ROWS = 100;

/** Fetches the first page of the season's standings again from time to time. */
export const useStandings = (event: Tournament): StandingPage | null => {
  const [page, set] = useState<StandingPage | null>(null);
  const { league, season } = event.view.info.counts_for ?? {};
  const isOver = event.view.info.state === "Finished";
  useEffect(() => {
    if (!league || !season) return;
    let gone = false;
    void room.records.leagues().then(async (leagues) => {
      const found = leagues.find(({ name }) => name === league);
      const its = found?.seasons.find(({ name }) => name === season);
      const first = found && its && (await room.records.standings(found.league, its.season, 0));
      if (first && !gone) set(first);
    });
    return () => void (gone = true);
  }, [league, season, isOver]);
  return page;
};

export const StandingsScene = ({ event, pages }: SceneProps) => {
  const page = useStandings(event);
  const { season } = event.view.info.counts_for ?? {};
  return (
    <div class="wall-scene">
      <h2>{season ? t("wall-standings-of", { season }) : t("wall-scene-standings")}</h2>
      {page?.rows.length !== 0 && page !== null ? null : <Empty text="wall-no-standings" />}
      <Paged label={t("wall-scene-standings")} of={page?.rows.length ?? 0} pages={pages} class={`ranked ${sized(page?.rows.length ?? 0)}`}>
        {page?.rows.slice(0, MOST_ROWS).map((row) => (
          <li key={row.name}>
            <span>{row.rank ?? "–"}</span>
            <bdi>{row.name}</bdi>
            <b>{points(row.points)}</b>
          </li>
        ))}
      </Paged>
    </div>
  );
};

export const RulesScene = ({ event, pages }: SceneProps) => (
  <div class="wall-scene">
    <h2>{t("tournament-part-rules")}</h2>
    {event.houseRules.length === 0 && <Empty text="tournament-no-house-rules" />}
    <Paged label={t("tournament-part-rules")} of={event.houseRules.length} pages={pages} class="texts">
      {event.houseRules.map(({ rule, text }) => (
        <li key={rule} lang="en">
          <cite>{rule}</cite> {text}
        </li>
      ))}
    </Paged>
  </div>
);
