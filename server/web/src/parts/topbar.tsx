// The bar above every page: where one is, one's tables and whose turn it is there, the line, the wallet.
import { useState } from "preact/hooks";
import { room, useRoom } from "../room/room";
import { set, settings } from "../room/settings";
import { chips } from "../room/words";
import { Suit } from "./card";
import { Dialog } from "./dialog";
import { EntryDialog } from "./entry";

export const TopBar = ({ page, id }: { page: string; id: number }) => {
  const [asked, ask] = useState<"entry" | "account" | null>(null);
  const { session, standing, latency } = useRoom();
  const tables = [...room.tables.values()].filter((table) => table.you || table.watched);
  const line = standing === "open" ? (latency === null ? "Connected" : `Connected, ${latency} ms`) : standing;
  return (
    <header class="topbar">
      <a class="brand" href="#/" aria-label={`${room.name}, lobby`}>
        <Suit suit="s" />
        <span>{room.name}</span>
      </a>
      <nav class="tabs" aria-label="Tables and pages">
        <a href="#/" aria-current={page === "" || page === "tournaments" ? "page" : undefined}>
          Lobby
        </a>
        {tables.map((table) => (
          <a
            key={table.id}
            href={`#/table/${table.id}`}
            class={table.legal ? "turn" : ""}
            aria-current={page === "table" && id === table.id ? "page" : undefined}
            aria-label={table.legal ? `${table.info.name}, your turn` : undefined}
          >
            <span>{table.info.name}</span>
            {table.legal && <i class="dot" />}
          </a>
        ))}
        {tables.length > 1 && (
          <a class="broad-only" href="#/tiles" aria-current={page === "tiles" ? "page" : undefined}>
            All tables
          </a>
        )}
        {session && (
          <a href="#/hands" aria-current={page === "hands" || page === "hand" ? "page" : undefined}>
            Hands
          </a>
        )}
        {room.rules && (
          <a href="#/floor" aria-current={page === "floor" ? "page" : undefined}>
            Floor
          </a>
        )}
      </nav>
      <span class={`line ${standing}`} title={line}>
        <i class="dot" />
        <span class="unseen">{line}</span>
        <span aria-hidden="true">{standing === "open" ? (latency === null ? "" : `${latency} ms`) : "offline"}</span>
      </span>
      {session ? (
        <button class="account" onClick={() => ask("account")}>
          <span class="name">{session.name}</span>
          <b>{chips(session.balance)}</b>
        </button>
      ) : (
        <button class="primary" onClick={() => ask("entry")}>
          Play
        </button>
      )}
      {asked === "entry" && <EntryDialog close={() => ask(null)} />}
      {asked === "account" && <AccountDialog close={() => ask(null)} />}
    </header>
  );
};

const Toggle = ({ label, on, change }: { label: string; on: boolean; change(on: boolean): void }) => (
  <label class="toggle">
    <input type="checkbox" role="switch" checked={on} onChange={(event) => change(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);

const AccountDialog = ({ close }: { close(): void }) => {
  const { session } = useRoom();
  if (!session) return null;
  const change = (settled: Partial<typeof settings>): void => {
    set(settled);
    room.changed();
  };
  return (
    <Dialog title={session.name} close={close}>
      <dl class="facts">
        <div>
          <dt>Wallet</dt>
          <dd>{chips(session.balance)}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{session.role}</dd>
        </div>
      </dl>
      {room.tickets.length > 0 && (
        <ul class="held" aria-label="Tickets">
          {room.tickets.map((ticket) => (
            <li key={ticket.structure}>
              <span>
                <i class="tag gold">Ticket</i> {ticket.name}
                {ticket.count > 1 && ` ×${ticket.count}`}
              </span>
              <span class="mute">worth {chips(ticket.worth)}</span>
            </li>
          ))}
        </ul>
      )}
      <Toggle label="Sounds" on={settings.sounds} change={(sounds) => change({ sounds })} />
      <Toggle label="Amounts in big blinds" on={settings.bigBlinds} change={(bigBlinds) => change({ bigBlinds })} />
      <Toggle label="Four colours" on={settings.fourColours} change={(fourColours) => change({ fourColours })} />
      {room.muted.size > 0 && (
        <p class="mute">
          Muted:{" "}
          {[...room.muted].map((name) => (
            <button key={name} class="quiet" onClick={() => room.mute(name)}>
              {name} ✕
            </button>
          ))}
        </p>
      )}
      <div class="row">
        <button onClick={() => room.refill()}>Ask for chips</button>
        <button
          onClick={() => {
            close();
            void room.logout();
          }}
        >
          Log out
        </button>
      </div>
    </Dialog>
  );
};
