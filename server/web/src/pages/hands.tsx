// Finished hands: searched, downloaded, and opened for replay.
import { useEffect, useState } from "preact/hooks";
import { PlayingCard } from "../parts/card";
import { HandsTabs, SignedOut } from "../parts/hands-tabs";
import type { HandFilter, HandPage, HandSummary } from "cardroom-bot/protocol";
import { type PlayedAt, playedAt, rememberPlayed, withHands } from "../room/played-at";
import { ANY_HAND } from "../room/requests/finished-hands";
import { download } from "../room/requests/files";
import { room, useRoom } from "../room/room";
import { cardNames, chips, momentOf, tableName } from "../room/words";
import { t } from "../words/words";

const PER_PAGE = 20;

/** The file formats that the server writes. */
const FORMATS = [
  ["phhs", "hands-file-phh"],
  ["ohh", "hands-file-ohh"],
  ["txt", "hands-file-text"],
  ["pokerstars", "hands-file-pokerstars"],
] as const;

/** Returns midnight of a calendar day, or of one some days later. Null if there is none. */
const dayFrom = (text: string, days: number): number | null => {
  const day = new Date(`${text}T00:00`);
  // A day is an hour longer or shorter when the clocks change.
  const time = day.setDate(day.getDate() + days);
  return Number.isNaN(time) ? null : time;
};

