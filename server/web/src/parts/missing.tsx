// A page that is one sentence: what it waits for, or that an address leads nowhere.
import type { ComponentChildren } from "preact";
import { t } from "../words/words";

/** The sentence is the page's heading, so that a screen reader finds it. */
export const Sentence = ({ text, children }: { text: string; children?: ComponentChildren }) => (
  <main class={`pad mute ${children ? "missing" : ""}`}>
    <h1 class="plain">{t(text)}</h1>
    {children}
  </main>
);

/** Says that an address leads nowhere, and offers the way back. */
export const Missing = ({ text, children }: { text: string; children?: ComponentChildren }) => (
  <Sentence text={text}>
    <a class="button" href="/#/">
      {t("app-back-to-lobby")}
    </a>
    {children}
  </Sentence>
);
