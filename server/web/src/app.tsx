// The frame of the page: the page that the address names, the bar above it, and the messages that
// reach a player anywhere.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { JoinPage } from "./pages/join";
import { LobbyPage } from "./pages/lobby";
import { Asks } from "./parts/asks";
import { BuyIns } from "./parts/buy-ins";
import { Keys, isOff, isTyping } from "./parts/keys";
import { lazy } from "./parts/lazy";
import { Missing } from "./parts/missing";
import { Toasts } from "./parts/toasts";
import { TopBar } from "./parts/topbar";
import { TurnAlert } from "./parts/turn-alert";
import { room, useRoomBesidesLobby } from "./room/room";
import type { Table } from "./room/table";
import { tableName } from "./room/words";
import { TablePage } from "./table/table-page";
import { TilesPage } from "./table/tiles";
import { t, withTexts } from "./words/words";

const NewVersion = lazy(async () => (await import("./parts/new-version")).NewVersion, true);
const AccountsPage = lazy(async () => (await withTexts("admin", import("./admin/accounts"))).AccountsPage);
const HooksPage = lazy(async () => (await withTexts("hooks", import("./admin/hooks"))).HooksPage);
const SignInPage = lazy(async () => (await import("./pages/signin")).SignInPage);
const SignInFailed = lazy(async () => (await import("./pages/signin")).Failed);
const ResetPage = lazy(async () => (await import("./pages/reset")).ResetPage);
const FloorPage = lazy(async () => (await withTexts("floor", import("./floor/floor-page"))).FloorPage);
const HostPage = lazy(async () => (await withTexts("desk", import("./pages/host"))).HostPage);
const HandsPage = lazy(async () => (await import("./pages/hands")).HandsPage);
const IntegrityPage = lazy(async () => (await withTexts("integrity", import("./admin/integrity"))).IntegrityPage);
const LedgerPage = lazy(async () => (await import("./pages/ledger")).LedgerPage);
const HandReplayPage = lazy(async () => (await import("./pages/replay")).HandReplayPage);
const SharedReplayPage = lazy(async () => (await import("./pages/replay")).SharedReplayPage);
const ResultsPage = lazy(async () => (await import("./pages/results")).ResultsPage);
const StatisticsPage = lazy(async () => (await import("./pages/statistics")).StatisticsPage);
const TournamentPage = lazy(async () => (await import("./pages/tournament")).TournamentPage);
const VerifyPage = lazy(async () => (await withTexts("proof", import("./proof/verify-page"))).VerifyPage);
const WallPage = lazy(async () => (await withTexts("wall", import("./wall/wall-page"))).WallPage);
const SeatPage = lazy(async () => (await withTexts("seat", import("./pages/seat"))).SeatPage);
const PrintPage = lazy(async () => (await withTexts("print", import("./paper/print-page"))).PrintPage);

/** Returns the number of a table or a tournament in an address. Null if there is none. */
const numberOf = (name: string): number | null => {
  const number = /^\d+$/.test(name) ? Number(name) : null;
  return Number.isSafeInteger(number) ? number : null;
};

/** The address without `#` at which proofs are checked. */
const IS_VERIFY = location.pathname === "/verify";

