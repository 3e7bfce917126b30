// The viewer's turn in one line, in front of whatever hides the action bar: the time left, and the
// actions that need no amount.
import type { LegalActions } from "cardroom-bot/protocol";
import { useCountdown } from "../room/clock";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { clock, tableName } from "../room/words";
import { t } from "../words/words";
import { withAmount } from "./amount";

/** The time left for the viewer's turn. */
export const TimeLeft = ({ table }: { table: Table }) => {
  const turn = table.hand?.turn;
  const now = useCountdown(turn?.ends);
  if (!turn || turn.ends === null) return null;
  const left = turn.ends - now;
  return (
    <span class={`time-left ${left < 5000 ? "soon" : ""}`} aria-hidden="true">
      {turn.inBank ? t("action-time-bank", { time: clock(left) }) : clock(left)}
      {!turn.inBank && turn.bankMs > 0 && <small> {t("action-bank-left", { time: clock(turn.bankMs) })}</small>}
    </span>
  );
};

/** The cheapest way to stay in the hand. */
export type Stay = "Check" | "BringIn" | "Call";

export const stayOf = ({ check, bring_in, call }: LegalActions): Stay | null =>
  check ? "Check" : bring_in !== null ? "BringIn" : call !== null ? "Call" : null;

/** Returns the text of a button for that way, with its price. */
export const stayText = (table: Table, { call, bring_in }: LegalActions, stay: Stay) => {
  if (stay === "Check") return t("action-check");
  if (stay === "BringIn") return withAmount("action-bring-in", table, bring_in ?? 0);
  return withAmount(call !== null && call === table.seats.mine?.stack ? "action-call-all-in" : "action-call", table, call ?? 0);
};

interface Row {
  table: Table;
  /** Whether the table is in sight, so that its name says nothing new. */
  isHere?: boolean;
}

/** Nobody folds here by mistake if checking is free. The action bar still offers it. */
export const TurnRow = ({ table, isHere = false }: Row) => {
  const { legal, choices: { sent, discards } } = table;
  if (!legal || sent !== null) return null;
  const stay = stayOf(legal);
  const least = legal.discard?.least;
  const name = t("app-your-turn-at", { table: tableName(table.info.name) });
  return (
    <section class="turn-row" aria-label={name}>
      <b>{isHere ? t("action-your-turn") : name}</b>
      <TimeLeft table={table} />
      <div class="turn-acts">
        {legal.fold && stay !== "Check" && (
          <button type="button" class="act fold" onClick={() => room.play.act(table, "Fold")}>
            {t("action-fold")}
          </button>
        )}
        {stay && (
          <button type="button" class="act check" onClick={() => room.play.act(table, stay)}>
            {stayText(table, legal, stay)}
          </button>
        )}
        {least !== undefined && discards.length >= least && (
          <button type="button" class="act check" onClick={() => room.play.discard(table, discards)}>
            {discards.length ? t("action-draw-count", { count: discards.length }) : t("action-stand-pat")}
          </button>
        )}
      </div>
    </section>
  );
};
