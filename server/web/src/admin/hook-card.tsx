// One hook: its state, the orders about it, and what was sent.
import { useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import type { HookOrder, HookShown, HookTerms } from "cardroom-bot/protocol";
import { AskingForm } from "../parts/asking-form";
import { room } from "../room/room";
import { dateOf, momentOf } from "../room/words";
import { t } from "../words/words";
import { Deliveries } from "./hook-deliveries";
import { HookTermsForm, eventText } from "./hook-terms";

/** The orders that need a form. */
type Kind = "Change" | "ReplaceSecret" | "TurnOff" | "TurnOn" | "End";

interface Shown {
  shown: HookShown;
  changes: number;
  direct(order: HookOrder, reason: string, terms?: HookTerms): Promise<void>;
}

export const HookCard = ({ shown, changes, direct }: Shown) => {
  const [doing, begin] = useState<Kind | null>(null);
  const { hook, terms } = shown;
  const kinds: readonly Kind[] = ["Change", ...(terms.format === "Standard" ? (["ReplaceSecret"] as const) : []), shown.off === null ? "TurnOff" : "TurnOn", "End"];
  /** Gives an order that asks for no reason, because its words say why. */
  const atOnce = async (order: HookOrder, reason: string): Promise<void> => {
    try {
      await direct(order, reason);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      room.screen.toast(error.message, true);
    }
  };
  const change = async (changed: HookTerms, reason: string): Promise<void> => {
    await direct({ Change: { hook, terms: changed } }, reason, changed);
    begin(null);
  };
  const id = `hook-${hook}`;
  return (
    <li aria-labelledby={id}>
      <h3 id={id}>{terms.address}</h3>
      <State shown={shown} />
      <p>
        <span class="mute">{t("hooks-gets")}</span> {terms.events.map(eventText).join(", ")}
      </p>
      {terms.leagues.length + terms.tournaments.length > 0 && (
        <p>
          <span class="mute">{t("hooks-only-of")}</span> {[...terms.leagues, ...terms.tournaments.map(tournamentName)].join(", ")}
        </p>
      )}
      <div class="row">
        <button aria-label={t("hooks-test-of", { address: terms.address })} onClick={() => void atOnce({ Test: hook }, t("hooks-test-why"))}>
          {t("hooks-test")}
        </button>
        {kinds.map((kind) => (
          <button
            key={kind}
            aria-expanded={doing === kind}
            aria-label={t("hooks-order-of", { order: t(`hooks-order-${kind}`), address: terms.address })}
            onClick={() => begin(doing === kind ? null : kind)}
          >
            {t(`hooks-order-${kind}`)}
          </button>
        ))}
      </div>
      {doing === "Change" && <HookTermsForm action={t("hooks-order-Change")} terms={terms} send={change} />}
      {doing !== null && doing !== "Change" && <Order key={doing} kind={doing} hook={hook} direct={direct} done={() => begin(null)} />}
      <Deliveries hook={hook} address={terms.address} changes={changes} sendAgain={(event) => atOnce({ SendAgain: { hook, event } }, t("hooks-send-again-why"))} />
    </li>
  );
};

const tournamentName = (tournament: number): string => room.lobby.tournaments.get(tournament)?.name ?? t("hooks-tournament-number", { number: String(tournament) });

const REASONS: Record<string, string> = { gone: "hooks-off-gone", failing: "hooks-off-failing", operator: "hooks-off-operator" };

/** Says whether events are sent, and if not, why. */
const State = ({ shown: { made_at, terms, off, failing_since, waiting, dropped } }: { shown: HookShown }) => (
  <>
    <span class="tags">
      <i class={`tag ${off === null ? "green" : "gold"}`}>{t(off === null ? "hooks-on" : "hooks-off")}</i>
      <i class="tag">{t(`hooks-format-${terms.format}`)}</i>
      {waiting > 0 && <i class="tag gold">{t("hooks-waiting", { count: waiting })}</i>}
      {dropped > 0 && <i class="tag gold">{t("hooks-dropped", { count: dropped })}</i>}
    </span>
    {off !== null && <p class="banner gold">{t(REASONS[off] ?? "hooks-off-operator")}</p>}
    {off === null && failing_since !== null && <p class="banner gold">{t("hooks-failing", { date: momentOf(failing_since) })}</p>}
    <p class="mute small">{t("hooks-made", { date: dateOf(made_at) })}</p>
  </>
);

const orderOf = (kind: Exclude<Kind, "Change">, hook: number): HookOrder => {
  switch (kind) {
    case "ReplaceSecret":
      return { ReplaceSecret: hook };
    case "TurnOff":
      return { TurnOff: hook };
    case "TurnOn":
      return { TurnOn: hook };
    case "End":
      return { End: hook };
  }
};

interface Ordered {
  kind: Exclude<Kind, "Change">;
  hook: number;
  direct(order: HookOrder, reason: string): Promise<void>;
  done(): void;
}

const Order = ({ kind, hook, direct, done }: Ordered) => {
  const [reason, explain] = useState("");
  return (
    <AskingForm action={t(`hooks-order-${kind}`)} send={() => direct(orderOf(kind, hook), reason.trim())} done={done}>
      <p class="mute small">{t(`hooks-order-says-${kind}`)}</p>
      <label>
        {t("hooks-reason")}
        <input value={reason} onInput={({ currentTarget }) => explain(currentTarget.value)} required maxLength={280} autocomplete="off" />
      </label>
    </AskingForm>
  );
};
