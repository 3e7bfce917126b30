// A screen for a room full of people: the clock and other scenes, as the floor chooses them.
// Announcements and moves interrupt every scene.
import { useEffect, useRef, useState } from "preact/hooks";
import { FullScreen } from "../parts/full-screen";
import { Missing } from "../parts/missing";
import { holdAwake } from "../room/awake";
import { useMoments } from "../room/clock";
import { room, useRoom } from "../room/room";
import { allowSounds } from "../room/sounds";
import type { Tournament } from "../room/tournament";
import { clock, eventName } from "../room/words";
import { t } from "../words/words";
import "../style/wall.css";
import { ClockScene, stakesLine, useFace } from "./clock-scene";
import { useCues } from "./cues";
import { MovesScene, PrizesScene, RulesScene, SeatsScene, StandingsScene, has } from "./lists";
import { MOVES_MS, movesOf, take } from "./moves";
import { type Turn, kept, turnAt } from "./scenes";
import { SoundControl } from "./sound-control";
import { loadOwn, playCue, soundsOn } from "./sounds";

/** How often lists are read again if they may have changed. */
const PAGES_MS = 5_000;

/** Returns whether nothing on the screen is to be clicked. The word stands behind either part of the address. */
const isKiosk = (): boolean => [location.search, location.hash].some((part) => /[?&]kiosk\b/.test(part));

export const WallPage = ({ id, part }: { id: number; part: string | undefined }) => {
  const { line: { standing } } = useRoom();
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (standing === "open") void room.tournaments.follow(id).then((found) => setGone(!found));
  }, [id, standing]);
  useEffect(() => {
    const timer = setInterval(() => void room.tournaments.pages(id), PAGES_MS);
    return () => clearInterval(timer);
  }, [id]);
  useEffect(() => () => room.tournaments.unfollow(id), [id]);
  useEffect(() => {
    holdAwake(true);
    if (soundsOn()) void loadOwn().then(allowSounds, () => undefined);
    return () => holdAwake(false);
  }, []);
  const event = room.tournaments.all.get(id);
  if (gone && !event) return <Missing text="tournament-no-such" />;
  if (!event) return <main class="wall"><h1 class="plain">{t(standing === "open" ? "tournament-loading" : "tournament-not-connected")}</h1></main>;
  return <Wall event={event} part={part} />;
};

/** Takes in what happens while the wall is open. */
const useHeard = (event: Tournament): void => {
  useEffect(() => {
    event.heard = (happened) => {
      const moves = take(event, happened, performance.now());
      if (moves) playCue("moves");
      // The names of moved players, and what an undone command left, come with the whole view.
      if (moves || "RulingChanged" in happened) void room.tournaments.pages(event.id);
    };
    return () => void (event.heard = null);
  }, [event]);
};

const Wall = ({ event, part }: { event: Tournament; part: string | undefined }) => {
  useHeard(event);
  const { face, left } = useFace(event);
  useCues(face, left);
  const turn = useRef<Turn>({ scene: "clock", since: performance.now() });
  const pages = useRef(1);
  const [, draw] = useState(0);
  useEffect(() => {
    // Scenes take turns while the clock stands still, too.
    const timer = setInterval(() => draw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const moves = movesOf(event);
  const said = event.wall?.announcement ?? null;
  const [newest] = moves;
  const now = useMoments(said?.until, newest && newest.at + MOVES_MS);
  const fresh = moves.filter(({ at }) => now - at < MOVES_MS);
  const order = kept(part) ?? event.wall?.order ?? null;
  const next = turnAt(now, turn.current, order, pages.current, has(event));
  if (next !== turn.current) pages.current = 1;
  turn.current = next;
  const scene = fresh.length > 0 ? "moves" : next.scene;
  const told = (count: number): void => void (pages.current = count);
  const { info } = event.view;
  const announcement = said && said.until > now ? said.text : null;
  return (
    <main class={`wall shows-${scene} ${announcement ? "announces" : ""}`}>
      <header>
        <h1>{eventName(info.name)}</h1>
        {scene !== "clock" && (
          <p class="wall-strip" role="timer">
            <span>{t(`tournament-phase-${face.phase}`, { level: face.level })}</span> <b>{face.phase === "BreakDue" || face.phase === "Over" ? "" : clock(left)}</b> <span>{stakesLine(face.stakes)}</span>
          </p>
        )}
        {!isKiosk() && (
          <nav class="wall-controls" aria-label={t("wall-controls")}>
            <SoundControl />
            <FullScreen />
            <a class="quiet button" href={`#/tournament/${event.id}`}>
              {t("tournament-back")}
            </a>
          </nav>
        )}
      </header>
      {scene === "clock" && <ClockScene event={event} />}
      {scene === "seats" && <SeatsScene event={event} pages={told} />}
      {scene === "moves" && <MovesScene event={event} pages={told} moves={fresh.length > 0 ? fresh : moves} />}
      {scene === "prizes" && <PrizesScene event={event} pages={told} />}
      {scene === "standings" && <StandingsScene event={event} pages={told} />}
      {scene === "rules" && <RulesScene event={event} pages={told} />}
      {announcement && (
        <p class="wall-announcement" role="status">
          {announcement}
        </p>
      )}
      {!announcement && <WallFooter event={event} />}
    </main>
  );
};

const WallFooter = ({ event }: { event: Tournament }) => {
  const { line: { standing } } = room;
  return <footer class={standing === "open" ? "" : "lost"}>{standing === "open" ? (event.news[0]?.text ?? room.name) : t("tournament-not-connected")}</footer>;
};
