// The sheets of paper of a tournament. Rows have a fixed height, so that every page is known to
// fit.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PlayerRow, ResultRow, Stage, StandingRow } from "cardroom-bot/protocol";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { chips, clock, dateOf, eventName, points, stakes } from "../room/words";
import { language, t } from "../words/words";
import { type SeatCodes, grouped } from "./codes";
import { balanced, filled, packed } from "./pages";
import { Code, SeatCards } from "./seat-cards";

export const SHEETS = ["tables", "names", "cards", "sign-in", "structure", "results", "standings"] as const;
export type SheetName = (typeof SHEETS)[number];

/** Lines of a page, as the style sheet has them: 7 mm each, 11 mm where somebody signs. */
const LINES = 32;
const SIGNED_LINES = 19;
/** Empty lines to sign for players who come without an entry. */
const WALK_INS = 5;
/** The most rows that a request for all of them brings. */
const MOST_ROWS = 1_000;

interface SheetProps {
  event: Tournament;
}

export interface SeatOf {
  entry: number;
  name: string;
  table: number;
  seat: number;
}

/** Returns the players with a seat, by table and seat. */
export const seatsOf = (event: Tournament): SeatOf[] =>
  event.players
    .flatMap(({ entry, name, table, seat }) => (table === null || seat === null ? [] : [{ entry, name, table: Number(event.named.table(table)), seat: seat + 1 }]))
    .sort((a, b) => a.table - b.table || a.seat - b.seat);

const byName = <Row extends { name: string }>(a: Row, b: Row): number => a.name.localeCompare(b.name, language());

export const Sheets = ({ event, name, codes }: SheetProps & { name: SheetName; codes: SeatCodes }) => {
  if (name === "names") return <Names event={event} />;
  if (name === "cards") return <SeatCards event={event} codes={codes} />;
  if (name === "sign-in") return <SignIn event={event} codes={codes} />;
  if (name === "structure") return <Structure event={event} />;
  if (name === "results") return <Results event={event} />;
  if (name === "standings") return <Standings event={event} />;
  return <Tables event={event} />;
};

/** One page of paper with its head. */
export const Page = ({ event, title, at, of, children, code, note }: SheetProps & { title: string; at: number; of: number; children: ComponentChildren; code?: boolean; note?: string | null }) => (
  <section class="sheet" aria-label={`${title}, ${t("print-page", { at: at + 1, of })}`}>
    <div class="sheet-head">
      <div>
        <h2>{title}</h2>
        <p>
          {eventName(event.view.info.name)} · {dateOf(event.view.info.starts_at || room.now())}
          {of > 1 && ` · ${t("print-page", { at: at + 1, of })}`}
        </p>
        {note && <p>{note}</p>}
      </div>
      {code && <Code event={event} />}
    </div>
    {children}
  </section>
);

const None = ({ text }: { text: string }) => <p class="pad print-none">{t(text)}</p>;

const Tables = ({ event }: SheetProps) => {
  const seats = seatsOf(event);
  const tables = [...new Set(seats.map(({ table }) => table))].map((table) => seats.filter((seat) => seat.table === table));
  if (tables.length === 0) return <None text="print-no-seats" />;
  const columns = packed(tables, LINES, 2);
  const pages = Array.from({ length: Math.ceil(columns.length / 2) }, (_, at) => columns.slice(at * 2, at * 2 + 2));
  return (
    <>
      {pages.map((both, at) => (
        <Page key={at} event={event} title={t("print-sheet-tables")} at={at} of={pages.length}>
          <div class="sheet-columns">
            {both.map((blocks, index) => (
              <div key={index}>
                {blocks.map((block) => (
                  <OneTable key={block[0]?.table} seats={block} />
                ))}
              </div>
            ))}
          </div>
        </Page>
      ))}
    </>
  );
};

