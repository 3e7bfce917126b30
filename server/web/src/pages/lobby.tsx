// The lobby: what is played here now, for what, by how many; and the way in.
import { useState } from "preact/hooks";
import { EntryDialog } from "../parts/entry";
import { LeaguesPage } from "./leagues";
import { Suit } from "../parts/card";
import type { TableInfo, TournamentInfo } from "../protocol";
import { useCountdown } from "../room/clock";
import { room, useRoom } from "../room/room";
import { bettingLong, brief, chips, clock, plural, spaced, stakes } from "../room/words";

export const LobbyPage = ({ shown }: { shown: "tables" | "tournaments" | "leagues" }) => {
  const { session, arriving, lobby, tournaments } = useRoom();
  const rings = [...lobby.values()].filter((info) => info.tournament === null).length;
  const open = [...tournaments.values()].filter((info) => !isOver(info)).length;
  return (
    <main class="lobby">
      {!session && !arriving && <Welcome />}
      <div class="segments" role="tablist" aria-label="What is played">
        <a role="tab" href="#/" aria-selected={shown === "tables"}>
          Ring tables <small>{rings}</small>
        </a>
        <a role="tab" href="#/tournaments" aria-selected={shown === "tournaments"}>
          Tournaments <small>{open}</small>
        </a>
        <a role="tab" href="#/leagues" aria-selected={shown === "leagues"}>
          Leagues
        </a>
      </div>
      {shown === "tables" && (
        <div class="row private">
          <a class="button" href="#/host">
            Host a table
          </a>
          <a class="button quiet" href="#/join">
            Join with a code
          </a>
        </div>
      )}
      {shown === "tournaments" && (
        <div class="row private">
          <a class="button" href="#/host/tournament">
            Host a tournament
          </a>
          <a class="button quiet" href="#/join">
            Join with a code
          </a>
        </div>
      )}
      {shown === "tables" && <RingTables />}
      {shown === "tournaments" && <Tournaments />}
      {shown === "leagues" && <LeaguesPage />}
    </main>
  );
};

/** Takes the best seat for somebody who wants to play at once: a lively, small no-limit hold'em table. */
const playAtOnce = async (): Promise<void> => {
  if (!room.session && !(await room.try(room.enterAsGuest(null)))) return;
  const open = [...room.lobby.values()].filter(
    (info) => info.tournament === null && info.game === "holdem" && !info.hybrid && info.seated < info.seats && info.seats > 2,
  );
  const worth = (info: TableInfo): number => (info.betting === "NoLimit" ? 0 : 1e9) + info.big_blind * 100 - info.seated;
  const [best] = open.sort((a, b) => worth(a) - worth(b));
  if (!best) return room.toast("No table has a free seat just now.", true);
  const buyIn = Math.min(best.max_buy_in, room.session?.balance ?? 0);
  if (await room.sit(best.table, null, buyIn, false)) location.hash = `#/table/${best.table}`;
};

const Welcome = () => {
  const [entry, ask] = useState<"register" | "login" | null>(null);
  const { lobby } = useRoom();
  const playing = [...lobby.values()].reduce((sum, info) => sum + info.seated, 0);
  return (
    <section class="welcome">
      <div>
        <p class="eyebrow">
          {plural(lobby.size, "table")} open · {plural(playing, "player")} seated
        </p>
        <h1>Take a seat.</h1>
        <p class="lead">
          Hold’em, Omaha, stud and draw games; tournaments by the book. One press, and you are dealt in.
        </p>
        <div class="row">
          <button class="primary large" onClick={() => void playAtOnce()}>
            Play at once
          </button>
          <button class="large" onClick={() => ask("register")}>
            Open an account
          </button>
          <button class="quiet large" onClick={() => ask("login")}>
            Log in
          </button>
        </div>
      </div>
      <div class="fan" aria-hidden="true">
        {["s", "h", "c", "d"].map((suit) => (
          <span key={suit} class={`card four suit-${suit}`}>
            <span class="index">
              <b>A</b>
              <Suit suit={suit} />
            </span>
            <Suit suit={suit} />
          </span>
        ))}
      </div>
      {entry && <EntryDialog way={entry} close={() => ask(null)} />}
    </section>
  );
};

