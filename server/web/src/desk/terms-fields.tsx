// The fields of a private table's terms: for a table that opens, and for one that is open.
import { AmountInput } from "../parts/amount-input";
import { Choice, Field, Refused } from "../parts/field";
import type { HostableGame, HostingLimits, TableTerms, Term } from "cardroom-bot/protocol";
import { bettings, bookName } from "../room/words";
import { t } from "../words/words";
import { ChipValue } from "./chip-value";

/** The term that the server refuses, and why. */
export type Wrong = { term: Term; message: string } | null;

export interface TermsGiven {
  terms: TableTerms;
  set(part: Partial<TableTerms>): void;
  wrong: Wrong;
  limits: HostingLimits;
}

/** Adjusts the terms that another game needs: limits, blinds or a bring-in. */
export const forGame = (terms: TableTerms, game: HostableGame | undefined): TableTerms => {
  if (!game) return terms;
  const big = terms.big_blind;
  const seats = Math.min(terms.seats, game.max_players);
  if (!game.bring_in) return { ...terms, game: game.id, seats, bring_in: 0, small_blind: terms.small_blind || Math.floor(big / 2) };
  const ante = Math.max(1, Math.floor(big / 8));
  if (game.blinds) return { ...terms, game: game.id, seats, betting: "FixedLimit", bring_in: 0, ante: 0, ante_kind: "None" };
  return { ...terms, game: game.id, seats, betting: "FixedLimit", small_blind: 0, bring_in: Math.max(1, Math.floor(big / 3)), ante, ante_kind: "Each" };
};

/** The terms that a host may type in big blinds. */
const BUY_INS: readonly string[] = ["min_buy_in", "max_buy_in"];

type NumberTerm = { [K in keyof TableTerms]: TableTerms[K] extends number ? K : never }[keyof TableTerms];

interface NumberGiven extends Omit<TermsGiven, "limits"> {
  of: NumberTerm;
  term: Term;
  label: string;
  /** The limit, as the player reads it. */
  hint?: string;
  least: number;
  most: number;
}

const NumberField = ({ terms, set, wrong, of, term, label, hint, least, most }: NumberGiven) => (
  <Field term={term} label={label} hint={hint} wrong={wrong}>
    <AmountInput
      value={terms[of]}
      set={(amount) => set({ [of]: amount })}
      least={least}
      most={most}
      bigBlind={BUY_INS.includes(of) ? terms.big_blind : 0}
      invalid={wrong?.term === term}
    />
  </Field>
);

const upTo = (amount: number): string => t("host-up-to", { amount });

/** Every term but the name, for a table that opens. */
export const MoreTerms = (given: TermsGiven) => (
  <div class="command">
    <GameFields {...given} fewestSeats={2} />
    <StakesFields {...given} />
    <BuyInFields {...given} />
    <TimeFields {...given} />
    <OptionFields {...given} />
    <HybridField {...given} />
  </div>
);

/** The game, the rulebook and the seats. An open table keeps its seats, and may get more. */
export const GameFields = ({ fewestSeats, ...given }: TermsGiven & { fewestSeats: number }) => {
  const { terms, set, wrong, limits } = given;
  const game = limits.games.find(({ id }) => id === terms.game);
  const most = Math.min(limits.seats, game?.max_players ?? limits.seats);
  const hint = t("host-range", { from: fewestSeats, to: most });
  return (
    <>
      <Choice term="Game" label={t("host-game")} wrong={wrong} value={terms.game} options={limits.games} choose={(game) => set(forGame(terms, limits.games.find(({ id }) => id === game)))} />
      <Choice term="Betting" label={t("host-betting")} wrong={wrong} value={terms.betting} options={bettings} choose={(betting) => set({ betting: betting as TableTerms["betting"] })} />
      <Choice term="Rulebook" label={t("host-rulebook")} wrong={wrong} long value={terms.rulebook} options={limits.rulebooks.map(({ id, name }) => ({ id, name: bookName(id, name) }))} choose={(rulebook) => set({ rulebook })} />
      <NumberField {...given} of="seats" term="Seats" label={t("host-seats")} hint={hint} least={fewestSeats} most={most} />
    </>
  );
};

