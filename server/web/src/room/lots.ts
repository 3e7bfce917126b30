// Lists in the floor's commands in words: what was drawn, and levels.
import type { LotList, Stage } from "cardroom-bot/protocol";
import { language, t } from "../words/words";
import { chips, clock } from "./words";

/** What was drawn from which list; players go by the names that are known. */
export const lotsText = ({ about, lots, result }: LotList, player: (entry: number) => string): string => {
  const names = lots.map((lot) => ("Text" in lot ? lot.Text : player(lot.Entry)));
  const list = (of: string[]): string => new Intl.ListFormat(language()).format(of);
  if (!result) return t("room-lots", { about, list: list(names) });
  return t("room-lots-drawn", { about, list: list(names), drawn: list(result.drawn.map((lot) => names[lot] ?? "")) });
};

/** A level or a break, such as "200/400 (400), 20:00". */
const stageText = (stage: Stage): string => {
  if ("Break" in stage) return t("room-stage-break", { time: clock(stage.Break.seconds * 1000) });
  const { seconds, stakes } = stage.Level;
  const ante = stakes.ante ? ` (${chips(stakes.ante)})` : "";
  return `${chips(stakes.small_blind)}/${chips(stakes.big_blind)}${ante}, ${clock(seconds * 1000)}`;
};

/** The first of some levels and breaks. */
export const stagesText = (stages: Stage[]): string => {
  const first = stages.slice(0, 4).map(stageText).join("; ");
  return stages.length > 4 ? `${first}; …` : first;
};
