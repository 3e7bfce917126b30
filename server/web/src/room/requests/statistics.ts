// The viewer's statistics, and notes about other players.
import type { Note, Statistics } from "cardroom-bot/protocol";
import { room } from "../room";

const { line } = room;

/** Returns the viewer's statistics since a date, or of all time. */
export const statistics = async (from: number | null): Promise<Statistics | null> =>
  (await line.try("GetStatistics", { from, to: null }))?.Statistics ?? null;

/** Returns every note that the viewer wrote. */
export const listNotes = async (): Promise<Note[]> => {
  const notes: Note[] = [];
  for (;;) {
    const page = (await line.ask("ListNotes", { from: notes.length }).catch(() => null))?.NotePage;
    notes.push(...(page?.notes ?? []));
    if (!page || page.notes.length === 0 || notes.length >= page.total) return notes;
  }
};

/** Writes a note about a player. Without text and color it deletes the note. */
export const setNote = async (player: string, text: string, color: number): Promise<boolean> =>
  (await line.try("SetNote", { player, text, color })) !== null;
