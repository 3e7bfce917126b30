// Private tournaments: those that the viewer hosts, with their codes, and the terms of a new one
// within the server's limits.
import { useState } from "preact/hooks";
import { AmountInput } from "../parts/amount-input";
import { Choice, Field } from "../parts/field";
import type { HostableStructure, HostedStart, HostedTournament, HostedTournaments, Hosting, TournamentTerm, TournamentTerms } from "cardroom-bot/protocol";
import { room } from "../room/room";
import { bettings, bookName, brief, eventName, gameLong } from "../room/words";
import { t } from "../words/words";
import { InviteLink } from "./invite-link";

interface Given {
  hosting: Hosting;
  hosted: HostedTournaments;
}

export const HostedEvents = ({ hosting, hosted }: Given) => (
  <>
    {hosted.allowed && hosted.limits.structures.length > 0 && <TermsForm hosting={hosting} hosted={hosted} />}
    <Own hosted={hosted} />
  </>
);

const isOver = ({ info }: HostedTournament): boolean => info.state === "Finished" || info.state === "Cancelled";

const Own = ({ hosted }: { hosted: HostedTournaments }) => {
  if (hosted.tournaments.length === 0) return null;
  return (
    <section aria-label={t("host-your-tournaments")}>
      <h2>{t("host-your-tournaments")}</h2>
      <ul class="tables">
        {hosted.tournaments.map((each) => (
          <li key={each.info.tournament} class="own">
            <div class="what">
              <b>{each.info.name}</b>
              <span class="mute">
                {t(`tournament-state-${each.info.state}`)} · {gameLong(each.info.betting, each.info.game_name)} · {t("host-entered", { entries: each.info.entries, most: each.info.max_entries })}
              </span>
            </div>
            {!isOver(each) && <InviteLink code={each.code} name={each.info.name} />}
            <div class="row">
              <a class="button" href={`#/tournament/${each.info.tournament}`}>
                {t("host-go-to-tournament")}
              </a>
              {!isOver(each) && (
                <a class="button" href={`#/direct/${each.info.tournament}`}>
                  {t("host-floor")}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Returns a structure's own terms, within the limits for hosts. */
const usual = ({ limits }: HostedTournaments, hosting: Hosting, of: HostableStructure, name: string): TournamentTerms => ({
  name,
  structure: of.id,
  game: of.game,
  betting: of.betting,
  rulebook: of.rulebook,
  buy_in: Math.min(of.buy_in, limits.max_price),
  starting_stack: Math.min(of.starting_stack, limits.max_stack),
  seats: Math.min(of.seats, hosting.limits.seats),
  max_entrants: Math.min(of.max_entrants, limits.max_entrants),
  level_minutes: Math.min(Math.max(of.level_minutes, limits.min_level_minutes), limits.max_level_minutes),
  starts: of.when_full && of.max_entrants <= 10 ? "WhenFull" : "WhenTold",
  bots_allowed: false,
});

/** Returns a date as an input of this browser expects it, in local time. */
const onTheWall = (date: number): string => new Date(date - new Date(date).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const HOUR_MS = 3_600_000;

const TermsForm = ({ hosting, hosted }: Given) => {
  const { limits } = hosted;
  const { structures } = limits;
  const first = structures.find(({ id }) => id === "sit-and-go") ?? structures[0];
  const [terms, change] = useState(() => first && usual(hosted, hosting, first, room.account.session ? t("host-tournament-of", { name: room.account.session.name }) : ""));
  const [wrong, setWrong] = useState<{ term: TournamentTerm; message: string } | null>(null);
  const [busy, setBusy] = useState(false);
  if (!terms) return null;
  const structure = structures.find(({ id }) => id === terms.structure);
  const set = (part: Partial<TournamentTerms>): void => {
    change({ ...terms, ...part });
    setWrong(null);
  };
  const follow = (id: string): void => {
    const chosen = structures.find((each) => each.id === id);
    if (chosen) set(usual(hosted, hosting, chosen, terms.name));
  };
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await room.hosting.hostTournament(terms).finally(() => setBusy(false));
    if (answer?.TournamentTermsRefused) setWrong(answer.TournamentTermsRefused);
    if (answer?.TournamentHosted) location.hash = `#/tournament/${answer.TournamentHosted.tournament}`;
  };
  const number = (key: NumberTerm, term: TournamentTerm, label: string, least: number, most: number) => (
    <Field term={term} label={label} hint={least > 1 ? t("host-range", { from: least, to: most }) : t("host-up-to", { amount: brief(most) })} wrong={wrong}>
      <AmountInput value={terms[key]} set={(amount) => set({ [key]: amount })} least={least} most={most} invalid={wrong?.term === term} />
    </Field>
  );
  const running = hosted.tournaments.filter((each) => !isOver(each)).length;
  const full = running >= limits.per_account;
  return (
    <form class="command" aria-label={t("host-host-tournament")} onSubmit={(event) => void open(event)}>
      <Field term="Name" label={t("host-name")} wrong={wrong} wide>
        <input required maxLength={60} value={terms.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
      </Field>
      <Choice term="Structure" label={t("host-structure")} wrong={wrong} long value={terms.structure} options={structures.map(({ id, name }) => ({ id, name: eventName(name) }))} choose={follow} />
      <Choice term="Game" label={t("host-game")} wrong={wrong} value={terms.game} options={hosting.limits.games} choose={(game) => set({ game })} />
      <Choice term="Betting" label={t("host-betting")} wrong={wrong} value={terms.betting} options={bettings} choose={(betting) => set({ betting: betting as TournamentTerms["betting"] })} />
      <Choice term="Rulebook" label={t("host-rulebook")} wrong={wrong} long value={terms.rulebook} options={hosting.limits.rulebooks.map(({ id, name }) => ({ id, name: bookName(id, name) }))} choose={(rulebook) => set({ rulebook })} />
      {number("buy_in", "BuyIn", t("host-entry"), 0, limits.max_price)}
      {number("starting_stack", "Stack", t("host-starting-chips"), 1, limits.max_stack)}
      {number("seats", "Seats", t("host-seats-per-table"), 2, hosting.limits.seats)}
      {number("max_entrants", "Entrants", t("host-max-entries"), 2, limits.max_entrants)}
      {number("level_minutes", "LevelTime", t("host-level-minutes"), limits.min_level_minutes, limits.max_level_minutes)}
      <Starts starts={terms.starts} set={(starts) => set({ starts })} wrong={wrong} whenFull={structure?.when_full ?? false} />
      <label class="toggle">
        <input type="checkbox" role="switch" checked={terms.bots_allowed} onChange={({ currentTarget }) => set({ bots_allowed: currentTarget.checked })} />
        <span>{t("host-allow-bots")}</span>
      </label>
      <button class="primary large which" disabled={busy || full}>
        {t("host-open-tournament")}
      </button>
      <p class="mute small">
        {full
          ? t("host-too-many-tournaments", { count: running })
          : t("host-tournament-notes", { hours: limits.starts_within_hours })}
      </p>
    </form>
  );
};

type NumberTerm = { [K in keyof TournamentTerms]: TournamentTerms[K] extends number ? K : never }[keyof TournamentTerms];

interface Start {
  starts: HostedStart;
  set(starts: HostedStart): void;
  wrong: { term: TournamentTerm; message: string } | null;
  whenFull: boolean;
}

/** How it begins: automatically, by its host, or at a time. */
const Starts = ({ starts, set, wrong, whenFull }: Start) => {
  const at = typeof starts === "string" ? null : starts.At;
  return (
    <>
      <Field term="Start" label={t("host-starts")} wrong={at === null ? wrong : null}>
        <select
          value={typeof starts === "string" ? starts : "At"}
          onChange={({ currentTarget: { value } }) => set(value === "At" ? { At: Date.now() + HOUR_MS } : (value as "WhenFull" | "WhenTold"))}
        >
          {whenFull && <option value="WhenFull">{t("host-start-when-full")}</option>}
          <option value="WhenTold">{t("host-start-by-host")}</option>
          <option value="At">{t("host-start-at")}</option>
        </select>
      </Field>
      {at !== null && (
        <Field term="Start" label={t("host-start-time")} wrong={wrong}>
          <input
            type="datetime-local"
            required
            value={onTheWall(at)}
            onInput={({ currentTarget: { value } }) => value && set({ At: new Date(value).getTime() })}
          />
        </Field>
      )}
    </>
  );
};
