// Taking a seat: the buy-in, and whether to wait for the big blind.
import { useEffect, useState } from "preact/hooks";
import { unreadText } from "../parts/amount-input";
import { Dialog } from "../parts/dialog";
import { readAmount } from "../room/amounts";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { type Value, money, shownValue, units } from "../room/money";
import { chips, gameLong, inBigBlinds, stakes } from "../room/words";
import { language, t } from "../words/words";

/** The usual buy-in, in big blinds. */
export const USUAL_BIG_BLINDS = 100;

interface Range {
  min: number;
  most: number;
  unit: number;
}

/** Returns the amount that a form starts with: the usual one if the table and the wallet allow it. It is the whole wallet
 * only if less would not buy a seat. */
export const usualBuyIn = ({ min, most, unit }: Range, wanted: number, wallet: number): number => {
  const usual = Math.max(min, Math.min(most, wanted - (wanted % unit)));
  return usual >= wallet ? min : usual;
};

/** Returns why an amount is no buy-in. Null if it is one. */
const wrongWith = (amount: number, { min, most, unit }: Range, tableMost: number, value: Value): string | null => {
  const chips = (amount: number): string => shownAmount(amount, value);
  if (amount < min) return t("table-buy-in-least", { min: chips(min) });
  if (amount > tableMost) return t("table-buy-in-most", { max: chips(tableMost) });
  if (amount > most) return t("table-buy-in-wallet", { max: chips(most) });
  return amount % unit ? t("table-buy-in-unit", { unit: chips(unit) }) : null;
};

/** Returns an amount with its currency, if chips have a value. */
export const shownAmount = (amount: number, value: Value): string => (value ? money(amount, value) : chips(amount));
/** Returns an amount as the player would type it. */
export const typedBuyIn = (amount: number, value: Value): string => (value ? units(amount, value, false) : String(amount));

export const SitDialog = ({ table, seat, close }: { table: Table; seat: number | null; close(): void }) => {
  const { info, buyIn } = table;
  const balance = room.seats.budgetAt(table);
  const range: Range = { min: buyIn.min, most: Math.min(buyIn.max, Math.floor(balance / info.unit) * info.unit), unit: info.unit };
  const usual = info.big_blind * USUAL_BIG_BLINDS;
  // Null until the player chooses an amount. The amount offered follows the range until then.
  const [chosen, type] = useState<string | null>(null);
  const value = shownValue(info.chip_value);
  const typed = chosen ?? typedBuyIn(usualBuyIn(range, usual, balance), value);
  const terms = { game: gameLong(info.betting, info.game_name), stakes: stakes(info) };
  const [wait, setWait] = useState(false);
  const read = readAmount(typed, { language: language(), bigBlind: info.big_blind, value });
  const amount = "chips" in read ? read.chips : null;
  // A player who left with more chips must bring them back, here or at a table that counts as one
  // game with this one.
  useEffect(() => void room.tables.viewAgain(table.id), []);
  const wrong = "wrong" in read ? unreadText(read.wrong, typed) : wrongWith(read.chips, range, buyIn.max, value);
  const quick = [
    { name: t("table-buy-in-min"), to: range.min },
    ...(usual > range.min && usual < range.most ? [{ name: inBigBlinds(usual, info.big_blind), to: usual }] : []),
    ...(range.most > range.min ? [{ name: t("table-buy-in-max"), to: range.most }] : []),
  ];
  const sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (amount === null || wrong) return;
    if (await room.seats.sit(table.id, seat, amount, wait)) return close();
    // The least buy-in may have changed while the dialog was open.
    await room.tables.viewAgain(table.id);
    if (amount < table.buyIn.min) type(null);
  };
  return (
    <Dialog title={seat === null ? t("table-sit-down-at", { table: info.name }) : t("table-take-seat", { seat: seat + 1, table: info.name })} close={close}>
      <form onSubmit={(event) => void sit(event)} noValidate>
        <p class="mute">
          {table.hasOwnChips ? t("table-terms-private", terms) : t("table-terms", { ...terms, balance: shownAmount(balance, value) })}
        </p>
        {balance >= buyIn.min ? (
          <>
            <div class="buy-in">
              <label>
                <span class="spread">
                  {t("table-buy-in")} {amount !== null && info.big_blind > 0 && <small class="mute">{inBigBlinds(amount, info.big_blind)}</small>}
                </span>
                <input
                  class="buy-in-amount"
                  inputMode="decimal"
                  autocomplete="off"
                  value={typed}
                  aria-invalid={wrong !== null}
                  aria-describedby={wrong ? "buy-in-wrong" : undefined}
                  onInput={(event) => type(event.currentTarget.value)}
                  onFocus={(event) => event.currentTarget.select()}
                />
              </label>
              <div class="presets" role="group" aria-label={t("table-buy-in-amounts")}>
                {quick.map(({ name, to }) => (
                  <button key={name} type="button" aria-pressed={amount === to} onClick={() => type(typedBuyIn(to, value))}>
                    {name}
                  </button>
                ))}
              </div>
              <input
                type="range"
                min={range.min}
                max={range.most}
                step={range.unit}
                value={amount ?? range.min}
                aria-label={t("table-buy-in")}
                aria-valuetext={shownAmount(amount ?? range.min, value)}
                onInput={(event) => type(typedBuyIn(Number(event.currentTarget.value), value))}
              />
              <span class="spread mute" aria-hidden="true">
                <small>{shownAmount(range.min, value)}</small>
                <small>{shownAmount(range.most, value)}</small>
              </span>
              {wrong && (
                <p id="buy-in-wrong" class="refused" role="alert">
                  {wrong}
                </p>
              )}
            </div>
            <label class="toggle">
              <input type="checkbox" role="switch" checked={wait} onChange={(event) => setWait(event.currentTarget.checked)} />
              <span>{t("table-wait-for-big-blind")}</span>
            </label>
            <button class="primary wide" disabled={wrong !== null}>
              {t("table-sit-down")}
            </button>
          </>
        ) : (
          <>
            <p class="refused">{t("table-buy-in-least", { min: shownAmount(buyIn.min, value) })}</p>
            <button type="button" class="wide" onClick={() => room.account.refill()}>
              {t("table-ask-for-chips")}
            </button>
          </>
        )}
      </form>
    </Dialog>
  );
};
