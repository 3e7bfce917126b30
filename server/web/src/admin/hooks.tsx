// The hooks of the room, for administrators: addresses of other programs that the room sends events
// to. Makes, changes and ends them, and shows what was sent.
import { useEffect, useRef, useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import type { HookOrder, HookShown, HookTerms } from "cardroom-bot/protocol";
import { AskingForm } from "../parts/asking-form";
import { copyText } from "../parts/invitation";
import { Sentence } from "../parts/missing";
import { directHook, listHooks } from "../room/requests/hooks";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";
import { HookCard } from "./hook-card";
import { HookTermsForm } from "./hook-terms";

const NEW: HookTerms = {
  address: "", events: ["tournament.announced", "tournament.started", "tournament.final_table", "tournament.ended"], leagues: [], tournaments: [], format: "Standard",
};
/** How many hooks a room has at most. */
const MOST = 20;
/** How often the list is read again while the page is open: other administrators and failures change it. */
const LOOK_EVERY_MS = 5000;

/** A secret that is shown once. */
interface Secret {
  text: string;
  address: string;
  replaces: boolean;
}

export const HooksPage = () => {
  const { line: { standing }, account: { session } } = useRoom();
  const [hooks, take] = useState<HookShown[] | null>(null);
  const [locked, lock] = useState(false);
  const [secret, show] = useState<Secret | null>(null);
  const [changes, count] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const may = session?.role === "Admin";
  const open = async (): Promise<void> => {
    take(await listHooks());
    lock(false);
  };
  useEffect(() => {
    if (standing !== "open" || !may || locked) return;
    const bring = async (): Promise<void> => {
      try {
        await open();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        clearInterval(again);
        // A list that is shown stays.
        if (error.code === "prove_factor") return lock(true);
        room.screen.toast(error.message, true);
      }
    };
    const again = setInterval(() => void bring(), LOOK_EVERY_MS);
    void bring();
    return () => clearInterval(again);
  }, [standing, may, locked, changes]);
  if (!may) return <Sentence text={standing !== "open" || room.signIn.arriving ? "hooks-loading" : "hooks-not-allowed"} />;

  /** Gives an order. The focus moves to the heading, because the form that gave it goes away. */
  const direct = async (order: HookOrder, reason: string, terms: HookTerms): Promise<void> => {
    const text = await directHook(order, reason);
    // The other formats are not signed.
    if (text !== null && terms.format === "Standard") show({ text, address: terms.address, replaces: "ReplaceSecret" in order });
    if ("End" in order) show(null);
    room.screen.toast(t("hooks-done"));
    count((before) => before + 1);
    heading.current?.focus();
  };
  return (
    <main class="floor hooks">
      <header class="page-head">
        <div>
          <p class="eyebrow">{t("hooks-room")}</p>
          <h1>{t("hooks-title")}</h1>
          <p class="mute">{t("hooks-says")}</p>
        </div>
        <a class="button" href="#/accounts">
          {t("hooks-to-accounts")}
        </a>
      </header>
      {locked && (
        <section aria-label={t("hooks-locked")}>
          <p>{t("hooks-locked-says")}</p>
          <AskingForm action={t("hooks-show")} send={open}>
            {null}
          </AskingForm>
        </section>
      )}
      <section aria-label={t("hooks-list")}>
        <h2 ref={heading} tabIndex={-1}>
          {t("hooks-count", { count: hooks?.length ?? 0 })}
        </h2>
        {secret && <NewSecret secret={secret} />}
        {hooks?.length === 0 && <p class="mute">{t("hooks-none-yet")}</p>}
        <ul class="hook-list">
          {hooks?.map((hook) => (
            <HookCard key={hook.hook} shown={hook} changes={changes} direct={(order, reason, terms = hook.terms) => direct(order, reason, terms)} />
          ))}
        </ul>
      </section>
      {hooks && hooks.length < MOST && (
        <details class="fold-out">
          <summary>{t("hooks-new")}</summary>
          <HookTermsForm action={t("hooks-make")} terms={NEW} send={(terms, reason) => direct({ Make: terms }, reason, terms)} />
        </details>
      )}
    </main>
  );
};

const NewSecret = ({ secret: { text, address, replaces } }: { secret: Secret }) => (
  <div class="banner good new-token" role="status">
    <span>{t(replaces ? "hooks-secret-replaced" : "hooks-secret-once", { address })}</span>
    <code>{text}</code>
    <button onClick={() => void copyText(text, t("hooks-secret-copied"))}>{t("hooks-copy-secret")}</button>
  </div>
);
