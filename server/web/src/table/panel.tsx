// The panel beside the felt: the log of this hand and the last one, and the chat.
import { Component } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lazy } from "../parts/lazy";
import type { Line } from "../room/line";
import { Linked } from "../parts/linked";
import { StaffMark } from "../parts/staff";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { chips } from "../room/words";
import { t } from "../words/words";
import { EmoteFace } from "./emote";
import { LineText, ReplayLink, lineStamp } from "./line";
import { hasLedger } from "./table-bar";
import { ALWAYS, EMOTES, chatText, emoteName } from "./sayings";
import { TurnRow } from "./turn-row";

type Side = "log" | "chat";

/** The side that the panel showed last, at any table. */
let shownLast: Side = "log";

export const Panel = ({ table, close }: { table: Table; close(): void }) => {
  const [side, set] = useState<Side>(shownLast);
  const turn = (to: Side): void => set((shownLast = to));
  useEffect(() => {
    if (side === "chat") table.talk.unread = 0;
  }, [side, table.talk.unread]);
  return (
    <aside class="panel" aria-label={t("panel-name")}>
      <div class="panel-head">
        <div class="segments" role="tablist">
          <button role="tab" aria-selected={side === "log"} onClick={() => turn("log")}>
            {t("panel-log")}
          </button>
          <button role="tab" aria-selected={side === "chat"} onClick={() => turn("chat")}>
            {t("panel-chat")}
            {table.talk.unread > 0 && side !== "chat" && (
              <i class="count" role="img" aria-label={t("panel-unread", { count: table.talk.unread })}>
                {table.talk.unread}
              </i>
            )}
          </button>
        </div>
        <button class="icon only-phone" aria-label={t("panel-close")} onClick={close}>
          ✕
        </button>
      </div>
      <div key={side} class="lines" tabIndex={0} role="region" aria-label={t(side === "chat" ? "panel-chat" : "panel-log")}>
        {side === "log" ? <Log table={table} /> : <Chat table={table} />}
      </div>
      {side === "chat" && <Speak table={table} />}
      {side === "log" && (
        <div class="panel-links">
          {table.played !== null && <ReplayLink table={table} hand={table.played} />}
          {room.account.hosts(table.info) && (table.info.hybrid || !table.hasOwnChips) && (
            <a class="link in-panel" href={`#/floor/${table.id}`}>
              {t("table-floor")}
            </a>
          )}
          {hasLedger(table) && (
            <a class="link in-panel" href={`#/ledger/${table.id}`}>
              {t("table-ledger")}
            </a>
          )}
        </div>
      )}
    </aside>
  );
};

/** The last hand and this one, with a heading between them. */
const Log = ({ table }: { table: Table }) => {
  const number = table.log.hand ?? 0;
  const stamp = lineStamp();
  // Before the first hand, people come and the host arranges the table.
  const before = table.log.of(number - 1).length > 0 ? number - 1 : null;
  const hands = [before, number].map((hand) => ({ hand, lines: table.log.of(hand) })).filter(({ lines }) => lines.length > 0);
  if (!hands.length) return <p class="mute">{t("panel-log-empty")}</p>;
  return (
    <div>
      {hands.map(({ hand, lines }) => {
        const replays = hand !== null && table.dealtIn.includes(hand) && (hand < number || table.hand?.over !== false);
        return <HandLog key={hand} table={table} hand={hand} lines={lines} stamp={stamp} replays={replays} />;
      })}
    </div>
  );
};

interface HandLogged {
  table: Table;
  hand: number | null;
  lines: Line[];
  stamp: string;
  /** Whether the viewer may replay the hand. */
  replays: boolean;
}

/**
 * The lines of a hand. The page renders with every event, and most events add at most one line to
 * one hand.
 */
class HandLog extends Component<HandLogged> {
  override shouldComponentUpdate(next: HandLogged): boolean {
    const { lines, stamp, replays } = this.props;
    return next.stamp !== stamp || next.replays !== replays || next.lines.length !== lines.length || next.lines.at(-1) !== lines.at(-1) || next.lines[0] !== lines[0];
  }
  override render({ table, hand, lines, stamp, replays }: HandLogged) {
    return (
      <section class="log-hand" aria-label={hand === null ? undefined : t("panel-hand", { number: chips(hand) })}>
        {lines.map((line, index) => (
          <p key={line.id} class={`line-${line.kind} ${index === 0 && (replays || line.kind === "deal") ? "log-head" : ""}`}>
            <span>
              <LineText line={line} stamp={stamp} />
            </span>
            {index === 0 && replays && hand !== null && <ReplayLink table={table} hand={hand} short />}
          </p>
        ))}
      </section>
    );
  }
}

const ReportDialog = lazy(async () => (await import("./report")).ReportDialog, true);

const Chat = ({ table }: { table: Table }) => {
  const [reporting, report] = useState(false);
  const chat = table.talk.chat.filter((line) => !room.chat.muted.has(line.name));
  const muted = table.seats.all.flatMap((seat) => (seat && room.chat.muted.has(seat.name) ? [seat.name] : []));
  return (
    <div>
      {chat.length === 0 && <p class="mute">{t("panel-chat-empty")}</p>}
      {chat.map((line) => (
        <p key={line.id}>
          <button class="speaker" title={t("panel-mute", { name: table.seats.called(line.name) })} aria-label={t("panel-mute", { name: table.seats.called(line.name) })} onClick={() => room.chat.mute(line.name)}>
            <bdi>{table.seats.called(line.name)}</bdi>
          </button>
          {line.staff && <StaffMark />}{" "}
          <Linked text={chatText(line.text)} />
        </p>
      ))}
      {muted.map((name) => (
        <p key={name} class="mute">
          {t("panel-muted", { name })}{" "}
          <button class="link" onClick={() => room.chat.mute(name)} aria-label={t("panel-unmute-name", { name })}>
            {t("panel-unmute")}
          </button>
        </p>
      ))}
      {room.account.session && (
        <p>
          <button class="link small" onClick={() => report(true)}>
            {t("panel-report")}
          </button>
        </p>
      )}
      {reporting && <ReportDialog table={table} close={() => report(false)} />}
    </div>
  );
};

const Speak = ({ table }: { table: Table }) => {
  const [text, write] = useState("");
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() && (await room.chat.say(table.id, text.trim()))) write("");
  };
  const held = table.contested && !table.info.free_chat;
  return (
    <form class="speak" onSubmit={(event) => void say(event)}>
      {table.seats.you && (
        <div class="sayings emotes" role="group" aria-label={t("panel-emotes")}>
          {EMOTES.map((emote) => (
            <button key={emote} type="button" title={emoteName(emote)} onClick={() => room.chat.emote(table.id, emote)}>
              <EmoteFace emote={emote} />
            </button>
          ))}
        </div>
      )}
      {room.account.session && (
        <div class="sayings" role="group" aria-label={t(held ? "panel-sayings-in-hand" : "panel-sayings")}>
          {ALWAYS.map((line) => (
            <button key={line} type="button" onClick={() => void room.chat.say(table.id, line)}>
              {chatText(line)}
            </button>
          ))}
        </div>
      )}
      <TurnRow table={table} isHere />
      <input
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
        maxLength={280}
        placeholder={t(!room.account.session ? "panel-sign-in-to-chat" : held ? "panel-chat-after-hand" : "panel-write")}
        aria-label={t("panel-write")}
        disabled={!room.account.session}
      />
      <button disabled={!text.trim()}>{t("panel-send")}</button>
    </form>
  );
};
