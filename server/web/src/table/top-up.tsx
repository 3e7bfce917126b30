// Buying more chips for a seat: a number, and a button that says it.
import { useState } from "preact/hooks";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { t } from "../words/words";
import { amountText, amountTyped, readTyped, unitOf, withAmount, wrongTyped } from "./amount";
import { usualBuyIn } from "./sit-dialog";

interface ToppingUp {
  table: Table;
  min: number;
  most: number;
  /** What the stack lacks to the usual number of big blinds. */
  usual: number;
  /** The id of the button's text. */
  verb: "action-rebuy" | "seat-add";
  slider?: boolean;
  /** Whether the player also sits in. */
  plays?: boolean;
  done?(): void;
}

export const TopUp = ({ table, min, most, usual, verb, slider = false, plays = false, done }: ToppingUp) => {
  const { unit, big_blind } = table.info;
  const [typed, type] = useState(() => {
    const least = Math.max(min, Math.min(big_blind, most));
    return amountTyped(table, usualBuyIn({ min: least, most, unit }, usual, room.seats.budgetAt(table)));
  });
  const read = readTyped(table, typed);
  const amount = "chips" in read ? read.chips : null;
  const wrong =
    amount === null ? wrongTyped(table, typed, read)
    : amount < min || amount > most ? t("seat-top-up-range", { min: amountText(table, min), max: amountText(table, most) })
    : amount % unit ? t("table-buy-in-unit", { unit: amountText(table, unit) })
    : null;
  const add = (event: Event): void => {
    event.preventDefault();
    if (amount === null || wrong) return;
    if (plays) room.seats.rebuy(table, amount);
    else room.seats.topUp(table, amount);
    done?.();
  };
  return (
    <form class="top-up" onSubmit={add} noValidate>
      <div class="row">
        <label>
          <span class={slider ? "" : "unseen"}>{t("seat-top-up")}</span>
          <input
            class="buy-in-amount"
            inputMode={unitOf(table) === 1 ? "numeric" : "decimal"}
            autocomplete="off"
            value={typed}
            aria-invalid={wrong !== null}
            onInput={(event) => type(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
        <button class={slider ? "" : "act check"} disabled={wrong !== null}>
          {withAmount(verb, table, amount ?? min)}
        </button>
      </div>
      {slider && (
        <input
          type="range"
          min={min}
          max={most}
          step={unit}
          value={amount ?? min}
          aria-label={t("seat-top-up")}
          aria-valuetext={amountText(table, amount ?? min)}
          onInput={(event) => type(amountTyped(table, Number(event.currentTarget.value)))}
        />
      )}
      {wrong && (
        <p class="refused" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
};
