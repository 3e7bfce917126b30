// How one tournament ended: places, prizes, bounties and points, what was agreed and what was put right, and
// the same as files.
import { useEffect, useState } from "preact/hooks";
import type { PastCorrection, ResultPage } from "../protocol";
import { room, useRoom } from "../room/room";
import { chips, dateOf, plural, points } from "../room/words";

const FILES: [ending: string, name: string][] = [
  ["csv", "Spreadsheet (CSV)"],
  ["json", "JSON"],
  ["ots", "Tracker (OTS)"],
];

export const ResultsPage = ({ id }: { id: number }) => {
  const { standing } = useRoom();
  const [page, set] = useState<ResultPage | null>(null);
  const more = async (from: number): Promise<void> => {
    const next = await room.results(id, from);
    if (next) set((before) => ({ ...next, rows: [...(before?.rows.slice(0, from) ?? []), ...next.rows] }));
  };
  useEffect(() => {
    if (standing === "open") void more(0);
  }, [standing]);
  if (!page) return <main class="lobby mute">…</main>;
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
            {dateOf(event.ended_at)} · {event.game_name} · {event.rulebook.replace("-", " ").toUpperCase()}
          </p>
          <h1>{event.name}</h1>
          <p class="mute">
            {event.cancelled ? "Called off" : `Won by ${event.winners.join(", ") || "nobody"}`} · {plural(event.players, "player")},{" "}
            {plural(event.entries, "entry", "entries")} · prize pool {chips(event.prize_pool)}
          </p>
        </div>
        <div class="row" role="group" aria-label="Downloads">
          {FILES.map(([ending, name]) => (
            <a key={ending} class="button quiet" href={`/results/${id}.${ending}`} download>
              {name}
            </a>
          ))}
        </div>
      </div>
      {page.deals.map((deal, at) => (
        <p key={at} class="banner gold">
          A deal was made: {deal.shares.map((share) => `${share.name} ${chips(share.amount)}`).join(", ")}
          {deal.for_winner > 0 && `, and ${chips(deal.for_winner)} for the winner`}
        </p>
      ))}
      {page.corrections.map((correction, at) => (
        <p key={at} class="banner">
          {dateOf(correction.at)}: {corrected(correction)} · {correction.reason} ({correction.operator}
          {correction.rule && `, ${correction.rule}`})
        </p>
      ))}
      <div class="scroll" tabIndex={0} role="region" aria-label="Places and prizes">
        <table>
          <thead>
            <tr>
              <th class="number">Place</th>
              <th>Player</th>
              <th class="number">Prize</th>
              {has.tickets && <th class="number">Tickets</th>}
              {has.bounties && <th class="number">Bounties</th>}
              <th class="number wide-only">Knocked out</th>
              <th class="number wide-only">Entries</th>
              {has.points && <th class="number">Points</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} class={row.name === room.session?.name ? "me" : row.disqualified ? "out" : ""}>
                <td class="number">{row.disqualified ? "disqualified" : (row.place ?? "–")}</td>
                <td>{row.name}</td>
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
        {rows.length < page.total && <button onClick={() => void more(rows.length)}>More players</button>}
        <a class="button quiet" href="#/leagues">
          All past events
        </a>
      </div>
    </main>
  );
};

const corrected = ({ name, change }: PastCorrection): string => {
  if (change === "Disqualify") return `${name} is disqualified`;
  if (change === "Restore") return `${name} has the old result back`;
  if ("MoveTo" in change) return `${name} has place ${change.MoveTo}`;
  return `${name} has ${points(change.Deduct)} points less`;
};
