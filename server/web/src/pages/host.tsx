// Private tables: three presets, every term within the server's limits, and the invitation. Private
// tournaments are in `host-tournament.tsx`, and entering by a link is in `join.tsx`.
import { useEffect, useRef, useState } from "preact/hooks";
import { AccountDialog } from "../parts/account";
import { AmountInput } from "../parts/amount-input";
import { Choice, Field, Refused } from "../parts/field";
import { NameForm } from "../parts/name-form";
import type { Hosting, HostableGame, TableTerms, Term } from "../protocol";
import { room, useRoom } from "../room/room";
import { money } from "../room/money";
import { bettings, bookName, briefly, gameLong, stakes } from "../room/words";
import { t } from "../words/words";
import { HostedEvents } from "./host-tournament";
import { InviteLink } from "./invite-link";
import { JoinForm } from "./join";

export const HostPage = ({ tournament }: { tournament: boolean }) => {
  const { session, standing, arriving, hosting, hostedEvents } = useRoom();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    if (!session || standing !== "open") return;
    void room.askHosting();
    if (tournament) void room.askHostedEvents();
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
              <a class="button" href={`#/floor/${info.table}`}>
                {t("host-floor")}
              </a>
              <button class="quiet" onClick={() => void room.closeHosted(info.table)}>
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

/** Adjusts the terms that another game needs: limits, blinds or a bring-in. */
const forGame = (terms: TableTerms, game: HostableGame | undefined): TableTerms => {
  if (!game) return terms;
  const big = terms.big_blind;
  const seats = Math.min(terms.seats, game.max_players);
  if (!game.bring_in) return { ...terms, game: game.id, seats, bring_in: 0, small_blind: terms.small_blind || Math.floor(big / 2) };
  const ante = Math.max(1, Math.floor(big / 8));
  if (game.blinds) return { ...terms, game: game.id, seats, betting: "FixedLimit", bring_in: 0, ante: 0, ante_kind: "None" };
  return { ...terms, game: game.id, seats, betting: "FixedLimit", small_blind: 0, bring_in: Math.max(1, Math.floor(big / 3)), ante, ante_kind: "Each" };
};

/** The term that the server refuses, and why. */
type Wrong = { term: Term; message: string } | null;

/** The table that was just opened. */
interface Opened {
  table: number;
  code: string;
  name: string;
}

const TermsForm = ({ hosting, opened, setOpened }: { hosting: Hosting; opened: Opened | null; setOpened(opened: Opened): void }) => {
  const { limits } = hosting;
  const [preset, choosePreset] = useState<Preset>("friends");
  const [terms, change] = useState(() => presetTerms("friends", hosting, room.session ? t("host-table-of", { name: room.session.name }) : ""));
  const [wrong, setWrong] = useState<Wrong>(null);
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
    const answer = await room.host({ ...terms, top_up_to: terms.top_up_to && terms.max_buy_in }).finally(() => setBusy(false));
    if (answer?.TermsRefused) {
      setWrong(answer.TermsRefused);
      if (answer.TermsRefused.term !== "Name") unfold();
    }
    if (answer?.Hosted) {
      const { table, code } = answer.Hosted;
      setOpened({ table, code, name: terms.name });
      void room.askHosting();
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
        <MoreTerms terms={terms} set={set} wrong={wrong} hosting={hosting} />
      </details>
      <p class="mute small">{t("host-table-notes", { minutes: Math.round(limits.close_empty_seconds / 60) })}</p>
    </form>
  );
};

const summaryOf = (terms: TableTerms, { limits }: Hosting): string =>
  `${gameLong(terms.betting, limits.games.find(({ id }) => id === terms.game)?.name ?? "")} ${stakes(terms)}`;

/** The terms that a host may type in big blinds. */
const BUY_INS: readonly string[] = ["min_buy_in", "max_buy_in"];

type NumberTerm = { [K in keyof TableTerms]: TableTerms[K] extends number ? K : never }[keyof TableTerms];

interface Given {
  terms: TableTerms;
  set(part: Partial<TableTerms>): void;
  wrong: Wrong;
}

/** The name of a term, and where its limit is shown. */
interface Part {
  term: Term;
  label: string;
  hint?: string;
}

const MoreTerms = ({ terms, set, wrong, hosting: { limits } }: Given & { hosting: Hosting }) => {
  const number = (key: NumberTerm, part: Part, least: number, most: number) => (
    <Field {...part} wrong={wrong}>
      <AmountInput
        value={terms[key]}
        set={(amount) => set({ [key]: amount })}
        least={least}
        most={most}
        bigBlind={BUY_INS.includes(key) ? terms.big_blind : 0}
        invalid={wrong?.term === part.term}
      />
    </Field>
  );
  const game = limits.games.find(({ id }) => id === terms.game);
  const most = Math.min(limits.seats, game?.max_players ?? limits.seats);
  const upTo = (amount: number): string => t("host-up-to", { amount });
  const bigBlind = game?.bring_in && !game.blinds ? t("host-small-bet") : t("host-big-blind");
  return (
    <div class="command">
      <Choice term="Game" label={t("host-game")} wrong={wrong} value={terms.game} options={limits.games} choose={(game) => set(forGame(terms, limits.games.find(({ id }) => id === game)))} />
      <Choice term="Betting" label={t("host-betting")} wrong={wrong} value={terms.betting} options={bettings} choose={(betting) => set({ betting: betting as TableTerms["betting"] })} />
      <Choice term="Rulebook" label={t("host-rulebook")} wrong={wrong} long value={terms.rulebook} options={limits.rulebooks.map(({ id, name }) => ({ id, name: bookName(id, name) }))} choose={(rulebook) => set({ rulebook })} />
      {number("seats", { term: "Seats", label: t("host-seats"), hint: t("host-range", { from: 2, to: most }) }, 2, most)}
      {(!game || game.blinds) && number("small_blind", { term: "Blinds", label: t("host-small-blind") }, 0, limits.max_big_blind)}
      {game?.bring_in && !game.blinds && number("bring_in", { term: "Blinds", label: t("host-bring-in"), hint: t("host-below-small-bet") }, 1, limits.max_big_blind)}
      {number("big_blind", { term: "Blinds", label: bigBlind, hint: upTo(limits.max_big_blind) }, 1, limits.max_big_blind)}
      {number("ante", { term: "Ante", label: t("host-ante"), hint: t("host-zero-for-none") }, 0, limits.max_big_blind)}
      <Field term="Ante" label={t("host-ante-kind")} wrong={null}>
        <select value={terms.ante_kind} onChange={({ currentTarget }) => set({ ante_kind: currentTarget.value as TableTerms["ante_kind"] })}>
          {(["None", "Each", "BigBlind", "Button"] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t(`host-ante-${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <ChipValue terms={terms} set={set} wrong={wrong} />
      {number("min_buy_in", { term: "BuyIn", label: t("host-min-buy-in") }, 1, limits.max_buy_in)}
      {number("max_buy_in", { term: "BuyIn", label: t("host-max-buy-in"), hint: upTo(limits.max_buy_in) }, 1, limits.max_buy_in)}
      {number(
        "act_seconds",
        { term: "ActTime", label: t("host-act-seconds"), hint: t("host-range", { from: limits.min_act_seconds, to: limits.max_act_seconds }) },
        limits.min_act_seconds,
        limits.max_act_seconds,
      )}
      {number("bank_seconds", { term: "TimeBank", label: t("host-time-bank"), hint: upTo(limits.max_bank_seconds) }, 0, limits.max_bank_seconds)}
      <Field term="BetweenHands" label={t("host-pause")} hint={t("host-range", { from: limits.min_between_ms / 1000, to: limits.max_between_ms / 1000 })} wrong={wrong}>
        <input
          type="number"
          required
          min={limits.min_between_ms / 1000}
          max={limits.max_between_ms / 1000}
          step="0.5"
          value={terms.between_hands_ms / 1000}
          aria-invalid={wrong?.term === "BetweenHands"}
          onInput={({ currentTarget }) => set({ between_hands_ms: Math.round(Number(currentTarget.value) * 1000) })}
        />
      </Field>
      <Field term="TopUps" label={t("host-top-ups")} wrong={wrong} long>
        <select value={terms.top_up_to ? "most" : "none"} onChange={({ currentTarget: { value } }) => set({ top_up_to: value === "most" ? terms.max_buy_in : 0 })}>
          <option value="most">{t("host-top-ups-most")}</option>
          <option value="none">{t("host-top-ups-broke")}</option>
        </select>
      </Field>
      <Options terms={terms} set={set} wrong={wrong} chat={limits.free_chat} />
    </div>
  );
};

/** The chips that make one unit of a currency, and the currency. Without a currency, chips are chips. */
const ChipValue = ({ terms: { chip_value, small_blind, big_blind }, set, wrong }: Given) => {
  const [typed, type] = useState(chip_value ?? { currency: "", chips_per_unit: 100 });
  const change = (part: Partial<typeof typed>): void => {
    const value = { ...typed, ...part };
    type(value);
    set({ chip_value: value.currency.trim() ? { ...value, currency: value.currency.trim() } : null });
  };
  const hint = chip_value ? t("host-chip-value-blinds", { blinds: money(small_blind || big_blind, chip_value) }) : t("host-chip-value-none");
  return (
    <div class="longer chip-value" role="group" aria-labelledby="chip-value">
      <span class="spread">
        <span id="chip-value">{t("host-chip-value")}</span> <small class="mute">{hint}</small>
      </span>
      <span class="equation">
        <input
          type="number"
          min={1}
          max={1_000_000}
          required={chip_value !== null}
          value={typed.chips_per_unit}
          aria-label={t("host-chip-value-chips")}
          onInput={({ currentTarget }) => change({ chips_per_unit: Number(currentTarget.value) })}
        />
        <span aria-hidden="true">{t("host-chip-value-equals")}</span>
        <input
          list="currencies"
          maxLength={8}
          value={typed.currency}
          placeholder="€"
          autocomplete="off"
          aria-label={t("host-chip-value-currency")}
          aria-invalid={wrong?.term === "ChipValue"}
          onInput={({ currentTarget }) => change({ currency: currentTarget.value })}
        />
        <datalist id="currencies">
          {["€", "$", "£", "CHF"].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </span>
      <Refused term="ChipValue" wrong={wrong} />
    </div>
  );
};

const Options = ({ terms, set, wrong, chat }: Given & { chat: boolean }) => (
  <>
    <Field term="Straddle" label={t("host-straddle")} wrong={wrong}>
      <select value={terms.straddle ?? ""} onChange={({ currentTarget }) => set({ straddle: (currentTarget.value || null) as TableTerms["straddle"] })}>
        <option value="">{t("host-none")}</option>
        {(["Utg", "Button", "Mississippi"] as const).map((kind) => (
          <option key={kind} value={kind}>
            {t(`host-straddle-${kind}`)}
          </option>
        ))}
      </select>
    </Field>
    <Field term="Boards" label={t("host-boards")} wrong={wrong}>
      <select value={terms.max_boards} onChange={({ currentTarget }) => set({ max_boards: Number(currentTarget.value) })}>
        {[1, 2, 3].map((boards) => (
          <option key={boards} value={boards}>
            {t("host-run-it", { boards })}
          </option>
        ))}
      </select>
    </Field>
    <Field term="BombPot" label={t("host-bomb-pots")} wrong={wrong}>
      <select
        value={terms.bomb_pot ? String(terms.bomb_pot.every_hands) : ""}
        onChange={({ currentTarget: { value } }) => set({ bomb_pot: value ? { every_hands: Number(value), ante: terms.big_blind * 5 } : null })}
      >
        <option value="">{t("host-none")}</option>
        {[10, 20].map((hands) => (
          <option key={hands} value={hands}>
            {t("host-every-hands", { hands })}
          </option>
        ))}
      </select>
    </Field>
    <label class="toggle">
      <input type="checkbox" role="switch" checked={terms.hybrid} onChange={({ currentTarget }) => set({ hybrid: currentTarget.checked })} />
      <span>{t("host-hybrid")}</span>
    </label>
    <Refused term="Hybrid" wrong={wrong} />
    <label class="toggle">
      <input type="checkbox" role="switch" checked={terms.bots_allowed} onChange={({ currentTarget }) => set({ bots_allowed: currentTarget.checked })} />
      <span>{t("host-allow-bots")}</span>
    </label>
    {chat && (
      <label class="toggle">
        <input type="checkbox" role="switch" checked={terms.free_chat} onChange={({ currentTarget }) => set({ free_chat: currentTarget.checked })} />
        <span>{t("host-free-chat")}</span>
      </label>
    )}
    <Refused term="Chat" wrong={wrong} />
  </>
);
