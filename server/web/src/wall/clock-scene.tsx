// The clock of a wall, the largest thing on it, with the stakes and the figures of the tournament.
import { useEffect, useState } from "preact/hooks";
import { useCountdown } from "../room/clock";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { brief, chips, clock, stakes } from "../room/words";
import { t } from "../words/words";
import type { Stakes } from "cardroom-bot/protocol";
import { chipsInPlay } from "./chips";
import { type Face, faceAt, lateEntryEnds } from "./face";
import { paid } from "./lists";

/** The part of the screen's height that the digits of the time fill at least. */
const DIGITS = 0.2;
/** The height of a digit, and the width of a character, in parts of the font size. */
const DIGIT_HEIGHT = 0.727;
const CHARACTER_WIDTH = 0.6;

const useScreen = (): [width: number, height: number] => {
  const [size, set] = useState<[number, number]>([innerWidth, innerHeight]);
  useEffect(() => {
    const resized = (): void => set([innerWidth, innerHeight]);
    addEventListener("resize", resized);
    return () => removeEventListener("resize", resized);
  }, []);
  return size;
};

/** Returns the face of the clock now, and the time until it moves on. The component renders again every second. */
export const useFace = (event: Tournament): { face: Face; now: number; left: number } => {
  const { clock: told, info, hand_for_hand } = event.view;
  const says = { clock: told, ends: event.ends, breakAt: event.breakAt, byHand: hand_for_hand, structure: event.structure };
  const starts = told.phase === "BeforeStart" && info.starts_at !== null ? room.moment(info.starts_at) : null;
  const now = useCountdown(starts ?? faceAt(says, performance.now()).ends, event.breakAt);
  const face = faceAt(says, now);
  const ends = starts ?? face.ends;
  return { face, now, left: ends === null ? told.remaining_ms : Math.max(0, ends - now) };
};

export const stakesLine = (of: Stakes): string => {
  if (of.bring_in > 0) return `${stakes(of)} · ${t("tournament-bring-in", { amount: brief(of.bring_in) })}`;
  return stakes({ ...of, ante: 0 }) + (of.ante ? ` · ${t("tournament-ante", { amount: brief(of.ante) })}` : "");
};

/** Returns what the clock counts, and how it shows that. */
const shown = (event: Tournament, { phase, level }: Face, left: number): [what: string, time: string] => {
  const { info } = event.view;
  if (phase === "BeforeStart" && (info.starts_at === null || info.format === "SitAndGo")) {
    return [t("tournament-starts-when-full"), `${info.entries}/${info.max_entries}`];
  }
  if (phase === "Over") return [info.name, t("tournament-over")];
  if (phase === "BeforeStart" && info.host !== null) return [t("tournament-starts-within"), clock(left)];
  return [t(`tournament-phase-${phase}`, { level }), phase === "BreakDue" ? "…" : clock(left)];
};

/** Writes the time as large as the screen allows. A narrow screen stretches it to its height. */
const BigTime = ({ text, wide }: { text: string; wide: boolean }) => {
  const [width, height] = useScreen();
  const room = width * (wide && width > height ? 0.66 : 0.92);
  const least = (height * DIGITS * 1.02) / DIGIT_HEIGHT;
  const size = Math.min(least * 1.1, room / (Math.max(4, text.length) * CHARACTER_WIDTH));
  const stretch = Math.max(1, least / size);
  return (
    <p class="wall-time" role="timer" style={{ fontSize: `${size}px`, height: `${size * stretch * 0.86}px` }}>
      <span style={{ transform: `scaleY(${stretch})` }}>{text}</span>
    </p>
  );
};

export const ClockScene = ({ event }: { event: Tournament }) => {
  const { face, now, left } = useFace(event);
  const { view } = event;
  const { info } = view;
  const [what, time] = shown(event, face, left);
  const late = info.open ? lateEntryEnds(face, event.structure, info.late_level) : null;
  const pool = Math.max(info.prize_pool, info.guarantee);
  const average = view.average_stack && face.stakes.big_blind ? `${brief(view.average_stack)} (${t("wall-big-blinds", { count: Math.round(view.average_stack / face.stakes.big_blind) })})` : "–";
  const figures: [string, string][] = [
    [t("tournament-part-players"), `${chips(info.players_left)} / ${chips(info.entries)}`],
    [t("tournament-average"), average],
    ...(pool > 0 ? [[t("tournament-prize-pool"), chips(pool)] as [string, string]] : []),
    [t("tournament-part-tables"), chips(view.tables)],
  ];
  const prizes = paid(event).slice(0, 8);
  return (
    <div class={`wall-scene wall-clock ${prizes.length ? "with-prizes" : ""}`}>
      <section class="wall-face" aria-label={t("tournament-clock")}>
        <p class="wall-what">{what}</p>
        <BigTime text={time} wide={prizes.length > 0} />
        <p class="wall-stakes">{stakesLine(face.stakes)}</p>
        <p class="wall-next">
          {face.next && <span>{t("tournament-next-level", { stakes: stakesLine(face.next.stakes) })}</span>}
          {event.breakAt !== null && event.breakAt > now && <span>{t("tournament-break-in", { time: clock(event.breakAt - now) })}</span>}
          {late !== null && late > now && <span>{t("wall-late-entry", { time: clock(late - now) })}</span>}
        </p>
      </section>
      {prizes.length > 0 && (
        <ol class="wall-prizes" aria-label={t("tournament-part-prizes")}>
          {prizes.map((payout) => (
            <li key={payout.first}>
              <span>{payout.first === payout.last ? payout.first : `${payout.first}–${payout.last}`}</span>
              <b>{brief(payout.prize)}</b>
            </li>
          ))}
        </ol>
      )}
      <div class="wall-foot">
        <dl class="wall-figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {face.stakes.unit > 1 && face.phase !== "Over" && (
          <ul class="wall-chips" aria-label={t("wall-chips")}>
            {chipsInPlay(face.stakes.unit, view.average_stack || info.starting_stack).map(({ value, color }) => (
              <li key={value} class={color}>
                <i aria-hidden="true" /> {brief(value)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};
