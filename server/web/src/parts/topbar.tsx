// The bar above every page: the pages, the player's tables, the connection and the account.
import { useState } from "preact/hooks";
import { room, useRoom } from "../room/room";
import { type Settings, set, settings } from "../room/settings";
import { chips } from "../room/words";
import { LANGUAGES, type Language, loadLanguage, language, t } from "../words/words";
import { Suit } from "./card";
import { Dialog } from "./dialog";
import { EntryDialog } from "./entry";

export const TopBar = ({ page, id }: { page: string; id: number }) => {
  const [asked, ask] = useState<"entry" | "account" | null>(null);
  const { session, standing, latency } = useRoom();
  const tables = [...room.tables.values()].filter((table) => table.you || table.watched);
  const line = standing === "open" && latency !== null ? t("app-line-latency", { ms: latency }) : t(`app-line-${standing}`);
  return (
    <header class="topbar">
      <a class="brand" href="#/" aria-label={t("app-to-lobby", { room: room.name })}>
        <Suit suit="s" />
        <span>{room.name}</span>
      </a>
      <nav class="tabs" aria-label={t("app-navigation")}>
        <a href="#/" aria-current={page === "" || page === "tournaments" ? "page" : undefined}>
          {t("app-lobby")}
        </a>
        {tables.map((table) => (
          <a
            key={table.id}
            href={`#/table/${table.id}`}
            class={table.legal ? "turn" : ""}
            aria-current={page === "table" && id === table.id ? "page" : undefined}
            aria-label={table.legal ? t("app-table-your-turn", { table: table.info.name }) : undefined}
          >
            <span>{table.info.name}</span>
            {table.legal && <i class="dot" />}
          </a>
        ))}
        {tables.length > 1 && (
          <a class="broad-only" href="#/tiles" aria-current={page === "tiles" ? "page" : undefined}>
            {t("app-all-tables")}
          </a>
        )}
        {session && (
          <a href="#/hands" aria-current={page === "hands" || page === "hand" ? "page" : undefined}>
            {t("app-hands")}
          </a>
        )}
        {room.rules && (
          <a href="#/floor" aria-current={page === "floor" ? "page" : undefined}>
            {t("app-floor")}
          </a>
        )}
      </nav>
      <span class={`line ${standing}`} title={line}>
        <i class="dot" />
        <span class="unseen">{line}</span>
        <span aria-hidden="true">{standing === "open" ? (latency === null ? "" : `${latency} ms`) : t("app-offline")}</span>
      </span>
      {session ? (
        <button class="account" onClick={() => ask("account")}>
          <span class="name">{session.name}</span>
          <b>{chips(session.balance)}</b>
        </button>
      ) : (
        <button class="primary" onClick={() => ask("entry")}>
          {t("app-play")}
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
  const change = (changed: Partial<Settings>): void => {
    set(changed);
    room.changed();
  };
  const speak = async (chosen: Language): Promise<void> => {
    set({ language: chosen });
    await loadLanguage();
    room.changed();
  };
  return (
    <Dialog title={session.name} close={close}>
      <dl class="facts">
        <div>
          <dt>{t("account-wallet")}</dt>
          <dd>{chips(session.balance)}</dd>
        </div>
        <div>
          <dt>{t("account-role")}</dt>
          <dd>{t(`account-role-${session.role.toLowerCase()}`)}</dd>
        </div>
      </dl>
      {room.tickets.length > 0 && (
        <ul class="held" aria-label={t("account-tickets")}>
          {room.tickets.map((ticket) => (
            <li key={ticket.structure}>
              <span>
                <i class="tag gold">{t("account-ticket")}</i> {ticket.name}
                {ticket.count > 1 && ` ×${ticket.count}`}
              </span>
              <span class="mute">{t("account-worth", { chips: ticket.worth })}</span>
            </li>
          ))}
        </ul>
      )}
      <Toggle label={t("account-sounds")} on={settings.sounds} change={(sounds) => change({ sounds })} />
      <Toggle label={t("account-big-blinds")} on={settings.bigBlinds} change={(bigBlinds) => change({ bigBlinds })} />
      <Toggle label={t("account-four-colors")} on={settings.fourColours} change={(fourColours) => change({ fourColours })} />
      <label>
        {t("account-language")}
        <select value={language()} onChange={({ currentTarget }) => void speak(currentTarget.value as Language)}>
          {Object.entries(LANGUAGES).map(([id, name]) => (
            <option key={id} value={id} lang={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {room.muted.size > 0 && (
        <p class="mute">
          {t("account-muted")}{" "}
          {[...room.muted].map((name) => (
            <button key={name} class="quiet" aria-label={t("account-unmute", { name })} onClick={() => room.mute(name)}>
              {name} <span aria-hidden="true">✕</span>
            </button>
          ))}
        </p>
      )}
      <div class="row">
        <button onClick={() => room.refill()}>{t("account-refill")}</button>
        <button
          onClick={() => {
            close();
            void room.logout();
          }}
        >
          {t("account-log-out")}
        </button>
      </div>
    </Dialog>
  );
};
