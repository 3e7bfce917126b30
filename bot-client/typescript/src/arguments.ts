// The options behind `node mine.mjs`.
import { CannotPlay, type Settings } from "./settings.ts";

/** The options, with what each does to the settings. */
const OPTIONS: Record<string, (settings: Settings, value: string) => void> = {
  url: (settings, value) => (settings.url = value),
  name: (settings, value) => (settings.name = value),
  code: (settings, value) => (settings.code = value),
  table: (settings, value) => (settings.tables = [...(Array.isArray(settings.tables) ? settings.tables : []), count("table", value)]),
  tables: (settings, value) => (settings.tablesAtOnce = count("tables", value)),
  tournament: (settings, value) => (settings.tournament = value),
  hands: (settings, value) => (settings.hands = count("hands", value)),
  seconds: (settings, value) => (settings.seconds = count("seconds", value)),
};

/** Reads arguments: options, and the address of a room without one. */
export const settingsOf = (words: readonly string[]): Settings => {
  const settings: Settings = {};
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? "";
    if (/^\w+:\/\//.test(word)) settings.url = word;
    else {
      const [, name = "", joined] = /^--([a-z]+)(?:=(.*))?$/.exec(word) ?? [];
      const option = OPTIONS[name];
      const value = joined ?? words[++place];
      if (!option || value === undefined) throw new CannotPlay(`${JSON.stringify(word)} is no option. There are ${known()}, each with a value, and the address of a room.`);
      option(settings, value);
    }
  }
  return settings;
};

const known = (): string => Object.keys(OPTIONS).map((name) => `--${name}`).join(", ");

const count = (name: string, value: string): number => {
  if (!/^[1-9]\d*$/.test(value)) throw new CannotPlay(`--${name} takes a number, not ${JSON.stringify(value)}.`);
  return Number(value);
};