const FAMILIES: Record<string, (info: TableInfo) => boolean> = {
  All: () => true,
  "Hold’em": (info) => info.games.length === 1 && (info.games[0]?.board_cards ?? 0) > 0 && (info.games[0]?.hole_cards ?? 0) <= 3,
  Omaha: (info) => info.games.length === 1 && (info.games[0]?.board_cards ?? 0) > 0 && (info.games[0]?.hole_cards ?? 0) > 3,
  Stud: (info) => info.games.length === 1 && info.games[0]?.board_cards === 0 && info.games[0].draws === 0,
  Draw: (info) => info.games.length === 1 && (info.games[0]?.draws ?? 0) > 0,
  Mixed: (info) => info.games.length > 1,
};

/** Stakes by their big blind: small ones, middling ones, large ones. */
const STAKES: Record<string, (bigBlind: number) => boolean> = {
  "Up to 10": (bigBlind) => bigBlind <= 10,
  "11 to 100": (bigBlind) => bigBlind > 10 && bigBlind <= 100,
  "Above 100": (bigBlind) => bigBlind > 100,
};

const RingTables = () => {
  const { lobby, lobbyKnown } = useRoom();
  const [family, setFamily] = useState("All");
  const [betting, setBetting] = useState("");
  const [size, setSize] = useState("");
  const [free, setFree] = useState(false);
  const all = [...lobby.values()].filter((info) => info.tournament === null);
  const shown = all
    .filter((info) => (FAMILIES[family] ?? (() => true))(info))
    .filter((info) => !betting || info.betting === betting)
    .filter((info) => STAKES[size]?.(info.big_blind) ?? true)
    .filter((info) => !free || info.seated < info.seats)
    .sort((a, b) => a.big_blind - b.big_blind || a.name.localeCompare(b.name));
  return (
    <section aria-label="Ring tables">
      <div class="filters">
        <div class="chips-row" role="group" aria-label="Game">
          {Object.entries(FAMILIES).map(([name, belongs]) => (
            <button key={name} class="chip-button" aria-pressed={family === name} onClick={() => setFamily(name)}>
              {name} <small>{all.filter(belongs).length}</small>
            </button>
          ))}
        </div>
        <label class="inline">
          <span class="unseen">Betting</span>
          <select value={betting} onChange={(event) => setBetting(event.currentTarget.value)}>
            <option value="">Any betting</option>
            <option value="NoLimit">No limit</option>
            <option value="PotLimit">Pot limit</option>
            <option value="FixedLimit">Fixed limit</option>
          </select>
        </label>
        <label class="inline">
          <span class="unseen">Big blind</span>
          <select value={size} onChange={(event) => setSize(event.currentTarget.value)}>
            <option value="">Any stakes</option>
            {Object.keys(STAKES).map((name) => (
              <option key={name} value={name}>
                Big blind {name.toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        <label class="toggle">
          <input type="checkbox" role="switch" checked={free} onChange={(event) => setFree(event.currentTarget.checked)} />
          <span>Free seats only</span>
        </label>
        <output class="mute">
          {plural(shown.length, "table")}, {plural(shown.reduce((sum, info) => sum + info.seated, 0), "player")}
        </output>
      </div>
      {!lobbyKnown && <p class="mute pad">Looking round the room …</p>}
      <ul class="tables">
        {shown.map((info) => (
          <TableRow key={info.table} info={info} />
        ))}
      </ul>
      {lobbyKnown && shown.length === 0 && <p class="mute pad">No table of this kind is open.</p>}
    </section>
  );
};

const TableRow = ({ info }: { info: TableInfo }) => (
  <li>
    <a class="table-card" href={`#/table/${info.table}`}>
      <span class="what">
        <b>{info.name}</b>
        <span class="mute">
          {bettingLong(info.betting)} {info.game_name}
        </span>
        <span class="mute phone-only">
          Pots of {chips(info.average_pot)} · buy-in {brief(info.min_buy_in)}–{brief(info.max_buy_in)}
        </span>
        <span class="tags">
          {info.hybrid && <i class="tag gold">Words and chips</i>}
          {info.rulebook !== "online" && <i class="tag">{info.rulebook.replace("-", " ").toUpperCase()}</i>}
          {info.straddle && <i class="tag">Straddle</i>}
          {info.bomb_pot && <i class="tag">Bomb pots</i>}
          {info.max_boards > 1 && <i class="tag">Run it {info.max_boards === 2 ? "twice" : `${info.max_boards} times`}</i>}
          {!info.bots_allowed && <i class="tag">People only</i>}
          {room.tables.get(info.table)?.you && <i class="tag gold">Your seat</i>}
        </span>
      </span>
      <span class="fact">
        <small>Stakes</small>
        <b>{stakes(info)}</b>
      </span>
      <span class="fact wide-only">
        <small>Buy-in</small>
        {chips(info.min_buy_in)}–{chips(info.max_buy_in)}
      </span>
      <span class="fact wide-only">
        <small>Average pot</small>
        {chips(info.average_pot)}
      </span>
      <span class="fact seats-fact">
        <small>Seats</small>
        <span class="pips" role="img" aria-label={`${info.seated} of ${info.seats} seats taken`}>
          {Array.from({ length: info.seats }, (_, seat) => (
            <i key={seat} class={seat < info.seated ? "taken" : ""} />
          ))}
        </span>
        <span aria-hidden="true">
          {info.seated}/{info.seats}
        </span>
        {info.waiting > 0 && <small class="in-line">{info.waiting} in line</small>}
      </span>
    </a>
  </li>
);

const STATES: TournamentInfo["state"][] = ["Registering", "Announced", "Running", "OnBreak", "Paused", "Finished", "Cancelled"];

const isOver = (info: TournamentInfo): boolean => info.state === "Finished" || info.state === "Cancelled";

const FORMATS: Record<string, (info: TournamentInfo) => boolean> = {
  All: (info) => !isOver(info),
  Scheduled: (info) => !isOver(info) && info.starts_at !== null,
  "Sit & go": (info) => !isOver(info) && info.starts_at === null,
  Mine: (info) => !isOver(info) && (room.session?.tournaments.includes(info.tournament) || Boolean(room.events.get(info.tournament)?.view.you)),
  Over: isOver,
};

const Tournaments = () => {
  const { tournaments } = useRoom();
  const [open, setOpen] = useState(false);
  const [format, setFormat] = useState("All");
  const shown = [...tournaments.values()]
    .filter((info) => (FORMATS[format] ?? (() => true))(info))
    .filter((info) => !open || info.open)
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || (a.starts_at ?? 0) - (b.starts_at ?? 0));
  return (
    <section aria-label="Tournaments">
      <div class="filters">
        <div class="chips-row" role="group" aria-label="Which tournaments">
          {Object.entries(FORMATS).map(([name, belongs]) => (
            <button key={name} class="chip-button" aria-pressed={format === name} onClick={() => setFormat(name)}>
              {name} <small>{[...tournaments.values()].filter(belongs).length}</small>
            </button>
          ))}
        </div>
        <label class="toggle">
          <input type="checkbox" role="switch" checked={open} onChange={(event) => setOpen(event.currentTarget.checked)} />
          <span>Open for entries</span>
        </label>
        <output class="mute">{plural(shown.length, "tournament")}</output>
      </div>
      <ul class="tables">
        {shown.map((info) => (
          <TournamentRow key={info.tournament} info={info} />
        ))}
      </ul>
      {shown.length === 0 && <p class="mute pad">No tournament of this kind is announced.</p>}
    </section>
  );
};

const TournamentRow = ({ info }: { info: TournamentInfo }) => {
  const before = info.state === "Registering" || info.state === "Announced";
  const starts = before && info.starts_at !== null ? room.moment(info.starts_at) : null;
  const now = useCountdown(starts);
  return (
    <li>
      <a class="table-card event" href={`#/tournament/${info.tournament}`}>
        <span class="what">
          <b>{info.name}</b>
          <span class="mute">
            {bettingLong(info.betting)} {info.game_name}
          </span>
          <span class="tags">
            <i class={`tag ${info.open ? "green" : ""}`}>{info.open ? (before ? "Registering" : "Late entry") : spaced(info.state)}</i>
            {info.bounty && <i class="tag gold">Bounty</i>}
            {info.re_entries > 0 && <i class="tag">Re-entry</i>}
            {info.rulebook !== "online" && <i class="tag">{info.rulebook.replace("-", " ").toUpperCase()}</i>}
          </span>
        </span>
        <span class="fact">
          <small>Buy-in</small>
          <b>
            {chips(info.buy_in)}
            {info.fee > 0 && <span class="mute"> + {chips(info.fee)}</span>}
          </b>
        </span>
        <span class="fact wide-only">
          <small>Prize pool</small>
          {chips(Math.max(info.prize_pool, info.guarantee))}
        </span>
        <span class="fact">
          <small>{before ? "Starts" : "Level"}</small>
          {before ? (starts === null ? "When full" : starts > now ? `in ${clock(starts - now)}` : "now") : info.level}
        </span>
        <span class="fact seats-fact">
          <small>{before ? "Entries" : "Left"}</small>
          {before ? `${chips(info.entries)}/${chips(info.max_entries)}` : `${chips(info.players_left)}/${chips(info.entries)}`}
        </span>
      </a>
    </li>
  );
};