/** The blinds or the bring-in, and the ante. */
export const StakesFields = (given: TermsGiven) => {
  const { terms, set, limits } = given;
  const most = limits.max_big_blind;
  const game = limits.games.find(({ id }) => id === terms.game);
  const hasBringIn = Boolean(game?.bring_in && !game.blinds);
  return (
    <>
      {(!game || game.blinds) && <NumberField {...given} of="small_blind" term="Blinds" label={t("host-small-blind")} least={0} most={most} />}
      {hasBringIn && <NumberField {...given} of="bring_in" term="Blinds" label={t("host-bring-in")} hint={t("host-below-small-bet")} least={1} most={most} />}
      <NumberField {...given} of="big_blind" term="Blinds" label={t(hasBringIn ? "host-small-bet" : "host-big-blind")} hint={upTo(most)} least={1} most={most} />
      <NumberField {...given} of="ante" term="Ante" label={t("host-ante")} hint={t("host-zero-for-none")} least={0} most={most} />
      <Field term="Ante" label={t("host-ante-kind")} wrong={null}>
        <select value={terms.ante_kind} onChange={({ currentTarget }) => set({ ante_kind: currentTarget.value as TableTerms["ante_kind"] })}>
          {(["None", "Each", "BigBlind", "Button"] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t(`host-ante-${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <ChipValue terms={terms} set={set} wrong={given.wrong} />
    </>
  );
};

/** The bounds of a buy-in, top-ups, and who approves them. */
export const BuyInFields = (given: TermsGiven) => {
  const { terms, set, wrong, limits } = given;
  const most = limits.max_buy_in;
  return (
    <>
      <NumberField {...given} of="min_buy_in" term="BuyIn" label={t("host-min-buy-in")} least={1} most={most} />
      <NumberField {...given} of="max_buy_in" term="BuyIn" label={t("host-max-buy-in")} hint={upTo(most)} least={1} most={most} />
      <Field term="TopUps" label={t("host-top-ups")} wrong={wrong} long>
        <select value={terms.top_up_to ? "most" : "none"} onChange={({ currentTarget: { value } }) => set({ top_up_to: value === "most" ? terms.max_buy_in : 0 })}>
          <option value="most">{t("host-top-ups-most")}</option>
          <option value="none">{t("host-top-ups-broke")}</option>
        </select>
      </Field>
      <Switch label={t("host-approve-buy-ins")} on={terms.approve_buy_ins} turn={(approve_buy_ins) => set({ approve_buy_ins })} />
      <Refused term="Approval" wrong={wrong} />
    </>
  );
};

/** The time to decide, and between hands. */
export const TimeFields = (given: TermsGiven) => {
  const { terms, set, wrong, limits } = given;
  const range = (from: number, to: number): string => t("host-range", { from, to });
  const { min_act_seconds: leastAct, max_act_seconds: mostAct, max_bank_seconds: mostBank } = limits;
  const [leastPause, mostPause] = [limits.min_between_ms / 1000, limits.max_between_ms / 1000];
  return (
    <>
      <NumberField {...given} of="act_seconds" term="ActTime" label={t("host-act-seconds")} hint={range(leastAct, mostAct)} least={leastAct} most={mostAct} />
      <NumberField {...given} of="bank_seconds" term="TimeBank" label={t("host-time-bank")} hint={upTo(mostBank)} least={0} most={mostBank} />
      <Field term="BetweenHands" label={t("host-pause")} hint={range(leastPause, mostPause)} wrong={wrong}>
        <input
          type="number"
          required
          min={leastPause}
          max={mostPause}
          step="0.5"
          value={terms.between_hands_ms / 1000}
          aria-invalid={wrong?.term === "BetweenHands"}
          onInput={({ currentTarget }) => set({ between_hands_ms: Math.round(Number(currentTarget.value) * 1000) })}
        />
      </Field>
    </>
  );
};

const Switch = ({ label, on, turn }: { label: string; on: boolean; turn(on: boolean): void }) => (
  <label class="toggle">
    <input type="checkbox" role="switch" checked={on} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
    <span>{label}</span>
  </label>
);

export const OptionFields = ({ terms, set, wrong, limits }: TermsGiven) => (
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
    <Switch label={t("host-free-entry")} on={terms.free_entry} turn={(free_entry) => set({ free_entry })} />
    <Refused term="Entry" wrong={wrong} />
    {limits.free_chat && <Switch label={t("host-free-chat")} on={terms.free_chat} turn={(free_chat) => set({ free_chat })} />}
    <Refused term="Chat" wrong={wrong} />
    <Switch label={t("host-allow-bots")} on={terms.bots_allowed} turn={(bots_allowed) => set({ bots_allowed })} />
  </>
);

/** Wagers by words and chips, which a table keeps once it is open. */
const HybridField = ({ terms, set, wrong }: TermsGiven) => (
  <>
    <Switch label={t("host-hybrid")} on={terms.hybrid} turn={(hybrid) => set({ hybrid })} />
    <Refused term="Hybrid" wrong={wrong} />
  </>
);
