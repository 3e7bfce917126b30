// The bar above every page: the pages, the player's tables, the connection and the account.
import { useEffect, useRef, useState } from "preact/hooks";
import { untagged } from "../room/names";
import { room, useRoomBesidesLobby } from "../room/room";
import type { Table } from "../room/table";
import { tableName } from "../room/words";
import { t } from "../words/words";
import { Avatar } from "./avatar";
import { Suit } from "./card";
import { EntryDialog } from "./entry";
import { lazy } from "./lazy";
import { Chips } from "./short";

const AccountDialog = lazy(async () => (await import("./account")).AccountDialog, true);
const SettingsDialog = lazy(async () => (await import("./settings")).SettingsDialog, true);

export const TopBar = ({ page, id }: { page: string; id: number | null }) => {
  const [asked, ask] = useState<"entry" | "account" | "settings" | null>(null);
  const { account: { session }, line: { standing, health, latency } } = useRoomBesidesLobby();
  const tables = [...room.tables.all.values()].filter((table) => table.seats.you || table.watched);
  const waits = (table: Table): boolean => table.legal !== null && !(page === "table" && table.id === id);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [page, id, tables.length]);
  const signedIn = (): void => {
    room.signIn.asked = false;
    ask(null);
  };
  const isGood = standing === "open" && health === "good";
  const line = isGood && latency !== null ? t("app-line-latency", { ms: latency })
    : standing === "open" && !isGood ? t(`app-line-${health}`)
    : t(`app-line-${standing}`);
  return (
    <header class="topbar">
      <a class="brand" href="#/" aria-label={t("app-to-lobby", { room: room.name })}>
        <Suit suit="s" />
        <span>{room.name}</span>
      </a>
      <nav class="tabs" ref={tabs} aria-label={t("app-navigation")}>
        <a href="#/" aria-current={page === "" || page === "tournaments" ? "page" : undefined}>
          {t("app-lobby")}
        </a>
        {/* Where the bar is too narrow for the names of several tables, they are in a menu. */}
        {tables.length > 1 && (
          <button class={`narrow-only ${page === "table" || page === "tiles" ? "here" : ""} ${tables.some(waits) ? "turn" : ""}`} popovertarget="tables">
            {t("app-tables", { count: tables.length })}
            {tables.some(waits) && <i class="dot" role="img" aria-label={t("action-your-turn")} />}
          </button>
        )}
        {tables.map((table) => (
          <TableLink key={table.id} table={table} class={tables.length > 1 ? "broad-only" : ""} here={page === "table" && id === table.id} />
        ))}
        {tables.length > 1 && <AllTables class="broad-only" here={page === "tiles"} />}
        {session && (
          <a href="#/hands" aria-current={page === "hands" || page === "hand" ? "page" : undefined}>
            {t("app-hands")}
          </a>
        )}
        {room.account.rules && (
          <a href="#/floor" aria-current={page === "floor" ? "page" : undefined}>
            {t("app-floor")}
          </a>
        )}
        {room.account.rulesEverywhere && (
          <a href="#/accounts" aria-current={page === "accounts" ? "page" : undefined}>
            {t("app-accounts")}
          </a>
        )}
      </nav>
      {tables.length > 1 && (
        <nav class="table-menu" id="tables" popover="auto" aria-label={t("app-tables", { count: tables.length })} onClick={({ currentTarget }) => currentTarget.hidePopover()}>
          {tables.map((table) => (
            <TableLink key={table.id} table={table} here={page === "table" && id === table.id} />
          ))}
          <AllTables here={page === "tiles"} />
        </nav>
      )}
      <span class={`line ${standing} ${standing === "open" ? health : ""}`} title={line}>
        <i class="dot" />
        <span class="unseen">{line}</span>
        <span aria-hidden="true">{standing !== "open" ? t("app-offline") : isGood ? (latency === null ? "" : `${latency} ms`) : "…"}</span>
      </span>
      {session ? (
        <button class="account" onClick={() => ask("account")}>
          <Avatar name={session.name} avatar={session.avatar} color={session.color} size={28} />
          <bdi class="name">{untagged(session.name)}</bdi>
          <b>
            <Chips of={session.balance} inButton />
          </b>
        </button>
      ) : (
        <>
          <button class="icon" aria-label={t("app-settings")} title={t("app-settings")} onClick={() => ask("settings")}>
            <Gear />
          </button>
          <button class="primary" onClick={() => ask("entry")}>
            {t("app-play")}
          </button>
        </>
      )}
      {room.signIn.asked && <EntryDialog way="login" close={signedIn} />}
      {asked === "entry" && <EntryDialog close={() => ask(null)} />}
      {asked === "account" && <AccountDialog close={() => ask(null)} />}
      {asked === "settings" && <SettingsDialog close={() => ask(null)} />}
    </header>
  );
};

interface Linked {
  here: boolean;
  class?: string;
}

const TableLink = ({ table, here, class: shown = "" }: Linked & { table: Table }) => (
  <a
    href={`#/table/${table.id}`}
    class={`${shown} ${table.legal ? "turn" : ""}`}
    title={tableName(table.info.name)}
    aria-current={here ? "page" : undefined}
    aria-label={table.legal ? t("app-table-your-turn", { table: tableName(table.info.name) }) : undefined}
  >
    <span>{tableName(table.info.name)}</span>
    {table.legal && <i class="dot" />}
  </a>
);

const AllTables = ({ here, class: shown }: Linked) => (
  <a class={shown} href="#/tiles" aria-current={here ? "page" : undefined}>
    {t("app-all-tables")}
  </a>
);

const TEETH = Array.from({ length: 8 }, (_, tooth) => tooth * 45);

const Gear = () => (
  <svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <circle cx="12" cy="12" r="3" />
    <circle cx="12" cy="12" r="6.5" />
    {TEETH.map((angle) => (
      <path key={angle} d="M12 5.5V2.5" transform={`rotate(${angle} 12 12)`} stroke-width="3" />
    ))}
  </svg>
);
