// The catalogs of texts: the languages agree with each other, and with the texts that the page
// uses.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FluentResource } from "@fluent/bundle";
import { expect, test } from "@playwright/test";
import { compact } from "../src/words/compact";

const SOURCES = join(import.meta.dirname, "../src");
/** The library's sources that the page has. Ids of texts contain names of them. */
const LIBRARY = join(SOURCES, "../../../bot-client/typescript/src");
const SHARED = /^(protocol|connection|refusal|line-watch|again)\.ts$/;

const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

/**
 * Returns the messages of a language: the file and the variables of each. A message ends where the
 * next one begins.
 */
const catalog = (language: string): Map<string, { file: string; variables: string[] }> => {
  const found = new Map<string, { file: string; variables: string[] }>();
  for (const file of filesBelow(join(SOURCES, "words", language), /\.ftl$/)) {
    for (const message of readFileSync(file, "utf8").split(/^(?=[a-z][\w-]* =)/m)) {
      const id = /^([a-z][\w-]*) =/.exec(message)?.[1];
      if (!id) continue;
      expect(found.has(id), `${id} is defined twice in ${language}`).toBe(false);
      const variables = [...new Set([...message.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name))].sort();
      found.set(id, { file: file.split("/").at(-1) ?? "", variables });
    }
  }
  return found;
};

test("German has every English text, in the same file and with the same variables", () => {
  expect(Object.fromEntries(catalog("de"))).toEqual(Object.fromEntries(catalog("en")));
});

test("every text the page asks for exists, and every text is asked for", () => {
  const known = catalog("en");
  const sources = [...filesBelow(SOURCES, /\.(tsx?|json)$/), ...filesBelow(LIBRARY, SHARED)].map((file) => readFileSync(file, "utf8")).join("\n");
  // Ids are written out as strings, or contain a name of the page or the protocol:
  // t(`table-phase-${phase}`).
  const frames = [...sources.matchAll(/`([a-z]+-[a-z-]*)\$\{[^}`]+\}([a-z-]*)`/g)].map(([, before = "", after = ""]) => ({ before, after }));
  const kebab = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  const names = new Set([..."23456789", ...[...sources.matchAll(/[A-Za-z][\w-]*/g)].flatMap(([name]) => [name, kebab(name), kebab(name).replaceAll("_", "-")])]);
  const isFramed = (id: string): boolean =>
    frames.some(({ before, after }) => id.startsWith(before) && id.endsWith(after) && names.has(id.slice(before.length, id.length - after.length)));
  const written = new Set([...sources.matchAll(/"([a-z][a-z0-9-]*)"/g)].map(([, id = ""]) => id));
  const asked = [...sources.matchAll(/\b(?:t|rich)\(\s*"([^"]+)"/g)].map(([, id = ""]) => id);
  const declared = readFileSync(join(SOURCES, "floor", "commands.json"), "utf8");
  asked.push(...[...declared.matchAll(/"((?:floor|title)-[a-z-]+)"/g)].map(([, id = ""]) => id));
  const { fields: _, ...lists } = JSON.parse(declared) as Record<string, { name: string }[]>;
  asked.push(...Object.entries(lists).flatMap(([list, commands]) => commands.map(({ name }) => `title-${list}-${name}`)));
  expect(asked.filter((id) => !known.has(id))).toEqual([]);
  expect([...known.keys()].filter((id) => !written.has(id) && !isFramed(id))).toEqual([]);
});

/** The variants of a union of the protocol. */
const variants = (type: string): string[] => {
  const protocol = readFileSync(join(LIBRARY, "protocol.ts"), "utf8");
  const body = new RegExp(`^export type ${type} =((?:\\n  \\| .*)+)`, "m").exec(protocol)?.[1] ?? "";
  return [...body.matchAll(/^  \| (?:\{ )?"?(\w+)/gm)].map(([, name = ""]) => name);
};

test("every command, question and ruling has a sentence, with its player and its amount", () => {
  const known = catalog("en");
  const kebab = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  const without = Object.entries({ TableCommand: "command", TournamentCommand: "event", HostOrder: "host", Term: "term", RulingOption: "option", DealError: "error", Matter: "matter" }).flatMap(([type, part]) => {
    const names = variants(type);
    expect(names.length, type).toBeGreaterThan(5);
    // An order of the host has a sentence of its own.
    return names.filter((name) => name !== "Host").map((name) => `ruling-${part}-${kebab(name)}`).filter((id) => !known.has(id));
  });
  expect(without).toEqual([]);
  expect(["give-chips", "take-back-chips"].map((name) => known.get(`ruling-command-${name}`)?.variables)).toEqual([["amount", "name"], ["amount", "name"]]);
  // No sentence is made from identifiers, in the log, the news or the console of the floor.
  const speaking = ["room/rulings.ts", "room/tournament.ts", "floor/command-words.ts"].map((file) => join(SOURCES, file));
  for (const file of [...speaking, ...filesBelow(join(SOURCES, "room/table"), /\.ts$/)]) {
    expect(readFileSync(file, "utf8"), file).not.toMatch(/\b(spaced|choice)\(/);
  }
  const floor = [...filesBelow(join(SOURCES, "floor"), /\.(tsx?|json)$/), join(SOURCES, "room/rulings.ts")].map((file) => readFileSync(file, "utf8")).join("\n");
  expect([...variants("TableCommand"), ...variants("TournamentCommand")].filter((name) => !floor.includes(name))).toEqual([]);
});

test("the shrunk catalogs say the same as the files", () => {
  for (const file of filesBelow(join(SOURCES, "words"), /\.ftl$/)) {
    const text = readFileSync(file, "utf8");
    expect(new FluentResource(compact(text)).body, file).toEqual(new FluentResource(text).body);
    expect(compact(text).length, file).toBeLessThan(text.length);
  }
});
