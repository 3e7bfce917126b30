// A field for an amount of chips. A text that is no amount is refused with a sentence, and its form
// is not sent.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Unread, readAmount } from "../room/amounts";
import { type Value, money, units } from "../room/money";
import { chips as grouped, plainNumber } from "../room/words";
import { language, t } from "../words/words";

/** Returns the sentence for a text that is no amount. */
export const unreadText = (why: Unread, text: string, inBigBlinds = false): string =>
  why === "mark" ? t("word-two-amounts", { text: text.trim() }) : t(inBigBlinds ? "word-number-of-blinds" : "word-whole-chips");

interface Amount {
  /** In chips. */
  value: number;
  set(chips: number): void;
  least?: number;
  most: number;
  /** The amount is a multiple of it. */
  unit?: number;
  /** In chips, for amounts such as "100bb". */
  bigBlind?: number;
  /** The value of chips, if the amount is money. */
  worth?: Value;
  /** An empty field means 0. */
  optional?: boolean;
  /** The server refused the amount. */
  invalid?: boolean;
}

export const AmountInput = ({ value, set, least = 0, most, unit = 1, bigBlind = 0, worth = null, optional = false, invalid = false }: Amount) => {
  const field = useRef<HTMLInputElement>(null);
  // Null until the player types, and again after another control has changed the amount.
  const [typed, type] = useState<string | null>(null);
  const read = (text: string) => (optional && text.trim() === "" ? { chips: 0 } : readAmount(text, { language: language(), bigBlind, value: worth }));
  const now = typed === null ? null : read(typed);
  const text = typed === null || (now && "chips" in now && now.chips !== value) ? (optional && value === 0 ? "" : worth ? units(value, worth, false) : plainNumber(value)) : typed;
  const shown = read(text);
  const amount = (chips: number): string => (worth ? money(chips, worth) : grouped(chips));
  const wrong =
    "wrong" in shown ? unreadText(shown.wrong, text)
    : shown.chips < least || shown.chips > most ? t("seat-top-up-range", { min: amount(least), max: amount(most) })
    : shown.chips % unit ? t("table-buy-in-unit", { unit: amount(unit) })
    : null;
  useLayoutEffect(() => field.current?.setCustomValidity(wrong ?? ""));
  const write = (written: string): void => {
    type(written);
    const amount = read(written);
    if ("chips" in amount) set(amount.chips);
  };
  return (
    <>
      <input ref={field} inputMode="decimal" autocomplete="off" value={text} aria-invalid={invalid || wrong !== null} onInput={({ currentTarget }) => write(currentTarget.value)} />
      {wrong && typed !== null && (
        <span class="refused" role="alert">
          {wrong}
        </span>
      )}
    </>
  );
};

/** Refuses a text in a number field that could mean another number: "1.000" is 1 for a browser. */
export const refuseMark = (field: HTMLInputElement): void =>
  field.setCustomValidity(/^[1-9]\d{0,2}\.\d{3}$/.test(field.value) ? unreadText("mark", field.value) : "");
