// Private tables: three presets, every term within the server's limits, and the invitation. Private
// tournaments are in `host-tournament.tsx`, and entering by a link is in `join.tsx`.
import { useEffect, useRef, useState } from "preact/hooks";
import { AccountDialog } from "../parts/account";
import { MoreTerms, forGame } from "../desk/terms-fields";
import { Field } from "../parts/field";
import { NameForm } from "../parts/name-form";
import type { Hosting, HostableGame, TableTerms, TermsRefused } from "cardroom-bot/protocol";
import { room, useRoom } from "../room/room";
import { briefly, gameLong, stakes } from "../room/words";
import { t } from "../words/words";
import { HostedEvents } from "./host-tournament";
import { InviteLink } from "./invite-link";
import { JoinForm } from "./join";

export const HostPage = ({ tournament }: { tournament: boolean }) => {
  const { account: { session }, line: { standing }, signIn: { arriving }, hosting: { tables: hosting, tournaments: hostedEvents } } = useRoom();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    if (!session || standing !== "open") return;
    void room.hosting.askTables();
    if (tournament) void room.hosting.askTournaments();
  }, [session, standing, tournament]);
  return (
    <main class="lobby host">
      <header class="page-head">
        <div>
          <p class="eyebrow">{t("host-among-friends")}</p>
          <h1>{tournament ? t("host-your-tournament") : t("host-your-table")}</h1>
          <p class="mute">{tournament ? t("host-tournament-lead") : t("host-table-lead")}</p>
        </div>
      </header>
      <div class="segments" role="tablist" aria-label={t("host-what")}>
        <a role="tab" href="#/host" aria-selected={!tournament}>
          {t("host-a-table")}
        </a>
        <a role="tab" href="#/host/tournament" aria-selected={tournament}>
          {t("host-a-tournament")}
        </a>
      </div>
      {!session && !arriving && (
        <section class="invited" aria-label={t("host-name-first")}>
          <p>{t("host-name-first")}</p>
          <NameForm verb={t("host-go-on")} proposes />
        </section>
      )}
      {session && hosting && !hosting.allowed && <AccountNeeded />}
      {tournament && session && hosting && hostedEvents && <HostedEvents key={session.account} hosting={hosting} hosted={hostedEvents} />}
      {!tournament && session && hosting?.allowed && <TermsForm key={session.account} hosting={hosting} opened={opened} setOpened={setOpened} />}
      {!tournament && session && hosting && <Own hosting={hosting} besides={opened?.table} />}
      <details class="fold-out">
        <summary>{t("host-have-code")}</summary>
        <JoinForm />
      </details>
    </main>
  );
};

/** Leads a guest who may not host here to an account. The guest keeps everything. */
const AccountNeeded = () => {
  const [asks, ask] = useState(false);
  return (
    <section class="banner" aria-label={t("host-account-needed")}>
      <span>{t("host-account-needed")}</span>
      <button class="primary" onClick={() => ask(true)}>
        {t("host-create-account")}
      </button>
      {asks && <AccountDialog close={() => ask(false)} />}
    </section>
  );
};

