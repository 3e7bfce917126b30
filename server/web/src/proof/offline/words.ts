// The texts of the page as one file: those of proofs alone, in both languages.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import english from "../../words/en/proof.ftl?raw";
import german from "../../words/de/proof.ftl?raw";

export type Language = "en" | "de";
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };

const bundleOf = (language: Language, text: string): FluentBundle => {
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle;
};
const bundles: Record<Language, FluentBundle> = { en: bundleOf("en", english), de: bundleOf("de", german) };
let current: Language = navigator.language.startsWith("de") ? "de" : "en";

export const language = (): Language => current;
export const speak = (language: Language): void => {
  current = language;
  document.documentElement.lang = language;
};

/** Returns the text with this id. */
export const t = (id: string, args?: Record<string, FluentVariable>): string => {
  const pattern = bundles[current].getMessage(id)?.value;
  return pattern ? bundles[current].formatPattern(pattern, args) : id;
};
