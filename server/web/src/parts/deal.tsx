// Dividing the prizes that are left: what is proposed, and the secret vote on it.
import { useState } from "preact/hooks";
import type { DealOffered, DealPart, DealProposal } from "../protocol";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { chips, plural } from "../room/words";
import { Dialog } from "./dialog";

/** What the prizes come to that are still to be won: every paid place that is not taken yet. */
export const prizesLeft = ({ view }: Tournament): number =>
  view.payouts.reduce((sum, { first, last, prize }) => sum + prize * Math.max(0, Math.min(last, view.info.players_left) - first + 1), 0);

type Way = "ChipChop" | "Icm" | "Shares";
const WAYS: Record<Way, { name: string; said: string }> = {
  ChipChop: { name: "By chips", said: "Everybody has the next prize, the rest goes by the stacks." },
  Icm: { name: "By ICM", said: "Each stack is worth what its chances of every place come to." },
  Shares: { name: "By hand", said: "What you agreed on among yourselves, to the last chip." },
};

export const ProposeDeal = ({ event, close }: { event: Tournament; close(): void }) => {
  const [way, setWay] = useState<Way>("Icm");
  const [kept, keep] = useState("0");
  const [shares, setShares] = useState<Record<number, string>>({});
  const left = event.players.filter((row) => row.stack > 0 && row.place === null).sort((a, b) => b.stack - a.stack);
  const all = prizesLeft(event);
  const forWinner = Number(kept) || 0;
  const named = left.reduce((sum, row) => sum + (Number(shares[row.entry]) || 0), 0);
  const rest = all - forWinner - named;
  const send = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    const given = left.map((row) => ({ entry: row.entry, amount: Number(shares[row.entry]) || 0 }));
    const proposal: DealProposal = way === "Shares" ? { Shares: given } : way;
    if (await room.proposeDeal(event.id, proposal, forWinner)) close();
  };
  return (
    <Dialog title="Propose a deal" close={close}>
      <form onSubmit={(submitted) => void send(submitted)}>
        <p class="mute">
          {chips(all)} are left to win among {plural(left.length, "player")}. Everybody votes in secret, and all have to agree.
        </p>
        <div class="segments" role="tablist" aria-label="How to divide">
          {(Object.keys(WAYS) as Way[]).map((each) => (
            <button key={each} type="button" role="tab" aria-selected={way === each} onClick={() => setWay(each)}>
              {WAYS[each].name}
            </button>
          ))}
        </div>
        <p class="mute">{WAYS[way].said}</p>
        {way === "Shares" && (
          <div class="share-list">
            {left.map((row) => (
              <label key={row.entry} class="share">
                <span>
                  {row.name} <small class="mute">{chips(row.stack)}</small>
                </span>
                <input
                  inputMode="numeric"
                  required
                  value={shares[row.entry] ?? ""}
                  onInput={({ currentTarget }) => setShares({ ...shares, [row.entry]: currentTarget.value.replace(/[^0-9]/g, "") })}
                />
              </label>
            ))}
          </div>
        )}
        <label>
          Kept for the winner to play for
          <input inputMode="numeric" value={kept} onInput={({ currentTarget }) => keep(currentTarget.value.replace(/[^0-9]/g, ""))} />
        </label>
        {way === "Shares" && (
          <p class={rest ? "refused" : "mute"} role="status">
            {rest === 0 ? "All of it is divided." : rest > 0 ? `${chips(rest)} are still to divide.` : `${chips(-rest)} too much.`}
          </p>
        )}
        <button class="primary wide" disabled={way === "Shares" && rest !== 0}>
          Ask everybody
        </button>
      </form>
    </Dialog>
  );
};

export const DealVote = ({ event, deal, close }: { event: Tournament; deal: DealOffered; close(): void }) => {
  const mine = event.view.you?.entry;
  const vote = (accept: boolean): void => {
    room.vote(event, accept);
    close();
  };
  const row = (part: DealPart) => (
    <tr key={part.entry} class={part.entry === mine ? "me" : ""}>
      <td>
        {part.name} {part.entry === mine && <small class="mute">you</small>}
      </td>
      <td class="number">{chips(part.amount)}</td>
    </tr>
  );
  return (
    <Dialog title="A deal is proposed" close={close}>
      <div class="scroll" tabIndex={0} role="region" aria-label="Who gets what">
        <table>
          <thead>
            <tr>
              <th>Player</th>
              <th class="number">Gets</th>
            </tr>
          </thead>
          <tbody>
            {[...deal.shares].sort((a, b) => b.amount - a.amount).map(row)}
            {deal.for_winner > 0 && (
              <tr class="pause">
                <td>Played on for</td>
                <td class="number">{chips(deal.for_winner)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <p class="mute">The ballot is secret: nobody learns who voted how. It counts if everybody accepts.</p>
      <div class="row halves">
        <button class="large" onClick={() => vote(false)}>
          Reject
        </button>
        <button class="primary large" onClick={() => vote(true)}>
          Accept {chips(deal.yours)}
        </button>
      </div>
    </Dialog>
  );
};
