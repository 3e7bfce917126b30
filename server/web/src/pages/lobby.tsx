// The lobby: current games with their stakes and players, and the way to join them.
import { useEffect, useState } from "preact/hooks";
import { BotAt } from "../parts/bot-at";
import { EntryDialog } from "../parts/entry";
import { lazy } from "../parts/lazy";
import { LeaguesPage } from "./leagues";
import { Suit } from "../parts/card";
import type { TableInfo, TournamentInfo } from "cardroom-bot/protocol";
import { useCountdown } from "../room/clock";
import type { Refusal } from "cardroom-bot/connection";
import { madeUpName, newcomer } from "../room/newcomer";
import { room, useRoom } from "../room/room";
import { bettingLong, bookName, brief, chips, clock, eventName, gameLong, stakes } from "../room/words";
import { USUAL_BIG_BLINDS, usualBuyIn } from "../table/sit-dialog";
import { t } from "../words/words";

const NewcomerBanner = lazy(async () => (await import("../parts/newcomer")).NewcomerBanner, true);

export const LobbyPage = ({ shown }: { shown: "tables" | "tournaments" | "leagues" }) => {
  const { account: { session }, signIn: { arriving }, lobby: { tables: lobby, tournaments } } = useRoom();
  const rings = [...lobby.values()].filter((info) => info.tournament === null).length;
  const open = [...tournaments.values()].filter((info) => !isOver(info)).length;
  return (
    <main class="lobby">
      {!session && !arriving ? <Welcome /> : <h1 class="unseen">{t("app-lobby")}</h1>}
      {session?.guest && newcomer()?.account === session.account && <NewcomerBanner />}
      <div class="segments" role="tablist" aria-label={t("lobby-sections")}>
        <a role="tab" href="#/" aria-selected={shown === "tables"}>
          {t("lobby-ring-games")} <small>{rings}</small>
        </a>
        <a role="tab" href="#/tournaments" aria-selected={shown === "tournaments"}>
          {t("lobby-tournaments")} <small>{open}</small>
        </a>
        <a role="tab" href="#/leagues" aria-selected={shown === "leagues"}>
          {t("lobby-leagues")}
        </a>
      </div>
      {shown === "tables" && (
        <div class="row private">
          <a class="button" href="#/host">
            {t("lobby-host-table")}
          </a>
          <a class="button quiet" href="#/join">
            {t("lobby-join-code")}
          </a>
        </div>
      )}
      {shown === "tournaments" && (
        <div class="row private">
          <a class="button" href="#/host/tournament">
            {t("lobby-host-tournament")}
          </a>
          <a class="button quiet" href="#/join">
            {t("lobby-join-code")}
          </a>
        </div>
      )}
      {shown === "tables" && <RingTables />}
      {shown === "tournaments" && <Tournaments />}
      {shown === "leagues" && <LeaguesPage />}
    </main>
  );
};

const refused = ({ message }: Refusal): void => room.screen.toast(message, true);

/**
 * Takes a seat at a hold'em table: no-limit first, then the smallest blinds, then the most players.
 */
const playNow = async (): Promise<void> => {
  if (!room.account.session && !(await room.signIn.enterAsNewcomer(madeUpName()).catch(refused))) return;
  const open = [...room.lobby.tables.values()].filter(
    (info) => info.tournament === null && info.game === "holdem" && !info.hybrid && info.seated < info.seats && info.seats > 2,
  );
  const worth = (info: TableInfo): number => (info.betting === "NoLimit" ? 0 : 1e9) + info.big_blind * 100 - info.seated;
  const [best] = open.sort((a, b) => worth(a) - worth(b));
  if (!best) return room.screen.toast(t("lobby-no-free-seat"), true);
  const balance = room.account.session?.balance ?? 0;
  const range = { min: best.min_buy_in, most: Math.min(best.max_buy_in, balance), unit: best.unit };
  const buyIn = usualBuyIn(range, best.big_blind * USUAL_BIG_BLINDS, balance);
  if (await room.seats.sit(best.table, null, buyIn, false)) location.hash = `#/table/${best.table}`;
};

