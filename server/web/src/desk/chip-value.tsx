// The value of a chip at a private table, which its host can set.
import { useState } from "preact/hooks";
import { Refused } from "../parts/field";
import { money } from "../room/money";
import { t } from "../words/words";
import type { TermsGiven } from "./terms-fields";

/** The chips that make one unit of a currency, and the currency. Without a currency, chips are chips. */
export const ChipValue = ({ terms: { chip_value, small_blind, big_blind }, set, wrong }: Omit<TermsGiven, "limits">) => {
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
