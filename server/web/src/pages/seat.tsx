// The seat of one player, by the code on a seat card or a sign-in sheet: where to sit, a move to
// make, and the clock. It needs no account, and shows nothing else of the player's.
import { useEffect, useState } from "preact/hooks";
import type { ClockView, EntryState } from "cardroom-bot/protocol";
import { useCountdown } from "../room/clock";
import { chips, clock, eventName, stakes } from "../room/words";
import { t } from "../words/words";
import "../style/seat.css";

/** How often a seat is looked up. All phones of a pub may have one address, whose requests the room counts. */
const LOOK_MS = 15_000;

interface Place {
  table: number;
  seat: number;
}

/** What the server tells the holder of a code. */
interface Slip {
  tournament: string;
  player: string;
  state: EntryState;
  at: Place | null;
  /** The place to leave, until the floor has confirmed the move. */
  from: Place | null;
  place: number | null;
  starts_at: number | null;
  clock: ClockView;
}

/** A slip, and when its clock ends on the page's own clock. */
interface Seen {
  slip: Slip;
  ends: number | null;
}

type Refused = "seat-unknown" | "seat-ended" | "seat-often";
const REFUSALS: Record<number, Refused> = { 404: "seat-unknown", 410: "seat-ended", 429: "seat-often" };

const endsOf = ({ phase, remaining_ms }: ClockView): number | null =>
  phase === "Level" || phase === "Break" || (phase === "BeforeStart" && remaining_ms > 0) ? performance.now() + remaining_ms : null;

/** Looks a seat up again and again, until the code leads nowhere. */
const useSeat = (code: string): { seen: Seen | null; refused: Refused | null; late: boolean } => {
  const [seen, set] = useState<Seen | null>(null);
  const [refused, refuse] = useState<Refused | null>(null);
  const [late, setLate] = useState(false);
  useEffect(() => {
    let [gone, asks] = [false, false];
    const look = async (): Promise<void> => {
      if (asks || document.hidden) return;
      asks = true;
      const answer = await fetch(`/seats/${encodeURIComponent(code)}.json`).catch(() => null);
      const slip = answer?.ok ? ((await answer.json().catch(() => null)) as Slip | null) : null;
      asks = false;
      if (gone) return;
      setLate(slip === null);
      if (slip) {
        refuse(null);
        return set({ slip, ends: endsOf(slip.clock) });
      }
      const why = REFUSALS[answer?.status ?? 0];
      if (why) refuse(why);
      if (why && why !== "seat-often") clearInterval(timer);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    const back = (): void => void look();
    document.addEventListener("visibilitychange", back);
    void look();
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [code]);
  return { seen, refused, late };
};

export const SeatPage = ({ code }: { code: string }) => (
  <main class="lobby seat-page">{code ? <Found code={code} /> : <CodeForm />}</main>
);

const Found = ({ code }: { code: string }) => {
  const { seen, refused, late } = useSeat(code);
  if (refused === "seat-unknown" || refused === "seat-ended") return <CodeForm code={code} refused={refused} />;
  if (!seen) return <h1 class="plain mute pad">{t(refused ?? (late ? "seat-late" : "seat-loading"))}</h1>;
  return <Slip {...seen} late={late} />;
};

const Slip = ({ slip, ends, late }: Seen & { late: boolean }) => (
  <>
    <header>
      <p class="eyebrow">{eventName(slip.tournament)}</p>
      <h1>
        <bdi>{slip.player}</bdi>
      </h1>
    </header>
    <div role="status">
      {slip.from && slip.at && <p class="seat-move">{t("seat-move", { table: slip.from.table, seat: slip.from.seat })}</p>}
      {slip.at ? <Where at={slip.at} /> : <p class="seat-none">{without(slip)}</p>}
    </div>
    <Clock slip={slip} ends={ends} />
    {late && <p class="mute">{t("seat-late")}</p>}
  </>
);

const without = ({ state, place }: Slip): string => (state === "Out" && place !== null ? t("seat-out-in", { place }) : t(`seat-none-${state}`));

const Where = ({ at }: { at: Place }) => (
  <p class="seat-where">
    <span>
      {t("seat-table")} <b>{at.table}</b>
    </span>
    <span>
      {t("seat-seat")} <b>{at.seat}</b>
    </span>
  </p>
);

const stakesOf = (of: ClockView["stakes"]): string => stakes({ ...of, ante: 0 }) + (of.ante ? ` · ${t("tournament-ante", { amount: chips(of.ante) })}` : "");

const Clock = ({ slip: { clock: told, starts_at }, ends }: Seen) => {
  const now = useCountdown(ends);
  const left = ends === null ? told.remaining_ms : Math.max(0, ends - now);
  const counts = told.phase !== "BreakDue" && told.phase !== "Over" && (told.phase !== "BeforeStart" || starts_at !== null);
  return (
    <section class="clock-card seat-clock" aria-label={t("tournament-clock")}>
      <p>{told.phase === "BeforeStart" && starts_at === null ? t("tournament-starts-when-full") : t(`tournament-phase-${told.phase}`, { level: told.level })}</p>
      {counts && (
        <p class="seat-time" role="timer">
          {clock(left)}
        </p>
      )}
      <p>{stakesOf(told.stakes)}</p>
      {told.next && <p class="mute">{t("tournament-next-level", { stakes: stakesOf(told.next.stakes) })}</p>}
    </section>
  );
};

const CodeForm = ({ code: first = "", refused = null }: { code?: string; refused?: Refused | null }) => {
  const [code, setCode] = useState(first);
  const [changed, setChanged] = useState(false);
  const show = (event: Event): void => {
    event.preventDefault();
    location.hash = `#/seat/${code.replace(/\s/g, "").toUpperCase()}`;
  };
  return (
    <>
      <h1>{t("seat-find")}</h1>
      <form class="command join" aria-label={t("seat-find")} onSubmit={show}>
        <label class="wider">
          {t("seat-code")}
          <input
            required
            value={code}
            maxLength={40}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            placeholder="12-K7QX2-M9RTA"
            aria-invalid={refused !== null && !changed}
            onInput={({ currentTarget }) => {
              setCode(currentTarget.value);
              setChanged(true);
            }}
          />
          {refused && !changed && (
            <span class="refused" role="alert">
              {t(refused)}
            </span>
          )}
        </label>
        <button class="primary">{t("seat-show")}</button>
      </form>
    </>
  );
};
