// What the floor has commanded at tables, the latest first, as far back as one asks.
import { useState } from "preact/hooks";
import { useRoom } from "../room/room";
import { chips } from "../room/words";

export const Audit = ({ table }: { table: number | null }) => {
  const room = useRoom();
  const [only, set] = useState(false);
  const { audit, auditTotal, lobby } = room;
  const shown = only && table !== null ? audit.filter((entry) => entry.table === table) : audit;
  return (
    <section aria-label="Audit">
      <div class="spread">
        <h2>What was commanded at tables</h2>
        {table !== null && (
          <label class="toggle">
            <input type="checkbox" role="switch" checked={only} onChange={({ currentTarget }) => set(currentTarget.checked)} />
            <span>Only at {lobby.get(table)?.name ?? "this table"}</span>
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
                  {lobby.get(entry.table)?.name ?? `Table ${entry.table}`} <small class="mute">step {chips(entry.seq)}</small>
                </td>
                <td>{entry.command}</td>
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
        <button class="quiet" onClick={() => void room.listAudit(null, audit.length)}>
          Earlier ones
        </button>
      )}
    </section>
  );
};
