// The results of one tournament: places, prizes, bounties, points, deals and corrections, and the
// same as files.
import { useEffect, useState } from "preact/hooks";
import type { PastCorrection, ResultPage } from "cardroom-bot/protocol";
import { Missing, Sentence } from "../parts/missing";
import { room, useRoom } from "../room/room";
import { bookName, chips, dateOf, points } from "../room/words";
import { t } from "../words/words";

const FILES = [
  ["csv", "tournament-file-csv"],
  ["json", "tournament-file-json"],
  ["ots", "tournament-file-ots"],
] as const;

export const ResultsPage = ({ id }: { id: number }) => {
  const { line: { standing } } = useRoom();
  const [page, set] = useState<ResultPage | null>(null);
  const [gone, setGone] = useState(false);
  const more = async (from: number): Promise<void> => {
    const next = await room.records.results(id, from);
    setGone(!next && from === 0);
    if (next) set((before) => ({ ...next, rows: [...(before?.rows.slice(0, from) ?? []), ...next.rows] }));
  };
  useEffect(() => {
    if (standing === "open") void more(0);
  }, [standing]);
  if (gone && !page) return <Missing text="tournament-no-such" />;
  if (!page) return <Sentence text="tournament-loading" />;
  const { event, rows } = page;
  const has = {
    tickets: rows.some((row) => row.tickets > 0),
    bounties: rows.some((row) => row.bounties > 0),
    points: event.league !== null,
  };
  return (
    <main class="lobby results">
      <div class="page-head">
        <div>
          <p class="eyebrow">
            {dateOf(event.ended_at)} · {event.game_name} · {bookName(event.rulebook)}
          </p>
          <h1>{event.name}</h1>
          <p class="mute">
            {event.cancelled
              ? t("tournament-state-Cancelled")
              : event.winners.length > 0
                ? t("tournament-won-by", { winners: event.winners.join(", ") })
                : t("tournament-no-winner")}{" "}
            · {t("tournament-players-and-entries", { players: event.players, entries: event.entries, pool: event.prize_pool })}
          </p>
        </div>
        <div class="row" role="group" aria-label={t("tournament-downloads")}>
          {FILES.map(([ending, name]) => (
            <a key={ending} class="button quiet" href={`/results/${id}.${ending}`} download>
              {t(name)}
            </a>
          ))}
        </div>
      </div>
      {page.deals.map((deal, at) => (
        <p key={at} class="banner gold">
          {t("tournament-deal-made", { shares: deal.shares.map((share) => `${share.name} ${chips(share.amount)}`).join(", ") })}
          {deal.for_winner > 0 && ` ${t("tournament-deal-for-winner", { amount: deal.for_winner })}`}
        </p>
      ))}
      {page.corrections.map((correction, at) => (
        <p key={at} class="banner">
          {dateOf(correction.at)}: {corrected(correction)} · {correction.reason} ({correction.operator}
          {correction.rule && `, ${correction.rule}`})
        </p>
      ))}
      <div class="scroll" tabIndex={0} role="region" aria-label={t("tournament-places-and-prizes")}>
        <table>
          <thead>
            <tr>
              <th class="number">{t("tournament-place")}</th>
              <th>{t("tournament-player")}</th>
              <th class="number">{t("tournament-prize")}</th>
              {has.tickets && <th class="number">{t("tournament-tickets")}</th>}
              {has.bounties && <th class="number">{t("tournament-bounties")}</th>}
              <th class="number wide-only">{t("tournament-knocked-out")}</th>
              <th class="number wide-only">{t("tournament-entries")}</th>
              {has.points && <th class="number">{t("tournament-points")}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} class={row.name === room.account.session?.name ? "me" : row.disqualified ? "out" : ""}>
                <td class="number">{row.disqualified ? t("tournament-entry-Disqualified") : (row.place ?? "–")}</td>
                <td>
                  <bdi>{row.name}</bdi>
                </td>
                <td class="number">{row.prize ? chips(row.prize) : "–"}</td>
                {has.tickets && <td class="number">{row.tickets ? chips(row.tickets) : "–"}</td>}
                {has.bounties && <td class="number">{row.bounties ? chips(row.bounties) : "–"}</td>}
                <td class="number wide-only">{row.knocked_out}</td>
                <td class="number wide-only">{row.entries}</td>
                {has.points && <td class="number">{row.points === null ? "–" : points(row.points)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        {rows.length < page.total && <button onClick={() => void more(rows.length)}>{t("tournament-more-players")}</button>}
        <a class="button quiet" href="#/leagues">
          {t("tournament-all-past")}
        </a>
      </div>
    </main>
  );
};

const corrected = ({ name, change }: PastCorrection): string => {
  if (change === "Disqualify") return t("tournament-corrected-disqualified", { name });
  if (change === "Restore") return t("tournament-corrected-restored", { name });
  if ("MoveTo" in change) return t("tournament-corrected-moved", { name, place: change.MoveTo });
  if ("Forfeit" in change) return t("tournament-corrected-forfeited", { name, amount: change.Forfeit });
  return t("tournament-corrected-points", { name, points: points(change.Deduct) });
};
