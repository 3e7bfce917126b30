// Beside the felt: what is said, and what happened in this hand and the last.
import { useEffect, useState } from "preact/hooks";
import { room } from "../room/room";
import type { Table } from "../room/table";

type Side = "hand" | "last" | "chat";

export const Panel = ({ table, close }: { table: Table; close(): void }) => {
  const [side, turn] = useState<Side>("hand");
  const number = table.hand?.number ?? 0;
  const current = side === "hand" ? table.linesOf(number) : side === "last" ? table.linesOf(number - 1) : [];
  const chat = table.chat.filter((line) => !room.muted.has(line.name));
  useEffect(() => {
    if (side === "chat") table.unread = 0;
  }, [side, table.unread]);
  return (
    <aside class="panel" aria-label="Hand and chat">
      <div class="segments" role="tablist">
        {(["hand", "last", "chat"] as Side[]).map((each) => (
          <button key={each} role="tab" aria-selected={side === each} onClick={() => turn(each)}>
            {{ hand: "This hand", last: "Last hand", chat: "Chat" }[each]}
            {each === "chat" && table.unread > 0 && side !== "chat" && <i class="count">{table.unread}</i>}
          </button>
        ))}
        <button class="icon only-phone" aria-label="Close" onClick={close}>
          ✕
        </button>
      </div>
      <div key={side} class="lines" tabIndex={0} role="region" aria-label={side === "chat" ? "Chat" : "Hand"}>
        <div>
          {side !== "chat" && current.length === 0 && <p class="mute">Nothing yet.</p>}
          {side !== "chat" &&
            current.map((line) => (
              <p key={line.id} class={`line-${line.kind}`}>
                {line.text}
              </p>
            ))}
          {side === "chat" && chat.length === 0 && <p class="mute">Nobody has said anything.</p>}
          {side === "chat" &&
            chat.map((line) => (
              <p key={line.id}>
                <button class="speaker" title="Mute" aria-label={`Mute ${line.name}`} onClick={() => room.mute(line.name)}>
                  {line.name}
                </button>{" "}
                {line.text}
              </p>
            ))}
        </div>
      </div>
      {side === "last" && table.you && number > 1 && (
        <a class="button replay-last" href={`#/hand/${table.id}-${table.hand?.over ? number : number - 1}`}>
          Replay {table.hand?.over ? "this hand" : "the last hand"}
        </a>
      )}
      {side === "chat" && <Speak table={table} />}
    </aside>
  );
};

/** What may be said at any time: it tells nothing of a hand, and advises nobody. */
const ALWAYS = ["Hello", "Good luck", "Nice hand", "Well played", "Good game", "Thank you", "Sorry", "Back in a moment", "Floor, please"];

const Speak = ({ table }: { table: Table }) => {
  const [text, write] = useState("");
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() && (await room.say(table.id, text.trim()))) write("");
  };
  return (
    <form class="speak" onSubmit={(event) => void say(event)}>
      {room.session && (
        <div class="sayings" role="group" aria-label={table.contested ? "May be said during a hand" : "Say at once"}>
          {ALWAYS.map((line) => (
            <button key={line} type="button" onClick={() => void room.say(table.id, line)}>
              {line}
            </button>
          ))}
        </div>
      )}
      <input
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
        maxLength={280}
        placeholder={!room.session ? "Come in to talk" : table.contested ? "More after the hand" : "Say something"}
        aria-label="Say something"
        disabled={!room.session}
      />
      <button disabled={!text.trim()}>Say</button>
    </form>
  );
};
