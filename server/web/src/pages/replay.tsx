// A hand that is over, played again on the felt: step by step, by itself, or by keys.
import { useEffect, useRef, useState } from "preact/hooks";
import type { HandRecord } from "../protocol";
import { Replay } from "../room/replay";
import { room, useRoom } from "../room/room";
import { bettingLong, chips, stakes } from "../room/words";
import { Felt } from "../table/felt";

const SPEEDS = [0.5, 1, 2, 4];
/** How long one thing is shown at speed 1. */
const STEP_MS = 1100;

/** A hand of the viewer's own, or for the floor anybody's: `table-hand`. */
export const HandReplayPage = ({ name }: { name: string }) => {
  const { session, standing, arriving } = useRoom();
  const [record, set] = useState<HandRecord | null>(null);
  const [gone, setGone] = useState(false);
  const [table, hand] = name.split("-").map(Number);
  const load = async (inspect: string | null): Promise<boolean> => {
    const found = await room.getHand(table ?? 0, hand ?? 0, inspect);
    if (found) set(found);
    else if (!inspect) setGone(true);
    return found !== null;
  };
  useEffect(() => {
    if (standing === "open" && session && !record) void load(null);
  }, [standing, session?.account, name]);
  if (gone || (!session && !arriving && standing === "open")) {
    return <main class="pad mute">{gone ? "There is no such hand, or it is not yours to see." : "Come in to see your hands."}</main>;
  }
  return record ? <Replayer key={record.steps.length + record.cards.length} record={record} inspect={load} /> : <main class="pad mute">One moment …</main>;
};

/** A hand that somebody shared, behind a link. */
export const SharedReplayPage = ({ code }: { code: string }) => {
  const [record, set] = useState<HandRecord | null>(null);
  const [gone, setGone] = useState(false);
  useEffect(() => {
    fetch(`/shared/${encodeURIComponent(code)}.json`)
      .then(async (answer) => (answer.ok ? set((await answer.json()) as HandRecord) : setGone(true)))
      .catch(() => setGone(true));
  }, [code]);
  if (gone) return <main class="pad mute">This link leads to no hand.</main>;
  return record ? <Replayer record={record} shared /> : <main class="pad mute">One moment …</main>;
};

interface Shown {
  record: HandRecord;
  shared?: boolean;
  /** Asks for every card, with the reason why. */
  inspect?(reason: string): Promise<boolean>;
}

const Replayer = ({ record, shared = false, inspect }: Shown) => {
  const { session } = useRoom();
  const [own] = useState(() => (shared ? null : (record.seats.find((seat) => seat.name === session?.name)?.seat ?? null)));
  const [replay] = useState(() => new Replay(record, own));
  const [at, go] = useState(1);
  const [plays, setPlays] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [lines, show] = useState(innerWidth >= 1100);
  const last = replay.steps.length;
  const move = (to: number): void => go(Math.min(last, Math.max(1, to)));
  /** From wherever it stands: keys may come faster than the page is drawn. */
  const by = (steps: number): void => go((now) => Math.min(last, Math.max(1, now + steps)));
  const toggle = (): void => {
    if (!plays && at === last) go(1);
    setPlays(!plays);
  };
  useEffect(() => {
    if (!plays) return;
    if (at === last) return setPlays(false);
    const timer = setTimeout(() => go(at + 1), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [plays, at, speed]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || (event.target as HTMLElement).closest("input, select, dialog, button, a")) {
        // A slider and a button have keys of their own.
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
            {record.table_name}, hand {chips(record.hand)}
          </h1>
          <span class="mute">
            {bettingLong(table.info.betting)} {table.info.game_name} · {stakes(game)} · {new Date(record.ended_at).toLocaleString()}
          </span>
        </div>
        <button class="quiet" aria-pressed={lines} onClick={() => show(!lines)}>
          {shared ? "Lines" : "Lines and files"}
        </button>
        {!shared && <a class="button quiet" href="#/hands">Hands</a>}
        {shared && <a class="button quiet" href="/">To the room</a>}
      </div>
      <Felt table={table} sit={() => undefined} />
      <div class="bottom replay-bar">
        <p class="replay-now" role="status" aria-live="polite">
          {now?.text ?? ""}
        </p>
        <input
          type="range" min={1} max={last} value={at} aria-label="Step of the hand" aria-valuetext={`${at} of ${last}: ${now?.text ?? ""}`}
          onInput={(event) => move(Number(event.currentTarget.value))}
        />
        <div class="replay-keys">
          <button class="icon" aria-label="To the beginning" onClick={() => move(1)} disabled={at === 1}>«</button>
          <button class="icon" aria-label="Step back" onClick={() => by(-1)} disabled={at === 1}>‹</button>
          <button class="primary" onClick={toggle} data-plays={plays}>{plays ? "Pause" : "Play"}</button>
          <button class="icon" aria-label="Step on" onClick={() => by(1)} disabled={at === last}>›</button>
          <button class="icon" aria-label="To the end" onClick={() => move(last)} disabled={at === last}>»</button>
          <select class="speed" aria-label="Speed" value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
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

/** What happened, line by line; each leads to its step. And the files. */
const Side = ({ replay, at, move, record, shared, own, inspect, close }: SideShown) => {
  const current = useRef<HTMLButtonElement>(null);
  const [reason, write] = useState("");
  const { session } = useRoom();
  useEffect(() => current.current?.scrollIntoView({ block: "nearest" }), [at]);
  const rules = (session?.role === "Floor" || session?.role === "Admin") && own === null && !shared;
  const path = `/hands/${record.table}-${record.hand}`;
  const share = async (): Promise<void> => {
    const link = await room.shareHand(record.table, record.hand);
    if (!link) return;
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    room.toast(`The link is copied: ${link}`);
  };
  const shown = replay.lines.filter((line) => line.step <= at).at(-1);
  return (
    <aside class="panel" aria-label="What happened">
      <button class="quiet only-phone" onClick={close}>
        Back to the felt
      </button>
      <div class="lines" role="region" aria-label="What happened, line by line" tabIndex={0}>
        {replay.lines.map((line) => (
          <button
            key={line.id} ref={line === shown ? current : undefined} class={`replay-line line-${line.kind} ${line.step > at ? "to-come" : ""}`}
            aria-current={line === shown ? "step" : undefined} onClick={() => move(line.step)}
          >
            {line.text}
          </button>
        ))}
      </div>
      {!shared && own !== null && (
        <div class="row replay-files" role="group" aria-label="Download or share this hand">
          {[["phh", "PHH"], ["ohh", "OHH"], ["txt", "Text"]].map(([ending, name]) => (
            <button key={ending} onClick={() => void room.download(`${path}.${ending}`, null)}>{name}</button>
          ))}
          <button onClick={() => void share()}>Share</button>
        </div>
      )}
      {rules && record.cards.length === 0 && (
        <form class="speak" onSubmit={(event) => { event.preventDefault(); void inspect?.(reason.trim()); }}>
          <input value={reason} onInput={(event) => write(event.currentTarget.value)} maxLength={280} aria-label="Why every card is to be seen" placeholder="Reason to see every card; it is kept" />
          <button disabled={!reason.trim()}>Inspect</button>
        </form>
      )}
    </aside>
  );
};
