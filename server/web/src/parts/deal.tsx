// Deals: a proposal to split the remaining prizes, and the secret vote on it.
import { useState } from "preact/hooks";
import type { DealOffered, DealPart, DealProposal } from "cardroom-bot/protocol";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { chips } from "../room/words";
import { t } from "../words/words";
import { AmountInput } from "./amount-input";
import { Dialog } from "./dialog";

/** Returns the sum of the prizes of every paid place that is not taken yet. */
const prizesLeft = ({ view }: Tournament): number =>
  view.payouts.reduce((sum, { first, last, prize }) => sum + prize * Math.max(0, Math.min(last, view.info.players_left) - first + 1), 0);

type Way = "ChipChop" | "Icm" | "Shares";
const WAYS: Record<Way, { name: string; says: string }> = {
  ChipChop: { name: "deal-way-chips", says: "deal-says-chips" },
  Icm: { name: "deal-way-icm", says: "deal-says-icm" },
  Shares: { name: "deal-way-shares", says: "deal-says-shares" },
};

export const ProposeDeal = ({ event, close }: { event: Tournament; close(): void }) => {
  const [way, setWay] = useState<Way>("Icm");
  const [kept, keep] = useState(0);
  const [shares, setShares] = useState<Record<number, number>>({});
  const left = event.players.filter((row) => row.stack > 0 && row.place === null).sort((a, b) => b.stack - a.stack);
  const all = prizesLeft(event);
  const forWinner = kept;
  const named = left.reduce((sum, row) => sum + (shares[row.entry] ?? 0), 0);
  const rest = all - forWinner - named;
  const send = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    const given = left.map((row) => ({ entry: row.entry, amount: shares[row.entry] ?? 0 }));
    const proposal: DealProposal = way === "Shares" ? { Shares: given } : way;
    if (await room.entries.proposeDeal(event.id, proposal, forWinner)) close();
  };
  return (
    <Dialog title={t("deal-propose")} close={close}>
      <form onSubmit={(submitted) => void send(submitted)}>
        <p class="mute">{t("deal-left", { chips: all, players: left.length })}</p>
        <div class="segments" role="tablist" aria-label={t("deal-how")}>
          {(Object.keys(WAYS) as Way[]).map((each) => (
            <button key={each} type="button" role="tab" aria-selected={way === each} onClick={() => setWay(each)}>
              {t(WAYS[each].name)}
            </button>
          ))}
        </div>
        <p class="mute">{t(WAYS[way].says)}</p>
        {way === "Shares" && (
          <div class="share-list">
            {left.map((row) => (
              <label key={row.entry} class="share">
                <span>
                  {row.name} <small class="mute">{chips(row.stack)}</small>
                </span>
                <AmountInput optional value={shares[row.entry] ?? 0} set={(share) => setShares({ ...shares, [row.entry]: share })} most={all} />
              </label>
            ))}
          </div>
        )}
        <label>
          {t("deal-for-winner")}
          <AmountInput optional value={kept} set={keep} most={all} />
        </label>
        {way === "Shares" && (
          <p class={rest ? "refused" : "mute"} role="status">
            {rest === 0 ? t("deal-divided") : t(rest > 0 ? "deal-rest" : "deal-too-much", { chips: Math.abs(rest) })}
          </p>
        )}
        <button class="primary wide" disabled={way === "Shares" && rest !== 0}>
          {t("deal-ask")}
        </button>
      </form>
    </Dialog>
  );
};

export const DealVote = ({ event, deal, close }: { event: Tournament; deal: DealOffered; close(): void }) => {
  const mine = event.view.you?.entry;
  const vote = (accept: boolean): void => {
    room.entries.vote(event, accept);
    close();
  };
  const row = (part: DealPart) => (
    <tr key={part.entry} class={part.entry === mine ? "me" : ""}>
      <td>
        {part.name} {part.entry === mine && <small class="mute">{t("deal-you")}</small>}
      </td>
      <td class="number">{chips(part.amount)}</td>
    </tr>
  );
  return (
    <Dialog title={t("deal-proposed")} close={close}>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("deal-shares")}>
        <table>
          <thead>
            <tr>
              <th>{t("deal-player")}</th>
              <th class="number">{t("deal-gets")}</th>
            </tr>
          </thead>
          <tbody>
            {[...deal.shares].sort((a, b) => b.amount - a.amount).map(row)}
            {deal.for_winner > 0 && (
              <tr class="pause">
                <td>{t("deal-played-for")}</td>
                <td class="number">{chips(deal.for_winner)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <p class="mute">{t("deal-secret")}</p>
      <div class="row halves">
        <button class="large" onClick={() => vote(false)}>
          {t("deal-reject")}
        </button>
        <button class="primary large" onClick={() => vote(true)}>
          {t("deal-accept", { chips: deal.yours })}
        </button>
      </div>
    </Dialog>
  );
};
