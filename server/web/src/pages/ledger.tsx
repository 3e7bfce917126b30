// The ledger of the night: the purchases, gifts and payouts of each player of a private table, and
// the debts between players.
import { useEffect, useState } from "preact/hooks";
import { EntryDialog } from "../parts/entry";
import { Missing } from "../parts/missing";
import type { LedgerRow, Settlement, TableLedger } from "cardroom-bot/protocol";
import { Refusal } from "cardroom-bot/connection";
import { type Value, money } from "../room/money";
import { download } from "../room/requests/files";
import { room, useRoom } from "../room/room";
import { chips, signed } from "../room/words";
import { t } from "../words/words";

/** How often the ledger is reloaded while it is open. */
const REFRESH_MS = 5000;

export const LedgerPage = ({ table }: { table: number }) => {
  const { account: { session }, line: { standing }, signIn: { arriving }, hosting: { tables: hosting }, tables: { all: tables } } = useRoom();
  const [ledger, set] = useState<TableLedger | null>(null);
  const [gone, setGone] = useState(false);
  const [entry, ask] = useState(false);
  useEffect(() => {
    if (standing !== "open" || arriving) return;
    let current = true;
    const timer = setInterval(() => void look(), REFRESH_MS);
    const look = async (): Promise<void> => {
      try {
        const found = await room.hosting.ledger(table);
        if (!current) return;
        if (found) set(found);
        setGone(false);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!current || error.passes) return;
        setGone(true);
        clearInterval(timer);
      }
    };
    void look();
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [table, standing, arriving, session?.account]);
  const name = (tables.get(table)?.info ?? hosting?.tables.find(({ info }) => info.table === table)?.info)?.name;
  if (gone) {
    return (
      <Missing text="ledger-none">
        {!session && !arriving && (
          <button class="primary" onClick={() => ask(true)}>
            {t("account-sign-in")}
          </button>
        )}
        {entry && <EntryDialog way="login" close={() => ask(false)} />}
      </Missing>
    );
  }
  return (
    <main class="lobby ledger">
      <div class="page-head">
        <div>
          <p class="eyebrow">{t("ledger-title")}</p>
          <h1>{name ?? t("ledger-table", { table })}</h1>
          <p class="mute">
            {t("ledger-lead")} {ledger?.chip_value && t("ledger-chip-value", { chips: ledger.chip_value.chips_per_unit, currency: ledger.chip_value.currency })}
          </p>
        </div>
        <div class="row">
          <button class="quiet" disabled={!session} onClick={() => void download(`/tables/${table}/ledger.csv`, null)}>
            {t("ledger-download")}
          </button>
          {tables.has(table) && (
            <a class="button" href={`#/table/${table}`}>
              {t("ledger-to-table")}
            </a>
          )}
        </div>
      </div>
      {!ledger && <p class="mute pad">{t("ledger-loading")}</p>}
      {ledger && <Rows rows={ledger.rows} value={ledger.chip_value} />}
      {ledger && ledger.rows.length > 0 && <Settle settle={ledger.settle} fewest={ledger.fewest} value={ledger.chip_value} />}
    </main>
  );
};

const COLUMNS = ["buy_ins", "top_ups", "given", "taken", "cash_outs", "stack"] as const;

/** Returns an amount of the ledger: money if chips have a value. */
const amountIn = (amount: number, value: Value): string => (value ? money(amount, value) : chips(amount));
/** Returns a result with its sign. */
const netIn = (won: number, lost: number, value: Value): string => {
  if (!value || won === lost) return signed(won, lost);
  return `${won > lost ? "+" : "−"}${money(Math.abs(won - lost), value)}`;
};

const Rows = ({ rows, value }: { rows: LedgerRow[]; value: Value }) => {
  if (rows.length === 0) return <p class="mute pad">{t("ledger-empty")}</p>;
  const sorted = [...rows].sort((a, b) => b.won - b.lost - (a.won - a.lost) || a.player.localeCompare(b.player));
  const sum = (of: (row: LedgerRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  // A column without an amount only takes up space.
  const columns = COLUMNS.filter((column) => column === "buy_ins" || rows.some((row) => row[column] > 0));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("ledger-rows")}>
      <table>
        <thead>
          <tr>
            <th>{t("ledger-player")}</th>
            {columns.map((column) => (
              <th key={column} class="number">
                {t(`ledger-column-${column}`)}
              </th>
            ))}
            <th class="number">{t("ledger-net")}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.player} class={row.player === room.account.session?.name ? "me" : ""}>
              <td>
                <bdi>{row.player}</bdi>
              </td>
              {columns.map((column) => (
                <td key={column} class="number">
                  {row[column] ? amountIn(row[column], value) : "–"}
                </td>
              ))}
              <td class={`number ${row.won > row.lost ? "gain" : ""}`}>
                <b>{netIn(row.won, row.lost, value)}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("ledger-total")}</th>
            {columns.map((column) => (
              <td key={column} class="number">
                {amountIn(sum((row) => row[column]), value)}
              </td>
            ))}
            <td class="number">{netIn(sum(({ won }) => won), sum(({ lost }) => lost), value)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

const Settle = ({ settle, fewest, value }: { settle: Settlement[]; fewest: boolean; value: Value }) => (
  <section aria-labelledby="settle-up">
    <h2 id="settle-up">{t("ledger-settle")}</h2>
    <ul class="settle">
      {settle.map(({ from, to, amount }) => (
        <li key={`${from} ${to}`}>
          <span>{t("ledger-pays", { from, to })}</span>
          <b class="number">{amountIn(amount, value)}</b>
        </li>
      ))}
      {settle.length === 0 && <li class="mute">{t("ledger-settled")}</li>}
    </ul>
    {settle.length > 0 && fewest && <p class="mute small">{t("ledger-fewest", { count: settle.length })}</p>}
  </section>
);
