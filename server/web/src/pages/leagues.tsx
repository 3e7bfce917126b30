// Leagues and past tournaments: the standings of a season, and past events with their winners. Both
// come in pages. The server does not push changes, so the page reloads them when it opens.
import { useEffect, useState } from "preact/hooks";
import type { LeagueInfo, PastEvent, StandingPage } from "cardroom-bot/protocol";
import { room, useRoom } from "../room/room";
import { bookName, chips, dateOf, points } from "../room/words";
import { t } from "../words/words";

/** Returns the current season, or the last one that has begun. */
const present = (league: LeagueInfo): string => {
  const begun = league.seasons.filter((season) => room.until(season.from) <= 0);
  return (begun.at(-1) ?? league.seasons[0])?.season ?? "";
};

export const LeaguesPage = () => {
  const { line: { standing } } = useRoom();
  const [leagues, setLeagues] = useState<LeagueInfo[] | null>(null);
  const [chosen, choose] = useState<[league: string, season: string]>(["", ""]);
  useEffect(() => {
    if (standing !== "open") return;
    void room.records.leagues().then((found) => {
      setLeagues(found);
      const [first] = found;
      if (first) choose(([league, season]) => (league ? [league, season] : [first.league, present(first)]));
    });
  }, [standing]);
  const league = leagues?.find((known) => known.league === chosen[0]);
  return (
    <>
      {league && (
        <section class="league" aria-labelledby="league-name">
          <div class="page-head">
            <div>
              <p class="eyebrow">
                {league.rulebook ? t("league-by-rulebook", { rulebook: bookName(league.rulebook) }) : t("league-league")}
                {league.members_only && ` · ${t("league-members-only")}`}
                {league.min_age > 0 && ` · ${t("league-min-age", { age: league.min_age })}`}
              </p>
              <h1 id="league-name">{league.name}</h1>
            </div>
            <div class="row">
              {(leagues?.length ?? 0) > 1 && (
                <label class="inline">
                  <span class="unseen">{t("league-league")}</span>
                  <select
                    value={league.league}
                    onChange={(event) => {
                      const next = leagues?.find((known) => known.league === event.currentTarget.value);
                      if (next) choose([next.league, present(next)]);
                    }}
                  >
                    {leagues?.map((known) => (
                      <option key={known.league} value={known.league}>
                        {known.name}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <label class="inline">
                <span class="unseen">{t("league-season")}</span>
                <select value={chosen[1]} onChange={(event) => choose([league.league, event.currentTarget.value])}>
                  {league.seasons.map((season) => (
                    <option key={season.season} value={season.season}>
                      {season.name}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          </div>
          <Standings key={chosen.join("/")} league={league} season={chosen[1]} />
        </section>
      )}
      <PastEvents />
    </>
  );
};

const Standings = ({ league, season }: { league: LeagueInfo; season: string }) => {
  const [page, set] = useState<StandingPage | null>(null);
  const more = async (): Promise<void> => {
    const next = await room.records.standings(league.league, season, page?.rows.length ?? 0);
    if (next) set({ ...next, rows: [...(page?.rows ?? []), ...next.rows] });
  };
  useEffect(() => void more(), []);
  const terms = [
    league.best_nights > 0 && t("league-best-nights", { count: league.best_nights }),
    league.least_nights > 1 && t("league-least-nights", { count: league.least_nights }),
    league.present && t("league-present"),
    league.disqualified !== null && t("league-disqualified", { points: league.disqualified }),
    league.ties.length > 0 && t("league-ties", { ties: league.ties.map((tie) => t(`league-tie-${tie}`)).join(", ") }),
  ];
  return (
    <>
      <p class="mute">
        {t("league-points-formula")} <code>{league.points}</code>
        {terms.filter(Boolean).map((term) => ` · ${term}`)}
      </p>
      {page && page.rows.length === 0 && <p class="mute pad">{t("league-no-nights")}</p>}
      {page && page.rows.length > 0 && (
        // A region that scrolls must also be reachable by keyboard.
        <div class="scroll" tabIndex={0} role="region" aria-label={t("league-standings-after", { count: page.nights })}>
          <table>
            <thead>
              <tr>
                <th class="number">{t("league-rank")}</th>
                <th>{t("league-player")}</th>
                <th class="number">{t("league-points")}</th>
                <th class="number">{t("league-nights")}</th>
                <th class="number wide-only">{t("league-wins")}</th>
                <th class="number wide-only">{t("league-best-place")}</th>
                <th class="number wide-only">{t("league-knockouts")}</th>
              </tr>
            </thead>
            <tbody>
              {page.rows.map((row) => (
                <tr key={row.name} class={row.name === room.account.session?.name ? "me" : ""}>
                  <td class="number">{row.rank ?? "–"}</td>
                  <td>
                  <bdi>{row.name}</bdi>
                </td>
                  <td class="number">
                    <b>{points(row.points)}</b>
                  </td>
                  <td class="number">{row.counted === row.nights ? row.nights : t("league-counted", { counted: row.counted, nights: row.nights })}</td>
                  <td class="number wide-only">{row.wins}</td>
                  <td class="number wide-only">{row.best_place || "–"}</td>
                  <td class="number wide-only">{row.knocked_out}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {page && (
        <div class="row">
          {page.rows.length < page.total && <button onClick={() => void more()}>{t("league-more-players")}</button>}
          <a class="button quiet" href={`/leagues/${league.league}/${season}.csv`} download>
            {t("league-download")}
          </a>
        </div>
      )}
    </>
  );
};

const PastEvents = () => {
  const { line: { standing } } = useRoom();
  const [events, set] = useState<PastEvent[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const more = async (from: number): Promise<void> => {
    const page = await room.records.pastEvents(from);
    if (!page) return;
    set((before) => [...before.slice(0, from), ...page.events]);
    setTotal(page.total);
  };
  useEffect(() => {
    if (standing === "open") void more(0);
  }, [standing]);
  return (
    <section aria-labelledby="past">
      <h2 id="past">{t("league-past")}</h2>
      <ul class="tables past">
        {events.map((event) => (
          <li key={event.tournament}>
            <a class="table-card" href={`#/results/${event.tournament}`}>
              <span class="what">
                <b>{event.name}</b>
                <span class="mute">
                  {dateOf(event.ended_at)} · {event.game_name}
                </span>
              </span>
              <span class="fact">
                <small>{event.cancelled ? t("league-canceled") : t("league-winners", { count: event.winners.length })}</small>
                <b>{event.cancelled ? "–" : event.winners.join(", ") || "–"}</b>
              </span>
              <span class="fact wide-only">
                <small>{t("league-prize-pool")}</small>
                {chips(event.prize_pool)}
              </span>
              <span class="fact wide-only">
                <small>{t("league-players")}</small>
                {chips(event.players)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {total === 0 && <p class="mute pad">{t("league-no-past")}</p>}
      {total !== null && events.length < total && <button onClick={() => void more(events.length)}>{t("league-more-past")}</button>}
    </section>
  );
};
