// A finished hand, replayed on the felt: step by step, automatically, or by keys.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { avatarOf } from "../parts/avatar";
import { isOff } from "../parts/keys";
import { Missing, Sentence } from "../parts/missing";
import { Refusal } from "cardroom-bot/connection";
import { Replay, type SeenHand } from "../room/replay";
import { dealKey } from "../room/requests/deals";
import { download } from "../room/requests/files";
import { room, useRoomBesidesLobby } from "../room/room";
import { gameLong, stakes, tableName } from "../room/words";
import { language, t } from "../words/words";
import { Felt } from "../table/felt";
import { LineText, lineStamp } from "../table/line";

const FILES = [
  ["phh", "hands-file-phh"],
  ["ohh", "hands-file-ohh-short"],
  ["txt", "hands-file-text"],
] as const;
const SPEEDS = [0.5, 1, 2, 4];
/** How long one step is shown at speed 1. */
const STEP_MS = 1100;
/** The delay before a hand is requested again, if the server was too busy. */
const RETRY_MS = 3000;

/** Returns the table and the hand in an address, `table-hand`. Empty if there is none. */
const numbersOf = (name: string): number[] => {
  const numbers = /^\d+-\d+$/.test(name) ? name.split("-").map(Number) : [];
  return numbers.every(Number.isSafeInteger) ? numbers : [];
};

/** A hand of the viewer, or for the floor of any player. */
export const HandReplayPage = ({ name }: { name: string }) => {
  const { account: { session }, line: { standing }, signIn: { arriving } } = useRoomBesidesLobby();
  const [record, set] = useState<SeenHand | null>(null);
  const [gone, setGone] = useState(false);
  const [tries, tryAgain] = useState(0);
  const [table, hand] = numbersOf(name);
  const load = async (inspect: string | null): Promise<boolean> => {
    if (table === undefined || hand === undefined) {
      setGone(true);
      return false;
    }
    try {
      const found = await room.hands.get(table, hand, inspect);
      if (found) set(found);
      setGone(false);
      return found !== null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      room.screen.toast(error.message, true);
      if (!inspect && error.passes) setTimeout(() => tryAgain((count) => count + 1), RETRY_MS);
      else if (!inspect) setGone(true);
      return false;
    }
  };
  useEffect(() => {
    if (standing === "open" && session && !record) void load(null);
  }, [standing, session?.account, name, tries]);
  if (gone || (!session && !arriving && standing === "open")) {
    return gone ? <Missing text="hands-no-such-hand" /> : <Sentence text="hands-sign-in-to-see" />;
  }
  return record ? <Replayer key={record.steps.length + record.cards.length} record={record} inspect={load} /> : <Sentence text="hands-loading" />;
};

/** A hand that a player shared by a link. */
export const SharedReplayPage = ({ code }: { code: string }) => {
  const [record, set] = useState<SeenHand | null>(null);
  const [gone, setGone] = useState(false);
  useEffect(() => {
    fetch(`/shared/${encodeURIComponent(code)}.json`)
      .then(async (answer) => (answer.ok ? set((await answer.json()) as SeenHand) : setGone(true)))
      .catch(() => setGone(true));
  }, [code]);
  if (gone) return <Missing text="hands-no-shared-hand" />;
  return record ? <Replayer record={record} shared /> : <Sentence text="hands-loading" />;
};

interface Shown {
  record: SeenHand;
  shared?: boolean;
  /** Requests every card, giving the reason. */
  inspect?(reason: string): Promise<boolean>;
}