const Own = ({ hosting, besides }: { hosting: Hosting; besides: number | undefined }) => {
  const shown = hosting.tables.filter(({ info }) => info.table !== besides);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("host-your-tables")}>
      <h2>{t("host-your-tables")}</h2>
      <ul class="tables">
        {shown.map(({ info, code }) => (
          <li key={info.table} class="own">
            <div class="what">
              <b>{info.name}</b>
              <span class="mute">
                {gameLong(info.betting, info.game_name)} · {stakes(info)} · {t("host-seats-taken", { seated: info.seated, seats: info.seats })}
              </span>
            </div>
            <InviteLink code={code} name={info.name} />
            <div class="row">
              <a class="button" href={`#/table/${info.table}`}>
                {t("host-go-to-table")}
              </a>
              <a class="button" href={`#/ledger/${info.table}`}>
                {t("host-ledger")}
              </a>
              {info.hybrid && (
                <a class="button" href={`#/floor/${info.table}`}>
                  {t("host-floor")}
                </a>
              )}
              <button class="quiet" onClick={() => void room.hosting.close(info.table)}>
                {t("host-close-table")}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

const clamp = (least: number, value: number, most: number): number => Math.min(Math.max(least, value), most);

const PRESETS = ["friends", "turbo", "omaha"] as const;
type Preset = (typeof PRESETS)[number];

/** Returns the game that a preset is for, if the server offers it, otherwise the first game. */
const gameOf = (preset: Preset, { limits }: Hosting): HostableGame | undefined => {
  const wanted = preset === "omaha" ? "omaha" : "holdem";
  return limits.games.find((game) => game.id === wanted) ?? limits.games[0];
};

/** Returns a preset's terms within the server's limits. */
const presetTerms = (preset: Preset, hosting: Hosting, name: string): TableTerms => {
  const { limits } = hosting;
  const game = gameOf(preset, hosting);
  const book = limits.rulebooks.find(({ id }) => id === "online") ?? limits.rulebooks[0];
  const big = Math.min(preset === "turbo" ? 20 : 10, limits.max_big_blind);
  // In big blinds. Turbo is short, and the others have the usual stacks.
  const [least, most] = preset === "turbo" ? [20, 50] : [40, 100];
  const terms: TableTerms = {
    name,
    game: game?.id ?? "",
    rulebook: book?.id ?? "",
    betting: preset === "omaha" ? "PotLimit" : "NoLimit",
    small_blind: Math.floor(big / 2), big_blind: big, bring_in: 0, ante: 0, ante_kind: "None",
    seats: Math.min(preset === "turbo" ? 6 : 8, limits.seats, game?.max_players ?? limits.seats),
    min_buy_in: Math.min(big * least, limits.max_buy_in),
    max_buy_in: Math.min(big * most, limits.max_buy_in),
    act_seconds: clamp(limits.min_act_seconds, preset === "turbo" ? 12 : 30, limits.max_act_seconds),
    bank_seconds: Math.min(preset === "turbo" ? 20 : 60, limits.max_bank_seconds),
    straddle: null, bomb_pot: null, max_boards: 1, hybrid: false, bots_allowed: false,
    free_chat: limits.free_chat,
    between_hands_ms: clamp(limits.min_between_ms, 3000, limits.max_between_ms), top_up_to: Math.min(big * most, limits.max_buy_in), chip_value: null,
    // Friends who come later play at once.
    approve_buy_ins: false, free_entry: true, ends_at_ms: 0, note: "",
  };
  return forGame(terms, game);
};

/** The table that was just opened. */
interface Opened {
  table: number;
  code: string;
  name: string;
}

const TermsForm = ({ hosting, opened, setOpened }: { hosting: Hosting; opened: Opened | null; setOpened(opened: Opened): void }) => {
  const { limits } = hosting;
  const [preset, choosePreset] = useState<Preset>("friends");
  const [terms, change] = useState(() => presetTerms("friends", hosting, room.account.session ? t("host-table-of", { name: room.account.session.name }) : ""));
  const [wrong, setWrong] = useState<TermsRefused | null>(null);
  const [busy, setBusy] = useState(false);
  const more = useRef<HTMLDetailsElement>(null);
  const set = (part: Partial<TableTerms>): void => {
    change({ ...terms, ...part });
    setWrong(null);
  };
  const start = (chosen: Preset): void => {
    choosePreset(chosen);
    set({ ...presetTerms(chosen, hosting, terms.name), chip_value: terms.chip_value });
  };
  /** Unfolds the section of a refused field, so that it is visible. */
  const unfold = (): void => {
    if (more.current) more.current.open = true;
  };
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await room.hosting.host({ ...terms, top_up_to: terms.top_up_to && terms.max_buy_in }).finally(() => setBusy(false));
    if (answer?.TermsRefused) {
      setWrong(answer.TermsRefused);
      if (answer.TermsRefused.term !== "Name") unfold();
    }
    if (answer?.Hosted) {
      const { table, code } = answer.Hosted;
      setOpened({ table, code, name: terms.name });
      void room.hosting.askTables();
    }
  };
  if (opened) {
    return (
      <section class="opened" aria-labelledby="opened">
        <h2 id="opened">{t("host-opened", { name: opened.name })}</h2>
        <p class="mute">{t("host-anyone-with-link")}</p>
        <InviteLink code={opened.code} name={opened.name} />
        <a class="button primary large" href={`#/table/${opened.table}`}>
          {t("host-go-to-table")}
        </a>
      </section>
    );
  }
  const full = hosting.tables.length >= limits.per_account;
  const presets = PRESETS.filter((each) => each !== "omaha" || limits.games.some(({ id }) => id === "omaha"));
  return (
    <form class="host-form" aria-label={t("host-host-table")} onSubmit={(event) => void open(event)} onInvalidCapture={unfold}>
      <div class="host-presets" role="radiogroup" aria-label={t("host-preset")}>
        {presets.map((each) => (
          <label key={each} class="preset">
            <input type="radio" name="preset" value={each} checked={preset === each} onChange={() => start(each)} />
            <b>{t(`host-preset-${each}`)}</b>
            <span>{t(`host-preset-${each}-lead`)}</span>
          </label>
        ))}
      </div>
      <Field term="Name" label={t("host-name")} wrong={wrong}>
        <input required maxLength={40} value={terms.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
      </Field>
      <p class="mute">{t("host-summary", { game: summaryOf(terms, hosting), seats: terms.seats, min: briefly(terms.min_buy_in, terms.chip_value), max: briefly(terms.max_buy_in, terms.chip_value), seconds: terms.act_seconds })}</p>
      <button class="primary large" disabled={busy || full}>
        {t("host-open-table")}
      </button>
      {full && <p class="refused">{t("host-too-many-tables", { count: hosting.tables.length })}</p>}
      <details class="fold-out" ref={more}>
        <summary>{t("host-more-options")}</summary>
        <MoreTerms terms={terms} set={set} wrong={wrong} limits={limits} />
      </details>
      <p class="mute small">{t("host-table-notes", { minutes: Math.round(limits.close_empty_seconds / 60) })}</p>
    </form>
  );
};

const summaryOf = (terms: TableTerms, { limits }: Hosting): string =>
  `${gameLong(terms.betting, limits.games.find(({ id }) => id === terms.game)?.name ?? "")} ${stakes(terms)}`;
