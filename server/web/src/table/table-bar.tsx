// The line above a felt: which table, which stakes, and what one does with one's seat there.
import { useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { Invitation } from "../parts/invitation";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { bettingLong, chips, stakes } from "../room/words";

interface Bar {
  table: Table;
  /** What stands beside the felt; a tile has nothing there. */
  panel?: { shown: boolean; toggle(): void };
  sit?(): void;
}

export const TableBar = ({ table, panel, sit }: Bar) => {
  const { info, you, mine } = table;
  const [more, setMore] = useState(false);
  const [invites, invite] = useState(false);
  const code = info.host === null ? undefined : (room.codes.get(info.table) ?? room.eventCodes.get(info.tournament));
  const leave = async (): Promise<void> => {
    if ((await room.leave(table.id)) && !table.you) location.hash = "#/";
  };
  return (
    <div class="table-bar">
      <div class="title">
        <b>{info.name}</b>
        <span class="mute">
          {bettingLong(info.betting)} {table.hand?.game.name ?? info.game_name} · {stakes(table.hand?.game ?? info)}
          {table.hand && <span class="wide-only"> · hand {chips(table.hand.number)}</span>}
          {info.host !== null && <span> · {room.hosts(info) ? "you host" : `hosted by ${info.host}`}</span>}
        </span>
      </div>
      {code && (
        <button class="quiet" onClick={() => invite(true)}>
          Invite
        </button>
      )}
      {room.hosts(info) && (
        <a class="button quiet" href={`#/floor/${info.table}`}>
          Floor
        </a>
      )}
      {info.tournament !== null && (
        <a class="button quiet" href={`#/tournament/${info.tournament}`}>
          Tournament
        </a>
      )}
      {!you && sit && info.tournament === null && (
        <SitOrWait table={table} sit={sit} />
      )}
      {you && mine && (
        <button class="quiet" onClick={() => setMore(true)}>
          Seat
        </button>
      )}
      {you && info.tournament === null && (
        <button class="quiet" onClick={() => void leave()}>
          Leave
        </button>
      )}
      {panel ? (
        <button class="quiet" aria-pressed={panel.shown} onClick={panel.toggle}>
          Chat
          {!panel.shown && table.unread > 0 && <i class="count">{table.unread}</i>}
        </button>
      ) : (
        <a class="button quiet" href={`#/table/${table.id}`} aria-label={`${info.name}, alone`}>
          Alone
        </a>
      )}
      {code && invites && (
        <Dialog title={`Invite to ${info.name}`} close={() => invite(false)}>
          <p class="mute">{info.tournament === null ? "Who has this comes in, watches and sits down." : "Who has this comes in, watches and enters the tournament."}</p>
          <Invitation code={code} />
        </Dialog>
      )}
      {more && <SeatDialog table={table} close={() => setMore(false)} />}
    </div>
  );
};

/** A free seat to sit down on, or a place in line for one. */
const SitOrWait = ({ table: { id, info }, sit }: { table: Table; sit(): void }) => {
  const line = room.lines.get(id);
  // The lobby hears of the line, the table's own steps do not.
  const waiting = room.lobby.get(id)?.waiting ?? info.waiting;
  const free = info.seated < info.seats;
  return (
    <>
      {(line ? line.offered !== null : free) && (
        <button class="primary" onClick={sit}>
          Sit down
        </button>
      )}
      {line && (
        <button class="quiet" onClick={() => room.leaveLine(id)} aria-label={`Leave the wait list: you have place ${line.place} of ${line.waiting}`}>
          In line: {line.place} of {line.waiting} ✕
        </button>
      )}
      {!line && (!free || waiting > 0) && (
        <button onClick={() => room.joinLine(id)} disabled={!room.session} title={room.session ? undefined : "Log in to wait for a seat"}>
          Join the wait list{waiting > 0 && ` (${waiting})`}
        </button>
      )}
    </>
  );
};

const SeatDialog = ({ table, close }: { table: Table; close(): void }) => {
  const { you, mine, info } = table;
  const most = Math.max(0, Math.min(info.max_buy_in - (mine?.stack ?? 0), room.session?.balance ?? 0));
  const [amount, setAmount] = useState(most);
  if (!you || !mine) return null;
  return (
    <Dialog title="Your seat" close={close}>
      <label class="toggle">
        <input type="checkbox" role="switch" checked={mine.sitting_out} onChange={(event) => room.sitOut(table.id, event.currentTarget.checked)} />
        <span>Sit out from the next hand</span>
      </label>
      {info.tournament === null && (
        <label class="toggle">
          <input
            type="checkbox"
            role="switch"
            checked={you.wait_for_big_blind}
            onChange={(event) => room.prefer(table, { wait_for_big_blind: event.currentTarget.checked })}
          />
          <span>Wait for the big blind</span>
        </label>
      )}
      <label class="toggle">
        <input
          type="checkbox"
          role="switch"
          checked={you.auto_muck}
          onChange={(event) => room.prefer(table, { auto_muck: event.currentTarget.checked })}
        />
        <span>Muck without being asked</span>
      </label>
      {info.straddle && (
        <label class="toggle">
          <input
            type="checkbox"
            role="switch"
            checked={you.straddle}
            onChange={(event) => room.prefer(table, { straddle: event.currentTarget.checked })}
          />
          <span>Straddle</span>
        </label>
      )}
      {info.tournament === null && most === 0 && (
        <p class="mute">{mine.stack >= info.max_buy_in ? "Your stack is as large as it may be bought." : "Your wallet is empty: nothing to top up with."}</p>
      )}
      {info.tournament === null && most > 0 && (
        <div class="top-up">
          <label>
            Top up
            <input type="range" min={0} max={most} step={info.unit} value={amount} onInput={(event) => setAmount(Number(event.currentTarget.value))} />
          </label>
          <button
            disabled={amount === 0}
            onClick={() => {
              room.topUp(table.id, amount);
              close();
            }}
          >
            {`Add ${chips(amount)}`}
          </button>
        </div>
      )}
    </Dialog>
  );
};
