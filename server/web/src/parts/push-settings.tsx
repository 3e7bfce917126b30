// The settings of notifications: on or off in this browser, and their kinds for all browsers of the
// account.
import { useEffect, useState } from "preact/hooks";
import type { PushKinds, PushOffered } from "cardroom-bot/protocol";
import { room } from "../room/room";
import { choose, currentSubscription, isPushPossible, offered as ask, subscribe, unsubscribe } from "../room/push";
import { t } from "../words/words";

type State = "unknown" | "off" | "on" | "denied";

const KINDS: Record<keyof PushKinds, string> = {
  turn: "push-kind-turn", table_begins: "push-kind-table-begins", seat_free: "push-kind-seat-free", tournament_begins: "push-kind-tournament-begins",
};

export const PushSettings = () => {
  const [offered, take] = useState<PushOffered | null>(null);
  const [state, be] = useState<State>("unknown");
  const { line } = room;
  const look = async (): Promise<void> => {
    take(await ask(line));
    if (!isPushPossible()) return;
    if (Notification.permission === "denied") return be("denied");
    be((await currentSubscription()) ? "on" : "off");
  };
  useEffect(() => void look(), []);
  const turn = async (on: boolean): Promise<void> => {
    if (!offered?.key) return;
    if (on) await subscribe(line, offered.key);
    else await unsubscribe(line);
    await look();
  };
  const toggle = async (kind: keyof PushKinds, on: boolean): Promise<void> => {
    if (!offered) return;
    const kinds = { ...offered.kinds, [kind]: on };
    take({ ...offered, kinds });
    await choose(line, kinds);
  };
  return (
    <section aria-label={t("push-title")}>
      <h3>{t("push-title")}</h3>
      {offered && !offered.key && <p class="mute small">{t("push-none")}</p>}
      {offered?.key && (
        <>
          <p class="mute small">{t(!isPushPossible() ? "push-unknown" : state === "denied" ? "push-denied" : "push-says")}</p>
          {(state === "on" || state === "off") && (
            <button class={state === "off" ? "primary" : ""} onClick={() => void turn(state === "off")}>
              {t(state === "off" ? "push-turn-on" : "push-turn-off")}
            </button>
          )}
          {offered.browsers > 0 && (
            <>
              <p class="mute small">{t("push-for-all", { browsers: offered.browsers })}</p>
              {(Object.keys(KINDS) as (keyof PushKinds)[]).map((kind) => (
                <label key={kind} class="toggle">
                  <input type="checkbox" role="switch" checked={offered.kinds[kind]} onChange={({ currentTarget }) => void toggle(kind, currentTarget.checked)} />
                  <span>{t(KINDS[kind])}</span>
                </label>
              ))}
            </>
          )}
        </>
      )}
    </section>
  );
};
