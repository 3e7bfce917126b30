// What the floor has commanded at tables, the latest first, as far back as one asks.
import { useState } from "preact/hooks";
import { useRoom } from "../room/room";
import { chips, spaced } from "../room/words";

/** A command as it was kept, in words; seats are counted from 1 here. */
const commandText = (kept: string): string => {
  const words = (value: unknown, key = "", seats = SEATS): string => {
    if (value === null) return "";
    if (typeof value === "object") {
      // Only where a pot is awarded again do chips go from a seat to another one.
      const named = "about" in value ? [...SEATS, "from", "to"] : SEATS;
      return Object.entries(value).map(([name, held]) => `${spaced(name)} ${words(held, name, named)}`.trim()).join(", ");
    }
    if (typeof value === "string") return spaced(value);
    return seats.includes(key) && typeof value === "number" ? `seat ${value + 1}` : String(value);
  };
  try {
    return words(JSON.parse(kept)).replace(/\bseat seat\b/, "seat").replace(/^./, (first) => first.toUpperCase());
  } catch {
    return kept;
  }
};
const SEATS = ["KillHand", "RestoreHand", "ShowHand", "SetButton", "CallClock", "NotEntitled", "LeftOut", "NonStandard", "seat"];

export const Audit = ({ table }: { table: number | null }) => {
  const room = useRoom();
  const [only, set] = useState(false);
  const { audit, auditTotal, lobby, tables } = room;
  const named = (id: number): string | undefined => (lobby.get(id) ?? tables.get(id)?.info)?.name;
  const shown = only && table !== null ? audit.filter((entry) => entry.table === table) : audit;
  return (
    <section aria-label="Audit">
      <div class="spread">
        <h2>What was commanded at tables</h2>
        {table !== null && (
          <label class="toggle">
            <input type="checkbox" role="switch" checked={only} onChange={({ currentTarget }) => set(currentTarget.checked)} />
            <span>Only at {named(table) ?? "this table"}</span>
          </label>
        )}
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Commands so far">
        <table>
          <thead>
            <tr>
              <th>When</th>
              <th>Who</th>
              <th>Where</th>
              <th>What</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <tr key={`${entry.table} ${entry.seq}`}>
                <td class="nowrap">{new Date(entry.at).toLocaleString([], { dateStyle: "short", timeStyle: "medium" })}</td>
                <td>{entry.operator}</td>
                <td class="nowrap">
                  {named(entry.table) ?? `Table ${entry.table}`} <small class="mute">step {chips(entry.seq)}</small>
                </td>
                <td>{commandText(entry.command)}</td>
                <td>
                  {entry.reason} {entry.rule && <cite>{entry.rule}</cite>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p class="mute pad">Nothing was commanded yet.</p>}
      </div>
      {audit.length < auditTotal && (
        <button class="quiet" onClick={() => void room.listAudit(room.rulesEverywhere ? null : table, audit.length)}>
          Earlier ones
        </button>
      )}
    </section>
  );
};
