// Chips as an exact number of units of a currency: with 100 chips to the euro, 5 chips are 0.05.
// Nothing here knows the page or its language; `money.ts` does.

/** The separators of a language. */
export interface Separators {
  /** Between groups of three digits; empty for none. */
  group: string;
  decimal: string;
}

const POWERS = Array.from({ length: 21 }, (_, power) => 10n ** BigInt(power));

/** A form may hold a number that is half typed. */
const whole = (number: number, least: number): bigint => BigInt(Math.max(least, Math.trunc(number) || 0));

/**
 * Returns the number of units that chips make: whole, or with at least two decimals and as many as
 * needed. An amount that no decimals write exactly is a whole number and a fraction.
 */
export const exactly = (chips: number, perUnit: number, { group, decimal }: Separators): string => {
  const per = whole(perUnit, 1);
  const all = whole(chips, 0);
  const rest = all % per;
  const head = String(all / per).replace(/\B(?=(\d{3})+$)/g, group);
  if (rest === 0n) return head;
  const decimals = POWERS.findIndex((power, index) => index >= 2 && (rest * power) % per === 0n);
  const power = POWERS[decimals];
  if (power !== undefined) return `${head}${decimal}${String((rest * power) / per).padStart(decimals, "0")}`;
  return all < per ? `${rest}/${per}` : `${head} ${rest}/${per}`;
};