const Replayer = ({ record, shared = false, inspect }: Shown) => {
  const [own] = useState(() => (shared ? null : record.viewer));
  const [replay] = useState(() => new Replay(record, own, (seat, name) => record.looks.find((look) => look.seat === seat) ?? avatarOf(name)));
  const [at, go] = useState(1);
  const [plays, setPlays] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [lines, show] = useState(innerWidth >= 1100);
  const last = replay.steps.length;
  const move = (to: number): void => go(Math.min(last, Math.max(1, to)));
  /** Relative to the current step: keys may come faster than the page renders. */
  const by = (steps: number): void => go((now) => Math.min(last, Math.max(1, now + steps)));
  const toggle = (): void => {
    if (!plays && at === last) go(1);
    setPlays(!plays);
  };
  // At once, not after the next picture: a pause must stop the step that is due.
  useLayoutEffect(() => {
    if (!plays) return;
    if (at === last) return setPlays(false);
    const timer = setTimeout(() => go(at + 1), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [plays, at, speed]);
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (isOff(event)) return;
      if (event.altKey || event.ctrlKey || event.metaKey || (event.target as HTMLElement).closest("input, select, dialog, button, a")) {
        // A slider and a button handle keys themselves.
        if (!["ArrowLeft", "ArrowRight"].includes(event.key) || (event.target as HTMLElement).closest("input, select, dialog")) return;
      }
      const keys: Record<string, () => void> = {
        ArrowLeft: () => by(-1), ArrowRight: () => by(1), Home: () => move(1), End: () => move(last), " ": toggle, k: toggle,
        "+": () => setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + 1)] ?? speed),
        "-": () => setSpeed(SPEEDS[Math.max(0, SPEEDS.indexOf(speed) - 1)] ?? speed),
      };
      const does = keys[event.key];
      if (!does) return;
      event.preventDefault();
      does();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
  const table = replay.after(at);
  const game = table.hand?.game ?? table.info;
  const now = replay.lines.filter((line) => line.step <= at).at(-1);
  return (
    <main class={`table-page replay ${lines ? "with-panel" : ""}`}>
      <div class="table-bar">
        <div class="title">
          <h1>
            {t("hands-title", { table: tableName(record.table_name), hand: record.hand })}
          </h1>
          <span class="mute">
            {gameLong(table.info.betting, table.info.game_name)} · {stakes(game)} · {new Date(record.ended_at).toLocaleString(language())}
          </span>
        </div>
        <button class="quiet" aria-pressed={lines} onClick={() => show(!lines)}>
          {shared ? t("hands-log") : t("hands-log-and-files")}
        </button>
        {!shared && <a class="button quiet" href="#/hands">{t("hands-all-mine")}</a>}
        {shared && <a class="button quiet" href="/">{t("hands-to-room")}</a>}
      </div>
      <Felt table={table} sit={() => undefined} />
      <div class="bottom replay-bar">
        <p class="replay-now" role="status" aria-live="polite">
          {now && <LineText line={now} stamp={lineStamp()} />}
        </p>
        <input
          type="range" min={1} max={last} value={at} aria-label={t("hands-step")} aria-valuetext={t("hands-step-of", { at, last, text: now?.text ?? "" })}
          onInput={(event) => move(Number(event.currentTarget.value))}
        />
        <div class="replay-keys">
          <button class="icon" aria-label={t("hands-first")} onClick={() => move(1)} disabled={at === 1}>«</button>
          <button class="icon" aria-label={t("hands-back")} onClick={() => by(-1)} disabled={at === 1}>‹</button>
          <button class="primary" onClick={toggle} data-plays={plays}>{plays ? t("hands-pause") : t("hands-play")}</button>
          <button class="icon" aria-label={t("hands-next")} onClick={() => by(1)} disabled={at === last}>›</button>
          <button class="icon" aria-label={t("hands-last")} onClick={() => move(last)} disabled={at === last}>»</button>
          <select class="speed" aria-label={t("hands-speed")} value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((each) => <option key={each} value={each}>{each}×</option>)}
          </select>
        </div>
      </div>
      {lines && (
        <Side
          replay={replay} at={at} move={move} record={record} shared={shared} own={own} inspect={inspect} close={() => show(false)}
        />
      )}
    </main>
  );
};

interface SideShown extends Shown {
  replay: Replay;
  at: number;
  own: number | null;
  move(to: number): void;
  close(): void;
}

/** The log, line by line, where each line leads to its step, and the files. */
const Side = ({ replay, at, move, record, shared, own, inspect, close }: SideShown) => {
  const current = useRef<HTMLButtonElement>(null);
  const [reason, write] = useState("");
  const { account: { session } } = useRoomBesidesLobby();
  useEffect(() => current.current?.scrollIntoView({ block: "nearest" }), [at]);
  const rules = (session?.role === "Floor" || session?.role === "Admin") && own === null && !shared;
  const path = `/hands/${record.table}-${record.hand}`;
  const share = async (): Promise<void> => {
    const link = await room.hands.share(record.table, record.hand);
    if (!link) return;
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    room.screen.toast(t("hands-link-copied", { link }));
  };
  const shown = replay.lines.filter((line) => line.step <= at).at(-1);
  const stamp = lineStamp();
  return (
    <aside class="panel" aria-label={t("hands-log")}>
      <button class="quiet only-phone" onClick={close}>
        {t("hands-back-to-felt")}
      </button>
      <div class="lines" role="region" aria-label={t("hands-log-lines")} tabIndex={0}>
        {replay.lines.map((line) => (
          <button
            key={line.id} ref={line === shown ? current : undefined} class={`replay-line line-${line.kind} ${line.step > at ? "to-come" : ""}`}
            aria-current={line === shown ? "step" : undefined} onClick={() => move(line.step)}
          >
            <span>
              <LineText line={line} stamp={stamp} />
            </span>
          </button>
        ))}
      </div>
      {!shared && own !== null && (
        <div class="row replay-files" role="group" aria-label={t("hands-download-or-share")}>
          {FILES.map(([ending, name]) => (
            <button key={ending} onClick={() => void download(`${path}.${ending}`, null)}>{t(name)}</button>
          ))}
          {dealKey() !== null && <a class="button" href={`#/verify/${record.table}-${record.hand}`}>{t("hands-check-deal")}</a>}
          {room.handOffers.shareLinks && <button onClick={() => void share()}>{t("hands-share")}</button>}
          {room.handOffers.shareLinks && (
            <button onClick={() => void room.hands.revokeLink(record.table, record.hand)}>{t("hands-revoke-link")}</button>
          )}
        </div>
      )}
      {rules && record.cards.length === 0 && (
        <form class="speak" onSubmit={(event) => { event.preventDefault(); void inspect?.(reason.trim()); }}>
          <input value={reason} onInput={(event) => write(event.currentTarget.value)} maxLength={280} aria-label={t("hands-inspect-reason")} placeholder={t("hands-inspect-hint")} />
          <button disabled={!reason.trim()}>{t("hands-inspect")}</button>
        </form>
      )}
    </aside>
  );
};
