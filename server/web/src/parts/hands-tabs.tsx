// The common parts of the pages about the player's own hands: their tabs, and the view of a visitor
// who is not signed in.
import { useState } from "preact/hooks";
import { useRoom } from "../room/room";
import { t } from "../words/words";
import { EntryDialog } from "./entry";

/** Leads from the hands to the statistics and back. */
export const HandsTabs = ({ shown }: { shown: "hands" | "statistics" }) => (
  <div class="segments" role="tablist" aria-label={t("stats-sections")}>
    <a role="tab" href="#/hands" aria-selected={shown === "hands"}>
      {t("stats-hands-tab")}
    </a>
    <a role="tab" href="#/statistics" aria-selected={shown === "statistics"}>
      {t("stats-title")}
    </a>
  </div>
);

/** The page for a visitor without an account. */
export const SignedOut = ({ title, hint }: { title: string; hint: string }) => {
  const { signIn: { arriving } } = useRoom();
  const [entry, ask] = useState(false);
  return (
    <main class="hands pad">
      <h1>{title}</h1>
      <p class="mute">{arriving ? t("hands-loading") : hint}</p>
      {!arriving && (
        <button class="primary" onClick={() => ask(true)}>
          {t("account-sign-in")}
        </button>
      )}
      {entry && <EntryDialog close={() => ask(false)} />}
    </main>
  );
};
