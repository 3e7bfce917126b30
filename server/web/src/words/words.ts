// The page's texts in the player's language: Fluent messages from `en/` and `de/`, one file per
// part of the page.
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { ComponentChildren } from "preact";
import { isolated } from "../room/names";
import { settings } from "../room/settings";
import english from "./english";

export type Language = "en" | "de";

/** Every language of the page, by its own name. */
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };

type Arguments = Record<string, FluentVariable>;

const bundleOf = (language: Language, texts: string[]): FluentBundle => {
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const text of texts) bundle.addResource(new FluentResource(text));
  return bundle;
};

const fallback = bundleOf("en", english);
let bundle = fallback;
let current: Language = "en";

type Staff = "floor" | "admin" | "integrity" | "desk" | "push" | "proof" | "wall" | "print" | "seat" | "hooks";

/** The texts of the pages that only operators and hosts open, of notifications, of proofs of deals, of walls, of paper, of seats by code and of hooks, fetched with them. */
const staffTexts = import.meta.glob<string>("./{en,de}/{floor,titles,admin,integrity,desk,push,proof,wall,print,seat,hooks}.ftl", { query: "?raw", import: "default" });
const staffFiles: Record<Staff, string[]> = { floor: ["floor", "titles"], admin: ["admin"], integrity: ["integrity"], desk: ["desk"], push: ["push"], proof: ["proof"], wall: ["wall"], print: ["print"], seat: ["seat"], hooks: ["admin", "hooks"] };
const fetched = new Set<Staff>();

const fetchStaffTexts = async (to: FluentBundle, language: Language, page: Staff): Promise<void> => {
  const texts = await Promise.all(staffFiles[page].map((file) => staffTexts[`./${language}/${file}.ftl`]?.()));
  for (const text of texts) if (text) to.addResource(new FluentResource(text));
};

/** Fetches a page that has texts of its own, and them. */
export const withTexts = async <Page>(texts: Staff, page: Promise<Page>): Promise<Page> => {
  fetched.add(texts);
  await fetchStaffTexts(fallback, "en", texts);
  if (current !== "en") await fetchStaffTexts(bundle, current, texts);
  return page;
};

/** The language in use. */
export const language = (): Language => current;

/** The language the player chose, or else the first one the browser asks for that the page has. */
const preferred = (): Language => {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return settings.language ?? (asked as Language | undefined) ?? "en";
};

/** Loads the texts of the preferred language. Call it before the first text is shown, and after a change. */
export const loadLanguage = async (): Promise<void> => {
  current = preferred();
  bundle = current === "en" ? fallback : bundleOf(current, (await import("./german")).default);
  if (current !== "en") await Promise.all([...fetched].map((texts) => fetchStaffTexts(bundle, current, texts)));
  document.documentElement.lang = current;
};

/** Returns the text with this id. A text that a language lacks is shown in English. */
export const t = (id: string, given?: Arguments): string => {
  const args = given && Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === "string" ? isolated(value) : value]));
  for (const each of [bundle, fallback]) {
    const pattern = each.getMessage(id)?.value;
    if (pattern) return each.formatPattern(pattern, args);
  }
  console.error(`No text has the id "${id}".`);
  return id;
};

/** Returns `true` if there is a text with this id. */
export const hasText = (id: string): boolean => fallback.hasMessage(id);

/** Why a password is weak, by the words of the server's sentence. */
const WEAK: [RegExp, string][] = [
  [/your name/, "name"], [/many people/i, "common"], [/keyboard/, "sequence"], [/repeat/, "repeats"], [/dates/i, "date"], [/single word/i, "word"], [/short for/, "short"],
];

/** The refusal of a buy-in, whose code alone would say that the player may not do this. */
const DECLINED = /declined your buy-in/;

/** Returns the text of a refusal. The server sends an English sentence; other languages have one of their own for its code. */
export const refusalText = (code: string, sentence: string): string => {
  const id = `error-${code.replaceAll("_", "-")}`;
  if (current !== "en" && DECLINED.test(sentence)) return t("error-buy-in-declined");
  const why = code === "bad_password" && WEAK.find(([words]) => words.test(sentence))?.[1];
  if (current !== "en" && why) return t("error-weak-password", { why });
  return current !== "en" && bundle.hasMessage(id) ? t(id) : sentence;
};

/** A number that a text can select on as an ordinal: 1st, 2nd, 3rd. */
export const ordinal = (value: number): FluentNumber => new FluentNumber(value, { type: "ordinal" } as Intl.NumberFormatOptions);

type Wrap = (text: string) => ComponentChildren;

/** Returns a text whose `<tag>…</tag>` parts become elements, each made by the function named after its tag. */
export const rich = (id: string, args: Arguments, elements: Record<string, Wrap>): ComponentChildren[] =>
  t(id, args)
    .split(/(<\w+>.*?<\/\w+>)/)
    .map((part) => {
      const [, tag = "", inner = ""] = /^<(\w+)>(.*)<\/\w+>$/.exec(part) ?? [];
      return elements[tag]?.(inner) ?? part;
    });
