// Draws of the floor in words.
import type { LotList } from "../protocol";
import { language, t } from "../words/words";

/** What was drawn from which list; players go by the names that are known. */
export const lotsText = ({ about, lots, result }: LotList, player: (entry: number) => string): string => {
  const names = lots.map((lot) => ("Text" in lot ? lot.Text : player(lot.Entry)));
  const list = (of: string[]): string => new Intl.ListFormat(language()).format(of);
  if (!result) return t("room-lots", { about, list: list(names) });
  return t("room-lots-drawn", { about, list: list(names), drawn: list(result.drawn.map((lot) => names[lot] ?? "")) });
};
