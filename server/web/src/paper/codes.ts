// The codes that show players their seats without an account, as the floor prints them.
import { useEffect, useState } from "preact/hooks";
import { room, useRoom } from "../room/room";
import type { Tournament } from "../room/tournament";

/** The codes of seats, by entry. */
export type SeatCodes = ReadonlyMap<number, string>;

/** Writes a code as people read and type it: 12-K7QX2-M9RTA. */
export const grouped = (code: string): string => code.replace(/(\w{5})(\w{5})$/, "$1-$2");

/** How often codes are asked for again after a refusal, and how long after it. */
const TRIES = 5;
const AGAIN_MS = 2_000;

/** Fetches the codes of a tournament. Returns null if they are refused, as to a viewer who does not direct it. */
const fetchCodes = async (tournament: number): Promise<SeatCodes | null> => {
  const found = new Map<number, string>();
  for (;;) {
    const answer = await room.line.ask("ListSeatCodes", { tournament, from: found.size }).catch(() => null);
    const page = answer?.SeatCodePage;
    if (!page) return null;
    for (const { entry, code } of page.codes) found.set(entry, code);
    if (!page.codes.length || found.size >= page.total) return found;
  }
};

/** Returns the codes of a tournament, also of players who enter later. */
export const useSeatCodes = (event: Tournament | undefined): SeatCodes => {
  const { account: { session }, line: { standing } } = useRoom();
  const [codes, set] = useState<SeatCodes>(new Map());
  const [id, entries] = [event?.id, event?.players.length];
  useEffect(() => {
    if (id === undefined || !session || standing !== "open") return;
    let [gone, timer] = [false, 0];
    const look = async (tries: number): Promise<void> => {
      const found = await fetchCodes(id);
      if (gone) return;
      if (found) set(found);
      else if (tries > 1) timer = window.setTimeout(() => void look(tries - 1), AGAIN_MS);
    };
    void look(TRIES);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, entries, session?.account, standing]);
  return codes;
};
