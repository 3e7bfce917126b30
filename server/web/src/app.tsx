// The frame of the page: which page the address names, the bar above it, and what is told everywhere.
import { useEffect, useState } from "preact/hooks";
import { FloorPage } from "./pages/floor";
import { LobbyPage } from "./pages/lobby";
import { TournamentPage } from "./pages/tournament";
import { ClockPage } from "./pages/clock";
import { TopBar } from "./parts/topbar";
import { useRoom } from "./room/room";
import { TablePage } from "./table/table-page";

/** The address after `#`, as a page and a number. */
const useRoute = (): [page: string, id: number] => {
  const [hash, set] = useState(location.hash);
  useEffect(() => {
    const changed = (): void => set(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  const [, page = "", id = ""] = hash.split("/");
  return [page, Number(id)];
};

const Page = ({ page, id }: { page: string; id: number }) => {
  if (page === "table") return <TablePage key={id} id={id} />;
  if (page === "tournament") return <TournamentPage key={id} id={id} />;
  if (page === "floor") return <FloorPage table={id || null} />;
  return <LobbyPage tournaments={page === "tournaments"} />;
};

export const App = () => {
  const room = useRoom();
  const [page, id] = useRoute();
  if (page === "clock") return <ClockPage key={id} id={id} />;
  const waiting = [...room.tables.values()].filter((table) => table.legal && table.sent === null);
  return (
    <div class={`app app-${page || "lobby"}`}>
      <TopBar page={page} id={id} />
      {room.standing !== "open" && <LineLost />}
      <Page page={page} id={id} />
      <div class="toasts" role="status" aria-live="polite">
        {room.toasts.map((toast) => (
          <div key={toast.id} class={`toast ${toast.bad ? "bad" : ""}`}>
            {toast.text}
          </div>
        ))}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {waiting.map((table) => `Your turn at ${table.info.name}. `)}
      </div>
    </div>
  );
};

const LineLost = () => {
  const room = useRoom();
  const said = {
    connecting: "Connecting to the room …",
    lost: "The connection is lost. Your seat is kept and your clock runs on; trying again …",
    closing: "The room is closing or restarting. Your seat and chips are kept; trying again …",
    replaced: "You are playing in another window. This one has stopped.",
    open: "",
  }[room.standing];
  return (
    <div class={`line-lost ${room.standing}`} role="status">
      {said}
      {room.standing === "replaced" && (
        <button class="quiet" onClick={() => room.reopen()}>
          Play here instead
        </button>
      )}
    </div>
  );
};