const OneTable = ({ seats }: { seats: SeatOf[] }) => (
  <table class="paper-lines of-table">
    <caption>{t("tournament-table", { number: seats[0]?.table ?? 0 })}</caption>
    <tbody>
      {seats.map((row) => (
        <tr key={row.entry}>
          <th scope="row">{t("print-seat", { seat: row.seat })}</th>
          <td>
            <bdi>{row.name}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Names = ({ event }: SheetProps) => {
  const seats = seatsOf(event).sort(byName);
  if (seats.length === 0) return <None text="print-no-seats" />;
  // Two columns to a page, and one where they would be nearly empty.
  const pages = balanced(seats, seats.length > LINES ? LINES * 2 : LINES);
  return (
    <>
      {pages.map((rows, at) => {
        const columns = seats.length > LINES ? [rows.slice(0, Math.ceil(rows.length / 2)), rows.slice(Math.ceil(rows.length / 2))] : [rows];
        return (
          <Page key={at} event={event} title={t("print-sheet-names")} at={at} of={pages.length}>
            <div class="sheet-columns">
              {columns.map((column, index) => (
                <Rows key={index} heads={[t("tournament-player"), t("print-table"), t("print-seat-head")]} numbers={[1, 2]} rows={column.map((row) => [row.name, row.table, row.seat])} />
              ))}
            </div>
          </Page>
        );
      })}
    </>
  );
};

/** A table of rows. The cells of some columns are numbers. */
const Rows = ({ heads, rows, numbers = [], kind = "" }: { heads: string[]; rows: (string | number)[][]; numbers?: number[]; kind?: string }) => (
  <table class={`paper-lines ${kind}`}>
    <thead>
      <tr>
        {heads.map((head, column) => (
          <th key={column} scope="col" class={numbers.includes(column) ? "number" : ""}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index}>
          {row.map((cell, column) => (
            <td key={column} class={numbers.includes(column) ? "number" : ""}>
              <bdi>{cell}</bdi>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Several pages of one table. */
const Listed = ({ event, title, heads, rows, numbers, kind }: SheetProps & { title: string; heads: string[]; rows: (string | number)[][]; numbers?: number[]; kind?: string }) => {
  const pages = balanced(rows, LINES);
  return (
    <>
      {pages.map((page, at) => (
        <Page key={at} event={event} title={title} at={at} of={pages.length}>
          <Rows heads={heads} rows={page} numbers={numbers} kind={kind} />
        </Page>
      ))}
    </>
  );
};

const isIn = ({ state }: PlayerRow): boolean => state !== "Withdrawn" && state !== "Disqualified";

const SignIn = ({ event, codes }: SheetProps & { codes: SeatCodes }) => {
  // A player who has entered again signs once, with the code of the last entry.
  const players = new Map(event.players.filter(isIn).sort((a, b) => byName(a, b) || a.entry - b.entry).map((player) => [player.name, player.entry]));
  const pages = balanced(filled([...players].map(([name, entry]) => ({ name, code: codes.get(entry) })), SIGNED_LINES, WALK_INS), SIGNED_LINES);
  const note = codes.size > 0 ? t("print-seat-code", { address: `${location.host}/#/seat` }) : null;
  const before = pages.map((_, at) => pages.slice(0, at).reduce((sum, page) => sum + page.length, 0));
  return (
    <>
      {pages.map((rows, at) => (
        <Page key={at} event={event} title={t("print-sheet-sign-in")} at={at} of={pages.length} code={codes.size === 0} note={note}>
          <Signed event={event} rows={rows} from={(before[at] ?? 0) + 1} coded={codes.size > 0} />
        </Page>
      ))}
    </>
  );
};

interface SignedProps extends SheetProps {
  rows: ({ name: string; code: string | undefined } | null)[];
  from: number;
  /** There is a column for the codes of seats. */
  coded: boolean;
}

const Signed = ({ event, rows, from, coded }: SignedProps) => (
  <table class={`paper-lines signed ${coded ? "coded" : ""}`}>
    {coded && (
      <colgroup>
        <col class="col-number" />
        <col class="col-player" />
        <col class="col-qr" />
        <col class="col-code" />
        <col />
      </colgroup>
    )}
    <thead>
      <tr>
        <th scope="col">{t("print-number")}</th>
        <th scope="col">{t("tournament-player")}</th>
        {coded && (
          <th scope="col" colSpan={2}>
            {t("print-seat-code-head")}
          </th>
        )}
        <th scope="col">{t("print-signature")}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index}>
          <td>{from + index}</td>
          <td>
            <bdi>{row?.name}</bdi>
          </td>
          {coded && (
            <>
              <td class="qr">{row?.code && <Code event={event} seat={row.code} />}</td>
              <td class="code">{row?.code && grouped(row.code)}</td>
            </>
          )}
          <td />
        </tr>
      ))}
    </tbody>
  </table>
);

const Structure = ({ event }: SheetProps) => {
  const { structure } = event;
  if (!structure) return <None text="tournament-loading" />;
  const row = (stage: Stage): (string | number)[] => {
    if ("Break" in stage) return ["", t("tournament-break"), stage.Break.new_unit === null ? "" : t("print-color-up", { unit: stage.Break.new_unit }), clock(stage.Break.seconds * 1000)];
    const { level, seconds, stakes: of } = stage.Level;
    const blinds = of.bring_in > 0 ? `${stakes({ ...of, ante: 0 })} · ${t("tournament-bring-in", { amount: of.bring_in })}` : stakes({ ...of, ante: 0 });
    return [level, blinds, of.ante ? chips(of.ante) : "–", clock(seconds * 1000)];
  };
  const heads = [t("tournament-level"), t("tournament-blinds"), t("tournament-ante-column"), t("tournament-length")];
  return <Listed event={event} title={t("print-sheet-structure")} heads={heads} rows={structure.stages.map(row)} numbers={[2, 3]} kind="structure" />;
};

/** Fetches all rows of a list that comes in pages. */
const useAll = <Row,>(more: (from: number) => Promise<{ rows: Row[]; total: number } | null>, of: unknown): Row[] | null => {
  const [all, set] = useState<Row[] | null>(null);
  useEffect(() => {
    let gone = false;
    const fetchAll = async (): Promise<void> => {
      const found: Row[] = [];
      while (found.length < MOST_ROWS) {
        const next = await more(found.length);
        found.push(...(next?.rows ?? []));
        if (!next?.rows.length || found.length >= next.total) break;
      }
      if (!gone) set(found);
    };
    void fetchAll();
    return () => void (gone = true);
  }, [of]);
  return all;
};

const Results = ({ event }: SheetProps) => {
  const { info } = event.view;
  const isOver = info.state === "Finished";
  const results = useAll<ResultRow>(async (from) => (isOver ? await room.records.results(info.tournament, from) : null), isOver);
  if (!results) return <None text="tournament-loading" />;
  const soFar = event.players.filter(({ place }) => place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  const placed = isOver ? results : soFar;
  if (placed.length === 0) return <None text="print-no-results" />;
  const has = { prizes: placed.some(({ prize }) => prize > 0), points: results.some((row) => row.points !== null) };
  const heads = [t("tournament-place"), t("tournament-player"), ...(has.prizes ? [t("tournament-prize")] : []), ...(has.points ? [t("tournament-points")] : [])];
  const rows = placed.map((row) => [
    row.place ?? "–", row.name, ...(has.prizes ? [row.prize ? chips(row.prize) : "–"] : []),
    ...(has.points ? ["points" in row && row.points !== null ? points(row.points) : "–"] : []),
  ]);
  return <Listed event={event} title={t(isOver ? "print-sheet-results" : "print-results-so-far")} heads={heads} rows={rows} numbers={[2, 3]} kind="ranked" />;
};

const Standings = ({ event }: SheetProps) => {
  const { league, season } = event.view.info.counts_for ?? {};
  const rows = useAll<StandingRow>(async (from) => {
    const found = (await room.records.leagues()).find(({ name }) => name === league);
    const its = found?.seasons.find(({ name }) => name === season);
    return found && its ? await room.records.standings(found.league, its.season, from) : null;
  }, `${league}/${season}`);
  if (!rows) return <None text="tournament-loading" />;
  if (rows.length === 0) return <None text="print-no-standings" />;
  const heads = [t("league-rank"), t("league-player"), t("league-points"), t("league-nights"), t("league-wins")];
  return (
    <Listed event={event} title={`${league}, ${season}`} heads={heads} numbers={[2, 3, 4]} kind="ranked" rows={rows.map((row) => [row.rank ?? "–", row.name, points(row.points), row.nights, row.wins])} />
  );
};