export const HandsPage = () => {
  const { account: { session }, line: { standing } } = useRoom();
  const [filter, setFilter] = useState<HandFilter>(ANY_HAND);
  const [everybody, setEverybody] = useState(false);
  const [from, setFrom] = useState(0);
  const [page, setPage] = useState<HandPage | null>(null);
  const rules = session?.role === "Floor" || session?.role === "Admin";
  const played = usePlayed(session?.account, page, everybody);
  useEffect(() => {
    if (!session || standing !== "open") return;
    let current = true;
    void room.hands.list(filter, everybody, from).then((found) => {
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
  if (!session) return <SignedOut title={t("hands-yours")} hint={t("hands-sign-in-hint")} />;
  return (
    <main class="hands">
      <div class="hands-head">
        <h1>{everybody ? t("hands-all") : t("hands-yours")}</h1>
        <output class="mute">{page ? t("hands-count", { count: page.total }) : ""}</output>
      </div>
      <HandsTabs shown="hands" />
      <Search filter={filter} search={search} played={everybody ? null : played} />
      <div class="row">
        {rules && (
          <label class="toggle">
            <input type="checkbox" role="switch" checked={everybody} onChange={(event) => (setFrom(0), setEverybody(event.currentTarget.checked))} />
            <span>{t("hands-of-everyone")}</span>
          </label>
        )}
        {!everybody && page && page.total > 0 && (
          <div class="row downloads" role="group" aria-label={t("hands-download-these")}>
            <span class="mute">{t("hands-download")}</span>
            {FORMATS.filter(([ending]) => ending !== "pokerstars" || room.handOffers.pokerStars).map(([ending, name]) => (
              <button key={ending} onClick={() => void download(`/hands.${ending}`, filter)}>
                {t(name)}
              </button>
            ))}
          </div>
        )}
      </div>
      {page && page.hands.length === 0 && <p class="pad mute">{t("hands-none")}</p>}
      <ul class="hand-list">
        {page?.hands.map((hand) => (
          <li key={`${hand.table}-${hand.hand}`}>
            <HandRow hand={hand} />
          </li>
        ))}
      </ul>
      {page && page.total > PER_PAGE && (
        <nav class="row pages" aria-label={t("hands-pages")}>
          <button disabled={from === 0} onClick={() => setFrom(Math.max(0, from - PER_PAGE))}>
            {t("hands-newer")}
          </button>
          <span class="mute">
            {t("hands-range", { from: from + 1, to: Math.min(from + PER_PAGE, page.total), total: page.total })}
          </span>
          <button disabled={from + PER_PAGE >= page.total} onClick={() => setFrom(from + PER_PAGE)}>
            {t("hands-older")}
          </button>
        </nav>
      )}
    </main>
  );
};

/** How many pages of an account's own hands are read to find its tables. */
const PAGES_READ = 10;

/** Returns the tables and games of the account's own hands. */
const usePlayed = (account: string | undefined, page: HandPage | null, everybody: boolean): PlayedAt => {
  const { line: { standing } } = useRoom();
  const [played, set] = useState<PlayedAt>(() => playedAt(account ?? ""));
  const add = (hands: HandSummary[]): void => {
    if (!account) return;
    const next = withHands(playedAt(account), hands);
    rememberPlayed(next);
    set(next);
  };
  useEffect(() => {
    if (page && !everybody) add(page.hands);
  }, [page]);
  useEffect(() => {
    if (!account || standing !== "open") return;
    let current = true;
    const read = async (): Promise<void> => {
      for (let from = 0; from < PAGES_READ * PER_PAGE && current; from += PER_PAGE) {
        const found = await room.hands.list(ANY_HAND, false, from);
        if (found && current) add(found.hands);
        if (!found || from + PER_PAGE >= found.total) return;
      }
    };
    void read();
    return () => {
      current = false;
    };
  }, [account, standing]);
  return played;
};

interface Searching {
  filter: HandFilter;
  search(filter: HandFilter): void;
  /** The tables and games to choose from. Null for all of the lobby. */
  played: PlayedAt | null;
}

const Search = ({ filter, search, played }: Searching) => {
  const { lobby: { tables: lobby } } = useRoom();
  const games = new Map([...lobby.values()].flatMap((info) => info.games.map((game) => [game.id, game.name] as const)));
  const tables = (played?.tables ?? [...lobby.values()].map((info) => [info.table, info.name] as const)).map(([table, name]) => [table, tableName(name)] as const);
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
    <form class="hand-search" onSubmit={submit} onReset={() => search(ANY_HAND)} role="search" aria-label={t("hands-search")}>
      <label>
        {t("hands-with")}
        <input name="player" maxLength={24} placeholder={t("hands-anyone")} />
      </label>
      <label>
        {t("hands-table")}
        <select name="table">
          <option value="">{t("hands-any")}</option>
          {[...tables].sort(([, one], [, other]) => one.localeCompare(other)).map(([table, name]) => (
            <option key={table} value={table}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("hands-game")}
        <select name="game">
          <option value="">{t("hands-any")}</option>
          {[...games].filter(([, name]) => !played || played.games.includes(name)).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("hands-tournament")}
        <input name="tournament" type="number" min={1} placeholder={t("hands-number")} defaultValue={filter.tournament ?? undefined} />
      </label>
      <label>
        {t("hands-pot-from")}
        <input name="least_pot" type="number" min={0} placeholder="0" />
      </label>
      <label>
        {t("hands-since")}
        <input name="since" type="date" />
      </label>
      <label>
        {t("hands-until")}
        <input name="until" type="date" />
      </label>
      <div class="row">
        <button class="primary">{t("hands-find")}</button>
        <button type="reset" class="quiet">
          {t("hands-clear")}
        </button>
      </div>
    </form>
  );
};

const HandRow = ({ hand }: { hand: HandSummary }) => {
  const { own } = hand;
  const won = own ? own.ended_with - own.began_with : null;
  const when = momentOf(hand.ended_at);
  return (
    <a class="hand-row" href={`#/hand/${hand.table}-${hand.hand}`}>
      <span class="what">
        <b>
          {tableName(hand.table_name)} <span class="mute">#{chips(hand.hand)}</span>
        </b>
        <span class="mute">
          {hand.game} · {when}
        </span>
      </span>
      <span class="hand-cards" role="img" style={{ "--count": (own?.cards.length ?? 0) + hand.board.length }} aria-label={[own?.cards.length && t("hands-you-held", { cards: cardNames(own.cards) }), hand.board.length && t("hands-board", { cards: cardNames(hand.board) })].filter(Boolean).join(" ")}>
        {own?.cards.map((card) => <PlayingCard key={card} card={card} />)}
        {own && own.cards.length > 0 && hand.board.length > 0 && <i class="between" />}
        {hand.board.map((card) => (
          <PlayingCard key={card} card={card} />
        ))}
      </span>
      <span class="fact number">
        <small>{t("hands-pot")}</small>
        {hand.void ? t("hands-void") : chips(hand.pot)}
      </span>
      <span class={`fact number ${won && won > 0 ? "gain" : ""}`}>
        <small>{won === null ? t("hands-players") : t("hands-you")}</small>
        {won === null ? hand.players : `${won > 0 ? "+" : won < 0 ? "−" : ""}${chips(Math.abs(won))}`}
      </span>
    </a>
  );
};
