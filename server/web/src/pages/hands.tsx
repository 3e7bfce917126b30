// The hands that are over: found by what one remembers of them, downloaded, and opened to be seen again.
import { useEffect, useState } from "preact/hooks";
import { EntryDialog } from "../parts/entry";
import { PlayingCard } from "../parts/card";
import type { HandFilter, HandPage, HandSummary } from "../protocol";
import { room, useRoom } from "../room/room";
import { cardNames, chips, plural } from "../room/words";

const PER_PAGE = 20;
const NOTHING: HandFilter = { player: null, table: null, tournament: null, game: null, least_pot: null, since: null, until: null };

/** The files that the room writes. */
const FORMATS = [
  ["phhs", "PHH"],
  ["ohh", "Open Hand History"],
  ["txt", "Text"],
  ["pokerstars", "PokerStars"],
] as const;

/** A day of the calendar as a time, or nothing. */
const dayFrom = (text: string, days: number): number | null => {
  const time = text ? new Date(`${text}T00:00`).getTime() : NaN;
  return Number.isNaN(time) ? null : time + days * 86_400_000;
};

export const HandsPage = () => {
  const { session, arriving, standing } = useRoom();
  const [filter, setFilter] = useState<HandFilter>(NOTHING);
  const [everybody, setEverybody] = useState(false);
  const [from, setFrom] = useState(0);
  const [page, setPage] = useState<HandPage | null>(null);
  const [entry, ask] = useState(false);
  const rules = session?.role === "Floor" || session?.role === "Admin";
  useEffect(() => {
    if (!session || standing !== "open") return;
    let current = true;
    void room.listHands(filter, everybody, from).then((found) => {
      if (current && found) setPage(found);
    });
    return () => {
      current = false;
    };
  }, [session?.account, standing, filter, everybody, from]);
  const search = (wanted: HandFilter): void => {
    setFrom(0);
    setFilter(wanted);
  };
  if (!session) {
    return (
      <main class="hands pad">
        <h1>Your hands</h1>
        <p class="mute">{arriving ? "One moment …" : "Every hand you are dealt in is kept for you here."}</p>
        {!arriving && (
          <button class="primary" onClick={() => ask(true)}>
            Come in
          </button>
        )}
        {entry && <EntryDialog close={() => ask(false)} />}
      </main>
    );
  }
  return (
    <main class="hands">
      <div class="hands-head">
        <h1>{everybody ? "Hands of the room" : "Your hands"}</h1>
        <output class="mute">{page ? plural(page.total, "hand") : ""}</output>
      </div>
      <Search filter={filter} search={search} />
      <div class="row">
        {rules && (
          <label class="toggle">
            <input type="checkbox" role="switch" checked={everybody} onChange={(event) => (setFrom(0), setEverybody(event.currentTarget.checked))} />
            <span>Of everybody, as the table saw them</span>
          </label>
        )}
        {!everybody && page && page.total > 0 && (
          <div class="row downloads" role="group" aria-label="Download these hands">
            <span class="mute">Download</span>
            {FORMATS.map(([ending, name]) => (
              <button key={ending} onClick={() => void room.download(`/hands.${ending}`, filter)}>
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
      {page && page.hands.length === 0 && <p class="pad mute">No hand fits. Every hand you play comes here when it is over.</p>}
      <ul class="hand-list">
        {page?.hands.map((hand) => (
          <li key={`${hand.table}-${hand.hand}`}>
            <HandRow hand={hand} />
          </li>
        ))}
      </ul>
      {page && page.total > PER_PAGE && (
        <nav class="row pages" aria-label="Pages">
          <button disabled={from === 0} onClick={() => setFrom(Math.max(0, from - PER_PAGE))}>
            Newer
          </button>
          <span class="mute">
            {chips(from + 1)} – {chips(Math.min(from + PER_PAGE, page.total))} of {chips(page.total)}
          </span>
          <button disabled={from + PER_PAGE >= page.total} onClick={() => setFrom(from + PER_PAGE)}>
            Older
          </button>
        </nav>
      )}
    </main>
  );
};

const Search = ({ filter, search }: { filter: HandFilter; search(filter: HandFilter): void }) => {
  const { lobby } = useRoom();
  const games = new Map([...lobby.values()].flatMap((info) => info.games.map((game) => [game.id, game.name] as const)));
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => String(form.get(name) ?? "").trim();
    const number = (name: string): number | null => (text(name) ? Math.max(0, Math.floor(Number(text(name)))) : null);
    search({
      player: text("player") || null,
      table: number("table"),
      tournament: number("tournament"),
      game: text("game") || null,
      least_pot: number("least_pot"),
      since: dayFrom(text("since"), 0),
      until: dayFrom(text("until"), 1),
    });
  };
  return (
    <form class="hand-search" onSubmit={submit} onReset={() => search(NOTHING)} role="search" aria-label="Find hands">
      <label>
        With
        <input name="player" maxLength={24} placeholder="Anybody" />
      </label>
      <label>
        Table
        <select name="table">
          <option value="">Any</option>
          {[...lobby.values()].map((info) => (
            <option key={info.table} value={info.table}>
              {info.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Game
        <select name="game">
          <option value="">Any</option>
          {[...games].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Tournament
        <input name="tournament" type="number" min={1} placeholder="Number" defaultValue={filter.tournament ?? undefined} />
      </label>
      <label>
        Pot from
        <input name="least_pot" type="number" min={0} placeholder="0" />
      </label>
      <label>
        Since
        <input name="since" type="date" />
      </label>
      <label>
        Until
        <input name="until" type="date" />
      </label>
      <div class="row">
        <button class="primary">Find</button>
        <button type="reset" class="quiet">
          Clear
        </button>
      </div>
    </form>
  );
};

const HandRow = ({ hand }: { hand: HandSummary }) => {
  const { own } = hand;
  const won = own ? own.ended_with - own.began_with : null;
  const when = new Date(hand.ended_at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return (
    <a class="hand-row" href={`#/hand/${hand.table}-${hand.hand}`}>
      <span class="what">
        <b>
          {hand.table_name} <span class="mute">#{chips(hand.hand)}</span>
        </b>
        <span class="mute">
          {hand.game} · {when}
        </span>
      </span>
      <span class="hand-cards" role="img" aria-label={`${own?.cards.length ? `You held ${cardNames(own.cards)}.` : ""} ${hand.board.length ? `Board: ${cardNames(hand.board)}.` : ""}`}>
        {own?.cards.map((card) => <PlayingCard key={card} card={card} />)}
        {own && own.cards.length > 0 && hand.board.length > 0 && <i class="between" />}
        {hand.board.map((card) => (
          <PlayingCard key={card} card={card} />
        ))}
      </span>
      <span class="fact number">
        <small>Pot</small>
        {hand.void ? "void" : chips(hand.pot)}
      </span>
      <span class={`fact number ${won && won > 0 ? "gain" : ""}`}>
        <small>{won === null ? "Players" : "You"}</small>
        {won === null ? hand.players : `${won > 0 ? "+" : won < 0 ? "−" : ""}${chips(Math.abs(won))}`}
      </span>
    </a>
  );
};