/** Returns the address after `#`, without what follows a question mark: a page, a number, a name, and a part of the page. */
const useRoute = (): [page: string, id: number | null, name: string, part: string | undefined] => {
  const [hash, set] = useState(location.hash);
  useLayoutEffect(() => {
    const changed = (): void => set(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  const [, page = IS_VERIFY && !hash ? "verify" : "", id = "", part] = (hash.split("?")[0] ?? "").split("/");
  return [page, numberOf(id), id, part];
};

/** The code in a shared link to a hand. */
const SHARED = /^\/replay\/(.+)$/.exec(location.pathname)?.[1];

/** The messages of pages that need a number, if the address has none. */
const MISSING: Record<string, string> = {
  table: "table-missing", tournament: "tournament-no-such", results: "tournament-no-such", direct: "tournament-no-such", ledger: "ledger-none",
};

const Page = ({ page, id, name }: { page: string; id: number | null; name: string }) => {
  if (page === "verify") return <VerifyPage key={name} name={name} />;
  if (SHARED && !page) return <SharedReplayPage code={SHARED} />;
  if (page === "hands") return <HandsPage />;
  if (page === "hand") return <HandReplayPage key={name} name={name} />;
  if (page === "tiles") return <TilesPage />;
  if (page === "floor") return name && id === null ? <Missing text="table-missing" /> : <FloorPage key={id} table={id} event={null} />;
  if (page === "host") return <HostPage tournament={name === "tournament"} />;
  if (page === "join") return <JoinPage key={name} code={name} />;
  if (page === "seat") return <SeatPage key={name} code={name} />;
  if (page === "accounts") return <AccountsPage />;
  if (page === "hooks") return <HooksPage />;
  if (page === "reset") return <ResetPage key={name} code={name} />;
  if (page === "signin") return <SignInPage key={name} ticket={name} />;
  if (page === "signin-failed") return <SignInFailed reason={name} />;
  if (page === "integrity") return <IntegrityPage />;
  if (page === "statistics") return <StatisticsPage />;
  const missing = MISSING[page];
  if (missing && id === null) return <Missing text={missing} />;
  if (id !== null) {
    if (page === "table") return <TablePage key={id} id={id} />;
    if (page === "tournament") return <TournamentPage key={id} id={id} />;
    if (page === "direct") return <FloorPage key={id} table={null} event={id} />;
    if (page === "results") return <ResultsPage key={id} id={id} />;
    if (page === "ledger") return <LedgerPage key={id} table={id} />;
  }
  return <LobbyPage shown={page === "tournaments" || page === "leagues" ? page : "tables"} />;
};

/**
 * Shows the player's turn in the page's title, for when the page is in the background. The key N
 * leads to the table that waits.
 */
const useSignal = (waiting: Table[]): void => {
  const [first] = waiting;
  useEffect(() => {
    document.title = first ? t("app-your-turn-at", { table: tableName(first.info.name) }) : room.name;
  }, [first?.id, room.name]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (isOff(event) || isTyping(event) || location.hash === "#/tiles") return;
      const next = [...room.tables.all.values()].find((table) => table.legal && location.hash !== `#/table/${table.id}`);
      if (next) location.hash = `#/table/${next.id}`;
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
};

export const App = () => {
  useRoomBesidesLobby();
  const [page, id, name, part] = useRoute();
  useSignal(room.tables.toAct);
  if (page === "clock") return id === null ? <Missing text="tournament-no-such" /> : <WallPage key={id} id={id} part={part} />;
  if (page === "print") return id === null ? <Missing text="tournament-no-such" /> : <PrintPage key={id} id={id} part={part} />;
  return (
    <div class={`app app-${page === "hand" || (SHARED && !page) ? "table" : page || "lobby"}`}>
      <TopBar page={page} id={id} />
      {(room.line.standing !== "open" || room.line.closing) && <LineLost />}
      {room.line.standing === "open" && room.line.storingFails && <StoringFails />}
      <NewVersion />
      <Asks />
      <BuyIns />
      <Page page={page} id={id} name={name} />
      <Keys />
      <Toasts of={null} />
      <TurnAlert of={null} />
    </div>
  );
};

const StoringFails = () => {
  useRoomBesidesLobby();
  return (
    <div class="line-lost storing" role="status">
      {t("app-storing-fails")}
    </div>
  );
};

const LineLost = () => {
  useRoomBesidesLobby();
  const seated = room.tables.seated;
  const text = {
    connecting: "app-connecting",
    lost: seated ? "app-connection-lost" : "app-connection-lost-unseated",
    closing: seated ? "app-room-closing" : "app-room-closing-unseated",
    moving: seated ? "app-room-moving" : "app-room-moving-unseated",
    replaced: "app-replaced",
    open: seated ? "app-room-last-hands" : "app-room-last-hands-unseated",
  }[room.line.standing];
  return (
    <div class={`line-lost ${room.line.standing}`} role="status">
      {t(text)}
      {room.line.standing === "replaced" && (
        <button class="quiet" onClick={() => room.line.open()}>
          {t("app-play-here")}
        </button>
      )}
    </div>
  );
};
