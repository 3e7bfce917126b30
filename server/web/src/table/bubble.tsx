// An emote or a line of chat beside a player's seat, for a few seconds.
import { room } from "../room/room";
import { useMoments } from "../room/clock";
import type { Table } from "../room/table";
import { EmoteFace } from "./emote";
import { chatText } from "./sayings";

/** The bubble beside a seat. It renders when a message comes and when its time is over. */
export const Bubble = ({ table, seat }: { table: Table; seat: number }) => {
  const emote = table.talk.emotes.get(seat);
  const said = table.talk.bubbles.get(seat);
  const now = useMoments(emote?.until, said?.until);
  const name = table.seats.all[seat]?.name;
  if (!name || room.chat.muted.has(name)) return null;
  if (emote && emote.until > now) {
    return (
      <span key={emote.until} class="bubble">
        <EmoteFace emote={emote.emote} />
      </span>
    );
  }
  if (said && said.until > now) {
    return (
      <span key={said.until} class="bubble">
        {chatText(said.text)}
      </span>
    );
  }
  return null;
};