/** Returns the number of players at these tables, and how many of them are bots. */
const seatedAt = (tables: TableInfo[]): { players: number; bots: number } => ({
  players: tables.reduce((sum, info) => sum + info.seated, 0),
  bots: tables.reduce((sum, info) => sum + info.bots, 0),
});

const Welcome = () => {
  const [entry, ask] = useState<"register" | "login" | null>(null);
  const { lobby: { tables: lobby } } = useRoom();
  return (
    <section class="welcome">
      <div>
        <p class="eyebrow">
          {t("lobby-activity", { tables: lobby.size, ...seatedAt([...lobby.values()]) })}
        </p>
        <h1>{t("lobby-welcome")}</h1>
        <p class="lead">{t("lobby-lead")}</p>
        <div class="row">
          <button class="primary large" onClick={() => void playNow()}>
            {t("lobby-play-now")}
          </button>
          <button class="large" onClick={() => ask("register")}>
            {t("lobby-create-account")}
          </button>
          <button class="quiet large" onClick={() => ask("login")}>
            {t("account-sign-in")}
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

const FAMILIES = {
  "lobby-game-all": () => true,
  "lobby-game-holdem": (info) => info.games.length === 1 && (info.games[0]?.board_cards ?? 0) > 0 && (info.games[0]?.hole_cards ?? 0) <= 3,
  "lobby-game-omaha": (info) => info.games.length === 1 && (info.games[0]?.board_cards ?? 0) > 0 && (info.games[0]?.hole_cards ?? 0) > 3,
  "lobby-game-stud": (info) => info.games.length === 1 && info.games[0]?.board_cards === 0 && info.games[0].draws === 0,
  "lobby-game-draw": (info) => info.games.length === 1 && (info.games[0]?.draws ?? 0) > 0,
  "lobby-game-mixed": (info) => info.games.length > 1,
} satisfies Record<string, (info: TableInfo) => boolean>;
type Family = keyof typeof FAMILIES;

/** Ranges of stakes by their big blind. */
const STAKES: Record<string, (bigBlind: number) => boolean> = {
  "lobby-stakes-small": (bigBlind) => bigBlind <= 10,
  "lobby-stakes-medium": (bigBlind) => bigBlind > 10 && bigBlind <= 100,
  "lobby-stakes-large": (bigBlind) => bigBlind > 100,
};

const RingTables = () => {
  const { lobby: { tables: lobby, known: lobbyKnown } } = useRoom();
  const [family, setFamily] = useState<Family>("lobby-game-all");
  const [betting, setBetting] = useState("");
  const [size, setSize] = useState("");
  const [free, setFree] = useState(false);
  const all = [...lobby.values()].filter((info) => info.tournament === null);
  const shown = all
    .filter(FAMILIES[family])
    .filter((info) => !betting || info.betting === betting)
    .filter((info) => STAKES[size]?.(info.big_blind) ?? true)
    .filter((info) => !free || info.seated < info.seats)
    .sort((a, b) => a.big_blind - b.big_blind || a.name.localeCompare(b.name));
  return (
    <section aria-label={t("lobby-ring-games")}>
      <div class="filters">
        <div class="chips-row" role="group" aria-label={t("lobby-game")}>
          {(Object.keys(FAMILIES) as Family[]).map((each) => (
            <button key={each} class="chip-button" aria-pressed={family === each} onClick={() => setFamily(each)}>
              {t(each)} <small>{all.filter(FAMILIES[each]).length}</small>
            </button>
          ))}
        </div>
        <label class="inline">
          <span class="unseen">{t("lobby-betting")}</span>
          <select value={betting} onChange={(event) => setBetting(event.currentTarget.value)}>
            <option value="">{t("lobby-any-betting")}</option>
            {(["NoLimit", "PotLimit", "FixedLimit"] as const).map((each) => (
              <option key={each} value={each}>
                {bettingLong(each)}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          <span class="unseen">{t("lobby-big-blind")}</span>
          <select value={size} onChange={(event) => setSize(event.currentTarget.value)}>
            <option value="">{t("lobby-any-stakes")}</option>
            {Object.keys(STAKES).map((name) => (
              <option key={name} value={name}>
                {t(name)}
              </option>
            ))}
          </select>
        </label>
        <label class="toggle">
          <input type="checkbox" role="switch" checked={free} onChange={(event) => setFree(event.currentTarget.checked)} />
          <span>{t("lobby-free-seats-only")}</span>
        </label>
        <output class="mute">
          {t("lobby-shown", { tables: shown.length, ...seatedAt(shown) })}
        </output>
      </div>
      {!lobbyKnown && <p class="mute pad">{t("lobby-loading")}</p>}
      <ul class="tables">
        {shown.map((info) => (
          <TableRow key={info.table} info={info} />
        ))}
      </ul>
      {lobbyKnown && shown.length === 0 && <p class="mute pad">{t("lobby-no-tables")}</p>}
    </section>
  );
};

const TableRow = ({ info }: { info: TableInfo }) => (
  <li>
    <a class="table-card" href={`#/table/${info.table}`}>
      <span class="what">
        <b>{info.name}</b>
        <span class="mute">
          {gameLong(info.betting, info.game_name)}
        </span>
        <span class="mute phone-only">
          {t("lobby-pots-and-buy-in", { pot: info.average_pot, min: brief(info.min_buy_in), max: brief(info.max_buy_in) })}
        </span>
        <span class="tags">
          {info.hybrid && <i class="tag gold">{t("lobby-tag-hybrid")}</i>}
          {info.rulebook !== "online" && <i class="tag">{bookName(info.rulebook)}</i>}
          {info.straddle && <i class="tag">{t("lobby-tag-straddle")}</i>}
          {info.bomb_pot && <i class="tag">{t("lobby-tag-bomb-pots")}</i>}
          {info.max_boards > 1 && <i class="tag">{t("lobby-tag-run-it", { times: info.max_boards })}</i>}
          {info.bots > 0 && <i class="tag">{t("lobby-tag-bots", { count: info.bots })}</i>}
          {!info.bots_allowed && info.bots === 0 && <i class="tag">{t("lobby-tag-no-bots")}</i>}
          {room.tables.all.get(info.table)?.seats.you && <i class="tag gold">{t("lobby-tag-your-seat")}</i>}
        </span>
      </span>
      <span class="fact">
        <small>{t("lobby-stakes")}</small>
        <b>{stakes(info)}</b>
      </span>
      <span class="fact wide-only">
        <small>{t("lobby-buy-in")}</small>
        {chips(info.min_buy_in)}–{chips(info.max_buy_in)}
      </span>
      <span class="fact wide-only">
        <small>{t("lobby-average-pot")}</small>
        {chips(info.average_pot)}
      </span>
      <span class="fact seats-fact">
        <small>{t("lobby-seats")}</small>
        <span class="pips" role="img" aria-label={t("lobby-seats-taken", { seated: info.seated, seats: info.seats })}>
          {Array.from({ length: info.seats }, (_, seat) => (
            <i key={seat} class={seat < info.seated ? "taken" : ""} />
          ))}
        </span>
        <span aria-hidden="true">
          {info.seated}/{info.seats}
        </span>
        {info.waiting > 0 && <small class="in-line">{t("lobby-waiting", { count: info.waiting })}</small>}
      </span>
    </a>
  </li>
);

const STATES: TournamentInfo["state"][] = ["Registering", "Announced", "Running", "OnBreak", "Paused", "Finished", "Cancelled"];

const isOver = (info: TournamentInfo): boolean => info.state === "Finished" || info.state === "Cancelled";

const FORMATS = {
  "lobby-events-all": (info) => !isOver(info),
  "lobby-events-scheduled": (info) => !isOver(info) && info.starts_at !== null,
  "lobby-events-sit-and-go": (info) => !isOver(info) && info.starts_at === null,
  "lobby-events-mine": (info) => !isOver(info) && (room.account.session?.tournaments.includes(info.tournament) || Boolean(room.tournaments.all.get(info.tournament)?.view.you)),
  "lobby-events-over": isOver,
} satisfies Record<string, (info: TournamentInfo) => boolean>;
type Format = keyof typeof FORMATS;

/** How often the list of tournaments is reloaded. */
const REFRESH_MS = 5000;

const Tournaments = () => {
  const { line: { standing }, lobby: { tournaments } } = useRoom();
  useEffect(() => {
    if (standing !== "open") return;
    const timer = setInterval(() => room.lobby.refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [standing]);
  const [open, setOpen] = useState(false);
  const [format, setFormat] = useState<Format>("lobby-events-all");
  const shown = [...tournaments.values()]
    .filter(FORMATS[format])
    .filter((info) => !open || info.open)
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || (a.starts_at ?? 0) - (b.starts_at ?? 0));
  return (
    <section aria-label={t("lobby-tournaments")}>
      <div class="filters">
        <div class="chips-row" role="group" aria-label={t("lobby-which-tournaments")}>
          {(Object.keys(FORMATS) as Format[]).map((each) => (
            <button key={each} class="chip-button" aria-pressed={format === each} onClick={() => setFormat(each)}>
              {t(each)} <small>{[...tournaments.values()].filter(FORMATS[each]).length}</small>
            </button>
          ))}
        </div>
        <label class="toggle">
          <input type="checkbox" role="switch" checked={open} onChange={(event) => setOpen(event.currentTarget.checked)} />
          <span>{t("lobby-open-for-entries")}</span>
        </label>
        <output class="mute">{t("lobby-tournaments-shown", { count: shown.length })}</output>
      </div>
      <ul class="tables">
        {shown.map((info) => (
          <TournamentRow key={info.tournament} info={info} />
        ))}
      </ul>
      {shown.length === 0 && <p class="mute pad">{t("lobby-no-tournaments")}</p>}
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
          <b>{eventName(info.name)}</b>
          <span class="mute">
            {gameLong(info.betting, info.game_name)}
          </span>
          <span class="tags">
            <i class={`tag ${info.open ? "green" : ""}`}>{info.open && !before ? t("lobby-tag-late-entry") : t(`tournament-state-${info.open ? "Registering" : info.state}`)}</i>
            <BotAt info={info} />
            {info.bounty && <i class="tag gold">{t("lobby-tag-bounty")}</i>}
            {info.re_entries > 0 && <i class="tag">{t("lobby-tag-re-entry")}</i>}
            {info.rulebook !== "online" && <i class="tag">{bookName(info.rulebook)}</i>}
          </span>
        </span>
        <span class="fact">
          <small>{t("lobby-buy-in")}</small>
          <b>
            {chips(info.buy_in)}
            {info.fee > 0 && <span class="mute"> + {chips(info.fee)}</span>}
          </b>
        </span>
        <span class="fact wide-only">
          <small>{t("lobby-prize-pool")}</small>
          {chips(Math.max(info.prize_pool, info.guarantee))}
        </span>
        <span class="fact">
          <small>{before ? t("lobby-starts") : t("lobby-level")}</small>
          {before ? (starts === null ? t("lobby-when-full") : starts > now ? t("lobby-starts-in", { time: clock(starts - now) }) : t("lobby-starts-now")) : info.level}
        </span>
        <span class="fact seats-fact">
          <small>{before ? t("lobby-entries") : t("lobby-players-left")}</small>
          {before ? `${chips(info.entries)}/${chips(info.max_entries)}` : `${chips(info.players_left)}/${chips(info.entries)}`}
        </span>
      </a>
    </li>
  );
};
